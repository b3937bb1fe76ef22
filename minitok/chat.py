"""Chats: messages with roles, which a template turns into one text, and their ids."""

from collections.abc import Mapping, Sequence
from typing import Any

from minitok.added_tokens import EVERY_TOKEN, AddedToken
from minitok.batches import Batches
from minitok.models import Model
from minitok.parts import converted
from minitok.text import naming_surrogates


class Chat(Batches):
    """A pipeline that encodes chats, too, with Jinja2."""

    special_tokens_map: dict[str, str]  # by role, as in transformers: {"eos_token": "<|end|>"}
    chat_template: str | None

    def __init__(self, model: Model) -> None:
        super().__init__(model)
        self.special_tokens_map = {}
        self.chat_template = None

    def apply_chat_template(
        self,
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
        """The ids of a chat, such as `[{"role": "user", "content": "Hi!"}]`, in the form that a model was trained on.

        `chat_template` makes one text of the messages and of `tools`, given as JSON schemas; `variables` go to it, too.
        `add_generation_prompt` starts the assistant's turn; `continue_final_message` leaves the last turn open. Added
        tokens that the template writes are tokens; in content they are ordinary text, as in `encode(as_text=True)`,
        except for whitespace. `as_text=False` makes tokens of them all, as transformers does. Nothing else is added.

        `tokenize=False` gives the text; encode it with `add_special_tokens=False`. `return_assistant_mask=True` gives
        the ids, and for each a 1 in a `{% generation %}` block, else a 0. ValueError, with its line, if that fails.
        """
        from minitok import chat_template  # imported here, since it needs Jinja2

        if self.chat_template is None:
            raise ValueError("this tokenizer has no chat template: set tok.chat_template to the one of its model")
        options = {"tools": tools, "documents": None, "add_generation_prompt": add_generation_prompt, **variables}
        text = chat_template.render(self.chat_template, messages, self.special_tokens_map, **options)
        if converted(continue_final_message, bool, "continue_final_message"):
            text = text[: text.having(chat_template.FINAL).rfind(chat_template.FINAL) + 1]
            if add_generation_prompt or not text:
                raise ValueError("continue_final_message needs a last text to go on with, and no generation prompt")
        string, own = "".join(text), text.having(chat_template.OWN) if as_text else None
        if not tokenize:
            return string
        now, policy = self._now(), EVERY_TOKEN
        if as_text:
            symbols = now.model._user_defined.keys() - now.added_tokens.ids
            tokens = [AddedToken(symbol, normalized=False) for symbol in sorted(symbols)]
            now.added_tokens = now.added_tokens.plus(tokens, now.model.vocab, special=False, adopted=symbols)
            policy = now._policy(now.added_tokens.whitespace, (), True)._replace(found=None)
        with naming_surrogates(string):
            encoding = now._encoding(now._segments(string, policy, spans=True, own=own), policy)
        if not return_assistant_mask:
            return encoding.ids
        generated = text.having(chat_template.GENERATED)
        return encoding.ids, [int(any(generated[start:end])) for start, end in encoding.offsets]
