"""Published vocabularies from the Hugging Face Hub and from OpenAI, each downloaded once."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from functools import partial
from typing import TYPE_CHECKING

from minitok.validation import how_to_install

if TYPE_CHECKING:
    import tiktoken

BESIDE = ("tokenizer_config.json", "special_tokens_map.json", "chat_template.jinja")


class NotAvailable(OSError):
    """A published vocabulary that cannot be loaded; the message says, in one line, which one, why, and what to do."""


@contextmanager
def _available(what: str, source: str, variable: str) -> Iterator[None]:
    try:
        yield
    except ImportError as error:
        raise NotAvailable(
            f"{what}: {error.name} is not installed: {how_to_install('hub')}"
        ) from None
    except (OSError, ValueError) as error:
        remedy = f"check the name, run this once with a network, or set {variable} to a cache that has it"
        wrong = f"{what}: not in the cache, and not to be had from {source} ({type(error).__name__})"
        raise NotAvailable(f"{wrong}: {remedy}") from error


def tokenizer_file(name: str, *, download: bool = True) -> str:
    """The path of a model's `tokenizer.json` from the Hugging Face Hub: `tokenizer_file("openai-community/gpt2")`.

    `huggingface_hub` keeps it in the folder `HF_HOME`, and downloads it once if `download`. NotAvailable if it cannot.
    """
    with _available(f"tokenizer.json of {name!r}", "the Hugging Face Hub", "HF_HOME"):
        return _cached_or_fetched(name, download)


def tokenizer_folder(name: str) -> str:
    """The folder with the same file, and with the roles and the chat template beside it if they can be had."""
    folder = os.path.dirname(tokenizer_file(name))
    from huggingface_hub import (
        try_to_load_from_cache,  # here, so that `tokenizer_file` says if it is missing
    )

    revision = os.path.basename(folder)
    for file in BESIDE:
        if (
            try_to_load_from_cache(name, file, revision=revision) is None
        ):  # neither there nor known to be missing
            with suppress(OSError):
                _cached_or_fetched(name, True, file, revision)
    return folder


def _cached_or_fetched(
    name: str, download: bool, file: str = "tokenizer.json", revision: str | None = None
) -> str:
    """The file's path. By itself the library would ask the Hub every time, and without a network for half a minute."""
    from huggingface_hub import constants, get_session, hf_hub_download
    from huggingface_hub.errors import LocalEntryNotFoundError

    fetch = partial(hf_hub_download, name, file, revision=revision)
    try:
        return fetch(local_files_only=True)
    except LocalEntryNotFoundError:
        if not download:
            raise
        if not constants.HF_HUB_OFFLINE:
            try:
                get_session().head(constants.ENDPOINT, timeout=10)
            except (
                Exception
            ) as error:  # its type depends on the library that huggingface_hub uses
                raise ConnectionError(
                    f"{constants.ENDPOINT} does not answer"
                ) from error
        return fetch()


def tiktoken_encoding(name: str, *, download: bool = True) -> "tiktoken.Encoding":
    """One of OpenAI's encodings: `tiktoken_encoding("cl100k_base")`.

    `tiktoken` keeps it in `TIKTOKEN_CACHE_DIR`, or in `~/.cache/tiktoken`, and downloads it once. Or NotAvailable.
    """
    with _available(f"the encoding {name!r}", "OpenAI", "TIKTOKEN_CACHE_DIR"):
        from unittest.mock import patch

        import tiktoken

        os.environ.setdefault(
            "TIKTOKEN_CACHE_DIR", os.path.expanduser("~/.cache/tiktoken")
        )  # its own is temporary
        with (
            nullcontext()
            if download
            else patch("tiktoken.load.read_file", side_effect=ConnectionRefusedError)
        ):
            return tiktoken.get_encoding(
                name
            )  # it has no option for this: what is patched does the downloading
