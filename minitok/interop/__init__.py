"""Between minitok and the libraries that the world runs: what is built here opens there, and the other way round.

| module | what it reads and writes |
| --- | --- |
| tiktoken | OpenAI's ranks, both ways |
| sentencepiece | `.model` files, which it reads |

A library is imported only when something of its own is asked for.
"""

from minitok.interop import sentencepiece, tiktoken

__all__ = ["sentencepiece", "tiktoken"]
