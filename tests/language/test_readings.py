"""Readings of a form."""

from __future__ import annotations

import pytest

from proform.language.readings import ANYTHING, Reading, meet, parse_readings


def test_readings_meet() -> None:
    assert meet(parse_readings("m.sg f.sg"), parse_readings(".sg.nom")) == parse_readings(
        "m.sg.nom f.sg.nom"
    )
    assert meet(parse_readings("m.sg"), parse_readings("f")) == frozenset()
    assert meet(ANYTHING, [Reading("n")]) == {Reading("n")}
    with pytest.raises(ValueError, match="no reading"):
        parse_readings("m.dual")
