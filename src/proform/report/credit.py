"""What single decisions add to a score: so that any cell of a table has one.

The score of every metric is a ratio of sums. A credit is what one decision adds to the upper and
to the lower sum.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from proform.errors import ProformError
from proform.judge.agreement import UNKNOWN
from proform.judge.apt import CASES, NOT_SOURCE, WEIGHTS
from proform.judge.protest import APPROVED
from proform.model import Verdict
from proform.report.model import Decision
from proform.report.results import settings_of

Share = tuple[float, float]
Credit = Callable[[Decision], Share | None]
"""None where a decision is left out."""

_CASE = re.compile(r"APT decides: case ([1-6])\b")
_PROBABLY = re.compile(r"with probability ([0-9.e-]+)\.$")


def credit_of(metric: str, signature: str = "") -> Credit:
    """How decisions of a metric count; of one that is not known, correct ones count."""
    if metric in ("apt", "agreement"):
        apt = _apt(settings_of(signature))
        return apt if metric == "apt" else _agreement(apt)
    return _CREDITS.get(metric, _correct)


def score(credit: Credit, decisions: Iterable[Decision]) -> tuple[float | None, int]:
    """The score over some decisions, None if it is undefined, and how many count."""
    shares = [share for share in map(credit, decisions) if share is not None]
    whole = sum(below for _, below in shares)
    return (sum(above for above, _ in shares) / whole if whole else None), len(shares)


def _apt(settings: dict[str, str]) -> Credit:
    weights = _weights(settings.get("weights"))
    discarded = {*settings.get("discard", "").split(","), NOT_SOURCE}

    def credit(decision: Decision) -> Share | None:
        if decision.reason in discarded:
            return None
        if decision.reason == "2" and (found := _PROBABLY.search(decision.explanation)):
            return _probable(float(found[1]), weights, discarded)
        return weights[decision.reason], 1.0

    return credit


def _agreement(apt: Credit) -> Credit:
    def credit(decision: Decision) -> Share | None:
        case = _CASE.search(decision.explanation) if decision.reason == UNKNOWN else None
        return apt(decision._replace(reason=case[1])) if case else _correct(decision)

    return credit


def _weights(given: str | None) -> dict[str, float]:
    try:
        values = WEIGHTS if given is None else tuple(map(float, given.split(",")))
        return dict(zip(CASES, values, strict=True))
    except ValueError:
        what = f"apt: the weights of its signature are {given!r}"
        raise ProformError(what, hint="expected six numbers") from None


def _probable(share: float, weights: dict[str, float], discarded: set[str]) -> Share:
    """An equivalence of probability p counts p times as case 2 and 1 - p times as case 3."""
    rest = 0.0 if "3" in discarded else 1 - share
    return share * weights["2"] + rest * weights["3"], share + rest


def _correct(decision: Decision) -> Share:
    return float(decision.verdict == Verdict.CORRECT.value), 1.0


def _protest(decision: Decision) -> Share:
    return float(decision.reason == APPROVED), 1.0


def _autoprf(decision: Decision) -> Share:
    expected, found = decision.reference.forms, decision.candidate.forms
    shared = sum(min(found.count(word), expected.count(word)) for word in set(found))
    return 2.0 * shared, float(len(found) + len(expected))


def _strict(decision: Decision) -> Share:
    expected, found = decision.reference.forms, decision.candidate.forms
    return 2.0 * bool(set(found) & set(expected)), float(bool(found) + bool(expected))


_CREDITS: dict[str, Credit] = {
    "protest": _protest,
    "autoprf": _autoprf,
    "autoprf-strict": _strict,
}
