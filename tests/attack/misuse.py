"""Calls with arguments of other types and values, on every public name: `misuse` says which gave no proper answer."""

import dis
import inspect
import os
import random
import re
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Any

import minitok
from minitok import (
    AddedToken,
    Regex,
    Tokenizer,
    corpora,
    decoders,
    interop,
    models,
    normalizers,
    pre_tokenizers,
    processors,
    trainers,
)
from minitok.parts import Part

PACKAGE = str(Path(minitok.__file__).parent)
ANSWERS = (TypeError, ValueError, AttributeError, OSError)
NOT_CALLED = {"count_words", "shrink", "least"}  # the first starts processes, the others take a function of one's own
HOOKS = {"segment", "without", "cut", "finish", "pre_tokenize", "chain", "chain_fused", "prepare", "learn", "normalize"}
HOOKS |= {"learn_from_texts", "apply", "process", "map_char", "with_ids", "to_bytes", "of_text", "of_special", "joined"}
"""What a part defines for the tokenizer to call, with arguments that are right."""

FROM_PYTHON = re.compile(r"\w\(\) (takes|missing|got)|expected str, bytes or os.PathLike object|abstract class")
"""Messages of Python's own that say what is wanted."""


def values(tok: Tokenizer) -> list[Any]:
    """What people give by mistake, and what they may give."""
    return [
        *[
            None,
            True,
            False,
            0,
            1,
            -1,
            7,
            2**70,
            1.5,
            float("nan"),
            float("inf"),
            1j,
            "",
            "hug",
            "a b",
            "\ud800",
            "<s>",
        ],
        *[
            "[UNK]",
            "all",
            "right",
            "é" * 300,
            b"",
            b"hug",
            [],
            ["hug"],
            [b"hug"],
            [5],
            [[1]],
            [None],
            ["hug", 5],
            (),
            ("a",),
        ],
        *[
            ("a", "b"),
            {},
            {"a": 1},
            {"hug": -1},
            {"pad_token": 5},
            {1: "a"},
            {"hug"},
            object(),
            str,
            str.upper,
            Path("no"),
            ...,
        ],
        *[
            [1, 2],
            [0, 1.5],
            [-1],
            [2**70],
            [True],
            iter(["hug"]),
            range(3),
            memoryview(b"hug"),
            Regex("("),
            Regex("a|b"),
        ],
        *[tok, tok.model, tok("hug"), AddedToken("<x>"), [AddedToken("<x>")], normalizers.NFC(), normalizers.NFC],
        *[
            pre_tokenizers.Whitespace(),
            decoders.Fuse(),
            processors.TemplateProcessing(),
            trainers.BpeTrainer(vocab_size=9),
        ],
        *[
            {"role": "user", "content": "x"},
            [{"role": "user", "content": "x"}],
            [("a", -1.0)],
            [("a", "b")],
            [[("a", 1)]],
        ],
    ]


def tokenizer() -> Tokenizer:
    tok = Tokenizer(models.BPE(unk_token="[UNK]"))
    tok.pre_tokenizer = pre_tokenizers.Whitespace()
    trainer = trainers.BpeTrainer(vocab_size=20, special_tokens=["[UNK]", "<s>"])
    tok.train_from_iterator(["hug hugs pug bun"], trainer)
    return tok


def parts(tok: Tokenizer) -> list[Any]:
    """An object of each public class."""
    unigram = models.Unigram([("<unk>", 0.0), ("h", -1.0), ("u", -1.5), ("hu", -1.2)], unk_id=0)
    made = [tok, tok, tok, tok("hug hugs"), tok.model, unigram, models.WordPiece({"[UNK]": 0, "h": 1, "##u": 2})]
    made += [models.WordLevel({"[UNK]": 0}), AddedToken("<s>"), trainers.UnigramTrainer(vocab_size=9)]
    made += [trainers.BpeTrainer(vocab_size=9), trainers.WordPieceTrainer(vocab_size=9), trainers.WordLevelTrainer()]
    made += [normalizers.BertNormalizer(), pre_tokenizers.Metaspace(), pre_tokenizers.ByteLevel(), decoders.ByteLevel()]
    made += [decoders.WordPiece(), decoders.StreamDecoder(), processors.TemplateProcessing(), processors.ByteLevel()]
    return made


@cache
def functions() -> list[Callable[..., Any]]:
    """Every public class and function."""
    modules = [minitok, corpora, decoders, interop, models, normalizers, pre_tokenizers, processors, trainers]
    modules += [interop.difference, interop.huggingface, interop.sentencepiece, interop.tiktoken]
    found = [
        made
        for module in modules
        for name, made in vars(module).items()
        if name[0] != "_"
        and name not in NOT_CALLED
        and (name in getattr(module, "__all__", ()) or getattr(made, "__module__", "") == module.__name__)
    ]
    return [made for made in found if callable(made) and str(getattr(made, "__module__", "")).startswith("minitok")]


def calls(of: Any) -> Iterator[Callable[..., Any]]:
    """The public methods of an object."""
    for name in dir(of):
        method = inspect.getattr_static(of, name)
        if ((name[0] != "_" and name not in HOOKS) or name in ("__call__", "__getitem__")) and (
            callable(method) or hasattr(method, "__func__")
        ):
            yield getattr(of, name)


def was_raised_here(traceback: TracebackType | None) -> bool:
    """Whether a `raise` in minitok made the error, and not Python at a line that expected something else."""
    frame = traceback
    while frame is not None and frame.tb_next is not None:
        frame = frame.tb_next
    if frame is None or not frame.tb_frame.f_code.co_filename.startswith(PACKAGE):
        return False
    return dis.opname[frame.tb_frame.f_code.co_code[frame.tb_lasti]] in ("RAISE_VARARGS", "RERAISE")


def call_once(chance: random.Random, functions: list[Any]) -> str:
    """One call, and what is wrong with its answer."""
    tok = tokenizer()
    given = values(tok)
    function = chance.choice([*calls(chance.choice(parts(tok))), *calls(tok), *functions])
    try:
        parameters = list(inspect.signature(function).parameters)
    except ValueError:
        parameters = []
    args = [chance.choice(given) for _ in range(chance.choice([0, 1, 1, 2, 3]))]
    names = chance.sample([*parameters, "foo"], min(len(parameters) + 1, chance.choice([0, 0, 1, 2])))
    named = {name: chance.choice(given) for name in names if name not in ("args", "self")}
    owner = getattr(function, "__self__", None)
    before = owner.options if isinstance(owner, Part) else tok.to_dict()
    shown = f"{getattr(function, '__qualname__', function)}(*{args!a:.200}, **{named!a:.200})"
    try:
        result = function(*args, **named)
        if hasattr(result, "__next__"):
            list(islice(result, 100))
        return ""
    except ANSWERS as error:
        after = owner.options if isinstance(owner, Part) else tok.to_dict()
        if before != after:
            return f"{shown} fails and changes something"
        if not (was_raised_here(error.__traceback__) or isinstance(error, OSError) or FROM_PYTHON.search(str(error))):
            return f"{shown}: {type(error).__name__}: {error}"[:500]
        if len(str(error)) > 700:
            return f"{shown}: a message of {len(str(error))} characters"
    except Exception as error:
        return f"{shown}: {type(error).__name__}: {error}"[:500]
    return ""


def misuse(chance: random.Random) -> str:
    """Twenty random calls: each works, or is an error that minitok raises with what to write; then nothing changed."""
    every = functions()
    here = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:  # some calls write a file
        os.chdir(folder)
        try:
            return next(filter(None, (call_once(chance, every) for _ in range(20))), "")
        finally:
            os.chdir(here)
