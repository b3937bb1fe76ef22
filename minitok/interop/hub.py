"""Published vocabularies from the Hugging Face Hub and from OpenAI.

Each is downloaded once.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING

from minitok.validation import how_to_install

if TYPE_CHECKING:
    import tiktoken

BESIDE = (
    "tokenizer_config.json",
    "special_tokens_map.json",
    "added_tokens.json",
    "chat_template.jinja",
)


class NotAvailable(OSError):
    """A published vocabulary cannot be loaded.

    The message says, in one line, which one, why, and what to do.
    """


@contextmanager
def _available(what: str, source: str, variable: str) -> Iterator[None]:
    try:
        yield
    except ImportError as error:
        raise NotAvailable(
            f"{what}: {error.name} is not installed: {how_to_install('hub')}"
        ) from None
    except (OSError, ValueError) as error:
        raise NotAvailable(
            f"{what}: not in the cache, and not available from {source} "
            f"({type(error).__name__}): check the name, run this once with a network, "
            f"or set {variable} to a cache that has it"
        ) from error


def tokenizer_file(name: str) -> str:
    """The path of a `tokenizer.json`: `tokenizer_file("openai-community/gpt2")`.

    `huggingface_hub` downloads it once, to the folder `HF_HOME`. Raises NotAvailable if
    it cannot.
    """
    with _available(f"tokenizer.json of {name!r}", "the Hugging Face Hub", "HF_HOME"):
        return _find(name, "tokenizer.json")


def tokenizer_folder(name: str) -> str:
    """The folder with this file, and with those of the files `BESIDE` it that exist."""
    # This comes first, since it says if huggingface_hub is missing.
    folder = os.path.dirname(tokenizer_file(name))
    from huggingface_hub import try_to_load_from_cache

    revision = os.path.basename(folder)
    for file in BESIDE:
        cached = try_to_load_from_cache(name, file, revision=revision)
        if cached is None:  # neither there nor known to be missing
            with suppress(OSError):
                _find(name, file, revision)
    return folder


def _find(name: str, file: str, revision: str | None = None) -> str:
    """The path of a file, in the cache or downloaded.

    By itself the library would ask the Hub every time, and without a network it would
    take half a minute to give up.
    """
    from huggingface_hub import constants, get_session, hf_hub_download
    from huggingface_hub.errors import LocalEntryNotFoundError

    fetch = partial(hf_hub_download, name, file, revision=revision)
    with suppress(LocalEntryNotFoundError):
        return fetch(local_files_only=True)
    if not constants.HF_HUB_OFFLINE:
        try:
            get_session().head(constants.ENDPOINT, timeout=10)
        # Its type depends on the library that huggingface_hub uses.
        except Exception as error:
            raise ConnectionError(f"{constants.ENDPOINT} does not answer") from error
    return fetch()


def tiktoken_encoding(name: str) -> "tiktoken.Encoding":
    """One of OpenAI's encodings: `tiktoken_encoding("cl100k_base")`.

    `tiktoken` downloads it once, to the folder `TIKTOKEN_CACHE_DIR`, by default
    `~/.cache/tiktoken`. Raises NotAvailable if it cannot.
    """
    with _available(f"the encoding {name!r}", "OpenAI", "TIKTOKEN_CACHE_DIR"):
        import tiktoken

        # By default, tiktoken uses a temporary folder, which does not last.
        folder = os.path.expanduser("~/.cache/tiktoken")
        os.environ.setdefault("TIKTOKEN_CACHE_DIR", folder)
        return tiktoken.get_encoding(name)
