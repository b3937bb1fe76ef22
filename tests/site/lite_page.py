"""A lesson in JupyterLite, in a real browser, with what a learner does in it."""

from typing import Any

import nbformat
from playwright.sync_api import BrowserContext, Page, Route
from serving import watch

PANEL = "window.jupyterapp.shell.currentWidget"
MINUTES = 60_000


class LitePage:
    """A page of JupyterLite; `wrong` are the errors in it, and what it has asked other hosts for."""

    def __init__(self, context: BrowserContext, site: str, others: list[str]) -> None:
        self.site = site
        self.wrong: list[str] = []
        self.page: Page = context.new_page()
        self.page.set_default_timeout(2 * MINUTES)
        watch(self.page, (site, *others), self.wrong, kinds=["error"])
        context.route("**/lite/jupyter-lite.json*", expose)
        context.route(
            "**/favicon.ico", lambda route: route.fulfill(status=204)
        )  # the browser asks for it by itself

    def open(self, address: str) -> None:
        """Open a lesson, and wait until its Python is there."""
        self.page.goto(self.site + address)
        self.page.wait_for_function(f"""() => window.jupyterapp && {PANEL}?.context?.isReady
            && {PANEL}.sessionContext.kernelDisplayStatus === 'idle'""")

    def do(self, command: str) -> None:
        self.page.evaluate(
            "async (command) => void await window.jupyterapp.commands.execute(command)",
            command,
        )

    def cells(self) -> list[Any]:
        return nbformat.from_dict(
            self.page.evaluate(f"() => {PANEL}.content.model.toJSON().cells")
        )

    def run_all(self) -> list[Any]:
        """The code cells, run."""
        self.do("notebook:run-all-cells")
        return [cell for cell in self.cells() if cell.cell_type == "code"]

    def run(self, place: int, source: str | None = None) -> Any:
        """A cell, run; with a source, that is written into it before."""
        if source is not None:
            write = f"([place, source]) => {PANEL}.content.widgets[place].model.sharedModel.setSource(source)"
            self.page.evaluate(write, [place, source])
        self.page.evaluate(
            f"(place) => void ({PANEL}.content.activeCellIndex = place)", place
        )
        self.do("notebook:run-cell")
        return self.cells()[place]


def expose(route: Route) -> None:
    """Have JupyterLite give its commands to the page, which the published one doesn't."""
    answer = route.fetch()
    config = answer.json()
    config["jupyter-config-data"]["exposeAppInBrowser"] = True
    route.fulfill(response=answer, json=config)


def told(cell: Any) -> str:
    """What a cell has printed and shown, as text."""
    given = [output for output in cell.outputs if output.get("name") != "stderr"]
    return "".join(
        output.get("text") or output.get("data", {}).get("text/plain", "")
        for output in given
    )


def failed(cell: Any) -> bool:
    return any(output.output_type == "error" for output in cell.outputs)
