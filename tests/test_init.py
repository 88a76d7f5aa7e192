"""`import proform` is enough for everything, and loads next to nothing."""

from __future__ import annotations

import subprocess
import sys

import proform
from proform import gap, meta, semi


def test_features_are_reachable() -> None:
    assert proform.semi is semi
    assert proform.gap is gap
    assert proform.meta is meta
    for package in (semi, gap, meta):
        assert all(getattr(package, name) is not None for name in package.__all__)


def test_a_function_is_not_hidden_by_a_module() -> None:
    code = (
        "import proform, proform.semi.counts, proform.gap.measure, proform.meta.correlation\n"
        "for package in (proform.semi, proform.gap, proform.meta):\n"
        "    assert all(callable(getattr(package, name)) for name in package.__all__)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_nothing_heavy_is_loaded() -> None:
    code = "import sys, proform; proform.semi; assert not {'numpy', 'sqlalchemy'} & {*sys.modules}"
    subprocess.run([sys.executable, "-c", code], check=True)
