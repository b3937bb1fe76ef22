"""Viterbi on one word, seen place by place."""

from parsed_html import captions, elements, reading

from minitok.models import Unigram
from minitok_course.views import LatticeView
from minitok_course.views.common.lattice_drawing import percent

MODEL = Unigram(
    [
        ("<unk>", 0.0),
        ("p", -2.5),
        ("u", -1.75),
        ("g", -2.25),
        ("pu", -2.625),
        ("ug", -2.375),
    ],
    unk_id=0,
)
PUG = MODEL.lattice("pug")

TWIN = """\
The best segmentation, place by place
step  place        arcs that end there, and the sum with each                  best segmentation  its score
0     0                                                                                           0.000
1     1            p −2.500 → −2.500                                           p                  −2.500
2     2            pu −2.625 → −2.625   u −1.750 → −4.250                      pu                 −2.625
3     3            ug −2.375 → −4.875   g −2.250 → −4.875                      p ug               −4.875
4     end                                                                      p ug               −4.875
5     number 2                                                                 pu g               −4.875
6     number 3                                                                 p u g              −6.500
7     all of them  p 0–1 54%   pu 0–2 46%   u 1–2 9%   ug 1–3 46%   g 2–3 54%"""


def test_the_text_twin_holds_every_sum_and_the_best_ways():
    assert str(LatticeView(PUG, nbest=MODEL.nbest("pug", 5))) == TWIN


def test_captions_say_what_happens():
    told = captions(LatticeView(PUG, nbest=MODEL.nbest("pug", 2)))
    assert told == [
        "The lattice of pug: 5 pieces in 3 characters. Place 0 is the start, and costs nothing.",
        "Place 1: one arc ends here, p from place 0, so the best segmentation up to here takes it. Score −2.500.",
        "Place 2: 2 arcs end here. The best sum is that of pu from place 0: −2.625.",
        "Place 3: 2 arcs end here. 2 of them tie for the best sum, −4.875; the longest piece wins: ug from place 1.",
        "Back from the end along the winners, the best segmentation is p ug, score −4.875.",
        "Number 2 of the 2 best segmentations: pu g, score −4.875.",
        "All segmentations together: the thicker an arc, the more of their probability goes through it.",
    ]


def test_a_frame_adds_up_what_it_compares():
    body = reading(LatticeView(PUG).frames[3].body)
    assert (
        "sum ug 1 −2.500 + (−2.375) −4.875 best g 2 −2.625 + (−2.250) −4.875 tie"
        in body
    )


def test_an_arc_that_ties_with_the_winner_is_no_wrong_choice():
    choices = [
        [
            choice.attributes["data-choice"]
            for choice in elements(frame.body, "button.mt-pick")
        ]
        for frame in LatticeView(PUG).frames[2:4]
    ]
    assert choices == [["right", "wrong"], ["right", "tie"]]


def test_a_share_is_not_rounded_to_nothing():
    assert " ".join(map(percent, (0, 0.004, 0.01, 0.994, 1.0))) == "0% < 1% 1% 99% 100%"


def test_a_character_that_is_no_piece_is_called_unknown():
    view = LatticeView(MODEL.lattice("puשל"))
    assert captions(view)[0].startswith(
        "The lattice of puשל: 3 pieces in 4 characters. Not in the vocabulary: ש ל."
    )
    assert reading(view.frames[3].body).count("unknown") == 2


def test_a_very_long_word_is_drawn_in_part_and_the_next_opens_on_its_answer_too():
    view = LatticeView(MODEL.lattice("pug" * 4000))
    assert len(view.frames) == 27
    assert "and 11,976 more characters" in view.still()
    assert "and 7,880 more" in str(view)
    assert len(view.trace) < 200_000
    view.step = 25
    view.show(MODEL.lattice(""))
    view.show(PUG)
    assert view.step == 4
