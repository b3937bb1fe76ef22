"""How the package's own objects show themselves at the end of a notebook cell: tables that read without any style.

Texts come here as `repr` writes them, in quotes, so that spaces and signs that have no form of their own can be seen.
"""

from collections.abc import Iterable, Sequence

MOST = 100
CELL = '<td style="text-align:left">'


def table(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """An HTML table, every cell escaped; of a long one the first hundred rows, and how many more there are."""
    from html import escape  # here, so that `import minitok` stays quick

    head = "".join(f'<th scope="col" style="text-align:left">{escape(column)}</th>' for column in columns)
    cells = ((escape("" if value is None else str(value)) for value in row) for row in rows[:MOST])
    body = "".join(f"<tr>{''.join(f'{CELL}{text}</td>' for text in row)}</tr>" for row in cells)
    more = f"<p>and {len(rows) - MOST:,} more</p>" if len(rows) > MOST else ""
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"


def line(values: Iterable[object]) -> str:
    """Values in one line for a cell: `hug` and `s` give `'hug' | 's'`."""
    written = list(map(repr, values))
    more = f" and {len(written) - MOST:,} more" if len(written) > MOST else ""
    return " | ".join(written[:MOST]) + more
