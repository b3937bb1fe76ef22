"""The examples in the docstrings and in docs/examples.md are true, and every public name has one."""

import doctest
import inspect
import re
from importlib import import_module

import pytest
from lessons import ROOT
from published_vocabularies import loaded

import minitok
from minitok.interop import hub, huggingface, sentencepiece, tiktoken
from minitok.part import Part
from minitok_course.views import plots

PAGE = (ROOT / "docs" / "examples.md").read_text(encoding="utf-8")
ONLINE = PAGE.index("## Published tokenizers, by name")
LISTED = [
    "minitok",
    "minitok.models",
    "minitok.trainers",
    "minitok.interop",
]
LISTED += ["minitok_course", "minitok_course.corpora", "minitok_course.views"]
STAGES = [minitok.normalizers, minitok.pre_tokenizers]
STAGES += [minitok.processors, minitok.decoders]
LIBRARIES = [hub, huggingface, sentencepiece, tiktoken, plots]
OTHERS = {
    "Splitter",
    "Plot",
    "UnicodeNormalizer",
    "Verdict",
}  # what the names are made of, take or give

MODULES = [
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for path in [
        *sorted(ROOT.glob("minitok/**/*.py")),
        *sorted(ROOT.glob("minitok_course/**/*.py")),
    ]
    if re.search("^ *>>> ", path.read_text(encoding="utf-8"), re.MULTILINE)
]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_are_true(name):
    result = doctest.testmod(
        import_module(name),
        extraglobs={one: getattr(minitok, one) for one in minitok.__all__},
    )
    assert result.attempted and not result.failed


@pytest.mark.parametrize("online", [False, True])
def test_the_page_of_examples_is_true(online, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    if online:
        loaded("gpt2"), loaded("cl100k_base")
    names = {}
    exec(
        "\n".join(
            re.findall(r"^>>> ((?:from|import) .*)", PAGE[:ONLINE], re.MULTILINE)
        ),
        names,
    )
    part = PAGE[ONLINE:] if online else PAGE[:ONLINE]
    example = doctest.DocTestParser().get_doctest(
        part.replace("```", ""), names, "examples.md", "docs/examples.md", 0
    )
    ran = doctest.DocTestRunner().run(example)
    assert ran.attempted and not ran.failed


def public_names():
    for kind in (minitok.Tokenizer, minitok.Encoding):
        yield from (
            (name, value) for name, value in vars(kind).items() if name[0] != "_"
        )
    for module in map(import_module, LISTED):
        yield from ((name, getattr(module, name)) for name in module.__all__)
    for module in [*STAGES, *LIBRARIES]:
        own = {
            name: one
            for name, one in vars(module).items()
            if getattr(one, "__module__", "") == module.__name__
        }
        for name, one in own.items():
            if name[0] != "_" and (
                module in LIBRARIES or (inspect.isclass(one) and issubclass(one, Part))
            ):
                yield name, one


def test_every_public_name_has_an_example():
    sources = [
        path.read_text(encoding="utf-8") for path in ROOT.glob("minitok*/**/*.py")
    ]
    examples = re.findall(
        r"^ *(?:>>>|\.\.\.) (.*)", "\n".join([PAGE, *sources]), re.MULTILINE
    )
    shown = set(re.findall(r"\w+", " ".join(examples)))
    lacking = {
        name
        for name, value in public_names()
        if name not in shown and not inspect.isabstract(value)
    }
    assert lacking <= OTHERS
