"""Parts of `tokenizers`, asked for more than they say by themselves."""

import tokenizers as hf


def characters_with_offsets(normalizer, text):
    """What a normalizer of theirs makes of a text: each character with where it came from."""
    normal = normalizer.normalize_str(text)
    tok = hf.Tokenizer(hf.models.BPE({char: id for id, char in enumerate(sorted(set(normal)))}, []))
    tok.normalizer = normalizer
    found = tok.encode(text)
    return list(zip(found.tokens, found.offsets))
