"""Challenge sets in stores: contrastive results, to the set's own definition."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.support.challenge_files import (
    CONSISTENCY,
    CTXPRO,
    DISCEVALMT,
    contrapro,
    documents,
    put,
)

import proform
from proform import stored
from proform.errors import InputError, ProformError


def _right(scores: Sequence[float], *, higher: bool) -> bool:
    """The definition: strictly better than every wrong version."""
    first, *rest = scores
    return all(first > other if higher else first < other for other in rest)


def _ties(rng: random.Random, size: int) -> list[float]:
    """Random scores of few values, so that there are many ties."""
    return [rng.choice([-1.0, 0.0, 0.5, 2.0]) for _ in range(size)]


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("higher", [True, False])
def test_contrapro_in_total_and_by_every_breakdown(
    tmp_path: Path, seed: int, *, higher: bool
) -> None:
    rng = random.Random(seed)  # noqa: S311 (not for secrets)
    examples = contrapro(40, seed)
    documents(tmp_path / "films", examples, 1)
    path = put(tmp_path / "set.json", examples)
    suite = proform.import_set(path, tmp_path / "s.db", context=[tmp_path / "films"]).suite
    sizes = [1 + len(example["errors"]) for example in examples]
    scores = _ties(rng, sum(sizes))
    added = stored.add_scores(suite, "one", scores, higher_is_better=higher)
    right: dict[tuple[str, str], list[bool]] = defaultdict(list)
    ties, at = 0, 0
    for example, size in zip(examples, sizes, strict=True):
        own = scores[at : at + size]
        at += size
        good = _right(own, higher=higher)
        best = max(own[1:]) if higher else min(own[1:])
        ties += own[0] == best
        distance = example["ante distance"]
        right["total", ""].append(good)
        right["pair", f"{example['src pronoun']}:{example['ref pronoun']}".lower()].append(good)
        right["distance", str(distance) if distance < 4 else ">3"].append(good)
        if example["intrasegmental"] is not None:
            right["intrasegmental", str(example["intrasegmental"]).lower()].append(good)
    result = suite.evaluate(metrics=["contrast"])["contrast", "one"]
    assert (result.n, result.score) == (40, sum(right["total", ""]) / 40)
    assert added.accuracy == result.score
    assert result.counts["tied"] == ties
    for (kind, key), outcomes in right.items():
        if kind != "total":
            group = result.by(kind)[key]
            assert (group.n, group.score) == (len(outcomes), sum(outcomes) / len(outcomes))
    kinds = ("pair", "distance", "intrasegmental")
    reported = {(kind, key) for kind in kinds for key in result.by(kind)}
    assert reported == {key for key in right if key[0] in kinds}


@pytest.mark.parametrize("seed", range(5))
def test_discevalmt_by_type_and_by_how_right_it_is(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311
    suite = proform.import_set(put(tmp_path / "a.json", DISCEVALMT), tmp_path / "s.db").suite
    scores = _ties(rng, 6)
    stored.add_scores(suite, "one", scores, higher_is_better=True)
    good = [scores[n] > scores[n + 1] for n in (0, 2, 4)]
    result = suite.evaluate(metrics=["contrast"])["contrast", "one"]
    assert result.score == sum(good) / 3
    types = {key: group.score for key, group in result.by("type").items()}
    assert types == {"f.sg": good[0], "m.sg": good[1], "m.pl": good[2]}
    rules = {key: group.score for key, group in result.by("rule").items()}
    assert rules == {"correct": (good[0] + good[2]) / 2, "semi-correct": good[1]}


@pytest.mark.parametrize("seed", range(5))
def test_consistency_sets_by_distance(tmp_path: Path, seed: int) -> None:
    """Scores are in the order of the versions in the file; the true one may be anywhere."""
    rng = random.Random(seed)  # noqa: S311
    suite = proform.import_set(put(tmp_path / "a.json", CONSISTENCY), tmp_path / "s.db").suite
    scores = _ties(rng, 5)
    stored.add_scores(suite, "one", scores, higher_is_better=False)
    good = [scores[1] < scores[0], scores[2] < min(scores[3:])]
    result = suite.evaluate(metrics=["contrast"])["contrast", "one"]
    assert {key: group.score for key, group in result.by("distance").items()} == {
        "1": good[0],
        "2": good[1],
    }


def test_intervals_tests_and_margins(tmp_path: Path) -> None:
    examples = contrapro(80, errors=1)
    suite = proform.import_set(put(tmp_path / "a.json", examples), tmp_path / "s.db").suite
    scores = [float(n % 2) + (0.5 if n % 8 == 0 else 0) for n in range(160)]
    stored.add_scores(suite, "good", scores, higher_is_better=False)
    stored.add_scores(suite, "bad", [-score for score in scores], higher_is_better=False)
    result = suite.evaluate(metrics=["contrast"], confidence=True, paired=True)
    assert result["contrast", "good"].score == 1
    assert result["contrast", "good"].total.scores["margin"] == pytest.approx(0.875)
    assert result["contrast", "bad"].total.scores["margin"] == pytest.approx(-0.875)
    assert result["contrast", "bad"].interval is not None
    (comparison,) = result.comparisons
    assert comparison.comparison is not None
    assert comparison.comparison.difference == -1
    explanations = [judgement.explanation for judgement in result.judgements]
    assert any("the right one wins by 1." in each for each in explanations)


def test_scores_the_wrong_way_round_are_told(tmp_path: Path) -> None:
    suite = proform.import_set(put(tmp_path / "a.json", DISCEVALMT), tmp_path / "s.db").suite
    added = stored.add_scores(suite, "one", [1, 2, 1, 2, 1, 2], higher_is_better=True)
    assert any("below chance (50.0%)" in note for note in added.notes)
    notes = suite.evaluate(metrics=["contrast"]).notes
    assert any("the only system is below chance" in note for note in notes)
    stored.add_scores(suite, "two", [2, 1, 2, 1, 2, 1], higher_is_better=True)
    notes = suite.evaluate(metrics=["contrast"]).notes
    assert not any("below chance" in note for note in notes)


def test_scores_are_added_once_and_removed(tmp_path: Path) -> None:
    suite = proform.import_set(put(tmp_path / "a.json", DISCEVALMT), tmp_path / "s.db").suite
    stored.add_scores(suite, "one", [1, 2, 1, 2, 1, 2], higher_is_better=False)
    with pytest.raises(ProformError, match="has scores of 'one' already"):
        stored.add_scores(suite, "one", [1, 2, 1, 2, 1, 2], higher_is_better=False)
    stored.remove_scores(suite, "one")
    with pytest.raises(ProformError, match="no scores of 'one' in the suite; there are none"):
        stored.remove_scores(suite, "one")
    stored.add_scores(suite, "one", [2, 1, 1, 2, 1, 2], higher_is_better=False)
    assert suite.evaluate(metrics=["contrast"])["contrast", "one"].score == pytest.approx(2 / 3)


@pytest.mark.parametrize(
    ("scores", "what"),
    [([1, 2], "2 scores, but the set has 6 versions"), ([1] * 7, "7 scores")],
)
def test_scores_of_another_number_leave_nothing(
    tmp_path: Path, scores: list[float], what: str
) -> None:
    suite = proform.import_set(put(tmp_path / "a.json", DISCEVALMT), tmp_path / "s.db").suite
    with pytest.raises(ProformError, match=what):
        stored.add_scores(suite, "one", scores, higher_is_better=True)
    with pytest.raises(ProformError, match="has no system yet"):
        suite.evaluate(metrics=["contrast"])


def test_a_set_without_wrong_versions_cannot_be_scored(tmp_path: Path) -> None:
    suite = proform.import_set(put(tmp_path / "a.en-es.json", CTXPRO), tmp_path / "s.db").suite
    with pytest.raises(ProformError, match="has no wrong versions to score; it can be translated"):
        stored.add_scores(suite, "one", [1], higher_is_better=True)


def test_a_set_that_cannot_be_read_leaves_no_store(tmp_path: Path) -> None:
    examples: list[dict[str, Any]] = contrapro(4)
    examples[2]["errors"] = []
    with pytest.raises(InputError, match="no contrastive version"):
        proform.import_set(put(tmp_path / "a.json", examples), tmp_path / "s.db")
    assert not (tmp_path / "s.db").exists()
    with pytest.raises(InputError, match="nothing tells which languages"):
        proform.import_set(put(tmp_path / "a.json", CTXPRO), tmp_path / "s.db")
    assert not (tmp_path / "s.db").exists()


def test_what_was_found_is_told(tmp_path: Path) -> None:
    known = proform.import_set(put(tmp_path / "a.json", DISCEVALMT), tmp_path / "s.db")
    assert str(known) == (
        "DiscEvalMT, anaphora (en-fr): 3 examples, 6 versions to score, 6 segments in 2 documents"
    )
    with pytest.raises(ProformError, match="is in this store already"):
        proform.import_set(tmp_path / "a.json", tmp_path / "s.db")


def test_what_to_translate_and_what_to_score_is_written(tmp_path: Path) -> None:
    suite = proform.import_set(put(tmp_path / "a.json", CONSISTENCY), tmp_path / "s.db").suite
    suite.write_texts(tmp_path / "texts")
    examples = (tmp_path / "texts" / "examples.en").read_text(encoding="utf-8").splitlines()
    assert examples[0] == "Sit down . <eos> Do you hear ?"
    rows = (tmp_path / "texts" / "versions.tsv").read_text(encoding="utf-8").splitlines()
    assert len(rows) == 5
    versions = [row.split("\t")[1] for row in rows]
    assert versions[:2] == ["Сядь . <eos> Вы слышите ?", "Сядь . <eos> Ты слышишь ?"]
    assert all(row.startswith("Sit down . <eos>") for row in rows)


def test_a_set_that_is_not_cut_into_words_is_written_as_people_write(tmp_path: Path) -> None:
    suite = proform.import_set(put(tmp_path / "a.json", DISCEVALMT), tmp_path / "s.db").suite
    suite.write_texts(tmp_path / "texts")
    rows = (tmp_path / "texts" / "versions.tsv").read_text(encoding="utf-8").splitlines()
    sources = {row.split("\t")[0] for row in rows}
    assert len(sources) == 2
    assert all(" ." not in source and " <eos> " in source for source in sources)
    examples = (tmp_path / "texts" / "examples.en").read_text(encoding="utf-8").splitlines()
    assert set(examples) == sources
