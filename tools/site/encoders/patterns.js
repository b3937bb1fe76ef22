// The patterns of pre-tokenizers are written for Python's `regex`; these are the same for JavaScript.
//
//     '(?i:[sdmt]|ll|ve|re)|\s+(?!\S)   →   '(?:[sSſdDmMtT]|[lL][lL]|[vV][eE]|[rR][eE])|\p{White_Space}+(?!\P{White_Space})

const SYMBOLS = /\\[pP]\{[^}]*\}|\\.|\[\^?\]?(?:\\.|[^\]])*\]|./gs; // of which a pattern is made: `\w`, `[^\s|]`, `+`
const WORD = String.raw`\p{Alphabetic}\p{M}\p{Nd}\p{Pc}²³¹¼½¾`; // as Oniguruma has it
const OUTSIDE = { "\\w": `[${WORD}]`, "\\W": `[^${WORD}]`, ".": "[^\\n]" };
const ANYWHERE = { "\\w": WORD, "\\d": "\\p{Nd}", "\\D": "\\P{Nd}", "\\s": "\\p{White_Space}", "\\S": "\\P{White_Space}" };
const escaped = (string) => string.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
const bothCases = (letter) => letter + letter.toUpperCase() + (letter === "s" ? "ſ" : "");

// `[sdmt]|ll` → `[sSſdDmMtT]|[lL][lL]`
const inBothCases = (source) =>
  source.replace(/\[\w+\]|\w/g, (set) => `[${set.replace(/\W/g, "").replace(/./g, bothCases)}]`);

// Some browsers lack (?i:…), JavaScript's \s leaves out U+0085 and has U+FEFF, its \w and \d have ASCII alone.
export function regex(pattern) {
  if ("String" in pattern) return new RegExp(escaped(pattern.String), "gu");
  const source = pattern.Regex
    .replace(/\(\?i:([^)]*)\)/g, (_, inside) => `(?:${inBothCases(inside)})`)
    .replace(SYMBOLS, (symbol) => OUTSIDE[symbol] ?? symbol.replace(/\\./gs, (one) => ANYWHERE[one] ?? one));
  return new RegExp(source, "gu");
}

// The longest of some strings, wherever one is.
export function anyOf(strings) {
  const longestFirst = strings.toSorted((one, other) => other.length - one.length);
  return new RegExp(longestFirst.map(escaped).join("|") || "(?!)", "gu");
}
