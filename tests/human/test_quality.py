"""How well annotators judge, on an example worked out by hand."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from tests.support.reviewed_suite import Reviewing
from tests.support.small_suite import NOW

from proform.human.quality import AnnotatorQuality, HitCount, QualityReport, load_quality
from proform.store.answers import Answer
from proform.store.controls import set_control
from proform.store.database import opened

RIGHT, WRONG = Answer("ok", "ok"), Answer("bad", "ok")


@pytest.fixture
def desk(tmp_path: Path) -> Reviewing:
    """Three people judge all nine; Bob first as the others do, and from the sixth on never."""
    with opened(str(tmp_path / "suite.db"), create=True) as store:
        desk = Reviewing(store)
        for number in range(1, 10):
            for name, slow in (("Ada", 1), ("Eve", 1), ("Bob", 3)):
                other = name == "Bob" and number > 5
                desk.say(number, name, WRONG if other else RIGHT, number * slow)
        return desk


def measured(desk: Reviewing) -> QualityReport:
    with opened(desk.store.name) as store, store.reading() as connection:
        return load_quality(connection, desk.stored)


def known(desk: Reviewing, number: int, pronoun: str, minutes: int = 0) -> None:
    now = NOW + timedelta(minutes=minutes)
    with opened(desk.store.name) as store, store.writing() as connection:
        set_control(connection, desk.ids[number], pronoun, None, now)


def of(report: QualityReport, name: str) -> AnnotatorQuality:
    return next(one for one in report.annotators if one.annotator == name)


def test_agreement_time_and_drift(desk: Reviewing) -> None:
    report = measured(desk)
    ada, bob = of(report, "Ada"), of(report, "Bob")
    assert (ada.judged, bob.judged) == (9, 9)
    assert (ada.yes, bob.yes) == (HitCount(9, 9), HitCount(5, 9))
    # The two others of Ada agree with each other on the first five only, those of Bob on all.
    # The antecedent is asked in six of the nine, and nobody differs on it.
    assert ada.majority.hits == ada.majority.size
    assert (bob.majority.size - bob.majority.hits, bob.majority.size) == (4, 15)
    assert (ada.seconds, bob.seconds) == (60, 180)
    assert bob.early == HitCount(4, 4)
    assert bob.late == HitCount(1, 5)
    assert bob.drift is None  # of four examples, nothing is said
    assert [look.candidate for look in bob.look] == [6, 7, 8, 9]
    assert bob.look[0].why == "wrong, the others say right"
    assert report.overlap["Ada", "Bob"] == 9
    assert {row["annotator"] for row in report.to_records("look")} == {"Bob"}
    assert "with Bob" in report.to_text()


def test_control_examples_and_a_known_answer_that_changes(desk: Reviewing) -> None:
    known(desk, 1, "ok")
    known(desk, 9, "ok")
    report = measured(desk)
    assert report.known == 2
    assert (of(report, "Ada").controls, of(report, "Bob").controls) == (
        HitCount(2, 2),
        HitCount(1, 2),
    )
    assert of(report, "Bob").look[-2].why == "differs from the known answer"
    known(desk, 9, "bad", minutes=1000)
    report = measured(desk)
    assert (of(report, "Ada").controls, of(report, "Bob").controls) == (
        HitCount(1, 2),
        HitCount(2, 2),
    )
    assert of(report, "Ada").outdated == 1
