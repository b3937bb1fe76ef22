"""GPT-2's way to write each of the 256 bytes as one printable character: 32, a space, → `Ġ`.

Models and files hold tokens as strings. Bytes are not always text, and a space or a control character in a file of
tokens is asking for trouble. So a byte that Latin-1 can print stands for itself, and the others take the characters
from U+0100 on, in order (`bytes_to_unicode` in the code published with GPT-2).
"""

PRINTABLE = (*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100))
OTHERS = tuple(sorted({*range(256)} - {*PRINTABLE}))

BYTE_TO_CHAR = {byte: chr(byte) for byte in PRINTABLE} | {byte: chr(0x100 + i) for i, byte in enumerate(OTHERS)}
CHAR_TO_BYTE = {char: byte for byte, char in BYTE_TO_CHAR.items()}
