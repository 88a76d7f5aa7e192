"""General metrics from Python, of files and of lines in memory."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.library import same

import proform
from proform.errors import ProformError


def test_as_the_command(scored: Path) -> None:
    reference, context = scored / "reference.fr", scored / "context.fr"
    args = ("-r", reference, "-i", context, "-l", "en-fr", "--tokenized", "-m", "chrf", "meteor")
    files = proform.meta.metrics(
        reference, [str(context)], "en-fr", metrics=["chrf", "meteor"], tokenized=True
    )
    same(files, "meta", "metrics", *args)
    lines = {"context": context.read_text(encoding="utf-8").splitlines()}
    memory = proform.meta.metrics(
        reference.read_text(encoding="utf-8").splitlines(),
        lines,
        "en-fr",
        metrics=["chrf", "meteor"],
        tokenized=True,
    )
    assert memory.to_text("json") == files.to_text("json")


def test_a_system_named_twice() -> None:
    with pytest.raises(ProformError, match="systems: 'a' is there twice"):
        proform.meta.metrics("r.fr", ["a=x.fr", "a=y.fr"], "en-fr")


def test_an_unknown_metric(scored: Path) -> None:
    with pytest.raises(ProformError, match="no metric 'comet'; there are bleu, chrf, ter, meteor"):
        proform.meta.metrics(scored / "reference.fr", ["x.fr"], "en-fr", metrics=["comet"])
