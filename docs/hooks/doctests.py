"""Examples in docstrings as blocks of Python, which Markdown would take for text."""

import re
from typing import Any

from griffe import Extension, Object

EXAMPLE = re.compile(r"(?:^>>> .*\n?(?:^(?!\s*$).*\n?)*)", re.MULTILINE)


class Doctests(Extension):
    """Puts fences around lines that begin with `>>> ` and what follows up to a blank line."""

    def on_object(self, *, obj: Object, **_: Any) -> None:  # noqa: ANN401 (griffe's own)
        """Whatever has a docstring."""
        if obj.docstring:
            obj.docstring.value = EXAMPLE.sub(_fenced, obj.docstring.value)


def _fenced(example: re.Match[str]) -> str:
    code = re.sub(r"\s*# doctest: .*", "", example[0]).rstrip()
    return f"```pycon\n{code}\n```\n"
