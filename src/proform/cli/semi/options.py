"""The options that the commands of semi-automatic evaluation share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Option

from proform.cli.aligning import check_packs
from proform.semi.approval import Role

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from proform.semi.state import State

Accept = Annotated[
    bool,
    Option(
        "--accept-annotations",
        help="What annotators found right in other systems is a reference, too.",
    ),
]
Agreement = Annotated[
    Role | None,
    Option(
        "--agreement",
        metavar="off|refer|approve",
        help="Refer what disagrees though same; approve what agrees though different, too. "
        "By default as in the last round, else off.",
    ),
]
Verify = Annotated[
    list[str] | None,
    Option(
        "--verify",
        metavar="N...",
        help="Approvals to verify of each category: 20, or 0.3 of them; event_it=40 of one.",
    ),
]
Overlap = Annotated[
    int, Option("--overlap", min=0, help="So many examples go to everyone, for agreement.")
]
Assume = Annotated[
    tuple[float, float],
    Option(
        "--assume",
        min=0,
        max=1,
        metavar="P Q",
        help="Shares of right approvals and referrals, as long as nothing is judged.",
    ),
]
Pace = Annotated[
    float, Option("--pace", min=0.1, max=1e6, help="Judgements of a person in an hour.")
]


def load(
    connection: Connection,
    suite: str | None,
    packs: Path | None,
    *,
    accept: bool,
    agreement: Role | None,
) -> State:
    """A suite as it stands in a store, with language packs that are there."""
    from proform.semi.state import load_state  # noqa: PLC0415 (slow to import)

    check_packs(packs)
    return load_state(connection, suite, accept=accept, role=agreement, packs=packs)
