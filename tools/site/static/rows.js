// The rows of a comparison, as `compare.py` makes them in Python: what each token stands for, where, and why it is cut off.
// The top of `ruler.js`, which draws them, says what is in a row.

import { Aligned } from "./encoders/aligned.js";
import { bytesOf, unspelled } from "./encoders/bytes.js";
import { visible, whole, written } from "./visible.js";

const UNKNOWN = ["[UNK]", "<unk>"];
const MOST_CHARACTERS = 1_000; // whose tokens are in a row

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
  return tokens.map(({ token }, at) => {
    const own = UNKNOWN.includes(token) ? "" : covered(tokens, chars, at);
    const byte = /^<0x([0-9A-F]{2})>$/.exec(token);
    if (own === token) return own;
    return byte ? [parseInt(byte[1], 16)] : own || (spelled[at]?.length && whole(spelled[at]) === null ? spelled[at] : token);
  });
}

// The characters that are a token's alone.
function covered(tokens, chars, at) {
  const { start, end } = tokens[at], isShared = [tokens[at - 1], tokens[at + 1]].some((other) => other && other.start < end && start < other.end);
  return isShared ? "" : chars.slice(start, end).join("");
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
