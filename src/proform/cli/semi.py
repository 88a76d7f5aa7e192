"""`proform semi`: approve what is surely right, let people judge the rest."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

import proform
from proform.cli import options
from proform.cli.command import group
from proform.cli.console import tell
from proform.cli.options import opt, table_command
from proform.human import MAJORITY

Verify = Annotated[
    list[str] | None,
    opt(
        "--verify N...",
        "Approvals to verify of each category: 20, or 0.3 of them; event_it=40 of one.",
    ),
]
Overlap = Annotated[int, opt("--overlap", "Examples that go to everyone, for agreement.", min=0)]
Assume = Annotated[
    tuple[float, float],
    opt(
        "--assume P Q",
        "Assumed shares of right approvals and referrals while nothing has been judged.",
        min=0,
        max=1,
    ),
]
Pace = Annotated[float, opt("--pace", "Judgements per person and hour.", min=0.1, max=1e6)]


@dataclass(frozen=True, kw_only=True)
class _Approving:
    """Which suite, and what is approved in it."""

    where: options.Where
    accept_annotations: options.AcceptAnnotations = False
    agreement: Annotated[
        str | None,
        options.choice(
            "--agreement",
            known=("off", "refer", "approve"),
            help="refer: also refer what matches but disagrees; approve: also approve what agrees. "
            "By default as in the last round, otherwise off.",
        ),
    ] = None
    approve: Annotated[
        list[str] | None,
        opt(
            "--approve JUDGES...",
            "Judges that approve what they find right: protest, agreement, file:NAME=PATH. By "
            "default those of the last round, otherwise protest (as in the reference).",
        ),
    ] = None
    sure: Annotated[
        float | None,
        opt("--sure P", "Approve only what is right with this probability.", min=0, max=1),
    ] = None
    packs: options.Packs = None
    suite: options.SuiteName = None
    policy: options.Policy = MAJORITY
    metrics: Annotated[
        list[str] | None,
        opt(
            "-m --metrics METRICS...",
            "Judges that help to estimate: agreement, file:NAME=PATH.",
        ),
    ] = None


@dataclass(frozen=True, kw_only=True)
class _Plan(_Approving):
    """Show what would be approved and referred, how much work that leaves, and how precise it gets.

    \b
    Example:
      proform semi plan suite.db --verify 0.3 -n 2 --pace 60
      proform semi plan suite.db --verify 20 event_it=40
    """  # noqa: D301 (\\b is for the help)

    verify: Verify = None
    annotators: Annotated[int, opt("-n --annotators", "How many people judge.", min=1)] = 1
    overlap: Overlap = 0
    pace: Pace = 60
    assume: Assume = (0.85, 0.5)
    seed: options.RandomSeed = 1
    width: Annotated[
        float | None,
        opt(
            "--width",
            "Say how many judgements it takes to reach intervals of this width, in points.",
            min=0.1,
            max=100,
        ),
    ] = None


def start(
    approving: _Approving,
    annotators: Annotated[list[str], opt("-a --annotators NAME...", "Who judges.")],
    verify: Verify = None,
    overlap: Overlap = 0,
    taskset: Annotated[str | None, opt("--set NAME", "The name of the set of tasks.")] = None,
    release: Annotated[
        list[str] | None,
        opt("--release NAME...", "Annotators who stop; their open work goes to others."),
    ] = None,
    invite: Annotated[
        str | None, opt("--invite URL", "Print a personal link to this server for each annotator.")
    ] = None,
    seed: options.RandomSeed = 1,
) -> None:
    """Approve, refer, draw a sample to verify, and hand everything to annotators, mixed.

    Done again, it gives out what nobody has: of new systems, of people who left, more approvals.

    \b
    Example:
      proform semi start suite.db -a Ada Bob --verify 0.3 --overlap 20
      proform semi start suite.db -a Cyd --release Bob
    """  # noqa: D301
    started = proform.semi.start(
        annotators=annotators,
        verify=verify or (),
        overlap=overlap,
        taskset=taskset,
        release=release or (),
        invite=invite,
        seed=seed,
        **vars(approving),
    )
    tell(*started.notes)
    for name, link in started.links.items():
        typer.echo(f"{name}\t{link}")


@dataclass(frozen=True, kw_only=True)
class _Status(_Approving):
    """Show who has judged how much, what is open, and what changed since it was handed out.

    \b
    Example:
      proform semi status suite.db
    """  # noqa: D301


@dataclass(frozen=True, kw_only=True)
class _Results(_Approving):
    """Count what is right, as the paper and corrected by what was verified; compare systems.

    \b
    Example:
      proform semi results suite.db
      proform semi results suite.db --pairs -f latex -o tables.tex
      proform semi results suite.db --plot systems.svg
    """  # noqa: D301

    baseline: Annotated[
        str | None, opt("--baseline NAME", "Compare with this system instead of the best one.")
    ] = None
    pairs: Annotated[bool, opt("--pairs", "Compare all systems with each other.")] = False
    plot: Annotated[
        Path | None, opt("--plot FILE", "Draw both counts of each system: .svg or .png.")
    ] = None
    resamples: options.Resamples = 10_000
    seed: options.Seed = 12345


@dataclass(frozen=True, kw_only=True)
class _Next(_Approving):
    """Rank the examples whose judgement would narrow the intervals most; say when to stop.

    \b
    Example:
      proform semi next suite.db --pace 60
      proform semi next suite.db --width 10 --differences
    """  # noqa: D301

    hours: Annotated[float, opt("--hours", "The hours available.", min=0.01, max=1000)] = 1
    pace: Pace = 60
    width: Annotated[
        float | None,
        opt("--width", "The width that all intervals should reach, in points.", min=0.1),
    ] = None
    differences: Annotated[
        bool, opt("--differences", "Intervals of differences between systems, not of systems.")
    ] = False
    assume: Assume = (0.85, 0.5)
    seed: options.RandomSeed = 1


app = group(
    "Semi-automatic evaluation: approve, refer, verify, count.",
    table_command("semi.plan", _Plan),
    start,
    table_command("semi.status", _Status),
    table_command("semi.results", _Results),
    table_command("semi.next_", _Next),
)
