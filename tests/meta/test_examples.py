"""What a metric and people say of the same pronouns, and where they differ."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.command import run
from tests.support.library import same

import proform
from proform.errors import ProformError
from proform.meta.examples import UNKNOWN, in_order, match, of_metric


def test_disagreements_as_the_command(scored: Path) -> None:
    detail, human = scored / "detail.tsv", str(scored / "judgements.tsv")
    args = ("meta", "disagreements", detail, "--human", human, "-c", "anaphoric_intra_subject_it")
    found = proform.meta.disagreements(detail, human, category="anaphoric_intra_subject_it")
    same(found, *args)
    assert str(found) == run(*args)
    assert found.to_text("latex") == run(*args, "-f", "latex")
    assert all(pair.differs for pair in found.pairs)


def test_names_that_differ_in_case_only() -> None:
    names, notes = match(["Base", "new", "Both"], ["base", "new", "other", "both", "BOTH"])
    assert names == {
        "base": "Base",
        "new": "new",
        "other": "other",
        # Two that could be the same one are taken for neither.
        "both": "both",
        "BOTH": "BOTH",
    }
    assert notes == ("base and Base are taken for one system",)


def test_categories_come_in_the_order_of_protest() -> None:
    known = ["anaphoric_intra_subject_it", "event_it"]
    order = in_order([UNKNOWN, "zebra", *known[::-1], "apple"])
    assert order == [*known, "apple", "zebra", UNKNOWN]


def test_what_is_not_there_is_said(scored: Path, tmp_path: Path) -> None:
    detail, human = scored / "detail.tsv", str(scored / "judgements.tsv")
    with pytest.raises(ProformError, match="no metric 'bleu'; it has apt"):
        of_metric(detail, "bleu")
    with pytest.raises(ProformError, match="no category 'event'; there are anaphoric_intra_subj"):
        proform.meta.disagreements(detail, human, category="event")
    other = tmp_path / "other.tsv"
    rows = Path(human).read_text(encoding="utf-8").splitlines()
    cells = dict(zip(rows[0].split("\t"), rows[1].split("\t"), strict=True)) | {"segment": "999"}
    other.write_text("\n".join((rows[0], "\t".join(cells.values()), "")), encoding="utf-8")
    with pytest.raises(ProformError, match=r"no pronoun of .* is judged in .* segment 999, word"):
        proform.meta.disagreements(detail, str(other))
