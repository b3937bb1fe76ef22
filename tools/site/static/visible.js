// Texts with all characters visible: as in `views/common/html.py`.

const LONGEST = 60; // characters or bytes that are shown of a token
const SPACES = { " ": "␣", "\n": "⏎", "\t": "⇥", "\r": "\\r" };
const JOINER = /[\u200c\u200d\ufe0e\ufe0f]/;
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
  if (chars.length > LONGEST) return `${visible(chars.slice(0, LONGEST - 20).join(""))}… (${chars.length.toLocaleString("en")} characters)`;
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
