"""What the built pages say of each other, read as files: links, pictures, and what search knows."""

import json
import re
from pathlib import Path
from urllib.parse import unquote, urldefrag

import pytest
from bs4 import BeautifulSoup

FROM_ELSEWHERE = re.compile(
    r"""(?:src|srcset|poster|data)\s*=\s*["']?(?:https?:)?//|url\(\s*["']?(?:https?:)?//|@import"""
)


@pytest.fixture(scope="module")
def trees(site):
    """Each page of the site, without the states of its views."""
    pages = {path: path.read_text("utf-8") for path in site.rglob("*.html")}
    bare = {path: re.sub(r'<script type="application/json">.*?</script>', "", text) for path, text in pages.items()}
    return {path: BeautifulSoup(text, "html.parser") for path, text in bare.items()}


def test_every_link_and_picture_leads_somewhere_on_the_site(site, trees):
    names = {path: {node["id"] for node in tree.find_all(id=True)} for path, tree in trees.items()}
    lost = []
    for path, tree in trees.items():
        for node in tree.select("a[href], img[src], link[href], script[src]"):
            address, anchor = urldefrag(node.get("href") or node["src"])
            if re.match(r"(?:https?|data|mailto):|lite/", address):
                continue
            target = (path.parent / unquote(address)).resolve() if address else path
            known = target.is_file() and (not anchor or unquote(anchor) in names.get(target, ()))
            if not known:
                lost.append(f"{path.relative_to(site)}: {address}#{anchor}")
    assert lost == []


def test_no_page_loads_anything_from_elsewhere(site):
    for path in site.rglob("*"):
        if path.suffix in (".html", ".js", ".css", ".svg"):
            found = FROM_ELSEWHERE.search(path.read_text("utf-8"))
            assert found is None, f"{path.name}: {found[0]}"


def test_search_knows_every_heading_once(site, trees):
    sections = json.loads((site / "search.json").read_text("utf-8"))
    addresses = [section["address"] for section in sections]
    assert len(addresses) == len({*addresses}) > 300
    for address in addresses:
        page, anchor = urldefrag(address)
        tree = trees[site / page]
        assert not anchor or tree.find(id=anchor).name in ("h2", "h3")
    assert "glossary.html#byte-level" in addresses


def test_a_picture_has_a_text_for_those_who_do_not_see_it(trees):
    for path, tree in trees.items():
        assert [str(image)[:80] for image in tree.select("main img:not([alt])")] == [], path.name


def test_the_map_has_every_lesson_and_every_page_of_docs(site, trees):
    tree = trees[site / "index.html"]
    there = {link["href"] for link in tree.select("#map a")}
    docs = {f"{path.stem}.html" for path in (Path(__file__).parents[2] / "docs").glob("*.md")}
    assert docs | {"contributing.html", "changelog.html"} <= there
    assert {path.name for path in site.glob("[0-9][0-9]_*.html")} <= there
