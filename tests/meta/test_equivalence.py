"""Equivalent pronouns from Python."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.command import run
from tests.support.library import same

import proform
from proform.errors import ProformError


def test_as_the_command(scored: Path) -> None:
    detail, human = scored / "detail.tsv", str(scored / "judgements.tsv")
    args = ("meta", "equivalents", detail, "--human", human, "-l", "en-fr")
    found = proform.meta.equivalents(detail, human, languages="en-fr")
    same(found, *args)
    assert found.to_text("list") == run(*args)
    rare = proform.meta.equivalents(detail, human, part=0.5)
    assert any(remark.startswith("dropped ") for remark in rare.remarks("list"))
    with pytest.raises(ProformError, match="unknown format 'xml'"):
        found.to_text("xml")
