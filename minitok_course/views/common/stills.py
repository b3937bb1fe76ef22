"""The inline styles of a view where no style sheet is loaded: a preview on a code host, a printed page."""

import base64
import re
from functools import lru_cache

from minitok_course.views.common.html import HUES

_PILL = "border:1px solid #8c959f;border-radius:4px;padding:0 5px;"
STYLES = {
    "mt-a": _PILL + "color:#111;background:#f6f8fa;",
    "mt-b": _PILL + "color:#111;background:#e7ebf0;",
    **{
        f"mt-{hue}": f"{_PILL}color:#111;background:{ground};"
        for hue, ground in enumerate(HUES)
    },
    "mt-new": _PILL + "color:#fff;background:#3448c5;",
    "mt-next": "border-bottom:3px solid #b86e00;",
    "mt-step": "border-top:1px solid #8c959f;margin:10px 0 0 0;",
    "mt-label": "margin:8px 0 4px 0;",
    "mt-columns": "display:flex;flex-wrap:wrap;gap:0 48px;",
    "mt-words": "list-style:none;margin:0;padding:0;",
    "mt-word": "margin:3px 0;",
    "mt-weight": "display:inline-block;width:120px;",
    "mt-track": "display:inline-block;width:60px;",
    "mt-pairs": "border-collapse:collapse;margin:0;",
    "mt-cell": "text-align:left;padding:2px 8px 2px 0;",
    "mt-match": "border-collapse:collapse;margin:0;",
    "mt-span": "text-align:left;padding:2px;",
    "mt-wide": "text-align:left;padding:2px 8px;",
    "mt-bar": "display:inline-block;height:9px;background:#7d8590;",
    "mt-won": "background:#f0a63a;",
    "mt-dot": "display:inline-block;width:9px;height:9px;border-radius:5px;background:#3448c5;",
    "mt-token": "display:inline-block;text-align:center;margin:2px;",
    "mt-id": "display:block;",
    "mt-tree": "display:inline-flex;align-items:flex-end;list-style:none;margin:0;padding:0;",
    "mt-parts": "border-top:1px solid #8c959f;",
    "mt-rows": "list-style:none;margin:0;padding:0;",
    "mt-row": "margin:10px 0;",
    "mt-broken": "border-style:dashed;",
    "mt-bracket": "display:block;height:4px;border:solid #8c959f;border-width:1px 1px 0 1px;",
    "mt-remark": "margin:6px 0;",
    "mt-differs": "border:2px solid #b86e00;border-radius:6px;padding:3px;",
    "mt-slides": "display:flex;width:100%;min-height:12px;background:#e7ebf0;color:#111;",
    "mt-now": "background:#3448c5;color:#fff;",
    "mt-again": "background:#f0a63a;color:#111;",
    "mt-gone": "border:1px dotted #8c959f;padding:0 4px;font-family:monospace;",
    "mt-drawing": "overflow-x:auto;",
    "mt-some": "line-height:2;",
    "mt-node": "display:flex;flex-direction:column;align-items:center;margin:0 3px;",
}


def still(markup: str) -> str:
    """Style HTML inline, as it is stored in a notebook: sanitizers drop style sheets and SVG."""
    markup = re.sub(r"<svg.*?</svg>", _still_picture, markup, flags=re.DOTALL)
    markup = markup.replace("<code>", '<code class="mt-a">').replace(
        " data-tip=", " title="
    )
    # An aside is there to be pointed at, and a question mark to be chosen.
    markup = re.sub(
        r"<small[^>]*>\?</small>|</?button[^>]*>|<aside.*?</aside>", "", markup
    )
    return re.sub(r"<[^>]*>", lambda tag: _still_tag(tag[0]), markup)


@lru_cache(maxsize=1 << 12)
def _still_tag(tag: str) -> str:
    # Only front ends read data attributes.
    plain = re.sub(r' (?:role|tabindex|(?:aria|data)-[a-z]+)(?:="[^"]*")?', "", tag)
    return re.sub(r' class="([^"]*)"(?: style="([^"]*)")?', _still_style, plain)


def _still_style(match: re.Match[str]) -> str:
    style = "".join(STYLES.get(name, "") for name in match[1].split()) + (
        match[2] or ""
    )
    return f' style="{style}"' if style else ""


def _still_picture(match: re.Match[str]) -> str:
    name = re.search(r' aria-label="([^"]*)"', match[0])
    drawing = match[0].replace("currentColor", "#6e7781")
    data = base64.b64encode(drawing.encode()).decode("ascii")
    return (
        f'<img alt="{name[1] if name else ""}" src="data:image/svg+xml;base64,{data}">'
    )
