"""CONTRIBUTING.md names files, commands and tables: they are there, and the tables hold every part."""

import inspect
import re

import pytest
from lessons import ROOT

from minitok import decoders, models, normalizers, pre_tokenizers, processors
from minitok.interop.registry import STAGES

GUIDE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
TABLES = {
    "normalizer": (normalizers, normalizers.Normalizer),
    "pre_tokenizer": (pre_tokenizers, pre_tokenizers.PreTokenizer),
    "post_processor": (processors, processors.PostProcessor),
    "decoder": (decoders, decoders.Decoder),
    "model": (models, models.Model),
}


def test_every_file_and_every_command_that_it_names_is_there():
    paths = set(re.findall(r"`((?:minitok|tests|images|docs|tools)/[\w./]*)`", GUIDE))
    assert paths and [path for path in paths if not (ROOT / path).exists()] == []
    commands = set(re.findall(r"make ([a-z]+(?:-[a-z]+)?)", GUIDE))
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    there = re.findall(r"^([a-z-]+):.*## ", makefile, re.MULTILINE)
    assert commands and commands <= set(there)


@pytest.mark.parametrize("stage", TABLES)
def test_every_part_of_a_stage_is_in_its_table(stage):
    module, kind = TABLES[stage]
    parts = {
        part
        for _, part in inspect.getmembers(module, inspect.isclass)
        if issubclass(part, kind)
        and part not in (kind, pre_tokenizers.Splitter)
        and part.__module__.startswith(module.__name__)
    }
    public = {part for part in parts if not inspect.isabstract(part)}
    listed = {schema.part for schema in STAGES[stage].schemas.values()}
    assert public - listed <= {normalizers.UnicodeNormalizer}, (
        f"each needs its line in the table of the {stage} in minitok/interop/registry.py"
    )
