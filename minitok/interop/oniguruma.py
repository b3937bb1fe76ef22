r"""Oniguruma's regular expressions, written out for the `regex` module.

Oniguruma is the engine of Hugging Face's `tokenizers`. Its `^` begins any line, its
`\h` is a hexadecimal digit, and its `\w` is not quite that of `regex`:

>>> read(r"^\h").source
'(?:\\A|(?<=\\n)(?!\\Z))[0-9A-Fa-f]'

Each part was compared with `tokenizers` itself: `tests/minitok/parity`.
"""

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from typing import NamedTuple, NoReturn

import regex

from minitok.validation import format_value

# How many sets and characters a pattern may have, each counted as often as it must
# match: 1,000 take 1 to 2 MB.
MAX_SIZE = 50_000


def _table(rows: str) -> dict[str, str]:
    r"""Two columns: `\d [0-9]` on a line → {r"\d": "[0-9]"}."""
    return dict(row.split(maxsplit=1) for row in rows.strip().splitlines())


# Escapes in a set. In `regex`, `\w` also matches the two joiners.
CLASSES = _table(r"""
\d  \d
\D  \D
\s  \s
\S  \S
\w  [\w--[\u200c\u200d]]
\W  [\W\u200c\u200d]
\h  [0-9A-Fa-f]
\H  [^0-9A-Fa-f]
\b  \x08
""")
# As Unicode had them up to its version 15. Later, many were taken out.
PICTURES = (
    r"\p{ExtPict}\u2388\u2600-\u2605\u2607-\u2612\u2614-\u2685\u2690-\u2705"
    r"\u2708-\u2712\u2763-\u2767\U0001f000-\U0001f0ff\U0001f10d-\U0001f10f"
    r"\U0001f12f\U0001f16c-\U0001f171\U0001f1ad-\U0001f1e5\U0001f249-\U0001f3fa"
    r"\U0001f400-\U0001f53d\U0001f546-\U0001f64f\U0001f680-\U0001f6ff"
    r"\U0001f774-\U0001f77f\U0001f7d5-\U0001f7ff\U0001f8ae-\U0001f8ff"
    r"\U0001f947-\U0001faff"
)
# A character with its marks. `\X` of `regex` also joins what a virama joins.
CHARACTER = (
    r"(?>\r\n|[\p{GCB=CN}\r\n]|\p{GCB=PP}*(?:\p{RI}{2}|\p{GCB=L}*(?:\p{GCB=V}+|\p{GCB=LV}"
    r"\p{GCB=V}*|\p{GCB=LVT})\p{GCB=T}*|\p{GCB=L}+|\p{GCB=T}+|"
    rf"[{PICTURES}](?:\p{{GCB=EX}}*\u200d[{PICTURES}])*"
    r"|[^\p{GCB=CN}\r\n])[\p{GCB=EX}\p{GCB=ZWJ}\p{GCB=SM}]*)"
)
# Outside sets, `\w` also matches six numbers, and `\b` minds them.
WORD = r"[[\w--[\u200c\u200d]]²³¹¼½¾]"
ESCAPES = CLASSES | _table(rf"""
\w  {WORD}
\W  [^{WORD[1:-1]}]
\N  [^\n]
\O  [\s\S]
\R  (?>\r\n|[\n-\r\x85\u2028\u2029])
\X  {CHARACTER}
""")
# What matches a place between characters
ANCHORS = _table(rf"""
^   (?:\A|(?<=\n)(?!\Z))
$   (?![^\n])
\A  \A
\z  \Z
\Z  (?=\n?\Z)
\b  (?:(?<={WORD})(?!{WORD})|(?<!{WORD})(?={WORD}))
\B  (?:(?<={WORD})(?={WORD})|(?<!{WORD})(?!{WORD}))
\G  \G
\K  \K
""")
NOT_IN_LOOK_BEHIND = (r"\K", r"\z", r"\Z", r"\G", r"\R", r"\X")
CONTROLS = dict(zip("aefnrtv", "\a\x1b\f\n\r\t\v"))
# `[:alpha:]`
POSIX = _table(r"""
alnum   [\p{Alphabetic}\p{Nd}]
alpha   \p{Alphabetic}
ascii   [\x00-\x7f]
blank   [\t\p{Zs}]
cntrl   \p{Cc}
digit   \d
graph   [^\s\p{Cc}\p{Cn}\p{Cs}]
lower   \p{Lowercase}
print   [^\p{Cc}\p{Cn}\p{Cs}\u2028\u2029]
punct   [\p{P}\p{S}]
space   \s
upper   \p{Uppercase}
word    [\w--[\u200c\u200d]]
xdigit  [0-9A-Fa-f]
""")
# Names of `[[:...:]]`, blocks, and what later versions of Unicode changed
PROPERTIES = POSIX | _table(r"""
punct                          \p{P}
inarabic                       \p{InArabic}
inbasiclatin                   \p{InBasicLatin}
incjksymbolsandpunctuation     \p{InCJKSymbolsAndPunctuation}
incjkunifiedideographs         \p{InCJKUnifiedIdeographs}
incombiningdiacriticalmarks    \p{InCombiningDiacriticalMarks}
incyrillic                     \p{InCyrillic}
indevanagari                   \p{InDevanagari}
ingeneralpunctuation           \p{InGeneralPunctuation}
ingreekandcoptic               \p{InGreekAndCoptic}
inhalfwidthandfullwidthforms   \p{InHalfwidthAndFullwidthForms}
inhangulsyllables              \p{InHangulSyllables}
inhebrew                       \p{InHebrew}
inhiragana                     \p{InHiragana}
inkatakana                     \p{InKatakana}
inlatin1supplement             \p{InLatin1Supplement}
inthai                         \p{InThai}
""")
PROPERTIES["extendedpictographic"] = f"[{PICTURES}]"
# Names that mean something else in `regex`, or that Oniguruma lacks
OTHER_PROPERTIES = """
alphanumeric bidim bidimirrored dia diacritic extpict h horizspace idc
incb posixalnum posixdigit posixpunct posixxdigit v vertspace vs word
"""
# What to write instead of a part, by how it begins
CURES = _table(r"""
\y    write \b for the edge of a word
\g    write out the group that it calls
\p    write the name of a property in braces, \p{L}
\P    write the name of a property in braces, \P{L}
\o    write hexadecimal digits in braces, \x{E9}
\x    write two hexadecimal digits, or any number of them in braces, \x{E9}
\u    write four hexadecimal digits, \u00E9
\k    write the number or the name of a group before it
\C    write the number of the character, \x{1F}
\M    write the number of the character, \x{E9}
\c    write the number of the character, \x{1F}
\     write \\ for the character, or its number, \x{E9}
(*    write \( for the character
(?P<  write (?<name>...)
(?P=  write \k<name>
(?~   write (?:(?!...)[\s\S])* for what does not have it
(?(   write (?:...|...) with what each case matches
(?s   write (?m:.) or [\s\S] for any character
(?#   close the comment with )
(?    write (?i:...), (?:...), (?=...), (?!...), (?<=...) or (?<!...)
(     close it with ), and write \( for the character
)     write \) for the character
[     close the set with ], and write \[ for the character
*     write \* for the character
+     write \+ for the character
?     write \? for the character
{     write \{ for the character
""")

GROUP = re.compile(
    r"\((?!\?|\*)|\(\?(?:(?P<options>[imx]*(?:-[imx]*)?)[:)]"
    r"|(?P<look>[=!]|(?P<behind><[=!]))|>"
    r"|(?:<(?=\w+>)|'(?=\w+'))(?P<name>[^\W\d]\w*).)"
)
NAMED_GROUP = re.compile(r"\(\?[<'][^\W\d]")
REPEAT = re.compile(r"[*+?]|\{(\d+)(,\d*)?\}|\{,\d+\}")
COMMENT = re.compile(r"(?:\(\?#(?:\\[\s\S]|[^\\)])*\))+")
# Comments and spaces in `(?x)`
SPACES = re.compile(rf"(?:[\t\n\f\r ]|#.*|{COMMENT.pattern})+")
# `(\d{3})+(?!\d)`, which can only match as often as it can
POSSESSIVE = re.compile(r"\((?:\?:)?(\\[dws]|\\p\{\w+\}|\[0-9\])\{\d+\}\)\+\(\?!\1\)")
REFERENCE = re.compile(r"\\(?:([1-9])(?!\d)|k(?:<(?=\w+>)|'(?=\w+'))(\w+).)")
PROPERTY = re.compile(r"\\([pP])\{(\^?)([A-Za-z][\w -]*)\}")
BRACKET = re.compile(r"\[:(\^?)([a-z]+):\]")
DASH = re.compile(r"-(?!\]|&&)")
CODE = re.compile(
    r"\\(?:x\{(?:10|[0-9A-Fa-f])?[0-9A-Fa-f]{1,4}\}"
    r"|u[0-9A-Fa-f]{4}|x(?:[0-7][0-9A-Fa-f]|[0-9A-Fa-f](?![0-9A-Fa-f])))"
)
OCTAL = re.compile(r"\\([01]?[0-7]{1,2}(?![0-7]))")
OPPOSITE = re.compile(r"\[\^|\\[DSWP]")


class Atom(NamedTuple):
    """A part of the pattern that a quantifier may follow."""

    source: str
    fold: str = ""  # of a character for which case does not count: `k` of `K`
    is_anchor: bool = False


class Translation(NamedTuple):
    source: str
    size: int


@lru_cache(256)
def read(pattern: str) -> Translation:
    """What a pattern means, for `regex` with its flag `V1`, and its size.

    Raises ValueError that names the part and what to write, if Oniguruma has no such
    expression, or `regex` can't say the same.
    """
    reader = Reader(str(pattern))
    try:
        source = reader.read_alternatives()
    except RecursionError:
        reader.refuse(reader.place, "too many groups are inside each other")
    if reader.next_char:
        reader.refuse(reader.place)
    return Translation(source, reader.size)


class Reader:
    """A walk through a pattern, from left to right."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self.place = 0
        self.options: set[str] = set()
        self.look_behind = ""  # "<=" or "<!" inside of one
        self.has_references = REFERENCE.search(pattern) is not None
        self.size = 0

    def refuse(self, start: int, cure: str = "") -> NoReturn:
        """Raise the error for the part that begins at `start`."""
        part = self.pattern[start : max(start + 8, self.place)]
        for beginning in CURES:
            if not cure and part.startswith(beginning):
                cure = CURES[beginning]
        raise ValueError(
            f"{format_value(self.pattern)} is not a regular expression that minitok "
            f"reads, because of {part!r} at position {start}: {cure}"
        )

    def refuse_in_look_behind(self, start: int) -> None:
        if self.look_behind:
            self.refuse(start, "write it outside of the look-behind")

    @property
    def next_char(self) -> str:
        """The next character, or "" at the end."""
        return self.pattern[self.place : self.place + 1]

    def accept(self, text: str) -> bool:
        """Step over `text` if it comes next."""
        if not self.pattern.startswith(text, self.place):
            return False
        self.place += len(text)
        return True

    def match(self, expression: re.Pattern[str]) -> re.Match[str] | None:
        """Step over what an expression matches here."""
        match = expression.match(self.pattern, self.place)
        if match is not None:
            self.place = match.end()
        return match

    def skip_comments(self) -> None:
        """Step over comments, and in `(?x)` over spaces."""
        self.match(SPACES if "x" in self.options else COMMENT)

    def read_alternatives(self) -> str:
        """What comes before the end of the group, or of the pattern."""
        branches = [self.read_branch()]
        while self.accept("|"):
            branches.append(self.read_branch())
        return "|".join(branches)

    def read_branch(self) -> str:
        atoms = []
        self.skip_comments()
        while self.next_char not in ("", "|", ")"):
            size = self.size
            start = self.place
            atom = self.read_atom()
            self.skip_comments()
            while repeat := self.match(REPEAT):
                if atom.is_anchor:
                    self.refuse(start, "repeat a character, a set or a group")
                quantifier = self.read_quantifier(repeat, self.size - size)
                if POSSESSIVE.match(self.pattern, start):
                    quantifier = "++"  # much faster, since `regex` keeps no way back
                atom = Atom(f"(?:{atom.source}{quantifier})")
                self.skip_comments()
            atoms.append(atom)
        return _join(atoms)

    def read_quantifier(self, repeat: re.Match[str], size: int) -> str:
        """The quantifier for `regex`. `size` is that of what it repeats."""
        start = repeat.start()
        low, comma = repeat.groups()
        if repeat[0] in "*+?" and self.accept("+"):
            self.refuse_in_look_behind(start)
            return f"{repeat[0]}+"
        times = int(low or 1)
        self.size += size * max(times - 1, 0)
        if self.size > MAX_SIZE:
            self.refuse(start, "repeat less, since this takes too much memory")
        # In `{2}?`, the `?` is not for laziness, but another quantifier.
        if (comma or not low) and self.accept("?"):
            return f"{repeat[0]}?"
        return repeat[0]

    def read_atom(self) -> Atom:
        start = self.place
        self.size += 1
        symbol = self.next_char
        if symbol == "(":
            return self.read_group()
        if self.accept("["):
            return self.read_set()
        if self.match(REPEAT):
            self.refuse(start)
        if self.accept("."):
            return Atom(r"[\s\S]" if "m" in self.options else r"[^\n]")
        if symbol == "\\":
            symbol = self.pattern[start : start + 2]
        if symbol in NOT_IN_LOOK_BEHIND:
            self.refuse_in_look_behind(start)
        if symbol in ANCHORS:
            self.place += len(symbol)
            return Atom(ANCHORS[symbol], is_anchor=True)
        source = self.read_class(ESCAPES)
        if source is not None:
            return Atom(source)
        if reference := self.match(REFERENCE):
            if reference[1] and NAMED_GROUP.search(self.pattern):
                self.refuse(start, "write the name of the group, \\k<name>")
            name = reference[1] or reference[2]
            option = "i" if "i" in self.options else ""
            return Atom(rf"(?{option}:\g<{name}>)")
        return self.make_literal(self.read_char())

    def make_literal(self, char: str) -> Atom:
        if "i" not in self.options:
            return Atom(re.escape(char))
        fold = char.casefold()
        if self.look_behind:
            return Atom(_any_case(fold))
        return Atom(_spellings(fold), fold if len(fold) == 1 else "")

    def read_group(self) -> Atom:
        start = self.place
        group = self.match(GROUP)
        if group is None:
            self.refuse(start)
        outer = self.options, self.look_behind
        opening = "(?:"
        if group["options"] is not None:
            added, _, removed = group["options"].partition("-")
            self.options = self.options.union(added).difference(removed)
        elif group[0] != "(" or self.look_behind == "<!" or self.has_references:
            self.refuse_in_look_behind(start)
            self.look_behind = group["behind"] or ""
            opening = f"(?<{group['name']}>" if group["name"] else group[0]
        source = self.read_alternatives()
        # `(?i)` ends with the group around it.
        if not group[0].endswith(")") and not self.accept(")"):
            self.refuse(start, CURES["("])
        self.options, self.look_behind = outer
        return Atom(f"{opening}{source})", is_anchor=group["look"] is not None)

    def read_class(self, classes: Mapping[str, str]) -> str | None:
        r"""`\w` or `\p{^Greek}`, as a set."""
        start = self.place
        escape = self.pattern[start : start + 2]
        if escape in classes:
            self.place += 2
            return classes[escape]
        match = self.match(PROPERTY)
        if match is None:
            return None
        source = _find_property(match[3])
        if source is None:
            self.refuse(start, r"take a category or a script, such as \p{So}")
        if (match[1] == "P") != (match[2] == "^"):
            source = _complement(source)
        return source

    def read_char(self) -> str:
        """A character, or an escape that stands for one."""
        start = self.place
        if octal := self.match(OCTAL):
            return chr(int(octal[1], 8))
        if code := self.match(CODE):
            return chr(int(code[0].strip(r"\xu{}"), 16))
        if not self.accept("\\"):
            self.place += 1
            return self.pattern[start]
        letter = self.next_char
        if letter in "CMPXYcgkopuxy0123456789":  # or if there is none
            self.refuse(start)
        self.place += 1
        return CONTROLS.get(letter, letter)

    def read_set(self) -> Atom:
        negated = self.accept("^")
        chars = self.read_set_items()
        spellings: list[str] = []
        if "i" in self.options:
            others, spellings = _other_cases(chars)
            chars = f"[{chars}]{others}"
        if negated:
            return Atom(_complement(chars))
        source = f"[{chars}]"
        if spellings and not self.look_behind:
            self.size += len(spellings)
            source = f"(?:{source}|{'|'.join(spellings)})"
        return Atom(source)

    def read_set_items(self) -> str:
        """What is in a set, up to its end: `a-z&&[^b]]`."""
        start = self.place - 1
        chars = self.read_set_item(start, is_first=True)
        while not self.accept("]"):
            if self.accept("&&"):
                chars += "&&"
            chars += self.read_set_item(start)
        return chars

    def read_set_item(self, start: int, is_first: bool = False) -> str:
        """A character, a range, or a set in the set that begins at `start`."""
        self.size += 1
        if self.next_char == "":
            self.refuse(start, CURES["["])
        ends = self.next_char == "]" and not is_first
        if ends or self.pattern.startswith("&&", self.place):
            self.refuse(start, r"write \& for the character")
        chars = self.read_inner_set()
        first = chars or re.escape(self.read_char())
        if not self.match(DASH):
            return first
        if chars or self.next_char == "" or self.read_inner_set():
            self.refuse(start, r"write \- for the character")
        return f"{first}-{re.escape(self.read_char())}"

    def read_inner_set(self) -> str | None:
        r"""Several characters in a set: `[:alpha:]`, `[^ab]`, `\w` or `\p{L}`."""
        if bracket := self.match(BRACKET):
            if bracket[2] not in POSIX:
                self.refuse(bracket.start(), f"write one of {', '.join(POSIX)}")
            source = POSIX[bracket[2]]
            return _complement(source) if bracket[1] else source
        if self.accept("["):
            negated = self.accept("^")
            chars = self.read_set_items()
            return _complement(chars) if negated else f"[{chars}]"
        return self.read_class(CLASSES)


def _complement(chars: str) -> str:
    """The set of all other characters."""
    # `regex` takes `[^\s\S]` for any character, and `[[^a][^b]]` for `[^ab]`.
    if OPPOSITE.search(chars):
        return rf"[[\x00-\U0010ffff]--[{chars}]]"
    if len(chars) <= 2:
        chars += chars
    return f"[^{chars}]"


def _join(atoms: list[Atom]) -> str:
    """The atoms in a row. Without case, `ss` may also be the one character `ß`."""
    sources = [atom.source for atom in atoms]
    if any(atom.fold for atom in atoms):
        folds = "".join(atom.fold or "\0" for atom in atoms)
        for match in _long_folds().finditer(folds):
            start, end = match.span()
            sources[start:end] = [""] * (end - start)
            sources[start] = _spellings(match[0])
    return "".join(sources)


@cache
def _cases() -> dict[str, str]:
    """The characters that are the same without case: `s` → `sSſ`, `ss` → `ßẞ`."""
    cases: dict[str, str] = {}
    for char in map(chr, range(0x1E944)):
        fold = char.casefold()
        if fold != char:
            cases.setdefault(fold, fold if len(fold) == 1 else "")
            cases[fold] += char
    return cases


@cache
def _long_folds() -> re.Pattern[str]:
    folds = [fold for fold in _cases() if len(fold) > 1]
    return re.compile("|".join(sorted(folds, key=len, reverse=True)))


def _any_case(fold: str) -> str:
    chars = _cases().get(fold, fold)
    return f"[{re.escape(chars)}]"


def _spelled(fold: str) -> str:
    return "".join(map(_any_case, fold))


def _spellings(fold: str) -> str:
    """`ss` → `(?:[ßẞ]|[sSſ][sSſ])`."""
    if len(fold) == 1:
        return _any_case(fold)
    return f"(?:{_any_case(fold)}|{_spelled(fold)})"


def _other_cases(chars: str) -> tuple[str, list[str]]:
    """What else a set matches if case does not count.

    These are characters, and strings of several: `[sSſ][sSſ]` if the set has `ß`.
    """
    expression = regex.compile(f"(?V1)[{chars}]")
    members = expression.findall("".join(_cases().values()))
    # A dict keeps the order, so that each run gives the same.
    folds = dict.fromkeys(member.casefold() for member in members)
    others = [_cases()[fold] for fold in folds]
    spellings = [_spelled(fold) for fold in folds if len(fold) > 1]
    return re.escape("".join(others)), spellings


@cache
def _find_property(name: str) -> str | None:
    r"""A category, a script or another property: `Greek` → `\p{script=greek}`."""
    name = re.sub("[ _-]", "", name).lower()
    if name in OTHER_PROPERTIES.split():
        return None
    if name in PROPERTIES:
        return PROPERTIES[name]
    for form in ("gc={}", "script={}", "{}=yes"):
        source = rf"\p{{{form.format(name)}}}"
        try:
            regex.compile(source)
        except regex.error:
            continue
        return source
    return None
