"""What every trainer has in common."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping

from minitok.models import Model


class Trainer(ABC):
    """Word counts to a model.

    `vocab_size` counts everything: special tokens, which get the first ids, alphabet, and what is learned. What
    occurs fewer than `min_frequency` times is not learned.
    """

    def __init__(self, *, vocab_size: int = 30_000, min_frequency: int = 0, special_tokens: Iterable[str] = ()) -> None:
        if vocab_size < 1:
            raise ValueError(f"vocab_size={vocab_size} leaves no room for any token: make it 1 or more")
        if min_frequency < 0:
            raise ValueError(f"min_frequency={min_frequency} is less than nothing: make it 0 or more")
        if isinstance(special_tokens, str):
            raise TypeError(
                f"special_tokens={special_tokens!r} would be read letter by letter: "
                f"write special_tokens=[{special_tokens!r}]"
            )
        self.vocab_size = vocab_size
        self.min_frequency = min_frequency
        self.special_tokens = tuple(dict.fromkeys(special_tokens))
        if "" in self.special_tokens:
            raise ValueError("special_tokens holds an empty token, which nothing could ever match: leave it out")

    @abstractmethod
    def train(self, word_counts: Mapping[str, int]) -> Model:
        """Learn from how often each word occurs, the words as `count_words` gives them."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in vars(self).items())})"
