"""How far a judge can be trusted: agreement with people, calibration, consistency, favourites."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import fsum
from typing import TYPE_CHECKING, NamedTuple, Unpack

import numpy as np
from scipy.special import stdtrit

from proform.judge.ask import REPEATED, SAME
from proform.meta.crosstabs import TOTAL
from proform.meta.examples import DecisionPair, Examples, Judges, Settling, in_order, load_examples
from proform.model import Verdict
from proform.output import File, needed_path
from proform.picture import BLUE, QUIET, picture
from proform.scoring.judgements import read_judgements
from proform.stats.agreement import Comparative, by_category
from proform.stats.estimate import ShareInterval, clustered
from proform.stats.resample import LEVEL
from proform.table.table import Column, Table, ends, percent, rounded, span_percent
from proform.table.tables import Drawable

if TYPE_CHECKING:
    from matplotlib.figure import Figure

BINS = 10
"""Of probabilities, in the reliability plot."""

LEAST = 10
"""With fewer judgements by people, a group is shown without an interval of its bias."""


class JudgePrecision(NamedTuple):
    """Of what a judge says: how often people agree; the unit is the pronoun in all systems."""

    right: int
    total: int
    interval: ShareInterval | None

    @property
    def share(self) -> float | None:
        """What part people agree with."""
        return self.right / self.total if self.total else None


class TrustGroup(NamedTuple):
    """A category or a system, or all."""

    name: str
    n: int
    """Pronouns of which both the judge and people decide."""
    kappa: float | None
    approvals: JudgePrecision
    rejections: JudgePrecision
    consistency: float | None
    """How probably two passes of the judge say the same; None if it was not asked again."""
    bias: float | None
    """The judge's share of right ones less people's, on the same pronouns."""
    reach: float | None
    """Of the 95% interval of the bias, to either side."""


class CalibrationBin(NamedTuple):
    """Pronouns that a judge finds right with about the same probability."""

    said: float
    """The probability, on average."""
    n: int
    share: float
    """What part people find right."""
    interval: ShareInterval | None


@dataclass(frozen=True)
class TrustedJudge:
    """What people say of a judge."""

    metric: str
    categories: tuple[TrustGroup, ...]
    systems: tuple[TrustGroup, ...]
    bins: tuple[CalibrationBin, ...]
    error: float | None
    """The expected calibration error: how far probabilities are off, on average."""
    graded: bool
    """Does it say probabilities, and not only yes and no?"""


@dataclass(frozen=True)
class Trust(Drawable):
    """All judges of a file."""

    judges: tuple[TrustedJudge, ...]
    notes: tuple[str, ...]

    @property
    def tables(self) -> tuple[Table, ...]:
        """By category, by system, and calibration."""
        return tuple(table for judge in self.judges for table in self.tables_of(judge))

    def tables_of(self, judge: TrustedJudge) -> tuple[Table, ...]:
        """The same of one judge."""
        return tuple(_tables(judge, len(self.judges)))

    def drawn(self, kind: str) -> bytes:
        """The reliability plot."""
        return draw(self.judges, kind)


def judge(
    detail: File, human: str, *, metric: str | None = None, **settling: Unpack[Settling]
) -> Trust:
    """Say how far judges can be trusted, by category and by system.

    >>> proform.meta.judge("detail.tsv", "suite.db").judges[0].error  # doctest: +SKIP
    """
    path = needed_path("detail", detail)
    names = dict.fromkeys(row.metric for row in read_judgements(path))
    chosen = [metric] if metric is not None else [*names]
    loaded = [load_examples(path, Judges(human, **settling), name) for name in chosen]
    return trust_all(loaded)


def trust_all(examples: Sequence[Examples]) -> Trust:
    """What people say of several judges."""
    notes = dict.fromkeys(note for each in examples for note in each.notes)
    trusted = tuple(map(trust, examples))
    return Trust(trusted, (*notes, *_remarks(trusted)))


def _remarks(judges: Iterable[TrustedJudge]) -> Iterator[str]:
    for each in judges:
        kind = [
            group.name
            for group in each.systems[:-1]
            if group.bias is not None and group.reach is not None and group.bias > group.reach
        ]
        harsh = [
            group.name
            for group in each.systems[:-1]
            if group.bias is not None and group.reach is not None and group.bias < -group.reach
        ]
        if kind:
            yield f"{each.metric} is kinder than people to {', '.join(kind)}"
        if harsh:
            yield f"{each.metric} is harsher than people on {', '.join(harsh)}"
        if not each.categories[-1].n:
            yield f"{each.metric}: people and the judge have decided no pronoun in common"


def trust(examples: Examples) -> TrustedJudge:
    """What people say of one judge."""
    decided = [pair for pair in examples.pairs if pair.human is not Verdict.UNDECIDED]
    known = [(pair, value) for pair in decided if (value := pair.decided.probability) is not None]
    values = np.array([value for _, value in known])
    bins = tuple(_bins(known))
    error = (
        sum(each.n * abs(each.said - each.share) for each in bins) / len(known) if known else None
    )
    return TrustedJudge(
        examples.metric,
        _groups(decided, lambda pair: pair.category, in_order),
        _groups(decided, lambda pair: pair.decided.system, lambda names: [*dict.fromkeys(names)]),
        bins,
        error,
        bool(len(values)) and bool(((values > 0) & (values < 1)).any()),
    )


def _right(pair: DecisionPair) -> bool:
    return pair.human is Verdict.CORRECT


def _unit(pair: DecisionPair) -> tuple[int, int]:
    return pair.decided.segment, pair.decided.position


def _groups(
    pairs: Sequence[DecisionPair],
    name_of: Callable[[DecisionPair], str],
    order: Callable[[Iterable[str]], Sequence[str]],
) -> tuple[TrustGroup, ...]:
    by_name: dict[str, list[DecisionPair]] = {}
    for pair in pairs:
        by_name.setdefault(name_of(pair), []).append(pair)
    names = order(by_name)
    return (*(_group(name, by_name[name]) for name in names), _group(TOTAL, pairs))


def _group(name: str, pairs: Sequence[DecisionPair]) -> TrustGroup:
    both = [pair for pair in pairs if pair.decides]
    compared = by_category(
        Comparative("", pair.decided.verdict, pair.decided.reason, pair.human) for pair in both
    )
    kappa = compared[""].kappa if compared else None
    known = [(pair, value) for pair in pairs if (value := pair.decided.probability) is not None]
    passes = [pair.decided.statistics for pair in pairs]
    repeated = fsum(each.get(REPEATED, 0.0) for each in passes)
    same = fsum(each.get(SAME, 0.0) for each in passes)  # the same in whatever order they come
    bias, reach = _bias(known)
    return TrustGroup(
        name,
        len(both),
        kappa,
        _precision(both, Verdict.CORRECT),
        _precision(both, Verdict.INCORRECT),
        round(same / repeated, 5) if repeated else None,  # files have six digits
        bias,
        reach,
    )


def _precision(pairs: Sequence[DecisionPair], verdict: Verdict) -> JudgePrecision:
    said = [pair for pair in pairs if pair.decided.verdict is verdict]
    agreed = [pair.human is verdict for pair in said]
    return JudgePrecision(sum(agreed), len(said), _interval(said, agreed))


def _interval(pairs: Sequence[DecisionPair], agreed: Sequence[bool]) -> ShareInterval | None:
    sizes: dict[tuple[int, int], int] = {}
    right: dict[tuple[int, int], int] = {}
    for pair, good in zip(pairs, agreed, strict=True):
        unit = _unit(pair)
        sizes[unit] = sizes.get(unit, 0) + 1
        right[unit] = right.get(unit, 0) + good
    if not sizes:
        return None
    return clustered(np.array([right[unit] for unit in sizes]), np.array([*sizes.values()]))


def _bias(known: Sequence[tuple[DecisionPair, float]]) -> tuple[float | None, float | None]:
    """The mean difference, and its reach; pronouns of one source word are alike."""
    if not known:
        return None, None
    sums: dict[tuple[int, int], float] = {}
    differences = [value - _right(pair) for pair, value in known]
    mean = float(np.mean(differences))
    for (pair, _), difference in zip(known, differences, strict=True):
        unit = _unit(pair)
        sums[unit] = sums.get(unit, 0.0) + difference - mean
    if len(sums) < LEAST:
        return mean, None
    several = len(sums)
    spread = np.sqrt(sum(value**2 for value in sums.values()) * several / (several - 1))
    return mean, float(stdtrit(several - 1, (1 + LEVEL) / 2) * spread / len(known))


def _bins(known: Sequence[tuple[DecisionPair, float]]) -> Iterator[CalibrationBin]:
    for number in range(BINS):
        inside = [
            (pair, value) for pair, value in known if min(int(value * BINS), BINS - 1) == number
        ]
        if inside:
            pairs = [pair for pair, _ in inside]
            right = [_right(pair) for pair in pairs]
            said = float(np.mean([value for _, value in inside]))
            yield CalibrationBin(said, len(inside), float(np.mean(right)), _interval(pairs, right))


def _tables(judge: TrustedJudge, several: int) -> Iterator[Table]:
    start = f"{judge.metric}-" if several > 1 else ""
    yield _group_table(f"{start}categories", judge, "category", judge.categories)
    yield _group_table(f"{start}systems", judge, "system", judge.systems)
    if judge.graded:
        yield _calibration(f"{start}calibration", judge)


def _group_table(name: str, judge: TrustedJudge, head: str, groups: Sequence[TrustGroup]) -> Table:
    repeated = any(group.consistency is not None for group in groups)
    columns = (
        Column(head, ("name",)),
        Column("n"),
        Column("kappa", show=rounded(2)),
        Column("approvals", ("approved",)),
        Column("right %", ("approvals",), percent),
        Column("95% interval", ("low", "high"), span_percent),
        Column("rejections", ("rejected",)),
        Column("wrong %", ("rejections",), percent),
        Column("95% interval", ("rejections_low", "rejections_high"), span_percent),
        *([Column("same again %", ("consistency",), percent)] if repeated else []),
        Column("kinder by", ("bias", "reach"), _kinder),
    )
    records = tuple(_record(group) for group in groups)
    title = f"how far people agree with {judge.metric}, by {head}"
    again = "same again: how probably two passes say the same; " if repeated else ""
    note = (
        f"right %: of what the judge approves; wrong %: of what it rejects; {again}kinder by: its "
        "share of right ones less people's, in points"
    )
    return Table(name, title, columns, records, (note,), sums=(len(groups) - 1,))


def _record(group: TrustGroup) -> Mapping[str, object]:
    refused = ends(group.rejections.interval)
    return {
        "name": group.name,
        "n": group.n,
        "kappa": group.kappa,
        "approved": group.approvals.total,
        "approvals": group.approvals.share,
        **ends(group.approvals.interval),
        "rejected": group.rejections.total,
        "rejections": group.rejections.share,
        **{f"rejections_{end}": value for end, value in refused.items()},
        "consistency": group.consistency,
        "bias": group.bias,
        "reach": group.reach,
    }


def _kinder(bias: float, reach: float | None = None) -> str:
    return f"{100 * bias:+.1f}" + ("" if reach is None else f" ± {100 * reach:.1f}")


def _calibration(name: str, judge: TrustedJudge) -> Table:
    columns = (
        Column("said %", ("said",), percent),
        Column("n"),
        Column("right %", ("share",), percent),
        Column("95% interval", ("low", "high"), span_percent),
    )
    records = tuple(
        {"said": each.said, "n": each.n, "share": each.share, **ends(each.interval)}
        for each in judge.bins
    )
    error = f"expected calibration error {100 * (judge.error or 0):.1f} points"
    return Table(
        name, f"probabilities by {judge.metric}, and what came of them", columns, records, (error,)
    )


def draw(judges: Sequence[TrustedJudge], kind: str) -> bytes:
    """What judges said, and what people found: on the diagonal where probabilities are true."""
    colours = (BLUE, "#b3541e", "#4b7f52", "#7a4b8f")

    def paint(figure: "Figure") -> None:
        axes = figure.subplots()
        axes.plot([0, 100], [0, 100], color=QUIET, linewidth=0.8, zorder=1)
        for number, judge in enumerate(judges):
            colour = colours[number % len(colours)]
            said = [100 * each.said for each in judge.bins]
            for x, each in zip(said, judge.bins, strict=True):
                if each.interval is not None:
                    ends_ = [100 * each.interval.low, 100 * each.interval.high]
                    axes.plot([x, x], ends_, color=colour, linewidth=1.2, zorder=2)
            shares = [100 * each.share for each in judge.bins]
            sizes = [12 + 60 * each.n / max(b.n for b in judge.bins) for each in judge.bins]
            axes.scatter(said, shares, s=sizes, color=colour, label=judge.metric, zorder=3)
        axes.set_xlim(-3, 103)
        axes.set_ylim(-3, 103)
        axes.set_aspect("equal")
        axes.set_xlabel("right, as the judge says, %")
        axes.set_ylabel("right, as people say, %")
        axes.legend(loc="upper left", frameon=False, fontsize=8)

    return picture((5.0, 5.0), kind, paint)
