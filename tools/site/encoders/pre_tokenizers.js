// Pre-tokenizers, from text to words, each named and set up as in a tokenizer.json.

import { spelled } from "./bytes.js";
import { regex } from "./patterns.js";

const PUNCTUATION = String.raw`!-\/:-@\[-\x60\{-~\p{P}`; // BERT's: \p{P} and the ASCII symbols
const GPT2 = String.raw`'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+`;

const words = (Regex) => {
  const pattern = regex({ Regex });
  return () => (text) => text.parts(pattern);
};

const TYPES = {
  WhitespaceSplit: words(String.raw`\S+`),
  BertPreTokenizer: words(`[^\\s${PUNCTUATION}]+|[${PUNCTUATION}]`),
  Split: split,

  Sequence({ pretokenizers }) {
    const all = pretokenizers.map(preTokenizer);
    return (text) => all.reduce((parts, cut) => parts.flatMap(cut), [text]);
  },

  ByteLevel({ add_prefix_space, use_regex = true }) {
    const pattern = regex({ Regex: use_regex ? GPT2 : String.raw`[\s\S]+` });
    return (text) => {
      const spaced = add_prefix_space && text.length && text.chars[0] !== " " ? text.prepend(" ", false) : text;
      return spaced.parts(pattern).map((word) => word.map(spelled));
    };
  },

  // `Hey you` → `▁Hey` `▁you`
  Metaspace({ replacement, prepend_scheme = "always", split = true }) {
    const pattern = regex({ Regex: split ? `[\\s\\S][^${replacement}]*` : String.raw`[\s\S]+` });
    return (text) => {
      let spaced = text.map((char) => (char === " " ? replacement : char));
      const prepends = prepend_scheme === "always" || (prepend_scheme === "first" && text.starts[0] === 0);
      if (prepends && text.length && spaced.chars[0] !== replacement) spaced = spaced.prepend(replacement);
      return spaced.parts(pattern);
    };
  },
};

export const preTokenizer = (part) => TYPES[part.type](part);

const JOINS = { MergedWithPrevious: ["text match"], MergedWithNext: ["match text"], Contiguous: ["text text", "match match"] };

// Cuts at every match: a match is a word of its own (Isolated), part of one beside it, or in no word (Removed).
function split({ pattern, behavior, invert = false }) {
  const compiled = regex(pattern);
  return (text) => {
    const spans = [];
    let done = 0, before = "";
    const add = (start, end, kind) => {
      if (start === end) return;
      if (JOINS[behavior]?.includes(`${before} ${kind}`)) spans.at(-1)[1] = end;
      else if (behavior !== "Removed" || kind === "text") spans.push([start, end]);
      before = kind;
    };
    const [match, between] = invert ? ["text", "match"] : ["match", "text"];
    for (const [start, end] of text.matches(compiled)) {
      add(done, start, between);
      add(start, end, match);
      done = end;
    }
    add(done, text.length, between);
    return spans.map(([start, end]) => text.slice(start, end));
  };
}
