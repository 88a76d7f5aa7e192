"""AutoPRF on English-French news: what the authors' program printed."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.support.command import Proform

_DOCUMENT = re.compile(
    r"Document (\d+) +(\S+)/ +(\S+) +(\S+)/ +(\S+) +(\d+)/ +(\d+) +([\d.]+|nan|-)"
)


@pytest.fixture
def result(proform: Proform, shared_data: Callable[[str], Path]) -> dict[str, Any]:
    data = shared_data("autoprf-en-fr")
    run = proform(
        *("score", "-l", "en-fr", "-m", "autoprf", "-f", "json", "--by", "pronoun", "document"),
        *("-s", data / "pronoun-test.tok.en", "-r", data / "pronoun-test.tok.fr"),
        *("-i", data / "mt-output.fr", "--docs", data / "doc-boundaries"),
        *("--align-ref", data / "pronoun-test.tok.en-fr.alig"),
        *("--align-sys", data / "mt-output.en-fr.alig"),
    )
    assert run.exit_code == 0, run.stderr
    (one,) = json.loads(run.stdout)["results"]
    assert isinstance(one, dict)
    return one


def test_totals(result: dict[str, Any]) -> None:
    assert result["counts"] == {"matches": 626, "candidate": 1961, "reference": 1828}
    assert round(result["precision"], 4) == 0.3192
    assert round(result["recall"], 4) == 0.3425
    assert round(result["score"], 4) == 0.3304
    assert result["system"] == "mt-output"


def test_each_pronoun(result: dict[str, Any]) -> None:
    pronouns = result["by"]["pronoun"]
    assert pronouns["it"]["counts"] == {"matches": 410, "candidate": 1379, "reference": 1319}
    assert pronouns["they"]["counts"] == {"matches": 216, "candidate": 582, "reference": 509}
    assert round(pronouns["it"]["score"], 4) == 0.3039
    assert round(pronouns["they"]["score"], 4) == 0.3960


def test_each_document(result: dict[str, Any], shared_data: Callable[[str], Path]) -> None:
    printed = (shared_data("autoprf-en-fr") / "expected-output.txt").read_text(encoding="utf-8")
    documents = result["by"]["document"]
    lines = _DOCUMENT.findall(printed)
    assert len(lines) == 131
    for number, *_, matches, reference, _ in lines:
        found = documents.get(number)
        counts = (
            (0, 0) if found is None else tuple(found["counts"][k] for k in ("matches", "reference"))
        )
        assert counts == (int(matches), int(reference)), f"document {number}"
