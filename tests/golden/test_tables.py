"""The published tables: from the figures in them, the other figures that were printed."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from tests.support.published_labels import LABELS, decisions_behind, labels_behind
from tests.support.published_tables import Rows, published_rows

from proform.stats.agreement import Decisions, by_category, disagreements, kappa
from proform.stats.comparison import Sample, grid, williams
from proform.stats.correlate import Array, correlate, leave_one_out, pair
from proform.stats.crosstab import Crosstab, cross, shares

TOTAL = "total"


def _rng() -> np.random.Generator:
    return np.random.default_rng(1)


def _scores(rows: Rows, column: str) -> dict[str, float | None]:
    """Scores by system; the tables spell RWTH-uns in two ways."""
    return {row["system"].casefold(): float(row[column]) if row[column] else None for row in rows}


def _columns(rows: Rows) -> dict[str, Array]:
    return {
        column: np.array([float(row[column]) for row in rows])
        for column in rows[0]
        if column != "system"
    }


def _counts(rows: Rows, name: str, *columns: str) -> Crosstab:
    """A table of counts without its total row."""
    rows = [row for row in rows if row[name] != TOTAL]
    return Crosstab(
        tuple(row[name] for row in rows),
        columns,
        tuple(tuple(int(row[column]) for column in columns) for row in rows),
    )


def _percent(part: float | None, digits: int = 1) -> float | None:
    return None if part is None else round(100 * part, digits)


_APT_SETTINGS = ("apt_a_repaired", "apt_a_basic", "apt_b_repaired", "apt_b_basic")


@pytest.mark.parametrize(("row", "setting"), list(enumerate(_APT_SETTINGS)))
def test_correlations_with_protest(row: int, setting: str) -> None:
    scores = _columns(published_rows("002-table1-apt-and-protest-scores"))
    printed = published_rows("002-table2-correlation")[row]
    for measure in ("pearson", "spearman"):
        found = correlate(scores[setting], scores["protest"], measure, _rng(), 200)
        assert found.value is not None
        assert f"{found.value:.3f}" == printed[measure]
        assert found.n == 10


@pytest.mark.parametrize("setting", _APT_SETTINGS)
def test_the_reference_carries_the_correlation(setting: str) -> None:
    rows = published_rows("002-table1-apt-and-protest-scores")
    scores = _columns(rows)
    found = leave_one_out(scores[setting], scores["protest"], "pearson")
    assert found is not None
    assert found.largest is not None
    systems = [row["system"] for row in rows]
    assert systems[found.largest] == "Reference"
    after = found.without[found.largest]
    assert after is not None
    assert 0.68 <= after <= 0.70
    sentence = found.sentence(systems)
    assert sentence is not None
    assert sentence.startswith("without Reference it falls from 0.8")
    assert sentence.endswith("this one system carries the correlation")


def test_no_setting_of_apt_is_better() -> None:
    """Williams's test: "p > 0.2 in all cases"."""
    scores = _columns(published_rows("002-table1-apt-and-protest-scores"))
    for first, second in combinations(_APT_SETTINGS, 2):
        p = williams(scores[first], scores[second], scores["protest"]).p
        assert p is not None
        assert p > 0.2


@pytest.mark.parametrize(
    ("metric", "r", "n", "left_out"), [("bleu", 0.912, 16, ()), ("apt", 0.887, 15, ("lmu-uns",))]
)
def test_correlations_with_correct_pronouns(
    metric: str, r: float, n: int, left_out: tuple[str, ...]
) -> None:
    correct = [row for row in published_rows("001-table3-correct") if row["system"] != "Examples"]
    scores = pair(_scores(published_rows("001-table1-bleu-apt"), metric), _scores(correct, "total"))
    found = correlate(scores.metric, scores.human, "pearson", _rng(), 200)
    assert found.value is not None
    assert round(found.value, 3) == r
    assert found.p is not None
    assert found.p < 0.001
    assert (found.n, scores.left_out) == (n, left_out)


def test_disagreements_of_apt_and_people() -> None:
    rows = published_rows("002-table3-disagreement")
    found = by_category(
        decision for row in rows if row["category"] != TOTAL for decision in decisions_behind(row)
    )
    assert len(found) == 13
    found[TOTAL] = sum(found.values(), Decisions())
    for row in rows:
        one = found[row["category"]]
        for case in "123":
            assert one.reasons.get(case, 0) == int(row[f"case{case}"])
        assert one.human_correct == int(row["human_correct"])
        assert one.human_incorrect == int(row["human_incorrect"])
        assert one.disagreements == int(row["disagreements"])
        assert one.n == int(row["examples"])
        assert _percent(one.disagreement) == float(row["percent"])
    total = found[TOTAL]
    # "49% for case 3", "good precision, but relatively low recall".
    assert _percent(total.too_strict / total.reasons["3"], 0) == 49
    assert total.precision == pytest.approx(0.894, abs=0.0005)
    assert total.recall == pytest.approx(0.766, abs=0.0005)


def test_right_and_wrong_matches() -> None:
    rows = published_rows("001-table2-verification")
    *rest, total = rows
    found = _counts(rows, "category", "wrong", "right")
    assert found.row_totals == tuple(int(row["total"]) for row in rest)
    assert [_percent(shares(row)[1]) for row in found.counts] == [
        float(row["percent_right"]) for row in rest
    ]
    assert found.column_totals == (int(total["wrong"]), int(total["right"]))
    assert sum(found.row_totals) == int(total["total"])
    assert _percent(shares(found.column_totals)[1]) == float(total["percent_right"])


def test_correct_pronouns_of_systems() -> None:
    rows = published_rows("001-table3-correct")
    categories = [c for c in rows[0] if c not in {"system", "total", "antecedents"}]
    found = _counts(rows, "system", *categories)
    assert len(categories) == 10
    assert found.row_totals == tuple(int(row["total"]) for row in rows)


def test_cases_and_manual_judgement() -> None:
    *rows, total = published_rows("003-table5-cases")
    kinds = ("correct", "incorrect", "bad_translation")
    pairs = []
    for row in rows:
        size = int(row["total"])
        times = [round(size * int(row[f"{kind}_percent"]) / 100) for kind in kinds[1:]]
        times = [size - sum(times), *times]
        pairs += [
            (row["case"], kind)
            for kind, count in zip(kinds, times, strict=True)
            for _ in range(count)
        ]
    found = cross(pairs, rows="123456", columns=kinds)
    assert found.row_totals == tuple(int(row["total"]) for row in rows)
    assert sum(found.row_totals) == int(total["total"]) == 1498
    for row, counts in zip(rows, found.counts, strict=True):
        assert [_percent(part, 0) for part in shares(counts)] == [
            int(row[f"{kind}_percent"]) for kind in kinds
        ]
    # The counts are known only as whole percents of their rows.
    for kind, part in zip(kinds, shares(found.column_totals), strict=True):
        assert _percent(part) == pytest.approx(int(total[f"{kind}_percent"]), abs=1)


@pytest.mark.parametrize(
    ("question", "items", "differ", "printed"),
    [("pronoun", 116, 14, "0.69"), ("antecedent", 68, 1, "0.85")],
)
def test_annotators(question: str, items: int, differ: int, printed: str) -> None:
    """Table 1 has what each annotator said, table 2 disagreements and kappa (unjudged a class)."""
    *rows, total = [
        row for row in published_rows("004-table1-annotation") if row[f"a_{question}_yes"]
    ]
    margins = {}
    for annotator in "ab":
        columns = [f"{annotator}_{question}_{label}" for label in LABELS]
        counted = _counts([*rows, total], "category", *columns)
        assert counted.column_totals == tuple(int(total[column]) for column in columns)
        assert counted.row_totals == tuple(int(row["count"]) for row in rows)
        margins[annotator] = dict(zip(LABELS, counted.column_totals, strict=True))
    first, second = labels_behind(margins["a"], margins["b"], differ)
    assert len(disagreements([first, second])) == differ
    found = kappa(first, second, _rng(), 200)
    assert found.value is not None
    assert (found.n, f"{found.value:.2f}") == (items, printed)


def test_the_grid_has_the_settings_of_the_paper() -> None:
    counts = np.arange(42.0).reshape(7, 6) % 11
    outcomes = grid(Sample(np.arange(7.0), {False: counts, True: counts}))
    tried = {(o.setting.repair, o.setting.w2, o.setting.w6) for o in outcomes}
    rows = published_rows("003-table4-weights")
    assert {(r["repair"] == "yes", float(r["w2"]), float(r["w6"])) for r in rows} < tried
