"""The site, built once, and its pages in a real browser."""

import os
import shutil
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import pytest
from browser.lab import launched, without
from lessons import ROOT, tool
from playwright.sync_api import Browser, BrowserContext, Page
from serving import LAPTOP, TRIED, serve, watch


@pytest.fixture(
    scope="module"
)  # while it is open, no other Playwright is, such as that of tests/browser
def browser() -> Iterator[Browser]:
    with launched(without) as browser:
        yield browser


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The scripts and the encoders as the site has them, beside an empty page and a place for vocabularies."""
    made = tmp_path_factory.mktemp("site")
    for source, target in (("static", made), ("encoders", made / "encoders")):
        shutil.copytree(ROOT / "tools/site" / source, target, dirs_exist_ok=True)
    tool("vocabularies").bring(made / "vocabularies")
    (made / "index.html").write_text("<!doctype html><title>A page</title>")
    return made


@pytest.fixture(scope="session")
def tools() -> None:
    """What the tools of the site need is there."""
    absent = [
        name
        for name in ("nbconvert", "latex2mathml", "pdoc")
        if find_spec(name) is None
    ]
    if absent:
        without(f"{', '.join(absent)} missing: pip install -e '.[course,site,test]'")


@pytest.fixture(scope="session")
def site(tools: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site with two lessons run, as it is without a network. MINITOK_SITE names one that is there already."""
    if "MINITOK_SITE" in os.environ:
        return Path(os.environ["MINITOK_SITE"]).resolve()
    target = tmp_path_factory.mktemp("built") / "site"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            tool("lite"), "build", partial(tool("lite").build, with_cdn=False)
        )
        lessons = [*TRIED, "gpt4_in_one_sitting"]
        assert tool("make").main(["--into", str(target), *lessons]) == 0
    return target


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    with serve(site) as address:
        yield address


@pytest.fixture
def opened(browser: Browser, address: str) -> Iterator[Callable[..., Page]]:
    """Opens a page of the site, its views alive; fails on an error in it, and on a request to anywhere else."""
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def open_page(name: str = "index.html", **options: object) -> Page:
        contexts.append(
            browser.new_context(
                **{"viewport": LAPTOP, "reduced_motion": "reduce", **options}
            )
        )
        page = contexts[-1].new_page()
        watch(page, (address,), wrong)
        page.goto(address + name)
        if (
            options.get("java_script_enabled", True)
            and page.locator(".mt-island").count()
        ):
            page.wait_for_selector("html[data-views=alive]", state="attached")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert wrong == []
