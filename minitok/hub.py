"""Where published vocabularies come from: the Hugging Face Hub, and OpenAI through tiktoken.

This is the one place of the package that may use the network. The libraries do the fetching: what they have fetched
once is in their cache, and found there with no network.
"""

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import tiktoken

INSTALL = 'install what fetches it: pip install "minitok[hub]"'


class NotAvailable(OSError):
    """A published vocabulary can't be had here and now; the message says in one line what, where, and what to do."""


def tokenizer_file(name: str) -> str:
    """The path of the `tokenizer.json` of a model on the Hugging Face Hub: `tokenizer_file("openai-community/gpt2")`.

    It is fetched once, with progress shown, and then read from the cache (`HF_HOME` says where that is). NotAvailable
    if it can't be had.
    """
    what = f"tokenizer.json of {name!r}"
    try:
        from huggingface_hub import constants
    except ImportError:
        raise NotAvailable(f"{what}: huggingface_hub is not here: {INSTALL}") from None
    try:
        path = _cached_or_fetched(name)
    except (OSError, ValueError) as error:
        raise NotAvailable(
            f"{what}: not in the cache {constants.HF_HUB_CACHE}, and not to be had from {constants.ENDPOINT} "
            f"({_in_short(error)}): look at the name, and run this once with a network, or set HF_HOME to a cache "
            "that has it"
        ) from error
    _check_hash(path, what)
    return path


def tiktoken_encoding(name: str) -> "tiktoken.Encoding":
    """One of OpenAI's encodings: `tiktoken_encoding("cl100k_base")`.

    tiktoken fetches it once, checks its hash, and then reads it from its cache (`TIKTOKEN_CACHE_DIR` says where that
    is). NotAvailable if it can't be had.
    """
    what = f"the encoding {name!r}"
    try:
        import tiktoken
    except ImportError:
        raise NotAvailable(f"{what}: tiktoken is not here: {INSTALL}") from None
    if name not in tiktoken.list_encoding_names():
        raise NotAvailable(f"{what}: tiktoken has {', '.join(tiktoken.list_encoding_names())}")
    try:
        return tiktoken.get_encoding(name)
    except (OSError, ValueError) as error:
        cache = os.environ.get("TIKTOKEN_CACHE_DIR", "of temporary files")
        raise NotAvailable(
            f"{what}: not in the cache {cache}, and not to be had from OpenAI ({_in_short(error)}): "
            "run this once with a network, or set TIKTOKEN_CACHE_DIR to a cache that has it"
        ) from error


def _cached_or_fetched(name: str) -> str:
    """The path of the file in the cache, which is asked first: the library would ask the network, again and again."""
    from huggingface_hub import constants, hf_hub_download
    from huggingface_hub.errors import LocalEntryNotFoundError

    try:
        return hf_hub_download(name, "tokenizer.json", local_files_only=True)
    except LocalEntryNotFoundError:
        if not constants.HF_HUB_OFFLINE:
            _reach(constants.ENDPOINT)
        return hf_hub_download(name, "tokenizer.json")


def _reach(address: str) -> None:
    """ConnectionError if nothing answers there, said at once: the library would try for half a minute, and say so."""
    from huggingface_hub import get_session

    try:
        get_session().head(address, timeout=10)
    except Exception as error:  # of whichever library it uses for that
        raise ConnectionError(f"{address} does not answer") from error


def _in_short(error: Exception) -> str:
    """What kind of error it was, without the address and the advice of its message."""
    return type(error).__name__


def _check_hash(path: str, what: str) -> None:
    """NotAvailable if a file in the cache is not what was published.

    The cache names a file by its hash: that of Git for a small one, SHA-256 for a large one.
    """
    from hashlib import sha1, sha256

    path = os.path.realpath(path)
    expected = os.path.basename(path)
    with open(path, "rb") as file:
        data = file.read()
    hashes = {40: sha1(b"blob %d\0" % len(data) + data), 64: sha256(data)}
    if len(expected) in hashes and hashes[len(expected)].hexdigest() != expected:
        raise NotAvailable(f"{what}: {path} is damaged, since its hash is not its name: delete it and fetch it again")
