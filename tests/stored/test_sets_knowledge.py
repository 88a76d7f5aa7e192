"""What a system knows, and what it says."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.challenge_files import DISCEVALMT, put

import proform
from proform import stored
from proform.errors import ProformError
from proform.stored.sets import knowledge
from proform.suite.knowledge import CELLS


def test_examples_are_in_the_cell_that_both_results_tell(tmp_path: Path) -> None:
    suite = proform.import_set(put(tmp_path / "a.json", DISCEVALMT), tmp_path / "s.db").suite
    with pytest.raises(ProformError):
        knowledge(suite, "expected-form")
    # elle, il and ils are expected
    suite.add_system("sys", ["Elle est rouge.", "Elle est rouge.", "Ils chantent."])
    stored.add_scores(suite, "sys", [2, 1, 2, 1, 1, 2], higher_is_better=True)
    compared = knowledge(suite, "expected-form")
    assert compared.cells == {
        "sys": dict(zip(CELLS, ((1,), (2,), (3,), ()), strict=True)),
    }
    text = compared.to_text("tsv")
    assert "knows, but does not say it" in text


def test_a_system_needs_both(tmp_path: Path) -> None:
    suite = proform.import_set(put(tmp_path / "a.json", DISCEVALMT), tmp_path / "s.db").suite
    suite.add_system("one", ["Elle est rouge.", "Elle est rouge.", "Ils chantent."])
    stored.add_scores(suite, "two", [2, 1, 2, 1, 1, 2], higher_is_better=True)
    with pytest.raises(ProformError, match="no system has both scores and a translation"):
        knowledge(suite, "expected-form")
