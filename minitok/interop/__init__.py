"""Exchange tokenizers with other libraries.

Each is imported only when a function needs it.

| module | what it does |
| --- | --- |
| tokenizer_json | reads and writes `tokenizer.json`: `Tokenizer.from_file` and `save` |
| folders | opens folders that `transformers` saved: `Tokenizer.from_pretrained` |
| hub | finds published vocabularies, and downloads them once |
| tiktoken | loads OpenAI's ranks, and saves a tokenizer as ranks |
| sentencepiece | reads `.model` files |
| huggingface | makes tokenizers for `tokenizers` and `transformers` |
| difference | finds the shortest text for which two tokenizers give different tokens |
"""

from minitok.interop import difference, hub, huggingface, sentencepiece, tiktoken
from minitok.interop.difference import smallest_difference

__all__ = [
    "difference",
    "hub",
    "huggingface",
    "sentencepiece",
    "smallest_difference",
    "tiktoken",
]
