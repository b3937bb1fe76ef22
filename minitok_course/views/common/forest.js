// The forest of a text: what it is cut into after any number of merges, and where its letters stand. See grow.js.

const BYTE = 1.5; // the width of a byte in hex, of a letter's
const [BESIDE, BETWEEN] = [0.24, 0.16]; // the room beside the letters of a chip, and between two chips, of a letter's
const SIGNS = { " ": "␣", "\n": "⏎", "\t": "⇥" };
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]|\p{Extended_Pictographic}|\p{RI}/u;
const READ_FROM_LEFT = /[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{N}]/u;
const READ_FROM_RIGHT = /^\P{L}*[\u0590-\u08ff\ufb1d-\ufefc]/u;

const visible = (char) => SIGNS[char] ?? (/^[\p{C}\p{Z}]$/u.test(char) ? `\\u{${char.codePointAt().toString(16)}}` : char);
const marked = (char) => (/^\p{M}/u.test(char) ? "◌" : "") + visible(char);

// What can be seen of a text, by the place where it starts, the largest first: an é of two bytes is é, c3 and then a9.
function lettersOf({ text, base }) {
  const bytes = (part) => new TextEncoder().encode(part);
  const size = base === "bytes" ? (part) => bytes(part).length : (part) => [...part].length;
  const startingAt = [];
  const add = (start, length, shown, width, look = "") =>
    (startingAt[start] ??= []).push({ start, end: start + length, shown, width, look });
  let at = 0;
  for (const { segment } of new Intl.Segmenter("en", { granularity: "grapheme" }).segment(text)) {
    const chars = [...segment];
    if (chars.length > 1) add(at, size(segment), segment, WIDE.test(segment) ? 1.9 : 1);
    for (const char of chars) {
      const shown = marked(char);
      const width = WIDE.test(char) ? 1.9 : Math.max(1, [...shown].length);
      add(at, size(char), shown, width, char in SIGNS ? " mt-space" : "");
      if (size(char) === 1) at++;
      else for (const byte of bytes(char)) add(at++, 1, byte.toString(16).padStart(2, "0"), BYTE, " mt-hex");
    }
  }
  return startingAt;
}

// A text that can be cut: into the tokens made by then that are not yet a part of another, and what is no token between.
function readForest(text) {
  const tokens = text.nodes.map(([start, end, rank]) => ({ start, end, rank, above: Infinity, parts: [] }));
  text.nodes.forEach(([, , rank, ...places], place) => {
    if (rank < 0) return;
    tokens[place].parts = places.map((part) => tokens[part]);
    for (const part of tokens[place].parts) part.above = rank;
  });
  const made = tokens.filter(({ rank }) => rank >= 0).sort((one, other) => one.rank - other.rank);
  tokens.sort((one, other) => one.start - other.start);
  const letters = lettersOf(text);
  return {
    ...text,
    letters,
    made,
    least: tokens.length - made.length,
    learned: (merges) => made.findLastIndex(({ rank }) => rank < merges) + 1,
    blocks(merges) {
      const cut = tokens.filter(({ rank, above }) => rank < merges && merges <= above);
      const places = new Map(cut.map((token) => [token.start, token]));
      const blocks = [];
      for (let at = 0; at < letters.length; at = blocks.at(-1).end) blocks.push(places.get(at) ?? { start: at, end: at + 1 });
      return blocks;
    },
  };
}

// The largest letters that fit into a token, from its start on.
function* lettersIn({ letters }, { start, end }) {
  for (let at = start; at < end; ) {
    const letter = letters[at].find((one) => one.end <= end);
    yield letter;
    at = letter.end;
  }
}

const faceOf = (forest, token) => [...lettersIn(forest, token)].map(({ shown }) => shown).join("");

// The line of each letter, so that it never changes: lines are broken before a word, or else before a token that no merge
// joins to the one before it, in the text as it is before any merge.
function breakLines(forest, room) {
  const lines = [];
  let [line, x] = [0, 0];
  const width = (block) => block.reduce((sum, letter) => sum + letter.width + 2 * BESIDE + BETWEEN, 0);
  const put = (block) => {
    if (x && x + width(block) > room) [line, x] = [line + 1, 0];
    for (const { start } of block) lines[start] = line;
    x += width(block);
  };
  const words = [];
  for (const { start, end, rank } of forest.blocks(Infinity)) {
    const token = forest.letters.slice(start, end).map((found) => found.at(-1));
    const space = rank === undefined || forest.letters[start][0].look === " mt-space";
    const isFirst = forest.letters[start - 1]?.[0].shown === SIGNS["\n"]; // in a line of the text
    if (space || isFirst || !words.length) words.push(Object.assign([], { isFirst }));
    words.at(-1).push(token);
  }
  for (const word of words) {
    if (word.isFirst) [line, x] = [line + 1, 0];
    (width(word.flat()) > room ? word : [word.flat()]).forEach(put);
  }
  return lines;
}

// The blocks of a line from left to right: in a text that is read from the right, Latin words and numbers are not.
function fromLeft(forest, blocks) {
  if (!READ_FROM_RIGHT.test(forest.text)) return blocks;
  const runs = [];
  for (const block of blocks) {
    block.fromLeft = block.letters.some(({ shown, look }) => !look && READ_FROM_LEFT.test(shown));
    if (!block.fromLeft) block.letters.reverse();
    if (block.fromLeft && runs.at(-1)?.[0].fromLeft) runs.at(-1).push(block);
    else runs.push([block]);
  }
  return runs.reverse().flat();
}
