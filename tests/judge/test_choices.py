"""What is installed shows in the signature; without any of it everything still works."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import pytest

from proform.errors import ProformError
from proform.judge import agreement as module
from proform.judge import make_judges
from proform.judge.agreement import Agreement
from proform.judge.choices import Choices
from proform.language.pack import Pack, load_pack


def pack(language: str) -> Pack:
    found = load_pack(language)
    assert found is not None
    return found


def agreement(language: str) -> Agreement:
    (judge,) = make_judges(["agreement"], Choices(pack("en"), pack(language)))
    assert isinstance(judge, Agreement)
    return judge


@pytest.mark.parametrize(
    ("language", "lexica"),
    [("fr", r"Lefff\+spaCy fr_core_news_md \S+"), ("de", "german-nouns"), ("es", "FreeLing")],
)
def test_what_is_installed_is_named(language: str, lexica: str) -> None:
    named = agreement(language).signature["lexica"]
    assert re.fullmatch(lexica, named)


def test_other_rules_make_another_signature(tmp_path: Path) -> None:
    own = tmp_path / "fr.toml"
    built_in = files("proform.language").joinpath("fr.toml").read_text(encoding="utf-8")
    other = built_in.replace('impersonal = "m.sg"', 'impersonal = "f.sg"')
    assert other != built_in
    own.write_text(other, encoding="utf-8")
    changed = load_pack("fr", tmp_path)
    assert changed is not None
    (judge,) = make_judges(["agreement"], Choices(pack("en"), changed))
    before, after = agreement("fr").signature, judge.signature
    assert {key for key in before if before[key] != after[key]} == {"rules"}


def test_what_the_tagger_says_is_evidence() -> None:
    found = agreement("fr").fitter.nouns.gender.find(["Tes", "kilims", "sont", "pires", "."], 1)
    assert found.values == {"m.pl"}
    assert found.sources[0] == "determiner"
    assert found.sources[-1].startswith("spaCy fr_core_news_md")


@pytest.mark.parametrize(
    ("language", "text", "values"),
    [
        ("fr", "cette vidéo", {"f.sg"}),
        ("fr", "Tes prétextes", {"m.pl", "f.pl"}),
        ("de", "ein Boot", {"m.sg", "n.sg"}),
        ("es", "su bicicleta", {"f.sg"}),
    ],
)
def test_without_lexica_determiners_and_core_tell(
    monkeypatch: pytest.MonkeyPatch, language: str, text: str, values: set[str]
) -> None:
    monkeypatch.setattr(module, "load_nouns", lambda _: None)
    monkeypatch.setattr(module, "find_tagger", lambda _: None)
    judge = agreement(language)
    assert judge.signature["lexica"] == "core"
    words = text.split()
    assert judge.fitter.nouns.gender.find(words, len(words) - 1).values == values


@pytest.mark.parametrize(
    ("language", "settings", "what"),
    [
        ("fr", {}, "subjects are dropped in neither 'en' nor 'fr'"),
        ("es", {"as_published": True}, "as_published sets all as in the paper"),
        ("es", {"anchored": True}, "the reference is the anchor"),
    ],
)
def test_dropped_subjects_where_there_are_none(
    language: str, settings: dict[str, bool], what: str
) -> None:
    with pytest.raises(ProformError, match=f"dropped: .*{what}"):
        Choices(pack("en"), pack(language), dropped=True, **settings)  # type: ignore[arg-type]
