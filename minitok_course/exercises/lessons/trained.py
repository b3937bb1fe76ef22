"""What the cases of several lessons are made with: merges as training gives them, and the ranks of tokens."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import Any

from minitok.naive_bpe import learn_merges
from minitok.tokenizer import Tokenizer
from minitok_course.exercises.exercise import Args


class Named(Tokenizer):
    """A tokenizer that appears in a case under a name."""

    def __init__(self, name: str, model: Any) -> None:
        super().__init__(model)
        vars(self)["named"] = name

    def __repr__(self) -> str:
        return str(vars(self)["named"])


def merges_of(words: list[str], how_many: int) -> list[tuple[str, str]]:
    """The first merges that training learns from some words, except those that make a token a second time."""
    merges, tokens = [], set()
    for left, right in learn_merges(Counter(map(tuple, words)), how_many):
        if left + right not in tokens:
            tokens.add(left + right)
            merges.append((left, right))
    return merges if as_trained(merges) else merges_of(words, how_many - 1)


def as_trained(merges: Sequence[tuple[Any, Any]]) -> bool:
    """Whether each merge joins single characters or what an earlier one made, and makes something new."""
    tokens: set[Any] = set()
    for left, right in merges:
        if (
            any(len(part) != 1 and part not in tokens for part in (left, right))
            or left + right in tokens
        ):
            return False
        tokens.add(left + right)
    return True


def of_tokens(expected: Any, got: Any, args: Args) -> str:
    """What the tokens of a word show that are not those of BPE; the merges are a list or ranks."""
    word, merges = args
    if word[:0].join(got) != word:
        return "Joined together, the tokens must give back the word: nothing is lost, and nothing is added."
    if word[:0] in got:
        return "An empty token isn't a token: leave it out."
    for left, right in zip(got, got[1:]):
        if (left, right) in merges:
            return f"{left!r} and {right!r} are still side by side, and have a merge: repeat until no pair has one."
    made = {left + right for left, right in merges}
    if any(len(token) > 1 and token not in made for token in got):
        return "You have a token that no merge makes: join a pair only if it is one of the merges."
    if sorted(expected) == sorted(got):
        return "If a pair occurs twice, join the leftmost one first."
    return "You make the merges in the wrong order: the one that was learned first, with the lowest rank, goes first."


def fraction(share: float, count: int) -> str:
    """A share of so many as a fraction; of nothing it is 0."""
    return f"{round(share * count)} / {count}" if count else "0"


def some_word(random: Random, letters: str = "abc", longest: int = 8) -> str:
    return "".join(random.choices(letters, k=random.randint(1, longest)))


def some_merges(random: Random) -> list[tuple[str, str]]:
    return merges_of([some_word(random) for _ in range(6)], random.randint(1, 7))


def byte_ranks(merges: Iterable[tuple[str, str]]) -> dict[tuple[bytes, bytes], int]:
    return {
        (left.encode(), right.encode()): rank
        for rank, (left, right) in enumerate(merges)
    }


def after_each_merge(word: Any, merges: Any) -> Iterator[tuple[str, Args]]:
    """A word with more and more of its merges, which are a list or ranks: the stages of a case."""
    in_order = (
        sorted(merges, key=lambda pair: merges[pair])
        if isinstance(merges, dict)
        else merges
    )
    names = [
        "before any merge",
        *(
            f"merge {n}, `{left} {right}`"
            for n, (left, right) in enumerate(in_order, 1)
        ),
    ]
    for n, name in enumerate(names):
        first = in_order[:n]
        yield (
            name,
            (
                word,
                {pair: merges[pair] for pair in first}
                if isinstance(merges, dict)
                else first,
            ),
        )


def up_to_each(what: str) -> Callable[..., list[tuple[str, Args]]]:
    """A word that grows by a letter, or a list by an item: the stages of a case."""
    return lambda word, *rest: [
        (f"up to {what} {n}, `{part}`", (word[:n], *rest))
        for n, part in enumerate(word, 1)
    ]
