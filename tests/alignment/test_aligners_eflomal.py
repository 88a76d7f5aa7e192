"""The original eflomal, if it is there."""

from __future__ import annotations

import sys

import pytest
from tests.support.alignments import share_of_right_links, word_by_word

from proform.alignment.aligners import Eflomal
from proform.alignment.base import AlignerSettings, Pair
from proform.errors import ProformError

EFLOMAL = Eflomal(AlignerSettings(heuristic="grow-diag"))


def test_word_for_word_is_aligned_word_for_word() -> None:
    pytest.importorskip("eflomal", reason="needs the extra eflomal")
    pairs = word_by_word()
    alignments = EFLOMAL.align([*pairs, Pair((), ("chien",))])
    assert share_of_right_links(pairs, alignments[:-1]) > 0.95
    assert alignments[-1].links == []
    assert EFLOMAL.align([Pair((), ())])[0].links == []
    odd = [Pair(["dog\N{NO-BREAK SPACE}s", "cat"], ["chien", "chat"])] * 5
    assert all(end < 2 for alignment in EFLOMAL.align(odd) for end in alignment.ends)


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "eflomal", None)
    with pytest.raises(ProformError, match=r"pip install 'proform\[eflomal\]'"):
        EFLOMAL.align([Pair(["a"], ["b"])])


def test_it_is_marked_not_reproducible() -> None:
    assert "not-reproducible" in EFLOMAL.signature
    assert not EFLOMAL.reproducible
