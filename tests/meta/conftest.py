"""Judgements of the demo, and what APT decides there."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from tests.support.demo_suite import FOLDER

import proform

SCORES = """system\tapt\tbleu\tpeople
online-A\t0.62\t31.2\t0.71
online-B\t0.58\t32.5\t0.66
uni-1\t0.55\t27.9\t0.69
uni-2\t0.57\t29.4\t0.62
uni-3\t0.60\t26.1\t0.64
rules\t0.31\t18.3\t0.42
"""


@pytest.fixture(scope="session")
def scored(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the demo, scores of systems, and a run of APT with repair and without."""
    folder = shutil.copytree(FOLDER, tmp_path_factory.mktemp("meta") / "en-fr")
    (folder / "scores.tsv").write_text(SCORES, encoding="utf-8")
    (folder / "people.tsv").write_text(
        "system\tpeople\nsentence\t0.6\ncontext\t0.8\nliteral\t0.3\n", encoding="utf-8"
    )
    names = ("sentence", "context", "literal")
    for repair, detail in (("paper", "detail"), ("none", "basic")):
        proform.score(
            folder / "source.en",
            folder / "reference.fr",
            {name: folder / f"{name}.fr" for name in names},
            "en-fr",
            align_ref=folder / "reference.align",
            align_sys={name: folder / f"{name}.align" for name in names},
            repair=repair,
            detail=folder / f"{detail}.tsv",
        ).save(folder / f"{detail}.json")
    return folder
