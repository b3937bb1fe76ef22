"""CONTRIBUTING.md names files, commands and tables: they are there, and the tables hold every part."""

import inspect
import re
from pathlib import Path
from typing import get_origin

import pytest

from minitok import decoders, models, normalizers, pre_tokenizers, processors
from minitok.tokenizer_json.stages import STAGES

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
PATHS = sorted(set(re.findall(r"`((?:minitok|tests|images|docs)/[\w./]*)`", GUIDE)))
COMMANDS = sorted(set(re.findall(r"make ([a-z]+(?:-[a-z]+)?)", GUIDE)))
TABLES = {
    "normalizer": (normalizers, normalizers.Normalizer),
    "pre_tokenizer": (pre_tokenizers, pre_tokenizers.PreTokenizer),
    "post_processor": (processors, processors.PostProcessor),
    "decoder": (decoders, decoders.Decoder),
    "model": (models, models.Model),
}


@pytest.mark.parametrize("path", PATHS)
def test_every_file_that_it_names_is_there(path):
    assert (ROOT / path).exists()


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_that_it_names_is_in_the_makefile(command):
    assert re.search(rf"^{command}:.*## ", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)


@pytest.mark.parametrize("stage", TABLES)
def test_every_part_of_a_stage_is_in_its_table(stage):
    module, kind = TABLES[stage]
    parts = {
        part for _, part in inspect.getmembers(module, inspect.isclass) if issubclass(get_origin(part) or part, kind)
    }
    public = {part for part in parts if not inspect.isabstract(part) and part.__module__.startswith(module.__name__)}
    assert public - {normalizers.UnicodeNormalizer} <= {shape.part for shape in STAGES[stage].shapes.values()}
