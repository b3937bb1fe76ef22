"""Views keep their place while they are stepped, and what is lit stays in sight; motion shows what became of what."""

import pytest
from playwright.sync_api import expect

from .view_table import VIEWS, each

WIDTHS = (1400, 800)
LIT = ".mt-here, .mt-new, .mt-next, .mt-wins, .mt-path, .mt-tried"
OUT_OF_SIGHT = """(view, lit) => [...view.querySelectorAll('.mt-cursor, .mt-drawing, .mt-roots')].filter((box) => {
    const frame = box.getBoundingClientRect();
    const places = [...box.querySelectorAll(lit)].map((node) => node.getBoundingClientRect());
    const names = box.querySelector('th')?.offsetWidth ?? 0; // they lie over what is scrolled
    const seen = (at) => at.right > frame.left + names + 4 && at.left < frame.right - 4;
    return places.length && !places.some(seen);
}).length"""
OVERLAP = """(view) => {
    const boxes = [...view.querySelectorAll('.mt-columns > *')].map((node) => node.getBoundingClientRect());
    const wide = [...view.querySelectorAll('.mt-columns > * > table')].map((node) => node.getBoundingClientRect());
    return wide.filter((at) => boxes.some((box) => at.left < box.left && at.right > box.left + 1
        && at.top < box.bottom && at.bottom > box.top)).length;
}"""
ON_THE_TITLE = """(seen) => {
    const nodes = [...seen.querySelectorAll('.mt-title, .mt-head button')];
    const [title, ...tools] = nodes.map((node) => node.getBoundingClientRect());
    const beside = tools.filter((at) => at.width && at.top < title.bottom && at.bottom > title.top);
    return beside.filter((at) => at.left < title.right).length;
}"""


def named(name):
    return next(view for view in VIEWS if view.name == name)


@pytest.fixture(params=WIDTHS)
def narrow(lab, request):
    """The page at one of the widths."""
    with lab.sized(request.param):
        yield


@pytest.fixture
def calm(lab):
    """No motion: what a reader sees who asked the system for less of it."""
    lab.page.emulate_media(reduced_motion="reduce")
    yield
    lab.page.emulate_media(reduced_motion="no-preference")


def frames(seen):
    """Go through the frames of a view, from the first on."""
    forward = seen.get_by_role("button", name="One step forward")
    seen.get_by_role("button", name="Last step").press("Home")
    seen.page.wait_for_timeout(150)  # heights are measured a moment after the width has changed
    for step in range(int(seen.locator(".mt-slider").get_attribute("max")) + 1):
        expect(seen).to_have_attribute("data-step", str(step))
        yield step
        if forward.get_attribute("aria-disabled") == "false":
            forward.click()


@each("steps")
def test_each_step_keeps_height_and_room_and_what_is_lit_in_sight(shown, view, narrow, calm):
    seen = shown(view).locator(".mt-view")
    heights, out_of_sight, overlap = set(), [], []
    for step in frames(seen):
        heights.add(seen.evaluate("view => view.offsetHeight"))
        out_of_sight += [step] * seen.evaluate(OUT_OF_SIGHT, LIT)
        overlap += [step] * seen.evaluate(OVERLAP)
    assert (len(heights), out_of_sight, overlap) == (1, [], [])


@pytest.fixture
def phone(lab):
    with lab.sized(390):
        yield


def test_a_byte_is_in_sight_on_a_phone_though_its_character_is_wider(lab, shown, phone, calm):
    view = shown(named("OffsetsView"))
    seen, box = view.locator(".mt-view"), view.locator(".widget-text input")
    before = box.input_value()
    box.fill("👨\u200d👩\u200d👧\u200d👦 pun")
    expect(seen.locator(".mt-slider")).to_have_attribute("max", "25")
    unseen = [step for step in frames(seen) if seen.evaluate(OUT_OF_SIGHT, ".mt-new")]
    box.fill(before)
    assert unseen == []


def test_a_name_without_tokens_keeps_its_line_on_a_phone(shown, phone):
    view = shown(named("compare"))
    box = view.locator("textarea")
    before = box.input_value()
    box.fill("")
    expect(view.locator(".mt-row .mt-more")).to_have_count(2)
    rows = view.locator(".mt-row").evaluate_all("rows => rows.map(({ clientWidth }) => clientWidth)")
    names = view.locator(".mt-who").evaluate_all("names => names.map(({ clientWidth }) => clientWidth)")
    box.fill(before)
    assert names == rows


@pytest.mark.parametrize(
    ("form", "line"), [("Prediction", ".mt-question"), ("Quiz", ".mt-choice bdi, .mt-choice span")]
)
def test_a_long_word_stays_inside_a_form(shown, phone, form, line):
    seen = shown(named(form)).locator(".mt-view")
    text = seen.locator(line).first
    before = text.evaluate("text => [text.innerHTML, text.textContent = 'Donau'.repeat(20)][0]")
    over = seen.evaluate("view => view.scrollWidth - view.clientWidth")
    text.evaluate("(text, before) => { text.innerHTML = before; }", before)
    assert over <= 1


def test_no_button_covers_the_title_at_any_width(lab, shown):
    covered = set()
    for width in range(800, 1200, 20):
        with lab.sized(width):
            covered |= {(view.name, width) for view in VIEWS if view.steps and shown(view).evaluate(ON_THE_TITLE)}
    assert covered == set()


CUT_OFF = """(view) => {
    const frame = view.getBoundingClientRect();
    const at = [...view.querySelectorAll('button, code, td, th, input, select')].filter((node) =>
        !node.closest('.mt-cursor, .mt-drawing, .mt-roots')).map((node) => node.getBoundingClientRect());
    return at.filter(({ left, right, width }) => width && (left < frame.left || right > frame.right)).length;
}"""


@pytest.mark.parametrize("width", [360, 620])
def test_nothing_is_cut_off_on_a_small_phone_or_in_a_large_type(lab, shown, width):
    with lab.sized(width):
        cut = {view.name: shown(view).locator(".mt-view").evaluate(CUT_OFF) for view in VIEWS}
    assert [name for name, parts in cut.items() if parts] == []


def test_the_steps_stand_beside_the_title_on_a_wide_screen(lab, shown):
    seen = shown(named("EncodeStepper"))
    with lab.sized(1920):
        title, first, full = (
            seen.locator(f".mt-{part}").bounding_box() for part in ("title", "button-first", "button-full")
        )
    assert 0 < first["x"] - title["x"] - title["width"] < 200 < full["x"] - first["x"]


def test_a_training_by_merges_fits_a_narrow_laptop(lab, shown):
    seen = shown(named("MergeStepper")).locator(".mt-view")
    with lab.sized(800):
        columns = [node.bounding_box() for node in seen.locator(".mt-columns").first.locator(":scope > div").all()]
        height = seen.bounding_box()["height"]
    assert height < 640
    assert columns[0]["y"] == columns[1]["y"]


@pytest.mark.parametrize(("step", "faded"), [("Home", "mt-hides-right"), ("End", "mt-hides-left")])
def test_what_is_wider_fades_where_more_of_it_is_hidden(lab, shown, step, faded, calm):
    seen = shown(named("OffsetsView")).locator(".mt-view")
    box = seen.locator(".mt-cursor")
    with lab.sized(800):
        seen.get_by_role("button", name="One step forward").press(step)
        expect(box).to_have_class(f"mt-cursor {faded}")
        fades = [
            box.evaluate("box => getComputedStyle(box).maskImage"),
            box.locator("th").first.evaluate("head => getComputedStyle(head, '::after').backgroundImage"),
        ]
    assert [fade != "none" for fade in fades] == [step == "Home", step == "End"]


@pytest.fixture
def slowly(lab):
    """Let animations be looked at: they stand still from their first moment on."""
    lab.page.evaluate("""() => {
        window.animate = Element.prototype.animate;
        window.moves = [];
        Element.prototype.animate = function (...given) {
            window.moves.push([this.textContent.trim(), given[0], this.className]);
            return window.animate.apply(this, given);
        };
    }""")
    yield lambda: lab.page.evaluate("() => window.moves.splice(0)")
    lab.page.evaluate("() => { Element.prototype.animate = window.animate; }")


def step_once(lab, seen, name="One step forward"):
    lab.page.wait_for_timeout(450)  # steps in quick succession are not animated
    seen.get_by_role("button", name=name).click()


def test_the_two_parts_of_a_merge_slide_together_at_every_place(lab, shown, slowly):
    seen = shown(named("MergeStepper")).locator(".mt-view")
    seen.get_by_role("button", name="Last step").press("Home")
    parts = seen.locator(".mt-word .mt-next code").all_inner_texts()
    slowly()
    step_once(lab, seen)
    ghosts = [text for text, _, name in slowly() if "mt-ghost" in str(name)]
    assert len(parts) > 2 and ghosts == parts
    expect(seen.locator(".mt-ghost")).to_have_count(0)


def test_text_typed_while_a_trace_plays_is_shown_from_its_first_step_on(lab, shown):
    view = shown(named("EncodeStepper"))
    seen, box = view.locator(".mt-view"), view.locator(".widget-text input")
    before = box.input_value()
    at_start(seen)
    lab.page.wait_for_timeout(400)  # Python has heard of the first step
    seen.get_by_role("button", name="One step forward").press("ArrowRight")
    seen.get_by_role("button", name="One step forward").press("ArrowRight")
    box.fill("hugspunhug")
    expect(seen).to_have_attribute("data-step", "0")
    lab.page.wait_for_timeout(400)
    seen.get_by_role("button", name="One step forward").click()
    box.fill(before)
    expect(seen).to_have_attribute("data-step", "0")


def test_each_piece_of_a_stream_keeps_its_place(lab, shown, slowly):
    seen = shown(named("StreamView")).locator(".mt-view")
    at_start(seen)
    step_once(lab, seen)
    slowly()
    step_once(lab, seen)
    moved = [text for text, path, name in slowly() if "mt-token" in str(name) and "translate" in str(path)]
    assert moved == []


def test_a_row_moves_inside_its_own_column(lab, shown, slowly):
    seen = shown(named("ScoreStepper")).locator(".mt-view")
    seen.get_by_role("button", name="Last step").press("Home")
    for _ in range(3):
        slowly()
        step_once(lab, seen)
        far = [move for move in slowly() if "translate" in str(move[1]) and "##" in move[0]]
        across = [float(str(move[1]).split("translate(")[1].split("px")[0]) for move in far]
        assert all(abs(x) < 60 for x in across), far


def test_nothing_moves_for_who_asked_for_less_motion(lab, shown, slowly, calm):
    seen = shown(named("MergeStepper")).locator(".mt-view")
    seen.get_by_role("button", name="Last step").press("Home")
    slowly()
    step_once(lab, seen)
    assert slowly() == []


@pytest.mark.parametrize("name", ["MergeStepper", "EncodeStepper", "TemplateView", "PruneStepper"])
def test_a_step_back_makes_nothing_anew(lab, shown, slowly, name):
    seen = shown(named(name)).locator(".mt-view")
    at_start(seen)
    for direction in ("forward", "forward", "back"):
        slowly()
        step_once(lab, seen, f"One step {direction}")
    assert [move for move in slowly() if "mt-ghost" in str(move[2]) or "translateX" in str(move[1])] == []
    arriving = seen.locator(".mt-new").evaluate_all("all => all.filter((node) => node.getAnimations().length).length")
    assert arriving == 0


def test_pointing_at_a_pair_lights_its_places(shown):
    seen = shown(named("MergeStepper")).locator(".mt-view")
    seen.get_by_role("button", name="Last step").press("Home")
    seen.locator(".mt-wins .mt-pick").hover()
    lit, marked = seen.locator(".mt-word .mt-pointed"), seen.locator(".mt-word .mt-next code")
    assert lit.all_inner_texts() == marked.all_inner_texts() != []


@pytest.mark.parametrize("name", ["TokenStrip", "compare", "Playground"])
def test_a_tip_stands_at_its_token(shown, name):
    seen = shown(named(name)).locator(".mt-view")
    token = seen.locator("[data-tip]").nth(2)
    token.hover()
    tip, at = seen.locator(".mt-tip").bounding_box(), token.bounding_box()
    assert 0 <= tip["y"] - at["y"] - at["height"] < 20
    assert abs(tip["x"] - at["x"]) < 20


OVER_NEXT_LINE = """(word) => {
    const at = (selector) => [...word.querySelectorAll(selector)].map((node) => node.getBoundingClientRect());
    const below = at("code");
    return at(".mt-next").filter((mark) => below.some(({ top }) => top > mark.top + 5 && top < mark.bottom)).length;
}"""


def test_the_line_under_a_pair_keeps_off_the_next_line_of_its_word(shown):
    view = shown(named("MergeStepper"))
    box, word = view.locator("textarea"), view.locator(".mt-word .mt-chips").first
    before = box.input_value()
    box.fill("ab" * 100)
    expect(word.locator(".mt-next")).to_have_count(60)
    lines = len({node.bounding_box()["y"] for node in word.locator(".mt-next").all()})
    over = word.evaluate(OVER_NEXT_LINE)
    box.fill(before)
    assert lines > 1 and over == 0


RANKS_OVER_CHIPS = """(tree) => {
    const at = (selector) => [...tree.querySelectorAll(selector)].map((node) => node.getBoundingClientRect());
    const chips = at("code");
    const cross = (one, two, start, end) => one[start] < two[end] && one[end] > two[start];
    const isOver = (one, two) => cross(one, two, "left", "right") && cross(one, two, "top", "bottom");
    return at(".mt-gap").filter((rank) => chips.some((chip) => isOver(rank, chip))).length;
}"""


@pytest.mark.parametrize(("width", "word", "lines"), [(800, "hugspun" * 5, 1), (480, "hugspunhugsp", 2)])
def test_a_long_word_is_a_line_that_scrolls_and_a_short_one_wraps_below_its_ranks(lab, shown, calm, width, word, lines):
    view = shown(named("EncodeStepper"))
    box, tree = view.locator("input[type=text]"), view.locator(".mt-roots")
    typed = box.input_value()
    at_start(view)
    box.fill(word)
    expect(tree.locator(":scope > li")).to_have_count(len(word))
    with lab.sized(width):
        found = len({round(node.bounding_box()["y"]) for node in tree.locator(":scope > li > code").all()})
        over, hidden = (
            tree.evaluate(RANKS_OVER_CHIPS),
            tree.evaluate("({ scrollWidth, clientWidth }) => scrollWidth - clientWidth"),
        )
    box.fill(typed)
    assert (found, over, hidden > 0) == (lines, 0, lines == 1)


@pytest.mark.parametrize("name", ["MergeStepper", "ScoreStepper"])
def test_an_empty_box_asks_for_text(shown, name):
    box = shown(named(name)).locator("textarea")
    before = box.input_value()
    box.fill("")
    expect(shown(named(name)).locator(".mt-caption")).to_contain_text("type some text")
    box.fill(before)


def test_the_text_beside_a_trie_stays_at_its_place(shown, calm):
    seen = shown(named("TrieView")).locator(".mt-view")
    first = """(view) => {
        const [row, cell] = ['table', 'td'].map((part) => view.querySelector(`.mt-cursor ${part}`));
        return row && cell.getBoundingClientRect().left - row.getBoundingClientRect().left;
    }"""
    places = [seen.evaluate(first) for _ in frames(seen)]
    assert len(set(places[1:])) == 1


def test_a_text_that_has_room_is_shown_whole(shown):
    view, text = shown(named("TrieView")), "a <|end|> and <|endof<|endoftext|>"
    view.locator(".widget-text input").fill(text)
    seen = view.locator(".mt-view")
    letters = seen.locator(".mt-cursor tr").first.locator("td code")
    expect(letters).to_have_text(list(text.replace(" ", "\u2423")))  # the new text has come, and its own step with it
    at_start(seen)
    seen.get_by_role("button", name="One step forward").click()
    expect(letters).to_have_text(list(text.replace(" ", "\u2423")))
    expect(seen.locator(".mt-stage")).not_to_contain_text("are shown")


def test_the_name_of_a_line_stays_in_sight(shown, narrow):
    seen = shown(named("TrieView")).locator(".mt-view")
    seen.get_by_role("button", name="First step").press("End")
    box, name = seen.locator(".mt-cursor").bounding_box(), seen.locator(".mt-cursor th").first.bounding_box()
    assert abs(name["x"] - box["x"]) < 1


def test_bytes_that_wait_look_otherwise_than_those_that_are_text(shown):
    seen = shown(named("StreamView")).locator(".mt-view")
    at_start(seen)
    ground = "node => getComputedStyle(node).backgroundColor"
    whole, waits = seen.locator(".mt-pieces code").first, seen.locator(".mt-pieces code").last
    assert (whole.inner_text(), waits.inner_text()) == ("63", "c3")
    assert whole.evaluate(ground) != waits.evaluate(ground)


def test_a_mark_stays_on_its_own_line_and_the_ring_of_play_is_seen(lab, shown):
    marked = shown(named("StagesView")).locator("u.mt-next")
    shown(named("StagesView")).get_by_role("button", name="First step").press("End")
    assert marked.first.evaluate("node => getComputedStyle(node).borderBottomStyle") == "none"
    play = shown(named("StagesView")).get_by_role("button", name="Play")
    play.focus()
    lab.page.keyboard.press("Shift")
    ring = play.evaluate("node => getComputedStyle(node).boxShadow")
    assert ring != "none"


def at_start(seen):
    seen.get_by_role("button", name="Last step").press("Home")


def test_ribbons_lead_from_each_stage_to_the_next(shown):
    seen = shown(named("StagesView")).locator(".mt-view")
    at_start(seen)
    ribbons = seen.locator(".mt-ribbons g")
    expect(ribbons).to_have_count(0)
    for stage in range(1, 5):
        seen.get_by_role("button", name="One step forward").click()
        expect(ribbons).to_have_count(stage)
    tokens = seen.locator(".mt-row").nth(3).locator("[data-span]")
    assert ribbons.nth(2).locator("path").count() == tokens.count() > 3
    assert ribbons.nth(3).locator("path").count() == tokens.count()  # the bytes of a character each have one


def test_a_ribbon_ends_at_its_part(shown, narrow):
    seen = shown(named("StagesView")).locator(".mt-view")
    seen.get_by_role("button", name="First step").press("End")
    seen.page.wait_for_timeout(150)
    for ribbon, token in zip(
        seen.locator(".mt-ribbons g").last.locator("path").all(),
        seen.locator(".mt-row").last.locator("code").all(),
        strict=True,
    ):
        drawn, at = ribbon.bounding_box(), token.bounding_box()
        assert abs(drawn["y"] + drawn["height"] - at["y"]) < 2
        assert abs(drawn["x"] + drawn["width"] - at["x"] - at["width"]) < 2


def test_what_is_removed_is_pale_and_struck_out(shown):
    style = "node => [getComputedStyle(node).textDecorationLine, getComputedStyle(node).color]"
    gone = shown(named("StagesView")).locator(".mt-stage")
    gone.evaluate("stage => stage.insertAdjacentHTML('beforeend', '<code class=mt-0>a<del>b</del></code>')")
    line, colour = gone.locator("del").evaluate(style)
    assert line == "line-through" and colour != gone.locator("code.mt-0").last.evaluate(style)[1]
    gone.locator("code.mt-0").last.evaluate("node => node.remove()")


@pytest.mark.parametrize("part", [".mt-ring", ".mt-at"])
def test_the_cursor_of_a_trie_and_that_of_its_text_glide_to_the_next_letter(lab, shown, slowly, part):
    seen = shown(named("TrieView")).locator(".mt-view")
    at_start(seen)
    for _ in range(2):
        seen.get_by_role("button", name="One step forward").click()
    before = seen.locator(part).bounding_box()
    lab.page.evaluate(f"""() => {{
        const was = Element.prototype.animate;
        Element.prototype.animate = function (path, options) {{
            if (this.matches('{part}')) window.from = [path[0].transform, this.getBoundingClientRect().left];
            return was.call(this, path, options);
        }};
    }}""")
    step_once(lab, seen)
    transform, left = lab.page.evaluate("() => window.from")
    scale = seen.locator(".mt-trie").evaluate("node => node.getScreenCTM().a") if part == ".mt-ring" else 1
    assert left + scale * float(transform.split("(")[1].split("px")[0]) == pytest.approx(before["x"], abs=3)


def test_the_tokens_of_a_template_slide_in(lab, shown, slowly):
    seen = shown(named("TemplateView")).locator(".mt-view")
    at_start(seen)
    slowly()
    step_once(lab, seen)
    came = [text for text, path, _ in slowly() if "translateX" in str(path)]
    assert came == ["<s>", "</s>"]


def test_the_band_through_a_text_follows_the_keyboard(lab, shown):
    seen = shown(named("OffsetsView")).locator(".mt-view")
    at_start(seen)
    seen.locator("[data-band] td[tabindex='0']").focus()
    lit = seen.locator(".mt-pointed")
    assert lit.all_inner_texts() == ["h", "h", "68", "hugs"]
    lab.page.keyboard.press("ArrowRight")
    assert lit.all_inner_texts() == ["u", "u", "75", "hugs"]
    for _ in range(2):
        lab.page.keyboard.press("ArrowDown")
    expect(seen.locator("td:focus")).to_have_text("75")
    lab.page.keyboard.press("ArrowDown")
    assert lit.all_inner_texts() == [*"hugs", *"hugs", "68", "75", "67", "73", "hugs"]
    lab.page.keyboard.press("ArrowUp")
    expect(seen.locator("td:focus")).to_have_text("73")
    expect(seen).to_have_attribute("data-step", "0")


def test_brackets_join_the_bytes_of_a_character(shown):
    seen = shown(named("OffsetsView")).locator(".mt-view")
    widths = [node.bounding_box()["width"] for node in seen.locator(".mt-bracket").all()]
    byte = seen.locator("tr", has_text="bytes").locator("code").first.bounding_box()["width"]
    assert len(widths) == 2 and widths[0] > 2 * byte and widths[1] > 4 * byte


@pytest.mark.parametrize("name", ["OffsetsView", "TokenStrip", "compare", "Playground"])
def test_a_space_and_a_byte_have_one_form_in_all_views_of_a_text(shown, name):
    chips = shown(named(name)).locator(".mt-token code, [data-band] tr:last-child code")
    faces = {face.strip() for face in chips.all_inner_texts()}
    assert {"c3", "a9"} < faces and not faces & {"Ã", "©", "Ġ", r"\xc3", r"\xa9"}
    assert any("\u2423" in face for face in faces)
