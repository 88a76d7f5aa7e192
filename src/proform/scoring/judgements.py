"""One row a judgement: what was judged, how, why and on what evidence; written and read back."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from proform.errors import InputError
from proform.judge.base import Judge, SettledVerdict
from proform.language.forms import fold
from proform.model import Decision, Rendering, Segment, Step, Translation, Verdict
from proform.table.writers import tsv_line
from proform.text.judgements import Place
from proform.text.records import Row, rows

_SIDE = ("positions", "words", "forms", "links", "found")
_STEPS = {step.value: step for step in Step}
_HINT = "expected what --detail writes"


@dataclass(frozen=True, slots=True)
class Side:
    """What stands for a pronoun in one text: where, as what form, and how it was found."""

    text: str
    positions: tuple[int, ...] = ()
    forms: tuple[str, ...] = ()
    links: tuple[int, ...] = ()
    """The positions that the alignment links to the pronoun, before any repair."""
    step: Step = Step.NONE

    @property
    def words(self) -> tuple[str, ...]:
        """The words of the text."""
        return tuple(self.text.split(" ")) if self.text else ()

    @property
    def tokens(self) -> tuple[str, ...]:
        """The words that stand for the pronoun."""
        words = self.words
        return tuple(words[position] for position in self.positions)


@dataclass(frozen=True, slots=True)
class Referent:
    """What a pronoun refers to: its head in the source, and the noun in the translation."""

    head: str
    segment: int | None = None
    position: int | None = None
    noun: str = ""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What one metric says of one pronoun in one system's translation, with its evidence."""

    metric: str
    system: str
    document: str | None
    segment: int
    position: int
    pronoun: str
    """In lower case, wherever it stands."""
    category: str | None
    verdict: Verdict
    reason: str
    explanation: str
    statistics: Mapping[str, float]
    """Those that are not 0."""
    source: str
    reference: Side
    candidate: Side
    cell: tuple[str, str] | None = None
    """Its place in the confusion matrix: the form in the reference and in the candidate."""
    antecedent: Referent | None = None
    example: int | None = None
    """Its number in a test suite."""
    wrong: float | None = None
    """How probable it is that the pronoun is wrong, if the metric says so."""
    traits: tuple[tuple[str, str], ...] = ()
    """In a challenge set, what else is known of the example, such as the distance."""

    @property
    def place(self) -> Place:
        """Which pronoun of which system it is."""
        return Place(self.system, self.segment, self.position)

    @property
    def probability(self) -> float | None:
        """How probable it is that the pronoun is right; None if the metric says nothing of it."""
        if self.wrong is not None:
            return 1 - self.wrong
        return {Verdict.CORRECT: 1.0, Verdict.INCORRECT: 0.0}.get(self.verdict)

    @property
    def anchored(self) -> bool:
        """Is the position one of the reference, not of the source?"""
        word = self.source.split(" ")[self.position : self.position + 1]
        return [*map(fold, word)] != [fold(self.pronoun)]

    def to_record(self) -> dict[str, str | int | None]:
        """The columns of `--detail`, by their names."""
        expected, form = self.cell or (None, None)
        referent = self.antecedent or Referent("")
        return {
            "system": self.system,
            "metric": self.metric,
            "document": self.document,
            "segment": self.segment,
            "position": self.position,
            "pronoun": self.pronoun,
            "category": self.category,
            "example": self.example,
            **_side_record("reference", self.reference),
            **_side_record("candidate", self.candidate),
            "reason": self.reason,
            "verdict": self.verdict.value,
            "wrong": None if self.wrong is None else f"{self.wrong:.4g}",
            "statistics": " ".join(f"{name}={n:.12g}" for name, n in self.statistics.items()),
            "reference_cell": expected,
            "candidate_cell": form,
            "antecedent": referent.head or None,
            "antecedent_segment": referent.segment,
            "antecedent_position": referent.position,
            "noun": referent.noun or None,
            "explanation": self.explanation,
            "source": self.source,
            "reference": self.reference.text,
            "candidate": self.candidate.text,
        }


def _side_record(name: str, side: Side) -> dict[str, str]:
    cells = (
        " ".join(map(str, side.positions)),
        " ".join(side.tokens),
        " ".join(side.forms),
        " ".join(map(str, side.links)),
        side.step.value,
    )
    return {f"{name}_{what}": text for what, text in zip(_SIDE, cells, strict=True)}


COLUMNS = tuple(
    Judgement("", "", None, 0, 0, "", None, Verdict.CORRECT, "", "", {}, "", Side(""), Side(""))
    .to_record()
)  # fmt: skip
"""The columns of `--detail`, in their order."""


def observe(
    judge: Judge, system: str, decision: Decision, segment: Segment, translation: Translation
) -> Judgement:
    """A decision of a judge, with everything that a person needs to follow it."""
    occurrence = decision.occurrence
    return Judgement(
        judge.name,
        system,
        occurrence.document,
        occurrence.segment,
        occurrence.position,
        fold(occurrence.token),
        occurrence.category,
        decision.verdict,
        decision.reason,
        judge.explain(system, decision),
        {
            name: number
            for name, number in zip(judge.description.statistics, decision.statistics, strict=True)
            if number
        },
        " ".join(segment.source),
        _side(decision.reference, segment.reference),
        _side(decision.candidate, translation),
        decision.cell,
        _antecedent(decision, segment),
        occurrence.example,
        decision.wrong,
        occurrence.traits,
    )


def _side(rendering: Rendering, into: Translation) -> Side:
    text = " ".join(into.tokens)
    # What annotators accepted stands in another system's translation, not in the reference.
    accepted = rendering.step is Step.ACCEPTED
    positions = () if accepted else rendering.positions
    return Side(text, positions, rendering.forms, rendering.links, rendering.step)


def _antecedent(decision: Decision, segment: Segment) -> Referent | None:
    """The most probable one that the judge knows of, else the one that was annotated."""
    named = [fit for fit in decision.candidate.fits if fit.heads]
    if named:
        fit = max(named, key=lambda fit: fit.probability)
        return _referent(fit.heads, fit.places, fit.noun)
    known = segment.antecedents.get(decision.occurrence.position)
    if known is None or not known.annotated or not known.options:
        return None
    noun = " + ".join(" ".join(words) for words in decision.candidate.antecedents)
    texts = {text.number: text for text in (*segment.before, segment)}
    places = [place for place in known.options[0].heads if place[0] in texts]
    return _referent([texts[number].source[at] for number, at in places], places, noun)


def _referent(
    heads: Sequence[str], places: Sequence[tuple[int, int]], noun: str
) -> Referent | None:
    """Of several heads, the place is that of the first."""
    if not heads:
        return None
    segment, position = places[0]
    return Referent(" + ".join(heads), segment, position, noun)


def settle(judgement: Judgement, settled: SettledVerdict) -> Judgement:
    """The same with its last verdict, which the explanation names."""
    told = f"{judgement.explanation.removesuffix('.')}: wrong with probability {settled.wrong:.2f}."
    return replace(
        judgement,
        verdict=settled.verdict,
        reason=settled.reason,
        wrong=settled.wrong,
        explanation=told,
    )


def row_writer(write: Callable[[str], None], *, as_json: bool) -> Callable[[Judgement], None]:
    """Writes judgements as TSV with a header, or as JSON lines."""
    if as_json:
        return lambda row: write(json.dumps(row.to_record(), ensure_ascii=False) + "\n")
    write("\t".join(COLUMNS) + "\n")
    return lambda row: write(tsv_line(row.to_record().values()))


def read_judgements(path: Path) -> Iterator[Judgement]:
    """The rows of a file that `--detail` wrote."""
    seen: dict[tuple[str, Place, str], int] = {}
    for row in rows(path):
        judgement = _read(row)
        key = judgement.metric, judgement.place, judgement.source
        if key in seen:
            place = f"segment {judgement.segment}, position {judgement.position}"
            what = f"{judgement.metric} of {judgement.system!r} is there twice for {place}"
            raise row.error(what, f"the first is in line {seen[key]}")
        seen[key] = row.line
        yield judgement
    if not seen:
        raise InputError(path, None, "no pronoun in it", hint=_HINT)


def _read(row: Row) -> Judgement:
    expected, form = row.get("reference_cell"), row.get("candidate_cell")
    head = row.get("antecedent")
    segment, position = (_optional(row, f"antecedent_{of}") for of in ("segment", "position"))
    return Judgement(
        row.text("metric"),
        row.text("system"),
        row.get("document") or None,
        row.whole("segment"),
        row.whole("position"),
        row.text("pronoun"),
        row.get("category") or None,
        _read_verdict(row),
        row.text("reason"),
        row.get("explanation", ""),
        _read_statistics(row),
        row.get("source", ""),
        _read_side(row, "reference"),
        _read_side(row, "candidate"),
        (expected, form) if expected and form else None,
        Referent(head, segment, position, row.get("noun", "")) if head else None,
        _optional(row, "example"),
        _read_share(row, "wrong"),
    )


def _read_side(row: Row, side: str) -> Side:
    text = row.get(side, "")  # as it is, since positions count its blanks
    positions, links = (_numbers(row, f"{side}_{what}") for what in ("positions", "links"))
    size = len(text.split(" ")) if text else 0
    if text and any(position >= size for position in positions):
        what = f"{side}_positions are outside the sentence, which has {size} words"
        raise row.error(what, _HINT)
    forms = tuple(row.get(f"{side}_forms", "").split())
    return Side(text, positions, forms, links, _STEPS.get(row.get(f"{side}_found", ""), Step.NONE))


def _numbers(row: Row, name: str) -> tuple[int, ...]:
    numbers = row.get(name, "").split()
    if not all(number.isascii() and number.isdigit() for number in numbers):
        raise row.error(f"{name} are not numbers: {' '.join(numbers)!r}")
    return tuple(map(int, numbers))


def _optional(row: Row, name: str) -> int | None:
    return row.whole(name) if row.get(name) else None


def _read_statistics(row: Row) -> dict[str, float]:
    statistics: dict[str, float] = {}
    for field in row.get("statistics", "").split():
        name, _, value = field.rpartition("=")
        try:
            statistics[name] = float(value)
        except ValueError:
            what = f"expected statistics as `name=number`, found {field!r}"
            raise row.error(what, _HINT) from None
    return statistics


def _read_share(row: Row, name: str) -> float | None:
    text = row.get(name)
    try:
        return float(text) if text else None
    except ValueError:
        raise row.error(f"expected a share in column {name!r}, found {text!r}", _HINT) from None


def _read_verdict(row: Row) -> Verdict:
    name, known = row.text("verdict"), ", ".join(verdict.value for verdict in Verdict)
    try:
        return Verdict(name)
    except ValueError:
        raise row.error(f"unknown verdict {name!r}", f"there are {known}") from None
