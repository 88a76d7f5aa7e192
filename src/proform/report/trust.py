"""How far judges can be trusted, on pages: the tables of `proform meta judge`, and its picture."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from markupsafe import Markup

from proform.human.review import Review
from proform.meta.examples import UNKNOWN, DecisionPair, Examples
from proform.meta.trust import Trust, TrustedJudge, trust_all
from proform.report.model import Content
from proform.report.semi import TEMPLATES
from proform.table.table import Table

_SIZE, _LEFT, _RIGHT, _TOP, _BOTTOM = 400, 52, 170, 14, 46
_COLOURS, _LEAST, _MORE = 8, 3, 6
_LONGEST = 18


class TrustSection(NamedTuple):
    """What is shown of all judges."""

    picture: Markup | None
    judges: tuple[tuple[str, tuple[Table, ...]], ...]
    """The name of each, and its tables."""
    notes: tuple[str, ...]

    @property
    def tables(self) -> tuple[Table, ...]:
        """All of them."""
        return tuple(table for _, tables in self.judges for table in tables)


def trust_section(trust: Trust) -> TrustSection:
    """The reliability plot of those that say probabilities, and the tables of all."""
    judges = tuple(
        (judge.metric, tuple(_named(table) for table in trust.tables_of(judge)))
        for judge in trust.judges
    )
    return TrustSection(reliability([*trust.judges]), judges, trust.notes)


def _named(table: Table) -> Table:
    title = table.title[0].upper() + table.title[1:]
    return replace(table, name=f"trust-{table.name}", title=title)


def trust_of(content: Content) -> Trust | None:
    """Every metric with single judgements, beside annotators; None if these said nothing."""
    if not any(content.opinions.values()):
        return None
    found = trust_all([*_examples(content)])
    return found if any(judge.categories[-1].n for judge in found.judges) else None


def _examples(content: Content) -> Iterator[Examples]:
    for metric in content.judged:
        pairs = []
        for system in content.systems:
            heard = content.opinions.get(system, {})
            for number, judgement in content.judgements.get((metric, system), {}).items():
                review = Review(heard[number]) if heard.get(number) else None
                category = content.pronouns[number].category or UNKNOWN
                pairs.append(DecisionPair(judgement, review, category))
        yield Examples(metric, tuple(pairs), ())


def reliability(judges: Sequence[TrustedJudge]) -> Markup | None:
    """What judges said, and what people found; None if none of them says probabilities."""
    graded = [judge for judge in judges if judge.graded]
    if not graded:
        return None
    marks = [
        {
            "name": judge.metric,
            "short": judge.metric if len(judge.metric) <= _LONGEST else f"{judge.metric[:17]}…",
            "colour": number % _COLOURS,
            "bins": [*_bins(judge)],
        }
        for number, judge in enumerate(graded)
    ]
    ticks = [{"share": share, "x": _across(share), "y": _up(share)} for share in range(0, 101, 20)]
    drawing = TEMPLATES.get_template("trust.svg.j2").render(
        judges=marks,
        ticks=ticks,
        left=_LEFT,
        right=_LEFT + _SIZE,
        top=_TOP,
        foot=_TOP + _SIZE,
        width=_LEFT + _SIZE + _RIGHT,
        height=_TOP + _SIZE + _BOTTOM,
    )
    return Markup(drawing)  # noqa: S704 (escaped by the template)


def _bins(judge: TrustedJudge) -> Iterator[dict[str, object]]:
    most = max(each.n for each in judge.bins)
    for each in judge.bins:
        low, high = each.interval or (each.share, each.share)
        said, share = 100 * each.said, 100 * each.share
        yield {
            "x": _across(said),
            "y": _up(share),
            "low": _up(100 * low),
            "high": _up(100 * high),
            "r": round(_LEAST + _MORE * (each.n / most) ** 0.5, 1),
            "title": f"said {said:.0f}%, right {share:.0f}% of {each.n}",
        }


def _across(share: float) -> float:
    return round(_LEFT + _SIZE * share / 100, 1)


def _up(share: float) -> float:
    return round(_TOP + _SIZE * (1 - share / 100), 1)
