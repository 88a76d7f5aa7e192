"""The models that come with proform."""

from __future__ import annotations

from pathlib import Path

import pytest

from proform.alignment.models import FOLDER, find_starter, load_starter

LARGEST = 3_000_000


@pytest.mark.parametrize("language", ["de", "es", "fr", "it", "pt"])
def test_english_has_one_with_each_in_either_direction(language: str) -> None:
    notes: list[str] = []
    there, back = (load_starter(pair, notes) for pair in (f"en-{language}", f"{language}-en"))
    assert notes == []
    assert there is not None
    assert back is not None
    assert there.name == back.name
    assert there.model.source.words is not back.model.source.words
    assert there.model.source.words == back.model.target.words
    assert there.model.manifest.pairs > 50_000
    assert max(map(len, there.model.source.words)) <= 4, "no text, only beginnings of words"
    path = find_starter(f"{language}-en")
    assert path is not None
    assert path.stat().st_size < LARGEST


def test_other_languages_have_none() -> None:
    notes: list[str] = []
    assert load_starter("fr-de", notes) is load_starter("en-ru", notes) is None
    assert notes == []


@pytest.mark.parametrize("size", [0, 20, 5000])
def test_a_broken_one_is_left_out_and_said(tmp_path: Path, size: int) -> None:
    whole = FOLDER / "en-fr.model"
    (tmp_path / "en-fr.model").write_bytes(whole.read_bytes()[:size])
    notes: list[str] = []
    assert load_starter("fr-en", notes, tmp_path) is None
    (note,) = notes
    assert note.startswith("the starter model is left out (")
    assert note.endswith("): reinstall proform")


def test_one_of_another_language_is_left_out_and_said(tmp_path: Path) -> None:
    (tmp_path / "en-de.model").write_bytes((FOLDER / "en-fr.model").read_bytes())
    notes: list[str] = []
    assert load_starter("en-de", notes, tmp_path) is None
    assert "a model for the languages en-fr, not en-de" in notes[0]
