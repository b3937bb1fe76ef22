"""What a learner typed, read and judged: numbers with a tolerance, names exactly."""

import math
import re
from collections.abc import Sequence
from typing import Any

NEAR = 0.05  # how far off an estimate may be: 5 percent of the answer

_NUMBER = re.compile(
    r"[-+−]?(?:\d[\d.,_'’]*(?:[ \u00a0\u202f]\d{3}(?!\d))*|[.,]\d+)"
    r"(?:[eE][-+]?\d+| ?(?:[kKM]|thousand|million)\b)?"
)


def said(value: Any) -> str:
    """A value as a learner would type it: ("u", "g") gives `u g`, 17.60 gives `17.6`."""
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.12g}"
    if isinstance(value, (list, tuple)):
        return " ".join(map(said, value))
    return str(value)


def words(text: str) -> list[str]:
    """What a learner typed as a list: `[1, 5]` and `1 5` give 1 and 5, also between backticks."""
    return [word for word in (part.strip("[](){}'\"`") for part in re.split(r"[\s,;+|␣]+", text)) if word]


def is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def numbers(text: str) -> list[list[float]]:
    """The numbers in a text, each in all of its readings: `1,000` is a thousand or one, `17,6` is 17.6, `5k` is 5,000.

    >>> numbers("about 17,6 %"), numbers("2 or 3"), numbers("many")
    ([[17.6]], [[2.0], [3.0]], [])
    """
    return [found for found in map(_readings, _NUMBER.findall(text)) if found]


def _readings(typed: str) -> list[float]:
    typed = re.sub(" ?([kK]|thousand)$", "e3", re.sub(" ?(M|million)$", "e6", typed))
    bare = re.sub(r"[_'’\s]", "", typed.rstrip(".,")).replace("−", "-")
    last = max(bare.rfind("."), bare.rfind(","))
    joined = re.sub(r"[.,]", "", bare)
    if last < 0 or bare.count(bare[last]) > 1:
        spelled = [joined]
    else:
        spelled = [re.sub(r"[.,]", "", bare[:last]) + "." + bare[last + 1 :]]
        if re.fullmatch(r"[-+]?\d{1,3}[.,]\d{3}", bare):
            spelled.append(joined)
    return [number for number in map(float, spelled) if math.isfinite(number)]


def pair_of(truth: Any) -> list[str]:
    """The two parts of an answer that is a pair, as `("u", "g")` or `"u g"`; otherwise nothing."""
    parts = truth.split(" ") if isinstance(truth, str) else truth
    if not isinstance(parts, (list, tuple)) or len(parts) != 2:
        return []
    return list(parts) if all(isinstance(part, str) and part for part in parts) else []


def unreadable(guess: str, truth: Any) -> str:
    """What keeps a guess from being an attempt, in a sentence; empty if nothing does."""
    typed = guess.strip()
    shown = typed if len(typed) <= 40 else f"{typed[:40]}…"
    if not typed:
        return "Write a guess here, too."
    if is_number(truth):
        found = numbers(typed)
        if not found:
            return f"“{shown}” has no number in it. Write one in digits."
        return f"“{shown}” has more than one number in it. Decide on one." if len(found) > 1 else ""
    pair = pair_of(truth)
    if pair and typed == pair[0] + pair[1].removeprefix("##") != "".join(pair):
        return f"“{shown}” is the token that a pair makes: write the pair, two tokens with a space between them."
    return f"Write “{shown}” with a space between its two parts." if pair and typed == "".join(pair) else ""


def unreadable_list(guess: str, truths: Sequence[Any]) -> str:
    """The same for a list that is typed in one line."""
    odd = [word for word in words(guess) if truths and all(map(is_number, truths)) and not numbers(word)]
    return f"“{odd[0][:40]}” is not a number. Write only numbers." if odd else unreadable(guess, truths)


def judge(guess: str, truth: Any, tolerance: float | None = None) -> tuple[bool, str]:
    """Whether a guess is right, and in a few words what is wrong with it. `tolerance` is a share of the answer."""
    if not guess.strip():
        return False, "no guess"
    if is_number(truth):
        return _judge_number(guess, truth, tolerance)
    typed, true = words(guess), words(said(truth))
    if guess.strip() == said(truth).strip() or (typed == true and true):
        return True, "right"
    if [word.casefold() for word in typed] == [word.casefold() for word in true] and true:
        return False, "only upper and lower case differ"
    if [word.replace("##", "") for word in typed] == [word.replace("##", "") for word in true] and true:
        return False, "only the mark ## differs"
    return False, "it is a different one"


def judge_id(guess: str, truth: Any) -> tuple[bool, str]:
    """The same for one item of a list: an id is right or wrong, since a higher one is no nearer.

    >>> judge_id("3", 4), judge_id("4", 4)
    ((False, 'it is a different one'), (True, 'right'))
    """
    right, verdict = judge(guess, truth)
    return right, "it is a different one" if verdict in ("too high", "too low") else verdict


def _judge_number(guess: str, truth: float, tolerance: float | None) -> tuple[bool, str]:
    found = numbers(guess)
    if len(found) != 1:
        return False, "not a number"
    share = NEAR if isinstance(truth, float) else 0
    share = share if tolerance is None else tolerance
    if any(math.isclose(number, truth, rel_tol=1e-9) for number in found[0]):
        return True, "right"
    if any(abs(number - truth) <= share * abs(truth) for number in found[0]):
        return True, "close enough"
    return False, "too high" if min(found[0]) > truth else "too low"
