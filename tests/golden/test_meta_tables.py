"""`proform meta` on the published tables: the figures that the papers print from them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import pytest
from tests.support.command import Proform, Write
from tests.support.published_labels import decisions_behind, labels_behind
from tests.support.published_tables import published_path, published_rows

SETTINGS = ("apt_a_repaired", "apt_a_basic", "apt_b_repaired", "apt_b_basic")
TOTAL = "total"


def _meta(proform: Proform, *args: object) -> dict[str, Any]:
    run = proform("meta", *args, "-f", "json")
    assert run.exit_code == 0, run.stderr
    found: dict[str, Any] = json.loads(run.stdout)
    return found


def test_correlations_with_protest(proform: Proform) -> None:
    scores = published_path("002-table1-apt-and-protest-scores")
    found = _meta(proform, "correlate", scores, "--human", "protest", "--resamples", 200)
    values = {(row["metric"], row["measure"]): row for row in found["correlations"]}
    for setting, printed in zip(SETTINGS, published_rows("002-table2-correlation"), strict=True):
        for measure in ("pearson", "spearman"):
            assert f"{values[setting, measure]['value']:.3f}" == printed[measure]
        pearson = values[setting, "pearson"]
        assert (pearson["n"], pearson["largest"], pearson["carries"]) == (10, "Reference", True)
        assert 0.68 <= pearson["without_largest"] <= 0.70


def test_the_text_says_that_one_system_carries_it(proform: Proform) -> None:
    scores = published_path("002-table1-apt-and-protest-scores")
    text = proform("meta", "correlate", scores, "--human", "protest").stdout
    for printed in published_rows("002-table2-correlation"):
        assert printed["pearson"] in text
        assert printed["spearman"] in text
    for setting in SETTINGS:
        assert f"{setting}, pearson: without Reference it falls from 0.8" in text
    assert text.count("this one system carries the correlation") == 4


def test_no_setting_of_apt_is_better(proform: Proform) -> None:
    scores = published_path("002-table1-apt-and-protest-scores")
    found = _meta(proform, "compare", scores, "--human", "protest", "--resamples", 200)
    assert len(found["comparisons"]) == 6
    for row in found["comparisons"]:
        assert row["p_williams"] > 0.2, "p > 0.2 in all cases"
        assert row["p_williams_holm"] == 1


def test_correlations_with_correct_pronouns(proform: Proform) -> None:
    human = f"{published_path('001-table3-correct')}#total"
    run = proform("meta", "correlate", published_path("001-table1-bleu-apt"), "--human", human)
    lines = [line.split() for line in run.stdout.splitlines()]
    assert ["bleu", "pearson", "16", "0.912"] in [line[:4] for line in lines]
    assert ["apt", "pearson", "15", "0.887"] in [line[:4] for line in lines]
    assert "left out of apt: 1 system, LMU-uns (no score)" in run.stdout
    assert "left out: 1 system, Examples (no metric has a score)" in run.stdout
    assert "RWTH-UNS and RWTH-uns are taken for one system" in run.stdout


def _tsv(header: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    return "".join("\t".join(map(str, row)) + "\n" for row in (header, *rows))


def _detail(cases: Iterable[tuple[str, str, str]]) -> str:
    """Detail of case, verdict and category; segments are running numbers."""
    header = (
        *("system", "metric", "segment", "position", "pronoun"),
        *("reason", "verdict", "category", "statistics", "reference", "candidate"),
    )
    rows = (
        ("x", "apt", number, 0, "it", *row, f"{row[0]}=1", "", "")
        for number, row in enumerate(cases)
    )
    return _tsv(header, rows)


def _judgements(labels: Iterable[str]) -> str:
    header = ("system", "segment", "position", "annotator", "judgement")
    return _tsv(header, (("x", number, 0, "Ada", label) for number, label in enumerate(labels)))


def test_disagreements_by_category(proform: Proform, write: Write) -> None:
    rows = published_rows("002-table3-disagreement")
    decisions = [one for row in rows if row["category"] != TOTAL for one in decisions_behind(row)]
    detail = _detail((one.reason, one.metric.value, one.category) for one in decisions)
    judged = _judgements(one.human.value for one in decisions)
    arguments = (write("d.tsv", detail), "--human", write("j.tsv", judged))
    found = _meta(proform, "categories", *arguments)["categories"]
    assert [row["category"] for row in found][:4] == [
        "anaphoric_intra_subject_it",
        "anaphoric_intra_non-subject_it",
        "anaphoric_inter_subject_it",
        "anaphoric_inter_non-subject_it",
    ]
    ours = {row["category"]: row for row in found}
    assert set(ours) == {row["category"] for row in rows}
    for row in rows:
        one = ours[row["category"]]
        for case in "123":
            assert one[f"reason_{case}"] == int(row[f"case{case}"])
        for key in ("human_correct", "human_incorrect", "disagreements"):
            assert one[key] == int(row[key])
        assert one["n"] == int(row["examples"])
        assert round(100 * one["disagreement"], 1) == float(row["percent"])
    listed = _meta(proform, "disagreements", *arguments)["disagreements"]
    assert len(listed) == int(rows[-1]["disagreements"]) == 541


def test_cases(proform: Proform, write: Write) -> None:
    *rows, total = published_rows("003-table5-cases")
    kinds = ("correct", "incorrect", "bad_translation")
    verdicts = {"1": "correct", "2": "correct", "3": "incorrect"}
    cases, labels = [], []
    for row in rows:
        size = int(row["total"])
        times = [round(size * int(row[f"{kind}_percent"]) / 100) for kind in kinds[1:]]
        for kind, count in zip(kinds, [size - sum(times), *times], strict=True):
            labels += [kind] * count
        cases += [(row["case"], verdicts.get(row["case"], "undecided"), "")] * size
    arguments = (write("d.tsv", _detail(cases)), "--human", write("j.tsv", _judgements(labels)))
    found = {row["case"]: row for row in _meta(proform, "cases", *arguments)["cases"]}
    assert found[TOTAL]["total"] == int(total["total"]) == 1498
    for row in rows:
        assert found[row["case"]]["total"] == int(row["total"])
        for kind in kinds:
            share = found[row["case"]][f"{kind}_share"]
            assert round(100 * share) == int(row[f"{kind}_percent"])


@pytest.mark.parametrize(
    ("question", "items", "differ", "printed"),
    [("pronoun", 116, 14, "0.69"), ("antecedent", 68, 1, "0.85")],
)
def test_annotators(
    proform: Proform, write: Write, question: str, items: int, differ: int, printed: str
) -> None:
    total = published_rows("004-table1-annotation")[-1]
    first, second = (
        {label: int(total[f"{who}_{question}_{label}"]) for label in ("yes", "no", "open")}
        for who in "ab"
    )
    # Bad translations and wrong alignments have no judgement: they are the open ones.
    words = {"yes": "ok", "no": "bad", None: "bad_translation"}
    if question == "antecedent":
        words[None] = "unset"
    column = "judgement" if question == "pronoun" else "antecedent"
    rows = [
        {"system": "x", "segment": n, "position": 0, "annotator": who, column: words[label]}
        for who, labels in zip("ab", labels_behind(first, second, differ), strict=True)
        for n, label in enumerate(labels)
    ]
    lines = "".join(json.dumps({"judgement": "ok", **row}) + "\n" for row in rows)
    found = _meta(proform, "agreement", write("j.jsonl", lines), "--resamples", 200)
    [one] = [row for row in found["agreement"] if row["question"] == question and row["unjudged"]]
    assert (one["n"], one["differ"], f"{one['value']:.2f}") == (items, differ, printed)
