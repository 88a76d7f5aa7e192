"""Ratings of the WMT campaigns in MQM, as judgements of pronouns to check metrics against."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from proform.errors import InputError, ProformError
from proform.language.pack import load_packs
from proform.model import Verdict
from proform.output import File, as_path, needed_path, refuse_overwriting, writing
from proform.scoring.judgements import Judgement, read_judgements
from proform.stats.crosstab import share
from proform.table.table import Column, Table, percent, rounded
from proform.table.tables import Tabular
from proform.table.writers import tsv_line
from proform.text.judgements import JudgementRow, Label
from proform.text.mqm import PENALTIES, RatedSegment, Rating, Severity, read_ratings, verdict
from proform.text.tokens import Token, Tokenizer

_LABELS = {
    Verdict.INCORRECT: Label.INCORRECT,
    Verdict.UNDECIDED: Label.UNJUDGED,
    Verdict.CORRECT: Label.CORRECT,
}
"""The first of them that a word of a pronoun has is what the pronoun has."""
_DIMENSIONS = {
    *("accuracy", "fluency", "terminology", "style", "locale convention", "other"),
    *("source error", "source issue", "non-translation!", "non-translation", "no-error"),
}


@dataclass(frozen=True)
class Campaign(Tabular):
    """What raters say of systems, and of their pronouns if a metric looked at some.

    Segments that not all systems have are left out.
    """

    path: Path
    ratings: tuple[Rating, ...]
    reference: str
    systems: tuple[str, ...]
    segments: tuple[RatedSegment, ...]
    """In order: their places are the segments of the texts."""
    left_out: int
    opinions: tuple[JudgementRow, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def tables(self) -> tuple[Table, ...]:
        """The MQM score of each system, and the share of its pronouns that raters find right."""
        costs = _costs(self)
        judged: dict[str, Counter[Label]] = {system: Counter() for system in self.systems}
        for opinion in self.opinions:
            judged[opinion.place.system][opinion.pronoun] += 1
        records = []
        for system, labels in judged.items():
            n = labels[Label.CORRECT] + labels[Label.INCORRECT]
            right = share(labels[Label.CORRECT], n)
            records.append({"system": system, "mqm": costs[system], "pronouns": right, "n": n})
        columns = [Column("system"), Column("MQM", ("mqm",), rounded(3))]
        if self.opinions:
            columns.append(Column("pronouns right (%)", ("pronouns",), percent))
            columns.append(Column("judged", ("n",)))
        title = f"segments: {len(self.segments)}, systems: {len(self.systems)}"
        return (Table("systems", title, tuple(columns), tuple(records), tuple(self._remarks())),)

    def _remarks(self) -> Iterator[str]:
        yield "MQM: what errors cost for each segment and rater; less is better"
        if self.left_out:
            yield f"{self.left_out} segments that not all systems have are left out"
        if marks := sum(rating.left_open for rating in self.ratings):
            yield f"marks without an end, taken to go to the end of the text: {marks}"
        # Only the first part of a category tells: the others vary.
        unknown = Counter(
            rating.category
            for rating in self.ratings
            if rating.category.split("/")[0].strip().lower() not in _DIMENSIONS
        )
        if unknown:
            each = ", ".join(f"{name!r} ({number})" for name, number in unknown.items())
            yield f"categories that MQM does not have, counted by their severity: {each}"

    def save_texts(self, path: File) -> None:
        """Write documents, source, reference and systems: a table that `proform score` reads."""
        sources = {rating.segment: rating.source for rating in reversed(self.ratings)}
        targets = {(rating.system, rating.segment): rating.target for rating in self.ratings}
        with writing(Path(path)) as out:
            out.write("\t".join(("doc", "seg", "src", "ref", *self.systems)) + "\n")
            for segment in self.segments:
                texts = (targets[name, segment] for name in (self.reference, *self.systems))
                place = segment.document, str(segment.number)
                out.write("\t".join((*place, sources[segment], *texts)) + "\n")

    def save_judgements(self, path: File) -> None:
        """Write what raters say of the pronouns: a table of judgements."""
        with writing(Path(path)) as out:
            out.write("system\tsegment\tposition\tannotator\tjudgement\n")
            for opinion in self.opinions:
                out.write(tsv_line((*opinion.place, opinion.annotator, opinion.pronoun.value)))


def mqm(
    ratings: File,
    languages: str,
    *,
    reference: str = "ref",
    texts: File | None = None,
    detail: File | None = None,
    judgements: File | None = None,
    packs: File | None = None,
) -> Campaign:
    """Make MQM ratings usable: texts to score, judgements of pronouns, scores of systems.

    >>> proform.meta.mqm("ted.tsv", "en-de", texts="texts.tsv")  # doctest: +SKIP
    """
    file, decided = needed_path("ratings", ratings), as_path(detail)
    refuse_overwriting([as_path(texts), as_path(judgements)], [file, decided])
    if judgements is not None and decided is None:
        raise ProformError("--judgements are of the pronouns in a --detail file: give one")
    campaign = _read_campaign(file, reference)
    if decided is not None:
        _, pack = load_packs(languages, as_path(packs))
        opinions = _opinions(campaign, list(read_judgements(decided)), Tokenizer(pack))
        campaign = replace(campaign, opinions=tuple(opinions))
    if texts is not None:
        campaign.save_texts(texts)
    if judgements is not None:
        campaign.save_judgements(judgements)
    return campaign


def _read_campaign(path: Path, reference: str) -> Campaign:
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
        if targets.setdefault((rating.system, rating.segment), rating.target) != rating.target:
            document, number = rating.segment
            what = f"two targets of {rating.system} in segment {number}"
            raise InputError(path, None, f"{what} of {document}")
    there = Counter(segment for _, segment in targets)
    order = {name: n for n, name in enumerate(dict.fromkeys(r.segment.document for r in ratings))}
    kept = sorted(
        (segment for segment, n in there.items() if n == len(names)),
        key=lambda segment: (order[segment.document], segment.number),
    )
    if not kept:
        raise InputError(path, None, "no segment is rated for all systems")
    return Campaign(path, ratings, reference, systems, tuple(kept), len(there) - len(kept))


def _opinions(
    campaign: Campaign, decided: Sequence[Judgement], tokenizer: Tokenizer
) -> Iterator[JudgementRow]:
    """What each rater says of the pronouns that a metric looked at.

    A pronoun that is translated by several words is wrong if one of them is. One that is not
    translated has no words that could be marked, so it is not judged.
    """
    rated: dict[tuple[str, RatedSegment], dict[str, list[Rating]]] = {}
    for rating in campaign.ratings:
        raters = rated.setdefault((rating.system, rating.segment), {})
        raters.setdefault(rating.rater, []).append(rating)
    for judgement in decided:
        place = judgement.place
        where = f"{campaign.path}: segment {place.segment} of {place.system} is"
        if place.system not in campaign.systems or place.segment >= len(campaign.segments):
            hint = "score the texts that proform meta mqm --texts writes"
            raise ProformError(f"{where} not in the ratings", hint=hint)
        raters = rated[place.system, campaign.segments[place.segment]]
        target = next(iter(raters.values()))[0].target
        words: list[Token] = list(tokenizer.tokens(target))
        if [token.text for token in words] != list(judgement.candidate.words):
            hint = "score the texts that proform meta mqm --texts writes, without --tokenized"
            raise ProformError(f"{where} another text than in the ratings", hint=hint)
        for rater, ratings in sorted(raters.items()):
            verdicts = {verdict(ratings, words[at]) for at in judgement.candidate.positions}
            labels = (label for known, label in _LABELS.items() if known in verdicts)
            label = next(labels, Label.UNJUDGED)
            yield JudgementRow(place, rater, label, category=judgement.category)


def _costs(campaign: Campaign) -> dict[str, float]:
    """The MQM score of each system: what its errors cost, over rated segments; less is better.

    A major error costs 5, a minor one 1, one in punctuation 0.1, no translation 25.
    """
    kept = set(campaign.segments)
    cost = dict.fromkeys((*campaign.systems, campaign.reference), 0.0)
    rated: dict[str, set[tuple[RatedSegment, str]]] = {}
    for rating in campaign.ratings:
        if rating.segment in kept:
            cost[rating.system] += _penalty(rating)
            rated.setdefault(rating.system, set()).add((rating.segment, rating.rater))
    return {system: cost[system] / len(rated[system]) for system in campaign.systems}


def _penalty(rating: Rating) -> float:
    category = rating.category.lower()
    if category.startswith("non-translation"):
        return 25.0
    if category == "fluency/punctuation" and rating.severity is Severity.MINOR:
        return 0.1
    return PENALTIES.get(rating.severity, 0.0)
