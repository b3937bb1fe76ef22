"""How quick the views are in a real browser: `python benchmarks/browser.py`, half a minute on a machine that is quiet.

A step goes from the click to the page laid out anew; new text from the key to the first frame of it; a trace is ready
when the cell that shows it has been run and its first frame is laid out. Times are medians, in milliseconds.
"""

import sys
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))  # before this folder, where this file is `browser`
from browser.lab import opened

FRAMES = 2_000
SETUP = f"""
from pydoc_data.topics import topics
from minitok.pre_tokenizers import Whitespace
from minitok.trainers import BpeTrainer, count_words
from minitok.views import Live, MergeStepper

def steps(text, vocab_size):
    return BpeTrainer(vocab_size=vocab_size).steps(count_words([text], Whitespace()), detail=True)

long = list(steps(" ".join(topics[name] for name in sorted(topics)), 3_000))[:{FRAMES}]
assert len(long) == {FRAMES}
"""
LONG = "MergeStepper(long)"
LIVE = 'Live(MergeStepper, lambda text: steps(text, 200), "the cat sat on the mat")'
SENTENCES = [f"the cat sat on the mat and the bat sat on the hat for the {n}th time in a row" for n in range(20)]

WATCH = """
    const notebook = window.jupyterapp.shell.currentWidget;
    const changed = (node, found) => new Promise((resolve) => {
        const observer = new MutationObserver(() => {
            if (!found()) return;
            observer.disconnect();
            document.body.offsetHeight; // lay out
            resolve();
        });
        observer.observe(node, { childList: true, subtree: true });
    });
"""
READY = f"""async () => {{{WATCH}
    const cell = notebook.content.widgets[1];
    cell.outputArea.model.clear();
    notebook.content.activeCellIndex = 1;
    const drawn = changed(cell.node, () => cell.node.querySelector('.mt-stage')?.childElementCount);
    const start = performance.now();
    window.jupyterapp.commands.execute('notebook:run-cell');
    await drawn;
    return performance.now() - start;
}}"""
STEPS = f"""async () => {{{WATCH}
    const view = notebook.content.widgets[1].node.querySelector('.mt-view');
    const next = view.querySelector('.mt-button-forward'), slider = view.querySelector('.mt-slider');
    const frame = () => new Promise(requestAnimationFrame);
    const times = [];
    for (let place = 0; place < 50; place++) {{
        slider.value = Math.floor(place * slider.max / 50);
        slider.dispatchEvent(new Event('input'));
        await frame();
        await frame();
        const start = performance.now();
        next.click();
        view.offsetHeight;
        times.push(performance.now() - start);
    }}
    return times;
}}"""
TYPED = f"""async (texts) => {{{WATCH}
    const cell = notebook.content.widgets[2].node;
    const box = cell.querySelector('input[type=text]'), stage = cell.querySelector('.mt-stage');
    const times = [];
    for (const text of texts) {{
        const drawn = changed(stage, () => true);
        box.value = text;
        const start = performance.now();
        box.dispatchEvent(new Event('input', {{ bubbles: true }}));
        await drawn;
        times.push(performance.now() - start);
    }}
    return times;
}}"""


def show(what: str, times: list[float], goal: float) -> None:
    verdict = "met" if median(times) <= goal else "missed"
    print(f"{what:<50}{median(times):>8.1f}{max(times):>9.1f}{goal:>6}  {verdict}")


def main() -> None:
    with opened() as lab, lab.cells("bench.ipynb", [SETUP, LONG, LIVE]) as notebook:
        notebook.locator(".mt-stage > *").first.wait_for()
        print(f"{'what':<50}{'ms':>8}{'slowest':>9}{'goal':>6}")
        show(f"a trace of {FRAMES:,} frames is ready", [lab.page.evaluate(READY) for _ in range(7)], 500)
        show("a step of that trace", lab.page.evaluate(STEPS), 16)
        show("new frames for a sentence that is typed", lab.page.evaluate(TYPED, SENTENCES), 200)


if __name__ == "__main__":
    main()
