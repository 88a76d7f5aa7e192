"""Any judge as a proxy: estimates of each system, what a proxy is worth, and plans by it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.support.command import Proform, Write
from tests.support.judged_suite import (
    EVENT,
    GENERIC,
    INTRA,
    RIGHT,
    WRONG,
    Key,
    Shape,
    fill,
    say,
)

import proform as library
from proform.errors import ProformError
from proform.store.answers import Answer
from proform.store.database import opened

SHAPE = Shape({INTRA: 30, EVENT: 40, GENERIC: 30})
SYSTEMS = ("base", "new", "kin")


def _truth(number: int, system: str) -> bool:
    return (number * 7 + len(system) * 3) % 10 < {"base": 5, "new": 7, "kin": 5}[system]


def _approved(number: int, system: str) -> bool:
    """Half of what is right; of one system, much that is wrong as well."""
    lucky = number % 2 == 0
    return lucky and (_truth(number, system) or system == "kin")


@pytest.fixture
def where(tmp_path: Path) -> str:
    keys = [(number, system) for number in range(1, 101) for system in SYSTEMS]
    path = str(tmp_path / "suite.db")
    with opened(path, create=True) as store:
        fill(store, SHAPE, SYSTEMS, frozenset(key for key in keys if _approved(*key)))
        judged: dict[Key, Answer] = {
            key: RIGHT if _truth(*key) else WRONG
            for key in keys
            if not _approved(*key) or key[0] % 4 == 0
        }
        say(store, "Ada", {key: _complete(key, answer) for key, answer in judged.items()})
    return path


def _complete(key: Key, answer: Answer) -> Answer:
    return Answer(answer.pronoun, "ok") if key[0] <= 30 else answer


@pytest.fixture
def oracle(write: Write) -> Path:
    """A judge that is nearly always right, and does not know a tenth."""
    rows = [
        f"{system}\t{number}\t{0.9 if _truth(number, system) else 0.1}\n"
        for number in range(1, 101)
        for system in SYSTEMS
        if number % 10
    ]
    return write("oracle.tsv", "system\texample\tprobability\n" + "".join(rows))


def test_estimates_of_each_system(where: str, oracle: Path) -> None:
    plain = library.semi.results(where, resamples=100)
    results = library.semi.results(where, resamples=100, metrics=[f"file:oracle={oracle}"])
    assert plain.systems == results.systems
    own = results.own
    for system, estimate, people in zip(own.systems, own.estimates, own.people, strict=True):
        truth = sum(_truth(number, system) for number in range(1, 101)) / 100
        assert estimate.interval is not None
        assert people.interval is not None
        assert estimate.interval.low <= truth <= estimate.interval.high
        assert estimate.error is not None
        assert people.error is not None
        assert estimate.error <= people.error + 1e-9
    names = [row.name for row in own.proxies]
    assert names == ["matching", "oracle", "all together"]
    matching, good, both = (row.worth for row in own.proxies)
    assert (good.correlation or 0) > 0.8 > (matching.correlation or 0)
    assert (both.effective or 0) > both.judged
    compared = own.compare("new", "base")
    assert compared is not None
    assert compared.difference > 0
    assert {"own", "proxies"} <= {table.name for table in results.tables}


def test_a_judge_that_is_kinder_to_its_own_kind_is_noticed(where: str) -> None:
    results = library.semi.results(where, resamples=100)
    assert results.own.suspect
    (warning,) = (note for note in results.notes if "not equally right" in note)
    assert "rely on the estimates of each system" in warning


def test_without_any_verification_nothing_is_corrected(tmp_path: Path) -> None:
    path = str(tmp_path / "bare.db")
    with opened(path, create=True) as store:
        fill(store, Shape({EVENT: 4}), ("base",), frozenset({(1, "base")}))
    results = library.semi.results(path, resamples=100)
    assert results.own.fitted is None
    assert all(estimate.share is None for estimate in results.own.estimates)
    assert any("nothing can be corrected" in note for note in results.notes)
    with opened(path) as store:
        say(store, "Ada", {(2, "base"): RIGHT, (3, "base"): WRONG})
    results = library.semi.results(path, resamples=100)
    assert results.own.why == "nothing that was approved is verified"
    planned = library.semi.plan(path, width=10)
    assert planned.width is not None


def test_a_width_is_planned_from_the_pilot(where: str, oracle: Path) -> None:
    plan = library.semi.plan(where, width=22, metrics=[f"file:oracle={oracle}"])
    assert plan.width is not None
    rows = dict(plan.width.rows)
    assert [*rows] == ["no proxy", "matching", "oracle", "matching + oracle"]
    none, good = rows["no proxy"].expected, rows["oracle"].expected
    assert none is not None
    assert good is not None
    assert good < none
    assert plan.tables[-1].name == "width"
    with pytest.raises(ProformError, match="width"):
        library.semi.plan(where, width=0)


def test_a_pilot_of_one_class_is_named(tmp_path: Path) -> None:
    path = str(tmp_path / "one.db")
    with opened(path, create=True) as store:
        fill(store, Shape({EVENT: 6}), ("base",), frozenset({(1, "base")}))
        say(store, "Ada", {(number, "base"): RIGHT for number in (1, 2, 3)})
    plan = library.semi.plan(path, width=10)
    assert any("of one class only" in note for note in plan.notes)


def test_the_command(proform: Proform, where: str, oracle: Path) -> None:
    judge = ("-m", f"file:oracle={oracle}")
    planned = proform("semi", "plan", where, *judge, "--width", "22")
    assert planned.exit_code == 0, planned.stderr
    assert "judgements for 95% intervals of 22 points" in planned.stdout
    run = proform("semi", "results", where, *judge, "-f", "json", "--resamples", "100")
    assert run.exit_code == 0, run.stderr
    assert {"own", "proxies"} <= set(json.loads(run.stdout))
    assert proform("semi", "results", where, "-m", "file:x").exit_code == 2
