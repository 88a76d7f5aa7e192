"""`proform semi`: approve what is surely right, let people judge the rest."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import proform
from proform.cli import options
from proform.cli.command import group
from proform.cli.console import tell
from proform.cli.options import opt
from proform.human import MAJORITY

if TYPE_CHECKING:
    from proform.semi.evaluation import Approving


Verify = Annotated[
    list[str] | None,
    opt(
        "--verify N...",
        "Approvals to verify of each category: 20, or 0.3 of them; event_it=40 of one.",
    ),
]
Overlap = Annotated[int, opt("--overlap", "So many examples go to everyone, for agreement.", min=0)]
Assume = Annotated[
    tuple[float, float],
    opt(
        "--assume P Q",
        "Shares of right approvals and referrals, as long as nothing is judged.",
        min=0,
        max=1,
    ),
]
Pace = Annotated[float, opt("--pace", "Judgements of a person in an hour.", min=0.1, max=1e6)]


@dataclass(frozen=True)
class ApprovalOptions:
    """Which suite, and what is approved in it."""

    accept: Annotated[
        bool,
        opt(
            "--accept-annotations",
            "What annotators found right in other systems is a reference, too.",
        ),
    ] = False
    agreement: Annotated[
        str | None,
        options.choice(
            "--agreement",
            known=("off", "refer", "approve"),
            help="Refer what disagrees though same; approve what agrees though different, too. "
            "By default as in the last round, else off.",
        ),
    ] = None
    packs: options.Packs = None
    suite: options.SuiteName = None
    policy: options.Policy = MAJORITY

    @property
    def options(self) -> Approving:
        """As the library takes them."""
        return {
            "accept_annotations": self.accept,
            "agreement": self.agreement,
            "packs": self.packs,
            "suite": self.suite,
            "policy": self.policy,
        }


def plan(
    where: options.Where,
    approval: ApprovalOptions,
    printing: options.Written,
    verify: Verify = None,
    annotators: Annotated[int, opt("-n --annotators", "How many people judge.", min=1)] = 1,
    overlap: Overlap = 0,
    pace: Pace = 60,
    assume: Assume = (0.85, 0.5),
    seed: options.RandomSeed = 1,
) -> None:
    """Say what would be approved and referred, what it takes to judge, and for which precision.

    \b
    Example:
      proform semi plan suite.db --verify 0.3 -n 2 --pace 60
      proform semi plan suite.db --verify 20 event_it=40
    """  # noqa: D301 (\\b is for the help)
    printing.spare(where)
    planned = proform.semi.plan(
        where,
        verify=verify or (),
        annotators=annotators,
        overlap=overlap,
        pace=pace,
        assume=assume,
        seed=seed,
        **approval.options,
    )
    printing.write(planned)


def start(
    where: options.Where,
    annotators: Annotated[list[str], opt("-a --annotators NAME...", "Who judges.")],
    approval: ApprovalOptions,
    verify: Verify = None,
    overlap: Overlap = 0,
    taskset: Annotated[str | None, opt("--set NAME", "The name of the set of tasks.")] = None,
    release: Annotated[
        list[str] | None, opt("--release NAME...", "Who judges no more; what is open is left.")
    ] = None,
    invite: Annotated[
        str | None, opt("--invite URL", "Print a personal link to this server for each.")
    ] = None,
    seed: options.RandomSeed = 1,
) -> None:
    """Approve, refer, draw what is verified, and give it all to annotators, mixed.

    Done again, it gives out what nobody has: of new systems, of people who left, more approvals.

    \b
    Example:
      proform semi start suite.db -a Ada Bob --verify 0.3 --overlap 20
      proform semi start suite.db -a Cyd --release Bob
    """  # noqa: D301
    started = proform.semi.start(
        where,
        annotators,
        verify=verify or (),
        overlap=overlap,
        taskset=taskset,
        release=release or (),
        invite=invite,
        seed=seed,
        **approval.options,
    )
    tell(*started.notes)
    for name, link in started.links.items():
        typer.echo(f"{name}\t{link}")


def status(where: options.Where, approval: ApprovalOptions, printing: options.Written) -> None:
    """Say who has judged how much, what is open, and what changed since it was given out.

    \b
    Example:
      proform semi status suite.db
    """  # noqa: D301
    printing.spare(where)
    printing.write(proform.semi.status(where, **approval.options))


def results(
    where: options.Where,
    approval: ApprovalOptions,
    printing: options.Written,
    baseline: Annotated[
        str | None, opt("--baseline NAME", "Compare with this system, not the best.")
    ] = None,
    pairs: Annotated[bool, opt("--pairs", "Compare all systems with each other.")] = False,
    plot: Annotated[
        Path | None, opt("--plot FILE", "Draw both counts of each system: .svg or .png.")
    ] = None,
    resamples: options.Resamples = 10_000,
    seed: options.Seed = 12345,
) -> None:
    """Count what is right, as the paper and corrected by what was verified; compare systems.

    \b
    Example:
      proform semi results suite.db
      proform semi results suite.db --pairs -f latex -o tables.tex
      proform semi results suite.db --plot systems.svg
    """  # noqa: D301
    printing.spare(where, plot=plot)
    counted = proform.semi.results(
        where, baseline=baseline, pairs=pairs, resamples=resamples, seed=seed, **approval.options
    )
    printing.draw(counted, plot)


def next_(
    where: options.Where,
    approval: ApprovalOptions,
    printing: options.Written,
    hours: Annotated[float, opt("--hours", "So many hours.", min=0.01, max=1000)] = 1,
    pace: Pace = 60,
    width: Annotated[
        float | None, opt("--width", "The width wished for, in points, of all intervals.", min=0.1)
    ] = None,
    differences: Annotated[
        bool, opt("--differences", "Of differences between systems, not of systems.")
    ] = False,
    assume: Assume = (0.85, 0.5),
    seed: options.RandomSeed = 1,
) -> None:
    """Rank the examples whose judgement would narrow the intervals most; say when to stop.

    \b
    Example:
      proform semi next suite.db --pace 60
      proform semi next suite.db --width 10 --differences
    """  # noqa: D301
    printing.spare(where)
    advice = proform.semi.next_(
        where,
        hours=hours,
        pace=pace,
        width=width,
        differences=differences,
        assume=assume,
        seed=seed,
        **approval.options,
    )
    printing.write(advice)


app = group(
    "Semi-automatic evaluation: approve, refer, verify, count.", plan, start, status, results, next_
)
