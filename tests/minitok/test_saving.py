"""A file is replaced whole or not at all, and nothing else is touched."""

import os
import stat
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from samples import hug

from minitok import Tokenizer
from minitok.interop.files import replace_file

posix = pytest.mark.skipif(
    os.name != "posix", reason="links and modes are those of POSIX"
)


@posix
def test_a_link_is_followed(tmp_path):
    (tmp_path / "target.json").write_text("old")
    (tmp_path / "link.json").symlink_to("target.json")
    hug().save(tmp_path / "link.json")
    assert (tmp_path / "link.json").is_symlink()
    assert Tokenizer.from_file(tmp_path / "target.json").to_dict() == hug().to_dict()


@posix
def test_the_mode_is_kept(tmp_path):
    path = tmp_path / "tokenizer.json"
    path.write_text("old")
    path.chmod(0o600)
    hug().save(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir])
def test_what_is_no_file_stays_as_it_was(tmp_path, make):
    make(path := tmp_path / "target")
    with pytest.raises(OSError, match="is a folder or a device"):
        hug().save(path)
    assert not path.is_file() and os.listdir(tmp_path) == ["target"]


def test_a_failure_leaves_the_old_file_and_no_other(tmp_path, monkeypatch):
    path = tmp_path / "tokenizer.json"
    path.write_text("old")

    def fail(*_):
        raise OSError("the disk is full")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(OSError, match="the disk is full"):
        hug().save(path)
    assert path.read_text() == "old" and os.listdir(tmp_path) == ["tokenizer.json"]


def test_who_reads_while_several_write_reads_a_whole_file(tmp_path):
    path = tmp_path / "data"
    versions = [bytes([digit]) * 200_000 for digit in b"0123"]
    replace_file(path, versions[0])
    done = threading.Event()
    seen = set()

    def read():
        while not done.is_set():
            seen.add(path.read_bytes())

    reader = threading.Thread(target=read)
    reader.start()
    with ThreadPoolExecutor() as writers:
        list(writers.map(replace_file, [path] * 120, versions * 30))
    done.set()
    reader.join()
    assert seen <= set(versions) and os.listdir(tmp_path) == ["data"]


def test_a_folder_that_is_not_there_is_named(tmp_path):
    with pytest.raises(
        FileNotFoundError, match=r"no folder '.*nowhere': make it first"
    ):
        replace_file(tmp_path / "nowhere" / "tokenizer.json", b"")
