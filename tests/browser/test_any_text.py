"""Whatever is typed, a view shows it within seconds, keeps inside the page, steps, and leaves no error."""

import pytest
from playwright.sync_api import expect

from .lab import PANEL
from .view_table import each

TEXTS = {
    "empty": "",
    "10,000 characters": ("hugs, pun and bun! " * 600)[:10_000],
    "a word of 5,000 letters": ("hugspun" * 800)[:5_000],
    "right to left": "שָׁלוֹם עוֹלָם, مرحبا بالعالم hugs",
    "combining marks": "e\u0301a\u0308\u0323 Z\u0351\u036b\u0343\u036a\u0302 \u0301",
    "emoji families": "👨‍👩‍👧‍👦 👩🏽‍🚀 🇧🇷🇧 ❤️‍🔥",
    "what can't be seen": "a\0b \u200b\u2028\ufeff\u202ehugs\t\x1b",
    "markup": "<b>hugs</b> &amp; <script>window.forged = 1</script> <!-- \" ' \\ $x$ `pun`",
}

# Types a text, and waits until the kernel has answered and the page is laid out anew.
TYPE = f"""async ([box, text]) => {{
    const kernel = {PANEL}.sessionContext.session.kernel;
    await new Promise((resolve, reject) => {{
        const start = new Date();
        setTimeout(() => reject(new Error('there is no answer')), 10_000);
        kernel.iopubMessage.connect(function answered(_, message) {{
            const {{ msg_type, date }} = message.parent_header;
            if (msg_type !== 'comm_msg' || new Date(date) < start || message.content.execution_state !== 'idle') return;
            resolve(kernel.iopubMessage.disconnect(answered));
        }});
        box.value = text;
        box.dispatchEvent(new Event('input', {{ bubbles: true }}));
    }});
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
}}"""
TOO_WIDE = """(view) => [view, view.closest('.jp-OutputArea-output'), document.documentElement]
    .filter((box) => box.scrollWidth > box.clientWidth + 1).map((box) => box.className)"""


@pytest.fixture
def narrow(lab):
    with lab.sized(800):
        yield


@pytest.fixture
def said(lab):
    """What the page writes in its console as an error."""
    errors = []

    def note(message):
        errors.extend([message.text] if message.type == "error" else [])

    lab.page.on("console", note)
    yield errors
    lab.page.remove_listener("console", note)


@each("typed")
def test_any_text_is_shown_inside_the_page_and_can_be_stepped(lab, shown, view, narrow, said):
    seen, box = shown(view).locator(".mt-view"), shown(view).locator(".widget-text input, textarea").first
    before = box.input_value()
    for name, text in TEXTS.items():
        lab.page.evaluate(TYPE, [box.element_handle(), text])
        expect(seen.locator(".mt-caption")).not_to_be_empty()
        assert seen.evaluate(TOO_WIDE) == [], name
        last = int(seen.locator(".mt-slider").get_attribute("max"))
        for key, step in {"End": last, "Home": 0, "ArrowRight": min(1, last)}.items() if last else ():
            seen.get_by_role("button", name="Play").press(key)
            expect(seen, name).to_have_attribute("data-step", str(step))
            assert seen.evaluate(TOO_WIDE) == [], name
    lab.page.evaluate(TYPE, [box.element_handle(), before])
    assert lab.page.evaluate("() => window.forged") is None
    assert said == []
