"""Reference-anchored APT on Spanish-English TED: what the authors' scorer printed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.support.command import Proform

SYSTEMS = ("baseline", "cache", "HA-dec")


@pytest.fixture
def results(
    proform: Proform, shared_data: Callable[[str], Path], tmp_path: Path
) -> dict[str, dict[str, Any]]:
    data = shared_data("apt-ref-anchored-es-en")
    pronouns = tmp_path / "pronouns"
    pronouns.write_text("\n".join(_printed(data, "baseline")[1]), encoding="utf-8")
    run = proform(
        *("score", "-l", "es-en", "--anchor", "reference", "--target-pronouns", pronouns),
        "--as-published",
        *("-s", data / "IWSLT14.TED.tst.tc.es", "-r", data / "IWSLT14.TED.tst.tc.en", "-f", "json"),
        *("-i", *(data / f"TED_es-en_{name}.en" for name in SYSTEMS)),
        *("--align-ref", data / "IWSLT14.TED.tst.tc.align"),
        *("--align-sys", *(data / f"TED_es-en_{name}.align" for name in SYSTEMS)),
    )
    assert run.exit_code == 0, run.stderr
    return {result["system"]: result for result in json.loads(run.stdout)["results"]}


def _printed(data: Path, name: str) -> tuple[dict[str, str], list[str]]:
    """The lines before the matrix as key and value, and the pronouns that head its columns."""
    lines = (data / f"TED_es-en_{name}.apt.score").read_text(encoding="utf-8").splitlines()
    head = dict(line.split(": ", 1) for line in lines[:6])
    labels = [
        label for label in lines[6].split("\t")[1:] if label not in ("OTHER", "NONE", "-sum-")
    ]
    return head, labels


@pytest.mark.parametrize("name", SYSTEMS)
def test_counts_are_the_printed_ones(
    results: dict[str, dict[str, Any]], shared_data: Callable[[str], Path], name: str
) -> None:
    printed, _ = _printed(shared_data("apt-ref-anchored-es-en"), name)
    result = results[f"TED_es-en_{name}"]
    counts = result["counts"]
    assert [counts[case] for case in "123456"] == [
        int(count) for count in printed["Findings per case"].split(",")
    ]
    assert counts["not_source"] == int(printed["Not source"])
    assert result["n"] == int(printed["Total findings"])
    assert f"{result['score']:.4f}" == printed["Score"]
