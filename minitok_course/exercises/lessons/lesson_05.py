"""Lesson 05: segmentations of a word, the best one, the loss of a corpus, and a trainer in four steps."""

from collections.abc import Callable, Container, Iterable, Mapping
from math import exp, fsum, inf, isclose, log
from random import Random
from typing import Any

from minitok_course.exercises.exercise import Args, Program, close, exercise
from minitok_course.exercises.lessons.exhibits import a_text, exhibit, is_text
from minitok_course.exercises.lessons.trained import up_to_each


def word_and_pieces(random: Random) -> Args:
    pieces = random.choices(
        ["a", "b", "c", "ab", "bc", "abc", "ba", "ca", "cab"], k=random.randint(1, 7)
    )
    return "".join(random.choices("abc", k=random.randint(1, 5))), set(pieces)


def greedy(
    word: str, pieces: Container[str], key: Callable[[str], float] = len
) -> list[str] | None:
    """The longest piece that fits, or the one with the highest key, from left to right; None if none fits."""
    way = []
    while word:
        fitting = [
            word[:end] for end in range(1, len(word) + 1) if word[:end] in pieces
        ]
        if not fitting:
            return None
        way.append(max(fitting, key=key))
        word = word[len(way[-1]) :]
    return way


def of_ways(expected: Any, got: Any, args: Args) -> str | None:
    for way in got:
        if tuple(way) not in expected:
            return f"{way} isn't a segmentation: each part has to be a piece, and together they have to give the word."
    for way in expected:
        if [*map(tuple, got)].count(way) > 1:
            return f"{way} comes more than once: each segmentation is in the list once."
        if way not in map(tuple, got):
            return f"{way} is missing."
    return None  # and the checker says that they are in another order


@exercise(
    "unigram.segmentations",
    example=("pug", {"p", "u", "g", "pu", "ug"}),
    cases=[
        ("", {"a"}),
        ("ab", {"a"}),
        ("aaa", {"a", "aa"}),
        ("ab", {"ab"}),
        ("ab", {"a", "b", "ab"}),
    ]
    + [("hugged", {"hugged"}), ("aaaaa", {"a", "aa"})],
    generate=word_and_pieces,
    valid=lambda word, pieces: all(pieces) and len(word) <= 12,
    remark=of_ways,
)
def segmentations(word: str, pieces: set[str]) -> list[tuple[str, ...]]:
    """All segmentations of a word, sorted: pu, {p, u, pu} → [('p', 'u'), ('pu',)]; the empty word has one, ()."""
    if not word:
        return [()]
    found = []
    for end in range(1, len(word) + 1):
        if word[:end] in pieces:
            found += [(word[:end], *rest) for rest in segmentations(word[end:], pieces)]
    return sorted(found)


def of_fewest(expected: Any, got: Any, args: Args) -> str:
    word, pieces = args
    way = viterbi(word, dict.fromkeys(pieces, -1.0))
    return f"It takes {len(way)} here: {' + '.join(way) or 'no pieces'}."


@exercise(
    "unigram.fewest_pieces",
    example=("hugs", {"h", "u", "g", "s", "ug", "hug"}),
    cases=[
        ("", {"a"}),
        ("bcab", {"a", "b", "bc", "cab"}),
        ("acab", {"ab", "c", "ca"}),
        ("a" * 40, {"a", "aa", "aaa"}),
    ]
    + [
        ("bacb", {"a", "b", "cb", "bac"}),
        ("bcabc", {"bc", "cab"}),
        ("hugged", {"hugged"}),
    ],
    generate=word_and_pieces,
    valid=lambda word, pieces: all(pieces),
    stages=up_to_each("letter"),
    remark=of_fewest,
)
def fewest_pieces(word: str, pieces: set[str]) -> int | None:
    """The fewest pieces that make up a word: hugs, {hug, s, …} → 2; '' → 0; None if it can't be written."""
    fewest: list[float] = [0]
    for end in range(1, len(word) + 1):
        ways = [inf]
        for start in range(end):
            if word[start:end] in pieces:
                ways.append(fewest[start] + 1)
        fewest.append(min(ways))
    return None if fewest[-1] == inf else int(fewest[-1])


LONG = {"a": -10.0, "b": -10.25, "aa": -20.5, "ab": -21.0, "bab": -33.0}


def is_scored(word: str, log_probs: Mapping[str, float]) -> bool:
    return bool(word) and all(log_probs) and max(log_probs.values(), default=0) <= 0


def word_and_scores(random: Random) -> Args:
    word, pieces = word_and_pieces(random)
    return word, {piece: -random.randint(4, 40) / 4 for piece in sorted(pieces)}


def total(pieces: Iterable[str], log_probs: Mapping[str, float]) -> float:
    return sum(log_probs[piece] for piece in pieces)


def as_good(expected: Any, got: Any, args: Args) -> bool:
    """Whether a segmentation spells the word and scores as well as the best; no segmentation if there is none."""
    word, log_probs = args
    if not isinstance(got, (list, tuple)) or not all(
        isinstance(piece, str) and piece in log_probs for piece in got
    ):
        return False
    if not expected:
        return not got
    return "".join(got) == word and isclose(
        total(got, log_probs), total(expected, log_probs), rel_tol=1e-9
    )


def of_pieces(expected: list[str], got: list[str], args: Args) -> str:
    """What is wrong with a segmentation."""
    word, log_probs = args
    if not expected:
        return "This word can't be written: return an empty list."
    if not got:
        return "This word can be written, but you return an empty list."
    text = "".join(got)
    if text != word:
        return f"Joined together, your pieces give {text!r}, not the word."
    for piece in got:
        if piece not in log_probs:
            return f"{piece!r} isn't a piece: does every place but the first start at minus infinity?"
    if len(word) > 40:
        return "Short words come out right, and this long one doesn't: if you multiply probabilities, add logarithms."
    best = total(expected, log_probs)
    return (
        f"Your pieces add up to {total(got, log_probs):g}, the best ones to {best:g}."
    )


def by_multiplied_scores(word, log_probs):
    """Viterbi that multiplies scores instead of adding them."""
    return path(
        word, log_probs, lambda before, score: before * score if before else score
    )


def from_unreached_places(word, log_probs):
    """Viterbi in which a piece may start at a place that no piece reaches."""
    return path(
        word,
        log_probs,
        lambda before, score: score + (0.0 if before == -inf else before),
    )


def path(word, log_probs, join):
    """The pieces of the best segmentation, with another way to join the score before a piece and its own."""
    best = [(0.0, [])]
    for end in range(1, len(word) + 1):
        ways = [(-inf, [])]
        for start in range(end):
            piece = word[start:end]
            if piece in log_probs:
                before, pieces = best[start]
                ways.append((join(before, log_probs[piece]), [*pieces, piece]))
        best.append(max(ways, key=lambda way: way[0]))
    return best[-1][1]


@exercise(
    "unigram.viterbi",
    example=("hug", {"h": -2.6, "u": -1.8, "g": -2.4, "hu": -2.6, "ug": -2.4}),
    cases=[
        ("abc", {"ab": -4.0, "c": -1.0, "a": -1.0, "bc": -3.0}),
        ("abc", {"a": -1.0, "bc": -9.0, "ab": -3.0, "c": -1.0}),
        ("abcde", {"a": -1.0, "b": -1.0, "cde": -9.0, "abcd": -3.0, "e": -1.0}),
        ("hugged", {"hugged": -9.0}),
        ("ba", {"a": -1.0}),
        ("ab" * 40, LONG),
        ("ab" * 100, LONG),
        ("a" * 200, LONG),
    ],
    generate=word_and_scores,
    valid=is_scored,
    same=as_good,
    stages=up_to_each("letter"),
    remark=of_pieces,
)
def viterbi(word: str, log_probs: dict[str, float]) -> list[str]:
    """The pieces of the best segmentation: hug, {h: -2.6, ug: -2.4, …} → ['h', 'ug']; [] if there is none."""
    best = [0.0] + [-inf] * len(word)
    starts = [0] * (len(word) + 1)
    for end in range(1, len(word) + 1):
        for start in range(end):
            score = best[start] + log_probs.get(word[start:end], -inf)
            if score > best[end]:
                best[end], starts[end] = score, start
    if best[-1] == -inf:
        return []
    pieces: list[str] = []
    end = len(word)
    while end:
        pieces.append(word[starts[end] : end])
        end = starts[end]
    return pieces[::-1]


def product(word, log_probs):
    """Viterbi with products of probabilities: the highest product, and its pieces."""
    best = [(1.0, [])]
    for end in range(1, len(word) + 1):
        ways = [
            (prob * exp(log_probs.get(word[start:end], -inf)), start)
            for start, (prob, _) in enumerate(best)
        ]
        prob, start = max(ways, key=lambda way: way[0])
        best.append((prob, [*best[start][1], word[start:end]] if prob else []))
    return best[-1]


SCORES = {"h": -2.6, "u": -1.8, "g": -2.4, "hu": -2.6, "ug": -2.4}
SCORES |= {"p": -2.5, "pu": -2.5, "n": -2.6, "un": -2.6}


def corpus_and_scores(random: Random) -> Args:
    scores = {letter: -random.randint(4, 20) / 4 for letter in "abc"} | word_and_scores(
        random
    )[1]
    return {
        word_and_pieces(random)[0]: random.randint(1, 5)
        for _ in range(random.randint(1, 3))
    }, scores


def is_corpus(counts: Mapping[str, int], scores: Mapping[str, float]) -> bool:
    return bool(counts) and min(counts.values()) > 0 and all(scores) and all(counts)


def by_the_pieces_of_viterbi(word_counts, log_probs):
    """The loss that takes a word for certain if it can't be written."""
    lost = 0.0
    for word, count in word_counts.items():
        lost -= count * total(viterbi(word, log_probs), log_probs)
    return lost


def of_loss(expected: float, got: float, args: Args) -> str:
    """What a word adds to the loss, the first that can't be written if there is one."""
    *piece, word_counts, log_probs = args
    for word, count in word_counts.items():
        lost = loss_without(*piece or [""], {word: count}, log_probs)
        if lost == expected == inf:
            return f"{word!r} can't be written, so the loss is infinite."
    return f"{count} × {word!r} adds {lost:g} to the loss: what does it add in yours?"


@exercise(
    "unigram.loss",
    example=({"hug": 10, "pun": 12}, SCORES),
    cases=[
        ({"ab" * 100: 2}, LONG),
        ({"a": 3, "b": 1}, LONG),
        ({"ab": 1}, {"a": -1.0, "b": -1.0, "ab": -9.0}),
        ({"ab": 1}, {"a": -1.0}),
        ({"bun": 2, "hug": 1}, SCORES),
    ],
    generate=corpus_and_scores,
    valid=is_corpus,
    remark=of_loss,
)
def loss(word_counts: dict[str, int], log_probs: dict[str, float]) -> float:
    """The loss of a corpus: {'hug': 2}, {'h': -1.0, 'ug': -1.5} → 5.0; inf if a word can't be written."""
    lost = 0.0
    for word, count in word_counts.items():
        best = [0.0]
        for end in range(1, len(word) + 1):
            best.append(
                max(
                    best[start] + log_probs.get(word[start:end], -inf)
                    for start in range(end)
                )
            )
        lost -= count * best[-1]
    return lost


def corpus_and_a_piece(random: Random) -> Args:
    counts, scores = corpus_and_scores(random)
    return random.choice(sorted(scores)), counts, scores


@exercise(
    "unigram.loss_without",
    example=("un", {"hug": 10, "pun": 12}, SCORES),
    cases=[
        ("ug", {"hug": 1, "ug": 2}, SCORES),
        ("hu", {"hu": 3}, {"h": -2.0, "u": -2.0, "hu": -1.0, "huh": -1.0}),
        ("h", {"huh": 3}, {"h": -2.0, "u": -2.0, "hu": -1.0, "huh": -1.0}),
        ("b", {"bu": 1, "u": 1}, {"b": -2.0, "u": -2.0}),
    ],
    generate=corpus_and_a_piece,
    valid=lambda piece, counts, scores: piece in scores and is_corpus(counts, scores),
    remark=of_loss,
)
def loss_without(
    piece: str,
    word_counts: dict[str, int],
    log_probs: dict[str, float],
) -> float:
    """The loss of a corpus without a piece: ug, {hug: 1}, {h: -1.0, u: -2.0, g: -2.0, ug: -1.5} → 5.0."""
    rest = {other: score for other, score in log_probs.items() if other != piece}
    lost = 0.0
    for word, count in word_counts.items():
        best = [0.0]
        for end in range(1, len(word) + 1):
            ways = []
            for start in range(end):
                ways.append(best[start] + rest.get(word[start:end], -inf))
            best.append(max(ways))
        lost -= count * best[-1]
    return lost


def sums(word: str, log_probs: Mapping[str, float]) -> list[float]:
    """The probability of all segmentations up to each place: 0.0 where it is too small for a float."""
    probs = [1.0]
    for end in range(1, len(word) + 1):
        probs.append(
            sum(
                probs[start] * exp(log_probs.get(word[start:end], -inf))
                for start in range(end)
            )
        )
    return probs


def listed(
    word: str, log_probs: dict[str, float], used: Callable[[Any], Iterable[str]] = iter
) -> dict[str, float]:
    """Expected counts by a list of all segmentations: the oracle for short words."""
    counts = dict.fromkeys(log_probs, 0.0)
    for way in segmentations(word, log_probs):
        for piece in used(way):
            counts[piece] += exp(total(way, log_probs)) / sums(word, log_probs)[-1]
    return counts


def one_by_one(word: str, log_probs: dict[str, float]) -> dict[str, float]:
    return dict((listed if len(word) <= 10 else expected_counts)(word, log_probs))


def without_zeros(program: Program, *args: Any) -> Any:
    """What a program counts; a piece that never occurs may have 0 or be left out."""
    counts = program(*args)
    return (
        {key: n for key, n in counts.items() if not close(0.0, n)}
        if isinstance(counts, Mapping)
        else counts
    )


def of_shares(expected: Any, got: dict[str, float], args: Args) -> str:
    word, _ = args
    if not expected:
        return "This word can't be written: return an empty dict."
    covered = sum(len(piece) * count for piece, count in got.items())
    if close(len(word), covered):
        piece = next(
            piece
            for piece in expected
            if not close(expected[piece], got.get(piece, 0.0))
        )
        return f"{piece!r} should count {expected[piece]:g}: weigh each segmentation by its share of the probability."
    return f"Counts times lengths have to add up to the length of the word, {len(word)}: yours add up to {covered:g}."


@exercise(
    "unigram.expected_counts",
    example=("pug", {"p": -2.5, "u": -1.8, "g": -2.4, "pu": -2.5, "ug": -2.4}),
    cases=[("ab", {"a": -1.0}), ("aaa", {"a": -1.0, "aa": -1.5}), ("ab" * 100, LONG)],
    generate=word_and_scores,
    valid=is_scored,
    oracle=one_by_one,
    call=without_zeros,
    remark=of_shares,
)
def expected_counts(word: str, log_probs: dict[str, float]) -> dict[str, float]:
    """How often a word uses each piece, on average: 'aa', only 'a' → {'a': 2.0}; {} if it can't be written."""

    def forward(word: str, log_probs: dict[str, float]) -> list[float]:
        to = [0.0]
        for end in range(1, len(word) + 1):
            logs = [
                to[start] + log_probs.get(word[start:end], -inf) for start in range(end)
            ]
            highest = max(logs)
            to.append(-inf)
            if highest > -inf:
                to[end] = highest + log(fsum(exp(one - highest) for one in logs))
        return to

    to = forward(word, log_probs)
    backwards = {piece[::-1]: score for piece, score in log_probs.items()}
    on = forward(word[::-1], backwards)[::-1]
    counts: dict[str, float] = {}
    for start in range(len(word)):
        for end in range(start + 1, len(word) + 1):
            piece = word[start:end]
            if piece in log_probs and to[-1] > -inf:
                share = exp(to[start] + log_probs[piece] + on[end] - to[-1])
                counts[piece] = counts.get(piece, 0.0) + share
    return counts


def some_costs(random: Random) -> Args:
    pieces = ["a", "b", "c", *random.sample(["ab", "bc", "ca", "abc", "bca"], k=4)]
    random.shuffle(pieces)
    scores = {piece: -random.randint(4, 40) / 4 for piece in pieces}
    costs = {piece: random.randint(0, 20) / 2 for piece in pieces}
    return scores, costs, random.randint(0, 4)


def as_cheap(expected: Any, got: Any, args: Args) -> bool:
    """Whether as many pieces are gone as should be, and none that stays is cheaper than one that went."""
    log_probs, costs, _ = args
    if not isinstance(got, Mapping) or len(got) != len(expected):
        return False
    for piece in got:
        if piece not in log_probs or not close(log_probs[piece], got[piece]):
            return False
    gone = [costs[piece] for piece in log_probs if piece not in got]
    stays = [costs[piece] for piece in got if len(piece) > 1]
    letters_stay = all(piece in got for piece in log_probs if len(piece) == 1)
    return letters_stay and max(gone, default=-inf) <= min(stays, default=inf)


def of_the_gone(expected: Any, got: dict[str, float], args: Args) -> str:
    log_probs, *_ = args
    gone = [piece for piece in log_probs if piece not in got]
    if letters := [piece for piece in gone if len(piece) == 1]:
        return f"{letters[0]!r} is gone, and letters stay, whatever they cost."
    if len(got) != len(expected):
        rule = "remove `how_many`, or all the longer ones if there are fewer"
        return f"{len(expected)} of the {len(log_probs)} pieces should stay, and you keep {len(got)}: {rule}."
    if not got.items() <= log_probs.items():
        return "The pieces that stay keep their scores, and none is added."
    return f"You remove {gone}: remove those with the lowest costs, and no letters."


def are_scored(scores: Any, costs: Any, how_many: int) -> bool:
    return scores.keys() == costs.keys() and all(scores) and how_many >= 0


@exercise(
    "unigram.prune",
    example=(
        {"u": -1.0, "g": -2.0, "ug": -3.0, "hug": -2.5, "gs": -1.5},
        {"u": inf, "g": 0.0, "ug": 0.5, "hug": 9.0, "gs": 0.0},
        2,
    ),
    cases=[
        ({"a": -1.0, "ab": -2.0}, {"a": 0.0, "ab": 3.0}, 1),
        ({"ab": -2.0, "bc": -1.0, "ca": -3.0}, {"ab": 2.0, "bc": 1.0, "ca": 3.0}, 1),
        ({"a": -1.0, "ab": -2.0}, {"a": 0.0, "ab": 3.0}, 0),
        ({"a": -1.0, "ab": -2.0}, {"a": 0.0, "ab": 3.0}, 5),
    ],
    generate=some_costs,
    valid=are_scored,
    same=as_cheap,
    remark=of_the_gone,
)
def prune(
    log_probs: dict[str, float],
    costs: dict[str, float],
    how_many: int,
) -> dict[str, float]:
    """The scores without the cheapest pieces; letters stay: {u: -1.0, ug: -2.0}, {u: 0.0, ug: 0.5}, 1 → {u: -1.0}."""
    removable = [piece for piece in log_probs if len(piece) > 1]
    removable.sort(key=lambda piece: costs[piece])
    gone = set(removable[:how_many])
    return {piece: score for piece, score in log_probs.items() if piece not in gone}


class Step:
    """A step of a trainer, which a case shows in one word."""

    def __init__(self, name: str, program: Program) -> None:
        self.name = name
        self.program = program

    def __call__(self, *args: Any) -> Any:
        return self.program(*args)

    def __repr__(self) -> str:
        return self.name


def without_the_longest(scores: dict[str, float], size: int) -> dict[str, float]:
    """The scores without up to two of the longest pieces."""
    longest = [piece for piece in sorted(scores, key=len) if len(piece) > 1]
    gone = longest[-min(2, len(scores) - size) :]
    return {piece: score for piece, score in scores.items() if piece not in gone}


FIT = Step("fit", lambda scores: {piece: score - 1 for piece, score in scores.items()})
SHRINK = Step("shrink", without_the_longest)


def some_pieces(random: Random) -> Args:
    pieces = random.sample(["a", "ab", "abc", "b", "bc", "ca", "cab"], k=5)
    return dict.fromkeys(sorted(pieces), 0.0), random.randint(1, 6), FIT, SHRINK


def of_fits(expected: Any, got: dict[str, float], args: Args) -> str:
    """What is wrong with a trainer; each fit has lowered the scores by 1."""
    if len(got) > len(expected):
        return "Too many pieces are left: go on while there are more than `size`, and `shrink` removes some."
    if len(got) < len(expected):
        return "Too many pieces are gone: stop as soon as at most `size` are left."
    right, yours = -max(expected.values()), -max(got.values())
    rule = "twice at the start, and twice after every removal"
    return (
        f"Here the scores are fitted {yours:g} times, and {right:g} is right: {rule}."
    )


@exercise(
    "unigram.train",
    example=({"h": 0.0, "u": 0.0, "hu": 0.0, "hug": 0.0, "ug": 0.0}, 2, FIT, SHRINK),
    cases=[
        ({"h": 0.0, "u": 0.0, "hu": 0.0}, 2, FIT, SHRINK),
        ({"h": 0.0, "u": 0.0, "hu": 0.0}, 5, FIT, SHRINK),
        ({"h": 0.0, "u": 0.0, "hu": 0.0}, 1, FIT, SHRINK),
        ({"h": 0.0, "u": 0.0}, 1, FIT, SHRINK),
    ],
    generate=some_pieces,
    valid=lambda scores, size, fit, shrink: size > 0 and bool(scores),
    remark=of_fits,
)
def train(
    log_probs: dict[str, float],
    size: int,
    fit: Callable[[dict[str, float]], dict[str, float]],
    shrink: Callable[[dict[str, float], int], dict[str, float]],
) -> dict[str, float]:
    """The fitted scores of at most `size` pieces: 266 scores, 100, fit, shrink → 100 scores; letters always stay."""
    scores = fit(fit(log_probs))
    while len(scores) > size:
        smaller = shrink(scores, size)
        if len(smaller) == len(scores):
            break
        scores = fit(fit(smaller))
    return scores


TIMES = """h:15 hu:15 u:36 ug:20 g:20 p:17 pu:17 un:16 n:16 b:4 bu:4
hug:15 ugs:5 gs:5 s:5"""
HUG_SCORES = {
    piece: log(int(count) / 210)
    for piece, count in (part.split(":") for part in TIMES.split())
}


class Weighed(list[str]):
    """The pieces of a segmentation, shown with its score or its product: `product 0.00116: u n hug`."""

    def __init__(self, form: str, weight: float, pieces: list[str]) -> None:
        super().__init__(pieces)
        self.label = form.format(weight)

    def __repr__(self) -> str:
        return f"{self.label}: {' '.join(self) or 'no pieces'}"


def a_short_word(value: Any) -> bool | str:
    if is_text(value) and len(value) > 1000:
        return f"This word has {len(value):,} letters, and at most 1,000 are allowed."
    return a_text(value)


exhibit(
    "vanishing_product",
    wrong=lambda word: Weighed("product {:.3g}", *product(word, HUG_SCORES)),
    right=lambda word: Weighed(
        "score {:.3f}",
        -loss({word: 1}, HUG_SCORES),
        viterbi(word, HUG_SCORES),
    ),
    fits=a_short_word,
    nudge=lambda word: (
        "Try a longer word."
        if viterbi(word, HUG_SCORES)
        else "The lesson's pieces have the letters b, g, h, n, p, s and u."
    ),
    answer="b" * 189,
)
