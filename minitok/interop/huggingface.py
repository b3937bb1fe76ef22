"""Tokenizers for Hugging Face's libraries, where models are trained and run."""

import json
from typing import TYPE_CHECKING, Any

from minitok.tokenizer import Tokenizer
from minitok.validation import require_extra

if TYPE_CHECKING:
    import tokenizers
    import transformers


def to_tokenizers(tok: Tokenizer) -> "tokenizers.Tokenizer":
    """The same tokenizer in `tokenizers`.

    Raises ValueError if it has a part that the library lacks.
    """
    with require_extra("course"):
        import tokenizers

    data = json.dumps(tok.to_dict())
    try:
        return tokenizers.Tokenizer.from_str(data)
    except Exception as error:  # the library's errors have no type of their own
        raise ValueError(
            f"`tokenizers` does not take all parts of {tok}: {error}"
        ) from None


def to_transformers(
    tok: Tokenizer, **special: Any
) -> "transformers.PreTrainedTokenizerFast":
    """The same tokenizer in `transformers`: `to_transformers(tok, pad_token="[PAD]")`.

    `special` also takes options such as `model_max_length`; by default it has
    `special_tokens_map` and `chat_template`. What its `save_pretrained` writes opens in
    transformers 4, too. Raises ValueError on a token that is not an added token, which
    would get a new id. Truncation and padding are left out.
    """
    with require_extra("course"):
        from minitok.interop.transformers_class import PreTrainedTokenizerFast

    options = {
        "clean_up_tokenization_spaces": False,
        "chat_template": tok.chat_template,
        **tok.special_tokens_map,
        **special,
    }
    for role, token in options.items():
        if role.endswith("_token") and token not in tok.added_tokens.ids:
            raise ValueError(
                f"{role}={token!r} is not an added token: "
                "add it with add_special_tokens first"
            )
    options["tokenizer_object"] = to_tokenizers(tok)
    return PreTrainedTokenizerFast(**options)  # type: ignore[no-untyped-call]
