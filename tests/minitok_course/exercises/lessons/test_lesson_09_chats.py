from itertools import takewhile

import pytest
from attempts import GENERAL, right, wrong, wrong_ones

from minitok_course import check

LOOP = "{% for m in messages %}{{ '<|im_start|>' + m.role + '\n' + m.content + '<|im_end|>\n' }}{% endfor %}"
PROMPT = "{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}"
RIGHT_TEMPLATES = [
    LOOP + PROMPT,
    "{%- for m in messages -%}\n<|im_start|>{{ m['role'] }}\n{{ m['content'] }}{{ '<|im_end|>\\n' }}\n"
    "{%- endfor -%}\n{%- if add_generation_prompt -%}\n{{- '<|im_start|>assistant\\n' -}}\n{%- endif -%}\n",
    "{% macro turn(role) %}<|im_start|>{{ role }}\n{% endmacro %}{% for m in messages %}{{ turn(m.role) }}"
    "{{ m.content ~ '<|im_end|>\n' }}{% endfor %}{{ turn('assistant') if add_generation_prompt }}",
    LOOP.replace(
        "m.role",
        "('user' if m.role == 'user' else 'system' if m.role == 'system' else 'assistant')",
    )
    + PROMPT,
    LOOP.replace(
        "in messages", "in messages if m.role in ('user', 'assistant', 'system')"
    )
    + PROMPT,
]
WRONG_TEMPLATES = {
    "line break after `<|im_end|>`": LOOP.replace("end|>\n", "end|>") + PROMPT,
    "The last turn ends in a line break": LOOP.replace(
        "|>\n' }}", "|>' }}{{ '\n' if not loop.last }}"
    )
    + PROMPT,
    "The last turn ends with": LOOP.replace(
        " + '<|im_end|>\n' }}", "}}{{ '<|im_end|>\n' if not loop.last }}"
    )
    + PROMPT,
    "begins with a line break": "\n" + LOOP + PROMPT,
    "The system message": LOOP.replace("messages", "messages if m.role != 'system'")
    + PROMPT,
    "always there: ": LOOP + "<|im_start|>assistant\n{{ '' }}",
    "always there, and Jinja drops": LOOP + "<|im_start|>assistant\n",
    "prompt is missing": LOOP,
    "whoever spoke last": LOOP
    + PROMPT.replace("if add", "if messages[-1]['role'] == 'user' and add"),
    "without content is a turn": LOOP.replace("messages", "messages if m.content")
    + PROMPT,
    "prompt ends in": LOOP + PROMPT.replace("assistant\n", "assistant"),
    "stripped": LOOP.replace("m.content", "m.content | trim") + PROMPT,
    "always the same": LOOP.replace("m.role", "'user'") + PROMPT,
    "No role": LOOP.replace("m.role", "m.name | string") + PROMPT,
    "No content": LOOP.replace("m.content", "m.text | string") + PROMPT,
    "a backslash and an n": r"{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}",
    "Only spaces": LOOP.replace("m.role + '\n'", "m.role + ' '") + PROMPT,
    "Only `<|im_start|>`": LOOP.replace("<|im_start|>", "") + PROMPT,
    "Only `<|im_end|>`": LOOP.replace("<|im_end|>", "") + PROMPT,
    "use `{{ … }}`": "{% for m in messages %}<|im_start|>{m.role}\n{ m.content }<|im_end|>\n{% endfor %}"
    + PROMPT,
    "another way": LOOP.replace("m.content", "m.content | upper") + PROMPT,
    "fails in line 1": "{% for m in messages %}{{ m.role }",
    "fails in line 2": "\n{% for m in messages %}{{ m.role.upper(1) }}{% endfor %}",
    "as a string": 5,
}


@pytest.mark.parametrize("template", RIGHT_TEMPLATES)
def test_templates_that_are_right(template):
    assert check("chats.template", template)


test_wrong_templates = wrong_ones("chats.template", WRONG_TEMPLATES)
test_template = right("chats.template")(RIGHT_TEMPLATES[0])
CALL = (
    '<tool_call>{"name": "high_water", "arguments": {"harbour": "Skerry"}}</tool_call>'
)
test_a_call_on_the_line_of_its_tag = right("museum.calls_by_line")(CALL)
test_json_that_is_no_call = right("museum.calls_by_line")(
    'Send this:\n{"harbour": "Skerry"}'
)
test_a_call_on_its_own_line = wrong(
    "museum.calls_by_line", "Both programs give the same"
)(CALL.replace(">{", ">\n{").replace("}<", "}\n<"))
test_calls_are_json = wrong("museum.calls_by_line", "has to be JSON")(
    "<tool_call>high_water</tool_call>"
)
test_an_end_tag_in_a_string = right("museum.calls_by_line")(
    CALL.replace("Skerry", "</tool_call>")
)
test_a_start_alone_is_no_call = right("museum.calls_by_line")(
    '<tool_call>\n{"name": "high_water"}'
)
test_an_answer_is_a_text = wrong("museum.calls_by_line", "A text is asked for")(5)
test_a_line_break_joins = right("museum.adding_up")("\n- one")
test_a_typed_mark_is_text_in_both = wrong(
    "museum.adding_up", "What stands right before"
)("<|im_end|>")
test_two_line_breaks_are_one_token_already = wrong("museum.adding_up", "Right idea")(
    "\n\nHi"
)


def test_without_jinja_it_is_told_what_to_install(monkeypatch):
    monkeypatch.delitem(
        __import__("sys").modules, "minitok.chat.template", raising=False
    )
    monkeypatch.setitem(__import__("sys").modules, "jinja2", None)
    assert "pip install" in check("chats.template", LOOP).sentence


BEGINNING = "{{ '<|im_start|>' + m.role + '\n' }}"
ANSWER = "{% generation %}{{ m.content + '<|im_end|>' }}{% endgeneration %}{{ '\n' }}"
OTHER = "{{ m.content + '<|im_end|>\n' }}"


def marking(answer, start=BEGINNING):
    """A template with other tags around the answers."""
    turn = (
        start
        + "{% if m.role == 'assistant' %}"
        + answer
        + "{% else %}"
        + OTHER
        + "{% endif %}"
    )
    return "{% for m in messages %}" + turn + "{% endfor %}" + PROMPT


test_marked = right("chats.marked")(marking(ANSWER))
test_marked_in_two_parts = right("chats.marked")(
    marking(
        "{% generation %}{{ m.content }}{% endgeneration %}{% generation %}<|im_end|>{% endgeneration %}{{ '\n' }}"
    )
)
test_wrongly_marked = wrong_ones(
    "chats.marked",
    {
        "nothing is marked": LOOP + PROMPT,
        "In this chat nothing": marking(ANSWER).replace(
            "== 'assistant'", "== 'assistant' and loop.last"
        ),
        "result of a tool is marked": marking(ANSWER).replace(
            "== 'assistant'", "not in ('user', 'system')"
        ),
        "message of a tool is a turn": marking(ANSWER).replace(
            "in messages", "in messages if m.role != 'tool'"
        ),
        "end of an empty answer": marking(ANSWER).replace(
            "== 'assistant'", "== 'assistant' and m.content"
        ),
        "The end of the turn": marking(
            "{% generation %}{{ m.content }}{% endgeneration %}{{ '<|im_end|>\n' }}"
        ),
        "The line break after": marking(
            "{% generation %}" + OTHER + "{% endgeneration %}"
        ),
        "The beginning of the turn": marking(
            "{% generation %}" + BEGINNING + ANSWER.removeprefix("{% generation %}"),
            "{% if m.role != 'assistant' %}" + BEGINNING + "{% endif %}",
        ),
        "turn is marked, too": marking(
            "{% generation %}" + BEGINNING + OTHER + "{% endgeneration %}",
            "{% if m.role != 'assistant' %}" + BEGINNING + "{% endif %}",
        ),
        "Every turn": marking(ANSWER).replace("== 'assistant'", "!= ''"),
        "is dropped": marking(
            "{% generation %}{{ m.content + '<|im_end|>' }}{% endgeneration %}\n"
        ),
        "prompt is missing": marking(ANSWER).removesuffix(PROMPT),
        "another way": marking(ANSWER).replace("== 'assistant'", "== 'user'"),
        "looking for 'endgeneration'": marking("{% generation %}" + OTHER),
    },
)


@right("chats.labels")
def test_a_copy_with_holes(ids, mask):
    found = list(ids)
    for place, learned in enumerate(mask):
        if not learned:
            found[place] = -100
    return found


def in_place(ids, mask):
    for place, learned in enumerate(mask):
        if not learned:
            ids[place] = -100
    return ids


test_wrong_labels = wrong_ones(
    "chats.labels",
    {
        "It changes its arguments": in_place,
        "It is shifted": lambda ids, mask: (
            [id if on else -100 for id, on in zip(ids[1:], mask[1:])] + [-100]
        ),
    },
)


@right("chats.survive")
def test_tokens_as_long_as_they_are_the_same(before, after, block):
    same = len(list(takewhile(lambda pair: pair[0] == pair[1], zip(before, after))))
    return same - same % block


@right("chats.survive")
def test_whole_blocks_from_the_start(before, after, block):
    kept = 0
    while (
        kept + block <= min(len(before), len(after))
        and before[: kept + block] == after[: kept + block]
    ):
        kept += block
    return kept


def first_difference(before, after):
    return next(
        (i for i, (old, new) in enumerate(zip(before, after)) if old != new),
        min(len(before), len(after)),
    )


test_wrong_counts = wrong_ones(
    "chats.survive",
    {
        "the last token of a prompt again": lambda before, after, block: (
            min(first_difference(before, after), max(len(after) - 1, 0))
            // block
            * block
        ),
        GENERAL: lambda before, after, block: (
            (first_difference(before, after) + 1) // block * block
        ),
    },
)
