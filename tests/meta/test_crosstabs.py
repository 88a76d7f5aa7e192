"""Cases and categories from Python."""

from __future__ import annotations

from pathlib import Path

from tests.support.library import same

import proform


def test_as_the_command(scored: Path) -> None:
    detail, human = scored / "detail.tsv", str(scored / "judgements.tsv")
    basic = scored / "basic.tsv"
    cases = proform.meta.cases(detail, human, without_repair=basic)
    same(cases, "meta", "cases", detail, "--human", human, "--without-repair", basic)
    assert [table.name for table in cases.tables] == ["cases", "distribution"]
    same(proform.meta.categories(detail, human), "meta", "categories", detail, "--human", human)
