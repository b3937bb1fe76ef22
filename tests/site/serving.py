"""The built site behind a web server, and what goes wrong in a page of it."""

import functools
import http.server
import os
import threading
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from lessons import LESSONS
from playwright.sync_api import Page, Route

SUB_PATH = "/some/where/"
TRIED = [*LESSONS] if "MINITOK_SITE" in os.environ else ["00", "02"]
"""The lessons that are run for the site, and whose pages are tried: all, where a whole site is there already."""
PHONE = {"width": 390, "height": 844}
LAPTOP = {"width": 1400, "height": 900}

each_tried_lesson = pytest.mark.parametrize("number", TRIED)


@contextmanager
def serve(site: Path) -> Iterator[str]:
    """The address of a site: under a path of some depth, as a code host serves it."""

    class Handler(http.server.SimpleHTTPRequestHandler):
        def translate_path(self, path: str) -> str:
            inside = path.startswith(SUB_PATH)
            return super().translate_path(
                path[len(SUB_PATH) - 1 :] if inside else "/outside-of-the-site"
            )

        def log_message(self, *args: object) -> None: ...

    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(Handler, directory=site)
    )
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}{SUB_PATH}"
    finally:
        server.shutdown()
        server.server_close()


def watch(
    page: Page,
    addresses: tuple[str, ...],
    wrong: list[str],
    kinds: Collection[str] = ("error", "warning"),
) -> None:
    """Note what goes wrong in a page: errors, files that are not there, and what it asks of any other host."""

    def refuse(route: Route) -> None:
        wrong.append(f"asks elsewhere: {route.request.url}")
        route.abort()

    page.context.route(
        lambda url: not url.startswith((*addresses, "data:", "blob:")), refuse
    )
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda told: told.type in kinds and wrong.append(told.text))
