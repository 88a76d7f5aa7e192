"""Models as files: written, read, refused."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tests.support.alignments import learnt, word_by_word

from proform.alignment.models import RARE, load_model, model_bytes, model_name
from proform.errors import InputError

MODEL = learnt(word_by_word())


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "en-fr.model"
    path.write_bytes(model_bytes(MODEL))
    return path


def test_what_is_read_is_what_was_written(path: Path) -> None:
    model = load_model(path, "en-fr", "blanks")
    assert model.manifest == MODEL.manifest
    assert model.source.words == MODEL.source.words
    assert model.keys.tolist() == MODEL.keys.tolist()
    assert model.counts == pytest.approx(MODEL.counts, rel=0.03)
    assert model.target.jumps == pytest.approx(MODEL.target.jumps)
    assert model.source.unaligned == pytest.approx(MODEL.source.unaligned, rel=1e-2, abs=1e-2)
    assert model.counts.min() >= RARE


def test_a_file_names_itself_by_its_content(path: Path) -> None:
    assert len(model_name(path)) == 16
    assert model_bytes(MODEL) == path.read_bytes()
    other = learnt(word_by_word()[:100])
    assert model_bytes(other)[:40] != path.read_bytes()[:40]


def test_turned_round_twice_it_is_the_same() -> None:
    back = MODEL.flipped()
    assert back.manifest.languages == "fr-en"
    assert back.source is MODEL.target
    assert (np.diff(back.keys) > 0).all()
    assert back.flipped().keys.tolist() == MODEL.keys.tolist()
    assert back.flipped().counts.tolist() == MODEL.counts.tolist()


def test_a_model_for_something_else_is_refused(path: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="a model for the languages en-fr, not en-de"):
        load_model(path, "en-de")
    with pytest.raises(InputError, match="a model for the tokenisation blanks, not other"):
        load_model(path, "en-fr", "other")
    with pytest.raises(InputError, match=r"not a model \(No such file"):
        load_model(tmp_path / "nowhere", "en-fr")


@pytest.mark.parametrize("size", [0, 10, 34, 500])
def test_a_file_that_was_cut_is_refused(path: Path, size: int) -> None:
    path.write_bytes(path.read_bytes()[:size])
    with pytest.raises(InputError, match=r"not a model of this version|a broken model"):
        load_model(path, "en-fr")


def test_a_file_that_was_changed_is_refused(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    with pytest.raises(InputError, match="a broken model: its checksum differs"):
        load_model(path, "en-fr")
