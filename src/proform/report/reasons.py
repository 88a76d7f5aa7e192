"""Why metrics decided as they did: the reasons, their words and colours, and how often each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from proform.judge.agreement import DECIDED, UNKNOWN
from proform.judge.apt import CASES, MEANINGS, NOT_SOURCE
from proform.judge.protest import REASONS as PROTEST
from proform.report.layout import query
from proform.report.model import Content
from proform.table.table import Audience, Cell, Column, Record, Table, count, distinct

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


def reasons(content: Content, metric: str) -> Table:
    """How often each system's pronouns were decided for each reason, with a bar."""
    named = reasons_of(content, metric)
    headers = {reason: meaning(metric, reason) for reason in named}
    keys = distinct(headers.values(), "reason", ("system", "all"))
    counts = {system: _counts(content, metric, system) for system in content.systems}

    def column(header: str, reason: str | None) -> Column:
        def look(record: Record) -> Cell:
            system = str(record["system"])
            number = counts[system].total() if reason is None else counts[system][reason]
            linked = number and (metric, system) in content.decisions
            go = query(metric=metric, system=system, reason=reason) if linked else ""
            share = "" if reason is None else f"{number / counts[system].total():.1%}"
            return Cell(go=go, title=share)

        swatches = "" if reason is None else swatch(reason)
        key = "all" if reason is None else keys[header]
        return Column(header, (key,), count, look=look, swatch=swatches)

    def bar(record: Record) -> Cell:
        numbers = counts[str(record["system"])]
        return Cell(picture=_bar(named, [numbers[reason] for reason in named]))

    return Table(
        f"reasons-{metric}",
        f"{metric}: reasons of the decisions",
        (
            Column("system"),
            Column("share of each", (), numeric=False, audience=Audience.PAGE, look=bar),
            *(column(header, reason) for reason, header in headers.items()),
            column("all", None),
        ),
        tuple(
            {
                "system": system,
                **{keys[header]: numbers[reason] for reason, header in headers.items()},
                "all": numbers.total(),
            }
            for system, numbers in counts.items()
            if numbers.total()
        ),
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
