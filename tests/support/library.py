"""The library beside the command: the same figures, and the Python of the docs."""

from __future__ import annotations

import json
import re

from tests.support.command import run
from tests.support.paths import ROOT

from proform.table.tables import Tabular


def same(result: Tabular, *args: object) -> None:
    """Is this what the command prints, value by value?"""
    assert json.loads(result.to_text("json")) == json.loads(run(*args, "-f", "json"))


def documented(page: str) -> str:
    """The Python of a page of the docs."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert isinstance(code, str)
    return code
