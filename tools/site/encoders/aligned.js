// A text as its characters (code points, as Python counts them), each with the span of the source that it came from:
//
//     Aligned.of("Straße").map((char) => char.toUpperCase())    chars S T R A S S E, starts 0 1 2 3 4 4 5, ends 1 2 3 4 5 5 6
//
// Nothing changes a text: each method gives a new one.

export class Aligned {
  constructor(chars, starts, ends) {
    Object.assign(this, { chars, starts, ends });
  }

  get text() { return this.chars.join(""); }

  static of(text) {
    const chars = [...text];
    return new Aligned(chars, [...chars.keys()], chars.map((_, place) => place + 1));
  }

  static joined(texts) {
    return new Aligned(...["chars", "starts", "ends"].map((list) => texts.flatMap((text) => text[list])));
  }

  get length() { return this.chars.length; }

  slice(start, end) {
    return new Aligned(...[this.chars, this.starts, this.ends].map((list) => list.slice(start, end)));
  }

  // The characters of a string, all of which come from what is between two places.
  inPlaceOf(string, start, end) {
    const chars = [...string];
    return new Aligned(chars, chars.map(() => this.starts[start]), chars.map(() => this.ends[end - 1]));
  }

  // The changes go from left to right: [start, end, the string that replaces what is between them].
  replace(changes) {
    const parts = [];
    let done = 0;
    for (const [start, end, string] of changes) {
      parts.push(this.slice(done, start), this.inPlaceOf(string, start, end));
      done = end;
    }
    return done ? Aligned.joined([...parts, this.slice(done)]) : this;
  }

  // Each character of the string comes from the first one, or from none, just before it.
  prepend(string, fromFirst = true) {
    const first = this.inPlaceOf(string, 0, 1);
    return Aligned.joined([fromFirst ? first : new Aligned(first.chars, first.starts, first.starts), this]);
  }

  // Each character becomes the string that `change` gives for it, of any length.
  map(change) {
    const chars = [], starts = [], ends = [];
    for (const [place, char] of this.chars.entries()) {
      for (const one of change(char)) {
        chars.push(one);
        starts.push(this.starts[place]);
        ends.push(this.ends[place]);
      }
    }
    return new Aligned(chars, starts, ends);
  }

  // The places of each match: its characters, where JavaScript counts UTF-16 units.
  *matches(pattern) {
    let place = 0, unit = 0;
    const placeOf = (end) => {
      while (unit < end) unit += this.chars[place++].length;
      return place;
    };
    for (const { index, 0: found } of this.text.matchAll(pattern)) yield [placeOf(index), placeOf(index + found.length)];
  }

  parts(pattern) { return Array.from(this.matches(pattern), ([start, end]) => this.slice(start, end)); }

  // NFC, NFD, NFKC or NFKD: an e and its accent become é, which spans both.
  normalize(form) {
    if (this.text.normalize(form) === this.text) return this;
    if (form.endsWith("C")) return this.replace(compositions(this.chars, form));
    const decomposed = this.map((char) => char.normalize(form));
    return decomposed.replace(reorderings(decomposed.chars));
  }
}

// The changes that compose a text. It is cut only where nothing composes or reorders: letters keep their marks.
function* compositions(chars, form) {
  let start = 0, before = "";
  for (const [place, char] of [...chars, ""].entries()) {
    if (place > 0 && !goesOn(before, char, form)) {
      const old = [...before], made = [...before.normalize(form)];
      if (before.normalize(form) !== before) {
        const differs = old.findIndex((one, at) => at < made.length && one !== made[at]);
        const same = differs < 0 ? old.length - 1 : differs;
        yield [start + same, place, made.slice(same).join("")];
      }
      [start, before] = [place, ""];
    }
    before += char;
  }
}

function goesOn(before, char, form) {
  if (char <= "\x7f") return false; // as is the end
  const normal = char.normalize(form), [first] = normal;
  return (isMark(first) && !/^[\p{White_Space}\x1c-\x1f]+$/u.test(before))
    || (before + char).normalize(form) !== before.normalize(form) + normal;
}

// The changes that bring each run of marks into Unicode's order.
function* reorderings(chars) {
  for (let start = 0, end; start < chars.length; start = end + 1) {
    for (end = start; end < chars.length && isMark(chars[end]); ) end++;
    const marks = chars.slice(start, end).join("");
    if (marks.normalize("NFD") !== marks) yield [start, end, marks.normalize("NFD")];
  }
}

// Whether Unicode gives a character an order among marks, its combining class, which normalizing alone shows: such a
// character changes places with the mark of the lowest class, or with that of the highest.
const classes = new Map();
function isMark(char) {
  if (!classes.has(char)) {
    const moves = [`${char}\u0334`, `\u0345${char}`].some((pair) => pair.normalize("NFD") !== pair);
    classes.set(char, char.normalize("NFD") === char && moves);
  }
  return classes.get(char);
}
