// The pieces of HTML of which views are made, and texts with all characters visible: as in `views/parts/html.py`.

import { unspelled } from "./encoders/bytes.js";

const LONGEST = 60; // characters or bytes that are shown of a token
const SPACES = { " ": "␣", "\n": "⏎", "\t": "⇥", "\r": "\\r" };
const JOINER = /[\u200c\u200d\ufe0e\ufe0f]/;
const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" };
const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

// The text that bytes are, or null if some of them are a part of a character.
export function whole(bytes) {
  try {
    return strict.decode(Uint8Array.from(bytes));
  } catch {
    return null;
  }
}

function visibleChar(char, joins) {
  const isHidden = JOINER.test(char) ? !joins : /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Zs}]/u.test(char);
  return SPACES[char] ?? (isHidden ? escaped(char.codePointAt()) : char);
}

function escaped(point) {
  const [letter, size] = point < 0x100 ? ["x", 2] : point < 0x10000 ? ["u", 4] : ["U", 8];
  return `\\${letter}${point.toString(16).padStart(size, "0")}`;
}

// What a text hides: `the cat\n` gives `the␣cat⏎`, and a character that has no form of its own its escape in Python.
export function visible(text) {
  const chars = [...text];
  if (chars.length > LONGEST) return `${visible(chars.slice(0, LONGEST - 20).join(""))}… (${number(chars.length)} characters)`;
  const joins = chars.some((char) => !JOINER.test(char) && char > "\x7f");
  const shown = chars.map((char) => visibleChar(char, joins)).join("");
  return (joins && /^\p{M}/u.test(text) ? "◌" : "") + shown || "(empty)";
}

// A text or bytes in one line: bytes that are not a whole character are in hex, so ` caf` and c3 give `␣caf c3`.
export function written(face) {
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

export const number = (value) => value.toLocaleString("en");
export const counted = (count, one, many = `${one}s`) => `${number(count)} ${count === 1 ? one : many}`;
export const markup = (text) => text.replace(/[&<>"']/g, (char) => ENTITIES[char]);
export const escape = (text) => markup(visible(text));
export const running = (text) => markup(Array.from(text, (char) => visibleChar(char, true)).join(""));
export const prose = (text) => Array.from(text, (char) => (/[\p{White_Space}\x1c-\x1f]/u.test(char) ? " " : running(char))).join("");
export const label = (text) => `<p class="mt-label"><b>${markup(text)}</b></p>`;
export const more = (hidden, what) =>
  hidden > 0 ? `<span class="mt-more">and ${number(hidden)} more${hidden === 1 ? what.replace(/s$/, "") : what}</span>` : "";

export function bdi(text, inside = escape(text)) {
  const slashes = (shown) => shown.split("\\").length, bytes = /[^\0-\x7f]/.test(text) && unspelled(text);
  const isSpelled = bytes && /[^\0-\x7f]/.test(whole(bytes) ?? "");
  const marks = [...(slashes(visible(text)) > slashes(text) ? ["mt-escape"] : []), ...(isSpelled ? ["mt-spelled"] : [])];
  return `<bdi${marks.length ? ` class="${marks.join(" ")}"` : ""}>${inside}</bdi>`;
}

// A token on the ground of its tone; its edge is dashed where it is bytes that are a part of a character.
export function chip(face, tone = "") {
  const text = typeof face === "string" ? face : whole(face);
  if (text === null) return `<code class="mt-${tone} mt-broken mt-byte"><bdi>${markup(written(face))}</bdi></code>`;
  return `<code${tone && ` class="mt-${tone}"`}>${bdi(text)}</code>`;
}

// The tone of each token, the same wherever it stands; plain ones are quiet.
export class Hues extends Map {
  given = 0;
  of(token) {
    if (!this.has(token)) this.set(token, `${this.given++ % 8}`);
    return this.get(token);
  }
}

const MEANINGS = {
  "␣": "␣ a space",
  "⏎": "⏎ a line break",
  "⇥": "⇥ a tab",
  "Ġ": "Ġ a space, in byte-level BPE",
  "Ċ": "Ċ a line break, in byte-level BPE",
  "mt-spelled": "Ã a byte of a character, in byte-level BPE",
  "▁": "▁ a space, in SentencePiece",
  "◌": "◌ a mark that has no letter before it here",
  "mt-escape": "\\ a character that can't be seen, as an escape",
  "mt-byte": "c3 (dashed) a part of a character, in hex",
};

// What the signs mean that stand for what can't be seen.
export function legendOf(html) {
  const seen = html.replace(/ data-tip="[^"]*"/g, ""), byte = /mt-spelled.*?([Â-ÖØ-ô])/s.exec(seen);
  const found = Object.entries(MEANINGS).filter(([mark]) => seen.includes(mark)).map(([, told]) => told);
  return found.join(" · ").replace(/(^| )Ã a/, `$1${byte && !seen.includes("Ã") ? byte[1] : "Ã"} a`);
}
