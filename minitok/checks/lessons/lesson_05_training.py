"""Lesson 05: what training needs, the loss, the expected counts of EM, and fewest pieces as a first Viterbi."""

from collections import Counter
from collections.abc import Mapping
from math import exp, fsum, inf, log
from random import Random
from typing import Any

from ..comparing import close
from ..exercise import Args, exercise
from .lesson_05_unigram import LONG, SCORES, all_of, has_pieces, total, viterbi, word_and_pieces, word_and_scores


def corpus_and_scores(random: Random) -> Args:
    scores = {letter: -random.randint(4, 20) / 4 for letter in "abc"} | word_and_scores(random)[1]
    return {word_and_pieces(random)[0]: random.randint(1, 5) for _ in range(random.randint(1, 3))}, scores


@exercise(
    "unigram.loss",
    lesson=5,
    level="medium",
    title="The loss of a corpus",
    example=({"hug": 10, "pun": 12}, SCORES),
    cases=[
        ({"ab": 1}, {"a": -1.0, "b": -2.0, "ab": -2.5}),
        ({"hug": 2}, {"h": -1.0, "ug": -1.5}),
        ({"ab" * 100: 2}, LONG),
        ({"a": 3, "b": 1}, LONG),
        ({"ab": 1}, {"a": -1.0, "b": -1.0, "ab": -9.0}),
    ],
    generate=corpus_and_scores,
    valid=lambda counts, scores: bool(counts) and min(counts.values()) > 0 and all(viterbi(w, scores) for w in counts),
    hints=[
        "The loss of a word is its best score with the sign turned. How often does each word count?",
        "For each word find the best score (the numbers of Viterbi, without the pieces), and add up count times score.",
        "`best[end] = max(best[start] + log_probs[word[start:end]])` over all starts with a piece, and `-inf` if there "
        "is none; the loss is the sum of `-count * best[-1]`.",
    ],
    why="A word that occurs ten times is ten times as much to explain, and a loss is positive.",
)
def loss(word_counts: dict[str, int], log_probs: dict[str, float]) -> float:
    """The negative score of a corpus, each word at its best; each can be written: {'hug': 2}, h -1.0, ug -1.5 → 5.0."""
    lost = 0.0
    for word, count in word_counts.items():
        best = [0.0]
        for end in range(1, len(word) + 1):
            best.append(max(best[start] + log_probs.get(word[start:end], -inf) for start in range(end)))
        lost -= count * best[-1]
    return lost


@loss.slip("It forgets how often each word occurs.")
def unweighed(word_counts, log_probs):
    return loss(dict.fromkeys(word_counts, 1), log_probs)


@loss.slip("A word that is a piece itself may have a better segmentation.")
def whole_words(word_counts, log_probs):
    whole = {word: {word: log_probs[word]} if word in log_probs else log_probs for word in word_counts}
    return sum(loss({word: count}, whole[word]) for word, count in word_counts.items())


@loss.slip("The sign is missing: logarithms of probabilities are negative, a loss is positive.")
def no_sign(word_counts, log_probs):
    return -loss(word_counts, log_probs)


@loss.slip("It divides by the number of words: the loss of a corpus is a sum.")
def average(word_counts, log_probs):
    return loss(word_counts, log_probs) / sum(word_counts.values())


@loss.slip("It sums over all segmentations: by the best one alone was asked for.")
def of_all(word_counts, log_probs):
    return -sum(count * log_sums(word, log_probs)[-1] for word, count in word_counts.items())


@loss.slip("Probabilities vanish on a long word: add logarithms, and don't take `exp`.")
def vanishing(word_counts, log_probs):
    return -sum(count * log(exp(-loss({word: 1}, log_probs))) for word, count in word_counts.items())


def log_sum(logs: list[float]) -> float:
    highest = max(logs, default=-inf)
    return highest if highest == -inf else highest + log(fsum(exp(one - highest) for one in logs))


def log_sums(word: str, log_probs: Mapping[str, float]) -> list[float]:
    """For each place the logarithm of the summed probability of all paths to it."""
    sums = [0.0]
    for end in range(1, len(word) + 1):
        sums.append(log_sum([sums[start] + log_probs.get(word[start:end], -inf) for start in range(end)]))
    return sums


def one_by_one(word: str, log_probs: dict[str, float]) -> dict[str, float]:
    """The oracle: go over all segmentations of a short word; a long one is left to the solution."""
    if len(word) > 10:
        return dict(expected_counts(word, log_probs))
    ways = all_of(word, log_probs)
    weights = [exp(total(way, log_probs)) for way in ways]
    counts: Counter[str] = Counter()
    for way, weight in zip(ways, weights):
        for piece in way:
            counts[piece] += weight / sum(weights)  # type: ignore[assignment]
    return dict(counts)


def same_counts(expected: Any, got: Any, args: Args) -> bool:
    """The same counts; a piece that never occurs may be 0 or left out."""
    if not isinstance(got, Mapping):
        return False
    return all(close(expected.get(piece, 0.0), got.get(piece, 0.0)) for piece in {*expected, *got})


@exercise(
    "unigram.expected_counts",
    lesson=5,
    level="hard",
    title="Expected counts",
    example=("pug", {"p": -2.5, "u": -1.8, "g": -2.4, "pu": -2.5, "ug": -2.4}),
    cases=[
        ("ab", {"a": -1.0}),
        ("aa", {"a": -1.0, "aa": -2.0}),
        ("ab", {"a": -1.0, "b": -1.0, "ab": -3.0, "c": -1.0}),
        ("aaa", {"a": -1.0, "aa": -1.5}),
        ("ab" * 100, LONG),
    ],
    generate=word_and_scores,
    valid=lambda word, log_probs: has_pieces(word, log_probs) and max(log_probs.values(), default=0) <= 0,
    oracle=one_by_one,
    same=same_counts,
    hints=[
        "Each segmentation counts by its share of the probability of all. For a long word they can't be listed.",
        "Sum up from the left the paths to each place, and from the right the paths on from it. A piece "
        "between two places "
        "has the share: to its start, times its own probability, times on from its end, by all.",
        "In logarithms: `counts[piece] += exp(to[start] + log_probs[piece] + on[end] - to[-1])`. To add "
        "logarithms, take "
        "out the highest first: `m + log(sum(exp(x - m) for x in logs))`, and `-inf` if the highest is `-inf`.",
    ],
    why="Forward and backward sums meet at each piece. In logarithms, with the highest taken out, none of "
    "them vanishes.",
)
def expected_counts(word: str, log_probs: dict[str, float]) -> dict[str, float]:
    """How often each piece is used, weighted by probability: 'aa', only 'a' → {'a': 2.0}; {} if it can't be written."""

    def add(logs: list[float]) -> float:
        highest = max(logs)
        return highest if highest == -inf else highest + log(fsum(exp(one - highest) for one in logs))

    length = len(word)
    to, on = [0.0] * (length + 1), [0.0] * (length + 1)
    for end in range(1, length + 1):
        to[end] = add([to[start] + log_probs.get(word[start:end], -inf) for start in range(end)])
    for start in range(length - 1, -1, -1):
        on[start] = add([log_probs.get(word[start:end], -inf) + on[end] for end in range(start + 1, length + 1)])
    counts: dict[str, float] = {}
    for start in range(length):
        for end in range(start + 1, length + 1):
            piece = word[start:end]
            if piece in log_probs and to[-1] > -inf:
                share = exp(to[start] + log_probs[piece] + on[end] - to[-1])
                counts[piece] = counts.get(piece, 0.0) + share
    return counts


@expected_counts.slip("These are the counts of the best segmentation: each segmentation counts, by its share.")
def of_the_best(word, log_probs):
    return dict(Counter(viterbi(word, log_probs)))


@expected_counts.slip("The shares don't sum to 1: divide by the probability of all segmentations of the word.")
def unnormalized(word, log_probs):
    counts = Counter()
    for way in all_of(word, log_probs) if len(word) <= 10 else []:
        for piece in way:
            counts[piece] += exp(total(way, log_probs))
    return counts


@expected_counts.slip("Each segmentation counts the same here: weigh it by its probability.")
def all_alike(word, log_probs):
    ways = all_of(word, log_probs) if len(word) <= 10 else []
    return {piece: count / len(ways) for piece, count in Counter(piece for way in ways for piece in way).items()}


@expected_counts.slip("A piece that is used twice in a segmentation counts twice.")
def once_a_way(word, log_probs):
    ways = all_of(word, log_probs) if len(word) <= 10 else []
    weights = [exp(total(way, log_probs)) for way in ways]
    counts = Counter()
    for way, weight in zip(ways, weights):
        counts.update(dict.fromkeys(way, weight / sum(weights)))
    return counts


@expected_counts.slip("Products of probabilities vanish on a long word: add logarithms, the highest taken out first.")
def vanishing_counts(word, log_probs):
    to, on, size = [1.0], [1.0], len(word)
    probs = {piece: exp(log_prob) for piece, log_prob in log_probs.items()}
    for end in range(1, size + 1):
        to.append(sum(to[start] * probs.get(word[start:end], 0.0) for start in range(end)))
    if not to[-1]:
        return {}
    for start in range(size - 1, -1, -1):
        on.insert(0, sum(probs.get(word[start:end], 0.0) * on[end - start - 1] for end in range(start + 1, size + 1)))
    counts = Counter()
    for start in range(size):
        for end in range(start + 1, size + 1):
            if (piece := word[start:end]) in probs:
                counts[piece] += to[start] * probs[piece] * on[end] / to[-1]
    return counts


@exercise(
    "unigram.fewest_pieces",
    lesson=5,
    level="medium",
    title="The fewest pieces",
    example=("hugs", {"h", "u", "g", "s", "ug", "hug"}),
    cases=[
        ("abcd", {"abc", "a", "b", "d", "ab", "cd"}),
        ("ab", {"a"}),
        ("aab", {"aa", "ab", "a"}),
        ("a", {"a"}),
        ("", {"a"}),
        ("baa", {"ba", "aa", "a"}),
        ("acab", {"ab", "c", "ca"}),
        ("bcabcb", {"b", "bc", "c", "cab"}),
        ("bcab", {"a", "b", "bc", "cab"}),
        ("aabc", {"a", "aab", "bc", "c"}),
        ("a" * 40, {"a", "aa", "aaa"}),
    ],
    generate=word_and_pieces,
    valid=lambda word, pieces: all(pieces),
    hints=[
        "The longest first piece may leave a bad rest. Which numbers would help you, one for each place?",
        "For each place keep the fewest pieces to it: one more than the fewest to where the last piece starts.",
        "`fewest[0] = 0`; `fewest[end]` is the least `fewest[start] + 1` over the starts with `word[start:end]` in "
        "`pieces`, and `inf` if there is no such start. At the end, give None for `inf`.",
    ],
    why="It is Viterbi with a cost of 1 for each piece: the best path to each place, from left to right.",
)
def fewest_pieces(word: str, pieces: set[str]) -> int | None:
    """How many pieces a word needs at least: hugs, {hug, s, …} → 2; '' needs 0; None where it can't be written."""
    fewest: list[float] = [0]
    for end in range(1, len(word) + 1):
        fewest.append(min((fewest[start] + 1 for start in range(end) if word[start:end] in pieces), default=inf))
    return None if fewest[-1] == inf else int(fewest[-1])


@fewest_pieces.slip("It takes the longest piece that fits: a shorter one may leave a better rest.")
def greedy_count(word, pieces):
    count = 0
    while word:
        end = max((end for end in range(1, len(word) + 1) if word[:end] in pieces), default=0)
        if not end:
            return None
        word, count = word[end:], count + 1
    return count


@fewest_pieces.slip("It takes the longest piece at the end that fits: a shorter one may leave a better rest.")
def greedy_from_the_right(word, pieces):
    return greedy_count(word[::-1], {piece[::-1] for piece in pieces})


@fewest_pieces.slip("It takes the longest pieces first, wherever they are: the rest of the word may need more pieces.")
def longest_anywhere(word, pieces):
    count = 0
    for piece in sorted(pieces, key=lambda piece: (len(piece), piece), reverse=True):
        count += word.count(piece)
        word = word.replace(piece, "")
    return None if word else count


def from_the_right(word, pieces, choose):
    """Count with a choice among the first pieces, told where each ends: the frame of the slips below."""
    counts = {len(word): 0}
    for start in reversed(range(len(word))):
        ways = {end: 1 + count for end, count in counts.items() if word[start:end] in pieces}
        if ways:
            counts[start] = choose(ways)
    return counts.get(0)


@fewest_pieces.slip("It takes the longest piece that leaves a rest it can write: a shorter one may be better.")
def greedy_with_a_way_back(word, pieces):
    return from_the_right(word, pieces, lambda ways: ways[max(ways)])


@fewest_pieces.slip("Where the word can't be written, None was asked for.")
def infinite(word, pieces):
    found = fewest_pieces(word, pieces)
    return inf if found is None else found


@fewest_pieces.slip("Where the word can't be written, None was asked for: 0 pieces write the empty word.")
def zero(word, pieces):
    return fewest_pieces(word, pieces) or 0


@fewest_pieces.slip("The empty word is written by 0 pieces: None is for words that can't be written.")
def none_for_nothing(word, pieces):
    return fewest_pieces(word, pieces) or None


@fewest_pieces.slip("It keeps the last piece that it meets: keep the least number of all.")
def overwritten(word, pieces):
    fewest = [0] + [inf] * len(word)
    for end in range(1, len(word) + 1):
        for start in range(end):
            if word[start:end] in pieces:
                fewest[end] = fewest[start] + 1
    return None if fewest[-1] == inf else fewest[-1]


@fewest_pieces.slip("It keeps the first piece that it meets: keep the least number of all.")
def first_kept(word, pieces):
    return greedy_with_a_way_back(word[::-1], {piece[::-1] for piece in pieces})


@fewest_pieces.slip("These are the most pieces: the fewest were asked for.")
def most(word, pieces):
    return from_the_right(word, pieces, lambda ways: max(ways.values()))


@fewest_pieces.slip("These are the most pieces: the fewest were asked for.")
def most_or_none(word, pieces):
    most = [0]
    for end in range(1, len(word) + 1):
        most.append(max((most[start] + 1 for start in range(end) if word[start:end] in pieces), default=inf))
    return None if most[-1] == inf else most[-1]


@fewest_pieces.slip(
    "It goes through all segmentations, and a long word has far too many: keep a number for each place."
)
def listing(word, pieces):
    return min(map(len, all_of(word, pieces)), default=None)
