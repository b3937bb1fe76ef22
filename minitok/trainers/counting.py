"""Counts the words of texts: the one pass over the corpus that every trainer needs.

Words repeat (Zipf's law): 20 MB of source code have some 70,000 different words, and a trainer looks at each just once.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, suppress
from functools import partial
from signal import SIG_IGN, SIGINT, signal
from typing import Any

from minitok.mistakes import checked_text, checked_texts
from minitok.normalizers import Normalizer
from minitok.parts import Processes, converted
from minitok.pre_tokenizers import PreTokenizer
from minitok.speed import batches
from minitok.text import AlignedText, naming_surrogates

Count = Callable[[Iterable[str]], Counter[str]]


def count_words(
    texts: Iterable[str],
    pre_tokenizer: PreTokenizer | None,
    normalizer: Normalizer | None = None,
    *,
    processes: int = 1,
) -> Counter[str]:
    """How often each word occurs in the texts, spelled as the model reads it: `Counter({'Ġthe': 2, ...})`.

    Without a pre-tokenizer, each text is a word. Several `processes` share the work. TypeError if `texts` is a string.
    """
    converted(pre_tokenizer, PreTokenizer | None, "pre_tokenizer")
    converted(normalizer, Normalizer | None, "normalizer")
    converted(processes, Processes, "processes")
    texts, count = checked_texts(texts), partial(_count, pre_tokenizer=pre_tokenizer, normalizer=normalizer)
    return count(texts) if processes == 1 else _count_together(count, texts, processes)


def _count_together(count: Count, texts: Iterable[str], processes: int) -> Counter[str]:
    """What several processes count, added up. Each asks for more texts once it has counted those it got."""
    from multiprocessing import Pipe, Process  # imported here, since few need it
    from multiprocessing.connection import wait

    rest, total, asking = batches(texts), Counter[str](), list[Any]()
    with ExitStack() as pipes:  # a process ends when its pipe does
        for _ in range(processes):
            ours, theirs = Pipe()
            asking.append(pipes.enter_context(ours))
            with theirs:
                Process(target=_work, args=(count, theirs, ours), daemon=True).start()
        while asking:
            ready: list[Any] = wait(asking)
            for pipe in ready:
                if (answer := _answer(pipe)) is None:
                    pipe.send(next(rest, None))
                else:
                    total.update(answer)
                    asking.remove(pipe)
    return total


def _answer(pipe: Any) -> Any:
    """The counts of a process, or None if it asks for more texts. Raises the error that it met."""
    try:
        answer = pipe.recv()
    except EOFError:
        raise RuntimeError("a process that counted words has died: if it gave no error, try fewer processes") from None
    if isinstance(answer, Exception):
        raise answer
    return answer


def _work(count: Count, pipe: Any, other_end: Any) -> None:
    """What each process does: count texts until there are no more, and send the counts, or the error."""

    def texts() -> Iterator[str]:
        pipe.send(None)
        while batch := pipe.recv():
            yield from batch
            pipe.send(None)

    signal(SIGINT, SIG_IGN)  # Ctrl-C is for the process that waits
    other_end.close()
    answer: Counter[str] | Exception
    try:
        answer = count(texts())
    except Exception as error:
        answer = error
    with suppress(BrokenPipeError):  # nobody waits any more
        pipe.send(answer)


def _count(texts: Iterable[str], pre_tokenizer: PreTokenizer | None, normalizer: Normalizer | None) -> Counter[str]:
    as_text = AlignedText.with_spans if pre_tokenizer and pre_tokenizer.minds_start else AlignedText
    as_cut, counts = Counter[str](), Counter[str]()
    for source in texts:
        with naming_surrogates(checked_text(source)):
            text = as_text(source) if normalizer is None else normalizer.normalize(as_text(source))
            if pre_tokenizer is None:
                counts.update([text.text] if text.text else [])
                continue
            at_start, others = pre_tokenizer.cut(text).split_start()
            as_cut.update(others)
            for word in at_start:
                counts.update(part.text for part in pre_tokenizer.finish(as_text(word)))
    for word, count in as_cut.items():
        for part in pre_tokenizer._spell(word) if pre_tokenizer else ():
            counts[part] += count
    return counts
