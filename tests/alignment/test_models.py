"""Models of the built-in aligner: saved, loaded, refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.alignments import QUIET, word_by_word

from proform.alignment.base import AlignerSettings, Pair
from proform.alignment.models import load_model, save_model
from proform.errors import InputError, ProformError


def test_a_saved_model_links_unseen_text_pair_by_pair(tmp_path: Path) -> None:
    folder = tmp_path / "model"
    save_model(folder, word_by_word(), "en-fr", "blanks", AlignerSettings(), QUIET)
    model = load_model(folder, "en-fr", "blanks", AlignerSettings(), QUIET)
    new = Pair(["the", "cat", "eats", "here"], ["le", "chat", "mange", "ici"])
    (alone,) = model.align([new])
    assert alone.links == [(place, place) for place in range(4)]
    among = model.align([*word_by_word(), new, Pair((), ("chat",))])
    assert among[-2] == alone, "other pairs change nothing"
    assert among[-1].links == []
    assert [path.name for path in tmp_path.iterdir()] == ["model"]


def test_a_model_for_something_else_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "model"
    save_model(folder, word_by_word(), "en-fr", "blanks", AlignerSettings(), QUIET)
    with pytest.raises(InputError, match="a model for the languages en-fr, not en-de"):
        load_model(folder, "en-de", "blanks", AlignerSettings(), QUIET)
    with pytest.raises(InputError, match="a model for the tokenisation blanks, not other"):
        load_model(folder, "en-fr", "other", AlignerSettings(), QUIET)
    with pytest.raises(ProformError, match="model: is there already"):
        save_model(folder, word_by_word(), "en-fr", "blanks", AlignerSettings(), QUIET)
    broken = next(path for path in folder.iterdir() if path.name.startswith("forward"))
    broken.write_bytes(b"")
    with pytest.raises(InputError, match="missing or not what the manifest says"):
        load_model(folder, "en-fr", "blanks", AlignerSettings(), QUIET)
    (folder / "manifest.json").write_text("{}")
    with pytest.raises(InputError, match="not the manifest of a model"):
        load_model(folder, "en-fr", "blanks", AlignerSettings(), QUIET)
    with pytest.raises(InputError, match=r"not a model \(No such file"):
        load_model(tmp_path / "nowhere", "en-fr", "blanks", AlignerSettings(), QUIET)


def test_progress_goes_from_little_to_all(tmp_path: Path) -> None:
    shares: list[float] = []
    save_model(
        tmp_path / "model", word_by_word(), "en-fr", "blanks", AlignerSettings(), shares.append
    )
    assert shares == sorted(shares)
    assert 0 < shares[0] < 0.5
    assert shares[-1] == 1


def test_nothing_to_train_on_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ProformError, match="nothing to train on"):
        save_model(tmp_path / "m", [Pair((), ("a",))], "en-fr", "blanks", AlignerSettings(), QUIET)
    assert not list(tmp_path.iterdir())
