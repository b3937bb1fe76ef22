"""minitok/interop/folders.py: folders that transformers saved, with tokenizers that are made here."""

import json

import pytest
import shapes
from samples import SCRIPTS, byte_level, some_texts
from transformers import AutoTokenizer, PreTrainedTokenizerFast

from minitok import Tokenizer
from minitok.interop import hub

TEXTS = ["a day", *SCRIPTS.values(), *some_texts(50)]
TEMPLATE = (
    "{{ bos_token }}{% for message in messages %}{{ message['content'] }}{% endfor %}"
)


@pytest.fixture
def folder(tmp_path):
    """A folder with a byte-level tokenizer and nothing else."""
    byte_level(shapes.TEXTS[:200]).save(tmp_path / "tokenizer.json")
    return tmp_path


def configure(folder, name="tokenizer_config.json", **options):
    (folder / name).write_text(json.dumps(options), encoding="utf-8")


def assert_same(ours, theirs, texts=TEXTS):
    added = "".join(theirs.get_added_vocab())
    for text in [*texts, added, f"a {added} b"]:
        assert ours.encode(text) == theirs.encode(text)
    assert ours.get_added_vocab() == theirs.get_added_vocab()
    assert ours.special_tokens_map == theirs.special_tokens_map
    assert ours.chat_template == theirs.chat_template


def theirs_in(folder):
    return PreTrainedTokenizerFast.from_pretrained(folder)


def test_a_folder_is_opened_with_roles_and_template(tmp_path):
    theirs = shapes.save(
        "llama-3",
        tmp_path,
        chat_template=TEMPLATE,
        extra_special_tokens={"image_token": "<|image|>"},
    )
    ours = Tokenizer.from_pretrained(tmp_path)
    assert_same(ours, theirs)
    assert ours.special_tokens_map["image_token"] == "<|image|>"
    assert Tokenizer.from_pretrained(str(tmp_path)).chat_template == TEMPLATE


def test_a_tokenizer_alone_is_enough(folder):
    ours = Tokenizer.from_pretrained(folder)
    assert (ours.special_tokens_map, ours.chat_template) == ({}, None)
    assert ours.to_dict() == Tokenizer.from_file(folder / "tokenizer.json").to_dict()


@pytest.mark.parametrize(
    "options",
    [
        {"bos_token": "<|end|>", "eos_token": None},
        {
            "bos_token": "<s>",
            "mask_token": {"__type": "AddedToken", "content": "<mask>", "lstrip": True},
        },
        {"unk_token": "a", "extra_special_tokens": ["<x>", "<y>"], "pad_token": "<x>"},
        {"image_token": "<i>", "extra_special_tokens": {"audio_token": "<a>"}},
        {"additional_special_tokens": ["<x>"]},
        {
            "additional_special_tokens": ["<x>"],
            "extra_special_tokens": {"image_token": "<i>"},
        },
        {"model_specific_special_tokens": {"image_token": "<i>"}},
        {"model_specific_special_tokens": None},
        {"chat_template": TEMPLATE, "add_bos_token": True},
        {
            "added_tokens_decoder": {
                "400": {
                    "content": "<n>",
                    "special": False,
                    "normalized": False,
                    "rstrip": True,
                }
            }
        },
        {
            "added_tokens_decoder": {
                "0": {
                    "content": "<|end|>",
                    "special": True,
                    "lstrip": True,
                    "normalized": False,
                }
            }
        },
    ],
)
def test_what_the_configuration_adds_is_added_as_transformers_does(folder, options):
    configure(folder, tokenizer_class="PreTrainedTokenizerFast", **options)
    assert_same(Tokenizer.from_pretrained(folder), theirs_in(folder))


@pytest.mark.parametrize(
    "roles",
    [{"pad_token": "<pad>"}, {"extra_special_tokens": {"image_token": "<pad>"}}],
)
def test_an_added_token_that_gets_a_role_is_special_with_its_own_options(folder, roles):
    token = {"content": "<pad>", "lstrip": True, "special": False}
    configure(
        folder,
        tokenizer_class="PreTrainedTokenizerFast",
        added_tokens_decoder={"400": token},
        **roles,
    )
    ours, theirs = Tokenizer.from_pretrained(folder), theirs_in(folder)
    assert_same(ours, theirs)
    assert (
        ours.decode(ours.encode("a <pad> day"))
        == theirs.decode(theirs.encode("a <pad> day"), True)
        == "a day"
    )


def test_older_folders_have_roles_and_added_tokens_in_files_of_their_own(folder):
    configure(
        folder,
        tokenizer_class="PreTrainedTokenizerFast",
        bos_token="<old>",
        extra_special_tokens={"image_token": "<i>"},
    )
    ids = {"<o>": 401, "<|end|>": 0, "<n>": 400, "<pad>": 402}
    configure(folder, "added_tokens.json", **ids)
    configure(
        folder,
        "special_tokens_map.json",
        bos_token="<s>",
        pad_token={"content": "<pad>", "lstrip": False},
        additional_special_tokens=["<x>"],
    )
    assert_same(Tokenizer.from_pretrained(folder), theirs_in(folder))


def test_a_template_of_its_own_comes_before_that_of_the_configuration(folder):
    configure(folder, tokenizer_class="PreTrainedTokenizerFast", chat_template="old")
    (folder / "chat_template.jinja").write_text(TEMPLATE, encoding="utf-8")
    assert (
        Tokenizer.from_pretrained(folder).chat_template
        == theirs_in(folder).chat_template
        == TEMPLATE
    )


@pytest.mark.parametrize(
    ("names", "found"), [(("tool_use", "default"), "default"), (("tool_use",), None)]
)
def test_of_several_templates_it_takes_the_default(folder, names, found):
    configure(
        folder, chat_template=[{"name": name, "template": name} for name in names]
    )
    assert Tokenizer.from_pretrained(folder).chat_template == found


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"split_special_tokens": True}, "split_special_tokens=True"),
        ({"added_tokens_decoder": {"7": {"content": "<|end|>"}}}, "'<|end|>' the id 7"),
        ({"added_tokens_decoder": {"900": {"content": "<n>"}}}, "'<n>' the id 900"),
        (
            {"added_tokens_decoder": ["<n>"]},
            "tokenizer_config.json or a file of tokens beside it: ",
        ),
        (
            {"added_tokens_decoder": {"x": {}}},
            "tokenizer_config.json or a file of tokens beside it: ",
        ),
        ({"bos_token": {"lstrip": True}}, "'content' is missing"),
        (
            {"added_tokens_decoder": {"900": {"content": 3}}},
            "content=3 should be of type str",
        ),
        ({"bos_token": 3}, "content=3 should be of type str"),
        (
            {"tokenizer_class": "BertTokenizer", "do_lower_case": "no"},
            "lowercase='no' should be of type bool",
        ),
        (
            {"chat_template": {"a": 1}},
            "tokenizer_config.json: chat_template={'a': 1} should be of type str",
        ),
        (
            {"chat_template": [{"name": "default"}]},
            "tokenizer_config.json: 'template' is missing",
        ),
    ],
)
def test_what_would_encode_otherwise_or_is_damaged_is_refused(folder, options, named):
    configure(folder, **options)
    with pytest.raises(ValueError) as error:
        Tokenizer.from_pretrained(folder)
    assert named in str(error.value)
    assert f"cannot load {folder}" in str(error.value)


@pytest.mark.parametrize(
    ("files", "named"),
    [
        ({}, "it has no tokenizer.json"),
        (
            {"tokenizer_config.json": "[]"},
            "tokenizer_config.json: [] should be an object",
        ),
        ({"tokenizer.json": "{"}, "tokenizer.json: it is not JSON in UTF-8 ("),
        ({"tokenizer.json": "{}"}, 'it has no "model": get it again'),
        ({"vocab.json": "{}", "merges.txt": "#version"}, "save it with transformers"),
        ({"tokenizer.model": ""}, "interop.sentencepiece.from_model"),
    ],
)
def test_a_folder_without_a_tokenizer_is_told_so(tmp_path, files, named):
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8", errors="surrogatepass")
    with pytest.raises(ValueError, match="cannot load") as error:
        Tokenizer.from_pretrained(tmp_path)
    assert named in str(error.value) and "this tokenizer.json" not in str(error.value)


def test_a_folder_that_is_not_there_is_told_so(folder, monkeypatch):
    with pytest.raises(ValueError, match="no such folder"):
        Tokenizer.from_pretrained("./nowhere")
    monkeypatch.chdir(folder)
    with pytest.raises(
        ValueError,
        match=r"cannot load tokenizer\.json: it is a file: write Tokenizer\.from_file",
    ):
        Tokenizer.from_pretrained("tokenizer.json")


def test_a_name_on_the_hub_brings_what_is_beside_the_file(folder, monkeypatch):
    configure(folder, bos_token="<|end|>")
    monkeypatch.setattr(hub, "tokenizer_folder", lambda name: str(folder))
    assert Tokenizer.from_pretrained("somebody/something").special_tokens_map == {
        "bos_token": "<|end|>"
    }


@pytest.mark.parametrize(
    ("shape", "name", "options"),
    [
        ("roberta", "GPT2Tokenizer", {"add_prefix_space": True}),
        ("roberta", "RobertaTokenizerFast", {"add_prefix_space": True}),
        ("bert", "BertTokenizer", {"do_lower_case": False}),
        ("llama-2", "LlamaTokenizer", {}),
    ],
)
def test_a_class_whose_ids_differ_from_the_file_is_named(folder, shape, name, options):
    shapes.save(shape, folder)
    config = json.loads((folder / "tokenizer_config.json").read_text())
    configure(folder, **{**config, "tokenizer_class": name, **options})
    with pytest.warns(UserWarning, match=f"a {name.removesuffix('Fast')} of transform"):
        tok = Tokenizer.from_pretrained(folder)
    theirs = AutoTokenizer.from_pretrained(folder)
    texts = ["a day", " the  dog É"]
    assert [theirs.encode(t) for t in texts] != [tok.encode(t) for t in texts]
    theirs.save_pretrained(folder)
    saved = Tokenizer.from_pretrained(folder)  # without a warning
    for text in TEXTS:
        assert saved.encode(text) == theirs.encode(text)


@pytest.mark.parametrize("name", ["a/b/c", "~/nowhere", "C:\\x", "./x"])
def test_what_can_be_no_name_on_the_hub_is_a_folder(name):
    with pytest.raises(ValueError, match="there is no such folder: check its name"):
        Tokenizer.from_pretrained(name)
