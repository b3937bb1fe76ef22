"""What the site is made of is unpacked by every Python that minitok runs on."""

import tarfile
from importlib import reload

from lessons import tool

fetching = tool("lite.fetching")


def test_a_package_of_npm_is_unpacked_where_python_has_no_filters(
    tmp_path, monkeypatch
):
    def pack(command, folder):
        (folder / "package.json").write_text("{}")
        with tarfile.open(folder / "reveal.js-5.2.1.tgz", "w:gz") as archive:
            archive.add(folder / "package.json", "package/package.json")

    with monkeypatch.context() as before_3_11_4:
        before_3_11_4.delattr(tarfile, "data_filter", raising=False)
        assert reload(fetching).FILTER == {}
    monkeypatch.setattr(fetching.shutil, "which", lambda name: name)
    monkeypatch.setattr(fetching, "run", pack)
    folder = fetching.fetch_from_npm("reveal.js@5.2.1", tmp_path)
    assert (folder / "package.json").read_text() == "{}"
    reload(fetching)
