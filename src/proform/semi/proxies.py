"""What judges of any kind say of a suite, as proxies of people: estimates of each system."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from proform.human.opinion import RIGHT
from proform.human.verdict import OPEN
from proform.semi.decisions import MATCHING as APPROVERS
from proform.semi.decisions import AgreementRole
from proform.semi.state import SemiCase, State
from proform.stats.cells import Fitted, Numbers
from proform.stats.estimate import Compared, Estimate, PooledTest, pooled_test
from proform.stats.pilot import PILOT, Needed, needed, short
from proform.stats.ppi import Powered, ProxyWorth, powered, worth
from proform.stats.sample import ProxySample
from proform.table.table import Column, Table, ends, percent, rounded, span_percent

MATCHING, FIRST_PASS = "matching", "first pass"
"""What is approved is 1, what is referred 0: by matching alone, or with the help of others."""


@dataclass(frozen=True)
class ProxyRow:
    """One proxy, or all of them together."""

    name: str
    worth: ProxyWorth


@dataclass(frozen=True)
class OwnEstimates:
    """Prediction-powered estimates: of each system from its own judgements and all proxies."""

    systems: tuple[str, ...]
    estimates: tuple[Estimate, ...]
    people: tuple[Estimate, ...]
    """The same without any proxy."""
    proxies: tuple[ProxyRow, ...]
    pooled: PooledTest | None
    fitted: Powered | None
    why: str = ""
    """Why there is none."""

    def compare(self, first: str, second: str) -> Compared | None:
        """One system less another; None if either has no estimate."""
        if self.fitted is None:
            return None
        return self.fitted.compare(self.systems.index(first), self.systems.index(second))

    @property
    def suspect(self) -> bool:
        """Is it improbable that approvals are equally right in all systems?"""
        return self.pooled is not None and self.pooled.suspect

    def notes(self) -> Iterator[str]:
        """What to make of it."""
        if self.why:
            yield f"no estimate of single systems: {self.why}, so that nothing can be corrected"
        if self.pooled is not None and self.suspect:
            yield (
                f"approvals are not equally right in all systems (p = {self.pooled.p:.4f}), which "
                "the corrected estimate takes for granted: rely on the estimates of each system"
            )

    @property
    def tables(self) -> Iterator[Table]:
        """Estimates, and what proxies are worth."""
        if self.fitted is None:
            return
        records = tuple(
            {
                "system": system,
                "share": own.share,
                **ends(own.interval),
                "people": people.share,
                **{f"people_{end}": value for end, value in ends(people.interval).items()},
                "why": own.why or None,
            }
            for system, own, people in zip(self.systems, self.estimates, self.people, strict=True)
        )
        columns = (
            Column("system"),
            Column("%", ("share",), percent),
            Column("95% interval", ("low", "high"), span_percent),
            Column("people only %", ("people",), percent),
            Column("95% interval", ("people_low", "people_high"), span_percent),
        )
        note = (
            "of each system by itself: what proxies predict, corrected by what people say of it "
            "(PPI++); people only: without any proxy"
        )
        yield Table("own", "estimates of each system by itself", columns, records, (note,))
        yield self._proxies()

    def _proxies(self) -> Table:
        columns = (
            Column("proxy"),
            Column("r", show=rounded(2)),
            Column("judged"),
            Column("as good as", ("effective",), rounded(0)),
            Column("saved", show=rounded(0)),
            Column("λ", ("follows",), rounded(2)),
            Column("r needed, λ=1", ("plain",), rounded(2)),
            Column("r needed, tuned", ("tuned",), rounded(2)),
        )
        records = tuple(
            {
                "proxy": row.name,
                "r": row.worth.correlation,
                "judged": row.worth.judged,
                "effective": row.worth.effective,
                "saved": row.worth.saved,
                "follows": row.worth.follows,
                "plain": row.worth.plain,
                "tuned": row.worth.tuned,
            }
            for row in self.proxies
        )
        note = (
            "r: correlation with people, within categories; as good as: so many judgements without "
            "the proxy; r needed: below it, the proxy is worse than none if it is followed fully "
            "(λ = 1), or if λ is tuned"
        )
        return Table("proxies", "what proxies are worth", columns, records, (note,))


def names_of(state: State) -> tuple[str, ...]:
    """The first pass, and the judges that were asked."""
    alone = state.approvers == APPROVERS.names and state.role is AgreementRole.OFF
    return (MATCHING if alone else FIRST_PASS, *state.proxies)


def sample_of(state: State) -> ProxySample:
    """The cases of a suite as arrays, with the chance that each was judged.

    That is the part of its stratum that was: of a category what was approved, by its kind, or
    referred. What people judged of their own choice stands for itself alone.
    """
    rows = {example.number: row for row, example in enumerate(state.suite.examples)}
    columns = {system: column for column, system in enumerate(state.systems)}
    shape = len(rows), len(columns)
    right, chance = np.full(shape, np.nan), np.zeros(shape)
    aside = np.ones(shape, dtype=bool)
    proxies = np.full((1 + len(state.proxies), *shape), np.nan)
    whole: Counter[object] = Counter()
    looked: Counter[object] = Counter()
    for case in state.cases:
        if not _chosen(case):
            whole[_stratum(case)] += 1
            looked[_stratum(case)] += case.pronoun != OPEN
    for case in state.cases:
        at = rows[case.example.number], columns[case.system]
        aside[at] = case.apart
        if case.judged:
            right[at] = case.pronoun == RIGHT
        stratum = _stratum(case)
        part = looked[stratum] / whole[stratum] if whole[stratum] else 0
        chance[at] = 1 if _chosen(case) else part
        proxies[0][at] = case.approved
        for number, said in enumerate(state.proxies.values(), 1):
            proxies[number][at] = said.get((case.example.number, case.system), np.nan)
    category = np.array([state.categories.index(e.category) for e in state.suite.examples])
    return ProxySample(category, right, chance, proxies, aside, _documents(state))


def _chosen(case: SemiCase) -> bool:
    """Did people judge it of their own choice?"""
    return case.pronoun != OPEN and case.approved and not case.drawn


def _stratum(case: SemiCase) -> tuple[str, str | None]:
    return case.example.category, case.by


def _documents(state: State) -> Numbers | None:
    """Of each example the number of its document; None if there are too few to tell."""
    names = [state.suite.document(example.segment) for example in state.suite.examples]
    order = {name: number for number, name in enumerate(dict.fromkeys(names))}
    if None in order or len(order) < _DOCUMENTS:
        return None
    return np.array([order[name] for name in names], dtype=np.intp)


_DOCUMENTS = 10
"""With fewer documents, examples are taken as independent: clusters as few say nothing."""


def estimate_each(state: State, fitted: Fitted, seed: int = 12345) -> OwnEstimates:
    """Estimate every system by itself, with all proxies; beside what is estimated of all."""
    names = names_of(state)
    sample = sample_of(state)
    tested = pooled_test(fitted, np.random.default_rng(seed))
    if why := _unknown(state):
        none = tuple(Estimate(None, int(size), why=why) for size in sample.sizes)
        return OwnEstimates(state.systems, none, none, (), tested, None, why)
    estimated, people = powered(sample), powered(sample.only())
    rows = [ProxyRow(name, worth(sample, number)) for number, name in enumerate(names)]
    if len(names) > 1:
        rows.append(ProxyRow("all together", worth(sample, *range(len(names)))))
    return OwnEstimates(
        state.systems,
        tuple(estimated.estimates),
        tuple(people.estimates),
        tuple(rows),
        tested,
        estimated,
    )


def _unknown(state: State) -> str:
    """Why nothing can be estimated; empty if it can."""
    judged = [case for case in state.cases if case.judged]
    if not judged:
        return "nothing is judged"
    approved = any(case.approved for case in state.cases)
    if approved and not any(case.approved and case.drawn for case in judged):
        return "nothing that was approved is verified"
    referred = any(not case.approved for case in state.cases)
    if referred and not any(not case.approved for case in judged):
        return "nothing that was referred is judged yet"
    return ""


@dataclass(frozen=True)
class WidthPlan:
    """How many judgements a width takes, with each proxy and with their combinations."""

    width: float
    systems: int
    rows: tuple[tuple[str, Needed], ...]
    notes: tuple[str, ...]

    @property
    def table(self) -> Table:
        """With the uncertainty of the pilot."""
        records = tuple(
            {
                "proxy": name,
                "low": need.low,
                "each": need.expected,
                "high": need.high,
                "total": None if need.expected is None else need.expected * self.systems,
                "floor": need.floor,
            }
            for name, need in self.rows
        )
        columns = (
            Column("proxy"),
            Column("judgements of each system", ("each",)),
            Column("90% interval", ("low", "high"), _span),
            Column("of all", ("total",)),
            Column("narrowest", ("floor",), percent),
        )
        title = f"judgements for 95% intervals of {100 * self.width:g} points, from the pilot"
        note = (
            "–: only more examples can; narrowest: with everything judged that there is, in points"
        )
        return Table("width", title, columns, records, (note,))


def _span(low: int | None, high: int | None) -> str:
    return f"{'–' if low is None else low} to {'–' if high is None else high}"


def plan_width(state: State, width: float) -> WidthPlan:
    """From what is judged so far: with no proxy, with each, with any two and with all."""
    names, sample = names_of(state), sample_of(state)
    numbers = range(len(names))
    sets: Sequence[tuple[int, ...]] = (
        (),
        *((number,) for number in numbers),
        *combinations(numbers, 2),
        *([tuple(numbers)] if len(names) > 2 else []),
    )
    notes = []
    few = [state.categories[number] for number in short(sample)]
    if few:
        size = int(sample.judged.sum())
        notes.append(
            f"a pilot of {size} judgements; fewer than {PILOT} in {', '.join(few)}: take these "
            "numbers with care"
        )
    rows = [
        (" + ".join(names[number] for number in chosen) or "no proxy", need)
        for chosen in dict.fromkeys(sets)
        if (need := needed(sample.only(*chosen), width)) is not None
    ]
    if not rows:
        judged = sample.right[sample.judged]
        why = "of one class only" if len(judged) else "empty"
        notes = [f"the pilot is {why}: no number of judgements can be told from it"]
    return WidthPlan(width, len(state.systems), tuple(rows), tuple(notes))
