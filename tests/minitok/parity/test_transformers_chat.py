"""Chats here and in transformers: the same text, ids and masks, with templates in the shapes of published ones."""

import json
from copy import copy
from functools import cache
from importlib.metadata import version
from itertools import chain, count, product
from pathlib import Path

import pytest
import shapes
from hypothesis import given
from hypothesis import strategies as st
from packaging.version import Version
from samples import SCRIPTS, byte_level
from transformers.utils.chat_template_utils import render_jinja_template

from minitok import AddedToken, Tokenizer
from minitok.chat.template import render
from minitok.interop.huggingface import to_transformers
from minitok_course import corpora

TEMPLATES = {
    path.stem: path.read_text()
    for path in (Path(__file__).parent.parent / "chat_templates").iterdir()
}
MARKS = {
    "chatml": ["<|endoftext|>", "<|im_start|>", "<|im_end|>"],
    "llama3": [
        "<|begin_of_text|>",
        "<|eot_id|>",
        "<|start_header_id|>",
        "<|end_header_id|>",
        "<|python_tag|>",
    ],
    "gemma": ["<bos>", "<eos>", "<start_of_turn>", "<end_of_turn>", "<start_of_image>"],
    "mistral": [
        "<s>",
        "</s>",
        "[INST]",
        "[/INST]",
        "[AVAILABLE_TOOLS]",
        "[/AVAILABLE_TOOLS]",
        "[TOOL_CALLS]",
    ]
    + ["[TOOL_RESULTS]", "[/TOOL_RESULTS]"],
    "harmony": [
        "<|startoftext|>",
        "<|return|>",
        "<|start|>",
        "<|end|>",
        "<|message|>",
        "<|channel|>",
        "<|call|>",
    ],
}
NOT_SPECIAL = {
    "chatml": [
        "<think>",
        "</think>",
        "<tool_call>",
        "</tool_call>",
        "<tool_response>",
        "</tool_response>",
    ]
}


@cache
def both(shape):
    """A tokenizer with a template of this shape, here and in transformers."""
    if shape == "gemma":
        tok = Tokenizer.from_dict(json.loads(shapes.build("gemma").to_str()))
        tok.add_special_tokens(MARKS["gemma"])
    else:
        texts = [corpora.load("stories")[:6000], *SCRIPTS.values()]
        tok = byte_level(texts, 700, special_tokens=MARKS[shape])
    tok.add_tokens(
        [AddedToken(token, normalized=False) for token in NOT_SPECIAL.get(shape, [])]
    )
    tok.chat_template = TEMPLATES[shape]
    first, last, *_ = MARKS[shape]
    roles = {"bos_token": first, "eos_token": last}
    tok.special_tokens_map = roles
    return tok, to_transformers(tok, **roles, chat_template=tok.chat_template)


CITY = {"type": "string"}
DAYS = {"type": "array", "items": {"type": "integer"}}
PARAMETERS = {
    "type": "object",
    "properties": {"city": CITY, "days": DAYS},
    "required": ["city"],
}
FUNCTION = {
    "name": "get_weather",
    "description": "Say what the weather is, in °C & more.",
    "parameters": PARAMETERS,
}
TOOL = {"type": "function", "function": FUNCTION}
CALL = {
    "id": "abcdefghi",
    "type": "function",
    "function": {"name": "get_weather", "arguments": {"city": "Zürich"}},
}
SYSTEM = {"role": "system", "content": "Answer  in verse.\n\n\nBe brief. "}
USER = {"role": "user", "content": "  What is the weather\nin Zürich?\n"}
ASSISTANT = {"role": "assistant", "content": "\n Sunny,  as ever! 猫👍"}
THINKING = {
    "role": "assistant",
    "reasoning_content": "Let me see…\nYes.",
    "content": "Sunny.",
}
CALLING = {
    "role": "assistant",
    "content": None,
    "thinking": "I will ask.",
    "tool_calls": [CALL],
}
RESULT = {
    "role": "tool",
    "content": '{"°C": 21, "sky": "clear"}',
    "tool_call_id": "abcdefghi",
}

CHATS = {
    "one question": [USER],
    "with a system message": [SYSTEM, USER],
    "several turns": [SYSTEM, USER, ASSISTANT, USER, ASSISTANT],
    "thinking": [USER, THINKING, USER, THINKING],
    "a tool call": [SYSTEM, USER, CALLING, RESULT, ASSISTANT, USER],
}


def outcome(call):
    """What a call gives, or that it is refused."""
    try:
        return call()
    except Exception as error:  # theirs are of any type
        assert not isinstance(error, KeyError), error
        return "refused"


RENAMES = Version(version("transformers")) >= Version("5.21")  # which needs Python 3.11


def with_all_names(message):
    """A message as a template gets it from transformers 5.21 on: its reasoning under each name that templates read."""
    reasoning = message.get("reasoning_content", message.get("thinking"))
    return (
        message
        if reasoning is None
        else {"thinking": reasoning, **message, "reasoning_content": reasoning}
    )


def compare(shape, chat, **options):
    tok, theirs = both(shape)
    chat = chat if RENAMES else list(map(with_all_names, chat))
    text = outcome(lambda: theirs.apply_chat_template(chat, tokenize=False, **options))
    assert (
        outcome(lambda: tok.apply_chat_template(chat, tokenize=False, **options))
        == text
    )
    ids = outcome(
        lambda: theirs.apply_chat_template(chat, return_dict=False, **options)
    )
    assert (
        outcome(lambda: tok.apply_chat_template(chat, as_text=False, **options)) == ids
    )
    return text, ids


@pytest.mark.parametrize("shape", TEMPLATES)
@pytest.mark.parametrize("chat", CHATS.values(), ids=CHATS)
def test_a_chat_gives_the_text_and_the_ids_of_transformers(shape, chat):
    for tools, prompt in product([None, [TOOL], [TOOL, TOOL]], [False, True]):
        options = {"tools": tools, "add_generation_prompt": prompt}
        text, ids = compare(shape, chat, **options)
        without_marks = outcome(
            lambda options=options: both(shape)[0].apply_chat_template(chat, **options)
        )
        assert without_marks == ids, "nothing differs"
        assert text != "refused" or (shape == "gemma" and chat is CHATS["a tool call"])


@pytest.mark.parametrize(
    ("shape", "variables"),
    [("chatml", {"enable_thinking": False}), ("llama3", {"date_string": "26 Jul 2024"})]
    + [("harmony", {"reasoning_effort": "high"}), ("gemma", {"bos_token": "<eos>"})],
)
def test_variables_reach_the_template(shape, variables):
    compare(shape, [USER], add_generation_prompt=True, **variables)


@pytest.mark.parametrize("shape", TEMPLATES)
@pytest.mark.parametrize(
    "content", ["Sunny,", " At\n six ", "im", "user", "e", "a<|im_end|><eos>", "six\n"]
)
def test_the_last_turn_is_left_open_as_there(shape, content):
    text, _ = compare(
        shape,
        [USER, {"role": "assistant", "content": content}],
        continue_final_message=True,
    )
    assert text.rstrip().endswith(content.strip())


TEXT, IMAGE = {"type": "text", "text": " Who is this? "}, {"type": "image"}
MARK = {"type": "text", "text": "<end_of_turn>"}


@pytest.mark.parametrize(
    ("parts", "end"),
    [
        ([TEXT, IMAGE, MARK], "<end_of_turn>"),
        ([TEXT, IMAGE], "Who is this?"),
        ([MARK, IMAGE, TEXT], "Who is this?"),
    ],
)
def test_content_in_parts(parts, end):
    text, _ = compare("gemma", [{"role": "user", "content": parts}])
    assert "<start_of_image>" in text
    last = {"role": "assistant", "content": parts}
    text, _ = compare("gemma", [USER, last], continue_final_message=True)
    assert text.endswith(end)


contents = st.lists(
    st.sampled_from(
        [
            *"ab \n\t.,<|>[]▁猫é",
            "  ",
            "\n\n",
            "user",
            "</think>",
            *chain(*MARKS.values()),
        ]
    ),
    max_size=12,
).map("".join)


@pytest.mark.parametrize("shape", TEMPLATES)
@given(data=st.data())
def test_any_content_gives_the_same_as_there(shape, data):
    roles = ["system", "user", "assistant", "user"][data.draw(st.integers(0, 1)) :]
    chat = [{"role": role, "content": data.draw(contents)} for role in roles]
    text, ids = compare(shape, chat)
    tok, _ = both(shape)
    said = "|".join(message["content"] for message in chat)
    if text == "refused" or not any(mark in said for mark in tok.get_added_vocab()):
        assert outcome(lambda: tok.apply_chat_template(chat)) == ids


@pytest.mark.parametrize("shape", TEMPLATES)
@given(data=st.data())
def test_no_message_and_no_tool_forges_a_mark(shape, data):
    """Whatever they say, the marks are those of a chat of the same form in plain words."""
    tok, _ = both(shape)
    hidden = {id for token, id in tok.get_added_vocab().items() if token.strip("\n▁")}

    def marks(words):
        numbers = count()  # since a template may ask whether two messages are equal

        def say():
            return f"x{next(numbers)}{data.draw(words)}x"

        function = {"name": say(), "description": say(), "parameters": PARAMETERS}
        called = {"name": say(), "arguments": {say(): say()}}
        call = {"id": "abcdefghi", "function": called}
        roles = ["system", "user", "assistant", "user"]
        chat = [{"role": role, "content": say()} for role in roles]
        if shape != "gemma":
            chat += [{"role": "assistant", "content": say(), "tool_calls": [call]}]
        ids = tok.apply_chat_template(chat, tools=[{"function": function}])
        return [id for id in ids if id in hidden]

    forged = contents.filter(lambda text: "</think>" not in text)
    assert marks(forged) == marks(st.just("y"))


TURN = "{% generation %}{{ m.content }}END\n{% endgeneration %}"
TRAINING = {
    "chatml": TEMPLATES["chatml"],
    "llama3": "{{ bos_token }}{% for m in messages %}<|start_header_id|>{{ m.role }}<|end_header_id|>\n\n"
    "{% if m.role == 'assistant' %}TURN{% else %}{{ m.content }}END{% endif %}{% endfor %}",
    "gemma": "{{ bos_token }}{% for m in messages %}<start_of_turn>{{ 'model' if m.role == 'assistant' else m.role }}\n"
    "{% if m.role == 'assistant' %}TURN{% else %}{{ m.content }}END\n{% endif %}{% endfor %}",
}
ENDS = {"llama3": "<|eot_id|>", "gemma": "<end_of_turn>"}


@pytest.mark.parametrize("shape", TRAINING)
@pytest.mark.parametrize("chat", [CHATS["one question"], CHATS["several turns"]])
def test_the_mask_marks_the_turns_of_the_assistant(shape, chat):
    tok, theirs = both(shape)
    template = TRAINING[shape].replace("TURN", TURN).replace("END", ENDS.get(shape, ""))
    made = theirs.apply_chat_template(
        chat, chat_template=template, return_assistant_tokens_mask=True
    )
    mine = copy(tok)
    mine.chat_template = template
    ids, mask = mine.apply_chat_template(chat, return_assistant_mask=True)
    assert (ids, mask) == (made["input_ids"], made["assistant_masks"])
    assert any(mask) == any(message["role"] == "assistant" for message in chat)


@pytest.mark.parametrize(("content", "marked"), [("a👍🏽", -1), ("a", 1)])
def test_just_the_block_is_marked(content, marked):
    """As in transformers 5.24; before, a block marked one token less or all."""
    mine = copy(both("chatml")[0])
    mine.chat_template = "{% generation %}{{ messages[0].content }}{% endgeneration %}."
    ids, mask = mine.apply_chat_template(
        [{"role": "assistant", "content": content}], return_assistant_mask=True
    )
    ones = marked % len(ids)  # of the tokens, all but the full stop
    assert mask == [1] * ones + [0] * (len(ids) - ones)


@pytest.mark.parametrize(
    "template",
    [
        "{{ 'a' | upper }}{{ messages | length }}{{ none }}{{ true }}{{ 1.5 }}{{ {'a': 1} }}{{ 2 ** 8 }}",
        "{{ {'é': '<b>', 'z': [1, none, true]} | tojson }}{{ {'b': 1, 'a': 2} | tojson(indent=2, sort_keys=true) }}",
        "{% set x %} a\n{% endset %}{{ x }}|{{ x | trim }}|{{ x.strip() }}|{{ x[1:] }}|{{ x ~ 1 }}",
        "{% filter upper %}a{{ messages[0].content }}{% endfilter %}",
        "{{ ['a', 'b'] | join('-') }}{{ '-'.join(['a', 'b']) }}{{ ['a', 'b'] | join }}{{ ''.join([]) }}",
        "{% macro turn(m, end='.') %}{{ m.role }}{{ end }}{{ caller() if caller }}{% endmacro %}"
        "{{ turn(messages[0]) }}{% call turn(messages[0], end='!') %}{{ 'x' }}{% endcall %}",
        "{% for m in messages %}{% if loop.index == 2 %}{% continue %}{% endif %}{{ m.role }}{% endfor %}",
        "{% for key, value in {'a': 'b'}.items() %}{{ key + value }}{% endfor %}{{ {'user': 'U'}[messages[0].role] }}",
        "{{ '%s-%s' % ('a', 1) }}{{ '{}'.format('b') }}{{ 'abc'[1] }}{{ 'abc'[-1] }}{{ 'abc'[::-1] }}{{ 'a' * 3 }}",
        "{{ 'a b'.split() }}{{ 'a' in 'ab' }}{{ 'a' < 'b' }}{{ 'ab' | list }}{{ 'ab' | first }}{{ 'abc'[5] }}",
        "{{ documents }}{{ documents is none }}{{ documents is defined }}",
        "{{ missing }}{{ missing is defined }}{{ messages[0].missing }}{{ messages[9] }}",
        "{{ dict(a=1) }}{% set ns = namespace(a=1) %}{% set ns.a = ns.a + 1 %}{{ ns.a }}{{ range(3) | list }}",
        "  {% if true %}\n  a\n  {% endif %}\n\n  b  \n",
        "{{ messages[0].content | replace('a', 'b') | title | indent(2) | truncate(9) | e }}",
        "{{ messages[0].role + messages[0]['content'] + bos_token }}{{ eos_token }}{{ pad_token }}",
        "{{ ' ' + messages[1].content|trim + ' ' }}|{{ messages[1].content|replace('S', 'Z') }}|",
        "{{ missing.x }}",
        "{{ messages.append(1) }}",
        "{{ messages[0].update({}) }}",
        "{{ ''.__class__ }}{{ ().__class__.__mro__ }}",
        "{% include 'a' %}",
    ],
)
def test_jinja_does_what_it_does_there(template):
    tok, theirs = both("llama3")
    chat = [{"role": "user", "content": "a<b & c\nd "}, ASSISTANT]
    tok = Tokenizer.from_dict(tok.to_dict())
    tok.chat_template, tok.special_tokens_map = (
        template,
        both("llama3")[0].special_tokens_map,
    )
    for goes_on in (False, True):
        options = {"tokenize": False, "continue_final_message": goes_on}
        text = outcome(
            lambda options=options: theirs.apply_chat_template(
                chat, chat_template=template, **options
            )
        )
        assert (
            outcome(lambda options=options: tok.apply_chat_template(chat, **options))
            == text
        )


@pytest.mark.parametrize(
    "way",
    [
        "{{ 'x'|safe + m }}{{ m + 'x'|safe }}{{ m|safe + '<' }}",
        "{{ '%s'|safe % m }}{{ '%s'|safe|format(m) }}{{ ('x'|safe) ~ m }}",
        "{{ ('x'|safe).join([m, m]) }}{{ [m, '<']|join('<'|safe) }}{{ m|escape + m }}",
        "{% set a = '<'|safe %}{{ a + m + a }}{{ a[0] + m }}{{ a|string + m }}",
    ],
)
def test_what_a_template_calls_safe_is_escaped_as_in_transformers(way):
    messages = [{"role": "user", "content": '"<&'}]
    source = "{% set m = messages[0].content %}" + way
    (theirs,), _ = render_jinja_template([messages], chat_template=source)
    assert render(source, messages, {}) == theirs
