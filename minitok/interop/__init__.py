"""Between minitok and the libraries that the world runs: what is built here opens there, and the other way round.

| module | what it does |
| --- | --- |
| tiktoken | takes OpenAI's ranks, and writes ours as such |
| sentencepiece | reads `.model` files |
| huggingface | hands a tokenizer to `tokenizers` and `transformers`; their files are those of `from_file` and `save` |
| difference | finds the shortest text on which two tokenizers disagree |

A library is imported only when something of its own is asked for.
"""

from minitok.interop import difference, huggingface, sentencepiece, tiktoken

__all__ = ["difference", "huggingface", "sentencepiece", "tiktoken"]
