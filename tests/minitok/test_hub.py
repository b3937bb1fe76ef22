"""minitok/interop/hub.py, with caches that are made here: nothing in this file needs a network."""

import os

import pytest
from huggingface_hub import constants

from minitok.interop import hub

NAME = "somebody/something"
TEXT = b'{"model": {}}'


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """An empty cache of the Hub, and no network."""
    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path))
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", True)
    return tmp_path


def test_a_file_in_the_cache_is_found_with_no_network(cache):
    model = cache / "models--somebody--something"  # laid out as huggingface_hub does it
    for folder in ("refs", "snapshots/0123"):
        (model / folder).mkdir(parents=True)
    (model / "refs" / "main").write_text("0123")
    (model / "snapshots" / "0123" / "tokenizer.json").write_bytes(TEXT)
    with open(hub.tokenizer_file(NAME), "rb") as file:
        assert file.read() == TEXT


@pytest.mark.parametrize("name", [NAME, "not a name//"])
def test_what_is_in_no_cache_is_an_error_of_one_line(cache, name):
    with pytest.raises(hub.NotAvailable) as caught:
        hub.tokenizer_file(name)
    message = str(caught.value)
    assert "\n" not in message
    for told in (name, "Hugging Face Hub", "HF_HOME"):
        assert told in message


def test_without_a_network_it_says_so_at_once(cache, monkeypatch):
    def no_name_server(*arguments, **options):
        raise OSError("Name or service not known")

    waited = []
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", False)
    monkeypatch.setattr("socket.getaddrinfo", no_name_server)
    monkeypatch.setattr("time.sleep", waited.append)
    with pytest.raises(hub.NotAvailable, match=r"\(ConnectionError\)"):
        hub.tokenizer_file(NAME)
    assert not waited


def test_an_encoding_that_can_not_be_fetched_is_an_error_of_one_line(
    tmp_path, monkeypatch
):
    import requests
    import tiktoken.registry

    def get(address):
        raise requests.ConnectionError("no network\nhere")

    monkeypatch.setattr(requests, "get", get)
    monkeypatch.setattr(tiktoken.registry, "ENCODINGS", {})
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path))
    with pytest.raises(hub.NotAvailable) as caught:
        hub.tiktoken_encoding("cl100k_base")
    message = str(caught.value)
    assert "\n" not in message
    for told in ("'cl100k_base'", "OpenAI (ConnectionError)", "TIKTOKEN_CACHE_DIR"):
        assert told in message


def test_the_files_beside_it_come_from_the_same_revision(cache, monkeypatch):
    import huggingface_hub

    snapshot, asked = cache / "models--somebody--something" / "snapshots" / "0123", []

    def fetch(name, file, local_files_only=False, revision=None):
        if local_files_only and file != "tokenizer.json":
            raise huggingface_hub.errors.LocalEntryNotFoundError("not here")
        if not local_files_only:
            asked.append((file, revision))
            raise OSError("no such file")
        return str(snapshot / file)

    monkeypatch.setattr(huggingface_hub, "hf_hub_download", fetch)
    assert hub.tokenizer_folder(NAME) == str(snapshot)
    assert asked == [(file, "0123") for file in hub.BESIDE]


def test_tiktoken_keeps_its_files_where_they_last(monkeypatch, tmp_path):
    import tiktoken

    for variable in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(variable, str(tmp_path))
    monkeypatch.delenv("TIKTOKEN_CACHE_DIR", raising=False)
    monkeypatch.setattr(tiktoken.registry, "ENCODINGS", {})

    def no_name_server(*arguments, **options):
        raise OSError("Name or service not known")

    monkeypatch.setattr("socket.getaddrinfo", no_name_server)
    with pytest.raises(hub.NotAvailable):
        hub.tiktoken_encoding("cl100k_base")
    assert os.environ["TIKTOKEN_CACHE_DIR"] == os.path.expanduser("~/.cache/tiktoken")
