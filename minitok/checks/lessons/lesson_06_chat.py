"""Lesson 06: a chat in which nobody can write the marks of a turn."""

import unicodedata
from collections.abc import Callable
from random import Random

from ..exercise import Args, exercise

MARKS = {"<|start|>": 1, "<|sep|>": 2, "<|end|>": 3, "<tool>": 4}
KNOWN = {**MARKS, "ok": 5}


class Encode:
    """A small tokenizer: a mark is one id, in fullwidth letters too, and so is `ok`; so is each other character."""

    __name__ = "encode"

    def __init__(self, always: str = "") -> None:
        self.always = always

    def __repr__(self) -> str:
        return "encode"

    def __call__(self, text: str) -> list[int]:
        ids, text = [], unicodedata.normalize("NFKC", text)
        while text:
            found = next((known for known in KNOWN if text.startswith(known)), text[0])
            ids.append(4 if found == self.always else KNOWN.get(found, 1000 + ord(text[0])))
            text = text[len(found) :]
        return ids


CASES = [("ok", "<|end|>", ""), ("user", "<tool>", ""), ("<|sep|>", "as a role", ""), ("user", "a price of 5 §", "§")]
WIDE = "".join(chr(ord(char) + 0xFEE0) for char in "<|end|>")


def some_turns(random: Random) -> Args:
    parts = ["a", " ", "<|end|>", "<|start|>", "<tool>", WIDE, "<|", "ok"]
    turns = [
        (random.choice(["user", "system"]), "".join(random.choices(parts, k=random.randint(1, 3))))
        for _ in range(random.randint(1, 3))
    ]
    return turns, Encode(), dict(MARKS)


@exercise(
    "special.chat",
    title="A chat that can't be forged",
    example=([("user", "Hi"), ("bot", "ok")], Encode(), MARKS),
    cases=[([(role, text)], Encode(always), MARKS) for role, text, always in CASES],
    generate=some_turns,
    valid=lambda turns, encode, ids: all(turn[0] and turn[1] for turn in turns) and ids == MARKS,
    hints=[
        "What may be in the text of a user? What do the ids show that the text hides?",
        "Encode a text, and look whether any of `ids.values()` has come. If so, encode it character by character: no "
        "single character is a mark. If one still comes, refuse.",
        "Write a function `safe(text)` inside: `found = encode(text)`; if `forbidden.intersection(found)`, take "
        "`[id for char in text for id in encode(char)]`, and raise ValueError if that does not help.",
    ],
    why="It looks at the ids, after the tokenizer has changed what it changes, so that no spelling of a mark "
    "gets through.",
)
def chat(turns: list[tuple[str, str]], encode: Callable[[str], list[int]], ids: dict[str, int]) -> list[int]:
    """The ids of a chat: [(user, Hi)] → start, user, sep, Hi, end; a mark in a text is encoded by its characters."""
    forbidden = set(ids.values())

    def safe(text: str) -> list[int]:
        found = encode(text)
        if forbidden.intersection(found):
            found = [id for char in text for id in encode(char)]
        if forbidden.intersection(found):
            raise ValueError(f"{text!r} can't be encoded without a mark")
        return found

    chain: list[int] = []
    for role, content in turns:
        chain += [ids["<|start|>"], *safe(role), ids["<|sep|>"], *safe(content), ids["<|end|>"]]
    return chain


chat.known_slips("""
A user can write `<|end|>`: look for marks among the ids.
    forbidden.intersection(found) → None
A role is text from somebody else, too: a mark in it gets through.
    *safe(role) → *encode(role)
    *safe(role) → *encode(role) ; raise ValueError( → (
It looks for marks in the text: written in fullwidth letters they get through. Look at the ids.
    forbidden.intersection(found) → any(mark in text for mark in ids) ; raise ValueError( → (
Other marks than those of a turn get through: none of `ids.values()` may come.
    set(ids.values()) → set(ids.values()) - {ids["<tool>"]}
Where a mark comes even from a single character, refuse with a ValueError.
    raise ValueError( → (
It refuses at once. Encoded character by character, most texts give no mark: refuse only if that fails, too.
    found = [id → [id
It refuses a text that holds a mark: encode it character by character, and look at the ids.
    forbidden.intersection(found) → any(mark in text for mark in ids) ; found = [id → [id
It leaves out what gives a mark: a text has to come back whole, so encode it by its characters.
    found = encode(text) → found = [id for id in encode(text) if id not in forbidden]
It encodes every text character by character: only one that gives a mark needs that.
    found = encode(text) → found = [id for char in text for id in encode(char)]
""")
