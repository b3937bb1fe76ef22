"""Attempts that are right on most cases: each needs a case of its own."""

import re
from math import log

import pytest
from attempts import wrong

from minitok_course import check
from minitok_course.exercises.exercise import EXERCISES
from minitok_course.exercises.lessons.lesson_05 import greedy


def longest_anywhere(text, tokens):
    for token in sorted(tokens, key=len, reverse=True):
        if token in text:
            left, _, rest = text.partition(token)
            return [
                *longest_anywhere(left, tokens),
                token,
                *longest_anywhere(rest, tokens),
            ]
    return [text] if text else []


def densest_first(word, log_probs):
    return greedy(word, log_probs, lambda piece: log_probs[piece] / len(piece)) or []


def text_so_far(tokens, end_of_word):
    text = ""
    for token in tokens:
        text += token
        text = text.removesuffix(end_of_word) + " " * text.endswith(end_of_word)
    return text.removesuffix(" ")


def from_characters(word, ranks):
    parts = [char.encode() for char in word.decode()]
    while found := [
        (ranks[pair], i)
        for i, pair in enumerate(zip(parts, parts[1:]))
        if pair in ranks
    ]:
        i = min(found)[1]
        parts[i : i + 2] = [parts[i] + parts[i + 1]]
    return parts


def overwriting(words, frequencies, pair, new, counts):
    before = dict(counts.data)
    EXERCISES["fast.update_counts"](words, frequencies, pair, new, counts)
    for word, frequency in zip(words, frequencies):
        counts.data.update(
            {
                made: frequency
                for made in zip(word, word[1:])
                if new in made and made not in before
            }
        )


def stripped(prompt, tok):
    text, ids = EXERCISES["bite.heal"](prompt, tok)
    return text.rstrip(), ids


def in_small_hex(prefix, tokens):
    right = EXERCISES["bite.json_string_mask"](prefix, tokens)
    return {
        id for id in right if not re.search(rb"\\u[0-9a-f]*[A-F]", prefix + tokens[id])
    }


MARKS = (
    EXERCISES["chats.marked"]
    .answer.replace("{% generation %}", "«")
    .replace("{% endgeneration +%}", "»")
)


@pytest.mark.parametrize(
    ("name", "attempt", "sentence"),
    [
        ("special.cut", longest_anywhere, "The leftmost token comes first"),
        (
            "special.cut",
            lambda text, tokens: EXERCISES["special.cut"](text, tokens) or [text],
            "An empty text has no parts",
        ),
        ("bpe.decode", text_so_far, "look at the end of each token by itself"),
        ("bytes.encode", from_characters, "a token that no merge makes"),
        ("unigram.viterbi", densest_first, "the best ones to -4"),
        ("fast.update_counts", overwriting, "A new pair may come from several words"),
        (
            "fast.exponent",
            lambda a, b, c, d: log(d / b) / log(max(2, c // a)),
            "times as long",
        ),
        ("chats.marked", MARKS, "write the two tags instead"),
        ("bite.heal", stripped, "go by `tok(prompt).offsets`"),
        ("bite.json_string_mask", in_small_hex, "Hex digits may be capitals"),
        (
            "own.no_forgery",
            lambda tok: (
                tok.token_to_id("<|start|>")
                not in tok.encode("<|start|>", as_text=True)
            ),
            "",
        ),
        ("museum.marked_rest", {"ab", "#"}, "This is a set"),
        ("museum.rarest_first", "ing" * 2000, "too long to try"),
    ],
)
def test_a_close_miss_is_no_hit(name, attempt, sentence):
    wrong(name, sentence)(attempt)()


def test_a_pattern_that_takes_more_than_numbers_is_right_and_told_so():
    answer = EXERCISES["bite.digits"].answer
    assert "leave that out" in check("bite.digits", rf"{answer}|\D+").sentence
    assert "leave that out" not in check("bite.digits", answer).sentence


@pytest.mark.parametrize(
    ("name", "change", "sentence"),
    [
        ("real.smallest_difference", "place = 0 → place = 1", "can go"),
        ("fast.merge_string", "new + behind[0]] += → new + behind[0]] =", "by 2"),
        ("bite.heal", "len(offsets) > 1 → offsets[-1][0]", "inside a character"),
        ("bite.json_string_mask", r"\x80-\x9f → \x80-\x9e", r"\x9f' may follow"),
        ("unigram.prune", "piece not in gone → score < -4", "letters stay"),
        ("chats.labels", "-100 → -2", "the label is -100"),
        ("special.chat", "*safe(content) → *safe(content[1:])", "not the texts"),
        ("special.cut", "(-len(token), token) → token[::-1]", "Part 2 should be"),
        ("fast.next_pair", "if today: → if False:", "while pairs are left"),
        ("bytes.dropout", ">= p → >= min(p, 0.6)", "With p = 1"),
    ],
)
def test_a_small_change_is_noticed(name, change, sentence):
    exercise = EXERCISES[name]
    wrong(name, sentence)(exercise._build_slip(change))()
