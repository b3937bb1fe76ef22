// A text as the view Waterline draws it, with the hills of its words: see waterline.py, which does the same.

import { Aligned } from "./encoders/aligned.js";
import { spelled, unspelled } from "./encoders/bytes.js";

export function landscape(tokenizers, sizes, name, whole) {
  const chars = [...whole], text = chars.slice(0, 1_000), lands = tokenizers.map((tokenizer, place) => land(tokenizer, sizes[place], text));
  return { name, text: lands[0].text, base: lands[0].base, lands: lands.map(({ words }) => words), more: chars.length - text.length };
}

function land(tokenizer, size, source) {
  const inBytes = tokenizer.cut(Aligned.of("é")).some((word) => word.text === "Ã©"), words = [], read = [];
  let done = 0;
  for (const { word, id } of tokenizer.words(source.join(""))) {
    if (id !== undefined) continue; // an added token is not merged from anything
    const skipped = source.slice(done, word.starts[0]).join(""), between = [...(inBytes ? spelled(skipped) : skipped)], start = read.length;
    if (inBytes && between.length) words.push([start, between.slice(1).map(() => [start, start + between.length, -1, -1])]);
    read.push(...between);
    words.push([read.length, hillsOf(tokenizer.model, size, word.chars, read.length)]);
    read.push(...word.chars);
    done = word.ends.at(-1);
  }
  const text = inBytes ? new TextDecoder().decode(unspelled(read.join(""))) : read.join("");
  return { text, base: inBytes || /^[\0-\x7f]*$/.test(text) ? "bytes" : "characters", words };
}

// The hill after each symbol but the last, as high as the highest merge on the way to its token.
function hillsOf(model, size, chars, start) {
  const hills = chars.slice(1).map(() => [start, start + chars.length, size, -1]);
  const symbols = chars.map((_, place) => [start + place, start + place + 1, -1, -1]);
  for (const { rank, left, right } of model.merging(model.idsOf(chars))) {
    const [one, other] = [symbols[left], symbols[right]];
    symbols[left] = hills[other[0] - start - 1] = [one[0], other[1], Math.max(rank, one[2], other[2]), rank];
  }
  return hills;
}
