"""WordPiece: take the longest token a word starts with, then the longest that follows.

Schuster and Nakajima, "Japanese and Korean Voice Search" (2012). Encoding is as in the
code published with BERT.
"""

from collections.abc import Iterator, Mapping
from dataclasses import field

from minitok.models.model import Model, Segmentation
from minitok.steps import MatchStep, Offsets
from minitok.validation import check_text


class WordPiece(Model):
    """A vocabulary whose tokens carry a prefix inside a word: `hugs` → `hug` `##s`.

    >>> vocab = {"[UNK]": 0, "h": 1, "hug": 2, "##g": 3, "##s": 4, "##gs": 5}
    >>> model = WordPiece(vocab)
    >>> [token.value for token in model.tokenize("huggs")]
    ['hug', '##gs']
    >>> [token.value for token in model.tokenize("hugsx")]
    ['[UNK]']

    A word that cannot be finished is one `unk_token`, and so is a word of more than
    `max_input_chars_per_word` characters.
    """

    vocab: Mapping[str, int] = field(default_factory=dict)
    unk_token: str = "[UNK]"
    continuing_subword_prefix: str = "##"
    max_input_chars_per_word: int = 100

    def _prepare_tables(self, hidden: frozenset[int]) -> None:
        super()._prepare_tables(hidden)
        prefix = self.continuing_subword_prefix
        self._continuing = {}
        for token, id in self._ids.items():
            if token.startswith(prefix):
                self._continuing[token[len(prefix) :]] = id
        self._longest = max(map(len, self._ids), default=0)

    def segment(self, word: str) -> Segmentation:
        ids: list[int] = []
        offsets: list[Offsets] = []
        start = 0
        while start < len(word):
            end, id = self._longest_match(word, start)
            if end == start or len(word) > self.max_input_chars_per_word:
                ids = [self._id_of_unknown(self.unk_token, word)]
                offsets = [(0, len(word))]
                break
            ids.append(id)
            offsets.append((start, end))
            start = end
        return Segmentation(ids, self.tokens(ids), offsets)

    def steps(self, word: str) -> Iterator[MatchStep]:
        """Yield each look-up of a candidate, the longest first.

        Looking up ends where no candidate is a token. A word that is too long has no
        steps.
        """
        length = len(check_text(word))
        prefix = ""
        start = 0
        while start < length <= self.max_input_chars_per_word:
            for end in range(length, start, -1):
                candidate = prefix + word[start:end]
                is_token = candidate in self._ids
                yield MatchStep(start, end, candidate, is_token)
                if is_token:
                    break
            else:
                return
            start = end
            prefix = self.continuing_subword_prefix

    def _longest_match(self, word: str, start: int) -> tuple[int, int]:
        """The end and the id of the longest token at `start`, or `start` and -1."""
        vocab = self._continuing if start else self._ids
        last = min(start + self._longest, len(word))
        for end in range(last, start, -1):
            id = vocab.get(word[start:end])
            if id is not None:
                return end, id
        return start, -1
