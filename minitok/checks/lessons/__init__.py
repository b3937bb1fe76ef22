"""The exercises, a file an area. Importing a file declares what is in it; `ORDER` is theirs in the lessons."""

from importlib import import_module
from pkgutil import iter_modules

for module in iter_modules(__path__):
    import_module(f"{__name__}.{module.name}")

ORDER = """
start.token_length
words.split_punctuation words.build_vocab words.unknown_rate museum.or_unknown museum.text_count
bpe.count_pairs bpe.merge_pair bpe.learn_merges bpe.encode_word bpe.decode bpe.not_longest_match museum.replace
bytes.fool_the_decoder bytes.byte_to_char bytes.split bytes.gpt2_pattern bytes.encode bytes.dropout bytes.decode_stream
bytes.decode_stream_invalid museum.rarest_first
wordpiece.best_pair wordpiece.longest_match wordpiece.decode museum.unmarked_letters museum.marked_rest
unigram.segmentations unigram.fewest_pieces unigram.viterbi unigram.loss unigram.expected_counts
museum.vanishing_product museum.str_count
special.cut special.add_tokens special.pair museum.washed_once museum.special_alone special.chat
offsets.normalize offsets.group offsets.windows offsets.best_span museum.lowered_places museum.grown_together
real.merges_from_ranks real.new_rows real.encode_iterable real.pad museum.any_two_parts
chats.template chats.labels chats.survive
fast.exponent fast.update_counts fast.next_pair fast.hit_rate museum.trusting_queue
bite.digits bite.heal bite.drift bite.json_string_mask
own.comes_back own.no_forgery own.can_pad_and_stop
""".split()  # noqa: SIM905  (a line a lesson, or two)
