// A tokenizer from its description: a tokenizer.json whose vocabulary is written shorter. See `vocabularies.py`.
//
//     const gpt2 = await open("vocabularies/gpt2");
//     gpt2.encode("naïve")    [{ id: 2616, token: "na", start: 0, end: 2, word: 0 }, { id: 38776, token: "Ã¯ve", … }]
//
// `start` and `end` count code points, as Python does: "🍌".length is 2 in JavaScript, but one code point.

import { Aligned } from "./aligned.js";
import { model } from "./models.js";
import { normalizer } from "./normalizers.js";
import { anyOf } from "./patterns.js";
import { preTokenizer } from "./pre_tokenizers.js";

export class Tokenizer {
  constructor(description) {
    this.size = description.size;
    this.model = model(description.model);
    this.normalizes = Boolean(description.normalizer);
    this.added = new Map(Object.entries(description.added));
    this.normalize = this.normalizes ? normalizer(description.normalizer) : (text) => text;
    this.cut = description.pre_tokenizer ? preTokenizer(description.pre_tokenizer) : (text) => [text];
    this.template = description.template ?? [null];
    this.pattern = anyOf([...this.added.keys()]);
  }

  // The tokens of a text, with those that the template puts around them, which are in no word.
  encode(text) {
    const tokens = [];
    for (const [number, { word, id }] of this.words(text).entries()) {
      const found = id === undefined ? this.model.segment(word.chars) : [[id, 0, word.length, word.text]];
      for (const [id, start, end, token = this.model.tokens[id]] of found) {
        tokens.push({ id, token, start: word.starts[start], end: word.ends[end - 1], word: number });
      }
    }
    return this.template.flatMap((token) => (token ? { ...token, start: 0, end: 0, word: null } : tokens));
  }

  // The words as the model gets them, and the added tokens between them, with their ids.
  words(text) {
    const source = Aligned.of(text), found = [];
    let done = 0;
    const add = (part) => {
      const words = part.length ? this.cut(this.normalize(part)) : [];
      found.push(...words.filter((word) => word.length).map((word) => ({ word })));
    };
    for (const [start, end] of source.matches(this.pattern)) {
      add(source.slice(done, start));
      const word = source.slice(start, end);
      found.push({ word, id: this.added.get(word.text) });
      done = end;
    }
    add(source.slice(done));
    return found;
  }
}

export async function open(address) {
  const found = await fetch(address);
  if (!found.ok) throw new Error(`${address}: ${found.status}`);
  const described = await new Response(found.body.pipeThrough(new DecompressionStream("gzip"))).json();
  return described.model ? new Tokenizer(described) : described;
}
