"""minitok's tokenizers in Hugging Face's libraries, for the models that are trained and run with them."""

from typing import TYPE_CHECKING, Any

from minitok.tokenizer import Tokenizer

if TYPE_CHECKING:
    import tokenizers
    import transformers


def to_tokenizers(tok: Tokenizer) -> "tokenizers.Tokenizer":
    """The same tokenizer in `tokenizers`, as it reads it from a file. ValueError on what `tokenizer.json` can't say."""
    import json

    import tokenizers

    return tokenizers.Tokenizer.from_str(json.dumps(tok.to_dict()))


def to_transformers(tok: Tokenizer, **special: Any) -> "transformers.PreTrainedTokenizerFast":
    """The same tokenizer for `transformers`: `to_transformers(tok, unk_token="[UNK]", pad_token="[PAD]")`.

    `special` says which special token plays which part, `bos_token`, `eos_token`, `cls_token`, `sep_token`, ...; other
    options of `PreTrainedTokenizerFast`, such as `model_max_length`, may be among them. ValueError on a token that is
    not an added token here, since it would be given an id there. Truncation and padding are asked for in each call
    there, so those of `tok` are not taken over.
    """
    from transformers import PreTrainedTokenizerFast

    for part, token in special.items():
        if part.endswith("_token") and token not in tok.added_tokens.ids:
            raise ValueError(f"{part}={token!r} is no added token: add it with add_special_tokens first")
    wrap: Any = PreTrainedTokenizerFast
    made: transformers.PreTrainedTokenizerFast = wrap(
        tokenizer_object=to_tokenizers(tok), clean_up_tokenization_spaces=False, **special
    )
    return made
