"""Probabilities of a model."""

from __future__ import annotations

import numpy as np
import pytest
from tests.support.alignments import learnt, word_by_word

from proform.alignment.base import Pair
from proform.alignment.batches import Places, Vocabulary, batched, keys_of
from proform.alignment.chances import agreed, chances_of, expect, extended


def test_a_model_for_more_words_knows_what_it_knew() -> None:
    model = learnt(word_by_word())
    source, target = Vocabulary(model.source.words), Vocabulary(model.target.words)
    for word in ("42", "new"):
        source.numbers([word], 4)
    for word in ("autre", "42"):
        target.numbers([word], 4)
    more = extended(model, source, target)
    assert more.counts.sum() == pytest.approx(model.counts.sum() + 0.3)
    assert (np.diff(more.keys) > 0).all()
    counts = dict(zip(more.keys.tolist(), more.counts.tolist(), strict=True))
    assert counts[source["42"] * len(target) + target["42"]] == 0.3
    dog, chien = source["dog"], target["chie"]
    before = dict(zip(model.keys.tolist(), model.counts.tolist(), strict=True))
    assert counts[dog * len(target) + chien] == before[dog * len(model.target.words) + chien]
    assert extended(more, source, target).counts.tolist() == more.counts.tolist()


def test_neighbours_in_a_batch_do_not_matter() -> None:
    model = learnt(word_by_word())
    short, long = Pair(["the", "dog"], ["le", "chien"]), Pair(["cat"] * 5, ["chat"] * 4)
    chances, columns = chances_of(model), len(model.target.words)
    places = Places(model.keys, len(model.source.words) * columns)

    def believed(pairs: list[Pair]) -> np.ndarray:
        (batch,) = batched(pairs, model.source.words, model.target.words, 4)
        both = expect(batch, places.of(keys_of(batch, columns)), chances)
        found: np.ndarray = agreed(*both)[batch.rows.tolist().index(0)]
        return found

    alone, padded = believed([short]), believed([short, long])
    assert padded[:2, :2] == pytest.approx(alone, abs=1e-5)
    assert padded.sum() == pytest.approx(alone.sum(), abs=1e-4)
    assert (np.diag(alone) > 0.9).all()
