// GPT-2 writes each byte as a character: as itself if Latin-1 can print it, else as one from U+0100 on, a space as Ġ.

const isPrintable = (byte) => (byte > 0x20 && byte < 0x7f) || (byte > 0xa0 && byte !== 0xad);
export const ALPHABET = [];
for (let byte = 0, others = 0x100; byte < 256; byte++) ALPHABET[byte] = String.fromCharCode(isPrintable(byte) ? byte : others++);
const BYTES = new Map(ALPHABET.map((char, byte) => [char, byte]));
const utf8 = new TextEncoder();

export const bytesOf = (string) => [...utf8.encode(string)];

// ` é` → `ĠÃ©`
export const spelled = (string) => bytesOf(string).map((byte) => ALPHABET[byte]).join("");

// The bytes that a token spells, or null if it has a character that stands for none.
export function unspelled(token) {
  const bytes = Array.from(token, (char) => BYTES.get(char));
  return bytes.includes(undefined) ? null : Uint8Array.from(bytes);
}
