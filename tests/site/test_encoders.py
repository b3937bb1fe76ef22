"""The encoders of the site, in a real browser, against the package: tokens, and the views that are drawn from them."""

import json

import pytest
from lessons import tool
from published_vocabularies import with_special_tokens
from samples import (
    PATTERNS,
    RECLASSIFIED,
    SCRIPTS,
    THOROUGH,
    byte_level,
    each,
    every_character,
    some_texts,
)
from serving import serve

from minitok import Tokenizer
from minitok.models import BPE, Unigram
from minitok.normalizers import NFD, NFKC, Lowercase, Sequence, StripAccents
from minitok.pre_tokenizers import Metaspace
from minitok.trainers import UnigramTrainer
from minitok_course import corpora, vocabularies
from minitok_course.views import compare
from minitok_course.views.waterline import landscape
from minitok_course.vocabularies import PUBLISHED

OPEN = """const { open } = await import("./encoders/tokenizer.js");
  const { landscape } = await import("./landscape.js");
  const { rowOf } = await import("./rows.js");
  const tokenizer = await open(`vocabularies/${file}`);"""
ENCODE = f"""async ([name, file, texts]) => {{
  {OPEN}
  return texts.map((text) => tokenizer.encode(text).map((token) => Object.values(token)));
}}"""
VIEWS = f"""async ([name, file, texts]) => {{
  {OPEN}
  const size = tokenizer.model.ranks?.size;
  const drawn = (text) => tokenizer.model.ranks && landscape([tokenizer], [size], name, text);
  return texts.map((text) => [rowOf(name, tokenizer, text), drawn(text)]);
}}"""


def with_fallback():
    """A BPE on characters that spells unknown ones in bytes, behind a normalizer that composes."""
    tokens = dict.fromkeys([*(f"<0x{byte:02X}>" for byte in range(256)), *"▁abehst"])
    merges = [("▁", "t"), ("h", "e"), ("▁t", "he"), ("a", "b"), ("e", "s"), ("b", "es")]
    ids = {
        token: id
        for id, token in enumerate([*tokens, *(left + right for left, right in merges)])
    }
    tok = Tokenizer(BPE(ids, merges, byte_fallback=True, ignore_merges=True))
    tok.normalizer, tok.pre_tokenizer = NFKC(), Metaspace(prepend_scheme="first")
    tok.add_special_tokens(["</s>"])
    return tok


def unigram():
    """A Unigram behind a normalizer that strips accents, some of which stand in another order than Unicode's."""
    tok = Tokenizer(Unigram())
    tok.normalizer, tok.pre_tokenizer = (
        Sequence([NFD(), StripAccents(), Lowercase()]),
        Metaspace(),
    )
    tok.train_from_iterator(
        [corpora.load("stories")[:9_000]],
        UnigramTrainer(vocab_size=300, unk_token="<unk>"),
    )
    return tok


OURS = {
    "GPT-4o's pattern": lambda: byte_level(
        [corpora.load("hug")], 300, pattern=PATTERNS["gpt4o"]
    ),
    "fallback": with_fallback,
    "Unigram": unigram,
}


@pytest.fixture(scope="module")
def page(browser, folder):
    with serve(folder) as address:
        page = browser.new_page()
        page.goto(f"{address}index.html")
        yield page


def texts(special, number):
    """Generated texts, special tokens in odd places, all scripts, and some of every character of Unicode 3.2."""
    found = [
        *some_texts(number, seed=7),
        *with_special_tokens(special, number // 4),
        *SCRIPTS.values(),
    ]
    found += [text[:900] if not THOROUGH else text for text in every_character()][
        :: 2 if THOROUGH else 8
    ]
    return [text.translate(dict.fromkeys(map(ord, RECLASSIFIED))) for text in found]


SHIPPED = ["GPT-2", "GPT-4", "GPT-4o", "gpt-oss", "Qwen3", "BERT"]


@each("name", [*OURS, *SHIPPED], quick=[*OURS, "GPT-4"])
def test_the_browser_gives_what_the_package_gives(page, folder, name):
    tok = OURS[name]() if name in OURS else vocabularies.load(name)
    file = tool("vocabularies").put(tok, folder / "vocabularies")
    assert file.startswith(PUBLISHED[name].file if name in SHIPPED else "")
    special = tuple(tok.added_tokens.ids)[:20] or ("</s>",)
    tried = texts(special, 1_000 if THOROUGH else 200)
    found = page.evaluate(ENCODE, [name, file, tried])
    for text, tokens in zip(tried, found, strict=True):
        of = tok(text)
        wanted = [
            [id, token, *span, word]
            for id, token, span, word in zip(of.ids, of.tokens, of.offsets, of.word_ids)
        ]
        assert tokens == wanted, text
    beside = compare("", {name: tok})
    tried = tried[:: len(tried) // 30]
    for text, (row, drawn) in zip(
        tried, page.evaluate(VIEWS, [name, file, tried]), strict=True
    ):
        beside.input.value = text
        assert row == beside.view.compared["rows"][0], text
        if drawn:
            assert drawn == json.loads(json.dumps(landscape([tok], name, text))), text
