"""Write files safely."""

import os
from contextlib import suppress
from secrets import token_hex
from shutil import copymode


def replace_file(path: str | os.PathLike[str], data: bytes) -> None:
    """Write a new file, then give it the name and the mode of the old one.

    A failure leaves the old file, and no other. A link is followed. Raises OSError on a
    folder or a device.
    """
    target = os.path.realpath(os.fsdecode(path))
    if os.path.exists(target) and not os.path.isfile(target):
        name = os.fspath(path)
        raise OSError(f"{name!r} is a folder or a device: name a file to save to")
    folder = os.path.dirname(target)
    if not os.path.isdir(folder):
        raise FileNotFoundError(f"there is no folder {folder!r}: make it first")
    unfinished = f"{target}.{token_hex(8)}"
    try:
        with open(unfinished, "xb") as file:
            file.write(data)
        if os.path.exists(target):
            copymode(target, unfinished)
        os.replace(unfinished, target)
    except BaseException:
        with suppress(OSError):
            os.unlink(unfinished)
        raise
