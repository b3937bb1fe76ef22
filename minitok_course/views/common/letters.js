// What can be seen of a text, and where: letters, and the bytes that they are made of.

const SIGNS = { " ": "␣", "\n": "⏎", "\r\n": "⏎", "\t": "⇥" };
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]|\p{Extended_Pictographic}|\p{RI}/u;
const READ_FROM_LEFT = /[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{N}]/u;
const READ_FROM_RIGHT = /^\P{L}*[\u0590-\u08ff\ufb1d-\ufefc]/u;

const unseen = (char) => (char < " " ? String.fromCharCode(0x2400 + char.charCodeAt()) : "▯");
const visible = (char) => (/^\p{M}/u.test(char) ? "◌" : "") + (SIGNS[char] ?? (/^[\p{C}\p{Z}]$/u.test(char) ? unseen(char) : char));

// By the place where it starts, the largest first: an é of two bytes is é, c3 and then a9. They follow the letters before.
function lettersOf({ text, base }, before = []) {
  const bytes = (part) => new TextEncoder().encode(part);
  const size = base === "bytes" ? (part) => bytes(part).length : (part) => [...part].length;
  const startingAt = [...before];
  const add = (start, size, shown, look = "") => (startingAt[start] ??= []).push({ start, end: start + size, size, shown, look });
  let at = before.length;
  for (const { segment } of new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text)) {
    const chars = [...segment];
    if (chars.length > 1) add(at, size(segment), segment);
    for (const char of chars) {
      add(at, size(char), visible(char), char in SIGNS ? "mt-space" : "");
      if (size(char) === 1) at++;
      else for (const byte of bytes(char)) add(at++, 1, byte.toString(16).padStart(2, "0"), "mt-hex");
    }
  }
  return startingAt;
}

// The largest letters that fit between two places, none larger than `most`.
function* lettersIn(letters, start, end, most = end - start) {
  for (let at = start; at < end; ) {
    const letter = letters[at].find((one) => one.end <= end && one.end - one.start <= most);
    yield letter;
    at = letter.end;
  }
}

const faceOf = (letters, start, end) => [...lettersIn(letters, start, end)].map(({ shown }) => shown).join("");

// The places of a row from left to right. In a text that is read from the right, Latin words and numbers are not.
function fromLeft(text, letters, { start, end }) {
  const places = [...letters.keys()];
  if (!READ_FROM_RIGHT.test(text)) return places.slice(start, end);
  const runs = [];
  for (const letter of lettersIn(letters, start, end)) {
    const inside = places.slice(letter.start, letter.end);
    const isLatin = READ_FROM_LEFT.test(letter.shown);
    if (isLatin && runs[0]?.isLatin) runs[0].push(...inside);
    else runs.unshift(Object.assign(isLatin ? inside : inside.reverse(), { isLatin }));
  }
  return runs.flat();
}
