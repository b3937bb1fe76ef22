"""JupyterLab on loopback, and a page of it in a real browser."""

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.error import URLError
from urllib.request import urlopen

import nbformat
import pytest
from playwright.sync_api import (
    Browser,
    Locator,
    Page,
    Playwright,
    ViewportSize,
    expect,
    sync_playwright,
)

from minitok_course.command import lab_options
from minitok_course.copying import Copy

ROOT = Path(__file__).parents[2]
HOST = "127.0.0.1"
TOKEN = "course"
SECONDS = 60
SIZE: ViewportSize = {"width": 1280, "height": 1600}
# A view finds its heights for another width a moment later, by the clock of the page, which stands where that is busy.
LAID_OUT = "() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(go, 150))))"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
OPTIONS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
WITHOUT = (
    "no chromium to try the views in: install it with `apt-get install chromium`, or anywhere with "
    f"`{Path(sys.executable).name} -m playwright install chromium`"
)
SETTINGS = {
    "apputils-extension/notification": '{"fetchNews": "false", "checkForUpdates": false}',
    "notebook-extension/tracker": '{"windowingMode": "none"}',  # every cell is in the page, seen or not
}
PANEL = "window.jupyterapp.shell.currentWidget"
PATIENT = "AbortSignal.timeout = () => new AbortController().signal"  # anywidget waits for a view two seconds only
THEMES = {"light": "JupyterLab Light", "dark": "JupyterLab Dark"}


def find_chromium(playwright: Playwright) -> str | None:
    """Where chromium is: the system's, or the one that Playwright has downloaded."""
    own = playwright.chromium.executable_path
    return next(filter(None, map(shutil.which, (*BROWSERS, own))), None)


@contextmanager
def launched(give_up: Callable[[str], object]) -> Iterator[Browser]:
    """A real browser. If there is none, `give_up` is told what is missing, and ends the test or the script."""
    expect.set_options(timeout=1000 * SECONDS)
    with sync_playwright() as playwright:
        chromium = find_chromium(playwright)
        if chromium is None:
            give_up(WITHOUT)
        with playwright.chromium.launch(
            executable_path=chromium, args=OPTIONS
        ) as browser:
            yield browser


def without(told: str) -> None:
    """Skip what needs something that is missing here; where a browser is required, fail."""
    (pytest.fail if os.environ.get("MINITOK_REQUIRE_BROWSER") == "1" else pytest.skip)(
        told
    )


@contextmanager
def serve(folder: Path) -> Iterator[str]:
    """The address of a JupyterLab as `make lab` opens it, which shows `folder/course` and has settings of its own."""
    (folder / "course").mkdir()
    for name, settings in SETTINGS.items():
        path = folder / f"settings/@jupyterlab/{name}.jupyterlab-settings"
        path.parent.mkdir(parents=True)
        path.write_text(settings)
    own = {
        name: str(folder / name.lower())
        for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR")
    }
    own |= {"JUPYTERLAB_SETTINGS_DIR": str(folder / "settings")}
    own |= {"JUPYTER_PREFER_ENV_PATH": "1"}  # the kernel is this Python
    port = free_port()
    own_options = [
        f"--ServerApp.ip={HOST}",
        f"--ServerApp.port={port}",
        "--ServerApp.port_retries=0",
    ]
    own_options += [
        f"--IdentityProvider.token={TOKEN}",
        "--no-browser",
        "--LabApp.expose_app_in_browser=True",
    ]
    address, log = f"http://{HOST}:{port}", folder / "lab.log"
    with log.open("w") as written:
        command = [
            sys.executable,
            "-m",
            "jupyterlab",
            *lab_options(Copy(ROOT, folder / "course")),
            *own_options,
        ]
        server = subprocess.Popen(
            command, env=os.environ | own, stdout=written, stderr=written
        )
        try:
            until = time.monotonic() + SECONDS
            while not answers(f"{address}/api/status?token={TOKEN}"):
                if server.poll() is not None or time.monotonic() > until:
                    raise RuntimeError(f"JupyterLab did not start:\n{log.read_text()}")
                time.sleep(0.05)
            yield address
        finally:
            server.terminate()
            try:
                server.wait(SECONDS)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()


def free_port() -> int:
    with socket.socket() as found:
        found.bind((HOST, 0))
        return found.getsockname()[1]


def answers(address: str) -> bool:
    try:
        return urlopen(address, timeout=SECONDS).status == 200
    except URLError:
        return False


class Lab:
    """A page of JupyterLab, with what a learner does in it; `errors` are those that the page has had."""

    def __init__(
        self, browser: Browser, address: str, folder: Path, *, scale: float = 1
    ) -> None:
        self.folder = folder
        self.errors: list[str] = []
        self.page: Page = browser.new_page(viewport=SIZE, device_scale_factor=scale)
        self.page.set_default_timeout(1000 * SECONDS)
        self.page.add_init_script(PATIENT)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.goto(f"{address}/lab?token={TOKEN}")
        self.page.wait_for_function(
            "() => window.jupyterapp?.restored.then(() => true)"
        )

    def do(self, command: str, **options: object) -> None:
        """Run one of JupyterLab's commands."""
        self.page.evaluate(
            "async ([c, o]) => void await window.jupyterapp.commands.execute(c, o)",
            [command, options],
        )

    @contextmanager
    def notebook(self, name: str) -> Iterator[Locator]:
        """Open a notebook of the folder, its kernel ready; at the end close it, and its kernel."""
        self.do("docmanager:open", path=name, kernel={"name": "python3"})
        self.page.wait_for_function(f"""() => {PANEL}?.context?.path === {name!r} && {PANEL}.context.isReady
            && {PANEL}.sessionContext.kernelDisplayStatus === 'idle'""")
        try:
            yield self.page.locator(".jp-NotebookPanel:not(.lm-mod-hidden)")
        finally:
            self.page.evaluate(
                f"async () => {{ await {PANEL}.sessionContext.shutdown(); {PANEL}.dispose(); }}"
            )

    @contextmanager
    def cells(self, name: str, sources: Iterable[str]) -> Iterator[Locator]:
        """A notebook of this name, made of cells with these sources, opened and run."""
        cells = [nbformat.v4.new_code_cell(source) for source in sources]
        nbformat.write(nbformat.v4.new_notebook(cells=cells), self.folder / name)
        with self.notebook(name) as notebook:
            self.run()
            yield notebook

    def run(self) -> list[nbformat.NotebookNode]:
        """Run the notebook shown, and give its code cells; one that fails and is not tagged for it is an error."""
        self.do("notebook:run-all-cells")
        cells = nbformat.from_dict(
            self.page.evaluate(f"() => {PANEL}.content.model.toJSON().cells")
        )
        code = [cell for cell in cells if cell.cell_type == "code"]
        for cell in code:
            failed = [
                output for output in cell.outputs if output.output_type == "error"
            ]
            meant = "raises-exception" in cell.metadata.get("tags", [])
            assert bool(failed) == meant, f"{cell.source}\n{failed}"
        return code

    @contextmanager
    def sized(self, width: int, height: int = 1000) -> Iterator[None]:
        """The page in another size, with the views in it laid out anew; then as large as before."""
        before = self.page.viewport_size
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.evaluate(LAID_OUT)
        try:
            yield
        finally:
            self.page.set_viewport_size(before or SIZE)

    def wear(self, theme: str) -> None:
        """Change to JupyterLab's `light` or `dark` theme."""
        self.do("apputils:change-theme", theme=THEMES[theme])
        self.page.wait_for_function(
            f"() => document.body.dataset.jpThemeName === {THEMES[theme]!r}"
        )


@contextmanager
def typing(output: Locator, text: str) -> Iterator[Locator]:
    """A text in the box of a view, which is given; then what was there before."""
    box = output.locator(".widget-text input, textarea").first
    before = box.input_value()
    box.fill(text)
    try:
        yield box
    finally:
        box.fill(before)


@contextmanager
def opened() -> Iterator[Lab]:
    """A page of JupyterLab in a folder that is gone afterwards, for a script; without Chromium the script ends."""
    with launched(sys.exit) as browser, TemporaryDirectory() as name:
        folder = Path(name)
        with serve(folder) as address:
            yield Lab(browser, address, folder / "course", scale=1.5)
