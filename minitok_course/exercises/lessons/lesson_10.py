"""Lesson 10: after a merge, change only the counts it touched; a queue; words as strings; growth and caches."""

from collections import Counter, UserDict, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import islice, pairwise
from math import log
from random import Random
from typing import Any, NamedTuple

from minitok.naive_bpe import merge_pair
from minitok.trainers import BpeTrainer
from minitok_course.exercises.calling import fresh
from minitok_course.exercises.exercise import Args, Program, exercise, same
from minitok_course.exercises.lessons.exhibits import exhibit
from minitok_course.exercises.lessons.lesson_02 import count_pairs
from minitok_course.exercises.lessons.trained import fraction

Pair = tuple[int, int]


class Watched(UserDict[Pair, int]):
    """Counts that count how often they are read or changed; `data` holds them, unwatched."""

    def __init__(self, counts: dict[Pair, int]) -> None:
        self.touched = 0
        self.data = dict(counts)

    def __getitem__(self, pair: Pair) -> int:
        self.touched += 1
        return self.data[pair]

    def __setitem__(self, pair: Pair, count: int) -> None:
        self.touched += 1
        self.data[pair] = count

    def __iter__(self) -> Iterator[Pair]:
        for pair in self.data:
            self.touched += 1
            yield pair


class Updated(NamedTuple):
    """What an update left: the words, the counts that are not 0, how many changed; the looks at counts, if too many."""

    words: list[list[int]]
    counts: dict[Pair, int]
    changed: int
    touched: int

    def __repr__(self) -> str:
        if len(self.words) <= 20:
            return f"words {self.words}, counts {self.counts}"
        return (
            f"{self.touched} looks at counts"
            if self.touched
            else f"{self.changed} counts changed"
        )


def recount(words: list[list[int]], frequencies: list[int]) -> dict[Pair, int]:
    counts: Counter[Pair] = Counter()
    for word, frequency in zip(words, frequencies):
        counts.update(
            {
                pair: frequency * many
                for pair, many in Counter(zip(word, word[1:])).items()
            }
        )
    return dict(counts)


def updated(
    program: Program,
    words: Any,
    frequencies: Any,
    pair: Pair,
    new: int,
    counts: dict[Pair, int],
) -> Updated:
    """Update copies, and look at the result; how much work it took only matters if there are many pairs."""
    words, watched = fresh(words), Watched(counts)
    work = sum(len(word) - 1 for word in words)
    program(words, frequencies, pair, new, watched)
    left = {pair: count for pair, count in sorted(watched.data.items()) if count}
    changed = sum(counts.get(pair) != left.get(pair) for pair in {*counts, *left})
    return Updated(
        words,
        left,
        changed,
        watched.touched if work >= 100 and 2 * watched.touched >= work else 0,
    )


def case(words: list[list[int]], frequencies: list[int], pair: Pair) -> Args:
    return words, frequencies, pair, 100, recount(words, frequencies)


def some_words(random: Random) -> Args:
    words = [
        random.choices([1, 2, 3], k=random.randint(1, 6))
        for _ in range(random.randint(1, 3))
    ]
    return case(
        words,
        [random.randint(1, 4) for _ in words],
        (random.randint(1, 2), random.randint(1, 2)),
    )


def consistent(words: Any, frequencies: Any, pair: Pair, new: int, counts: Any) -> bool:
    ids = {id for word in words for id in word}
    right = (
        len(words) == len(frequencies)
        and all(words)
        and all(count > 0 for count in frequencies)
    )
    return (
        right
        and len(pair) == 2
        and new not in ids
        and new not in pair
        and counts == recount(words, frequencies)
    )


def by_recount(words: Any, frequencies: Any, pair: Pair, new: int, counts: Any) -> None:
    words[:] = [list(merge_pair(word, pair, new)) for word in words]
    counts.data = recount(words, frequencies)


def of_counts(expected: Any, got: Any, args: Args) -> str | None:
    words, *_, new, _ = args
    if same([*expected[:2]], [*got[:2]]):
        looks = f"you look at counts {got.touched} times, and the merge changes {expected.changed} of them"
        return f"The counts are right, but {looks}: go through only the words that contain the pair."
    if not same(expected[0], got[0]):
        if got[0] == words:
            return "The words are as they were: change each in place, `word[:] = …`."
        return "The words are merged in another way: from the left, and a symbol that is used is gone."
    if not got.changed:
        return "`counts` is unchanged: change it in place."
    for pair in sorted({*expected[1], *got[1]}, key=lambda pair: new in pair):
        right, count = expected[1].get(pair, 0), got[1].get(pair, 0)
        if count != right:
            counts = f"you count {pair} {count} times instead of {right}"
            return (
                f"The words are right, but {counts}: what did the merge take, or make?"
            )
    return None


MANY = case(
    [[1, 2, 3]] + [[2, 10 * n, 10 * n + 1, 1] for n in range(20, 80)], [2] * 61, (1, 2)
)


@exercise(
    "fast.update_counts",
    example=case([[1, 2, 3], [3, 1, 2]], [5, 2], (1, 2)),
    cases=[
        case([[1, 1, 1, 1, 1]], [1], (1, 1)),
        case([[1, 2, 1, 2]], [3], (1, 2)),
        case([[1, 1, 1]], [2], (1, 1)),
    ]
    + [
        case([[3, 1, 2, 1, 2, 3]], [1], (1, 2)),
        case([[1, 2, 3], [4, 1, 2, 3]], [5, 2], (1, 2)),
    ]
    + [case([[3, 4]], [1], (1, 2)), MANY],
    generate=some_words,
    valid=consistent,
    oracle=by_recount,
    call=updated,
    same=lambda expected, got, args: (
        isinstance(got, Updated)
        and same([*expected[:2]], [*got[:2]])
        and not got.touched
    ),
    remark=of_counts,
)
def update_counts(
    words: list[list[int]],
    frequencies: list[int],
    pair: tuple[int, int],
    new: int,
    counts: dict[tuple[int, int], int],
) -> None:
    """Merge a pair in all words, in place, and update the counts: [1, 2, 3], (1, 2) → [new, 3]."""
    for word, frequency in zip(words, frequencies):
        if pair not in zip(word, word[1:]):
            continue
        for old in zip(word, word[1:]):
            counts[old] -= frequency
            if counts[old] == 0:
                del counts[old]
        merged: list[int] = []
        for id in word:
            merged.append(id)
            if tuple(merged[-2:]) == pair:
                merged[-2:] = [new]
        word[:] = merged
        for made in zip(word, word[1:]):
            counts[made] = counts.get(made, 0) + frequency


class Rank(int):
    """The first number of an entry; counts how often one is compared."""

    compared = 0

    def __lt__(self, other: int) -> bool:
        Rank.compared += 1
        return super().__lt__(other)


@dataclass
class Emptied:
    """The pairs in the order they came, and a sentence if they came in a way that isn't asked for."""

    pairs: list[Pair | None]
    fault: str

    def __repr__(self) -> str:
        pairs = (
            self.pairs
            if len(self.pairs) < 20
            else f"the first {len(self.pairs)} answers"
        )
        fault = ", but not as asked" if self.fault else ""
        return f"called until None: {pairs}{fault}"


def emptied(program: Program, queue: Any, counts: dict[Pair, int]) -> Emptied:
    """Ask for the next pair until there is none; each pair that comes counts as merged, so its count goes."""
    queue, watched = [(Rank(count), pair) for count, pair in queue], Watched(counts)
    Rank.compared = 0
    pairs: list[Pair | None] = []
    entries, fault = len(queue), ""
    while len(pairs) <= entries:
        before = dict(watched.data)
        pair = program(queue, watched)
        if isinstance(pair, list):
            pair = tuple(pair)
        if watched.data != before:
            fault = "It changes `counts`: only the queue is yours to change."
        pairs.append(pair)
        if any(entry[1] == pair for entry in queue):
            fault = "A pair comes, but its entry is still in the queue: take it out."
        if pair is None:
            break
        watched.data.pop(pair, None)
    most = max(entries, 20)
    if watched.touched > 8 * most or Rank.compared > 20 * most:
        fault = "You look at more than the front of the queue: use `heappop` and `heappush`."
    return Emptied(pairs, fault)


def of_pairs(expected: Emptied, got: Emptied, args: Args) -> str | None:
    if got.fault:
        return got.fault
    right, pair = next(
        both for both in zip(expected.pairs, got.pairs) if both[0] != both[1]
    )
    if pair is None:
        return "You return None while pairs are left: put an old entry back with its current count, and take the next."
    if all(entry[1] != pair for entry in args[0]):
        return f"{pair!r} is not a pair in the queue: return one of its pairs, or None."
    if not args[1].get(pair):
        return f"{pair} is gone, since its count is 0: drop its entry."
    if args[1][pair] == args[1].get(right):
        return f"{right} has the same count as {pair} and lower ids: take out with `heappop`, put in with `heappush`."
    return f"{pair} has a lower count than {right}: compare each entry with `counts`."


def queue_of(entries: dict[Pair, int]) -> list[tuple[int, Pair]]:
    """Entries as a heap: the highest count first, then the lowest ids."""
    queue = [(-count, pair) for pair, count in entries.items()]
    heapify(queue)
    return queue


def fallen(random: Random) -> Args:
    pairs = [(left, right) for left in range(1, 4) for right in range(1, 4)]
    entries = {
        pair: random.randint(1, 6)
        for pair in random.sample(pairs, random.randint(1, 5))
    }
    counts = {pair: random.randint(0, count) for pair, count in entries.items()}
    return queue_of(entries), {
        pair: count for pair, count in counts.items() if count or random.random() < 0.5
    }


def is_queue(queue: Any, counts: Any) -> bool:
    counted = {pair: -count for count, pair in queue}
    in_order = all(
        queue[(place - 1) // 2] <= queue[place] for place in range(1, len(queue))
    )
    known = len(counted) == len(queue) and all(
        0 <= count <= counted.get(pair, -1) for pair, count in counts.items()
    )
    return (
        in_order
        and known
        and all(len(pair) == 2 and count > 0 for pair, count in counted.items())
    )


def taken_from_all(queue: Any, counts: Watched) -> Pair | None:
    left = [pair for pair, count in counts.data.items() if count]
    best = max(
        left, key=lambda pair: (counts.data[pair], -pair[0], -pair[1]), default=None
    )
    queue[:] = [entry for entry in queue if entry[1] != best]
    return best


WAITING = {(number, number + 1): number for number in range(1, 61)}


@exercise(
    "fast.next_pair",
    example=(
        queue_of({(1, 2): 20, (3, 2): 17, (2, 4): 16}),
        {(1, 2): 20, (3, 2): 5, (2, 4): 16},
    ),
    cases=[
        ([], {}),
        (queue_of({(1, 2): 3}), {}),
        (queue_of({(1, 2): 3}), {(1, 2): 0}),
        (queue_of({(1, 2): 3, (1, 1): 2}), {(1, 2): 1, (1, 1): 2}),
        (queue_of({(2, 1): 4, (1, 2): 5}), {(2, 1): 4, (1, 2): 4}),
        (
            queue_of({(1, 2): 9, (2, 3): 8, (3, 4): 7}),
            {(1, 2): 2, (2, 3): 3, (3, 4): 4},
        ),
        (queue_of(WAITING), WAITING),
    ],
    generate=fallen,
    valid=is_queue,
    call=emptied,
    oracle=taken_from_all,
    same=lambda expected, got, args: (
        isinstance(got, Emptied) and got.pairs == expected.pairs and not got.fault
    ),
    remark=of_pairs,
)
def next_pair(
    queue: list[tuple[int, tuple[int, int]]], counts: dict[tuple[int, int], int]
) -> tuple[int, int] | None:
    """Take the best pair out of a heap of (-count, pair), or None: [(-3, (1, 2))], {(1, 2): 3} → (1, 2)."""
    while queue:
        count, pair = heappop(queue)
        today = counts.get(pair, 0)
        if today == -count:
            return pair
        if today:
            heappush(queue, (-today, pair))
    return None


def two_runs(random: Random) -> Args:
    small, first = random.randint(1, 9) * 100, random.randint(1, 9) / 10
    return (
        small,
        first,
        small * random.choice([2, 4, 10]),
        first * random.choice([1, 2, 4, 16, 100]),
    )


def of_growth(expected: float, got: float, args: Args) -> str:
    size, seconds, larger, its_seconds = args
    yours, right = (larger / size) ** got, its_seconds / seconds
    return f"With your k, the time would be {yours:.3g} times as long, but it is {right:.3g} times as long."


@exercise(
    "fast.exponent",
    example=(100, 0.5, 1000, 5.0),
    cases=[
        (1000, 0.1, 2000, 0.4),
        (10, 3.0, 1000, 3.0),
        (2, 0.2, 16, 1.6),
        (100, 0.2, 150, 0.6),
    ],
    generate=two_runs,
    remark=of_growth,
    valid=lambda small, first, large, second: 0 < small < large and 0 < first <= second,
)
def exponent(size: float, seconds: float, larger: float, its_seconds: float) -> float:
    """The k in seconds = c · size ** k, from two runs: 100 in 0.5 s and 1,000 in 5 s → 1."""
    return log(its_seconds / seconds) / log(larger / size)


def by_counting(word: str, pair: str, new: str) -> tuple[str, dict[str, int]]:
    """The pairs of the merged word, minus those of the word."""
    merged = "".join(merge_pair(word, (pair[0], pair[1]), new))
    before, after = (Counter(map("".join, pairwise(text))) for text in (word, merged))
    return merged, {
        other: after[other] - before[other] for other in sorted({*before, *after})
    }


def changes_of(answer: Any, word: str, pair: str) -> Any:
    """An answer without zeros, and without the pair itself, which may be counted: all of it, or only as a neighbour."""
    gone = sum(word.startswith(pair, place) for place in range(len(word)))
    allowed = range(-gone, 1) if pair[0] == pair[1] else (-gone, 0)
    match answer:
        case [merged, Mapping() as changes]:
            items = sorted(changes.items())
            return merged, {
                other: by
                for other, by in items
                if by and not (other == pair and by in allowed)
            }
    return answer


def of_changes(expected: Any, got: Any, args: Args) -> str | None:
    (merged, changes), (its, others) = expected, got
    if merged != its:
        return f"{args[0]!r} becomes {merged!r}."
    if not all(isinstance(other, str) for other in others):
        return f"Here a pair is a string of two characters, such as {args[1]!r}: join the two."
    if others.get(args[1], 0) > 0:
        return "A pair that disappears counts −1, and one that appears counts +1."
    for other in sorted({*changes, *others}):
        right, yours = changes.get(other, 0), others.get(other, 0)
        if right != yours:
            counts = f"the count of {other!r} should change by {right}, not by {yours}"
            return (
                f"{merged!r} is right, but {counts}: look at what stands on each side."
            )
    return None


@exercise(
    "fast.merge_string",
    example=("xababy", "ab", "N"),
    cases=[
        ("xyz", "ab", "N"),
        ("abx", "ab", "N"),
        ("abcab", "ab", "N"),
        ("", "ab", "N"),
        ("ab", "ab", "N"),
    ]
    + [
        ("baab", "ab", "N"),
        ("baaaaa", "aa", "N"),
        ("ababab", "ab", "N"),
        ("abxabx", "ab", "N"),
        ("xababxab", "ab", "N"),
    ],
    generate=lambda random: (
        "".join(random.choices("abc", k=7)),
        "".join(random.choices("abc", k=2)),
        "N",
    ),
    valid=lambda word, pair, new: (
        len(pair) == 2 and len(new) == 1 and new not in word + pair
    ),
    call=lambda program, word, pair, new: changes_of(
        program(word, pair, new), word, pair
    ),
    oracle=by_counting,
    remark=of_changes,
)
def merge_string(word: str, pair: str, new: str) -> tuple[str, dict[str, int]]:
    """The merged word, and how the counts beside it change: "cab", "ab", "N" → ("cN", {"ca": -1, "cN": 1})."""
    parts = word.split(pair)
    changes: dict[str, int] = defaultdict(int)
    for ahead in filter(None, parts[:-1]):
        changes[ahead[-1] + pair[0]] -= 1
        changes[ahead[-1] + new] += 1
    for behind in filter(None, parts[1:]):
        changes[pair[1] + behind[0]] -= 1
        changes[new + behind[0]] += 1
    if touching := parts[1:-1].count(""):
        changes[pair[1] + pair[0]] -= touching
        changes[new + new] += touching
    return new.join(parts), changes


def of_shares(expected: Any, got: Any, args: Args) -> str:
    return (
        f"Here the share is {fraction(expected, len(args[0]))}, the hits divided by all words. "
        "No word leaves by itself, and a new word that finds the cache full empties it."
    )


@exercise(
    "fast.hit_rate",
    example=(["the", "cat", "the", "hat"], 10),
    cases=[
        ([], 5),
        ([*"abab"], 1),
        ([*"aab"], 1),
        ([*"abca"], 2),
        ([*"abacb"], 2),
        ([*"abcc"], 2),
    ],
    generate=lambda random: (
        random.choices("abcd", k=random.randint(0, 9)),
        random.randint(1, 4),
    ),
    valid=lambda words, room: room > 0,
    remark=of_shares,
)
def hit_rate(words: list[str], room: int) -> float:
    """The share of words found in a cache of `room` words, emptied when a new word finds it full: a b a c, 2 → 0.25."""
    cache: set[str] = set()
    hits = 0
    for word in words:
        if word in cache:
            hits += 1
            continue
        if len(cache) == room:
            cache.clear()
        cache.add(word)
    return hits / len(words) if words else 0.0


MERGES, MOST = 3, 40


def trusting(word_counts: dict[str, int]) -> list[tuple[str, str]]:
    """Wrong: a queue whose entries are trusted. A pair enters it each time its count has grown."""
    words = {tuple(word): count for word, count in sorted(word_counts.items())}
    ids = {letter: id for id, letter in enumerate(sorted(set("".join(word_counts))))}
    merges: list[tuple[str, str]] = []
    queue: list[Any] = []
    before: dict[tuple[str, str], int] = {}
    while len(merges) < MERGES:
        counts = count_pairs(words)
        grown = [
            (-n, *map(ids.get, pair), pair)
            for pair, n in counts.items()
            if n > before.get(pair, 0)
        ]
        queue = sorted(queue + grown)
        if not queue:
            break
        *_, pair = queue.pop(0)
        merges.append(pair)
        ids.setdefault("".join(pair), len(ids))
        words = {merge_pair(symbols, pair): count for symbols, count in words.items()}
        before = counts
    return merges


def trained(word_counts: dict[str, int]) -> list[tuple[str, str]]:
    steps = BpeTrainer(vocab_size=100).steps(word_counts)
    return [step.pair for step in islice(steps, MERGES) if step.pair]


def countable(value: Any) -> bool | str:
    if not isinstance(value, dict) or not all(isinstance(word, str) for word in value):
        return "Give a dict with a word and its count, such as `{'ab': 2}`."
    if len(value) != 1:
        return "Give exactly one word: one is enough."
    if not all(0 < len(word) <= MOST for word in value):
        return f"The word needs 1 to {MOST} letters."
    return (
        all(type(n) is int and n > 0 for n in value.values())
        or "A count is a whole number, 1 or more."
    )


exhibit(
    "trusting_queue",
    wrong=lambda counts: list(map(" ".join, trusting(counts))),
    right=lambda counts: [" ".join(pair) for pair in trained(counts)],
    fits=countable,
    nudge="The first merge has to lower the count of a pair that waits.",
    answer={"aba": 1},
)
