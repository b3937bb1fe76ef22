"""The model of lesson 01: one token for each known word, and one for all unknown words."""

from minitok.models.model import Model, Segmentation


class WordLevel(Model):
    """Looks each word up: `cat` → 7. A word outside the vocabulary becomes `unk_token`.

    >>> WordLevel({"[UNK]": 0, "cat": 1}).tokenize("dog")
    [Token(id=0, value='[UNK]', offsets=(0, 3))]
    """

    unk_token: str = "[UNK]"

    def segment(self, word: str) -> Segmentation:
        id = self._ids.get(word)
        ids = [self._id_of_unknown(self.unk_token, word) if id is None else id]
        return Segmentation(ids, self._values(ids), [(0, len(word))])
