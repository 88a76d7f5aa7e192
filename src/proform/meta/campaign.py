"""MQM ratings as judgements of pronouns, so that any metric can be checked against them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import NamedTuple

from proform.errors import InputError, ProformError
from proform.language.pack import load_packs
from proform.meta.ratings import Rating, Severity, judged, read_ratings
from proform.model import Verdict
from proform.output import refuse_overwriting, writing
from proform.scoring.judgements import Judgement, read_judgements
from proform.table.table import Column, Table, percent, rounded
from proform.table.tables import Tabular
from proform.table.writers import tsv_line
from proform.text.judgements import JudgementRow, Label, Place
from proform.text.tokens import Token, Tokenizer

_LABELS = {
    Verdict.CORRECT: Label.CORRECT,
    Verdict.INCORRECT: Label.INCORRECT,
    Verdict.UNDECIDED: Label.UNJUDGED,
}
_PENALTIES = {
    Severity.NO_ERROR: 0.0,
    Severity.NEUTRAL: 0.0,
    Severity.MINOR: 1.0,
    Severity.MAJOR: 5.0,
    Severity.CRITICAL: 5.0,
}
_DIMENSIONS = {
    *("accuracy", "fluency", "terminology", "style", "locale convention", "other"),
    *("source error", "source issue", "non-translation!", "non-translation", "no-error"),
}
_LIGHT, _LIGHT_PENALTY = "fluency/punctuation", 0.1
_NOTHING, _NOTHING_PENALTY = "non-translation", 25.0


class RatedSegment(NamedTuple):
    """A seg_id; some campaigns count through all documents, some anew in each."""

    document: str
    number: int


Key = tuple[str, RatedSegment]
"""A system and a segment."""


@dataclass(frozen=True)
class Campaign:
    """The ratings of a file. Segments that not all systems have are left out."""

    path: Path
    ratings: tuple[Rating, ...]
    reference: str
    systems: tuple[str, ...]
    segments: tuple[RatedSegment, ...]
    """In order: their places are the segments of the texts."""
    left_out: int

    def texts(self) -> Iterator[dict[str, str]]:
        """A table that `proform score` reads: document, source, reference, systems."""
        first = {segment(rating): rating for rating in reversed(self.ratings)}
        targets = {(rating.system, segment(rating)): rating.target for rating in self.ratings}
        for place in self.segments:
            yield {
                "doc": place.document,
                "seg": str(place.number),
                "src": first[place].source,
                "ref": targets[self.reference, place],
                **{system: targets[system, place] for system in self.systems},
            }

    @property
    def left_open(self) -> int:
        """Marks without an end."""
        return sum(rating.left_open for rating in self.ratings)

    @property
    def unknown(self) -> Counter[str]:
        """Categories that MQM does not have, by their first part: the others vary."""
        found = Counter(rating.category for rating in self.ratings)
        known = [name for name in found if name.split("/")[0].strip().lower() in _DIMENSIONS]
        return Counter({name: n for name, n in found.items() if name not in known})


@dataclass(frozen=True)
class RatedSystems(Tabular):
    """What a campaign says of its systems, and of their pronouns if a metric looked at some."""

    campaign: Campaign
    opinions: tuple[JudgementRow, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def tables(self) -> tuple[Table, ...]:
        """A row for each system."""
        return (rated_systems(self.campaign, self.opinions),)

    def save_texts(self, path: str | PathLike[str]) -> None:
        """Write the source, the reference and the systems, for `proform score`."""
        lines: list[Iterable[str]] = [row.values() for row in self.campaign.texts()]
        header = next(self.campaign.texts()).keys()
        with writing(Path(path)) as out:
            for line in (header, *lines):
                out.write("\t".join(line) + "\n")

    def save_judgements(self, path: str | PathLike[str]) -> None:
        """Write what raters say of the pronouns: a table of judgements."""
        with writing(Path(path)) as out:
            out.write("system\tsegment\tposition\tannotator\tjudgement\n")
            for opinion in self.opinions:
                out.write(tsv_line((*opinion.place, opinion.annotator, opinion.pronoun.value)))


def mqm(
    ratings: str | PathLike[str],
    languages: str,
    *,
    reference: str = "ref",
    texts: str | PathLike[str] | None = None,
    detail: str | PathLike[str] | None = None,
    judgements: str | PathLike[str] | None = None,
    packs: str | PathLike[str] | None = None,
) -> RatedSystems:
    """Make MQM ratings usable: texts to score, judgements of pronouns, scores of systems.

    >>> proform.meta.mqm("ted.tsv", "en-de", texts="texts.tsv")  # doctest: +SKIP
    """
    files = [None if file is None else Path(file) for file in (texts, judgements, detail, packs)]
    refuse_overwriting(files[:2], [Path(ratings), files[2]])
    if judgements is not None and detail is None:
        raise ProformError("--judgements are of the pronouns in a --detail file: give one")
    rated = RatedSystems(read_campaign(Path(ratings), reference))
    if files[2] is not None:
        _, pack = load_packs(languages, files[3])
        decided = list(read_judgements(files[2]))
        rated = RatedSystems(
            rated.campaign, tuple(opinions(rated.campaign, decided, Tokenizer(pack)))
        )
    if texts is not None:
        rated.save_texts(texts)
    if judgements is not None:
        rated.save_judgements(judgements)
    return rated


def segment(rating: Rating) -> RatedSegment:
    """The segment that a rating is of."""
    return RatedSegment(rating.document, rating.segment)


def read_campaign(path: Path, reference: str) -> Campaign:
    """Read all ratings, with the human translation that is the reference."""
    ratings = tuple(read_ratings(path))
    if not ratings:
        raise InputError(path, None, "no ratings in it")
    names = dict.fromkeys(rating.system for rating in ratings)
    if reference not in names:
        hint = f"it has {', '.join(names)}; say which with --reference"
        raise InputError(path, None, f"no system {reference!r} to take as reference", hint=hint)
    systems = tuple(name for name in names if name != reference)
    if not systems:
        raise InputError(path, None, f"no system beside the reference {reference!r}")
    targets: dict[tuple[str, RatedSegment], str] = {}
    for rating in ratings:
        if targets.setdefault((rating.system, segment(rating)), rating.target) != rating.target:
            what = f"two targets of {rating.system} in segment {rating.segment}"
            raise InputError(path, None, f"{what} of {rating.document}")
    there = Counter(place for _, place in targets)
    order = {name: n for n, name in enumerate(dict.fromkeys(r.document for r in ratings))}
    kept = sorted(
        (place for place, n in there.items() if n == len(names)),
        key=lambda place: (order[place.document], place.number),
    )
    if not kept:
        raise InputError(path, None, "no segment is rated for all systems")
    return Campaign(path, ratings, reference, systems, tuple(kept), len(there) - len(kept))


def opinions(
    campaign: Campaign, decided: Sequence[Judgement], tokenizer: Tokenizer
) -> Iterator[JudgementRow]:
    """What each rater says of the pronouns that a metric looked at.

    A pronoun that is translated by several words is wrong if one of them is. One that is not
    translated has no words that could be marked, so it is not judged.
    """
    rated: dict[Key, set[str]] = {}
    words: dict[Key, list[Token]] = {}
    for rating in campaign.ratings:
        key = rating.system, segment(rating)
        rated.setdefault(key, set()).add(rating.rater)
        if key not in words:
            words[key] = list(tokenizer.tokens(rating.target))
    wanted: dict[Key, set[int]] = {}
    for one in decided:
        wanted.setdefault(_key(campaign, one), set()).update(one.candidate.positions)
    found = {
        (
            row.system,
            RatedSegment(row.document, row.segment),
            row.rater,
            row.pronoun.start,
        ): row.verdict
        for row in judged(
            campaign.ratings,
            lambda rating: _tokens(words, wanted, (rating.system, segment(rating))),
        )
    }
    for one in decided:
        key = _key(campaign, one)
        tokens = _checked(campaign, one, words[key])
        for rater in sorted(rated[key]):
            verdicts = {found[*key, rater, token.start] for token in tokens}
            yield JudgementRow(one.place, rater, _label(verdicts), category=one.category)


def penalties(campaign: Campaign) -> dict[str, float]:
    """The MQM score of each system: what its errors cost, over rated segments; less is better.

    A major error costs 5, a minor one 1, one in punctuation 0.1, no translation 25.
    """
    kept = set(campaign.segments)
    cost = dict.fromkeys((*campaign.systems, campaign.reference), 0.0)
    rated: dict[str, set[tuple[RatedSegment, str]]] = {}
    for rating in campaign.ratings:
        if segment(rating) in kept:
            cost[rating.system] += _penalty(rating)
            rated.setdefault(rating.system, set()).add((segment(rating), rating.rater))
    return {system: cost[system] / len(rated[system]) for system in campaign.systems}


def shares(found: Iterable[JudgementRow]) -> dict[str, tuple[float | None, int]]:
    """The share of judged pronouns that are right, of all raters together, and how many."""
    counts: dict[str, Counter[Label]] = {}
    for opinion in found:
        counts.setdefault(opinion.place.system, Counter())[opinion.pronoun] += 1
    result: dict[str, tuple[float | None, int]] = {}
    for system, labels in counts.items():
        n = labels[Label.CORRECT] + labels[Label.INCORRECT]
        result[system] = (labels[Label.CORRECT] / n if n else None, n)
    return result


def _penalty(rating: Rating) -> float:
    category = rating.category.lower()
    if category.startswith(_NOTHING):
        return _NOTHING_PENALTY
    if category == _LIGHT and rating.severity is Severity.MINOR:
        return _LIGHT_PENALTY
    return _PENALTIES[rating.severity]


def _key(campaign: Campaign, one: Judgement) -> Key:
    place: Place = one.place
    if place.system not in campaign.systems or place.segment >= len(campaign.segments):
        what = f"segment {place.segment} of {place.system} is not in the ratings"
        hint = "score the texts that proform meta mqm --texts writes"
        raise ProformError(f"{campaign.path}: {what}", hint=hint)
    return place.system, campaign.segments[place.segment]


def _tokens(
    words: Mapping[Key, Sequence[Token]], wanted: Mapping[Key, set[int]], key: Key
) -> list[Token]:
    there = words[key]
    return [there[position] for position in sorted(wanted.get(key, ())) if position < len(there)]


def _checked(campaign: Campaign, one: Judgement, tokens: Sequence[Token]) -> list[Token]:
    """The words that stand for the pronoun; they must be those that the metric saw."""
    if [token.text for token in tokens] != list(one.candidate.words):
        place = one.place
        what = f"segment {place.segment} of {place.system} is another text than in the ratings"
        hint = "score the texts that proform meta mqm --texts writes, without --tokenized"
        raise ProformError(f"{campaign.path}: {what}", hint=hint)
    return [tokens[position] for position in one.candidate.positions]


def _label(verdicts: set[Verdict]) -> Label:
    for verdict in (Verdict.INCORRECT, Verdict.UNDECIDED, Verdict.CORRECT):
        if verdict in verdicts:
            return _LABELS[verdict]
    return Label.UNJUDGED


def rated_systems(campaign: Campaign, said: Sequence[JudgementRow]) -> Table:
    """The MQM score of each system, and the share of its pronouns that raters find right."""
    costs, right = penalties(campaign), shares(said)
    columns = [Column("system"), Column("MQM", ("mqm",), rounded(3))]
    if said:
        columns += [Column("pronouns right (%)", ("pronouns",), percent), Column("judged", ("n",))]
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
    return Table("systems", title, tuple(columns), records, tuple(notes))
