r"""Chat templates: from messages to one text that knows what the template wrote.

A template is written in the language Jinja, and puts marks around messages:
`<|im_start|>user\nHi!<|im_end|>\n`. A message may hold such a mark, too, and must not
get its token. So all strings of the template are `MarkedText`. Any other string is text
and not a mark, and so is one that an operation has lost track of.
"""

import re
from collections.abc import Mapping, Sequence, Set
from functools import lru_cache
from traceback import extract_tb
from typing import Any

from minitok.chat.marked_text import OWN, MarkedText, add_flag
from minitok.validation import check_list, check_text, require_extra

with require_extra("chat"):
    from jinja2 import TemplateError, TemplateSyntaxError
    from jinja2.meta import find_undeclared_variables

    from minitok.chat.jinja import Environment

# A template may put these roles in a mark.
ROLES = {"assistant", "developer", "function", "model", "system", "tool", "user"}
REASONING = ("reasoning_content", "thinking", "reasoning")
# Marks where the last text ends, in a chat that goes on with it
END = "END_OF_THE_LAST_TEXT "

ENVIRONMENT = Environment()
_compile = lru_cache(32)(ENVIRONMENT.from_string)


def render(
    template: str,
    messages: Sequence[Mapping[str, Any]],
    special: Mapping[str, str],
    *,
    stays_open: bool = False,
    **variables: Any,
) -> MarkedText:
    """The text of a chat.

    `special` holds special tokens by role, which count as the template's; `variables`
    do not. If it `stays_open`, it ends with the last message. Raises ValueError, with
    the line of the template, if it fails.
    """
    chat = []
    for place, message in enumerate(check_list(messages, "messages", "dicts")):
        chat.append(_prepare(message, place))
    if not chat:
        raise ValueError(
            "Cannot apply chat template to an empty conversation: "
            "give at least one message"
        )
    last = ""
    if stays_open and not variables["add_generation_prompt"]:
        last = _mark_end(chat[-1])
    names: dict[str, Any] = {"messages": chat}
    for role, token in special.items():
        names[role] = ENVIRONMENT.own(check_text(token))
    names.update(_plain(variables, "an argument"))
    try:
        text: MarkedText = _compile(template).render(names)  # type: ignore[assignment]
    except Exception as error:
        raise _explain(error) from error
    return _cut_at_end(text, last) if stays_open else text


@lru_cache(32)
def variables(template: str) -> Set[str]:
    """The names of the variables that a template reads, besides `messages`.

    Raises ValueError if it isn't a template.
    """
    try:
        names = find_undeclared_variables(ENVIRONMENT.parse(template))
    except Exception as error:
        raise _explain(error) from error
    names.add("documents")
    return names - {"messages", *ENVIRONMENT.globals}


def _explain(error: Exception) -> ValueError:
    """The error of a template, with the last of its lines that ran."""
    lines = []
    for frame in extract_tb(error.__traceback__):
        if frame.filename == "<template>":
            lines.append(frame.lineno)
    if isinstance(error, TemplateSyntaxError):
        lines.append(error.lineno)
    where = f" in line {lines[-1]}" if lines else ""
    kind = "" if isinstance(error, TemplateError) else f"{type(error).__name__}: "
    # Those who write templates know `MarkedText` as a string.
    name = r"(minitok\.chat\.marked_text\.)?\bMarkedText\b(?= object|')"
    message = re.sub(name, "str", str(error))
    return ValueError(f"the chat template fails{where}: {kind}{message}")


def _mark_end(message: dict[str, Any]) -> str:
    """Mark the end of a message, as transformers does. Returns its last text."""
    name = "content"
    content = message.get(name)
    if isinstance(content, list):
        name = "text"
        for part in content:
            if isinstance(part, dict) and name in part:
                message = part
    text = message.get(name)
    if not isinstance(text, str):
        return ""
    message[name] = text + END
    return text.strip()


def _cut_at_end(text: MarkedText, last: str) -> MarkedText:
    """The chat up to the end of its last text."""
    end = text.rfind(END.strip())
    if end < 0 or not last or last not in text:
        raise ValueError(
            "continue_final_message needs a last text to go on with, "
            "and no generation prompt"
        )
    cut = text[:end]
    return cut if text.startswith(END, end) else cut.rstrip()


def _prepare(message: Any, place: int) -> dict[str, Any]:
    """A message as transformers gives it to templates.

    It leaves out what is None, and gives the reasoning all of its names.
    """
    if not isinstance(message, Mapping):
        raise TypeError(
            f"message {place} is {message!r}: write a dict, such as "
            '{"role": "user", "content": "Hi!"}'
        )
    values: dict[str, Any] = {}
    for name, value in _plain(message, f"message {place}").items():
        if value is not None:
            values[name] = value
    if values.get("role") in ROLES:
        values["role"] = add_flag(values["role"], OWN)
    for name in REASONING:
        if name in values:
            reasoning = values[name]
            return {"thinking": reasoning, **values, "reasoning_content": reasoning}
    return values


def _plain(value: Any, where: str) -> Any:
    """A copy in plain types: methods of others would be open to the template."""
    for kind in (str, bool, int, float):
        if isinstance(value, kind):
            return kind(value)
    if isinstance(value, Mapping):
        copy = {}
        for name, entry in value.items():
            copy[_plain(name, where)] = _plain(entry, where)
        return copy
    if isinstance(value, list | tuple):
        return type(value)([_plain(entry, where) for entry in value])
    if value is not None:
        raise TypeError(
            f"{where} holds {value!r}: "
            "a template takes only strings, numbers, lists and dicts"
        )
    return None
