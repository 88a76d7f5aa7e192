"""How well nouns go with the words around a pronoun."""

from __future__ import annotations

import numpy as np
import pytest

from proform.analysis.meanings import Meanings, around
from proform.language.weights import load_weights


def shipped() -> Meanings:
    table = load_weights("en")
    assert table is not None
    return Meanings.from_table(table.arrays)


def test_near_and_rare_words_tell_more() -> None:
    near, far = around(0, [1, 9], [100, 100])
    assert near > far
    common, rare = around(0, [1, -1], [10, 10_000])
    assert common < rare
    assert around(0, [1, 2, 3], [0, 5, 9]).sum() == pytest.approx(1)


def test_vectors_are_unpacked_with_a_one_at_the_end() -> None:
    known = Meanings({"a": 0, "b": 1}, np.array([[0x1F, 0x20], [0x00, 0xAB]], np.uint8))
    assert known.of([1, 0]).tolist() == [[0, 10, 0, 11, 1], [1, 2, 15, 0, 1]]


@pytest.mark.parametrize(
    ("said", "meant", "other"),
    [("whistled", "kettle", "plate"), ("barked", "dog", "bench"), ("signed", "contract", "lamp"),
     ("mown", "lawn", "shed"), ("anchored", "boat", "picnic"), ("flew", "pigeon", "statue"),
     ("parked", "van", "garden"), ("printed", "leaflet", "river"), ("baked", "pie", "carpet"),
     ("erupted", "volcano", "camera")],
)  # fmt: skip
def test_what_is_said_tells_which_noun_is_meant(said: str, meant: str, other: str) -> None:
    fits = shipped().fits([meant, other], 0, [(1, said)])
    assert None not in fits
    first, second = (fit or 0.0 for fit in fits)
    assert first > second


def test_words_that_are_not_known_tell_nothing() -> None:
    known = shipped()
    assert known.fits(["kettle", "xqzzy"], 0, [(1, "xqzzy")]) == [None, None]
    assert known.fits(["kettle", "xqzzy"], 0, [(1, "whistled")])[1] is None
    assert known.fits([], 0, [(1, "whistled")]) == []
    assert Meanings().fits(["kettle"], 0, [(1, "whistled")]) == [None]
