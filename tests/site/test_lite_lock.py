"""The lock file of the browser's Python: Pyodide's own, with the wheels that the site serves."""

from hashlib import sha256

import pytest
from lessons import tool

locking, wheel = tool("lite.locking"), tool("lite.wheels").wheel

PYODIDES = {
    "info": {"python": "3.14.2", "abi_version": "2026_0"},
    "packages": {
        name: {
            "name": name,
            "file_name": f"{name}-1.whl",
            "imports": [name],
            "depends": [],
            "sha256": "digest",
        }
        for name in ("regex", "matplotlib", "six")
    },
}


def test_a_wheel_is_described_by_its_digest_its_modules_and_what_it_needs_in_a_browser(
    tmp_path,
):
    needs = [
        "regex",
        'pexpect; sys_platform != "emscripten"',
        'six; python_version >= "3.14"',
        'x; extra == "y"',
    ]
    files = dict.fromkeys(["some_thing/a.py", "other.py", "data/file.txt"])
    path = wheel(tmp_path, "Some_Thing", files, needs=needs)
    described = locking.entry(path, "3.14.2")
    assert described["name"] == "some-thing" and described["version"] == "2"
    assert described["sha256"] == sha256(path.read_bytes()).hexdigest()
    assert described["imports"] == ["other", "some_thing"]
    assert described["depends"] == ["regex-by-re", "six"]


def test_our_wheels_win_the_others_are_on_the_cdn_and_plots_load_matplotlib(tmp_path):
    wheels = [wheel(tmp_path, name, {f"{name}.py": None}) for name in ("six", "ours")]
    packages = locking.make_lock(PYODIDES, wheels, "there")["packages"]
    assert {name: package["file_name"] for name, package in packages.items()} == {
        "regex": "there/regex-1.whl",
        "matplotlib": "there/matplotlib-1.whl",
        "six": "six-2-py3-none-any.whl",
        "ours": "ours-2-py3-none-any.whl",
    }
    assert packages["regex"]["sha256"] == "digest"
    assert packages["matplotlib"]["imports"] == [
        "matplotlib",
        "minitok_course.views.plots",
    ]
    assert list(locking.make_lock(PYODIDES, wheels, "")["packages"]) == ["six", "ours"]


def test_what_neither_has_is_told(tmp_path):
    with pytest.raises(locking.NotebookError, match="ours needs nothing-like-it"):
        locking.make_lock(
            PYODIDES, [wheel(tmp_path, "ours", {}, needs=["nothing_like_it"])], "there"
        )
