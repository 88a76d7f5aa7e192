"""Language packs: what proform knows of a language, read from one TOML file."""

import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache, cached_property, partial
from hashlib import blake2b
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import chain
from pathlib import Path
from typing import Any

from proform.errors import InputError, ProformError
from proform.language.agreement import Agree, parse_agree
from proform.language.checks import check_splits, check_words, line_of
from proform.language.contrast import ContrastRules, parse_contrast
from proform.language.forms import Splitter
from proform.language.likely import likely_translations
from proform.language.verbs import Verbs, parse_verbs
from proform.language.writing import Spacing, TokenRules, parse_spacing, parse_tokens

_FEATURES: dict[str, tuple[Any, ...]] = {
    "person": (3, 1, 2),
    "gender": ("", "m", "f", "n"),
    "number": ("", "sg", "pl"),
    "case": ("", "nom", "acc", "dat", "gen", "refl", "obl"),
}
"""What each may be; the first if nothing is said."""


@dataclass(frozen=True, slots=True)
class Form:
    """One reading of a pronoun form; an empty feature is one that the form does not show."""

    form: str
    person: int
    gender: str
    number: str
    case: str


@dataclass(frozen=True, slots=True)
class NounKinds:
    """Nouns of which more is known than that they are nouns; singular, in lower case."""

    group: frozenset[str] = frozenset()
    """One word for several people."""
    either: frozenset[str] = frozenset()
    """Singular or plural, whatever they look like; other languages have another number."""
    transparent: frozenset[str] = frozenset()
    """Before `of`, they count or classify what comes after: a bit of nectar."""
    single: frozenset[str] = frozenset()
    """One person, of whom they is said."""


_KINDS = [key.name for key in fields(NounKinds)]
_TABLES = {
    "source": {"pronouns", "free"},
    "target": {"identical", "equivalent", "unsure"},
    "split": {"elided", "contracted", "hyphen", "enclitic", "whole", "examples"},
    "nouns": {*_KINDS},
    "tokens": {key.name for key in fields(TokenRules)},
    "spacing": {key.name for key in fields(Spacing)},
    "gap": {"forms", "written_out"},
}
_OPEN = ("ambiguous", "likely", "agree", "contrast", "verbs")
_TOP = {"name", "forms", "lexicon", *_OPEN, *_TABLES}


@dataclass(frozen=True)
class Pack:
    """A language, as source and as target."""

    language: str
    name: str
    forms: tuple[Form, ...] = ()
    pronouns: tuple[str, ...] = ()
    free: tuple[str, ...] = ()
    identical: tuple[tuple[str, ...], ...] = ()
    equivalent: tuple[tuple[str, ...], ...] = ()
    unsure: tuple[str, ...] = ()
    splitter: Splitter = field(default_factory=Splitter)
    tokens: TokenRules = field(default_factory=TokenRules)
    spacing: Spacing = field(default_factory=Spacing)
    ambiguous: Mapping[str, str] = field(default_factory=dict)
    likely: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)
    by_way_of: Mapping[str, str] = field(default_factory=dict)
    """Source languages whose likely translations follow from those of another language."""
    nouns: NounKinds = field(default_factory=NounKinds)
    agree: Agree = field(default_factory=Agree)
    contrast: ContrastRules = field(default_factory=ContrastRules)
    verbs: Verbs = field(default_factory=Verbs)
    rules: str = field(default="", compare=False)
    """The hash of the tables [nouns] and [agree]; of [verbs] too, if there is one."""
    lexicon: Path | None = field(default=None, compare=False)
    """The file of the table of nouns, if the pack names one."""
    gap_forms: tuple[str, ...] = ()
    """What annotators choose from where a pronoun is hidden; `ça/cela` is one choice."""
    written_out: Mapping[str, str] = field(default_factory=dict)
    """Words that change with the pronoun behind them, and what is shown for them."""

    @cached_property
    def inventory(self) -> tuple[str, ...]:
        """Every pronoun form once, in the order of the file."""
        return tuple(dict.fromkeys(form.form for form in self.forms))

    @cached_property
    def _by_form(self) -> Mapping[str, tuple[Form, ...]]:
        known: dict[str, tuple[Form, ...]] = {}
        for reading in self.forms:
            known[reading.form] = (*known.get(reading.form, ()), reading)
        return known

    def readings(self, form: str) -> tuple[Form, ...]:
        """What a form can be."""
        return self._by_form.get(form, ())

    def persons(self, form: str) -> frozenset[int]:
        """Which persons a form may be."""
        return frozenset(reading.person for reading in self.readings(form))

    def number(self, form: str) -> str:
        """The number of a form, the first if it has both; nothing if it shows or is none."""
        return next((reading.number for reading in self.readings(form)), "")


def load_pack(language: str, directory: Path | None = None) -> Pack | None:
    """The pack of a language from the user's directory, else the built-in one, else None."""
    if (file := _file(language, directory)) != _file(language, None):
        return read_pack(language, file)
    return _built_in(language)


def _file(language: str, directory: Path | None) -> Path | Traversable:
    """Where the pack of a language is, or would be in the package."""
    if directory is not None and (file := directory / f"{language}.toml").is_file():
        return file
    return files("proform.language") / f"{language}.toml"


@cache
def _built_in(language: str) -> Pack | None:
    """Read once: a pair of languages may ask for three packs."""
    file = _file(language, None)
    return read_pack(language, file) if file.is_file() else None


def load_packs(languages: str, directory: Path | None = None) -> tuple[Pack, Pack]:
    """The packs of a pair such as en-fr; empty ones where there is none."""
    codes = languages.lower().split("-") if isinstance(languages, str) else []
    if len(codes) != 2 or not all(codes):
        what = f"languages: not a pair of languages: {languages!r}"
        raise ProformError(what, hint="such as en-fr")
    if directory is not None and not directory.is_dir():
        raise ProformError(f"packs: {directory}: is not a directory of language packs")
    source, target = (load_pack(code, directory) or Pack(code, code) for code in codes)
    if not source.forms or not target.forms or codes[0] == codes[1] or codes[0] in target.likely:
        return source, target
    try:
        likely = likely_translations(source, target, partial(load_pack, directory=directory))
    except ProformError as error:
        file = _file(codes[1], directory)
        line = line_of(file.read_text(encoding="utf-8"), str(error))
        raise InputError(str(file), line, str(error)) from error
    return source, replace(target, likely={**target.likely, codes[0]: likely})


def languages() -> list[str]:
    """The languages that have a built-in pack."""
    names = (file.name for file in files("proform.language").iterdir())
    return sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml"))


def read_pack(language: str, file: Path | Traversable) -> Pack:
    """Read and check one file."""
    text = ""
    try:
        text = file.read_text(encoding="utf-8")
        return _pack(language, tomllib.loads(text), Path(str(file)))
    except (ValueError, OSError, ProformError) as error:
        hint = "docs/language-packs.md describes the format"
        raise InputError(str(file), line_of(text, str(error)), str(error), hint=hint) from error


def _pack(language: str, data: dict[str, Any], file: Path) -> Pack:
    _only(data, _TOP, "at the top")
    tables = {name: _table(data.get(name, {}), f"in [{name}]") for name in (*_TABLES, *_OPEN)}
    for name, keys in _TABLES.items():
        _only(tables[name], keys, f"in [{name}]")
    source, target, gap = tables["source"], tables["target"], tables["gap"]
    if not isinstance(data.get("forms", []), list):
        raise ProformError(f"forms must be a list of tables, found {data['forms']!r}")
    ruling = ("nouns", "agree", *(("verbs", "contrast") if "verbs" in data else ()))
    rules = json.dumps([data.get(name) for name in ruling], sort_keys=True, default=str)
    agree = parse_agree(tables["agree"]) if "agree" in data else Agree()
    pack = Pack(
        language=language,
        name=str(data.get("name", language)),
        forms=tuple(map(_form, data.get("forms", []))),
        pronouns=_strings(source, "source.pronouns"),
        free=_strings(source, "source.free"),
        identical=_groups(target, "target.identical"),
        equivalent=_groups(target, "target.equivalent"),
        unsure=_strings(target, "target.unsure"),
        splitter=_splitter(tables["split"]),
        tokens=parse_tokens(tables["tokens"]),
        spacing=parse_spacing(tables["spacing"]),
        ambiguous={str(form): str(note) for form, note in tables["ambiguous"].items()},
        likely={
            form: {
                pronoun: _strings(table, f"likely.{form}.{pronoun}")
                for pronoun in _table(table, f"in [likely.{form}]")
            }
            for form, table in tables["likely"].items()
            if not isinstance(table, str)
        },
        by_way_of={
            form: other for form, other in tables["likely"].items() if isinstance(other, str)
        },
        nouns=NounKinds(
            **{key: frozenset(_strings(tables["nouns"], f"nouns.{key}")) for key in _KINDS}
        ),
        agree=agree,
        contrast=parse_contrast(tables["contrast"], agree)
        if tables["contrast"]
        else ContrastRules(),
        verbs=parse_verbs(tables["verbs"], tables["contrast"]) if tables["verbs"] else Verbs(),
        rules=blake2b(rules.encode(), digest_size=4).hexdigest(),
        lexicon=_lexicon(data.get("lexicon"), file),
        gap_forms=_strings(gap, "gap.forms"),
        written_out=_table(gap.get("written_out", {}), "in [gap.written_out]"),
    )
    if not all(isinstance(word, str) for word in pack.written_out.values()):
        raise ProformError(f"gap.written_out must have strings, found {pack.written_out!r}")
    chosen = [form for choice in pack.gap_forms for form in choice.split("/")]
    if "other" in chosen:
        raise ProformError("'other' cannot be in gap.forms: it is always added")
    likely = (forms for table in pack.likely.values() for forms in table.values())
    groups = (pack.pronouns, pack.free, pack.unsure, *pack.identical, *pack.equivalent, *likely)
    known = set(pack.inventory)
    for form in chain(*groups, pack.ambiguous, chosen):
        if form not in known:
            raise ProformError(f"{form!r} is used, but has no entry in `forms`")
    for form in chosen:
        if chosen.count(form) > 1:
            raise ProformError(f"{form!r} is in gap.forms twice")
    check_words(pack.inventory, tables["agree"].get("nouns", {}))
    check_splits(
        pack.splitter,
        pack.tokens,
        _table(tables["split"].get("examples", {}), "in [split.examples]"),
    )
    return pack


def _form(entry: object) -> Form:
    if not isinstance(entry, dict) or not isinstance(entry.get("form"), str):
        such = '{ form = "it", person = 3 }'
        raise ProformError(f"expected an entry such as {such}, found {entry!r}")
    _only(entry, {"form", *_FEATURES}, f"in the entry of {entry['form']!r}")
    features = [entry.get(feature, default) for feature, (default, *_) in _FEATURES.items()]
    for (feature, allowed), value in zip(_FEATURES.items(), features, strict=True):
        if type(value) not in (int, str) or value not in allowed:
            options = ", ".join(map(repr, sorted(allowed)))
            raise ProformError(f"{feature} of {entry['form']!r} is {value!r}, not one of {options}")
    return Form(entry["form"], *features)


def _lexicon(name: object, pack: Path) -> Path | None:
    """The file that a pack names: beside it or, for a copy of a built-in pack, in the package."""
    if name is not None and (not isinstance(name, str) or not name):
        raise ProformError(f"lexicon must be the name of a file, found {name!r}")
    places = (pack.parent, Path(str(files("proform.language"))))
    paths = [place / name for place in places] if name else [None]
    return next((path for path in paths if path and path.is_file()), paths[0])


def _splitter(table: dict[str, Any]) -> Splitter:
    hyphen = table.get("hyphen", False)
    if not isinstance(hyphen, bool):
        raise ProformError(f"split.hyphen must be true or false, found {hyphen!r}")
    return Splitter(
        elided=_strings(table, "split.elided"),
        contracted=_strings(table, "split.contracted"),
        hyphen=hyphen,
        enclitic=_pattern(table, "split.enclitic").pattern,
        whole=_strings(table, "split.whole"),
    )


def _pattern(table: dict[str, Any], key: str) -> re.Pattern[str]:
    value = table.get(key.rpartition(".")[2], "")
    if not isinstance(value, str):
        raise ProformError(f"{key} must be a string, found {value!r}")
    try:
        return re.compile(value)
    except re.error as error:
        raise ProformError(f"{key} is no regular expression ({error})") from error


def _strings(table: dict[str, Any], key: str) -> tuple[str, ...]:
    return _checked(table.get(key.rpartition(".")[2], []), key)


def _groups(table: dict[str, Any], key: str) -> tuple[tuple[str, ...], ...]:
    value = table.get(key.rpartition(".")[2], [])
    if not isinstance(value, list):
        raise ProformError(f"{key} must be a list of lists of strings, found {value!r}")
    return tuple(_checked(group, key) for group in value)


def _checked(value: object, key: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise ProformError(f"{key} must be a list of strings, found {value!r}")
    return tuple(value)


def _table(value: object, where: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ProformError(f"expected a table {where}, found {value!r}")
    return value


def _only(table: dict[str, Any], keys: set[str], where: str) -> None:
    for key in table:
        if key not in keys:
            raise ProformError(f"unknown key {key!r} {where}; known are {', '.join(sorted(keys))}")
