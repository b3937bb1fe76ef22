"""The trie of the added tokens, and each walk along a text, seen."""

from parsed_html import captions, elements, reading

from minitok.added_tokens import Trie
from minitok_course.views import TrieView

TOKENS = ["<s>", "<sep>", "<pad>"]
TEXT = "ab<sex<sep>"

TWIN = """\
Cutting at added tokens
step  characters  followed  cut off
0                           the trie of <pad> <s> <sep>
1     0–2                   no token begins here
4     2–5         <se       nothing
5     3–6                   no token begins here
10    6–11        <sep>     <sep>"""


def shown(text=TEXT, tokens=TOKENS):
    return TrieView(Trie(tokens).steps(text), text=text, tokens=tokens)


def letters(view, index):
    """The letters of the tree in a frame with their states, from the top to the bottom of its list."""
    nodes = [
        group for group in elements(view.frames[index].body, "svg g") if group.classes
    ]
    return [(node.classes[0].removeprefix("mt-"), node.text) for node in nodes]


def test_the_text_twin_holds_the_tokens_and_every_walk():
    assert str(shown()) == TWIN


def test_captions_tell_how_far_a_walk_went_and_what_was_cut():
    assert captions(shown()) == [
        "A trie of 3 tokens. A beginning that they share is drawn once.",
        "ab: no token begins here.",
        "< follows: < begins 3 tokens.",
        "s follows: <s begins 2 tokens.",
        "After <se only p can follow, and here comes x. No token was passed: back to the character after the start.",
        "sex: no token begins here.",
        "< follows: < begins 3 tokens.",
        "s follows: <s begins 2 tokens.",
        "e follows: <se begins 1 token.",
        "p follows: <sep begins 1 token.",
        "<sep> is a token. It is cut off.",
    ]


def test_a_walk_that_went_past_its_token_says_so():
    view = shown("<seq", ["<s", "<sep>"])
    assert captions(view)[3].startswith(
        "After <se only p can follow, and here comes q. The longest token on the way, <s, is cut off."
    )
    assert ("path", "s") in letters(view, 3) and ("tried", "e") in letters(view, 3)


def test_a_token_that_a_longer_one_may_follow_is_remembered():
    told = captions(shown("abcdabc", ["ab", "abcd"]))[2:]
    assert told == [
        "ab is a token: remembered. Is there a longer one?",
        "c follows: abc begins 1 token. ab is remembered.",
        "abcd is a token. It is cut off.",
        "a follows: a begins 2 tokens.",
        "ab is a token: remembered. Is there a longer one?",
        "After abc only d can follow, and the text is over. "
        "The longest token on the way, ab, is cut off.",
        "c: no token begins here.",
    ]


def test_many_tokens_and_long_ones_are_drawn_in_part_and_counted():
    view = shown("x", [f"<{number:03}>" for number in range(500)] + ["<" + "a" * 5000])
    assert "and 489 more tokens" in reading(view.still())
    assert "and 489 more" in str(view)
    assert len(letters(shown("x", ["a" * 5000]), 0)) == 24
