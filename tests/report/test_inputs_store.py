"""A store on the page: antecedents, the text around, annotators."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.support.annotations import annotate
from tests.support.small_suite import NOW, SUITE, TARGETS, filled

from proform.errors import ProformError
from proform.model import Antecedent
from proform.report.inputs import ReportSettings, read_store
from proform.report.model import Part, PronounPlace, annotated
from proform.scoring.summary import Resampling
from proform.store.answers import Answer
from proform.store.database import opened
from proform.store.suites import REFERENCE, SYSTEM, add_target, save_suite
from proform.suite.suite import Suite, Target, place

FIRST = PronounPlace(1, 0, "It squeaks , and it worries me .")
SETTINGS = ReportSettings(resampling=Resampling(intervals=True, paired=True, times=100))


@pytest.fixture
def small(tmp_path: Path) -> str:
    where = str(tmp_path / "small.db")
    with opened(where, create=True) as store:
        filled(store)
    return where


def stored(where: str, suite: Suite, *targets: tuple[Target, str]) -> Part:
    with opened(where, create=True) as store, store.writing() as connection:
        saved = save_suite(connection, suite, "key", NOW)
        for target, side in targets:
            add_target(connection, saved, target, side, NOW)
    return read_store(where, SETTINGS)


def test_an_example_comes_with_its_antecedent_and_the_lines_around(small: str) -> None:
    part = read_store(small, SETTINGS)
    pronoun = part.pronouns[FIRST]
    assert pronoun.antecedents == (Antecedent(0, 0, 1, 1),)
    assert pronoun.segments == (0, 1)
    assert pronoun.source == SUITE.source[:2]
    assert pronoun.reference is not None
    assert pronoun.reference.antecedents == ((0, 1),)
    assert part.texts["base", FIRST].lines == tuple(TARGETS[1].lines[:2])
    assert part.texts["base", FIRST].antecedents == ((0, 1),)
    assert part.languages == ("en", "fr")
    assert part.systems == ["base", "new"]


def test_sqlite_and_postgresql_say_the_same(where: str, small: str) -> None:
    with opened(where, create=True) as store:
        filled(store)
    here, there = read_store(small, SETTINGS), read_store(where, SETTINGS)
    assert here.judgements == there.judgements
    assert here.texts == there.texts
    assert here.results == there.results


def test_judgements_are_explained(small: str) -> None:
    judgement = read_store(small, SETTINGS).judgements["protest", "base"][FIRST]
    assert judgement.reason == "pronoun_differs"
    assert "the reference has 'Il', base has 'Elle'" in judgement.explanation
    assert judgement.candidate.positions == (0,)


def test_metrics_that_are_given_are_left_to_the_files(small: str) -> None:
    part = read_store(small, SETTINGS, known={"apt", "agreement"})
    assert {metric for metric, _ in part.judgements} == {"protest"}
    part = read_store(small, SETTINGS, known={"apt", "protest", "agreement"})
    assert not part.judgements
    assert not part.results
    assert part.pronouns


def test_a_far_antecedent_is_shown_without_all_between(tmp_path: Path) -> None:
    lines = ("The bicycle is red .", *("Yes ." for _ in range(9)), "It squeaks .")
    example = replace(SUITE.examples[0], segment=10)
    suite = replace(SUITE, source=lines, documents=(), examples=(example,))
    target = place(suite, Target("base", lines, ["0-0 1-1"] * 11, how="by hand"))
    part = stored(str(tmp_path / "far.db"), suite, (target, SYSTEM))
    (pronoun,) = part.pronouns.values()
    assert pronoun.segments == (0, 9, 10)
    assert part.texts["base", pronoun.place].lines == (lines[0], lines[9], lines[10])


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        (Answer("ok", "ok"), "right"),
        (Answer("ok", "bad"), "right"),
        (Answer("bad", "ok"), "wrong"),
        (Answer("ok", "unset"), "right"),
        (Answer(None, None), "unjudged"),
        (Answer(tags=frozenset({"bad_translation"})), "aside"),
        (Answer("ok", "ok", tags=frozenset({"bad_translation"})), "unjudged"),
    ],
)
def test_the_verdict_is_that_of_the_pronoun(small: str, answer: Answer, verdict: str) -> None:
    annotate(small, {(1, "base"): [("Ada", answer)]})
    (opinion,) = read_store(small, SETTINGS).opinions["base", FIRST]
    assert (opinion.annotator, annotated([opinion])) == ("Ada", verdict)


def test_an_event_has_no_antecedent_to_be_right(small: str) -> None:
    answer = Answer("ok", "unset", "fine", None, frozenset({"b", "a"}))
    annotate(small, {(2, "new"): [("Ada", answer)]})
    part = read_store(small, SETTINGS)
    (opinion,) = part.opinions["new", PronounPlace(1, 4, FIRST.source)]
    assert (opinion.pronoun, opinion.antecedent) == ("right", None)
    assert (opinion.answer.tags, opinion.answer.remarks) == (frozenset({"a", "b"}), "fine")
    assert part.human == {"annotators": {"new": 1.0}}


def test_without_annotations_there_is_no_human_score(small: str) -> None:
    assert not read_store(small, SETTINGS).human


def test_without_a_reference_agreement_is_evaluated(tmp_path: Path) -> None:
    part = stored(str(tmp_path / "a.db"), SUITE, (TARGETS[1], SYSTEM))
    assert {score.metric for score in part.results} == {"agreement"}
    assert part.pronouns[FIRST].reference is None


def test_without_a_language_pack_there_is_no_apt(tmp_path: Path) -> None:
    suite = replace(SUITE, target_language="xx")
    targets = [(one, SYSTEM if n else REFERENCE) for n, one in enumerate(TARGETS)]
    part = stored(str(tmp_path / "a.db"), suite, *targets)
    assert {metric for metric, _ in part.judgements} == {"protest"}
    assert any("no language pack for 'xx'" in note for note in part.notes)


def test_a_suite_without_systems_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ProformError, match=r"a.db: the suite 'small' has no system yet; add one"):
        stored(str(tmp_path / "a.db"), SUITE, (TARGETS[0], REFERENCE))
