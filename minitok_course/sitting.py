"""What the notebook `gpt4_in_one_sitting` needs beside its functions: what its pictures show, and its last card."""

import builtins
import inspect
import sys
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

from minitok.models import BPE
from minitok.patterns import BYTE_TO_CHAR, GPT4_PATTERN
from minitok.steps import MergeStep, PairStep, Token
from minitok.trainers import BpeTrainer
from minitok_course import corpora, solution, vocabularies
from minitok_course.cards import card as draw_card
from minitok_course.cards import paragraph
from minitok_course.exercises import own_source
from minitok_course.folder import learners_folder, write_whole
from minitok_course.names import binds, reads

FILE = "my_gpt4.py"
# The exercises of the seven functions, in their order.
FUNCTIONS = (
    "bpe.count_pairs",
    "bpe.merge_pair",
    "bpe.learn_merges",
    "bytes.encode",
    "bytes.decode_stream",
    "special.cut",
    "gpt4.encode_text",
)
HEAD = '''"""GPT-4's tokenizer, by {name}.

It needs two libraries: pip install regex tiktoken
To run it: python my_gpt4.py "How many r's are in strawberry?"
"""

import sys

import regex

GPT4_PATTERN = r"{pattern}"

'''
END = '''
def published_ids():
    """GPT-4's tokens and their ids: minitok brings them, and tiktoken fetches them from OpenAI."""
    try:
        from minitok_course import vocabularies
    except ImportError:
        import tiktoken

        return tiktoken.get_encoding("cl100k_base")._mergeable_ranks
    return vocabularies.ranks("GPT-4")


def merges_of(ids):
    """The merges that made the tokens: each token is encoded with the merges before it."""
    ranks = {}
    for token, id in ids.items():
        if len(token) > 1:
            ranks[tuple(encode(token, ranks))] = id
    return ranks


if __name__ == "__main__":
    ids = published_ids()
    tokens = {id: token for token, id in ids.items()}
    result = encode_text(" ".join(sys.argv[1:]), ids, merges_of(ids), {})
    print(result)
    print(list(decode_stream(tokens[id] for id in result)))
'''


def bytes_of(text: str) -> list[Token]:
    """The bytes of a text as tokens, each under its character."""
    tokens = []
    for place, char in enumerate(text):
        for byte in char.encode():
            tokens.append(Token(byte, f"{byte:02x}", (place, place + 1)))
    return tokens


def merges_of(text: str) -> Iterator[PairStep]:
    """Every merge that can be learned from a text, which is taken for one long word."""
    trainer = BpeTrainer(vocab_size=500)
    return trainer.steps({text: 1}, detail=True)


def gpt4_merges(word: str) -> Iterator[MergeStep]:
    """How GPT-4's merges join the bytes of a word, even if the word is a token."""
    spelled = "".join(BYTE_TO_CHAR[byte] for byte in word.encode())
    return _gpt4_model().steps(spelled)


@cache
def _gpt4_model() -> BPE:
    """GPT-4's merges, without its rule that a word which is a token stays whole."""
    published = vocabularies.load("GPT-4").model
    assert isinstance(published, BPE)
    return BPE(published.vocab, published.merges)


@dataclass(frozen=True)
class Card:
    """Whose tokenizer it is, what is in it, and on how many texts it gives GPT-4's ids."""

    name: str
    own: int  # functions that the learner wrote
    lines: int
    right: int
    texts: int
    text: str  # the file
    file: str  # where it was written, or ""

    def sentences(self) -> list[str]:
        own = f"{self.own} of its {len(FUNCTIONS)} functions are your own"
        sentences = [
            f"{own}. Together they're {self.lines} lines.",
            f"GPT-4's ids on {self.right:,} of {self.texts:,} texts.",
        ]
        if self.file:
            sentences.append(f'It is in {self.file}: run python {FILE} "a text".')
        return sentences

    def __repr__(self) -> str:
        return "\n".join([f"GPT-4's tokenizer, by {self.name}", *self.sentences()])

    def _repr_html_(self) -> str:
        paragraphs = "".join(map(paragraph, self.sentences()))
        data = b64encode(self.text.encode()).decode()
        link = f'<a download="{FILE}" href="data:text/x-python;base64,{data}">Download {FILE}</a>'
        head = f"<b>GPT-4's tokenizer</b>, by {escape(self.name)}"
        return draw_card(head, f"{paragraphs}<p>{link}</p>")


def card(name: str) -> Card:
    """Put the learner's seven functions, or the course's in their place, into `my_gpt4.py`, and try them.

    The file is written into the learner's folder; where there is none, it can only be downloaded.
    """
    own = {exercise: own_source(exercise) for exercise in FUNCTIONS}
    sources = [_by_itself(own[one] or solution(one).source) for one in FUNCTIONS]
    plain_name = name.replace('"', "").replace("\\", "")
    head = HEAD.format(name=plain_name, pattern=str(GPT4_PATTERN))
    parts = [head, *_from_other_cells([head, *sources]), *sources, END]
    text = "\n\n\n".join(part.strip() for part in parts) + "\n"
    right, texts = _try(text)
    folder = learners_folder()
    if folder is not None:
        write_whole(folder / FILE, text)
    lines = [line for source in sources for line in source.splitlines() if line.strip()]
    return Card(
        name=name,
        own=sum(map(bool, own.values())),
        lines=len(lines),
        right=right,
        texts=texts,
        text=text,
        file=f"{folder.name}/{FILE}" if folder else "",
    )


def _by_itself(source: str) -> str:
    """A function without its imports from minitok: what they name is in the file."""
    lines = source.splitlines()
    return "\n".join(line for line in lines if not line.startswith("from minitok"))


def _from_other_cells(sources: list[str]) -> list[str]:
    """What the head of the file and the functions lack: what other cells imported or defined, as lines of a file."""
    text = "\n\n".join(sources)
    missing = reads(text) - {*binds(text), *dir(builtins)}
    lines = []
    for name in sorted(missing):
        value = getattr(sys.modules["__main__"], name, None)
        module = getattr(value, "__module__", "__main__")
        if inspect.ismodule(value):
            alias = "" if value.__name__ == name else f" as {name}"
            lines.append(f"import {value.__name__}{alias}")
        elif module != "__main__":
            lines.append(f"from {module} import {name}")
        elif inspect.isfunction(value):
            lines.append(inspect.getsource(value))
    return lines


def _try(text: str) -> tuple[int, int]:
    """On how many of the course's texts the file gives the ids of GPT-4, and the text back; and how many there are."""
    names: dict[str, Any] = {"__name__": Path(FILE).stem}
    exec(compile(text, FILE, "exec"), names)
    published = vocabularies.load("GPT-4")
    ids = vocabularies.ranks("GPT-4")
    tokens = {id: token for token, id in ids.items()}
    ranks = names["merges_of"](ids)
    texts = [*corpora.languages().values(), *corpora.load("stories").splitlines()]
    right = 0
    for text in texts:
        own = list(names["encode_text"](text, ids, ranks, {}))
        back = names["decode_stream"](tokens[id] for id in own)
        right += own == published.encode(text) and "".join(back) == text
    return right, len(texts)
