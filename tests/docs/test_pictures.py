"""Pictures of the documentation: each is shown, and each that is shown is there."""

from __future__ import annotations

import re

from tests.support.pages import PAGES
from tests.support.paths import ROOT


def test_every_picture_is_shown_and_there() -> None:
    shown = {
        name
        for page in PAGES
        for name in re.findall(r"\(\S*images/([\w.-]+)\)", page.read_text(encoding="utf-8"))
    }
    assert shown == {path.name for path in (ROOT / "docs" / "images").iterdir()}
