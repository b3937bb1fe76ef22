"""What an optional library is needed for says how to install it."""

import re
import subprocess
import sys

CALLS = {
    "anywidget": "import minitok_course.views",
    "tqdm": "tok.train_from_iterator(['a'], trainers.BpeTrainer(), show_progress=True)",
    "tokenizers": "huggingface.to_tokenizers(tok)",
    "transformers": "huggingface.to_transformers(tok)",
    "tiktoken": "tiktoken.to_tiktoken(tok, 'mine')",
    "jinja2": "tok.chat_template = 'a'; tok.apply_chat_template([])",
    "huggingface_hub": "Tokenizer.from_pretrained('openai-community/gpt2')",
}
WITHOUT_ANY = f"""
import sys
sys.modules.update(dict.fromkeys({[*CALLS]}))
from minitok import Tokenizer, models, trainers
from minitok.interop import huggingface, tiktoken
for call in {[*CALLS.values()]}:
    tok = Tokenizer(models.BPE())
    try:
        exec(call)
    except Exception as error:
        print(" ".join(str(error).split()))
"""


def test_without_a_library_the_message_says_which_extra_to_install():
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_ANY], capture_output=True, text=True, check=True
    )
    messages = done.stdout.splitlines()
    assert len(messages) == len(CALLS)
    for library, message in zip(CALLS, messages):
        assert re.search(
            rf"{library}\S* is not installed: .*pip install .*\[(course|hub|chat)\]",
            message,
        ), message
