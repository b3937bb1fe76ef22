"""The texts of the course, free for any use (CC0), most of them written for it.

>>> load("hug")[:16], languages()["English"][:20]
('hug hug hug hug ', 'Every Thursday morni')

| name | what it is |
| --- | --- |
| stories | short stories in English, a paragraph a line, a blank line between paragraphs |
| essays | short essays in English, in the same form |
| languages | one passage with the same meaning in many languages, a language a line |
| python | a Python source file, to see what code does to a tokenizer |
| hug | five words of the Hugging Face course: hug 10 times, pug 5, pun 12, bun 4, hugs 5 |
| aaabdaaabac | Wikipedia's example of byte-pair encoding: few letters and many repeats |
| batat | one sentence in which "at" is everywhere |
| four-lines | 17 words, a phrase a line |

`letter()` is a letter full of names, with what a real language model said about its tokens:

>>> letter().text[:18], letter().scores[0, 90][9]
('Dear Dorte Hallam,', {'B-GIVEN_NAME': 1.0})
"""

import re
from typing import NamedTuple

__all__ = ["documents", "languages", "letter", "load", "names"]

_FILES = {
    "stories": "stories.txt",
    "essays": "essays.txt",
    "python": "inventory.py.txt",
}

_HUG_COUNTS = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}

_TOYS = {
    "hug": " ".join(word for word, count in _HUG_COUNTS.items() for _ in range(count)),
    "aaabdaaabac": "aaabdaaabac",
    "batat": "The batat and the cat fought over the hat.",
    "four-lines": (
        "Split text into characters\n"
        "Count adjacent pair frequencies\n"
        "Merge most frequent pair\n"
        "Repeat for desired vocabulary size"
    ),
}


def names() -> tuple[str, ...]:
    """The names that `load` knows, in the order above: ("stories", "essays", "languages", ...)."""
    return ("stories", "essays", "languages", "python", *_TOYS)


def load(name: str) -> str:
    """The text of one corpus: "batat" → "The batat and the cat fought over the hat."

    `name` is one of `names()`; any other raises a ValueError that lists them.
    """
    if name not in names():
        raise ValueError(
            f'no corpus is named "{name}": choose one of {", ".join(names())}'
        )
    if name == "languages":
        return "\n".join(languages().values())
    return _TOYS.get(name) or _read(_FILES[name])


def documents(name: str) -> list[str]:
    """The stories, or the essays, one by one, each with its title: documents("essays")[1][:16] → "How Many Letters"."""
    before_a_title = r'(?<=\n\n)(?=[^."\n]+\n\n)'
    return re.split(before_a_title, load(name))


def languages() -> dict[str, str]:
    """The passage by language: {"English": "Every Thursday morning, Nina ...", "German": ...}."""
    import json

    passages: dict[str, str] = json.loads(_read("languages.json"))
    return passages


class Letter(NamedTuple):
    """A letter, and the scores of its tokens, which are BERT's.

    `scores[30, 60]` has a dict for each token from 30 to 59, as the model saw them when it was
    given these alone: {"B-SURNAME": 0.9, "I-GIVEN_NAME": 0.09}. They are probabilities; what is
    below 0.05 is left out.
    """

    text: str
    scores: dict[tuple[int, int], list[dict[str, float]]]


def letter() -> Letter:
    """The letter of lesson 07, read whole, and through windows of 30 tokens that share 0 or 8.

    The model is Rampart, by the National Design Studio, 2026 (CC BY 4.0), which finds personal
    data. `tools/read_letter.py` computed the scores, once.
    """
    import json

    stored = json.loads(_read("letter.json"))
    scores = {}
    for window, of_tokens in stored["scores"].items():
        start, end = map(int, window.split())
        scores[start, end] = of_tokens
    return Letter(stored["text"], scores)


def _read(file: str) -> str:
    # Imported here, since it would double the time of `import minitok`.
    from importlib.resources import files

    return files(__name__).joinpath(file).read_text(encoding="utf-8")
