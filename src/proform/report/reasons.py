"""Why metrics decided as they did: the reasons, their words and colours, and how often each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from proform.judge.agreement import DECIDED, UNKNOWN
from proform.judge.apt import CASES, MEANINGS, NOT_SOURCE
from proform.judge.protest import REASONS as PROTEST
from proform.report.grid import Cell, Column, For, Grid, count, query, words
from proform.report.model import Content

_AUTOPRF = ("overlap", "no_overlap", "not_aligned")
_USUAL = {
    "apt": (*CASES, NOT_SOURCE),
    "protest": PROTEST,
    "autoprf": _AUTOPRF,
    "autoprf-strict": _AUTOPRF,
    "agreement": (*DECIDED, UNKNOWN),
}
_SWATCHES = {
    **dict.fromkeys(("1", "approved", "overlap", "agrees_same"), "good"),
    **dict.fromkeys(("2", "agrees_though_different"), "near"),
    **dict.fromkeys(("3", "pronoun_differs", "no_overlap", "disagrees"), "bad"),
    **dict.fromkeys(("4", "antecedent_differs", "disagrees_though_same"), "half"),
    **dict.fromkeys(("5", "not_aligned", UNKNOWN), "lost"),
}


def meaning(metric: str, reason: str) -> str:
    """A reason in words."""
    if metric == "apt" and reason in CASES:
        return f"{reason} {MEANINGS[int(reason)]}"
    return reason.replace("_", " ")


def swatch(reason: str) -> str:
    """The colour of a reason; alike for reasons that are alike."""
    return _SWATCHES.get(reason, "odd")


def reasons_of(content: Content, metric: str) -> list[str]:
    """The reasons that a metric gave, in their usual order."""
    found: Counter[str] = Counter()
    for system in content.systems:
        found.update(dict(_counts(content, metric, system)))
    usual = [reason for reason in _USUAL.get(metric, ()) if found[reason]]
    return [*usual, *(reason for reason, _ in found.most_common() if reason not in usual)]


def reasons(content: Content, metric: str) -> Grid:
    """How often each system's pronouns were decided for each reason, with a bar."""
    named = reasons_of(content, metric)
    rows = []
    for system in content.systems:
        found = _counts(content, metric, system)
        total = sum(found.values())
        if not total:
            continue
        linked = (metric, system) in content.decisions
        cells = [
            count(
                found[reason],
                query(metric=metric, system=system, reason=reason) if linked else "",
                f"{found[reason] / total:.1%}",
            )
            for reason in named
        ]
        bar = Cell(None, "", picture=_bar(named, [found[reason] for reason in named]))
        everything = count(total, query(metric=metric, system=system) if linked else "")
        rows.append((words(system), bar, *cells, everything))
    columns = [Column(meaning(metric, reason), swatch=swatch(reason)) for reason in named]
    return Grid(
        f"reasons-{metric}",
        f"{metric}: reasons of the decisions",
        (
            Column("system", numeric=False),
            Column("share of each", numeric=False, audience=For.PAGE),
            *columns,
            Column("all"),
        ),
        tuple(rows),
    )


def _counts(content: Content, metric: str, system: str) -> Counter[str]:
    """By decisions; without them by the counts of the result, if those are of reasons."""
    if column := content.decisions.get((metric, system)):
        return Counter(decision.reason for decision in column.values())
    result = content.results.get((metric, system))
    found: dict[str, float] = {}
    for key, n in (result.total.counts if result else {}).items():
        # What agreement leaves to APT is counted by case.
        reason = UNKNOWN if key.startswith(f"{UNKNOWN}_") else key
        if n and reason in _USUAL.get(metric, ()):
            found[reason] = found.get(reason, 0) + n
    return Counter(found)


def _bar(named: Sequence[str], numbers: Sequence[float]) -> list[tuple[str, float, float]]:
    """Pieces of a bar of length 100: colour, start and length."""
    total, start, pieces = sum(numbers), 0.0, []
    for reason, number in zip(named, numbers, strict=True):
        length = 100 * number / total
        if number:
            pieces.append((swatch(reason), round(start, 3), round(length, 3)))
        start += length
    return pieces
