"""The pages of the documentation: their blocks of commands, and what they say is printed.

A block that cannot run here, for want of data or because it would start a server, has a comment
on the line before it that says why; its commands are then only parsed:

    <!-- parsed only: needs ParCorFull -->

A block whose last command goes wrong on purpose says with which status: `<!-- fails: 2 -->`.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from tests.support.paths import ROOT

PAGES = (
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md")),
    *sorted((ROOT / "docs").glob("*.md")),
)

FENCE = re.compile(
    r"(?:^<!-- (?P<mark>[^>]*) -->\n)?^```(?P<language>\w*)\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
PARSED_ONLY, FAILS = "parsed only: ", "fails: "


class Block(NamedTuple):
    """A fenced block of a page."""

    page: str
    line: int
    language: str
    text: str
    mark: str
    shown: str | None
    """What is printed, in the block right behind it; "…" stands for whatever was left out."""

    @property
    def runs(self) -> bool:
        """Is it run, not only parsed?"""
        return not self.mark.startswith(PARSED_ONLY)

    @property
    def script(self) -> str:
        """What bash runs; it ends with an error where the block does not end as it says."""
        if not self.mark.startswith(FAILS):
            return self.text
        status = self.mark.removeprefix(FAILS)
        return f"if (\n{self.text}); then false; else test $? = {status}; fi\n"

    @property
    def where(self) -> str:
        """For people."""
        return f"{self.page}:{self.line}"


def blocks(path: Path, language: str = "sh") -> list[Block]:
    """The blocks of a page in one language."""
    text = path.read_text(encoding="utf-8")
    fences = list(FENCE.finditer(text))
    result = []
    for number, fence in enumerate(fences):
        if fence["language"] != language:
            continue
        behind = fences[number + 1] if number + 1 < len(fences) else None
        adjacent = behind is not None and text[fence.end() : behind.start()] == "\n"
        shown = behind["text"] if behind and adjacent and not behind["language"] else None
        line = text.count("\n", 0, fence.start("language")) + 1
        block = Block(path.name, line, language, fence["text"], fence["mark"] or "", shown)
        result.append(block)
    return result


def inline(path: Path) -> list[str]:
    """What stands in backticks in the text of a page, outside its blocks."""
    text = FENCE.sub("", path.read_text(encoding="utf-8"))
    return [" ".join(code.split()) for code in re.findall(r"(?<!`)`([^`]+)`(?!`)", text)]
