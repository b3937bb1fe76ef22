"""The exercises, a file an area. Importing a file declares what is in it; `ORDER` is theirs in the lessons."""

from . import (  # noqa: F401
    lesson_00_start,
    lesson_01_signs,
    lesson_01_words,
    lesson_02_bpe_merges,
    lesson_02_bpe_pairs,
    lesson_02_bpe_text,
    lesson_02_bpe_words,
    lesson_03_bytes,
    lesson_03_bytes_stream,
    lesson_03_bytes_words,
    lesson_04_text,
    lesson_04_wordpiece,
    lesson_05_fewest,
    lesson_05_segmentations,
    lesson_05_training,
    lesson_05_unigram,
    lesson_06_added_tokens,
    lesson_06_chat,
    lesson_06_cut,
    lesson_07_offsets,
    lesson_07_spans,
    lesson_08_ranks,
    lesson_08_stream,
    lesson_09_fast,
    lesson_09_measured,
    lesson_09_queue,
    lesson_10_bite,
    museum_01_to_03,
    museum_04_to_05,
    museum_06_chat,
    museum_06_to_08,
    museum_09_fast,
)

ORDER = """
start.token_length
words.split_signs words.build_vocab words.unknown_rate museum.or_unknown museum.text_count
bpe.count_pairs bpe.merge_pair bpe.learn_merges bpe.encode_word bpe.decode bpe.not_longest_match museum.replace
museum.set_order
bytes.fool_the_decoder bytes.split bytes.encode bytes.dropout bytes.decode_stream museum.rarest_first
museum.no_alphabet
wordpiece.score wordpiece.longest_match wordpiece.decode museum.unmarked_letters museum.marked_rest
unigram.segmentations unigram.fewest_pieces unigram.viterbi unigram.loss unigram.expected_counts
museum.vanishing_product museum.str_count
special.cut special.add_tokens special.pair museum.washed_once museum.special_alone special.chat
museum.half_added museum.decode_alike museum.first_alternative
offsets.normalize offsets.group offsets.windows offsets.best_span museum.lowered_places museum.grown_together
real.merges_from_ranks real.new_rows real.encode_iterable real.pad museum.any_two_parts museum.forgetful_loader
fast.exponent fast.update_counts fast.next_pair fast.hit_rate museum.equal_parts museum.trusting_queue
bite.digits bite.heal
""".split()  # noqa: SIM905  (a line a lesson, or two)
