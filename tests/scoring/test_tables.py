"""Results as tables."""

from __future__ import annotations

from dataclasses import replace

from tests.support.report_content import GROUP, RESULT

from proform.judge import describe
from proform.judge.base import Description
from proform.model import NONE, OTHER
from proform.scoring.result import Change, Group, PairedScore, Result, Stability
from proform.scoring.tables import long_table, matrix_labels, tables
from proform.stats.resample import PairedTest

RUN = Result(
    "signature",
    4,
    (RESULT, replace(RESULT, system="n", interval=None)),
    (
        PairedScore("apt", "new", "n", PairedTest(-0.1, 0.02, 0.03)),
        PairedScore("apt", "n", "o", None),
    ),
    (),
)


def test_scores_with_intervals_and_counts() -> None:
    scores, _ = tables(RUN)
    assert scores.header == ("system", "score", "95% interval", "precision", "n", "1", "2", "3")
    assert scores.rows == (
        ("new", "0.5000", "0.2500–0.7500", "–", "3", "1", "0.4", "1.6"),
        ("n", "0.5000", "–", "–", "3", "1", "0.4", "1.6"),
    )


def test_headings_of_counts_can_be_shortened() -> None:
    described = Description("apt", ("1", "2", "3"), ((1.0, 1.0),) * 3, headings={"2": "near"})
    scores, _ = tables(replace(RUN, descriptions={"apt": described}))
    assert scores.header[-3:] == ("1", "near", "3")
    assert scores.keys[-3:] == ("1", "2", "3")


def test_a_system_may_have_the_name_of_a_column() -> None:
    _, breakdown, _ = tables(RUN, ("pronoun",))
    assert breakdown.header == ("pronoun", "n", "new", "n")
    assert breakdown.rows == (("it", "3", "0.5000", "0.5000"),)


def test_a_breakdown_of_nothing_says_so() -> None:
    _, breakdown, _ = tables(RUN, ("document",))
    assert breakdown.rows == ()
    assert breakdown.notes == ("no documents are known",)


def test_a_suite_is_approved_or_referred() -> None:
    group = Group(6, {"score": 0.5}, {"approved": 4, "pronoun_differs": 2})
    result = replace(
        RESULT, metric="protest", total=group, groups={"category": {"event_it": group}}
    )
    described = describe("protest")
    assert described is not None
    run = Result("", 1, (result,), (), (), {"protest": described})
    _, breakdown = tables(run, ("category",))
    assert breakdown.title.endswith("approved / referred")
    assert breakdown.rows == (("event_it", "6", "4 / 2"),)


def test_rare_forms_share_a_row_of_the_matrix() -> None:
    forms = [f"form{number:02}" for number in range(12)]
    cells = {(form, form): 20 - place for place, form in enumerate(forms)}
    result = replace(RESULT, matrix={**cells, (NONE, OTHER): 30})
    assert matrix_labels(result) == [*forms, OTHER, NONE]
    _, matrix, _ = tables(replace(RUN, results=(result,)), matrix=True)
    assert matrix.header == ("", *forms[:10], OTHER, NONE, "rarer", "sum")
    rarer, sums = matrix.rows[-2:]
    assert (rarer[0], rarer[-2:]) == ("rarer", (str(10 + 9), str(10 + 9)))
    assert sums[-1] == str(sum(cells.values()) + 30)


def test_comparisons() -> None:
    assert [*tables(RUN)][-1].rows == (
        ("n – new", "apt", "-0.1000", "0.0200", "0.0300"),
        ("o – n", "apt", "–", "–", "–"),
    )


def test_the_long_table_has_a_row_for_each_key() -> None:
    table = long_table(RUN, ("pronoun",))
    assert [(row["system"], row["by"], row["key"]) for row in table.records] == [
        ("new", None, None),
        ("new", "pronoun", "it"),
        ("n", None, None),
        ("n", "pronoun", "it"),
    ]
    assert table.keys[:6] == ("system", "metric", "by", "key", "score", "precision")
    assert table.records[0]["low"] == 0.25
    assert table.records[1]["2"] == GROUP.counts["2"]


def test_stability_over_alignments() -> None:
    change = Change(0, 1, "it", ("1", "3"))
    seen = Stability("new", "apt", (0.4, None, 0.6), 7, (change,))
    assert [*tables(replace(RUN, stabilities=(seen,)))][-1].rows == (
        ("new", "apt", "0.4000", "0.6000", "–", "1", "7"),
    )
