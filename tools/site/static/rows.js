// The rows of a comparison, as `compare.py` makes them in Python: what each token stands for, where, and why it is cut off.
// The top of `ruler.js`, which draws them, says what is in a row.

import { Aligned } from "./encoders/aligned.js";
import { bytesOf, unspelled } from "./encoders/bytes.js";

const UNKNOWN = ["[UNK]", "<unk>"];
const MOST_CHARACTERS = 1_000; // whose tokens are in a row
const LONGEST = 60; // characters or bytes that are shown of a token

export function rowOf(name, tokenizer, text) {
  const chars = [...text], tokens = tokenizer.encode(text).map((token) => ({ ...token, token: knownAs(tokenizer, token) }));
  const faces = facesOf(tokens, text, chars), places = placesOf(tokens, faces, chars), why = whyOf(tokenizer, tokens, text, chars);
  const sent = [...tokens.keys()].filter((at) => !places[at] || places[at][1] <= MOST_CHARACTERS).slice(0, 2 * MOST_CHARACTERS);
  const rows = sent.map((at) => {
    const [start, end] = places[at] ?? [null, null], own = chars.slice(start, end).join("");
    const face = typeof faces[at] === "string" ? faces[at] : whole(faces[at]);
    const isPlain = Number.isInteger(start) && Number.isInteger(end) && [own, own.replaceAll(" ", "▁")].includes(face);
    return [start, end, visible(tokens[at].token), tokens[at].id, isPlain ? null : written(faces[at])];
  });
  return { name, size: tokenizer.size, count: tokens.length, problem: "", tokens: rows, why: sent.map((at) => why[at]) };
}

// The token for unknown characters where Unigram writes the characters themselves.
function knownAs(tokenizer, { id, token }) {
  return UNKNOWN.find((name) => (tokenizer.added.get(name) ?? tokenizer.model.ids.get(name)) === id) ?? token;
}

// What each token stands for: bytes if the tokens spell them, else the characters that are the token's alone.
function facesOf(tokens, text, chars) {
  const spelled = tokens.map(({ token, start, end }) => (start < end ? unspelled(token) : []));
  if (!spelled.includes(null) && String(spelled.flatMap((bytes) => [...bytes])) === String(bytesOf(text))) {
    return tokens.map(({ token }, at) => (spelled[at].length ? spelled[at] : token));
  }
  return tokens.map(({ token, start, end }, at) => {
    const isShared = [tokens[at - 1], tokens[at + 1]].some((other) => other && other.start < end && start < other.end);
    const own = isShared || UNKNOWN.includes(token) ? "" : chars.slice(start, end).join("");
    const byte = /^<0x([0-9A-F]{2})>$/.exec(token);
    if (own === token) return own;
    return byte ? [parseInt(byte[1], 16)] : own || (spelled[at]?.length && whole(spelled[at]) === null ? spelled[at] : token);
  });
}

// From where to where each token reaches, or null: é in two tokens, a byte each, gives [0, 0.5], [0.5, 1].
function placesOf(tokens, faces, chars) {
  const places = tokens.map(({ start, end }) => (start < end ? [start, end] : null));
  const groups = [];
  let reached = 0;
  for (const [at, place] of places.entries()) {
    if (!place) continue;
    if (place[0] < reached) groups.at(-1).push(at);
    else groups.push([at]);
    reached = Math.max(reached, place[1]);
  }
  for (const group of groups.filter(({ length }) => length > 1)) {
    const start = places[group[0]][0], end = Math.max(...group.map((at) => places[at][1]));
    if (tokens[group[0]].token === "▁" && chars[start - 1] === " ") places[group.shift()] = [start - 1, start];
    const sizes = group.map((at) => (typeof faces[at] === "string" ? 0 : faces[at].length));
    const atByte = chars.slice(start, end).flatMap((char, at) => bytesOf(char).map((_, byte, all) => start + at + byte / all.length));
    const isSpelled = !sizes.includes(0) && sizes.reduce((all, size) => all + size) === atByte.length;
    let done = 0;
    const cuts = group.map((_, part) => (isSpelled ? atByte[(done += sizes[part]) - sizes[part]] : start + ((end - start) * part) / group.length));
    group.forEach((at, part) => (places[at] = [cuts[part], cuts[part + 1] ?? end]));
  }
  return places;
}

// What made the cut before each token.
function whyOf(tokenizer, tokens, text, chars) {
  const anyway = new Set(tokenizer.normalizes ? tokenizer.cut(Aligned.of(text)).flatMap((word) => [word.starts[0], word.ends.at(-1)]) : []);
  const isAdded = ({ id, start, end }) => tokenizer.added.get(chars.slice(start, end).join("")) === id;
  return tokens.map((token, at) => {
    const before = tokens[at - 1];
    if (!before || before.word === null || token.word === null) return "";
    if (isAdded(before) || isAdded(token)) return "added";
    if (before.word === token.word) return tokenizer.model.constructor.name;
    const between = Array.from({ length: Math.max(token.start - before.end + 1, 0) }, (_, place) => before.end + place);
    return !tokenizer.normalizes || between.some((place) => anyway.has(place)) ? "split" : "normalizer";
  });
}

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

// The text that bytes are, or null if some of them are a part of a character.
function whole(bytes) {
  try {
    return strict.decode(Uint8Array.from(bytes));
  } catch {
    return null;
  }
}

// A text or bytes in one line: bytes that are not a whole character are in hex, so ` caf` and c3 give `␣caf c3`.
function written(face) {
  if (typeof face === "string") return visible(face);
  const bytes = face.slice(0, LONGEST), cells = [];
  let text = "";
  const close = () => text && cells.push(visible(text)) && (text = "");
  for (let at = 0; at < bytes.length; ) {
    const size = [1, 2, 3, 4].find((size) => at + size <= bytes.length && whole(bytes.slice(at, at + size)) !== null);
    if (size) text += whole(bytes.slice(at, at + size));
    else close(), cells.push(bytes[at].toString(16).padStart(2, "0"));
    at += size ?? 1;
  }
  close();
  return cells.join(" ") + (face.length > LONGEST ? "…" : "");
}

const SPACES = { " ": "␣", "\n": "⏎", "\t": "⇥", "\r": "\\r" };
const JOINER = /[\u200c\u200d\ufe0e\ufe0f]/;

// What a text hides: `the cat\n` gives `the␣cat⏎`, and a character that has no form of its own its escape in Python.
function visible(text) {
  const chars = [...text];
  if (chars.length > LONGEST) return `${visible(chars.slice(0, LONGEST - 20).join(""))}… (${chars.length.toLocaleString("en")} characters)`;
  const joins = chars.some((char) => !JOINER.test(char) && char > "\x7f");
  const shown = chars.map((char) => {
    const isHidden = JOINER.test(char) ? !joins : /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Zs}]/u.test(char);
    return SPACES[char] ?? (isHidden ? escaped(char.codePointAt()) : char);
  });
  return (joins && /^\p{M}/u.test(text) ? "◌" : "") + shown.join("") || "(empty)";
}

function escaped(point) {
  const [letter, size] = point < 0x100 ? ["x", 2] : point < 0x10000 ? ["u", 4] : ["U", 8];
  return `\\${letter}${point.toString(16).padStart(size, "0")}`;
}
