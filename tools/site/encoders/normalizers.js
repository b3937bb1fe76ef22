// Normalizers, from text to text, each named and set up as in a tokenizer.json.

const unicode = (form) => () => (text) => text.normalize(form);
const each = (change) => (text) => text.map(change);

const TYPES = {
  NFC: unicode("NFC"),
  NFD: unicode("NFD"),
  NFKC: unicode("NFKC"),
  NFKD: unicode("NFKD"),
  Lowercase: () => each((char) => char.toLowerCase()),
  StripAccents: () => each((char) => (/\p{M}/u.test(char) ? "" : char)),
  BertNormalizer: bert,

  Sequence({ normalizers }) {
    const all = normalizers.map(normalizer);
    return (text) => all.reduce((made, normalize) => normalize(made), text);
  },
};

export const normalizer = (part) => TYPES[part.type](part);

// The blocks of Chinese characters that BERT knows.
const CHINESE = /[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{2a6df}\u{2a700}-\u{2b81f}\u{2b920}-\u{2ceaf}\u{2f800}-\u{2fa1f}]/u;

// `Ça\tva, 猫?` → `ca va,  猫 ?`
function bert({ clean_text, handle_chinese_chars, strip_accents, lowercase }) {
  const strips = strip_accents ?? lowercase;
  const change = (char) => {
    if (clean_text && /[\t\n\r\p{Z}]/u.test(char)) char = " ";
    else if (clean_text && /[\ufffd\p{Cc}\p{Cf}\p{Co}\p{Cs}]/u.test(char)) return "";
    if (handle_chinese_chars && CHINESE.test(char)) char = ` ${char} `;
    if (strips) char = char.normalize("NFD").replace(/\p{Mn}/gu, "");
    return lowercase ? Array.from(char, (one) => one.toLowerCase()).join("") : char;
  };
  return (text) => (strips ? text.map(change).normalize("NFD") : text.map(change));
}
