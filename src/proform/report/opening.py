"""What a page opens with: the ranking, where systems are weak, and examples worth a look."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from proform.human.opinion import RIGHT, WRONG
from proform.model import Verdict
from proform.pronoun.categories import category_in_words
from proform.report.model import Content, Pronoun, annotated, query
from proform.report.scores import by_metric, strip
from proform.scoring.ranking import Ranking, in_words, listed, rank
from proform.scoring.significance import Credits, PairTest, WeakSpot, pair_tests, weak_spots
from proform.scoring.summary import FEW, Resampling
from proform.stats.ranking import ALPHA, contested
from proform.stats.resample import Matrix
from proform.table.table import Cell, Column, Record, Table, count, figure, rounded

PEOPLE = "annotators"
_MOST = 10
"""So many examples are worth a look."""
_NAMED = 4
"""So many systems are named, more are counted."""
_AROUND = 14
"""Words that are shown to either side of a pronoun."""
_VERDICTS = {Verdict.CORRECT: 1.0, Verdict.INCORRECT: 0.0}
_OPINIONS = {RIGHT: 1.0, WRONG: 0.0}


def find_ranking(content: Content, resampling: Resampling) -> Ranking | None:
    """The ranking by the first metric, if any: as its run tested it, or from its judgements."""
    if not content.metrics:
        return None
    metric = content.metrics[0]
    scores = {
        name: {result.system: result.total.score for result in by_metric(content, name)}
        for name in content.metrics
    }
    pairs = [test for test in content.pairs if test.metric == metric]
    weak = content.weak.get(metric)
    if metric in content.judged:
        pairs = pairs or list(_pairs(content, metric, resampling))
        weak = list(_weak(content, metric, resampling))
    return rank(scores, pairs, weak)


def _pairs(content: Content, metric: str, resampling: Resampling) -> Iterator[PairTest]:
    """Every pair, swapped in documents or segments."""
    places = _places(content)
    rows = {place: row for row, place in enumerate(dict.fromkeys(places))}
    units: dict[str, Matrix] = {}
    for system in content.systems:
        if column := content.judgements.get((metric, system)):
            units[system] = np.zeros((len(rows), 2))
            for number, one in column.items():
                share = content.descriptions[metric].share(one.statistics)
                units[system][rows[places[number]]] += share
    yield from pair_tests(metric, units, resampling.seed, resampling.times)


def _places(content: Content) -> list[str]:
    """Of each pronoun its document, or its segment if some pronoun is in no document."""
    documents = [p.document for p in content.pronouns if p.document is not None]
    if len(documents) == len(content.pronouns):
        return documents
    return [str(pronoun.place.segment) for pronoun in content.pronouns]


def _weak(content: Content, metric: str, resampling: Resampling) -> Iterator[WeakSpot]:
    """By category, or by pronoun where no category is known."""
    known = any(pronoun.category for pronoun in content.pronouns)
    parts: dict[str, dict[str | None, Credits]] = {}
    for system in content.systems:
        own = parts.setdefault(system, {})
        for number, one in content.judgements.get((metric, system), {}).items():
            pronoun = content.pronouns[number]
            name = pronoun.category if known else pronoun.form
            share = content.descriptions[metric].share(one.statistics)
            own.setdefault(name, Counter())[share] += 1
    kind = "category" if known else "pronoun"
    yield from weak_spots(metric, kind, parts, resampling.seed, resampling.times)


def standings(content: Content, found: Ranking) -> Table:
    """A row for each system, the best first, with what other metrics and people say of it."""
    metric, records = found.metric, []
    for standing in found.standings:
        result = content.results[metric, standing.system]
        low, high = result.interval[:2] if result.interval else (None, None)
        record: dict[str, object] = {
            "system": standing.system,
            "rank": standing.rank,
            "group": standing.letters or None,
            f"{metric} score": standing.score,
            f"{metric} low": low,
            f"{metric} high": high,
        }
        for other in content.metrics[1:]:
            of_other = content.results.get((other, standing.system))
            record[f"{other} score"] = of_other and of_other.total.score
        for name, scores in (*content.beside.items(), *content.human.items()):
            record[f"{name} score"] = scores.get(standing.system)
        records.append(record)

    def score(name: str) -> Column:
        def look(record: Record) -> Cell:
            system = str(record["system"])
            linked = (name, system) in content.judgements
            return Cell(go=query(metric=name, system=system) if linked else "")

        return Column(name, (f"{name} score",), rounded(3), look=look)

    drawn, notes = strip(content, metric), _notes(found, len({*_places(content)}))
    others = (*content.metrics[1:], *content.beside, *content.human)
    columns = (
        Column("system"),
        Column("rank", show=count),
        *([Column("group", numeric=False)] if found.groups else []),
        score(metric),
        *([replace(drawn, header=f"95%, {drawn.header}", group="")] if drawn else []),
        *map(score, others),
    )
    return Table("ranking", f"Ranking by {metric}", columns, tuple(records), tuple(notes))


def _notes(found: Ranking, units: int) -> Iterator[str]:
    """How systems were told apart, and whether there were documents or segments enough for it."""
    if not found.groups:
        return
    yield (
        "Systems that share a letter cannot be told apart: all pairs are tested, by "
        "approximate randomisation, and p is corrected for their number (Westfall and Young)."
    )
    # One of 2ⁿ ways to swap n units differs as much as the observed one, and so does its mirror.
    if units and (lowest := 2 ** (1 - units)) >= ALPHA:
        yield (
            f"Documents or segments to swap: only {units}. With so few, p is never below "
            f"{lowest:.3g}, so no systems could be told apart, however much they differ."
        )
    elif 0 < units < FEW:
        yield f"Documents or segments to swap: only {units}. Interpret groups and p with care."


def weaknesses(content: Content, found: Ranking) -> Table | None:
    """The parts in which systems are clearly below their own average; None if there are none."""
    if not found.weak:
        return None
    places = {standing.system: place for place, standing in enumerate(found.standings)}
    spots = sorted(found.weak, key=lambda one: (places[one.system], one.score - one.average))
    records = [
        {
            "system": spot.system,
            spot.kind: in_words(spot),
            "score": spot.score,
            "average": spot.average,
            "n": spot.n,
            "p": spot.p,
            "name": spot.name,
        }
        for spot in spots
    ]

    def look(record: Record) -> Cell:
        filters = {kind: str(record["name"])}
        go = query(metric=found.metric, system=str(record["system"]), **filters)
        return Cell(go=go if found.metric in content.judged else "", title=str(record["name"]))

    kind = spots[0].kind
    columns = (
        Column("system"),
        Column(kind, look=look),
        Column("score", show=rounded(3)),
        Column("own average", ("average",), rounded(3)),
        Column("n", show=count),
        Column("p", show=figure),
    )
    note = "One-sided permutation tests; p is corrected for all systems and parts (Holm)."
    title = f"Clearly below its own average, by {found.metric}"
    return Table("weak", title, columns, tuple(records), (note,))


@dataclass(frozen=True, slots=True)
class Contested:
    """A pronoun that systems and judges are at odds over."""

    pronoun: Pronoun
    before: str
    word: str
    after: str
    why: tuple[str, ...]

    @property
    def go(self) -> str:
        """Where all that is known of it is shown."""
        place = self.pronoun.place
        return query(at=f"{place.segment}.{place.position}")

    @property
    def category(self) -> str:
        """Its category in words."""
        return category_in_words(self.pronoun.category or "")


def worth_a_look(content: Content, found: Ranking | None) -> list[Contested]:
    """The pronouns that systems and judges are most at odds over.

    Of those that are equally contested, first the ones where better systems are wrong.
    """
    verdicts = _verdicts(content)
    odds = contested(verdicts)
    scores = {one.system: one.score for one in (found.standings if found else ())}
    known = [scores.get(system) for system in content.systems]
    usual = np.mean([score for score in known if score is not None] or [0.0])
    lead = np.array([0.0 if score is None else score - usual for score in known])
    expected = lead @ np.nan_to_num(verdicts - 0.5).sum(axis=0)
    order = np.lexsort((np.round(expected, 9), -odds))[:_MOST]
    return [_contested(content, verdicts, int(number)) for number in order if odds[number] > 0]


def _judges(content: Content) -> list[str]:
    return [*content.judged, *([PEOPLE] if any(content.opinions.values()) else [])]


def _verdicts(content: Content) -> Matrix:
    """Judges × systems × pronouns: 1 right, 0 wrong; the annotators together are one judge."""
    judges = _judges(content)
    verdicts = np.full((len(judges), len(content.systems), len(content.pronouns)), np.nan)
    for column, system in enumerate(content.systems):
        for row, judge in enumerate(content.judged):
            for number, one in content.judgements.get((judge, system), {}).items():
                verdicts[row, column, number] = _VERDICTS.get(one.verdict, np.nan)
        for number, opinions in content.opinions[system].items():
            verdicts[-1, column, number] = _OPINIONS.get(annotated(opinions), np.nan)
    return verdicts


def _contested(content: Content, verdicts: Matrix, number: int) -> Contested:
    pronoun = content.pronouns[number]
    line, position = _line(pronoun), pronoun.place.position
    words = line.split(" ")
    start, end = max(position - _AROUND, 0), position + 1 + _AROUND
    before = f"{'… ' if start else ''}{' '.join(words[start:position])}"
    after = f"{' '.join(words[position + 1 : end])}{' …' if end < len(words) else ''}"
    why = tuple(_why(_judges(content), content.systems, verdicts[:, :, number]))
    return Contested(pronoun, before, words[position] if words else "", after, why)


def _line(pronoun: Pronoun) -> str:
    """The sentence that the pronoun is a word of."""
    reference = pronoun.reference.lines if pronoun.reference else ()
    lines = reference if pronoun.place.anchored else pronoun.source
    return lines[pronoun.segments.index(pronoun.place.segment)]


def _why(judges: Sequence[str], systems: Sequence[str], verdicts: Matrix) -> Iterator[str]:
    """Which systems judges find right and which wrong; where judges differ."""
    saying: dict[tuple[tuple[str, ...], tuple[str, ...]], list[str]] = {}
    for judge, said in zip(judges, verdicts, strict=True):
        right, wrong = (
            tuple(system for system, verdict in zip(systems, said, strict=True) if verdict == one)
            for one in (1, 0)
        )
        if right and wrong:
            saying.setdefault((right, wrong), []).append(judge)
    for (right, wrong), some in saying.items():
        several = len(right) + len(wrong)
        if several > _NAMED:
            yield f"{listed(some)}: right in {len(right)} of {several} systems"
        else:
            yield f"{listed(some)}: right in {listed(right)}, wrong in {listed(wrong)}"
    by_system = zip(systems, verdicts.T, strict=True)
    torn = [system for system, said in by_system if {0.0, 1.0} <= {*said.tolist()}]
    if torn:
        where = listed(torn) if len(torn) <= _NAMED else f"{len(torn)} systems"
        yield f"judges differ on {where}"
