"""CONTRIBUTING.md names files, commands and tables: they are there, and the tables hold every part."""

import inspect
import re
from typing import get_origin

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
    assert (
        len(paths) > 10
        and [path for path in sorted(paths) if not (ROOT / path).exists()] == []
    )
    commands = set(re.findall(r"make ([a-z]+(?:-[a-z]+)?)", GUIDE))
    there = set(
        re.findall(
            r"^([a-z-]+):.*## ",
            (ROOT / "Makefile").read_text(encoding="utf-8"),
            re.MULTILINE,
        )
    )
    assert "test" in commands and commands <= there


@pytest.mark.parametrize("stage", TABLES)
def test_every_part_of_a_stage_is_in_its_table(stage):
    module, kind = TABLES[stage]
    parts = {
        one
        for _, one in inspect.getmembers(module, inspect.isclass)
        if issubclass(get_origin(one) or one, kind)
    }
    public = {
        part
        for part in parts
        if not inspect.isabstract(part) and part.__module__.startswith(module.__name__)
    }
    missing = (
        public
        - {normalizers.UnicodeNormalizer}
        - {schema.part for schema in STAGES[stage].schemas.values()}
    )
    assert not missing, (
        f"each needs its line in the table of the {stage} in minitok/interop/registry.py"
    )
