// A tokenizer from its compact file: see `minitok_course/vocabularies/compact.py`.
//
//     const gpt2 = await open("vocabularies/gpt2.bin");
//     gpt2.encode("naïve")    [{ id: 2616, token: "na", start: 0, end: 2, word: 0 }, { id: 38776, token: "Ã¯ve", … }]
//
// `start` and `end` count code points, as Python does: "🍌".length is 2 in JavaScript, but one code point.

import { Aligned } from "./aligned.js";
import { model } from "./models.js";
import { normalizer } from "./normalizers.js";
import { anyOf } from "./patterns.js";
import { preTokenizer } from "./pre_tokenizers.js";

export class Tokenizer {
  // `encoding` is the name of one of tiktoken's, which says what the added tokens are.
  constructor(head, planes, encoding) {
    const { added_tokens, normalizer: normalizes, pre_tokenizer, post_processor } = head.tokenizer;
    const special = head.encodings[encoding]?.special_tokens;
    this.model = model(head, planes);
    this.added = new Map(special ? Object.entries(special) : added_tokens.map(({ content, id }) => [content, id]));
    this.size = new Set([...this.model.ids.values(), ...this.added.values()]).size;
    this.normalizes = Boolean(normalizes);
    this.normalize = normalizes ? normalizer(normalizes) : (text) => text;
    this.cut = pre_tokenizer ? preTokenizer(pre_tokenizer) : (text) => [text];
    this.template = post_processor?.single?.map(({ SpecialToken }) => SpecialToken && post_processor.special_tokens[SpecialToken.id]);
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
    const around = ({ ids, tokens }) => ids.map((id, at) => ({ id, token: tokens[at], start: 0, end: 0, word: null }));
    return this.template?.flatMap((special) => (special ? around(special) : tokens)) ?? tokens;
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
  const unpacked = new Response(found.body.pipeThrough(new DecompressionStream("deflate")));
  const bytes = new Uint8Array(await unpacked.arrayBuffer()), end = bytes.indexOf(10); // of the line
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)));
  return new Tokenizer(head, bytes.subarray(end + 1), String(address).split("#")[1]);
}
