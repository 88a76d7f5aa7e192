"""How far a judge can be trusted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.support.command import Proform, Write

import proform as library

CATEGORIES = ("event_it", "pleonastic_it")


def _rows() -> list[tuple[str, int, float | None, bool]]:
    """System, segment, what the judge says, what people say; the judge likes system B."""
    rows: list[tuple[str, int, float | None, bool]] = []
    for segment in range(40):
        right = segment % 4 != 0
        said = 0.8 if right else 0.2
        rows.append(("A", segment, None if segment == 39 else said, right))
        rows.append(("B", segment, 0.8, right))
    return rows


@pytest.fixture
def files(write: Write) -> tuple[Path, Path]:
    detail, human = [], ["system\tsegment\tposition\tannotator\tjudgement"]
    for system, segment, said, right in _rows():
        verdict = "undecided" if said is None else "correct" if said > 0.5 else "incorrect"
        record = {
            "system": system,
            "metric": "llm",
            "segment": segment,
            "position": 0,
            "pronoun": "it",
            "category": CATEGORIES[segment % 2],
            "reason": "right",
            "verdict": verdict,
            "source": f"it {segment}",
            "wrong": None if said is None else f"{1 - said:.4f}",
            # Four of five passes, or one: of ten pairs of them, six say the same.
            "statistics": "" if said is None or system == "B" else "repeated=1 same_sum=0.6",
        }
        detail.append(json.dumps(record))
        human.append(f"{system}\t{segment}\t0\tAda\t{'correct' if right else 'incorrect'}")
    return write("detail.jsonl", "\n".join(detail)), write("human.tsv", "\n".join(human) + "\n")


def test_agreement_by_hand(files: tuple[Path, Path]) -> None:
    detail, human = files
    (judge,) = library.meta.judge(detail, str(human)).judges
    assert (judge.metric, judge.graded) == ("llm", True)
    total = judge.categories[-1]
    # A: 39 decided, all as people; B: 40 approved, 30 of them right.
    assert total.n == 79
    assert (total.approvals.right, total.approvals.total) == (29 + 30, 29 + 40)
    assert (total.rejections.right, total.rejections.total) == (10, 10)
    assert total.approvals.interval is not None
    assert total.approvals.interval.low < 59 / 69 < total.approvals.interval.high
    observed = 69 / 79
    chance = (69 * 59 + 10 * 20) / 79**2
    assert total.kappa == pytest.approx((observed - chance) / (1 - chance))
    assert total.consistency == pytest.approx(0.6)
    one, other, _ = judge.systems
    assert one.consistency == pytest.approx(0.6)
    assert other.consistency is None  # which was asked once
    names = [group.name for group in judge.categories]
    assert names == ["event_it", "pleonastic_it", "total"]


def test_it_is_kinder_to_one_system(files: tuple[Path, Path]) -> None:
    detail, human = files
    trust = library.meta.judge(detail, str(human))
    one, other, _ = trust.judges[0].systems
    assert (one.name, other.name) == ("A", "B")
    assert one.bias == pytest.approx((29 * 0.8 + 10 * 0.2 - 29) / 39)
    assert other.bias == pytest.approx(0.8 - 0.75)
    assert one.kappa == 1
    assert any("harsher than people on A" in note for note in trust.notes)


def test_calibration(files: tuple[Path, Path]) -> None:
    detail, human = files
    (judge,) = library.meta.judge(detail, str(human)).judges
    low, high = judge.bins
    assert (low.n, high.n) == (10, 69)
    assert (low.said, low.share) == pytest.approx((0.2, 0))
    assert (high.said, high.share) == pytest.approx((0.8, 59 / 69))
    assert judge.error == pytest.approx((10 * 0.2 + 69 * abs(0.8 - 59 / 69)) / 79)


def test_the_command_and_the_picture(
    proform: Proform, files: tuple[Path, Path], tmp_path: Path
) -> None:
    detail, human = files
    plot = tmp_path / "reliability.svg"
    run = proform("meta", "judge", detail, "--human", human, "--plot", plot)
    assert run.exit_code == 0, run.stderr
    assert "how far people agree with llm, by system" in run.stdout
    assert "expected calibration error" in run.stdout
    assert "right, as people say" in plot.read_text()
    data = json.loads(proform("meta", "judge", detail, "--human", human, "-f", "json").stdout)
    assert {"categories", "systems", "calibration"} <= set(data)


def test_nothing_in_common(files: tuple[Path, Path], write: Write) -> None:
    # There, the judge does not know.
    other = write("o.tsv", "system\tsegment\tposition\tannotator\tjudgement\nA\t39\t0\tAda\tok\n")
    trust = library.meta.judge(files[0], str(other))
    (judge,) = trust.judges
    assert judge.error is None
    assert judge.categories[-1].kappa is None
    assert any("no pronoun in common" in note for note in trust.notes)
