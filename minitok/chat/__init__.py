"""Chats: messages with roles, which a template turns into one text, and their ids."""

import warnings
from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any

from minitok.added_tokens import HARMLESS, AddedToken
from minitok.assembly import Parts
from minitok.chat import template
from minitok.chat.marked_text import GENERATED, OWN
from minitok.encoding import Encoding
from minitok.options import policy_of
from minitok.pipeline import encode_text
from minitok.policy import EVERY_TOKEN
from minitok.validation import check_options


def apply_chat_template(
    tok: Parts,
    messages: Sequence[Mapping[str, Any]],
    *,
    tools: Sequence[Mapping[str, Any]] | None = None,
    add_generation_prompt: bool = False,
    continue_final_message: bool = False,
    as_text: bool = True,
    tokenize: bool = True,
    return_assistant_mask: bool = False,
    **variables: Any,
) -> Any:
    """The ids of a chat, such as `[{"role": "user", "content": "Hi!"}]`.

    They have the form that a model was trained on: `tok.chat_template` makes one text
    of the messages, of `tools`, given as JSON schemas, and of `variables`. Added tokens
    that the template writes are tokens. In content they are ordinary text, as in
    `encode(as_text=True)`, except for whitespace; `as_text=False` makes tokens of them
    all, as transformers does. `continue_final_message` leaves the last turn open.
    `tokenize=False` gives the text: encode it with `add_special_tokens=False`.
    `return_assistant_mask` also gives, for each id, a 1 in a `{% generation %}` block,
    else a 0. Raises TypeError for a variable that the template does not read, and
    ValueError, with its line, if the template fails.
    """
    if tok.chat_template is None:
        raise ValueError(
            "this tokenizer has no chat template: "
            "set tok.chat_template to the one of its model"
        )
    check_options(
        "tok.apply_chat_template", variables, template.variables(tok.chat_template)
    )
    options = {"tools": tools, "documents": None, **variables}
    text = template.render(
        tok.chat_template,
        messages,
        tok.special_tokens_map,
        stays_open=continue_final_message,
        add_generation_prompt=add_generation_prompt,
        **options,
    )
    string = "".join(text)
    if not tokenize:
        return string
    if as_text:
        encoding = _encode_marked(tok, string, text.having(OWN))
    else:
        encoding = encode_text(tok, string, EVERY_TOKEN, spans=True)
    if not return_assistant_mask:
        return encoding.ids
    generated = text.having(GENERATED)
    if "generation" not in tok.chat_template:
        warnings.warn(
            "the mask has only zeros, since the chat template has no "
            "{% generation %} around what the assistant writes: put it there",
            stacklevel=3,
        )
    mask = [int(any(generated[start:end])) for start, end in encoding.offsets]
    return encoding.ids, mask


def _encode_marked(tok: Parts, text: str, trusted: bytes) -> Encoding:
    """The tokens of a text.

    Where `trusted` has a 0, only whitespace is an added token.
    """
    marked = _with_user_defined(tok)
    added = marked.added_tokens
    spaces = set()
    for name, id in added.ids.items():
        if id not in added.special and HARMLESS.issuperset(name):
            spaces.add(name)
    policy = policy_of(marked, spaces, (), True)._replace(cut_at=None)
    return encode_text(marked, text, policy, spans=True, trusted=trusted)


def _with_user_defined(tok: Parts) -> Parts:
    """The same tokenizer, with the user-defined tokens of the model as added tokens."""
    computed = tok.computed
    if computed.with_user_defined is None:
        names = tok.model.user_defined_tokens.keys() - tok.added_tokens.ids
        tokens = [AddedToken(name, normalized=False) for name in sorted(names)]
        vocab = tok.model.vocab
        marked = copy(tok)
        marked.added_tokens = tok.added_tokens.plus(tokens, vocab, special=False)
        computed.with_user_defined = marked
    return computed.with_user_defined
