"""Learning: from little, from more, on top of what was learnt before."""

from __future__ import annotations

import pytest
from tests.support.alignments import QUIET, learnt, share_of_right_links, word_by_word

from proform.alignment.aligners import Trained
from proform.alignment.base import AlignerSettings, Pair
from proform.alignment.models import Manifest, Model, model_bytes
from proform.alignment.training import learn
from proform.errors import ProformError


def links(model: Model, pair: Pair) -> list[tuple[int, int]]:
    return Trained(lambda: model, "", AlignerSettings(), QUIET).align([pair])[0].links


def test_words_find_their_translations() -> None:
    model = learnt(word_by_word())
    pairs = word_by_word()
    alignments = Trained(lambda: model, "", AlignerSettings(), QUIET).align(pairs)
    assert share_of_right_links(pairs, alignments) > 0.99
    counts = dict(zip(model.keys.tolist(), model.counts.tolist(), strict=True))
    dog = model.source.words["dog"] * len(model.target.words) + model.target.words["chie"]
    said = sum(pair.source.count("dog") for pair in pairs)
    assert counts[dog] == pytest.approx(said, rel=0.05)


def test_what_was_learnt_before_is_kept_and_new_words_are_added() -> None:
    crossed = Pair(["cat", "purrs"], ["ronronne", "chat"])
    alone = learnt([crossed] * 2)
    assert links(alone, crossed) != [(0, 1), (1, 0)], "nothing tells which is which"
    both = learnt([crossed] * 2, learnt(word_by_word()))
    assert links(both, crossed) == [(0, 1), (1, 0)]
    assert links(both, Pair(["the", "dog"], ["chien", "le"])) == [(0, 1), (1, 0)]


def test_the_same_text_gives_the_same_model_on_any_number_of_cores(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    models = set()
    for cores in (1, 3):
        monkeypatch.setattr("proform.parallel._cores", lambda cores=cores: cores)
        models.add(model_bytes(learnt(word_by_word())))
    assert len(models) == 1


def test_progress_goes_from_little_to_all() -> None:
    shares: list[float] = []
    learn(word_by_word(), Manifest("en-fr", "blanks", "", 1, 4), None, shares.append)
    assert shares == sorted(shares)
    assert 0 < shares[0] < 0.5
    assert shares[-1] == 1


def test_nothing_to_train_on_is_refused() -> None:
    with pytest.raises(ProformError, match="nothing to train on; every pair has an empty side"):
        learnt([Pair((), ("a",))])
