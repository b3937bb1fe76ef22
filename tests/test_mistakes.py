"""What learners get wrong, and people who know other libraries: every message says what to write instead.

To add one, write the call as it is typed, and words that its message must have. `tok` is a small BPE tokenizer.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

import numpy
import pytest

import minitok
from minitok import AddedToken, Tokenizer, interop, mistakes, models, pre_tokenizers, trainers, views
from minitok.models import BPE
from minitok.trainers import BpeTrainer
from minitok.trie import Trie

NAMES = {**vars(views), **vars(minitok), **vars(models), **vars(trainers), **vars(interop)}
NAMES |= {"Trie": Trie, "numpy": numpy}

ENCODING = [
    ('tok("hug")["input_ids"]', "no dict", "encoding.ids"),
    ('tok("hug")["token_type_ids"]', "no dict", "encoding.type_ids"),
    ('tok("hug")["attention_mask"]', "no dict", "encoding.attention_mask"),
    ('tok("hug")[0]', "no dict or list", "encoding.ids", "tokens, offsets"),
    ('list(tok("hug"))', "no dict or list", "encoding.ids"),
    ('[token for token in tok("hug")]', "no dict or list", "encoding.ids"),
    ('tok.decode(tok("hug"))', "Encoding(ids=", "encoding.ids"),
    ('list(tok.decode_stream(tok("hug")))', "is not a list of ids", "encoding.ids"),
    ('tok.decode_batch([tok("hug")])', "Encoding(ids=", "encoding.ids"),
    ('tok("hug").input_ids', "Encoding", "'input_ids'", "encoding.ids"),
    ('tok("hug").offset_mapping', "'offset_mapping'", "encoding.offsets"),
    ('tok("hug").attention_masks', "'attention_masks'", "'attention_mask'"),
    ('tok("hug").colour', "'colour'", "ids, ", "offsets, ", "and more"),
    ("Encoding()", "ids alone, or all of ids, tokens", "not []"),
    ("Encoding([1])", "Encoding takes no values", "write Encoding(ids=[1, 2])"),
    ("Encoding(ids=5)", "ids is 5", "a list of ids"),
    ("Encoding(ids=[1]).tokens", "'tokens'", "ids alone", "tok(text).tokens"),
]
TEXTS = [
    ('tok.encode(b"hug")', "not bytes", "b'hug'", ".decode()"),
    ("tok.encode(None)", "not NoneType", "None", "string"),
    ("tok.encode(5)", "not int", "5", "string"),
    ("tok.encode(10**5000)", "not int", "a number that is too long to show", "string"),
    ('tok.encode(["hug", "hugs"])', "not list", "['hug', 'hugs']", "tok(texts)", "encode_batch"),
    ('tok.encode(["hug"] * 1000)', "not list", "...;", "tok(texts)"),
    ('tok.tokenize({"text": "hug"})', "not dict", 'row["text"]'),
    ("tok.stages(None)", "not NoneType", "string"),
    ("tok([5])", "not int", "string"),
    ('tok([["hug", "hugs"]])', "not list", "tok(text, pair)"),
    ('tok(["hug"], ["hugs"])', "pairs as tuples", "tok([("),
    ('tok({"text": "hug"})', "{'text': 'hug'}", "list of strings"),
    ('tok.encode_batch("hug")', "letter by letter", "[text]"),
    ("tok.encode_batch(None)", "None", "list of strings"),
    ('count_words("hug", None)', "letter by letter", "[text]"),
    ("count_words([5], None)", "not int", "5", "string"),
    ('count_words(["hug"], "whitespace")', "'whitespace'", "write pre_tokenizers.Whitespace(...)"),
    ('count_words(["hug"], None, pre_tokenizers.Digits())', "normalizer=Digits()", "minitok.normalizers", "NFC"),
    ('count_words(["hug"], None, processes=0)', "processes=0", "1 or more"),
    ('count_words(["hug"], None, processes=10**5)', "processes is too large", "1,000 or less"),
    ('tok.encode_batch(["hug"], processes=10**5)', "processes is too large", "1,000 or less"),
]
OPTIONS = [
    ('tok("hug", foo=1)', "no option 'foo'", "add_special_tokens, allowed_special, disallowed_special"),
    ('tok.encode("hug", add_special_token=False)', "'add_special_token'", "'add_special_tokens'"),
    ('tok.encode("hug", truncation=True, max_length=8)', "'truncation'", "tok.enable_truncation(max_length)"),
    ('tok("hug", padding=True)', "'padding'", "tok.enable_padding()"),
    ('tok("hug", return_tensors="pt")', "'return_tensors'", "torch.tensor(ids)"),
    ('tok("hug", return_offsets_mapping=True)', "'return_offsets_mapping'", "tok(text).offsets"),
    ('tok("hug", text_pair="hugs")', "'text_pair'", "tok(text, pair)"),
    ('tok.encode_batch(["hug"], foo=1)', "no option 'foo'", "add_special_tokens"),
    ("tok.enable_padding(pad_id=0, pad_token='<s>')", "'pad_id'", "pad_token", "looked up"),
    ("tok.enable_padding(pad_tokens='<s>')", "'pad_tokens'", "'pad_token'"),
    ('tok.encode("hug", "hugs")', "encode takes text; by name", "tok(text, pair)"),
    ("tok.encode()", "encode takes text"),
    ("Tokenizer()", "Tokenizer takes model", "Tokenizer(BPE())"),
    ('tok("hug", "hugs", "bun")', "tok takes text, pair"),
    ("tok.decode([1], skip_special=True)", "decode has no option 'skip_special'", "'skip_special_tokens'"),
    ("tok.decode([1], False)", "decode takes ids; by name skip_special_tokens, errors"),
    (
        "BpeTrainer(show_progress=True)",
        "'show_progress'",
        "tok.train_from_iterator(texts, trainer, show_progress=True)",
    ),
    ("tok.train(['corpus.txt'])", "train takes files, trainer", "BpeTrainer()"),
    ("tok.train_from_iterator(['hug'])", "takes texts, trainer", "tok.train_from_iterator(texts, BpeTrainer())"),
    ("tok.save()", "save takes path", "tok.save('tokenizer.json')"),
    ("BpeTrainer(1000)", "takes no values; by name vocab_size"),
    ("BPE(dropout=2)", "dropout=2.0 is not a probability", "0 to 1"),
    ("tok.decode_batch([[1]], error='strict')", "decode has no option 'error'", "'errors'"),
    ("tok('hug hug hug').truncate(2, stride='1')", "stride='1'", "write 1"),
    ("tok('hug', spans=True)", "no option 'spans'", "add_special_tokens"),
    ("tok.tokenize('hug', pair='hugs')", "tokenize has no option 'pair'", "write tok(text, pair)"),
    ("tok.add_tokens(['<a>'], special_tokens=True)", "no option 'special_tokens'", "tok.add_special_tokens"),
    ('tok.encode_batch(["hug"], num_threads=4)', "'num_threads'", "processes=2"),
    ("tok.decode(token_ids=[1])", "'token_ids'", "write ids, the first argument"),
    ("tok.train_from_iterator(iterator=['hug'])", "'iterator'", "write texts, the first argument"),
    ("tok.train_from_iterator(['hug'], vocab_size=100)", "'vocab_size'", "BpeTrainer(vocab_size=...), a trainer"),
    ("pre_tokenizers.ByteLevel(use_regex=False)", "'use_regex'", "pattern=None for use_regex=False"),
    ("tok.save('t.json', pretty=True)", "save has no option 'pretty'", "path"),
    ("tok.train_from_iterator(['hug'], BpeTrainer(), length=1)", "no option 'length'", "show_progress"),
    ("Tokenizer.from_pretrained('a', revision='main')", "no option 'revision'", "folder"),
    ("Tokenizer.from_pretrained()", "from_pretrained takes name"),
    ("Tokenizer.from_file()", "from_file takes path", "Tokenizer.from_file('tokenizer.json')"),
    ("tok('hug').pad(8)", "pad takes length; by name pad_id", "encoding.pad(8, pad_id=0)"),
    ("tok('hug').truncate(-1)", "max_length=-1", "0 or more"),
    ("tok('hug').pad(8, pad_id='x')", "pad_id='x'", "int"),
    ("tok('hug').pad('8', pad_id=0)", "length='8'", "write 8"),
    ("tok('hug').truncate('8')", "max_length='8'", "write 8"),
    ("tok.token_to_id(5)", "token=5", "of type str"),
    ("tok.id_to_token('hug')", "id='hug'", "of type int"),
    ("tok.enable_truncation(8, stride=8)", "stride=8", "windows of 8 nothing new", "smaller"),
    ('tok.encode("hug", allowed_special="<s>")', "neither", "write {'<s>'}"),
    ('tok.encode("hug", add_special_tokens=1)', "of type bool, not int: write True or False"),
    ('tok.encode("hug", add_special_tokens=numpy.True_)', "add_special_tokens=", "write True or False"),
    ('tok.encode("hug", allowed_special=5)', "allowed_special=5", "list"),
    ('tok.encode("hug", disallowed_special=[5])', "disallowed_special=5", "str"),
    ('tok.enable_truncation("8")', "max_length='8'", "int", "write 8"),
    ("tok.enable_truncation(8.0)", "max_length=8.0", "int", "write 8"),
    ("tok.enable_padding(pad_token=None)", "pad_token=None", "of type str"),
    ('tok.enable_padding(pad_token="<pad>")', "'<pad>' has no id", "add_special_tokens first"),
]
DECODING = [
    ("tok.decode(5)", "5 is not a list of ids", "[1, 2]"),
    ("tok.decode(None)", "None is not a list of ids", "[1, 2]"),
    ("tok.decode([[1], [2]])", "[[1], [2]] is not a list of ids", "tok.decode_batch"),
    ("tok.decode_batch([1, 2])", "1 is not a list of ids", "[1, 2]", "tok.decode takes one list"),
    ("list(tok.decode_stream(5))", "5 is not a list of ids", "[1, 2]"),
    ("tok.decode('hug')", "no token has the id 'h'", "token_to_id(token)"),
    ("tok.decode(['hug' * 1000])", "no token has the id 'hughug", "...: the highest id", "token_to_id(token)"),
    ("tok.decode([10**5000])", "no token has the id a number that is too long to show", "highest id"),
    ("tok.decode(['hug'])", "no token has the id 'hug'", "token_to_id(token)"),
    ("tok.decode({'input_ids': [1]})", "no token has the id 'input_ids'", "token_to_id(token)"),
    ("list(tok.decode_stream([[1]]))", "[[1]] is not a list of ids", "[1, 2]"),
    ("decoders.Fuse().decode(['a'], errors=None)", "no errors None", "replace, strict"),
    ("decoders.StreamDecoder(errors='nope')", "no errors 'nope'", "replace, strict"),
    ("decoders.StreamDecoder().feed('hug')", "data='hug'", "of type bytes", ".encode()"),
    ("decoders.ByteLevel().decode(['a'], errors='nope')", "no errors 'nope'", "replace, strict"),
    ("tok.decode([1], errors='nope')", "no errors 'nope'", "replace, strict"),
    ("tok.decode([999])", "no token has the id 999", "highest id"),
]
ATTRIBUTES = [
    ("tok.pretokenizer = pre_tokenizers.Digits()", "no part 'pretokenizer'", "'pre_tokenizer'"),
    ("tok.pre_tokenizers = pre_tokenizers.Digits()", "'pre_tokenizers'", "'pre_tokenizer'"),
    ("tok.normaliser = normalizers.NFC()", "'normaliser'", "'normalizer'"),
    ("tok.postprocessor = processors.ByteLevel()", "'postprocessor'", "'post_processor'"),
    ("tok.colour = 'red'", "no part 'colour'", "model, decoder", "pre_tokenizer, post_processor"),
    ("tok.pad_token = '<pad>'", "'pad_token'", "tok.enable_padding(pad_token="),
    ("tok.vocab_size = 100", "'vocab_size'", "trainer with vocab_size"),
    ("tok.vocab = {}", "'vocab'", "tok.model.replace(vocab=...)"),
    ("tok.pre_tokenizer = decoders.ByteLevel()", "ByteLevel()", "PreTokenizer", "write pre_tokenizers.ByteLevel("),
    ("tok.decoder = pre_tokenizers.ByteLevel()", "ByteLevel()", "Decoder", "write decoders.ByteLevel("),
    (
        "tok.normalizer = pre_tokenizers.Digits()",
        "Digits()",
        "Normalizer",
        "minitok.normalizers has Sequence, NFC, NFD",
    ),
    ("tok.normalizer = normalizers.NFC", "not a class", "write normalizers.NFC("),
    ("tok.normalizer = [normalizers.NFC()]", "[NFC()]", "not list", "write normalizers.Sequence(...)"),
    ("tok.normalizer = str.lower", "Normalizer", "Lowercase"),
    ("tok.pre_tokenizer = 'whitespace'", "'whitespace'", "write pre_tokenizers.Whitespace(...)"),
    ("tok.pre_tokenizer = 'spaces'", "'spaces'", "minitok.pre_tokenizers has", "WhitespaceSplit"),
    ("tok.normalizer = normalizers", "minitok.normalizers has", "NFC"),
    ("tok.post_processor = '[CLS] $A'", "'[CLS] $A'", "TemplateProcessing"),
    ("tok.model = 'gpt2'", "'gpt2'", "Model", "minitok.models has BPE"),
    ("tok.model = None", "model=None", "Model", "minitok.models has BPE"),
    ("tok.model = BPE", "not a class", "write models.BPE("),
    ("tok.truncation = 8", "truncation=8", "tok.enable_truncation(max_length)"),
    ("tok.padding = True", "padding=True", "tok.enable_padding()"),
    ("tok.added_tokens = ['<s>']", "['<s>']", "tok.add_special_tokens(tokens)"),
    ("Tokenizer('gpt2')", "'gpt2'", "Model", "minitok.models has BPE"),
    ("Tokenizer(BpeTrainer())", "BpeTrainer()", "Model", "minitok.models has BPE"),
    ("tok.colour", "no attribute 'colour'", "add_special_tokens, ", "encode, ", "and more"),
    ("del tok.normalizer", "a Tokenizer keeps its parts", "set normalizer to None"),
    ("tok.get_vocab()", "no attribute 'get_vocab'", "tok.vocab"),
    ("tok.get_vocab_size()", "'get_vocab_size'", "tok.vocab_size"),
    ("tok.n_vocab", "'n_vocab'", "tok.vocab_size"),
    ("tok.convert_tokens_to_ids('hug')", "'convert_tokens_to_ids'", "tok.token_to_id"),
    ("tok.convert_ids_to_tokens(1)", "'convert_ids_to_tokens'", "tok.id_to_token"),
    ("tok.batch_decode([[1]])", "'batch_decode'", "tok.decode_batch"),
    ("tok.encode_ordinary('hug')", "'encode_ordinary'", "tok.encode(text, "),
    ("tok.save_pretrained('here')", "'save_pretrained'", "tok.save(path)"),
    ("tok.id_to_piece(1)", "'id_to_piece'", "tok.id_to_token"),
    ("tok.decode_single_token_bytes(1)", "'decode_single_token_bytes'", "tok.decode([id])"),
    ("tok.encode_plus('hug')", "'encode_plus'", "tok(text)"),
    ("tok.batch_encode_plus(['hug'])", "'batch_encode_plus'", "tok(texts)"),
    ("tok.from_str('{}')", "'from_str'", "Tokenizer.from_dict(json.loads(text))"),
    ("tok.to_str()", "'to_str'", "json.dumps(tok.to_dict())"),
    ("tok.pretokenizer", "'pretokenizer'", "'pre_tokenizer'"),
    ("tok.all_special_tokens", "'all_special_tokens'", "tok.added_tokens.tokens.values() if token.special"),
    ("tok.eos_token", "no attribute 'eos_token'", "tok.special_tokens_map['eos_token']"),
    ("tok.eos_token = '</s>'", "no part 'eos_token'", "tok.special_tokens_map['eos_token']"),
    ("tok.pad_token_id", "'pad_token_id'", "tok.token_to_id(pad_token)"),
    ("tok.model_max_length = 8", "'model_max_length'", "tok.enable_truncation(max_length)"),
    ("tok.padding_side = 'left'", "'padding_side'", "tok.enable_padding(direction='left')"),
    ("tok.encode_single_token('hug')", "'encode_single_token'", "tok.token_to_id(token)"),
    ("tok.encode_as_pieces('hug')", "'encode_as_pieces'", "tok.tokenize(text)"),
    ("tok.encode_as_ids('hug')", "'encode_as_ids'", "tok.encode(text)"),
    ("tok.encode_ordinary_batch(['hug'])", "'encode_ordinary_batch'", "tok.encode_batch(texts, "),
    ("tok.piece_to_id('hug')", "'piece_to_id'", "tok.token_to_id(token)"),
    ("tok.get_piece_size()", "'get_piece_size'", "tok.vocab_size"),
    ("tok.max_token_value", "'max_token_value'", "max(tok.vocab.values())"),
    ("tok.special_tokens_set", "'special_tokens_set'", "tok.get_added_vocab()"),
    ("tok.all_special_ids", "'all_special_ids'", "tok.added_tokens.tokens.items() if token.special"),
    ("tok.num_special_tokens_to_add()", "'num_special_tokens_to_add'", "tok.post_processor.count_added()"),
    ("tok.from_buffer(b'{}')", "'from_buffer'", "Tokenizer.from_dict(json.loads(data))"),
    ("tok.bos_token", "'bos_token'", "tok.special_tokens_map['bos_token']"),
    ("tok.unk_token", "'unk_token'", "tok.special_tokens_map['unk_token']"),
    ("tok.bos_token_id", "'bos_token_id'", "tok.token_to_id(bos_token)"),
    ("tok.eos_token_id", "'eos_token_id'", "tok.token_to_id(eos_token)"),
    ("tok.unk_token_id", "'unk_token_id'", "tok.model.unknown_id"),
    ("tok.truncation_side", "'truncation_side'", "tok.enable_truncation(max_length, direction='left')"),
]
TRAINING = [
    ("tok.train_from_iterator('hug', BpeTrainer())", "letter by letter", "[text]"),
    ("tok.train_from_iterator(None, BpeTrainer())", "None", "list of strings"),
    ("tok.train_from_iterator(b'hug', BpeTrainer())", "b'hug'", "list of strings"),
    ("tok.train_from_iterator({'text': 'hug'}, BpeTrainer())", "{'text': 'hug'}", "list of strings"),
    ("tok.train_from_iterator([{'text': 'hug'}], BpeTrainer())", "not dict", 'row["text"]'),
    ("tok.train_from_iterator([b'hug'], BpeTrainer())", "not bytes", ".decode()"),
    ("tok.train_from_iterator([None], BpeTrainer())", "not NoneType", "string"),
    ("tok.train_from_iterator([['hug', 5]], BpeTrainer())", "not int", "string"),
    ("tok.train_from_iterator(['hug'], BpeTrainer)", "not a class", "write trainers.BpeTrainer("),
    ("tok.train_from_iterator(['hug'], BPE())", "BPE(0 tokens", "Trainer", "minitok.trainers has BpeTrainer"),
    ("tok.train_from_iterator(['hug'], 1000)", "trainer=1000", "Trainer", "BpeTrainer"),
    ("tok.train_from_iterator(BpeTrainer(), ['hug'])", "trainer=['hug']", "Trainer", "BpeTrainer"),
    ("tok.train_from_iterator(['hug'], WordPieceTrainer())", "WordPiece", "BPE", "its own trainer"),
    ("tok.train_new_from_iterator(['hug'], '100')", "vocab_size='100'", "int", "write 100"),
    ("tok.train('corpus.txt', BpeTrainer())", "one path", "['corpus.txt']"),
    ("BpeTrainer(vocab_size='100')", "vocab_size='100'", "int", "write 100"),
    ("BpeTrainer(vocab_size=1e3)", "vocab_size=1000.0", "int", "write 1000"),
    ("BpeTrainer(initial_alphabet=[5])", "initial_alphabet=5", "one character"),
    ("BpeTrainer(special_tokens=None)", "special_tokens=None", "write special_tokens=[]"),
    ("BpeTrainer(special_tokens=[5])", "special_tokens=5", "str"),
    ("BpeTrainer().train(['hug'])", "['hug']", "dict from words", "count_words("),
    ("BpeTrainer().steps('hug')", "'hug'", "dict from words", "count_words("),
    ("BpeTrainer().train({'hug': '2'})", "'hug': '2'", "how often"),
    ("BpeTrainer().train({'hug': -1})", "'hug': -1", "how often"),
    ("UnigramTrainer().train({'hug': 10**400})", "'hug': 1000", "how often"),
    ("BpeTrainer().train({5: 1})", "5: 1", "dict from words"),
    ("WordPieceTrainer().train({'hug': None})", "'hug': None", "how often"),
    ("WordLevelTrainer().train(['hug'])", "['hug']", "dict from words", "count_words("),
    ("UnigramTrainer().train(['hug'])", "['hug']", "dict from words", "count_words("),
    ("UnigramTrainer().train({})", "nothing to learn from", "no word"),
    ("list(UnigramTrainer().steps({'': 1}))", "nothing to learn from", "no word"),
    ("tok.train_from_counts({'': 1}, BpeTrainer())", "nothing to learn from", "no word"),
    ("Tokenizer(BPE()).encode('hello')", "no tokens yet", "BpeTrainer"),
    ("Tokenizer(BPE())('hello')", "no tokens yet", "BpeTrainer"),
]
ADDING = [
    ("tok.add_tokens(5)", "5", "list of strings or AddedTokens"),
    ("tok.add_tokens(None)", "None", "list of strings or AddedTokens"),
    ("tok.add_tokens({'a': 'b'})", "{'a': 'b'}", "list of strings or AddedTokens"),
    ("tok.add_tokens([5])", "content=5", "str"),
    ("tok.add_special_tokens({'colour': '<red>'})", "'colour'", "{'pad_token': '<pad>'}", "write a list"),
    ("tok.add_special_tokens({'pad_token': 5})", "pad_token=5", "'<s>'"),
]
PARTS = [
    ("normalizers.Sequence([normalizers.NFC])", "not a class", "write normalizers.NFC("),
    ("processors.TemplateProcessing(special_tokens=['[CLS]'])", "'[CLS]', which should have 2 entries"),
    ("processors.TemplateProcessing(special_tokens='[CLS]')", "write special_tokens=['[CLS]']"),
    ("normalizers.Sequence(['NFC'])", "'NFC'", "write normalizers.NFC(...)"),
    ("pre_tokenizers.Sequence([decoders.ByteLevel()])", "ByteLevel()", "write pre_tokenizers.ByteLevel("),
    ("normalizers.Lowercase().normalize_str(5)", "not int", "5", "string"),
    ("normalizers.NFC().normalize_str(b'x')", "not bytes", ".decode()"),
    ("normalizers.Strip().normalize_str(['x'])", "not list", "['x']"),
    ("pre_tokenizers.Whitespace().pre_tokenize('x')", "text='x'", "call normalize_str(text) or pre_tokenize_str(text)"),
    ("pre_tokenizers.Whitespace().pre_tokenize_str(None)", "not NoneType", "string"),
    ("pre_tokenizers.ByteLevel().pre_tokenize_str(b'a')", "not bytes", ".decode()"),
    ("pre_tokenizers.Metaspace().pre_tokenize_str(5)", "not int", "string"),
    ("decoders.WordPiece().decode([5])", "not int", "5"),
    ("decoders.ByteLevel().decode([5])", "not int", "5"),
    ("decoders.ByteLevel().decode(['a', ['b']])", "not list", "['b']"),
    ("decoders.ByteLevel().to_bytes(['a'])", "not list", "['a']"),
    ("tok('hug').replace(overflowing=True)", "overflowing is True", "a list of encodings"),
    (r"tok.save('\ud800')", r"can't be named '\ud800'", "surrogates"),
    ("decoders.Fuse().decode([None])", "not NoneType"),
    ("tok.model.tokenize(5)", "not int", "5"),
    ("tok.model.tokenize(b'hug')", "not bytes", ".decode()"),
    ("list(tok.model.steps(['h', 'ug']))", "not list", "['h', 'ug']"),
    ("list(WordPiece({'a': 0}).steps(5))", "not int", "5"),
    ("Unigram([('a', -1)]).lattice(['a'])", "not list", "['a']"),
    ("Unigram([('a', -1)]).nbest('a', '2')", "n='2'", "int", "write 2"),
    ("Unigram([('a', -1)]).sample('a', alpha=None, seed=1)", "alpha=None", "float"),
    ("BPE({0: 'a'})", "the token 0", "not a string", "{'hug': 0}"),
    ("BPE('vocab.json', 'merges.txt')", "vocab is 'vocab.json'", "a dict from tokens to ids", "{'hug': 0}"),
    ("WordPiece(['a', 'b'])", "vocab is ['a', 'b']", "a dict from tokens to ids", "{'hug': 0}"),
    ("BPE({b'a': 0})", "the token b'a'", "not a string", "{'hug': 0}"),
    ("BPE({'a': 0, 'b': 1, 'ab': 2}, ['a b'])", "merges should hold pairs", '[("u", "g"), ("h", "ug")]'),
    ("BPE({'a': 0, 'b': 1, 'ab': 2}, [(0, 1)])", "merges should hold pairs", '[("u", "g"), ("h", "ug")]'),
    ("BPE({'a': 0, 'b': 1, 'ab': 2}, 5)", "merges should hold pairs", '[("u", "g"), ("h", "ug")]'),
    ("BPE({'a': 0, 'b': 1, 'ab': 2}, ['ab'])", "merges should hold pairs", '[("u", "g"), ("h", "ug")]'),
    ("Trie('abc')", "letter by letter", "strings=['abc']"),
    ("Trie([5])", "strings=5", "of type str"),
    ("Trie(5)", "strings=5 should be a list"),
    ("list(Trie(['a']).steps(5))", "not int", "5"),
    ("list(Trie(['a']).find(b'a'))", "not bytes", ".decode()"),
    ("Unigram(['a', 'b'])", "pieces with their scores", '("ug", -2.4)'),
    ("Unigram([('a', 10**400)])", "the score of 'a' is 1000", "...: a log probability is a finite float"),
    ("Unigram([('a', -1)]).sample('a', alpha=10**400, seed=1)", "alpha=1000", "of type float"),
    ("BPE(dropout=10**400)", "dropout=1000", "of type float"),
    ("Unigram(numpy.array([('a', 1), ('b', 2)]))", "the score of", "'1'", "float or int"),
    ("BPE({'a': 0}, numpy.array([('a', 'a'), ('a', 'b')]))", "merge 0 needs 'aa'"),
    ("Unigram([(5, 0.5)])", "piece 0 is 5", "str"),
    ("pre_tokenizers.Split(b'a')", "pattern=b'a'", ".decode()"),
]
OTHERS = [
    ("tok.model.tokens([[1]])", "[[1]] is not a list of ids", "[1, 2]"),
    ("tok.model.token_to_id(['hug'])", "token=['hug']", "of type str"),
    ("tok.model.id_to_token({'hug': 1})", "id={'hug': 1}", "of type int"),
    ("tok.decode_batch(5)", "batch is 5", "lists of ids: write [[1, 2]]"),
    ("decoders.Fuse().decode(5)", "tokens is 5", "a list of strings"),
    ("decoders.ByteLevel().decode(None)", "tokens is None", "a list of strings"),
    ("list(decoders.Metaspace().stream([5]))", "not int", "5"),
    ("list(decoders.StreamDecoder().steps(5))", "pieces is 5", "a list of bytes"),
    ("Regex(5)", "pattern=5", "of type str"),
    ("Tokenizer.from_file(1)", "os.PathLike", "not int"),
    ("Tokenizer.from_pretrained(b'./nowhere')", "cannot load nowhere", "no such folder"),
    ("sentencepiece.from_model(1)", "os.PathLike", "not int"),
    ("tok.train(5, BpeTrainer())", "files is 5", "write ['corpus.txt']"),
    ("tok.add_tokens(str)", "<class 'str'>", "list of strings or AddedTokens"),
    ("smallest_difference('gpt2', tok, ['hug'])", "'gpt2' is not a tokenizer", "a function from a text to its tokens"),
    ("smallest_difference(tok, [1], ['hug'])", "[1] is not a tokenizer", "a function from a text to its tokens"),
    ("smallest_difference(tok, lambda text: None, ['hug'])", "gives None", "return a list"),
    ("tiktoken.from_ranks(5, pattern='a', special_tokens={})", "ranks is 5", "{b'a': 97}"),
    ("tiktoken.from_ranks({}, pattern=5, special_tokens={})", "pattern=5", "of type str"),
    ("tiktoken.from_ranks({}, pattern='a', special_tokens=['<s>'])", "special_tokens is ['<s>']", "{'<s>': 97}"),
    ("tiktoken.from_ranks({'a': 0}, pattern='a', special_tokens={})", "ranks is {'a': 0}", "{b'a': 97}"),
    ("tiktoken.from_ranks({b'a': 0.5}, pattern='a', special_tokens={})", "ranks is {b'a': 0.5}", "{b'a': 97}"),
    ("tiktoken.from_ranks({}, pattern='a', special_tokens={'<s>': [1]})", "special_tokens is {'<s>'", "{'<s>': 97}"),
    ("tiktoken.merges_from_ranks({b'a': 'b'})", "ranks is {b'a': 'b'}", "{b'a': 97}"),
    ("smallest_difference(tok, tok, 'hug')", "letter by letter", "[text]"),
    ("tiktoken.merges_from_ranks([b'a'])", "ranks is [b'a']", "{b'a': 97}"),
    ("tok('hug').token_to_word('hug')", "token='hug'", "of type int"),
    ("tok('hug').char_to_token(None)", "char=None", "of type int"),
    ("tok('hug').char_to_word('h')", "char='h'", "of type int"),
    ("tok.encode('hug', as_text=['hug'])", "as_text=['hug']", "of type bool"),
    ("BpeTrainer(initial_alphabet=5)", "initial_alphabet=5", "a list"),
    ("corpora.load(['stories'])", "['stories']", "choose one of stories, essays"),
]
INTEROP = [
    (
        "tiktoken.from_tiktoken('cl100k_base')",
        "'cl100k_base' is not a tiktoken.Encoding",
        "tiktoken.get_encoding('cl100k_base')",
    ),
    ("tiktoken.to_tiktoken('x', 'mine')", "tok='x'", "of type Tokenizer"),
    ("tiktoken.save_ranks(None, 'x')", "tok=None", "of type Tokenizer"),
    ("huggingface.to_tokenizers('x')", "tok='x'", "of type Tokenizer", "give one of minitok's"),
    ("huggingface.to_transformers(BPE())", "of type Tokenizer"),
    ("tok.save('/')", "'/'", "name a file in a folder"),
    ("tok.save('/no/such/folder/tokenizer.json')", "/no/such/folder/tokenizer.json", "No such", "in a folder where"),
]
VIEWS = [
    ("TokenStrip('hug')", "'hug'", "TokenStrip(tok(text), text=text)"),
    ("TokenStrip(tok)", "Tokenizer", "TokenStrip(tok(text), text=text)"),
    ("TokenStrip([1, 2])", "[1, 2]", "TokenStrip(tok(text), text=text)"),
    ("OffsetsView(tok.encode('hug'))", "OffsetsView(tok(text), text=text)"),
    ("StagesView('hug')", "'hug'", "StagesView(tok.stages(text))"),
    ("StagesView(tok)", "Tokenizer", "StagesView(tok.stages(text))"),
    ("TemplateView('hug')", "'hug'", "TemplateView(tok(text))"),
    ("EncodeStepper('hug')", "'hug'", 'EncodeStepper(model.steps("hugs"))'),
    ("EncodeStepper(BpeTrainer().steps({'hug': 1}))", "PairStep(", 'EncodeStepper(model.steps("hugs"))'),
    ("MatchStepper(tok.model.steps('hug'))", "MergeStep(", 'MatchStepper(model.steps("hugs"))'),
    ("MergeStepper(tok.model)", "BPE", "MergeStepper(trainer.steps(word_counts, detail=True))"),
    ("MergeStepper(tok.model.steps('hug'))", "MergeStepper(trainer.steps(word_counts, detail=True))"),
    ("MergeStepper(5)", "5 is nothing that MergeStepper shows"),
    ("ScoreStepper('hug')", "each training needs a name"),
    ("PruneStepper(BpeTrainer().steps({'hug': 1}))", "PruneStepper(trainer.steps(word_counts))"),
    ("LatticeView('hug')", "'hug'", 'LatticeView(model.lattice("hugs"))'),
    ("LatticeView(Unigram([('a', -1)]))", "Unigram", 'LatticeView(model.lattice("hugs"))'),
    ("TrieView(['a'])", "['a']", "TrieView(Trie(tokens).steps(text), text=text, tokens=tokens)"),
    ("StreamView([b'a'])", "[b'a']", "StreamView(StreamDecoder().steps(pieces))"),
    ("Live(TokenStrip, 'hug')", "'hug' is not a function of a text", "Live(TokenStrip, tok, text)"),
    ("Utf8Explorer(b'hug')", "not bytes", ".decode()"),
    ("compare(5, {'a': tok})", "not int", "string"),
    ("compare('hug', tok)", "is not a dict of tokenizers", "compare(text, {'ours': tok})"),
    ("compare('hug', [tok])", "is not a dict of tokenizers", "compare(text, {'ours': tok})"),
    ("Playground({'a': 5})", "a text is a str, not dict"),
    ("Quiz([])", "A quiz needs questions", "Quiz([Question("),
]
MISTAKES = [*VIEWS, *INTEROP, *OTHERS, *ENCODING, *TEXTS, *OPTIONS, *DECODING, *ATTRIBUTES, *TRAINING, *ADDING, *PARTS]


def small_tokenizer():
    tok = Tokenizer(BPE(unk_token="[UNK]"))
    tok.pre_tokenizer = pre_tokenizers.Whitespace()
    tok.train_from_iterator(["hug hugs pug bun"], BpeTrainer(vocab_size=20, special_tokens=["[UNK]", "<s>"]))
    return tok


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake[0])
def test_the_message_says_what_to_write_and_nothing_changes(mistake):
    call, *words = mistake
    tok = small_tokenizer()
    before = tok.to_dict()
    with pytest.raises((TypeError, ValueError, AttributeError, OSError)) as caught:
        exec(call, {**NAMES, "tok": tok})
    message = str(caught.value)
    assert [word for word in words if word not in message] == [], message
    assert len(message) < 330, "as much as one reads"
    assert not re.search(r"\b(Pipeline|_\w+|ABCMeta)\b", message), "a name that learners do not know"
    assert tok.to_dict() == before


def test_every_name_of_another_library_has_a_mistake_here():
    calls = " ".join(call for call, *_ in MISTAKES)
    names = [name for of in ("Tokenizer", "a call") for name in mistakes.idioms(of)]
    assert [name for name in names if name not in calls] == []


# What they write in other libraries, and what works here, too


def test_special_tokens_may_be_given_by_what_they_are_for():
    tok = small_tokenizer()
    roles = {"pad_token": "<pad>", "additional_special_tokens": ["<a>", AddedToken("<b>", lstrip=True)]}
    assert tok.add_special_tokens(roles) == 3
    assert [token.content for token in tok.added_tokens.tokens.values()] == ["[UNK]", "<s>", "<pad>", "<a>", "<b>"]
    assert tok.added_tokens.tokens[tok.token_to_id("<b>")].lstrip
    assert tok.special_tokens_map == {"pad_token": "<pad>"}


def test_a_trainer_takes_added_tokens_and_keeps_their_options():
    tok = Tokenizer(BPE())
    special = [AddedToken("<S>", lstrip=True), "<e>", AddedToken("<n>", normalized=True)]
    tok.train_from_iterator(["hug hugs"], BpeTrainer(special_tokens=special))
    theirs = {
        token.content: (token.lstrip, token.normalized, token.special) for token in tok.added_tokens.tokens.values()
    }
    assert theirs == {"<S>": (True, False, True), "<e>": (False, False, True), "<n>": (False, True, True)}
    assert [tok.token_to_id(token) for token in ("<S>", "<e>", "<n>")] == [0, 1, 2]
    assert BpeTrainer(special_tokens=special).train({"hug": 1}).vocab["<S>"] == 0


@pytest.mark.parametrize("give", ["add_special_tokens", "trainer"])
def test_added_tokens_become_special_as_in_tokenizers(give):
    import tokenizers as theirs

    def made(library, models, trainers, pre_tokenizers):
        tok = library.Tokenizer(models.BPE())
        tok.pre_tokenizer = pre_tokenizers.Whitespace()
        tokens = [library.AddedToken("<S>"), library.AddedToken("<N>", normalized=True, rstrip=True)]
        tok.train_from_iterator(["hug"], trainers.BpeTrainer(special_tokens=tokens if give == "trainer" else []))
        tok.add_special_tokens(tokens if give == "add_special_tokens" else [])
        return tok

    ours = made(minitok, models, trainers, pre_tokenizers)
    other = made(theirs, theirs.models, theirs.trainers, theirs.pre_tokenizers)
    assert ours.to_dict()["added_tokens"] == json.loads(other.to_str())["added_tokens"]


def test_a_file_that_is_not_utf8_is_named_with_the_byte_and_the_remedy(tmp_path):
    file = tmp_path / "café.txt"
    file.write_bytes("un café".encode("latin-1"))
    tok = small_tokenizer()
    with pytest.raises(ValueError, match=r'café.txt is not UTF-8, from byte 6 on: .*encoding="latin-1"'):
        tok.train([file], BpeTrainer())
    assert tok.tokenize("hug") == ["hug"]


# Libraries that are not installed

WITHOUT = """
import sys
sys.modules[{library!r}] = None
from minitok import Tokenizer, models, trainers
{call}
"""


@pytest.mark.parametrize(
    ("library", "call"),
    [
        ("anywidget", "import minitok.views"),
        ("ipywidgets", "import minitok.views"),
        ("traitlets", "from minitok.views import TokenStrip"),
        ("dask", "import minitok.cluster"),
        ("fsspec", "from minitok import cluster"),
        ("tqdm", "Tokenizer(models.BPE()).train_from_iterator(['a'], trainers.BpeTrainer(), show_progress=True)"),
        ("tokenizers", "from minitok.interop import huggingface as h; h.to_tokenizers(Tokenizer(models.BPE()))"),
        ("transformers", "from minitok.interop import huggingface as h; h.to_transformers(Tokenizer(models.BPE()))"),
        ("tiktoken", "from minitok.interop import tiktoken as t; t.to_tiktoken(Tokenizer(models.BPE()), 'mine')"),
        ("jinja2", "import minitok.chat_template"),
        ("jinja2", "tok = Tokenizer(models.BPE()); tok.chat_template = 'a'; tok.apply_chat_template([])"),
        ("huggingface_hub", "Tokenizer.from_pretrained('openai-community/gpt2')"),
        ("tiktoken", "from minitok import hub; hub.tiktoken_encoding('gpt2')"),
    ],
)
def test_without_a_library_the_message_says_which_extra_to_install_and_where(library, call):
    code = WITHOUT.format(library=library, call=call)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    *_, last = done.stderr.strip().splitlines()
    assert re.search(
        rf'{library}\S* is not installed: run pip install -e "\.\[(course|hub|chat|cluster)\]" in your copy', last
    ), last
    assert "pyproject.toml" in last


def test_the_extras_that_messages_name_are_there():
    tomllib = pytest.importorskip("tomllib")
    extras = tomllib.loads(Path(__file__).parents[1].joinpath("pyproject.toml").read_text(encoding="utf-8"))
    assert {"course", "hub"} <= extras["project"]["optional-dependencies"].keys()
