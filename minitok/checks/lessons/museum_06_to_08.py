"""The bug museum of lessons 07 and 08: offsets, published tokenizers."""

import re
from typing import Any

from minitok import naive_bpe

from .exhibits import a_text, exhibit, is_text
from .lesson_07_spans import group
from .lesson_08_ranks import earliest, merges_from_ranks

exhibit(
    "lowered_places",
    lesson=7,
    title="Places that are repaired afterwards",
    asked="A text. The wrong program finds words in `text.lower()`, and cuts these places out of the text as it came.",
    wrong=lambda text: [text[match.start() : match.end()] for match in re.finditer(r"\S+", text.lower())],
    right=lambda text: re.findall(r"\S+", text),
    fits=a_text,
    answer="İ a",
    hints=["When is a text longer in lower case?", "There is a single such character, in Turkish."]
    + ["`İ`, and a word behind it."],
    why="`İ` becomes two characters in lower case, so all places behind it are off by one.",
)


def grouped(value: Any, program: Any) -> Any:
    text = " ".join(word for _, word in value)
    return program([label for label, _ in value], [match.span() for match in re.finditer(r"\S+", text)], text)


def labelled(value: Any) -> bool | str:
    pairs = isinstance(value, (list, tuple)) and all(isinstance(one, (list, tuple)) and len(one) == 2 for one in value)
    if not pairs or not all(isinstance(part, str) for one in value for part in one):
        return "A list of pairs is asked for, each a label and a word."
    wrong = [label for label, _ in value if not re.fullmatch("O|[BI]-[A-Z]+", label)]
    if wrong:
        return f"{wrong[0]!r} is no label: those are `O`, and `B-` or `I-` with a kind in capitals, such as `B-PER`."
    return all(re.fullmatch(r"\w+", word) for _, word in value) or "A word has letters and digits, and no space."


exhibit(
    "grown_together",
    lesson=7,
    title="Names that run together",
    asked="A list of (label, word), such as [('B-PER', 'Ann'), ('O', 'met')]. The wrong program joins "
    "neighbours of one kind to one name.",
    wrong=lambda value: grouped([(label.replace("B-", "I-"), word) for label, word in value], group),
    right=lambda value: grouped(value, group),
    fits=labelled,
    answer=[("B-P", "a"), ("B-P", "b")],
    hints=[
        "What does the letter `B` say that the kind does not?",
        "Nearly every text keeps names apart by other words. Yours should not.",
        "Two names of one kind, one right behind the other.",
    ],
    why="`B-` says that a new name begins, and the wrong program looks at the kind alone.",
)

TOKEN_RANKS = {b"e": 0, b"r": 1, b"w": 2, b"er": 3, b"re": 4, b"we": 5, b"wer": 6, b"were": 7}


def encoded(text: str, program: Any) -> list[str]:
    return naive_bpe.encode(text, [(left.decode(), right.decode()) for left, right in program(TOKEN_RANKS)])


exhibit(
    "any_two_parts",
    lesson=8,
    title="Any two parts will do",
    asked="A text of the letters w, e and r. Both programs recover merges from the ranks e r w er re we wer were; the "
    "wrong one takes for each token the two parts that were known earliest.",
    wrong=lambda text: encoded(text, earliest),
    right=lambda text: encoded(text, merges_from_ranks),
    fits=lambda text: (set(text) <= set("wer") or "It may hold w, e and r alone.") if is_text(text) else a_text(text),
    answer="were",
    hints=["Which token can be put together in two ways?", "Encode each token: it has to be itself."]
    + ["Try the tokens of three and four letters."],
    why="In the text other pairs find each other first, so the two parts never meet.",
)
