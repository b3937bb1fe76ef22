"""Unigram training, seen round by round."""

from parsed_html import elements, shown

from minitok.steps import PruneStep, Removal
from minitok_course.views import PruneStepper

STEPS = (
    PruneStep(1, 169.84, 7, (("hugs", 0.0), ("pu", 0.0), ("gs", 1.5), ("bu", 2.25))),
    PruneStep(2, 172.5, 6, (("hug", 23.5),)),
    PruneStep(3, 195.0, 6, ()),
)

TWIN = """\
Throwing pieces away
round  loss   pieces before  unused  cheap  cheapest first     left
1      169.8  11             2       2      gs +1.5   bu +2.2  7
2      172.5  7              0       1      hug +23.5          6
3      195.0  6              0       0                         6"""


def test_the_text_twin_holds_every_round():
    assert str(PruneStepper(STEPS)) == TWIN


def test_captions_say_what_went_and_why():
    view = PruneStepper(STEPS)
    assert shown(view, 0).startswith(
        "Round 1 fits 11 pieces: 2 unused and the 2 cheapest went, 7 stay."
    )
    assert shown(view, 1).startswith(
        "Round 2 fits 7 pieces: the 1 cheapest went, 6 stay."
    )
    assert shown(view, 2).startswith(
        "Round 3 fits 6 pieces. None has to go: this is the vocabulary."
    )


def test_of_many_pieces_and_rounds_some_are_shown_with_the_cheapest_first():
    removed = (
        *((f"free{n}", 0.0) for n in range(140)),
        *((f"paid{n}", n + 1.0) for n in range(100)),
    )
    view = PruneStepper([PruneStep(1, 10.0, 5, removed)] * 9)
    still = view.still()
    assert "free19" in still and "and 120 more" in still
    assert "mt-now" in "".join(view.frames[8].body)
    assert str(view).endswith("paid4 +5.0 and 95 more  5")


def test_the_last_frame_shows_what_is_known_of_the_vocabulary():
    kept = (Removal("ug", 1.5, 3, ("u", "g")), Removal("hug", 2.5, 3, ("h", "ug")))
    steps = [
        PruneStep(1, 10.0, 6, (("gs", 0.0),), kept),
        PruneStep(2, 9.0, 5, (("hug", 2.5),), kept[1:]),
        PruneStep(3, 9.5, 5, ()),
    ]
    first, second, last = (shown(PruneStepper(steps), n) for n in range(3))
    assert last.endswith("The vocabulary ug u g h and 1 more")
    assert "The vocabulary" not in first + second


def test_the_ranking_says_how_many_pieces_are_above_it_and_when_none_of_its_own_had_to_go():
    kept = tuple(
        Removal(piece, cost, 3, tuple(piece))
        for piece, cost in (("ug", 1.5), ("hug", 2.5))
    )
    step = PruneStep(1, 10.0, 7, (("bu", 0.0), ("gs", 0.0)), kept)
    rows = [
        row.text
        for row in elements(PruneStepper([step]).frames[0].body, ".mt-ranking tbody tr")
    ]
    assert rows[0] == "5 more above"
    assert rows[-1] == "7 stay ↑ ↓ 2 go"
    step = step._replace(removed=())
    rows = elements(PruneStepper([step]).frames[0].body, ".mt-ranking tbody tr")
    assert rows[-1].text == "7 stay ↑ none had to go"
