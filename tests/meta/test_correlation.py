"""Correlation and comparison of metrics from Python."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.library import documented, same

import proform
from proform.errors import ProformError


def test_as_the_command(scored: Path) -> None:
    scores = scored / "scores.tsv"
    found = proform.meta.correlate([scores], "people", metrics=["apt"], each=True, resamples=200)
    args = ("-m", "apt", "--resamples", 200, "--human", "people")
    same(found, "meta", "correlate", scores, *args, "--each")
    compared = proform.meta.compare([scores], "people", negate=["bleu"], measure="kendall")
    same(
        compared,
        *("meta", "compare", scores, "--human", "people", "--negate", "bleu"),
        *("--measure", "kendall"),
    )


def test_a_picture(scored: Path, tmp_path: Path) -> None:
    found = proform.meta.correlate([scored / "scores.tsv"], "people", resamples=100)
    found.draw(tmp_path / "scatter.svg")
    assert (tmp_path / "scatter.svg").read_bytes() == found.drawn("svg")
    with pytest.raises(ProformError, match=r"scatter.pdf: not a picture; name it .svg or .png"):
        found.draw(tmp_path / "scatter.pdf")


def test_an_unknown_measure(scored: Path) -> None:
    with pytest.raises(ProformError, match="no measure 'cosine'; there are pearson, spearman"):
        proform.meta.compare([scored / "scores.tsv"], "people", measure="cosine")


def test_the_python_of_the_docs(scored: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(scored)
    names: dict[str, object] = {}
    exec(documented("meta.md"), names)  # noqa: S102 (our own)
    assert (scored / "scatter.svg").is_file()
    assert "kappa" in (scored / "agreement.tex").read_text(encoding="utf-8")
