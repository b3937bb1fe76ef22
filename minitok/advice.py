"""What other libraries have, and what to write here instead."""

TABLE = """
add_bos add_bos_token add_eos add_eos_token: set tok.post_processor to a template
add_prefix_space: set tok.pre_tokenizer to ByteLevel(add_prefix_space=True)
all_special_ids: write tok.added_tokens.special
all_special_tokens special_tokens_set: write tok.get_added_vocab()
alpha enable_sampling nbest_size: draw pieces with tok.model.sample(word, ...)
backend_tokenizer _tokenizer is_fast: tok already is one
batch_decode: write tok.decode_batch(batch)
batch_encode_plus: write tok(texts)
bos_id eos_id unk_id encode_single_token: write tok.token_to_id(token)
bos_token cls_token eos_token mask_token: write tok.special_tokens_map["NAME"]
bos_token_id cls_token_id eos_token_id: write tok.token_to_id(token)
build_inputs_with_special_tokens prepare_for_model: write tok(text)
char_to_word: write encoding.word_ids[encoding.char_to_token(char)]
chat_template: set tok.chat_template to the template
clean_up_tokenization_spaces: it is never done here
conversation: give the messages first, without a name
convert_ids_to_tokens id_to_piece IdToPiece: write tok.id_to_token(id)
convert_tokens_to_ids piece_to_id PieceToId: write tok.token_to_id(token)
convert_tokens_to_string decode_pieces: write tok.decoder.decode(tokens)
decode_bytes: write tok.decode(ids).encode()
decode_ids DecodeIds: write tok.decode(ids)
decode_single_token_bytes decode_tokens_bytes: write tok.decode([id])
decode_with_offsets: tok(text).offsets has them
encode_as_ids EncodeAsIds: write tok.encode(text)
encode_as_pieces EncodeAsPieces: write tok.tokenize(text)
encode_ordinary: write tok.encode(text, allowed_special=())
encode_ordinary_batch: write tok.encode_batch(texts, allowed_special=())
encode_plus: write tok(text)
eot_token: write tok.token_to_id("<|endoftext|>")
get_piece_size get_vocab_size GetPieceSize: write tok.vocab_size
get_vocab: write tok.vocab
input_ids: write encoding.ids
is_pretokenized: set pre_tokenizers.WhitespaceSplit(), and encode " ".join(words)
is_split_into_words: set pre_tokenizers.WhitespaceSplit(), and encode " ".join(words)
items keys values to: an Encoding is not a dict: torch.tensor(encoding.ids) is a tensor
load: write tok = Tokenizer.from_file(path)
mask_token_id pad_token_id sep_token_id unk_token_id: write tok.token_to_id(token)
max_len max_length model_max_length: call tok.enable_truncation(max_length) beforehand
max_token_value: write max(tok.vocab.values())
n_sequences: write set(encoding.sequence_ids)
n_vocab: write max(tok.vocab.values()) + 1
num_special_tokens_to_add: write tok.post_processor.count_added(pair=False)
num_threads: use several processes, with ProcessPoolExecutor().map
offset_mapping: write encoding.offsets
out_type: tok.encode gives ids, tok.tokenize gives tokens
pad: call tok.enable_padding(pad_token=...) beforehand
pad_id: the id is that of pad_token, so write pad_token alone
pad_to_multiple_of: call tok.enable_padding(pad_to_multiple_of=...) beforehand
pad_token sep_token unk_token: write tok.special_tokens_map["NAME"]
padding: call tok.enable_padding(pad_token=...) beforehand
padding_side: call tok.enable_padding(direction="left") beforehand
post_process: write tok.post_processor.process(encodings)
register_special_tokens: write tok.add_special_tokens(["<s>"])
return_assistant_tokens_mask: write return_assistant_mask=True
return_attention_mask: tok(text).attention_mask is it
return_dict: there is no dict, you get the ids themselves
return_length: write len(ids)
return_offsets_mapping: tok(text).offsets has them
return_overflowing_tokens: tok(text).overflowing has them
return_special_tokens_mask: tok(text).special_tokens_mask is it
return_tensors: make a tensor of the ids, with torch.tensor(ids)
return_token_type_ids: tok(text).type_ids has them
sample_encode_as_ids: draw pieces with tok.model.sample(word, ...)
save_pretrained: write interop.huggingface.to_transformers(tok).save_pretrained(folder)
save_vocabulary: write tok.save(path)
split_special_tokens: write as_text=True
stride: call tok.enable_truncation(max_length, stride=...) beforehand
text_pair: write tok(text, pair)
text_target: encode it by itself, with tok(text)
to_str: write json.dumps(tok.to_dict())
token_to_chars: write encoding.offsets[token]
token_to_sequence: write encoding.sequence_ids[token]
token_to_word: write encoding.word_ids[token]
token_type_ids: write encoding.type_ids
tokenizer_kwargs: set up the tokenizer beforehand
truncation: call tok.enable_truncation(max_length) beforehand
truncation_side: call tok.enable_truncation(max_length, direction="left") beforehand
words: write encoding.word_ids
"""


def advice(name: str, otherwise: str) -> str:
    """What to write instead of an option or attribute; `otherwise` if it's unknown."""
    for line in TABLE.splitlines():
        names, _, instead = line.partition(": ")
        if name in names.split():
            return instead.replace("NAME", name)
    return otherwise
