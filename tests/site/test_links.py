"""What the built pages say of each other, read as files: links, pictures, and what search knows."""

import json
import re
from html import unescape
from urllib.parse import unquote, urldefrag

import pytest
from lessons import LESSONS, ROOT

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def pages(site):
    """The HTML of each page of the site but the reference, without the states of its views."""
    own = [
        path
        for path in site.rglob("*.html")
        if not {"api", "lite"} & {*path.relative_to(site).parts}
    ]
    found = {path: path.read_text("utf-8") for path in own}
    return {
        path: re.sub(r'<script type="application/json">.*?</script>', "", text)
        for path, text in found.items()
    }


def links(text, tags="a|img|link|script"):
    return [
        unescape(address)
        for address in re.findall(rf'<(?:{tags})\b[^>]*? (?:href|src)="([^"]*)"', text)
    ]


def test_every_link_and_picture_leads_somewhere_on_the_site_and_a_picture_has_a_text(
    site, pages
):
    names = {
        path: {*re.findall(r' id="([^"]+)"', text)} for path, text in pages.items()
    }
    lost = []
    for path, text in pages.items():
        lost += re.findall(r"<img\b(?![^>]* alt=)[^>]*>", text)
        assert len(links(text)) > 20
        for address in links(text):
            place, anchor = urldefrag(address)
            if re.match(r"(?:https?|data|mailto):|lite/", place):
                continue
            target = (path.parent / unquote(place)).resolve() if place else path
            if not target.is_file() or (
                anchor and unquote(anchor) not in names.get(target, ())
            ):
                lost.append(f"{path.relative_to(site)}: {address}")
    assert lost == []


def test_search_knows_every_heading_once(site, pages):
    sections = json.loads((site / "search.json").read_text("utf-8"))
    addresses = [section["address"] for section in sections]
    assert len(addresses) == len({*addresses}) > 300
    headings = {
        path: {*re.findall(r'<h[23]\b[^>]* id="([^"]+)"', text)}
        for path, text in pages.items()
    }
    for place, anchor in map(urldefrag, addresses):
        assert not anchor or anchor in headings[site / place]
    assert "glossary.html#byte-level" in addresses


def test_the_map_has_every_lesson_and_every_page_of_docs(site, pages):
    docs = {f"{path.stem}.html" for path in (ROOT / "docs").glob("*.md")}
    course = {f"{path.stem}.html" for path in LESSONS.values()}
    found = re.search(r'<nav id="map".*?</nav>', pages[site / "index.html"], re.DOTALL)
    assert docs | course | {"contributing.html", "changelog.html"} <= {
        *links(found[0], "a")
    }
