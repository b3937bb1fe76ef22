"""Views follow steps and text in a notebook."""

import pytest
from playwright.sync_api import expect

from .lab import PANEL
from .view_table import STEPPED

pytestmark = pytest.mark.slow

TEXTS = {
    "long": "hugs, pun and bun! " * 100,
    "right to left": "שָׁלוֹם עוֹלָם, مرحبا بالعالم hugs",
    "markup": "<b>hugs</b> &amp; <script>window.forged = 1</script> <!-- \" ' \\ $x$ `pun`",
}
# Types a text, and waits until the kernel has answered and the page is laid out anew.
TYPE = f"""async ([box, text]) => {{
    const kernel = {PANEL}.sessionContext.session.kernel, start = new Date();
    await new Promise((resolve) => {{
        kernel.iopubMessage.connect(function answered(_, message) {{
            const {{ msg_type, date }} = message.parent_header;
            if (msg_type !== 'comm_msg' || new Date(date) < start || message.content.execution_state !== 'idle') return;
            resolve(kernel.iopubMessage.disconnect(answered));
        }});
        setTimeout(resolve, 60_000); // its answer may be lost, where the page was busy for long
        box.value = text;
        box.dispatchEvent(new Event('input', {{ bubbles: true }}));
    }});
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
}}"""
TOO_WIDE = """(view) => [view, view.closest('.jp-OutputArea-output'), document.documentElement]
    .filter((box) => box.scrollWidth > box.clientWidth + 1).map((box) => box.className)"""


@pytest.fixture
def said(lab):
    """What the page writes in its console as an error."""
    errors = []

    def note(message):
        errors.extend([message.text] if message.type == "error" else [])

    lab.page.on("console", note)
    yield errors
    lab.page.remove_listener("console", note)


@pytest.mark.parametrize("name", ["MergeStepper", "OffsetsView", "Playground"])
def test_any_text_is_shown_inside_the_page_and_can_be_stepped(
    lab, shown, seen, said, name
):
    view, box = seen(name), shown(name).locator(".widget-text input, textarea").first
    before = box.input_value()
    with lab.sized(800):
        for text, typed in TEXTS.items():
            lab.page.evaluate(TYPE, [box.element_handle(), typed])
            assert view.evaluate(TOO_WIDE) == [], text
            last = (
                int(view.locator(".mt-slider").get_attribute("max"))
                if name in STEPPED
                else 0
            )
            for key, step in {"End": last, "Home": 0}.items() if last else ():
                view.get_by_role("button", name="Play").press(key)
                expect(view, text).to_have_attribute("data-step", str(step))
                assert view.evaluate(TOO_WIDE) == [], text
        lab.page.evaluate(TYPE, [box.element_handle(), before])
    assert lab.page.evaluate("() => window.forged") is None
    assert said == []


LONG = """from minitok.trainers import BpeTrainer
from minitok_course.views import MergeStepper

words = {format(number * 7919, "b"): 1 + number % 5 for number in range(300)}
MergeStepper(BpeTrainer(vocab_size=302).steps(words, detail=True))"""


def test_a_long_trace_is_there_to_its_end(lab):
    with lab.cells("long.ipynb", [LONG]) as notebook:
        view = notebook.locator(".mt-view")
        view.get_by_role("button", name="Last step").click()
        expect(view.locator(".mt-caption")).to_contain_text("Merge 300: ")
        expect(view.locator(".mt-place")).to_have_text("300 / 300")
