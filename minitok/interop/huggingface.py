"""Convert a tokenizer for Hugging Face's libraries, where models are trained and run."""

from typing import TYPE_CHECKING, Any

from minitok.mistakes import needs
from minitok.parts import converted
from minitok.tokenizer import Tokenizer

if TYPE_CHECKING:
    import tokenizers
    import transformers


def to_tokenizers(tok: Tokenizer) -> "tokenizers.Tokenizer":
    """The same tokenizer in `tokenizers`. ValueError if it has a part that `tokenizer.json` cannot describe."""
    import json

    with needs("course"):
        import tokenizers

    return tokenizers.Tokenizer.from_str(json.dumps(converted(tok, Tokenizer, "tok").to_dict()))


def to_transformers(tok: Tokenizer, **special: Any) -> "transformers.PreTrainedTokenizerFast":
    """The same tokenizer in `transformers`: `to_transformers(tok, unk_token="[UNK]", pad_token="[PAD]")`.

    `special` names the special tokens, `bos_token`, `cls_token`, ..., and other options, such as `model_max_length`; by
    default it has the tokenizer's `special_tokens_map` and `chat_template`.
    ValueError on a token that is not an added token, which would get a new id. Truncation and padding are left out.
    """
    with needs("course"):
        from transformers import PreTrainedTokenizerFast

    special = {**converted(tok, Tokenizer, "tok").special_tokens_map, "chat_template": tok.chat_template, **special}
    for part, token in special.items():
        if part.endswith("_token") and token not in tok.added_tokens.ids:
            raise ValueError(f"{part}={token!r} is no added token: add it with add_special_tokens first")
    wrap: Any = PreTrainedTokenizerFast
    made: transformers.PreTrainedTokenizerFast = wrap(
        tokenizer_object=to_tokenizers(tok), clean_up_tokenization_spaces=False, **special
    )
    return made
