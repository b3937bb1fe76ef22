"""Lesson 09: chat templates, calls of tools, sums of tokens, labels, and what an edit leaves of a prefix cache."""

import json
import re
from collections.abc import Callable
from functools import cache, partial
from itertools import groupby
from typing import Any

from minitok.models import BPE
from minitok.patterns import GPT4_PATTERN
from minitok.pre_tokenizers import ByteLevel
from minitok.tokenizer import Tokenizer
from minitok.trainers import BpeTrainer
from minitok_course import corpora
from minitok_course.exercises.exercise import Args, Find, Found, changed, exercise
from minitok_course.exercises.lessons.exhibits import a_text, exhibit

Chat = list[dict[str, str]]
Writer = Callable[[str, Chat, bool], str]
TURN, OPENING = "<|im_start|>{role}\n{content}<|im_end|>\n", "<|im_start|>assistant\n"
MARKED = "<|im_start|>{role}\n«{content}<|im_end|>»\n"
CHATS = [
    ([{"role": role, "content": content} for role, content in turns], prompt)
    for turns, prompt in [
        ([("user", "Hi")], False),
        ([("user", "Hi")], True),
        ([("user", "")], False),
        ([("user", "a"), ("assistant", "b")], True),
        ([("assistant", "a < b, \"c\" & 'd'")], False),
        ([("user", " a\n\n")], True),
        (
            [
                ("system", "\n s"),
                ("user", "a"),
                ("assistant", "{{ b }}\n"),
                ("user", "<|im_end|>"),
            ],
            True,
        ),
        ([("system", "s"), ("user", "a\n"), ("assistant", "b")], False),
        ([("assistant", "")], False),
        ([("tool", "18:04"), ("assistant", "At four past six.")], False),
    ]
]
# A template may know only the roles of the chats that the lesson has shown so far.
WITHOUT_TOOLS = CHATS[:-1]


def chatml(chat: Chat, prompt: bool, answer: str = TURN) -> str:
    """The text of a chat as the template should write it; `answer` is the format of the assistant's turns."""
    turns = (
        (answer if message["role"] == "assistant" else TURN).format(**message)
        for message in chat
    )
    return "".join(turns) + (OPENING if prompt else "")


def rendered(template: str, chat: Chat, prompt: bool) -> str:
    from minitok.chat.template import render

    return str(render(template, chat, {}, add_generation_prompt=prompt))


def rendered_marked(template: str, chat: Chat, prompt: bool) -> str:
    """The same, with « and » around what the template says the assistant wrote."""
    from minitok.chat.marked_text import GENERATED
    from minitok.chat.template import render

    text = render(template, chat, {}, add_generation_prompt=prompt)
    if {*text} & {*"«»"}:
        raise ValueError(
            "« and » are how the check shows what is marked: write the two tags instead"
        )
    runs = groupby(zip(text, text.having(GENERATED)), key=lambda pair: pair[1])
    return "".join(
        ("«{}»" if marked else "{}").format("".join(char for char, _ in run))
        for marked, run in runs
    )


def renders(
    exercise: Find,
    chats: list[tuple[Chat, bool]],
    write: Writer,
    wanted: Callable[[Chat, bool], str],
    template: Any,
) -> Found:
    if not isinstance(template, str):
        return Found(False, "Give the template as a string.")
    try:
        texts = [write(template, *case) for case in chats]
    except (ImportError, ValueError) as error:
        return Found(False, f"{str(error)[0].upper()}{str(error)[1:].rstrip('.')}.")
    failures = [(*case, got) for case, got in zip(chats, texts) if got != wanted(*case)]
    if not failures:
        return Found(
            True,
            "Each chat is written as asked, whatever is in it. Here is one.",
            None,
            texts[-1],
        )
    chat, prompt, got = failures[0]
    expected = wanted(chat, prompt)
    return Found(False, slip_in(failures, expected, exercise, write), expected, got)


def slip_in(
    failures: list[tuple[Chat, bool, str]], expected: str, exercise: Find, write: Writer
) -> str:
    """One sentence on the chats that were written differently."""
    for sentence, changes in exercise.known_slips.items():
        for change in changes:
            wrong = changed(exercise.answer, change.replace(r"\n", "\n"))
            if all(write(wrong, chat, prompt) == got for chat, prompt, got in failures):
                return sentence
    chat, prompt, got = failures[0]
    if r"\n" in got:
        return r"Outside of `{{ … }}`, Jinja leaves a backslash and an n as they are: write a real line break."
    if re.search(r"(?<!{){[^{}]+}(?!})", got):
        return "What is between `{` and `}` is written as it is: use `{{ … }}`."
    dropped = "The line break right after a `%}` is dropped, and the one at the template's end; all others are written."
    for left_out, says in {
        "": f"Only spaces and line breaks differ. {dropped}",
        "<|im_start|>": "Only `<|im_start|>` differs: each turn begins with it, and so does the generation prompt.",
        "<|im_end|>": "Only `<|im_end|>` differs: each turn ends with it, and the generation prompt does not.",
    }.items():
        if "".join(got.replace(left_out, "").split()) == "".join(
            expected.replace(left_out, "").split()
        ):
            return says
    place = first_difference(expected, got)
    wanted, written = expected[place : place + 20], got[place : place + 20]
    where = f"for {chat}, add_generation_prompt={prompt}"
    return f"Your template writes {written!r} instead of {wanted!r}, {where}."


def first_difference(one: str, other: str) -> int:
    for place, (left, right) in enumerate(zip(one, other)):
        if left != right:
            return place
    return min(len(one), len(other))


TEMPLATE: Find = Find(
    name="chats.template",
    answer="""\
{% for message in messages %}
<|im_start|>{{ message.role }}
{{ message.content }}<|im_end|>
{% endfor %}
{% if add_generation_prompt %}
<|im_start|>assistant
{% endif %}
""",
    verify=lambda template: renders(
        TEMPLATE, WITHOUT_TOOLS, rendered, chatml, template
    ),
)

MARKING: Find = Find(
    name="chats.marked",
    answer="""\
{% for message in messages %}
<|im_start|>{{ message.role }}
{% if message.role == "assistant" %}
{% generation %}{{ message.content }}<|im_end|>{% endgeneration +%}
{% else %}
{{ message.content }}<|im_end|>
{% endif %}
{% endfor %}
{% if add_generation_prompt %}
<|im_start|>assistant
{% endif %}
""",
    verify=lambda template: renders(
        MARKING, CHATS, rendered_marked, partial(chatml, answer=MARKED), template
    ),
)


@cache
def of_the_lesson() -> Tokenizer:
    """The tokenizer of lesson 09."""
    tok = Tokenizer(BPE())
    tok.pre_tokenizer = ByteLevel(pattern=GPT4_PATTERN)
    tok.train_from_iterator([corpora.load("stories")], BpeTrainer(vocab_size=1000))
    tok.add_special_tokens(["<|endoftext|>", "<|im_start|>", "<|im_end|>"])
    tok.chat_template = TEMPLATE.answer
    return tok


def calls(answer: str) -> list[Any]:
    """The calls in an answer of Qwen3's kind; the end tag may also occur in a string of the JSON."""
    inside = answer.partition("<tool_call>")[2].lstrip()
    if "</tool_call>" not in inside:
        return []
    call, end = json.JSONDecoder().raw_decode(inside)
    rest = inside[end:].lstrip()
    if not rest.startswith("</tool_call>"):
        raise ValueError
    return [call, *calls(rest)]


def are_json(answer: Any) -> bool | str:
    try:
        return (
            a_text(answer) if not isinstance(answer, str) else calls(answer) is not None
        )
    except ValueError:
        return "What is between `<tool_call>` and `</tool_call>` has to be JSON."


exhibit(
    "calls_by_line",
    wrong=lambda answer: [
        json.loads(line) for line in answer.splitlines() if line.startswith("{")
    ],
    right=calls,
    fits=are_json,
    nudge="Must a call begin its line, and must a line that begins with a brace be a call?",
    answer="{}",
    much=99,
)


def count(content: str) -> int:
    return len(
        of_the_lesson().apply_chat_template(
            [{"role": "user", "content": content}], add_generation_prompt=True
        )
    )


exhibit(
    "adding_up",
    wrong=lambda content: (
        count("") + len(of_the_lesson().encode(content, as_text=True))
    ),
    right=count,
    nudge=lambda content: (
        "Right idea, but in this vocabulary two line breaks are one token already, so the sum is right. Try one."
        if content.startswith("\n\n")
        else "What stands right before the content, and what could join with it?"
    ),
    answer="\n",
)


def of_labels(expected: list[int], got: list[int], args: Args) -> str:
    """What is right in the first place where a label is not."""
    ids, mask = args
    if len(got) != len(ids):
        return f"The list has {len(got)} labels for {len(ids)} ids: give one for each."
    place = next(place for place, label in enumerate(expected) if label != got[place])
    label = f"the id, {ids[place]}" if mask[place] else "-100"
    return f"At place {place} the mask is {mask[place]}, so the label is {label}."


@exercise(
    "chats.labels",
    example=([5, 6, 7, 2], [0, 0, 1, 1]),
    cases=[
        ([0, 1, 0], [0, 1, 1]),
        ([5, 2, 6, 2, 5], [0, 0, 1, 1, 0]),
        ([4, 4], [1, 1]),
        ([4], [0]),
        ([], []),
    ],
    generate=lambda random: (
        random.choices(range(9), k=7),
        random.choices([0, 1], k=7),
    ),
    valid=lambda ids, mask: (
        len(ids) == len(mask) and set(mask) <= {0, 1} and all(id >= 0 for id in ids)
    ),
    remark=of_labels,
)
def labels(ids: list[int], mask: list[int]) -> list[int]:
    """The labels of a chat: [5, 6, 7, 2], [0, 0, 1, 1] → [-100, -100, 7, 2]."""
    return [id if learned else -100 for id, learned in zip(ids, mask)]


def of_start(expected: Any, got: Any, args: Args) -> str:
    before, after, block = args
    start = before[: survive(before, after, 1)]
    return (
        f"The common start is {start}: count the tokens in its whole blocks of {block}."
    )


@exercise(
    "chats.survive",
    example=([1, 2, 3, 4, 5, 6, 7], [1, 2, 3, 4, 5, 9, 7], 2),
    cases=[
        ([1, 2, 3, 4], [9, 2, 3, 4], 2),
        ([1, 2, 3], [1, 2, 3], 2),
        ([1, 2], [1, 2, 3, 4], 1),
        ([], [1], 3),
    ],
    generate=lambda random: (
        *(random.choices([7, 7, 8], k=random.randint(0, 9)) for _ in range(2)),
        random.randint(1, 3),
    ),
    valid=lambda before, after, block: block >= 1,
    remark=of_start,
)
def survive(before: list[int], after: list[int], block: int) -> int:
    """How many cached tokens can be used again: [1, 2, 3, 4], [1, 2, 3, 9], 2 → 2."""
    same = 0
    for old, new in zip(before, after):
        if old != new:
            break
        same += 1
    return same // block * block
