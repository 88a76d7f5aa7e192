"""Contrastive versions of the demo suite, from making them to their evaluation."""

from __future__ import annotations

from pathlib import Path

from tests.support.command import Proform
from tests.support.demo_suite import build

from proform import open_suite


def test_from_a_suite_to_the_accuracy_of_scores(proform: Proform, tmp_path: Path) -> None:
    demo_suite = tmp_path / "demo.db"
    build(str(demo_suite))
    store, folder = tmp_path / "contrast.db", tmp_path / "texts"
    run = proform("suite", "contrast", demo_suite, "-o", store)
    assert run.exit_code == 0, run.stderr
    assert "left out" in run.stderr
    made = open_suite(store).value
    assert made.examples
    assert all(made.challenges[example.number].versions for example in made.examples)
    assert proform("suite", "texts", store, "-o", folder).exit_code == 0
    rows = (folder / "versions.tsv").read_text(encoding="utf-8").splitlines()
    assert len(rows) == sum(1 + len(each.versions) for each in made.challenges.values())
    scores = tmp_path / "scores"
    right = {" <eos> ".join(each.right) for each in made.challenges.values()}
    scores.write_text("".join(f"{float(row.split(chr(9))[1] in right)}\n" for row in rows))
    assert proform("suite", "add-scores", store, "x", scores, "--higher-is-better").exit_code == 0
    run = proform("suite", "evaluate", store, "-m", "contrast", "-f", "json")
    assert '"score": 1.0' in run.stdout
    again = proform("suite", "contrast", demo_suite, "-o", store)
    assert again.exit_code == 2
    assert "already" in again.stderr
