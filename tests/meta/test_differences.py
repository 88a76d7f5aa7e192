"""Disagreements of a metric and people, from Python."""

from __future__ import annotations

from pathlib import Path

from tests.support.command import run
from tests.support.library import same

import proform


def test_as_the_command(scored: Path) -> None:
    detail, human = scored / "detail.tsv", str(scored / "judgements.tsv")
    args = ("meta", "disagreements", detail, "--human", human, "-c", "anaphoric_intra_subject_it")
    found = proform.meta.disagreements(detail, human, category="anaphoric_intra_subject_it")
    same(found, *args)
    assert str(found) == run(*args)
    assert found.to_text("latex") == run(*args, "-f", "latex")
    assert all(pair.differs for pair in found.pairs)
