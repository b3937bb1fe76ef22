"""Much text: batches that several processes share, and a text of any length that arrives in chunks."""

import os
import re
from array import array
from collections.abc import Callable, Iterable, Iterator
from copy import copy
from functools import partial
from itertools import chain
from typing import Any

from minitok import normalizers
from minitok.encoding import Encoding
from minitok.mistakes import checked_texts
from minitok.parts import Processes, converted
from minitok.pipeline import Pipeline
from minitok.speed import batches, pieces, safe_cuts

FILE_CHUNK = 2**20  # characters to read from a file at a time
TEXT = -1  # no token has this id: it stands for the text in a template


class Batches(Pipeline):
    """A pipeline for much text."""

    def encode_batch(self, texts: Iterable[str], *, processes: int = 1, **options: Any) -> list[list[int]]:
        """The ids of each text, with the options of `encode`. Several `processes` share the work."""
        if converted(processes, Processes, "processes") == 1:
            batch = [(text,) for text in checked_texts(texts)]
            return [encoding.ids for encoding in self._encode_all(batch, False, **options)]
        from concurrent.futures import ProcessPoolExecutor  # imported here, since few need it

        worker = copy(self)
        worker.padding = None  # it depends on the longest text of all
        worker._caches = self._caches  # a process that is forked starts with the words known here
        given = (partial(worker.encode_batch, **options),)
        with ProcessPoolExecutor(processes, initializer=_take, initargs=given) as pool:
            parts = pool.map(_encode, batches(checked_texts(texts)))
            found = [Encoding(ids=ids.tolist()) for part in parts for ids in part]
        return [encoding.ids for encoding in (found if self.padding is None else self.padding.apply(found))]

    def encode_iterable(self, chunks: Iterable[str], **options: Any) -> Iterator[int]:
        """Yield the ids of a text that arrives in chunks of any size, those that `encode` gives for the whole text.

        The text is cut where no token can go on, so the memory does not grow with it. Where no such place is known, as
        without a pre-tokenizer or with a pattern of your own, it is read to its end first. Raises ValueError if texts
        are truncated or padded, which needs their length.
        """
        checked_texts(chunks)
        if self.truncation is not None or self.padding is not None:
            raise ValueError("chunks can't be truncated or padded: call no_truncation() and no_padding()")
        now = self._now()
        template = now._fitted([Encoding(ids=[TEXT])], options.pop("add_special_tokens", True)).ids
        cuts = None if _has_tokens_over_spaces(now) else safe_cuts(now.normalizer, now.pre_tokenizer)
        parts = (now._encode_all([(piece,)], False, False, **options)[0].ids for piece in pieces(chunks, cuts))
        place = template.index(TEXT)
        return chain(template[:place], chain.from_iterable(parts), template[place + 1 :])


def _has_tokens_over_spaces(pipeline: Pipeline) -> bool:
    """Whether an added token may hold a space and what comes before it, or depend on both."""
    added, normalizer = pipeline.added_tokens, pipeline.normalizer
    looks = {name: name if normalizer is None else normalizer.normalize_str(name) for name in added.ids}
    makes_spaces = isinstance(normalizer, (normalizers.BertNormalizer, normalizers.Sequence))
    over = r"\S[ \n]|\s\s" if makes_spaces else r"\S[ \n]"
    return any(re.search(over, look) for look in [*looks, *looks.values()]) or any(
        (token.rstrip and (token.content[-1].isalnum() or (token.normalized and normalizer is not None)))
        or (token.single_word and any(look[:1] in (" ", "\n") for look in (token.content, looks[token.content])))
        for token in added.tokens.values()
    )


def text_of(file: str | os.PathLike[str]) -> Iterator[str]:
    """The text of a UTF-8 file, in chunks. Raises ValueError if it is not UTF-8."""
    try:
        with open(file, encoding="utf-8", newline="") as opened:
            yield from iter(partial(opened.read, FILE_CHUNK), "")
    except UnicodeDecodeError:
        with open(file, "rb") as as_bytes:
            text = as_bytes.read().decode("utf-8", "surrogateescape")
        place = len(re.split("[\udc80-\udcff]", text, maxsplit=1)[0].encode())
        remedy = f'Path({os.fspath(file)!r}).read_text(encoding="latin-1")'
        wrong = f"{os.fspath(file)} is not UTF-8, from byte {place} on: read it with its own encoding, such as {remedy}"
        raise ValueError(f"{wrong}, and pass the text to train_from_iterator") from None


_given: list[Callable[[list[str]], list[list[int]]]] = []  # what this process encodes with


def _take(encode: Callable[[list[str]], list[list[int]]]) -> None:
    """Give a new process its tokenizer, once. It ends when the process that started it does, even if that is killed."""
    from multiprocessing import parent_process  # imported here, since few need them
    from threading import Thread

    _given.append(encode)
    Thread(target=_end_with, args=(parent_process(),), daemon=True).start()


def _end_with(parent: Any) -> None:
    parent.join()
    os._exit(1)


def _encode(texts: list[str]) -> list["array[int]"]:
    """The ids of some texts, as arrays, which go to another process ten times as fast as lists."""
    return [array("I", ids) for ids in _given[-1](texts)]
