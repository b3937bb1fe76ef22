// Models, from a word to its tokens. A word is a list of characters; a token is [id, start, end] in that list, with its
// text as a fourth where that is not the vocabulary's.

import { bytesOf } from "./bytes.js";

class Model {
  constructor(options) {
    Object.assign(this, options);
    this.ids = new Map(this.tokens.map((token, id) => [token, id]));
    this.longest = this.tokens.reduce((most, token) => Math.max(most, token.length), 0);
  }

  // The tokens `<0x00>` to `<0xFF>` that spell some characters, if the vocabulary has them.
  byteIds(string) {
    const hex = (byte) => byte.toString(16).toUpperCase().padStart(2, "0");
    const ids = bytesOf(string).map((byte) => this.ids.get(`<0x${hex(byte)}>`));
    return ids.includes(undefined) ? [] : ids;
  }
}

class WordLevel extends Model {
  segment(chars) { return [[this.ids.get(chars.join("")) ?? this.ids.get(this.unk_token), 0, chars.length]]; }
}

// Byte-pair encoding: replay the merges, lowest rank first. `ranks` has those of the pairs, `made` the id that each makes.
class BPE extends Model {
  rankOf(left, right) { return this.ranks.get(left * PAIRS + right); }

  segment(chars) {
    const whole = this.ignore_merges ? this.ids.get(chars.join("")) : undefined;
    if (whole !== undefined) return [[whole, 0, chars.length]];
    const symbols = this.symbols(chars), ids = symbols.map(([id]) => id), ends = symbols.map(([, , end]) => end);
    for (const { left, right } of this.merging(ids)) ends[left] = ends[right];
    return symbols.flatMap(([, start], place) => (ids[place] === undefined ? [] : [[ids[place], start, ends[place]]]));
  }

  // The id of each character, with its marks: `hug` → `h` `##u` `##g</w>`. Those not in the vocabulary have none.
  idsOf(chars) {
    const { continuing_subword_prefix: prefix, end_of_word_suffix: suffix } = this, last = chars.length - 1;
    return chars.map((char, place) => this.ids.get((place && prefix ? prefix : "") + char + (place === last && suffix ? suffix : "")));
  }

  // What merging starts from: the characters, or what stands for one that is not in the vocabulary.
  symbols(chars) {
    const unknown = this.ids.get(this.unk_token), symbols = [];
    let before = false;
    for (const [place, id] of this.idsOf(chars).entries()) {
      const found = id !== undefined ? [id] : this.byte_fallback ? this.byteIds(chars[place]) : [];
      if (found.length) symbols.push(...found.map((id) => [id, place, place + 1]));
      else if (unknown !== undefined && this.fuse_unk && before) symbols.at(-1)[2] = place + 1;
      else if (unknown !== undefined) symbols.push([unknown, place, place + 1]);
      before = !found.length;
    }
    return symbols;
  }

  // Merges `ids` in place: what is merged stays at the left one's place, and undefined is left at the right one's. A
  // queue has the pairs, lowest rank first, then the leftmost, so that long words take no longer than they must.
  *merging(ids) {
    const size = ids.length, after = ids.map((_, place) => place + 1), before = ids.map((_, place) => place - 1);
    const rankAt = (left) => this.rankOf(ids[left], ids[after[left]]);
    const queue = new Queue();
    const look = (left) => rankAt(left) !== undefined && queue.push(rankAt(left) * size + left);
    ids.forEach((_, place) => look(place));
    for (let first; (first = queue.pop()) !== undefined; ) {
      const left = first % size, rank = (first - left) / size, right = after[left];
      if (rankAt(left) !== rank) continue; // one of the two has been merged since
      ids[left] = this.made[rank];
      ids[right] = undefined;
      after[left] = after[right];
      before[after[left]] = left;
      yield { rank, left, right };
      look(left);
      if (left > 0) look(before[left]);
    }
  }
}

const PAIRS = 2 ** 21; // more than there are ids: one number says both ids of a pair

// Numbers, the lowest first.
class Queue {
  numbers = [];

  push(number) {
    const { numbers } = this;
    let place = numbers.length;
    for (let up; place > 0 && numbers[(up = (place - 1) >> 1)] > number; place = up) numbers[place] = numbers[up];
    numbers[place] = number;
  }

  pop() {
    const { numbers } = this, [first] = numbers, last = numbers.pop(), size = numbers.length;
    if (size === 0) return first;
    let place = 0;
    for (let down; (down = 2 * place + 1) < size; place = down) {
      if (numbers[down + 1] < numbers[down]) down++;
      if (numbers[down] >= last) break;
      numbers[place] = numbers[down];
    }
    numbers[place] = last;
    return first;
  }
}

// WordPiece: the longest token that the word starts with, then the longest that continues it; all or nothing.
class WordPiece extends Model {
  segment(chars) {
    const { ids, continuing_subword_prefix: prefix } = this, found = [];
    for (let start = 0, end; start < chars.length; start = end) {
      const idTo = (end) => ids.get((start ? prefix : "") + chars.slice(start, end).join(""));
      for (end = Math.min(chars.length, start + this.longest); end > start && idTo(end) === undefined; ) end--;
      if (end === start || chars.length > this.max_input_chars_per_word) return [[ids.get(this.unk_token), 0, chars.length]];
      found.push([idTo(end), start, end]);
    }
    return found;
  }
}

// Unigram: every token has a score, and the sum of the scores is to be highest (Viterbi). Of equal ones the earliest
// start wins. A character that is no token scores 10 less than the worst.
class Unigram extends Model {
  constructor(options) {
    super(options);
    this.unknown = this.scores.reduce((least, score) => Math.min(least, score), Infinity) - 10;
  }

  segment(chars) {
    const { ids, scores, longest, unknown } = this;
    const best = [0, ...chars.map(() => -Infinity)], starts = [0];
    for (let start = 0; start < chars.length; start++) {
      let piece = "";
      for (let end = start + 1; end <= Math.min(chars.length, start + longest); end++) {
        piece += chars[end - 1];
        const score = best[start] + (scores[ids.get(piece)] ?? (end === start + 1 ? unknown : -Infinity));
        if (score > best[end]) [best[end], starts[end]] = [score, start];
      }
    }
    const path = [];
    for (let end = chars.length; end > 0; end = starts[end]) path.push([starts[end], end]);
    return this.tokensOn(path.reverse(), chars);
  }

  // The tokens of the best path, on which unknown characters in a row are one, or their bytes.
  tokensOn(path, chars) {
    const found = [];
    let start = 0;
    path.forEach(([from, end], place) => {
      const id = this.idOf(chars.slice(from, end).join(""));
      const goesOn = id === this.unk_id && place + 1 < path.length && this.idOf(chars.slice(...path[place + 1]).join("")) === this.unk_id;
      if (goesOn) return;
      const text = chars.slice(start, end).join(""), bytes = this.byte_fallback && !this.ids.has(text) ? this.byteIds(text) : [];
      if (id === this.unk_id && bytes.length) found.push(...bytes.map((byte) => [byte, start, end]));
      else found.push(id === this.unk_id ? [this.idOf(text), start, end, text] : [id, start, end]);
      start = end;
    });
    return found;
  }

  idOf(piece) { return this.ids.get(piece) ?? this.unk_id; }
}

const TYPES = { WordLevel, BPE, WordPiece, Unigram };

// Of numbers there are the lowest bytes first, then the next ones: planes.
function numbers(Type, planes, width = Type.BYTES_PER_ELEMENT) {
  const size = planes.length / width, found = new Uint8Array(size * Type.BYTES_PER_ELEMENT);
  planes.forEach((byte, at) => (found[(at % size) * Type.BYTES_PER_ELEMENT + Math.floor(at / size)] = byte));
  return new Type(found.buffer);
}

// A model from its compact file. If that does not say which ids are `made`, merges make the tokens from `first` on.
export function model({ tokenizer, tokens, first, made, scores }, planes) {
  const options = { ...tokenizer.model, tokens }, half = planes.length / 2;
  if (scores) options.scores = numbers(scores === "f" ? Float32Array : Float64Array, planes);
  if (options.type === "BPE") {
    const [lefts, rights] = [planes.subarray(0, half), planes.subarray(half)].map((side) => numbers(Uint32Array, side, 3));
    const ranks = new Map(Array.from(lefts, (left, rank) => [left * PAIRS + rights[rank], rank]));
    Object.assign(options, { ranks, made: made ?? Array.from(lefts, (_, rank) => first + rank) });
    const last = made ? [] : tokens.splice(first);
    if (!made) lefts.forEach((left, rank) => tokens.push(tokens[left] + tokens[rights[rank]]));
    tokens.push(...last);
  }
  return new TYPES[options.type](options);
}
