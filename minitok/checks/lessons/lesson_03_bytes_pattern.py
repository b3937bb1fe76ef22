"""Lesson 03: GPT-2's split pattern, grown one part after the other."""

from collections.abc import Iterator
from random import Random
from typing import Any

import regex

from minitok.patterns import GPT2_PATTERN, Regex, compile_pattern

from ..exercise import Find, Found

SECONDS = 0.2  # for the matches in one text

SEVEN = "'s 't 'd 'm 'll 've 're"
STAGES = {
    "letters": {
        "hug": r"a run of letters is one word. `\p{L}` is any letter, `+` is one or more.",
        "Hug": r"capitals are letters too: `\p{L}` has them all.",
        "naïve": r"`ï` is a letter too: `\p{L}` has those of every script.",
    },
    "numbers": {
        "x1": r"a run of numbers is a word of its own. Add `|` and a part for them: `\p{N}` is any number character.",
        "1234": "a number is one word, however long it is.",
        "x½": r"`½` is a number character, and no digit: `\p{N}` has it, and `\d` has not.",
        "x٣": r"`٣` is a digit too, an Arabic one: `\p{N}` has those of every script.",
    },
    "punctuation": {
        "hug!": r"add a part for what is no letter, no number and no whitespace: `[^…]` is any character but these.",
        "hug?!": "a run of punctuation is one word: is there a `+`?",
        "a_b": "`_` is punctuation here, since it is neither a letter nor a number.",
        "a$": "`$` counts as punctuation here: it is no letter, no number and no whitespace.",
    },
    "one space before a word": {
        "a hug": "one space belongs to the word after it: ` ?` is a space, or nothing.",
        "a 1": "a number takes the space before it, too.",
        "a (": "punctuation takes the space before it, too.",
    },
    "whitespace": {
        "a\nb": r"only a space joins the word after it. Other whitespace is a word too: `\s+`, as the last part.",
        "a  b": r"a run leaves its last character to what follows: `\s+(?!\S)`, before a plain `\s+`.",
        "a   b": "what is left of a run of whitespace stays in one piece.",
        "a\n\nb": "a run leaves its last character to what follows, even if that is a newline.",
        "a  ": "at the end of a text, a run of whitespace stays in one piece.",
    },
    "contractions": {
        "it's": "`'s` is one word. Its part must come first: at each place, the first part that matches wins.",
        **dict.fromkeys("don't I'd I'm we'll I've we're".split(), f"there are seven of them: `{SEVEN}`."),  # noqa: SIM905
        "IT'S": "GPT-2 knows no contraction in capitals.",
        "a's1b'sb": "a contraction is cut out wherever it is found, also where more letters follow.",
        "it 's": "a contraction has no space before it.",
    },
}


class Raw(str):
    r"""A pattern that shows itself as Python without doubled backslashes: r"\s+"."""

    def __repr__(self) -> str:
        return f'r"{self}"'


def others() -> Iterator[str]:
    """Texts that no stage has, the shorter ones first: mixed ones, and long runs, on which a pattern may be slow."""
    parts = ["a", "é", "B", "1", "23", "'s", "'ll", "'", "  ", " ", "\n", "\n\n", "\t", "_", "!?", "—", "'S", "я"]
    random = Random("bytes.gpt2_pattern")
    yield from sorted(("".join(random.choices(parts, k=random.randint(2, 6))) for _ in range(300)), key=len)
    yield from (f"{char * 60}{last}" for char in "a1! \n" for last in ("", "a", "1", "!"))


def cuts_like_gpt2(value: Any) -> Found:
    if not isinstance(value, str):
        return Found(False, "The pattern is asked for as a string: r'…'.")
    try:
        pattern = compile_pattern(Regex(value))
    except ValueError as error:
        return Found(False, f"{error}.")
    if pattern.groups:
        says = "It has a group that captures, and then `findall` gives what is in the group: write `(?:…)` for `(…)`."
        return Found(False, says)
    for number, (stage, texts) in enumerate(STAGES.items(), 1):
        done = ["", "Stage 1 is right. ", f"The first {number - 1} stages are right. "][min(number - 1, 2)]
        for text, says in texts.items():
            if wrong := cut_wrong(pattern, text, f"{done}Stage {number} of {len(STAGES)}, {stage}: {says}"):
                return wrong
    for text in others():
        if wrong := cut_wrong(pattern, text, "All the stages are right, but this text is cut another way."):
            return wrong
    return Found(True, f"All {len(STAGES)} stages are right: it cuts as GPT-2's pattern does.")


def cut_wrong(pattern: Any, text: str, says: str) -> Found | None:
    """What is to be said of a text that is not cut as GPT-2 does."""
    right = regex.findall(GPT2_PATTERN, text)
    try:
        found = [match.group() for match in pattern.finditer(text, timeout=SECONDS)]
    except TimeoutError:
        return Found(False, f"It takes far too long on {text!r}: is there a `+` or a `*` inside another one?", right)
    if "" in found:
        says = f"It matches the empty text, too: `+` is one or more, `*` and `?` are also none. {says}"
    elif "".join(found) != text:
        says += " Yours leaves out a part of the text."
    return None if found == right else Found(False, says, right, found)


Find(
    name="bytes.gpt2_pattern",
    lesson=3,
    title="GPT-2's pattern",
    asked="GPT-2's pattern, as a string. Begin with letters, check, and add one part after the other.",
    answer=Raw(GPT2_PATTERN),
    verify=cuts_like_gpt2,
    compared=("GPT-2's words", "yours"),
    hints=[
        r"Stage 1 is `r'\p{L}+'`, stage 2 `r'\p{L}+|\p{N}+'`. Each check tells what the next stage needs.",
        r"Punctuation is what is left: `[^\s\p{L}\p{N}]+`. The space before a word is ` ?` at the start of each part.",
        r"Whitespace takes two parts, `\s+(?!\S)|\s+`, and contractions come first: `'(?:[sdmt]|ll|ve|re)`.",
    ],
    why="At each place the first part that matches wins: contractions come before punctuation, which has `'`, too.",
)
