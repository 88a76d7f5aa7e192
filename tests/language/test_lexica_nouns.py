"""Lexica of nouns: what is listed, what follows from it, and tables that are damaged."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from proform.language import lexica
from proform.language.lexica import Derivation, NounLexicon, lacking, load_nouns
from proform.language.pack import Pack, load_pack, read_pack
from proform.language.readings import parse_readings


def pack(language: str) -> Pack:
    return load_pack(language) or Pack(language, language)


def look_up(language: str, word: str) -> str:
    nouns = load_nouns(pack(language))
    assert nouns is not None
    return " ".join(sorted(".".join(r).rstrip(".") for r in nouns.readings([word], 0)))


@pytest.mark.parametrize(
    ("language", "word", "readings"),
    [
        ("fr", "Vélo", "m.sg"),
        ("fr", "bicyclettes", "f.pl"),
        ("fr", "chevaux", "m.pl"),
        ("fr", "souris", "f"),
        ("fr", "période", "f.sg"),
        ("fr", "cœurs", "m.pl"),
        ("fr", "hibous", "m.pl"),
        ("fr", "journaliste", "c.sg"),
        ("fr", "timbre-postal", "m.sg"),
        ("fr", "portes-tambours", "f.pl"),
        ("fr", "xyzzy", ""),
        ("es", "mapas", "m.pl"),
        ("es", "canciones", "f.pl"),
        ("es", "luz", "f.sg"),
        ("es", "luces", "f.pl"),
        ("es", "dentistas", "c.pl"),
        ("es", "paraguas", "m"),
        ("es", "entonces", ""),
        ("de", "Kindern", "n.pl.dat"),
        ("de", "Bahnhofsuhr", "f.sg.acc f.sg.dat f.sg.gen f.sg.nom"),
        ("de", "Ausschuß", "m.sg.acc m.sg.dat m.sg.nom"),
        ("de", "Gefässen", "n.pl.dat"),
        ("de", "Radio-Teleskops", "n.sg.gen"),
        ("de", "und", ""),
        ("pl", "domu", "m.sg"),
        ("pl", "Książkę", "f.sg"),
        ("pl", "nauczyciele", "v.pl"),
        ("pl", "psy", "o.pl"),
        ("pl", "drzwiami", "o.pl"),
        ("pl", "rzeczy", "f.sg o.pl"),
        ("pl", "sieroty", "f.sg m.sg o.pl"),
        ("pl", "przez", ""),
        ("pl", "była", ""),
        ("ru", "книгой", "f.sg"),
        ("ru", "пальто", ".pl n.sg"),
        ("ru", "часами", ".pl"),
        ("ru", "счётом", "m.sg"),
        ("ru", "счетом", "m.sg"),
        ("ru", "сироту", "c.sg"),
        ("ru", "через", ""),
    ],
)
def test_nouns_of_the_package(language: str, word: str, readings: str) -> None:
    assert look_up(language, word) == readings


def test_a_language_without_table_has_none() -> None:
    assert load_nouns(pack("la")) is None
    assert not [*lacking(pack("la"))]


LISTED = {
    "bal": parse_readings("m.sg"),
    "pl": parse_readings("m.sg"),
    "mois": parse_readings("m"),
    "gens": parse_readings("m.pl"),
    "uhr": parse_readings("f.sg"),
    "turm": parse_readings("m.sg"),
}


@pytest.mark.parametrize(
    ("word", "readings"),
    [
        ("bals", "m.pl"),
        ("pls", ""),  # too short for a noun of which this is the plural
        ("moiss", "m.pl"),
        ("genss", ""),
        ("kirchturm", ""),
        ("bals-pl", "m.pl"),
    ],
)
def test_plurals_that_follow(word: str, readings: str) -> None:
    nouns = NounLexicon(LISTED, "x", Derivation(plurals={"s": ""}))
    assert nouns.look_up(word) == parse_readings(readings)


@pytest.mark.parametrize(
    ("word", "readings"),
    [("kirchturm", "m.sg"), ("turmuhr", ""), ("turm-uhr", "f.sg"), ("uhr-kirchturm", "m.sg")],
)
def test_compounds_that_follow(word: str, readings: str) -> None:
    nouns = NounLexicon(LISTED, "x", Derivation(compounds=True))
    assert nouns.look_up(word) == parse_readings(readings)


def test_without_rules_only_what_is_listed_is_known() -> None:
    nouns = NounLexicon(LISTED, "x")
    assert nouns.look_up("bal") == parse_readings("m.sg")
    assert not nouns.look_up("bals")
    assert not nouns.look_up("kirchturm")


def test_what_is_remembered_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lexica, "_KEPT", 2)
    nouns = NounLexicon(LISTED, "x")
    for word in ("bal", "Uhr", "turm", "nichts", "bal"):
        assert nouns.readings([word], 0) == LISTED.get(word.lower(), frozenset())
        assert len(nouns._known) <= 2


def test_a_lexicon_travels_between_processes() -> None:
    nouns = pickle.loads(pickle.dumps(load_nouns(pack("fr"))))  # noqa: S301 (our own)
    assert nouns.look_up("vélos") == parse_readings("m.pl")


@pytest.mark.parametrize("spoilt", [b"", b"proform nouns 2 0\n{}", None])
@pytest.mark.parametrize("own", [True, False])
def test_a_broken_table_is_said_and_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spoilt: bytes | None, own: bool
) -> None:
    if own:
        monkeypatch.setattr(lexica, "files", lambda _: tmp_path)
    table = tmp_path / "tables" / "xx.nouns"
    table.parent.mkdir()
    if spoilt is not None:
        table.write_bytes(spoilt)
    (tmp_path / "xx.toml").write_text('lexicon = "tables/xx.nouns"\n')
    other = read_pack("xx", tmp_path / "xx.toml")
    assert load_nouns(other) is None
    (note,) = lacking(other)
    assert note.startswith(f"agreement: {table}")
    what = "reinstall proform" if own else "mend it, or leave `lexicon` out of the pack"
    assert note.endswith(f", so less is decided; {what}")
    assert "\n" not in note
