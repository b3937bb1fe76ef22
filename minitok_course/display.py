"""How a notebook shows what minitok's objects are: as tables."""

from collections.abc import Callable, Iterable, Sequence
from html import escape
from typing import Any

from minitok import Encoding, Tokenizer
from minitok.steps import Lattice
from minitok.tokenizer import summarize

MAX_ROWS = 100
LEFT = 'style="text-align:left"'


def show_as_tables() -> None:
    """Have IPython show encodings, lattices and tokenizers as tables."""
    try:
        from IPython import get_ipython
    except ModuleNotFoundError:
        return
    shell = get_ipython()
    if shell is None:
        return
    formatter = shell.display_formatter.formatters["text/html"]
    for kind, html in TABLES.items():
        formatter.for_type(kind, html)


def encoding_table(encoding: Encoding) -> str:
    tokens = map(repr, encoding.tokens)
    rows = zip(tokens, encoding.ids, encoding.offsets, encoding.word_ids)
    return table(("token", "id", "offsets", "word"), list(rows))


def lattice_table(lattice: Lattice) -> str:
    rows = []
    for arc in lattice.arcs:
        is_best = "yes" if arc in lattice.best else ""
        rows.append((arc.start, arc.end, repr(arc.piece), arc.score, is_best))
    return table(("from", "to", "piece", "score", "on the best path"), rows)


def tokenizer_table(tok: Tokenizer) -> str:
    rows = []
    for name, part in summarize(tok).items():
        rows.append((name, "none" if part is None else part))
    rows.append(("vocab_size", f"{tok.vocab_size:,}"))
    return table(("part", "is"), rows)


TABLES: dict[type, Callable[[Any], str]] = {
    Encoding: encoding_table,
    Lattice: lattice_table,
    Tokenizer: tokenizer_table,
}


def table(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """An HTML table of the first hundred rows, and the number of further rows."""
    head = "".join(_cell("th", name, f'scope="col" {LEFT}') for name in columns)
    body = "".join(map(_row, rows[:MAX_ROWS]))
    html = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    if len(rows) > MAX_ROWS:
        html += f"<p>and {len(rows) - MAX_ROWS:,} more</p>"
    return html


def _row(values: Iterable[object]) -> str:
    cells = [_cell("td", "" if value is None else str(value), LEFT) for value in values]
    return f"<tr>{''.join(cells)}</tr>"


def _cell(tag: str, text: str, attributes: str) -> str:
    return f"<{tag} {attributes}>{escape(text)}</{tag}>"
