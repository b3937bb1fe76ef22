"""Lesson 02, byte-pair encoding: encode a word with learned merges, where longest match differs, and the way back."""

from random import Random
from typing import Any

from minitok import naive_bpe

from ..exercise import Args, Find, Found, exercise
from .trained import after_each_merge, as_trained, some_merges, some_word


@exercise(
    "bpe.encode_word",
    title="Encode a word",
    example=("hugs", [("u", "g"), ("h", "ug")]),
    cases=[("abc", [("b", "c"), ("a", "b")]), ("abc", [("a", "b"), ("b", "c"), ("a", "bc")]), ("ab", [])],
    generate=lambda random: (some_word(random), some_merges(random)),
    valid=lambda word, merges: bool(word) and as_trained(merges),
    oracle=lambda word, merges: naive_bpe.encode(word, merges),
    stages=after_each_merge,
    hints=[
        "The merge that was learned first goes first, wherever in the word its pair is.",
        "Begin with the letters. For each merge in order, join each occurrence of its pair, from left to right.",
        "For each pair in `merges`: walk over the tokens with `while i < len(tokens) - 1`, and where two neighbours "
        "are the pair, set `tokens[i : i + 2] = [left + right]`.",
    ],
    why="Training made its tokens in this order. Replayed in the same order, a word gets the tokens that it got there.",
)
def encode_word(word: str, merges: list[tuple[str, str]]) -> list[str]:
    """The tokens of a word: hugs, [(u, g), (h, ug)] → hug s."""
    tokens = list(word)
    for left, right in merges:
        i = 0
        while i < len(tokens) - 1:
            if (tokens[i], tokens[i + 1]) == (left, right):
                tokens[i : i + 2] = [left + right]
            i += 1
    return tokens


@encode_word.slip("This is longest match: BPE joins in the order in which the merges were learned.")
def longest_match(word: str, merges: Any) -> list[str]:
    """The longest token that a merge makes, or one letter, from left to right."""
    made, tokens = {left + right for left, right in merges}, []
    while word:
        end = max((end for end in range(1, len(word) + 1) if word[:end] in made), default=1)
        tokens.append(word[:end])
        word = word[end:]
    return tokens


def choosing(word, merges, first, most=100):
    """Join the pair that comes first of those found, by rank and place, at most so often."""
    tokens = list(word)
    while most and (found := [(merges.index(p), i) for i, p in enumerate(zip(tokens, tokens[1:])) if p in merges]):
        rank, i = first(found)
        tokens[i : i + 2] = ["".join(merges[rank])]
        most -= 1
    return tokens


encode_word.known_slips("""
Nothing is joined: do you use what the merge gives back? A list never equals a tuple, either.
    list(word)
It joins whatever pair comes first in the word: the merge of lowest rank goes first.
    choosing(word, merges, lambda found: found[0])
It makes the merge of highest rank first: begin with the lowest, the first in the list.
    choosing(word, merges, max)
    choosing(word, merges, lambda found: max(found, key=lambda one: one[0]))
    in merges → in merges[::-1]
It makes the longest token first: go by the order of the merges.
    in merges → in sorted(merges, key=lambda pair: -len("".join(pair)))
It joins once and stops: go on until no merge is left.
    choosing(word, merges, min, most=1)
    choosing(word, merges, lambda found: found[0], most=1)
Each merge is made only once: join its pair wherever it occurs.
    [i : i + 2] = [left + right] → [i : i + 2], i = [left + right], len(word)
It joins from right to left: `aaa` is `aa a`, not `a aa`.
    i = 0 → i = len(tokens) - 2 ; i < len(tokens) - 1 → i >= 0 ; i += 1 → i -= 1
It replaces in the text, and so joins parts of longer tokens: compare whole tokens.
    i = 0 → i, tokens = len(word), " ".join(tokens).replace(f"{left} {right}", left + right).split()
A letter is used twice: after joining two, step over both.
    tokens[i : i + 2] = [left + right] → tokens[i] = left + right
""")


def differs(found: Any) -> Found:
    merges, word = found
    merges = [(left, right) for left, right in merges]
    if not isinstance(word, str):
        return Found(False, "The word must be a string.")
    if not as_trained(merges):
        return Found(False, "Give merges such as training gives: each joins letters or earlier tokens into a new one.")
    by_rank, longest = naive_bpe.encode(word, merges), longest_match(word, merges)
    if by_rank == longest:
        says = "Both cut this word alike. Look for an early merge that takes the last letter off the token on its left."
        return Found(False, says, by_rank, longest)
    size = len(word) + len(merges)
    known = "No smaller one is known." if size <= 5 else "Two merges and a word of three letters would do."
    return Found(True, f"BPE and longest match differ. {known}", by_rank, longest)


Find(
    name="bpe.not_longest_match",
    lesson=2,
    title="Where BPE is not longest match",
    asked="A pair (merges, word), such as ([('u', 'g'), ('h', 'ug')], 'hugs'): merges as training gives them, and a "
    "word that longest match cuts differently.",
    compared=("BPE", "longest match"),
    answer=([("b", "c"), ("a", "b")], "abc"),
    verify=differs,
    hints=[
        "Longest match reads from the left. BPE may begin in the middle of the word.",
        "Two merges that want the same letter: the one of the lower rank gets it.",
        "Take the word `abc`, and first a merge that joins `b` and `c`.",
    ],
    why="`bc` was learned first, so BPE gives a, bc. Longest match starts at the left, and finds ab, c.",
)

MARKS = ["</w>", "_", "."]


def well_marked(tokens: list[str], end_of_word: str) -> bool:
    """Words that a reader can tell: no spaces, a mark that looks like one, not bare, at an end, and there once."""
    bare = [token.removesuffix(end_of_word) for token in tokens] if end_of_word in MARKS else [""]
    return bool(bare) and all(
        part.split() == [part.removeprefix(end_of_word).removesuffix(end_of_word)] for part in bare
    )


def marked_tokens(random: Random) -> Args:
    mark = random.choice([*MARKS, "</w>"])
    parts = ["hug", "me", "a", "".join(mark[:-1]) + "x", f"a{mark}b"]
    return [random.choice(parts) + random.choice(["", mark]) for _ in range(random.randint(1, 5))], mark


@exercise(
    "bpe.decode",
    title="Tokens back to text",
    example=(["hug", "s</w>", "me</w>"], "</w>"),
    cases=[(["a</", "w>b</w>"], "</w>"), (["a.", "b."], "."), (["a_", "b"], "_"), (["wow</w>"], "</w>")],
    generate=marked_tokens,
    valid=well_marked,
    hints=[
        "Where does a word end? What comes between two words, and what after the last?",
        "Look at each token by itself: `token.endswith(end_of_word)`. A mark inside a token is text.",
        "Put each token in a list, its mark replaced by one space, join the list, and drop the space at the very end.",
    ],
    why="Only a mark at the end of a token was put there in training; all other characters belong to the text.",
)
def decode(tokens: list[str], end_of_word: str) -> str:
    """The text of tokens: hug s</w> me</w> → 'hugs me'."""
    parts = []
    for token in tokens:
        ends = token.endswith(end_of_word)
        parts.append(token[: -len(end_of_word)] + " " if ends else token)
    return "".join(parts).removesuffix(" ")


decode.known_slips("""
It replaces a mark inside a token, too: only one at its end ends a word.
    "".join(tokens).replace(end_of_word, " ").removesuffix(" ")
    "".join(token.replace(end_of_word, " ") for token in tokens).removesuffix(" ")
    "".join(token.replace(end_of_word, "") + " " * (end_of_word in token) for token in tokens).rstrip()
    token[: -len(end_of_word)] → token.replace(end_of_word, "") ; else token → else token.replace(end_of_word, "")
    token[: -len(end_of_word)] + " " → token.replace(end_of_word, " ")
A space is left at the end: it belongs between words.
    .removesuffix(" ") → [:]
    " ".join("".join(tokens).split(end_of_word))
Only a space may be cut off at the end of the text, not a letter.
    .removesuffix(" ") → [:-1]
The mark is not always `</w>`, or four characters long: it is given as `end_of_word`.
    decode(tokens, "</w>")
    -len(end_of_word) → -4
    -len(end_of_word) → -4 ; .removesuffix(" ") → .rstrip()
`strip` and `rstrip` take off all of these characters, in any order: `removesuffix` takes off the mark.
    token[: -len(end_of_word)] → token.rstrip(end_of_word)
    token[: -len(end_of_word)] → token.strip(end_of_word)
    token[: -len(end_of_word)] → token.rstrip(end_of_word) ; else token → else token.rstrip(end_of_word)
    token[: -len(end_of_word)] → token.strip(end_of_word) ; else token → else token.strip(end_of_word)
In a regular expression `.` is any character: use `re.escape(end_of_word)`.
    "".join(re.sub(f"{end_of_word}$", " ", token) for token in tokens).rstrip()
The words run together: put a space in the place of a mark.
    " " if → "" if
The marks are still there: take them off.
    "".join(tokens)
    [: -len(end_of_word)] → [:]
There is a space after each token: only a mark ends a word.
    " ".join(token.removesuffix(end_of_word) for token in tokens)
""")
