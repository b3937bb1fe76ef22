"""The way back: tokens to text.

A decoder says what becomes of each token (`chain`); all of it together is the text (`decode`), and it can be had
while the tokens are still coming (`stream`).
"""

from minitok.decoders.base import Decoder, Sequence
from minitok.decoders.bytewise import ByteFallback, ByteLevel
from minitok.decoders.edits import Fuse, Replace, Strip
from minitok.decoders.stream import StreamDecoder
from minitok.decoders.subwords import BPEDecoder, Metaspace, WordPiece

__all__ = ["BPEDecoder", "ByteFallback", "ByteLevel", "Decoder", "Fuse", "Metaspace", "Replace", "Sequence"]
__all__ += ["StreamDecoder", "Strip", "WordPiece"]
