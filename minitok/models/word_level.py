"""WordLevel looks each word up, whole."""

from collections.abc import Mapping
from dataclasses import field

from minitok.models.model import Model, Segmentation


class WordLevel(Model):
    """Looks each word up: `cat` → 7.

    A word that is not in the vocabulary becomes `unk_token`.

    >>> WordLevel({"[UNK]": 0, "cat": 1}).tokenize("dog")
    [Token(id=0, value='[UNK]', offsets=(0, 3))]
    """

    vocab: Mapping[str, int] = field(default_factory=dict)
    unk_token: str = "[UNK]"

    def segment(self, word: str) -> Segmentation:
        id = self._ids.get(word)
        if id is None:
            id = self._id_of_unknown(self.unk_token, word)
        return Segmentation([id], self.tokens([id]), [(0, len(word))])
