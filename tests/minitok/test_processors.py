"""minitok/processors.py: templates, and offsets without spaces."""

import pytest
from samples import hug

from minitok.processors import ByteLevel, Sequence, TemplateProcessing

BERT = TemplateProcessing(
    "[CLS] $A [SEP]", "[CLS] $A [SEP] $B:1 [SEP]:1", [("[CLS]", 101), ("[SEP]", 102)]
)


def test_type_ids_stand_after_a_colon_or_for_the_text():
    tok = hug()
    tok.post_processor = TemplateProcessing("$A:3 <:>:2", "$B:7 $A:8", [("<:>", 9)])
    assert (tok("bug").ids, tok("bug").type_ids) == ([1, 8, 9], [3, 3, 2])
    assert (tok("bug", "hug").ids, tok("bug", "hug").type_ids) == (
        [10, 1, 8],
        [7, 8, 8],
    )


@pytest.mark.parametrize(
    ("templates", "problem"),
    [
        (
            ("[CLS] $A", "$A $B"),
            r"the template has '\[CLS\]', whose id is not known: add it to special_tokens",
        ),
        (("$B", "$A $B"), r"single='\$B' is for one text: write \$A, not \$B"),
        (("$A", "$A"), r"pair='\$A' needs both texts: write \$A and \$B"),
        (("$C", "$A $B"), r"'\$C', not a text: write \$A for the first text"),
    ],
)
def test_a_template_that_cannot_be_filled_in_is_explained(templates, problem):
    with pytest.raises(ValueError, match=problem):
        TemplateProcessing(*templates, special_tokens=[("[SEP]", 1)])


def test_only_the_last_may_add_tokens():
    with pytest.raises(ValueError, match="adds special tokens, so it has to come last"):
        Sequence([BERT, ByteLevel()])
