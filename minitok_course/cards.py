"""What the course displays beside its views: a card with sentences, a table, and what a click unfolds."""

import re
import sys
from html import escape
from typing import Any

TABLE = "margin:6px 0 0 0;color:inherit;font-size:inherit"
NAME = '<th scope="row" style="text-align:left;vertical-align:top;{}padding:2px 16px 2px 0">{}</th>'
VALUE = '<td style="text-align:left;padding:2px 0">{}</td>'


def card(head: str, body: str, edge: str = "#808890") -> str:
    """The frame around all that the course displays: its colours come from the page, so it suits every theme."""
    line = f"border:1px solid #80889080;border-left:5px solid {edge};border-radius:8px"
    style = f"{line};padding:10px 16px;margin:4px 2px"
    return f'<div class="mt-check" style="{style}"><p style="margin:0">{head}</p>{body}</div>'


def unfold(summary: str, body: str) -> str:
    """What a click or a key opens; the attribute has JupyterLab leave the keys to it."""
    opener = f'<summary data-lm-suppress-shortcuts="true" style="cursor:pointer">{summary}</summary>'
    return f'<details style="margin:6px 0 0 0">{opener}{body}</details>'


def paragraph(text: str) -> str:
    """A sentence, its `code` set as code."""
    coded = re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))
    return f'<p style="margin:6px 0 0 0">{coded}</p>'


def table(rows: list[tuple[str, str]]) -> str:
    if not rows:
        return ""
    style = "white-space:pre-wrap;word-break:break-word"
    body = ""
    for name, text in rows:
        head = NAME.format("", escape(name))
        code = f'<code style="{style}">{escape(text)}</code>'
        body += f"<tr>{head}{VALUE.format(code)}</tr>"
    return f'<table style="{TABLE}"><tbody>{body}</tbody></table>'


def in_notebook() -> Any:
    """IPython, if it displays HTML; None in a terminal or without IPython."""
    get_shell = getattr(sys.modules.get("IPython"), "get_ipython", None)
    shell = get_shell() if get_shell else None
    if shell is None or "text/html" not in shell.display_formatter.active_types:
        return None
    return shell
