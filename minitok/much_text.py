"""Much text: files that are read in pieces, a text of any length that arrives in chunks, and several processes."""

import re
from collections.abc import Callable, Iterable, Iterator
from copy import copy
from functools import partial
from itertools import chain
from os import PathLike, fspath
from typing import Any

from minitok.added_tokens import AddedTokens
from minitok.assembly import Parts
from minitok.encoding import Encoding
from minitok.normalizers import Normalizer
from minitok.patterns import Compiled
from minitok.pipeline import encode_all, fit
from minitok.pre_tokenizers import CUTS_AT_SPACES, PreTokenizer
from minitok.text import CHUNK, batches, chunks
from minitok.validation import check_text

FILE_CHUNK = 2**20  # characters to read from a file at a time
TEXT = -1  # no token has this id: it stands for the text in a template


def safe_cuts(
    normalizer: Normalizer | None, pre_tokenizer: PreTokenizer | None
) -> Compiled | None:
    """Places where a text can be cut so that the parts, split one by one, have its words; None if none are known."""
    if pre_tokenizer is None or pre_tokenizer.cuts is None or normalizer is None:
        return None if pre_tokenizer is None else pre_tokenizer.cuts
    is_safe = normalizer.allows_cuts(spaces_matter=not pre_tokenizer.drops_spaces)
    return CUTS_AT_SPACES if is_safe else None


def cross_cuts(added: AddedTokens, normalizer: Normalizer | None) -> bool:
    """Whether an added token may hold a space and what comes before it, or depend on both: then no text can be cut."""
    looks = {
        name: name if normalizer is None else normalizer.normalize_str(name)
        for name in added.ids
    }
    makes_spaces = normalizer is not None and not normalizer.allows_cuts(
        spaces_matter=True
    )
    over = r"\S[ \n]|\s\s" if makes_spaces else r"\S[ \n]"
    return any(re.search(over, look) for look in [*looks, *looks.values()]) or any(
        (
            token.rstrip
            and (
                token.content[-1].isalnum()
                or (token.normalized and normalizer is not None)
            )
        )
        or (
            token.single_word
            and any(
                look[:1] in (" ", "\n")
                for look in (token.content, looks[token.content])
            )
        )
        for token in added.tokens.values()
    )


def pieces(texts: Iterable[str], cuts: Compiled | None) -> Iterator[str]:
    """Join the parts of a text, and cut it again where `cuts` matches, into pieces that are neither short nor long."""
    waiting, enough = "", 2 * CHUNK
    for text in texts:
        waiting += check_text(text)
        if cuts is not None and len(waiting) > enough:
            *ready, waiting = chunks(waiting, cuts)
            yield from ready
            enough = 2 * max(
                CHUNK, len(waiting)
            )  # so that a text without such places is not searched again and again
    yield waiting


def texts_of(tok: Parts, files: Iterable[str | PathLike[str]]) -> Iterator[str]:
    """The texts of UTF-8 files, in pieces to be counted one by one. ValueError for a file that is not UTF-8."""
    cuts = safe_cuts(tok.normalizer, tok.pre_tokenizer)
    return chain.from_iterable(pieces(_chunks_of(file), cuts) for file in files)


def _chunks_of(file: str | PathLike[str]) -> Iterator[str]:
    try:
        with open(file, encoding="utf-8", newline="") as opened:
            yield from iter(partial(opened.read, FILE_CHUNK), "")
    except UnicodeDecodeError as error:
        remedy = f'train_from_iterator([Path({fspath(file)!r}).read_text(encoding="latin-1")])'
        raise ValueError(
            f"{fspath(file)} is not UTF-8 ({error.reason}), so say what it is: {remedy}"
        ) from None


def encode_stream(
    tok: Parts, parts: Iterable[str], *, add_special_tokens: bool = True, **options: Any
) -> Iterator[int]:
    """The ids of a text that arrives in chunks: it is cut where no token can go on, so the memory stays flat."""
    if tok.truncation is not None or tok.padding is not None:
        raise ValueError(
            "chunks can't be truncated or padded: call no_truncation() and no_padding()"
        )
    template = fit(tok, [Encoding(ids=[TEXT])], add_special_tokens).ids
    place = template.index(TEXT)
    is_cut = not cross_cuts(tok.added_tokens, tok.normalizer)
    cuts = safe_cuts(tok.normalizer, tok.pre_tokenizer) if is_cut else None
    encode = partial(encode_all, tok, spans=False, add_special_tokens=False, **options)
    ids = (encode(batch=[(piece,)])[0].ids for piece in pieces(parts, cuts))
    return chain(template[:place], chain.from_iterable(ids), template[place + 1 :])


def encode_in_processes(
    tok: Parts, texts: Iterable[str], processes: int, **options: Any
) -> list[list[int]]:
    """The ids of the texts, which several processes share. Each gets the tokenizer once, when it starts."""
    from concurrent.futures import (
        ProcessPoolExecutor,  # imported here, since few need it
    )

    worker = copy(tok)
    worker.padding = None  # it depends on the longest text of all
    encode = partial(encode_all, worker, spans=False, **options)
    with ProcessPoolExecutor(processes, initializer=_start, initargs=(encode,)) as pool:
        found = [
            Encoding(ids=ids)
            for part in pool.map(_encode, batches(texts))
            for ids in part
        ]
    return [
        encoding.ids
        for encoding in (found if tok.padding is None else tok.padding.apply(found))
    ]


_encoders: list[
    Callable[[list[tuple[str]]], list[Encoding]]
] = []  # what this process encodes with


def _start(encode: Callable[[list[tuple[str]]], list[Encoding]]) -> None:
    _encoders.append(encode)


def _encode(texts: list[str]) -> list[list[int]]:
    return [encoding.ids for encoding in _encoders[-1]([(text,) for text in texts])]
