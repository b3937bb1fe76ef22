"""What is shipped opens where its users are: in transformers 5 and 4, tokenizers and tiktoken.

Transformers 4 needs another huggingface_hub, so it has an environment of its own, which `make test-shipped` makes.
"""

import json
import os
import subprocess
from pathlib import Path

import pytest
from opening import open_folder
from samples import SCRIPTS, byte_level, character_level

from minitok.interop.huggingface import to_transformers
from minitok.interop.tiktoken import save_ranks, to_tiktoken
from minitok.processors import TemplateProcessing
from minitok_course import corpora

OTHER_PYTHON = os.environ.get("MINITOK_TRANSFORMERS_4")
OPENING = Path(__file__).parents[2] / "opening.py"
TEXTS = [
    "",
    " two  spaces ",
    "Cafe\u0301 1234567",
    "a\r\n\tb<|end|>c",
    *SCRIPTS.values(),
]
TEMPLATE = """\
{% for message in messages %}
<|start|>{{ message.role }}
{{ message.content }}<|end|>
{% endfor %}
{% if add_generation_prompt %}
<|start|>assistant
{% endif %}"""
CHAT = [
    {"role": "user", "content": " Which way? "},
    {"role": "assistant", "content": "Left, then\n\ndown."},
]
MARKS = ["<|endoftext|>", "<|start|>", "<|end|>", "<|pad|>"]


def for_chats():
    """Bytes, with a chat template, and ranks for tiktoken."""
    tok = byte_level([corpora.load("stories")], 600, special_tokens=MARKS)
    tok.add_special_tokens({"eos_token": "<|end|>", "pad_token": "<|pad|>"})
    tok.chat_template = TEMPLATE
    return tok


def for_reading():
    """Characters, between two special tokens, as BERT has them."""
    tok = character_level([corpora.load("languages")], 700)
    tok.add_special_tokens({"cls_token": "[CLS]", "sep_token": "[SEP]"})
    ids = [(token, tok.token_to_id(token)) for token in ("[CLS]", "[SEP]")]
    pair = "[CLS] $A [SEP] $B:1 [SEP]:1"
    tok.post_processor = TemplateProcessing("[CLS] $A [SEP]", pair, special_tokens=ids)
    return tok


def ship(tok, folder):
    """Write a folder for users of the libraries, and what they are to find in it."""
    to_transformers(tok, model_max_length=512).save_pretrained(folder)
    expected = {
        "model_max_length": 512,
        "roles": tok.special_tokens_map,
        "texts": [],
        "chats": [],
    }
    for text in TEXTS:
        ids = tok.encode(text)
        expected["texts"].append((text, ids, tok.decode(ids)))
    if tok.chat_template:
        options = {"add_generation_prompt": True}
        written = tok.apply_chat_template(CHAT, tokenize=False, **options)
        ids = tok.apply_chat_template(CHAT, **options)
        expected["chats"].append((CHAT, written, ids))
        save_ranks(tok, folder / "tokenizer.tiktoken")
        expected["pattern"] = to_tiktoken(tok, "shipped")._pat_str
        expected["special_tokens"] = tok.added_tokens.ids
    (folder / "expected.json").write_text(json.dumps(expected), encoding="utf-8")


@pytest.mark.parametrize("make", [for_chats, for_reading])
def test_a_folder_opens_with_equal_ids_text_roles_and_chats(make, tmp_path):
    ship(make(), tmp_path)
    assert open_folder(tmp_path).startswith("transformers 5")
    if OTHER_PYTHON:
        command = [OTHER_PYTHON, OPENING, tmp_path]
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.stdout.startswith("transformers 4.57"), done.stderr


def test_it_is_saved_by_the_name_that_transformers_4_knows(tmp_path):
    to_transformers(for_reading()).save_pretrained(tmp_path)
    config = json.loads((tmp_path / "tokenizer_config.json").read_text("utf-8"))
    assert config["tokenizer_class"] == "PreTrainedTokenizerFast"
