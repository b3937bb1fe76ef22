"""How objects show themselves in a notebook: as plain tables. Strings come from `repr`, so that you can see spaces."""

from collections.abc import Iterable, Sequence

from minitok.steps import Lattice, Stages

MAX_ROWS = 100
CELL = '<td style="text-align:left">'


def table(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """An HTML table of the first hundred rows, with every cell escaped, and the number of further rows."""
    from html import escape  # here, so that `import minitok` stays quick

    head = "".join(f'<th scope="col" style="text-align:left">{escape(column)}</th>' for column in columns)
    cells = ((escape("" if value is None else str(value)) for value in row) for row in rows[:MAX_ROWS])
    body = "".join(f"<tr>{''.join(f'{CELL}{text}</td>' for text in row)}</tr>" for row in cells)
    more = f"<p>and {len(rows) - MAX_ROWS:,} more</p>" if len(rows) > MAX_ROWS else ""
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"


def line(values: Iterable[object]) -> str:
    """Values in one line, for a cell: `hug` and `s` → `'hug' | 's'`."""
    written = list(map(repr, values))
    more = f" and {len(written) - MAX_ROWS:,} more" if len(written) > MAX_ROWS else ""
    return " | ".join(written[:MAX_ROWS]) + more


def _stages(stages: Stages) -> str:
    words = (word for word, _ in stages.words)
    tokens, template = ((token.value for token in stage) for stage in (stages.tokens, stages.template))
    rows = zip(stages._fields, map(line, (stages.segments, stages.normalized, words, tokens, template)))
    return table(("stage", "what it made of the text"), list(rows))


def _lattice(lattice: Lattice) -> str:
    best = set(lattice.best)
    rows = [(arc.start, arc.end, repr(arc.piece), arc.score, "yes" if arc in best else "") for arc in lattice.arcs]
    return table(("from", "to", "piece", "score", "on the best path"), rows)


Stages._repr_html_ = _stages  # type: ignore[attr-defined]
Lattice._repr_html_ = _lattice  # type: ignore[attr-defined]
