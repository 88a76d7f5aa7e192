"""Shares and intervals, as the tables of semi-automatic evaluation show them."""

from __future__ import annotations

from proform.report.sheet import Record, span
from proform.report.table import UNDEFINED
from proform.stats.estimate import Interval


def tenth(part: int, whole: int) -> float | None:
    """A quotient of counts to one decimal, halves up as in the paper; exact, as floats are not."""
    return (20 * part + whole) // (2 * whole) / 10 if whole else None


def percentage(part: int, whole: int) -> str:
    """A part in percent."""
    value = tenth(100 * part, whole)
    return UNDEFINED if value is None else f"{value:.1f}"


def ends(interval: Interval | None) -> Record:
    """The two ends of an interval, as a record has them."""
    low, high = (None, None) if interval is None else interval
    return {"low": low, "high": high}


def in_percent(low: float | None, high: float | None) -> str:
    """From where to where, in percent."""
    if low is None or high is None:
        return UNDEFINED
    return span(1)(100 * low, 100 * high)
