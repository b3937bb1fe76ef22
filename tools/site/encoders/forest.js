// All tokens that a text's encoding goes through, from single bytes or characters to the last: what the view Grow draws.
//
//     forest(gpt2, "mine", "low")    { text: "low", base: "bytes", nodes: [[0, 1, -1, -1, -1], …, [1, 3, 66, 1, 2], …] … }
//
// A node is [start, end, rank, left, right]; `left` and `right` are the places of its parts, which come before it.

import { Aligned } from "./aligned.js";
import { spelled, unspelled } from "./bytes.js";

const MOST = 1_000; // characters of a text

export function forest(tokenizer, name, whole) {
  const chars = [...whole], source = chars.slice(0, MOST), nodes = [];
  const inBytes = tokenizer.cut(Aligned.of("é")).some((word) => word.text === "Ã©");
  let read = [], done = 0; // the text so far, with a character for each byte where the model gets bytes
  const skip = (end) => {
    const between = source.slice(done, end).join("");
    read.push(...(inBytes ? spelled(between) : between));
  };
  for (const { word, id } of tokenizer.words(source.join(""))) {
    if (id !== undefined) continue; // an added token is not merged from anything
    skip(word.starts[0]);
    const heads = word.chars.map((_, place) => nodes.push([read.length + place, read.length + place + 1, -1, -1, -1]) - 1);
    for (const { rank, left, right } of tokenizer.model.merging(tokenizer.model.idsOf(word.chars))) {
      const parts = [heads[left], heads[right]];
      heads[left] = nodes.push([nodes[parts[0]][0], nodes[parts[1]][1], rank, ...parts]) - 1;
    }
    read.push(...word.chars);
    done = word.ends.at(-1);
  }
  const text = inBytes ? new TextDecoder().decode(unspelled(read.join(""))) : read.join("");
  return { name, text, base: inBytes ? "bytes" : "characters", nodes, more: Math.max(chars.length - MOST, 0) };
}
