"""Tables of weights that come with the package."""

from __future__ import annotations

from importlib.resources import files

from proform.language.weights import load_weights


def test_english_has_one_and_it_is_small() -> None:
    table = load_weights("en")
    assert table is not None
    assert {"labels", "words", "first", "second", "features", "weights"} <= set(table.arrays)
    assert len(table.digest) == 8
    file = files("proform.language") / "en.npz"
    assert len(file.read_bytes()) < 1_000_000


def test_other_languages_have_none() -> None:
    assert load_weights("xx") is None
