"""Parts of `tokenizers`, asked for more than they say by themselves."""

import json

import tokenizers as hf
from samples import SCRIPTS

from minitok_course import corpora

CORPORA = {
    name: corpora.load(name) for name in ("stories", "essays", "languages", "python")
}
EVERYTHING = "\n\n".join([*CORPORA.values(), *SCRIPTS.values()])


def theirs(tok):
    """The tokenizer of theirs that reads what ours writes."""
    return hf.Tokenizer.from_str(json.dumps(tok.to_dict()))


def characters_with_offsets(normalizer, text):
    """What a normalizer of theirs makes of a text: each character with where it came from."""
    normal = normalizer.normalize_str(text)
    tok = hf.Tokenizer(
        hf.models.BPE({char: id for id, char in enumerate(sorted(set(normal)))}, [])
    )
    tok.normalizer = normalizer
    found = tok.encode(text)
    return list(zip(found.tokens, found.offsets))
