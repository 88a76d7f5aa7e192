"""Several judges on several systems: the one loop in which everything is judged."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from proform.analysis.antecedents import Known, Resolution, Resolver, SourceText
from proform.analysis.ranker import BACK
from proform.judge.base import Judge
from proform.model import Decision, Occurrence, Rendering, Segment, Verdict
from proform.parallel import Meter
from proform.scoring.judgements import Judgement, observe, settle
from proform.scoring.tally import Tally

Sink = Callable[[Judgement], None]
"""Takes judgements as they are made."""


@dataclass(frozen=True, slots=True)
class Accepted:
    """A translation of an example that annotators found right: one more reference.

    It never counts for the system that it came from.
    """

    example: int
    system: str
    rendering: Rendering


_STEP = 64
"""So many segments of the source are read before somebody is told."""


def read_source(
    resolution: Resolution, texts: Mapping[int, SourceText], meter: Meter
) -> dict[int, Known]:
    """What is known of the next segments of the source, some at a time."""
    known: dict[int, Known] = {}
    numbers = [*texts]
    for start in range(0, len(numbers), _STEP):
        some = {number: texts[number] for number in numbers[start : start + _STEP]}
        known |= resolution.resolve(some)
        meter.add(len(some))
    return known


Tallies = Mapping[tuple[str, str], Tally]
"""By metric and system."""


@dataclass(frozen=True)
class Panel:
    """Judges, and the systems whose translations they look at."""

    judges: Sequence[Judge]
    systems: Sequence[str]
    by_segment: bool = False
    """Are segments resampled, and so to be kept apart?"""
    proposer: Resolver | None = None
    """What tells what pronouns refer to, if categories are to be proposed by that."""

    @property
    def looks_back(self) -> int:
        """How many segments before that of a pronoun some judge wants to see."""
        back = 0 if self.proposer is None else BACK
        return max((back, *(judge.looks_back for judge in self.judges)))

    @property
    def resolver(self) -> Resolver | None:
        """What tells some judge what pronouns refer to."""
        known = (judge.resolver for judge in self.judges if judge.resolver)
        return next(known, self.proposer)

    def tallies(self) -> dict[tuple[str, str], Tally]:
        """Empty ones, for each metric and system."""
        return {
            (judge.name, system): Tally(
                len(judge.description.statistics), by_segment=self.by_segment
            )
            for judge in self.judges
            for system in self.systems
        }

    def judge(
        self,
        segment: Segment,
        occurrences: Sequence[Occurrence],
        judges: Sequence[Judge],
        tallies: Tallies,
        accepted: Sequence[Accepted] = (),
        sink: Sink | None = None,
    ) -> None:
        """Judge the pronouns of a segment in every system, and count the decisions."""
        for judge in judges:
            taken = [
                (occurrence, judge.reference(occurrence, segment))
                for occurrence in occurrences
                if judge.takes(occurrence)
            ]
            for number, system in enumerate(self.systems):
                translation = segment.candidates[number]
                if judge.by_system:
                    translation = replace(translation, system=system, number=number)
                decisions = [
                    judge.judge(
                        occurrence, reference, judge.candidate(occurrence, segment, translation)
                    )
                    for occurrence, reference in taken
                ]
                if accepted and judge.takes_accepted:
                    decisions = [
                        _retry(judge, decision, system, accepted) for decision in decisions
                    ]
                tallies[judge.name, system].add(decisions)
                if sink is not None:
                    for decision in decisions:
                        sink(observe(judge, system, decision, segment, translation))


class Settlement:
    """Passes judgements on; those of judges that settle wait until all are there."""

    def __init__(self, judges: Sequence[Judge], sink: Sink) -> None:
        self._judges = {judge.name: judge for judge in judges}
        self._sink = sink
        self._waiting: list[Judgement] | None = [] if any(j.settles for j in judges) else None

    def take(self, judgement: Judgement) -> None:
        """One judgement, in its order."""
        if self._waiting is None:
            self._sink(judgement)
        else:
            self._waiting.append(judgement)

    def finish(self, tallies: Tallies) -> None:
        """Settle what waits, by what was counted of each system."""
        bases = {
            key: float(self._judges[key[0]].base(tally.total()))
            for key, tally in tallies.items()
            if self._judges[key[0]].settles
        }
        for row in self._waiting or ():
            base = bases.get((row.metric, row.system))
            known = self._judges[row.metric].settle
            self._sink(row if base is None else settle(row, known(row.statistics, base)))


def _retry(judge: Judge, decision: Decision, system: str, accepted: Sequence[Accepted]) -> Decision:
    """The same decision, or a better one by what was accepted of another system."""
    if decision.verdict is Verdict.UNDECIDED:
        for translation in accepted:
            if translation.system != system:
                again = judge.judge(decision.occurrence, translation.rendering, decision.candidate)
                if again.verdict is Verdict.CORRECT:
                    return again
    return decision
