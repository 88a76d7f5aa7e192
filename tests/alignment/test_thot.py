"""The built-in aligner: deterministic, independent, saved and loaded."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.alignments import share_of_right_links, word_by_word

from proform.alignment.base import Pair, seen
from proform.alignment.models import load_model, save_model
from proform.alignment.thot import SelfTrained, Settings
from proform.errors import InputError, ProformError
from proform.parallel import Watch

QUIET: Watch = lambda share: None  # noqa: ARG005, E731


def test_word_for_word_is_aligned_word_for_word() -> None:
    pairs = word_by_word()
    assert share_of_right_links(pairs, SelfTrained(Settings(), QUIET).align(pairs)) > 0.97


def test_the_same_twice_and_nothing_for_empty_sides() -> None:
    pairs = [*word_by_word(), Pair((), ("chien",)), Pair(("dog",), ()), Pair((), ())]
    aligner = SelfTrained(Settings(), QUIET)
    first, second = aligner.align(pairs), aligner.align(pairs)
    assert first == second
    assert all(not alignment.links for alignment in first[-3:])
    assert SelfTrained(Settings(), QUIET).align([Pair((), ())])[0].links == []


def test_a_very_long_line_does_no_harm() -> None:
    pairs = [*word_by_word(), Pair(["dog"] * 2000, ["chien"] * 1500)]
    alignments = SelfTrained(Settings(), QUIET).align(pairs)
    assert alignments[-1].links == []
    assert share_of_right_links(pairs[:-1], alignments[:-1]) > 0.97


def test_a_saved_model_links_unseen_text_pair_by_pair(tmp_path: Path) -> None:
    folder = tmp_path / "model"
    save_model(folder, word_by_word(), "en-fr", "blanks", Settings(), QUIET)
    model = load_model(folder, "en-fr", "blanks", Settings(), QUIET)
    new = Pair(["the", "cat", "eats", "here"], ["le", "chat", "mange", "ici"])
    (alone,) = model.align([new])
    assert alone.links == [(place, place) for place in range(4)]
    among = model.align([*word_by_word(), new, Pair((), ("chat",))])
    assert among[-2] == alone, "other pairs change nothing"
    assert among[-1].links == []
    assert [path.name for path in tmp_path.iterdir()] == ["model"]


def test_a_model_for_something_else_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "model"
    save_model(folder, word_by_word(), "en-fr", "blanks", Settings(), QUIET)
    with pytest.raises(InputError, match="a model for the languages en-fr, not en-de"):
        load_model(folder, "en-de", "blanks", Settings(), QUIET)
    with pytest.raises(InputError, match="a model for the tokenisation blanks, not other"):
        load_model(folder, "en-fr", "other", Settings(), QUIET)
    with pytest.raises(ProformError, match="model: is there already"):
        save_model(folder, word_by_word(), "en-fr", "blanks", Settings(), QUIET)
    broken = next(path for path in folder.iterdir() if path.name.startswith("forward"))
    broken.write_bytes(b"")
    with pytest.raises(InputError, match="missing or not what the manifest says"):
        load_model(folder, "en-fr", "blanks", Settings(), QUIET)
    (folder / "manifest.json").write_text("{}")
    with pytest.raises(InputError, match="not the manifest of a model"):
        load_model(folder, "en-fr", "blanks", Settings(), QUIET)
    with pytest.raises(InputError, match=r"not a model \(No such file"):
        load_model(tmp_path / "nowhere", "en-fr", "blanks", Settings(), QUIET)


def test_what_the_aligner_sees() -> None:
    assert seen(["Elephants", "IT"], 4) == ["elep", "it"]
    assert seen(["Elephants"], 0) == ["elephants"]


def test_progress_goes_from_little_to_all(tmp_path: Path) -> None:
    shares: list[float] = []
    save_model(tmp_path / "model", word_by_word(), "en-fr", "blanks", Settings(), shares.append)
    assert shares == sorted(shares)
    assert 0 < shares[0] < 0.5
    assert shares[-1] == 1


def test_nothing_to_train_on_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ProformError, match="nothing to train on"):
        save_model(tmp_path / "m", [Pair((), ("a",))], "en-fr", "blanks", Settings(), QUIET)
    assert not list(tmp_path.iterdir())
