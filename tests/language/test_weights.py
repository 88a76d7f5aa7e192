"""Tables of weights that come with the package."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

import proform
from proform.errors import InputError
from proform.language import weights
from proform.language.weights import lacking_weights, load_weights, read_arrays


def test_english_has_one_that_is_not_too_large() -> None:
    table = load_weights("en")
    assert table is not None
    assert {"labels", "words", "first", "second", "features", "weights", "vectors"} <= set(
        table.arrays
    )
    assert len(table.digest) == 8
    file = files("proform.language") / "en.npz"
    assert len(file.read_bytes()) < 6_000_000


def test_other_languages_have_none() -> None:
    assert load_weights("xx") is None


@pytest.fixture
def damaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    content = (files("proform.language") / "en.npz").read_bytes()
    (tmp_path / "en.npz").write_bytes(content[: len(content) // 2])
    monkeypatch.setattr(weights, "files", lambda _: tmp_path)


@pytest.mark.usefixtures("damaged")
def test_a_damaged_one_is_as_good_as_none_and_said() -> None:
    assert load_weights("en") is None
    (note,) = lacking_weights("en")
    assert "en.npz: the table of weights is damaged" in note
    assert note.endswith("reinstall proform")


@pytest.mark.usefixtures("damaged")
def test_with_a_damaged_one_agreement_goes_on_and_says_why_nothing_is_decided() -> None:
    source, system = (
        ["The house is old .", "It is red ."],
        ["La maison est vieille .", "Elle est rouge ."],
    )
    result = proform.score(source, None, {"a": system}, "en-fr", metrics=["agreement"])
    (note,) = (note for note in result.notes if "weights" in note)
    assert "is damaged" in note
    assert "only pronouns whose antecedent is annotated are decided" in note
    pairs = proform.list_languages().to_records("pairs")
    assert not any(pair["antecedents"] for pair in pairs)


def test_one_that_lacks_an_array_is_said(tmp_path: Path) -> None:
    path = tmp_path / "en.npz"
    np.savez(path, words=np.zeros(1))
    with pytest.raises(InputError, match=re.escape("'labels.npy' in the archive")):
        read_arrays(path, "weights", ["words", "labels"])


def test_a_whole_one_lacks_nothing() -> None:
    assert not list(lacking_weights("en"))
