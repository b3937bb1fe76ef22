// The front end of a comparison: one text, and under it a row for each tokenizer, every token under its characters.
//
// It draws from plain data alone, in a notebook and on a page without Python. The state of its model is
//
//   name: "mt-comparison", title: "One text, several tokenizers", problem: "", note: "",
//   compared: {
//     text: "Hé!",
//     rows: [{
//       name: "GPT-2", size: 50257, // of the vocabulary, 0 where it is not known
//       tokens: [[0, 1.5, "HÃ", 39, "H c3"], [1.5, 2, "©", 102, "a9"], [2, 3, "!", 0, null]],
//       why: ["", "BPE", "split"],
//       count: 3,
//       problem: "", // or a sentence that stands in the place of the tokens
//     }],
//   },
//   dares: [{ kind: "agree", text: "…" }, { kind: "cuts", by: "GPT-4o", not: "GPT-2", text: "…" },
//     { kind: "costs", by: "GPT-2", text: "…" }],
//
// A token is [start, end, token, id, shown]. `start` and `end` count the code points of the text. A cut inside a character
// has a fraction, its bytes before the cut in all its bytes: é is two bytes, so 1.5 is between them, and the first byte of
// 🍌 at place 7 ends at 7 + 1 / 4. Tokens follow one another without overlapping, but may leave characters out. Both are
// null for a token that covers nothing, such as [CLS]: those before the first other token stand at the left of the text,
// the others at its right. `token` is as the tokenizer writes it; `id` is null where there is none; `shown` is null where
// the token stands for just its characters, else what is shown in their place: `[UNK]`, or bytes in hex, `␣caf c3`.
//
// `why` has for each token what made the cut before it: "added" (an added token is on one side of it), "normalizer",
// "split" (the pre-tokenizer, by its pattern), "BPE", "WordPiece" or "Unigram" (the model), or "" where nobody knows.
// `count` is how many tokens there are in all: of a long text, `tokens` may be only the first.
//
// Set `compared` to something new, and the view draws it: see `compare.py`, which writes the same.
