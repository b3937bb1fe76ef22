// The patterns of pre-tokenizers are written for Python's `regex`; these are the same for JavaScript.
//
//     '(?i:[sdmt]|ll|ve|re)|\s+(?!\S)   →   '(?:[sSſdDmMtT]|[lL][lL]|[vV][eE]|[rR][eE])|\p{White_Space}+(?!\P{White_Space})

const escaped = (string) => string.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
const bothCases = (letter) => letter + letter.toUpperCase() + (letter === "s" ? "ſ" : "");

// Some browsers lack (?i:…), and JavaScript's \s leaves out U+0085, has U+FEFF, and its \w knows no letters but a to z.
export function regex(pattern) {
  if ("String" in pattern) return new RegExp(escaped(pattern.String), "gu");
  const source = pattern.Regex
    .replace(/\(\?i:([^)]*)\)/g, (_, inside) => `(?:${inside.replace(/\[\w+\]|\w/g, (set) => `[${set.replace(/\W/g, "").replace(/./g, bothCases)}]`)})`)
    .replaceAll("\\s", "\\p{White_Space}").replaceAll("\\S", "\\P{White_Space}");
  return new RegExp(source, "gu");
}

export const anyOf = (strings) => new RegExp(strings.toSorted((one, other) => other.length - one.length).map(escaped).join("|") || "(?!)", "gu");
