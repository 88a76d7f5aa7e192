"""Reasons, confusion matrices and annotators: the tables say what the inputs say."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import parse_qs

import pytest
from tests.support.annotations import annotate
from tests.support.demo_suite import SYSTEMS
from tests.support.report_content import by_head, content

from proform.report.counts import (
    against_annotators,
    by_annotators,
    labels,
    matrices,
    matrix,
    reasons,
)
from proform.store.answers import Answer


def test_reasons_add_up(made: Path) -> None:
    rows = by_head(reasons(content(made / "scores.json", made / "detail.tsv"), "apt"))
    assert rows["sentence",] == {
        "system": "sentence",
        "1 identical": 44,
        "2 equivalent": 1,
        "3 different": 33,
        "4 not found in the candidate": 0,
        "all": 78,
    }
    alone = by_head(reasons(content(made / "scores.json"), "apt"))
    assert alone == rows
    assert not reasons(content(made / "scores.json"), "autoprf").records, (
        "its counts are no reasons"
    )


def test_bars_fill_the_line(made: Path) -> None:
    for row in reasons(content(made / "detail.tsv"), "apt").cells:
        pieces = row[1].picture
        assert isinstance(pieces, list)
        assert sum(length for _, _, length in pieces) == pytest.approx(100, abs=0.01)


def test_a_matrix_adds_up_and_keeps_the_rare_forms_together(made: Path) -> None:
    found = content(made / "scores.json", made / "detail.tsv")
    named = labels(found, "apt")
    assert len(named) == 12
    assert named[-2:] == ["rarer", "NONE"]
    rows = by_head(matrix(found, "apt", "context", named))
    assert rows["sum",]["sum"] == 78
    for name in named:
        assert sum(int(str(rows[name,][other])) for other in named) == rows[name,]["sum"]
    (last,) = (row[-1] for row in matrix(found, "apt", "context", named).cells[:1])
    assert parse_qs(last.go.split("?")[1])["expected"] == [named[0]]
    systems = [(metric, system) for metric, system, _ in matrices(found)]
    assert systems[:3] == [("apt", system) for system in SYSTEMS]
    assert labels(found, "autoprf") == [], "it compares no single forms"
    alone = by_head(matrix(content(made / "scores.json"), "apt", "context", named))
    assert alone["elle",]["elle"] == rows["elle",]["elle"]


def test_annotators_are_counted_and_set_against_metrics(made: Path, tmp_path: Path) -> None:
    where = tmp_path / "annotated.db"
    where.write_bytes((made / "suite.db").read_bytes())
    annotate(
        str(where),
        {
            (1, "context"): [("Ada", Answer("ok", "ok")), ("Bob", Answer("bad", "ok"))],
            (2, "context"): [("Ada", Answer("ok", "ok"))],
            (3, "context"): [("Ada", Answer("bad", "ok"))],
            (4, "context"): [("Ada", Answer("unset", "unset"))],
        },
    )
    found = content(where)
    assert list(by_head(by_annotators(found))["context",].values()) == [
        "context",
        1,
        1,
        0,
        1,
        1,
        98,
    ]
    assert list(by_head(by_annotators(found))["literal",].values()) == [
        "literal",
        0,
        0,
        0,
        0,
        0,
        102,
    ]
    rows = by_head(against_annotators(found, "protest"))
    assert sum(int(str(row["found right"])) for row in rows.values()) == 1
    decided = found.judgements["protest", "context"]
    reason = next(d.reason for n, d in decided.items() if found.pronouns[n].example == 2)
    assert rows[reason.replace("_", " "),]["found right"] == 1


def test_agreement_has_its_reasons_in_rows(made: Path) -> None:
    found = content(made / "suite.db")
    by_rows = by_head(reasons(found, "agreement"))
    assert {"agrees", "disagrees", "unknown"} <= set(by_rows["context",])
    assert by_rows["literal",]["all"] == 102
