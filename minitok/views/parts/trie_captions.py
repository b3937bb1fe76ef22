"""What is told of a walk through a trie: why it goes on, what it remembers, and why it stops.

All tokens are sorted; where none are known, less is told.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from .html import chip, more

MAX_LEADS = 5


def beginning(tokens: Sequence[str], start: str) -> Sequence[str]:
    """The tokens that begin with a string: `<s` gives `<s`, `<sep>`."""
    left = bisect_left(tokens, start)
    return tokens[left : bisect_right(tokens, start, left, key=lambda token: token[: len(start)])]


def told_letter(followed: str, kept: str, tokens: Sequence[str]) -> str:
    """What one more letter has led to; `kept` is the longest token so far."""
    if kept == followed:
        return f"{chip(followed)} is a token: remembered. Is there a longer one?"
    many = len(beginning(tokens, followed))
    begin = f"{many:,} tokens begin" if many > 1 else "one token begins" if many else "a token begins"
    remembered = f" {chip(kept)} is remembered." if kept else ""
    return f"{chip(followed[-1])} follows: {begin} with {chip(followed)}.{remembered}"


def told_stop(followed: str, text: str, end: int, tokens: Sequence[str]) -> str:
    """What could have come after what was followed, and what came at `end`; nothing where the tokens do not tell."""
    leads = sorted({token[len(followed)] for token in beginning(tokens, followed) if token != followed})
    if not leads or not 0 < end <= len(text):
        return ""
    letters = " ".join(map(chip, leads[:MAX_LEADS])) + more(len(leads) - MAX_LEADS)
    came = f"here comes {chip(text[end])}" if end < len(text) else "the text is over"
    return f"After {chip(followed)} only {letters} {'leads' if len(leads) == 1 else 'lead'} on, and {came}."
