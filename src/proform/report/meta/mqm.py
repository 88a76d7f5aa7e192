"""Systems as MQM raters see them."""

from __future__ import annotations

from collections.abc import Sequence

from proform.read.judgements import Opinion
from proform.report.sheet import Column, Sheet, or_dash, percent, rounded
from proform.score.meta.mqm import Campaign, penalties, shares


def rated_systems(campaign: Campaign, said: Sequence[Opinion]) -> Sheet:
    """The MQM score of each system, and the share of its pronouns that raters find right."""
    costs, right = penalties(campaign), shares(said)
    columns = [Column("system", ("system",)), Column("MQM", ("mqm",), rounded(3))]
    if said:
        columns += [
            Column("pronouns right (%)", ("pronouns",), percent),
            Column("judged", ("n",), or_dash),
        ]
    records = tuple(
        {
            "system": system,
            "mqm": costs[system],
            "pronouns": right.get(system, (None, 0))[0],
            "n": right.get(system, (None, 0))[1],
        }
        for system in campaign.systems
    )
    notes = ["MQM: what errors cost for each segment and rater; less is better"]
    if campaign.left_out:
        notes.append(f"{campaign.left_out} segments that not all systems have are left out")
    if marks := campaign.left_open:
        notes.append(f"marks without an end, taken to go to the end of the text: {marks}")
    if campaign.unknown:
        each = ", ".join(f"{name!r} ({n})" for name, n in campaign.unknown.items())
        notes.append(f"categories that MQM does not have, counted by their severity: {each}")
    title = f"segments: {len(campaign.segments)}, systems: {len(campaign.systems)}"
    return Sheet("systems", title, tuple(columns), records, tuple(notes))
