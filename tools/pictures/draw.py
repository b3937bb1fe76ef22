"""Draw the pictures of the course: `python tools/pictures/draw.py` writes them anew into images/.

The tokenizers are trained here, so every word, token and id is what minitok gives. A picture is a card with a ground of
its own, light unless the reader prefers dark, and the same texts always give the same bytes.
"""

import sys
from html import escape
from itertools import accumulate, combinations, pairwise
from math import log
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from minitok import Tokenizer, corpora, decoders
from minitok.models import BPE, Unigram, WordPiece
from minitok.normalizers import NFKC, Lowercase, Sequence
from minitok.pre_tokenizers import GPT4_PATTERN, BertPreTokenizer, ByteLevel, Metaspace
from minitok.trainers import BpeTrainer, UnigramTrainer, WordPieceTrainer

WIDTH, EDGE = 760, 44
COLORS = {  # on a light card, on a dark one
    "card": ("#ffffff", "#12161c"),
    "rim": ("#d0d7de", "#3a424c"),
    "ink": ("#1b1f24", "#e9eef4"),
    "soft": ("#57606a", "#a5afba"),
    "line": ("#3448c5", "#9aa8ff"),
    "border": ("#8c959f", "#727c87"),
    "plain": ("#f3f5f8", "#1e242c"),
    "0": ("#dcebfd", "#17344f"),
    "1": ("#fbe3ea", "#47222f"),
    "2": ("#dcf2e3", "#173c29"),
    "3": ("#ece5fb", "#352a52"),
    "4": ("#f6edd6", "#40351a"),
}
END = "<|endoftext|>"
TEXT = f"The Café №9!{END}"
FOUR_WORDS, WORD = {"low": 5, "lower": 2, "newest": 6, "widest": 3}, "lowest"
UNHUG, COMMON_WORD = "unhug", "nothing"
FONTS = {
    "sans": "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif",
    "mono": "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace",
}


class Picture:
    """Shapes and text on a card, which `save` writes as SVG."""

    def __init__(self, title: str, subtitle: str) -> None:
        self.title = title
        self.parts: list[str] = []
        self.text(EDGE, 76, title, size=32, bold=True)
        self.text(EDGE, 114, subtitle, color="soft")

    def box(self, x: float, y: float, width: float, height: float, *, fill="plain", border="border", radius=9.0):
        place = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius:g}"'
        self.parts.append(f'<rect {place} {paint(fill=fill, stroke=border)} stroke-width="1.5"/>')

    def circle(self, x: float, y: float, radius: float, *, fill: str):
        look = f'{paint(fill=fill, stroke="line")} stroke-width="3" stroke-dasharray="none"'
        self.parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" {look}/>')

    def line(self, path: str, *, color="line", width=4.0, dashes=""):
        look = f'{paint(stroke=color)} stroke-width="{width:g}" stroke-dasharray="{dashes or "none"}"'
        self.parts.append(f'<path d="{path}" fill="none" {look} stroke-linecap="round" stroke-linejoin="round"/>')

    def arrow(self, x: float, y: float, end: float):
        self.line(f"M{x:g},{y:g}V{end:g}m-9,-9l9,9l9,-9", width=3)

    def text(self, x: float, y: float, text: str, *, size=21, color="ink", bold=False, anchor="start", font="sans"):
        weight = 700 if bold else 400
        place = f'x="{x:g}" y="{y:g}" font-size="{size}" font-weight="{weight}" text-anchor="{anchor}"'
        self.parts.append(f"<text {place} {paint(font, fill=color)}>{escape(text)}</text>")

    def mono(self, x: float, y: float, text: str, **look: Any):
        """A text in a font of letters of one width, centred."""
        self.text(x, y, text, anchor="middle", font="mono", **look)

    def named(self, x: float, y: float, name: str, what: str):
        self.text(x, y, name, bold=True)
        rest = f'<tspan dx="12" font-weight="400" {paint(fill="soft")}>{escape(what)}</tspan></text>'
        self.parts[-1] = self.parts[-1].replace("</text>", rest)

    def stage(self, y: float, name: str, what: str):
        """What happens on the way to the row at this height."""
        self.arrow(EDGE + 12, y - 51, y - 11)
        self.named(EDGE + 38, y - 24, name, what)

    def chip(self, x: float, y: float, width: float, text: str, *, fill="plain", special=False):
        """A token, or a longer part of a text; a special token is round."""
        self.box(x, y, width, 46, fill=fill, radius=23 if special else 9)
        self.mono(x + width / 2, y + 31, text, size=22)

    def save(self, path: Path, *, height: float, description: str) -> None:
        fonts = "".join(f".{name}{{font-family:{family}}}" for name, family in FONTS.items())
        dark = "".join(
            f".{what}-{name}{{{what}:{color}}}" for name, (_, color) in COLORS.items() for what in ("fill", "stroke")
        )
        card = f'x="1" y="1" width="{WIDTH - 2}" height="{height - 2:g}" rx="18"'
        lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:g}" width="{WIDTH}"'
            f' height="{height:g}" role="img" aria-labelledby="title desc">',
            f'<title id="title">{escape(self.title)}</title>',
            f'<desc id="desc">{escape(description)}</desc>',
            f"<style>{fonts}@media (prefers-color-scheme:dark){{{dark}}}</style>",
            f'<rect {card} {paint(fill="card", stroke="rim")} stroke-width="1.5"/>',
            *self.parts,
            "</svg>\n",
        ]
        path.write_bytes("\n".join(lines).encode())


def paint(*classes: str, **colors: str) -> str:
    """Colours as plain attributes, for viewers without style sheets, and as the classes that a dark card changes."""
    names = " ".join([*classes, *(f"{what}-{name}" for what, name in colors.items())])
    return " ".join([f'class="{names}"', *(f'{what}="{COLORS[name][0]}"' for what, name in colors.items())])


class Lesson(NamedTuple):
    number: str
    title: str
    about: str
    chips: tuple[str, ...] = ()


ROWS = [  # the lessons of one row build on the same ones, not on each other
    [Lesson("00", "Start here", "why a model never sees text", ("text", "→", "ids"))],
    [Lesson("01", "Words", "split, look up, meet the unknown", ("Hello", "world!"))],
    [Lesson("02", "BPE from scratch", "merge the most frequent pair", ("u", "g", "→", "ug"))],
    [Lesson("03", "Byte-level BPE", "any text, from 256 bytes", ("é", "→", "C3", "A9"))],
    [Lesson("04", "WordPiece", "longest match first"), Lesson("05", "Unigram", "the most probable cut")],
    [Lesson("06", "Special tokens", "what no model may cut", ("<|endoftext|>",))],
    [Lesson("07", "Pipeline and offsets", "where each token came from", ("ug", "→", "(1, 3)"))],
    [Lesson("08", "Real tokenizers", "the published ones, id for id", ("GPT-2", "BERT"))],
    [Lesson("09", "Chats in practice", "many formats"), Lesson("10", "Make it fast", "rung by rung")],
    [Lesson("11", "Where tokenizers bite", "and what to choose")],
    [Lesson("12", "A tokenizer of your own", "design, measure, ship")],
]


def draw_map(path: Path) -> None:
    """A line with a station for each lesson, which forks where two lessons stand side by side."""
    picture = Picture("The course", "Words, then subwords, then the whole tokenizer.")
    spine, side = EDGE + 25, EDGE + 345
    y, before = 190, ROWS[0]
    for row in ROWS:
        fork = len(row) != len(before)
        if row is not ROWS[0]:
            above, y = y, y + (112 if fork else 92)
            picture.line(f"M{spine},{above + 30}V{y - 30}")
        if fork:
            end, bend = (y - 30, 18) if len(row) > 1 else (above + 30, -18)
            picture.line(f"M{spine},{above + 56}H{side - 18}q18,0 18,{bend}V{end}")
        for x, lesson in zip((spine, side), row):
            picture.circle(x, y, 25, fill="line")
            picture.mono(x, y + 8, lesson.number, size=22, color="card", bold=True)
            picture.text(x + 44, y - 5, lesson.title, size=25, bold=True)
            picture.text(x + 44, y + 25, lesson.about, color="soft")
            draw_chips(picture, y, lesson.chips)
        before = row
    told = ", ".join(f"{lesson.number} {lesson.title}" for row in ROWS for lesson in row)
    description = f"The lessons in their order: {told}. 04 and 05 both follow 03; 09 and 10 both follow 08."
    picture.save(path, height=y + 80, description=description)


def draw_chips(picture: Picture, y: float, chips: tuple[str, ...]) -> None:
    right = WIDTH - EDGE
    for place, chip in reversed(list(enumerate(chips))):
        width = wide(chip) + (0 if chip == "→" else 22)
        right -= width
        if chip == "→":
            picture.mono(right + width / 2, y + 8, chip, color="soft")
        else:
            picture.chip(right, y - 23, width, chip, fill=str(place), special=chip.startswith("<"))
        right -= 8


def trained(tok: Tokenizer, before: Any, trainer: Any, *, by_line: bool = False) -> Tokenizer:
    """The tokenizer, after it has learned from the stories."""
    stories = corpora.load("stories")
    tok.pre_tokenizer = before
    tok.train_from_iterator(filter(None, stories.splitlines()) if by_line else [stories], trainer)
    return tok


def draw_pipeline(path: Path) -> None:
    """A column for each token; in every row the parts of the text, each over the columns that it is cut into."""
    tok = Tokenizer(BPE())
    tok.normalizer, tok.decoder = Sequence([NFKC(), Lowercase()]), decoders.ByteLevel()
    trained(tok, ByteLevel(), BpeTrainer(vocab_size=500, special_tokens=[END]))
    stages, encoding = tok.stages(TEXT), tok(TEXT)
    tokens, ids, word_ids = encoding.tokens, encoding.ids, encoding.word_ids
    words, decoded = [word for word, _ in stages.words], tok.decode(ids)
    picture = Picture("From text to ids, and back", f"A tokenizer of {tok.vocab_size} tokens, learned from stories.")

    gap, last = 7, len(tokens) - 1  # the last column is that of the special token
    widths = [max(wide(token), wide(str(id))) for token, id in zip(tokens, ids)]
    padding = (WIDTH - 2 * EDGE + gap - sum(widths)) / len(widths)
    lefts = [EDGE + left for left in accumulate([0, *(width + padding for width in widths)])]
    middles = [(left + right - gap) / 2 for left, right in pairwise(lefts)]

    def part(y: float, text: str, first: int, end: int, fill: str = "plain") -> None:
        picture.chip(lefts[first], y, lefts[end] - gap - lefts[first], text, fill=fill, special=text == END)

    def token(y: float, column: int) -> None:
        fill = "plain" if column == last else str((word_ids[column] or 0) % 5)
        part(y, tok.id_to_token(ids[column]) or "", column, column + 1, fill)

    def aside(y: float, *lines: str) -> None:
        for number, text in enumerate(lines):
            picture.text(middles[last], y + 18 + 25 * number, text, size=20, color="soft", anchor="middle")

    part(150, TEXT, 0, last + 1)
    picture.stage(258, "special tokens", "are cut out first")
    part(258, stages.segments[0], 0, last)
    part(258, END, last, last + 1)
    picture.stage(366, "normalizer", "NFKC, then lowercase")
    part(366, stages.normalized[0], 0, last)
    picture.stage(474, "pre-tokenizer", "words as bytes (Ġ: space, Ã©: é)")
    for number, word in enumerate(words):
        first = word_ids.index(number)
        part(474, word, first, first + word_ids.count(number), str(number % 5))
    picture.stage(582, "model", "BPE: tokens, and their ids")
    picture.line(f"M{middles[last]:g},312V360", width=3)
    aside(366, "goes past", "every stage")
    picture.arrow(middles[last], 422, 571)
    for column, id in enumerate(ids):
        token(582, column)
        width, radius = lefts[column + 1] - gap - lefts[column], 21 if column == last else 9
        picture.box(lefts[column], 634, width, 42, fill="line", border="line", radius=radius)
        picture.mono(middles[column], 663, str(id), color="card", bold=True)
    picture.stage(738, "vocabulary", "ids back to tokens")
    for column in range(last):
        token(738, column)
    aside(738, "left out, unless", "you ask for it")
    picture.stage(846, "decoder", "bytes back to text")
    part(846, decoded, 0, last)
    aside(846, "what changed", "stays changed")
    description = (
        f"{TEXT} is cut at the special token {END}, which goes straight to its id, {ids[last]}. The normalizer makes "
        f"{stages.segments[0]} into {stages.normalized[0]}, the pre-tokenizer cuts it into {' '.join(words)}, "
        f"the model into the tokens {' '.join(tokens[:last])} with the ids {' '.join(map(str, ids[:last]))}. "
        f"Back again, the ids become the same tokens, and the decoder makes them {decoded}."
    )
    picture.save(path, height=940, description=description)


def draw_merge_tree(path: Path) -> None:
    """A row for each merge, in the order in which they are made; a symbol is as wide as the letters it is made of."""
    letters, *merges = BpeTrainer(vocab_size=1000).train(FOUR_WORDS).steps(WORD)
    tokens = merges[-1].symbols
    picture = Picture(f"The merge tree of {WORD}", "Learned from low, lower, newest and widest. Lowest rank first.")
    left, pitch, gap, height, step = 178, 90, 8, 46, 80
    bottom = dict.fromkeys(range(len(WORD)), 196)  # where the lowest symbol over a letter ends

    def symbol(y: float, text: str, start: int, fill: str) -> None:
        picture.chip(left + start * pitch, y, len(text) * pitch - gap, text, fill=fill)

    def parts_of(symbols: tuple[str, ...]) -> list[tuple[int, str]]:
        return list(zip(accumulate([0, *map(len, symbols)]), symbols))

    picture.text(EDGE, 181, "letters", color="soft")
    for start, letter in parts_of(letters.symbols):
        symbol(150, letter, start, "plain")
    for y, before, merge in zip(range(230, 1000, step), [letters, *merges], merges):
        picture.text(EDGE, y + 31, f"rank {merge.rank}", color="soft")
        (start,) = {start for start, _ in parts_of(before.symbols)} - {start for start, _ in parts_of(merge.symbols)}
        below = dict(parts_of(merge.symbols))
        first = max(place for place in below if place < start)
        for place, text in parts_of(before.symbols):
            if place in (first, start):
                picture.line(f"M{left + (place + len(text) / 2) * pitch - gap / 2:g},{bottom[place]:g}V{y}", width=3)
        symbol(y, below[first], first, "plain")
        bottom[first] = y + height
    last = 230 + step * len(merges)
    picture.text(EDGE, last + 31, "tokens", bold=True)
    for number, (start, token) in enumerate(parts_of(tokens)):
        middle = left + (start + len(token) / 2) * pitch - gap / 2
        picture.line(f"M{middle:g},{bottom[start]:g}V{last}", width=3, dashes="0.1 10")
        symbol(last, token, start, str(number))
    told = ", then ".join(f"{' and '.join(merge.pair or ())} become {''.join(merge.pair or ())}" for merge in merges)
    description = f"The letters {' '.join(WORD)}: {told}. The tokens are {' and '.join(tokens)}."
    picture.save(path, height=last + 90, description=description)


def draw_embedding(path: Path) -> None:
    """Three tokens and their ids, the table that a language model keeps, and the three rows that it takes from it."""
    tok = trained(Tokenizer(BPE()), ByteLevel(pattern=GPT4_PATTERN), BpeTrainer(vocab_size=1000))
    text = "A suitcase on"
    ids, tokens = tok.encode(text), [text[start:end].replace(" ", "␣") for start, end in tok(text).offsets]
    fills = {id: str(place) for place, id in enumerate(ids)}
    picture = Picture("What a model does with ids", "Each id picks one row of a table of numbers, the embedding.")

    def row(x: float, y: float, id: int) -> None:
        for column in range(7):
            picture.box(x + column * 74, y, 70, 38, fill=fills.get(id, "plain"), radius=4)
            number = f"{Random(f'{id} {column}').uniform(-1, 1):.2f}".replace("-", "−")
            picture.mono(x + column * 74 + 35, y + 26, number, size=18)

    width = (WIDTH - 2 * EDGE + 8) / len(ids)
    for place, (id, token) in enumerate(zip(ids, tokens)):
        x = EDGE + place * width
        picture.chip(x, 146, width - 8, token, fill=fills[id])
        picture.box(x, 198, width - 8, 42, fill="line", border="line")
        picture.mono(x + width / 2 - 4, 227, str(id), color="card", bold=True)
    picture.stage(303, "look up", "the row with the number of the id")
    y, before = 304.0, -1
    for id in sorted({0, *ids, tok.vocab_size - 1}):
        if id != before + 1:
            picture.text(EDGE + 130, y + 16, "⋮", color="soft", anchor="middle")
            y += 28
        color = "ink" if id in fills else "soft"
        picture.text(EDGE + 130, y + 26, f"row {id}", color=color, anchor="end", bold=id in fills)
        row(EDGE + 152, y, id)
        y, before = y + 44, id
    picture.stage(y + 57, "what the model reads", "the rows, in the order of the text")
    y += 58
    for id, token in zip(ids, tokens):
        picture.text(EDGE + 130, y + 26, token, anchor="end", font="mono", size=19)
        row(EDGE + 152, y, id)
        y += 44
    description = (
        f"The text {text!r} is cut into the tokens {' '.join(tokens)} with the ids {' '.join(map(str, ids))}. A table "
        f"has one row of numbers for each of the {tok.vocab_size} ids. The model takes the rows of these three ids, in "
        "this order. Numbers are all that it reads."
    )
    picture.save(path, height=y + 40, description=description)


def draw_lattice(path: Path) -> None:
    """The lattice of a word twice: the best score at each place, then how much probability flows through each arc."""
    # The model of lesson 05: all parts shorter than their word, as probable as they are frequent.
    words = corpora.load("hug").split()
    spans = [(word, start, end) for word in set(words) for start, end in combinations(range(len(word) + 1), 2)]
    parts = sorted({word[start:end] for word, start, end in spans if end - start < len(word)})
    counts = [sum(word.count(part) for word in words) for part in parts]
    scored = [(part, log(count / sum(counts))) for part, count in zip(parts, counts)]
    lattice = Unigram([("<unk>", 0.0), *scored], unk_id=0).lattice(UNHUG)
    shares = dict(zip(lattice.arcs, lattice.shares))
    picture = Picture("The lattice of a word", f"Every piece that fits in {UNHUG} is an arc between two places.")

    xs = [EDGE + 36 + 120 * place for place in range(len(UNHUG) + 1)]

    def arcs(base: float, flow: bool) -> None:
        for arc in lattice.arcs:
            left, right, rise = xs[arc.start], xs[arc.end], 66 * (arc.end - arc.start) - 14
            share, top = shares[arc], base - 4 * rise / 3
            wins = not flow and arc in lattice.best
            path = f"M{left:g},{base}C{left + 12:g},{top:g} {right - 12:g},{top:g} {right:g},{base}"
            if flow or wins:
                picture.line(path, width=1 + 11 * share if flow else 5)
            else:
                picture.line(path, width=2, color="border", dashes="6 6")
            label = f"{arc.piece} {share:.0%}" if flow else arc.piece
            y = base - rise + (26 if flow else -10)
            picture.mono((left + right) / 2, y, label, size=20, bold=wins)

    def places(base: float, below: list[str]) -> None:
        for place, (x, text) in enumerate(zip(xs, below)):
            picture.circle(x, base, 17, fill="card")
            picture.mono(x, base + 7, str(place), size=20, bold=True)
            picture.mono(x, base + 46, text, size=20, color="soft")

    scores = [0.0]
    for last in lattice.last:
        scores.append(scores[last.start] + last.score)
    best = [f"{score:.2f}".replace("-", "−") for score in scores]
    picture.named(EDGE, 180, "Viterbi", "keeps the best score at each place")
    arcs(430, flow=False)
    places(430, best)
    picture.named(EDGE, 550, "Forward–backward", "shows how much probability flows through")
    arcs(800, flow=True)
    reached = [1.0, *(sum(share for arc, share in shares.items() if arc.end == place) for place in range(1, len(xs)))]
    places(800, [f"{share:.0%}" for share in reached])
    flows = ", ".join(f"{arc.piece} {share:.0%}" for arc, share in shares.items())
    description = (
        f"Above: {UNHUG} with an arc for each piece, and under each place its best score: {', '.join(best)}. "
        f"The best path is {' '.join(arc.piece for arc in lattice.best)}. "
        f"Below: the share of all probability that flows through each arc: {flows}."
    )
    picture.save(path, height=880, description=description)


class Relative(NamedTuple):
    name: str
    source: str
    learns: str
    encodes: str
    used_by: str
    lessons: str
    tokens: list[str]


def draw_family(path: Path) -> None:
    """Where all subword tokenizers agree, where they part, and how each cuts one word."""
    picture = Picture("The family of subword tokenizers", "Frequent words stay whole; rare words are cut into parts.")
    by_count = WordPieceTrainer(vocab_size=1000, special_tokens=["[UNK]"], score="frequency")
    bpe = trained(Tokenizer(BPE()), ByteLevel(), BpeTrainer(vocab_size=1000), by_line=True)
    word_piece = trained(Tokenizer(WordPiece()), BertPreTokenizer(), by_count, by_line=True)
    unigram = trained(Tokenizer(Unigram()), Metaspace(), UnigramTrainer(vocab_size=1000), by_line=True)
    pair, score, piece = "most frequent pair", "pair of best score", "least useful piece"
    lowest, longest, probable = "lowest rank first", "longest match first", "most probable cut"
    family = [
        Relative(
            "BPE", "Sennrich, 2016", pair, lowest, "GPT, Llama 3", "lessons 02 and 03", bpe.tokenize(f" {COMMON_WORD}")
        ),
        Relative("WordPiece", "Schuster, 2012", score, longest, "BERT", "lesson 04", word_piece.tokenize(COMMON_WORD)),
        Relative("Unigram", "Kudo, 2018", piece, probable, "T5, Pegasus", "lesson 05", unigram.tokenize(COMMON_WORD)),
    ]
    gap = 14
    width = (WIDTH - 2 * EDGE - 2 * gap) / 3
    lefts = [EDGE + place * (width + gap) for place in range(3)]
    middles = [left + width / 2 for left in lefts]
    between = (middles[0] + middles[1]) / 2

    def node(x: float, y: float, width: float, name: str, what: str) -> None:
        picture.box(x - width / 2, y, width, 72)
        picture.text(x, y + 31, name, bold=True, anchor="middle")
        picture.text(x, y + 57, what, size=19, color="soft", anchor="middle")

    def branch(start: float, end: float, y: float) -> None:
        picture.line(f"M{start:g},{y:g}V{y + 26:g}H{end:g}V{y + 52:g}", width=3)

    for end in (between, middles[2]):
        branch(WIDTH / 2, end, 222)
    for start, end in zip((between, between, middles[2]), middles):
        branch(start, end, 346)
    node(WIDTH / 2, 150, 430, "Learn the pieces from a text", "no list of words, no rules of a language")
    node(between, 274, 330, "Start small", "join pairs of neighbours")
    node(middles[2], 274, width, "Start large", "remove pieces")
    for place, (left, middle, one) in enumerate(zip(lefts, middles, family)):
        picture.box(left, 398, width, 316, fill=str(place))
        picture.text(middle, 434, one.name, size=25, bold=True, anchor="middle")
        picture.text(middle, 461, one.source, size=17, color="soft", anchor="middle")
        told = {"joins" if place < 2 else "removes": one.learns, "encodes by": one.encodes, "used by": one.used_by}
        for row, (name, what) in enumerate(told.items()):
            picture.text(middle, 499 + 62 * row, name, size=17, color="soft", anchor="middle")
            picture.text(middle, 524 + 62 * row, what, size=18, anchor="middle")
        picture.text(middle, 693, one.lessons, size=18, bold=True, anchor="middle")
    picture.text(EDGE, 758, f"How each cuts “{COMMON_WORD}” (1,000 tokens, WordPiece by count):", color="soft")
    for place, (left, one) in enumerate(zip(lefts, family)):
        letters = sum(map(len, one.tokens))
        x, room = left, width - 6 * (len(one.tokens) - 1)
        for token in one.tokens:
            share = room * len(token) / letters
            picture.chip(x, 776, share, token, fill=str(place))
            x += share + 6
    told = (
        f"{one.name} ({one.source}) {'removes' if one.name == 'Unigram' else 'joins'} the {one.learns}, encodes by the "
        f"{one.encodes}, is used by {one.used_by}, and cuts {COMMON_WORD} into {' '.join(one.tokens)}."
        for one in family
    )
    description = (
        "All learn their pieces from a text. BPE and WordPiece start small and join pairs, Unigram starts large and "
        f"removes pieces. {' '.join(told)} Each has 1,000 tokens, WordPiece's learned by count."
    )
    picture.save(path, height=856, description=description)


def wide(text: str) -> float:
    return 22 * 0.6 * len(text)


DRAWN = {
    "course-map": draw_map,
    "pipeline": draw_pipeline,
    "embedding": draw_embedding,
    "merge-tree": draw_merge_tree,
    "lattice": draw_lattice,
    "family-tree": draw_family,
}

if __name__ == "__main__":
    folder = Path(*sys.argv[1:] or [Path(__file__).parents[2] / "images"])
    for name, draw in DRAWN.items():
        draw(folder / f"{name}.svg")
