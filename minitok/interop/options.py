"""Options that other libraries have, and what to write here instead."""

from collections.abc import Collection

TABLE = """
chat_template: set tok.chat_template to it
clean_up_tokenization_spaces: it is never done here
conversation: give the messages first, without a name
is_pretokenized: set pre_tokenizers.WhitespaceSplit(), and encode " ".join(words)
is_split_into_words: set pre_tokenizers.WhitespaceSplit(), and encode " ".join(words)
max_length: call tok.enable_truncation(max_length) once, before
num_threads: use several processes, with ProcessPoolExecutor().map
out_type: tok.encode gives ids, tok.tokenize gives tokens
pad_id: the id is that of pad_token, so write pad_token alone
pad_to_multiple_of: call tok.enable_padding(pad_to_multiple_of=...) once, before
padding: call tok.enable_padding(pad_token=...) once, before
padding_side: call tok.enable_padding(direction="left") once, before
return_assistant_tokens_mask: write return_assistant_mask=True
return_attention_mask: tok(text).attention_mask is it
return_dict: there is no dict, you get the ids themselves
return_length: write len(ids)
return_offsets_mapping: tok(text).offsets has them
return_overflowing_tokens: tok(text).overflowing has them
return_special_tokens_mask: tok(text).special_tokens_mask is it
return_tensors: make a tensor of the ids, with torch.tensor(ids)
return_token_type_ids: tok(text).type_ids has them
split_special_tokens: write as_text=True
stride: call tok.enable_truncation(max_length, stride=...) once, before
text_pair: write tok(text, pair)
tokenizer_kwargs: set up the tokenizer before
truncation: call tok.enable_truncation(max_length) once, before
truncation_side: call tok.enable_truncation(max_length, direction="left") once, before
"""


def advice(name: str, known: Collection[str]) -> str:
    """What to write instead of an option; `known` are those that a call has."""
    for line in TABLE.splitlines():
        option, _, instead = line.partition(": ")
        if option == name:
            return instead
    if not known:
        return "leave it out"
    return f"leave it out, or choose from {', '.join(sorted(known))}"
