"""Pictures: the same drawing is the same file, and text stays text."""

from __future__ import annotations

import pytest
from matplotlib.figure import Figure

from proform.picture import picture


def draw(figure: Figure) -> None:
    axes = figure.subplots()
    axes.plot([0, 1], [0, 1])
    axes.set_title("système ✓")


@pytest.mark.parametrize(("kind", "start"), [("svg", b"<?xml"), ("png", b"\x89PNG")])
def test_the_same_drawing_twice_is_the_same_file(kind: str, start: bytes) -> None:
    first, second = (picture((2, 2), kind, draw) for _ in range(2))
    assert first == second
    assert first.startswith(start)


def test_words_in_an_svg_can_be_searched() -> None:
    assert "système ✓" in picture((2, 2), "svg", draw).decode()


def test_a_letter_that_the_font_lacks_is_no_warning() -> None:
    def exotic(figure: Figure) -> None:
        figure.subplots().set_title("\N{CUNEIFORM SIGN A}")

    assert picture((2, 2), "png", exotic)
