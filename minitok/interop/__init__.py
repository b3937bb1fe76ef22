"""Exchange tokenizers with other libraries, each of which is imported only when a function needs it.

| module | what it does |
| --- | --- |
| tiktoken | loads OpenAI's ranks, and saves a tokenizer as ranks |
| sentencepiece | reads `.model` files |
| huggingface | makes tokenizers for `tokenizers` and `transformers`; for files use `Tokenizer.from_file` and `save` |
| difference | finds the shortest text for which two tokenizers give different tokens |
"""

from minitok.interop import difference, huggingface, sentencepiece, tiktoken
from minitok.interop.difference import smallest_difference

__all__ = ["difference", "huggingface", "sentencepiece", "smallest_difference", "tiktoken"]
