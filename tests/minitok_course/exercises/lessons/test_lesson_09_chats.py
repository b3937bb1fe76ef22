from attempts import right, wrong, wrong_ones

from minitok_course import check

LOOP = "{% for m in messages %}{{ '<|im_start|>' + m.role + '\n' + m.content + '<|im_end|>\n' }}{% endfor %}"
PROMPT = "{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}"
TRIMMED = (
    "{%- for m in messages -%}\n<|im_start|>{{ m['role'] }}\n{{ m['content'] }}{{ '<|im_end|>\\n' }}\n"
    "{%- endfor -%}\n{%- if add_generation_prompt -%}\n{{- '<|im_start|>assistant\\n' -}}\n{%- endif -%}\n"
)
WITH_A_MACRO = (
    "{% macro turn(role) %}<|im_start|>{{ role }}\n{% endmacro %}{% for m in messages %}{{ turn(m.role) }}"
    "{{ m.content ~ '<|im_end|>\n' }}{% endfor %}{{ turn('assistant') if add_generation_prompt }}"
)
WRONG_TEMPLATES = {
    "a backslash and an n": r"{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}",
    "Only spaces": LOOP.replace("m.role + '\n'", "m.role + ' '") + PROMPT,
    "Only `<|im_start|>`": LOOP.replace("<|im_start|>", "") + PROMPT,
    "Only `<|im_end|>`": LOOP.replace("<|im_end|>", "") + PROMPT,
    "use `{{ … }}`": "{% for m in messages %}<|im_start|>{m.role}\n{ m.content }<|im_end|>\n{% endfor %}"
    + PROMPT,
    "instead of": LOOP.replace("m.content", "m.content | upper") + PROMPT,
    "fails in line 1": "{% for m in messages %}{{ m.role }",
    "fails in line 2": "\n{% for m in messages %}{{ m.role.upper(1) }}{% endfor %}",
    "as a string": 5,
}


test_template = right("chats.template")(LOOP + PROMPT)
test_trimmed_template = right("chats.template")(TRIMMED)
test_template_with_a_macro = right("chats.template")(WITH_A_MACRO)
test_wrong_templates = wrong_ones("chats.template", WRONG_TEMPLATES)
CALL = (
    '<tool_call>{"name": "high_water", "arguments": {"harbour": "Skerry"}}</tool_call>'
)
test_a_call_on_the_line_of_its_tag = right("museum.calls_by_line")(CALL)
test_a_call_on_its_own_line = wrong(
    "museum.calls_by_line", "Both programs give the same"
)(CALL.replace(">{", ">\n{").replace("}<", "}\n<"))
test_calls_are_json = wrong("museum.calls_by_line", "has to be JSON")(
    "<tool_call>high_water</tool_call>"
)
test_an_end_tag_in_a_string = right("museum.calls_by_line")(
    CALL.replace("Skerry", "</tool_call>")
)
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


MARKED = """\
{% for m in messages %}{{ '<|im_start|>' + m.role + '\n' }}{% if m.role == 'assistant' %}\
{% generation %}{{ m.content }}{% endgeneration %}{% generation %}<|im_end|>{% endgeneration %}{{ '\n' }}\
{% else %}{{ m.content + '<|im_end|>\n' }}{% endif %}{% endfor %}"""
test_marked_in_two_parts = right("chats.marked")(MARKED + PROMPT)


@right("chats.labels")
def test_a_copy_with_holes(ids, mask):
    found = list(ids)
    for place, learned in enumerate(mask):
        if not learned:
            found[place] = -100
    return found


@right("chats.survive")
def test_whole_blocks_from_the_start(before, after, block):
    kept = 0
    while (
        kept + block <= min(len(before), len(after))
        and before[: kept + block] == after[: kept + block]
    ):
        kept += block
    return kept
