"""Challenge sets in stores: imported and scored, and what a system knows beside what it says."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from os import PathLike
from pathlib import Path

from proform.errors import InputError, ProformError
from proform.language.pack import load_packs
from proform.output import File, file_path, needed_path, needed_paths
from proform.store import sets, suites
from proform.stored.build import check_new, save
from proform.stored.suites import StoredSuite
from proform.suite.challenge import check_challenge, suite_of, versions_of
from proform.suite.contrast import contrast_suite
from proform.suite.knowledge import CONTRAST, Knowledge, knowledge_of
from proform.suite.suite import Target
from proform.text.challenge.reader import read_set
from proform.text.scores import read_scores


@dataclass(frozen=True, slots=True)
class ImportedSet:
    """A challenge set that was imported, what it is, and what to look at."""

    suite: StoredSuite
    what: str
    languages: str
    examples: int
    versions: int
    documents: int
    segments: int
    notes: tuple[str, ...]

    def __str__(self) -> str:
        """What was found, in a line."""
        parts = [_counted(self.examples, "example")]
        if self.versions:
            parts.append(f"{self.versions} versions to score")
        documents = _counted(self.documents, "document")
        parts.append(f"{_counted(self.segments, 'segment')} in {documents}")
        return f"{self.what} ({self.languages}): {', '.join(parts)}"


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def import_set(
    challenge_set: File,
    output: File,
    *,
    context: Sequence[File] = (),
    languages: str | None = None,
    name: str | None = None,
    packs: File | None = None,
) -> ImportedSet:
    """Read a challenge set, whose format shows in its content, and store it as a suite.

    `context` has the sentences before those in question, where the set itself has not: a folder of
    documents or of extracted files, or inputs of one line an example, of the source and, if there
    is one, of the target.

    >>> found = proform.import_set("contrapro.json", "suite.db", context=["OpenSubtitles"])
    ... # doctest: +SKIP
    """
    path = needed_path("challenge_set", challenge_set)
    given = [context] if isinstance(context, str | PathLike) else context
    known = read_set(path, needed_paths("context", list(given)))
    pair = languages or known.languages
    if pair is None:
        hint = "say it with -l SRC-TGT"
        raise InputError(path, None, "nothing tells which languages these are", hint=hint)
    called = name or pair.lower()
    check_new(output, called)
    built = suite_of(known, load_packs(pair, file_path("packs", packs)), called)
    stored = save(output, built.suite, built.reference)
    suite = built.suite
    return ImportedSet(
        stored,
        known.what,
        suite.languages,
        len(suite.examples),
        len(versions_of(suite)),
        len(suite.documents),
        len(suite.source),
        built.notes,
    )


@dataclass(frozen=True, slots=True)
class ContrastedSuite:
    """A suite of contrastive versions that was made, and why examples were left out."""

    suite: StoredSuite
    examples: int
    versions: int
    left_out: dict[str, int]

    @property
    def notes(self) -> Iterator[str]:
        """What was made, and how many examples were left out for each reason."""
        yield f"{self.examples} examples with {self.versions} wrong versions"
        for reason, number in self.left_out.items():
            yield f"{number} left out: {reason}"


def make_contrast(
    suite: StoredSuite, output: File, *, name: str | None = None, packs: File | None = None
) -> ContrastedSuite:
    """Make a suite with contrastive versions of another's reference, for scoring.

    Pronouns are put into another gender, with what agrees with them. Examples keep their numbers;
    those whose reference cannot be changed safely are left out.

    >>> proform.stored.make_contrast(suite, "contrast.db")  # doctest: +SKIP
    """
    with suites.reading_suite(suite.where, suite.name) as (connection, stored):
        reference = suites.reference_of(connection, stored)
    if reference is None:
        raise ProformError(f"the suite {suite.name!r} has no reference to change")
    called = name or f"{suite.name}-contrast"
    check_new(output, called)
    known = load_packs(stored.suite.languages, file_path("packs", packs))
    made = contrast_suite(stored.suite, reference, known, called)
    if not made.suite.examples:
        reasons = "; ".join(f"{number}: {why}" for why, number in made.left_out.most_common())
        raise ProformError(f"no reference of {suite.name!r} can be changed safely ({reasons})")
    versions = sum(len(each.versions) for each in made.suite.challenges.values())
    saved = save(output, made.suite, made.reference)
    return ContrastedSuite(
        saved, len(made.suite.examples), versions, dict(made.left_out.most_common())
    )


@dataclass(frozen=True, slots=True)
class AddedScores:
    """Scores that were added, and what they come to."""

    system: str
    examples: int
    accuracy: float
    chance: float

    @property
    def notes(self) -> Iterator[str]:
        """What they come to, and a warning if that is less than guessing would give."""
        yield f"added scores of {self.system}: the right version wins in {self.accuracy:.1%}"
        if self.accuracy < self.chance:
            yield (
                f"that is below chance ({self.chance:.1%}): are they the wrong way round? "
                "If so, proform suite remove-scores, and add them with the other direction"
            )


def add_scores(
    suite: StoredSuite,
    name: str,
    scores: File | Sequence[float],
    *,
    higher_is_better: bool,
    field: str | None = None,
) -> AddedScores:
    """Add the scores of a system: for each example of the right version, then of the wrong ones.

    >>> proform.stored.add_scores(suite, "base", "base.scores", higher_is_better=False)
    ... # doctest: +SKIP
    """
    with suites.writing_suite(suite.where, suite.name) as (connection, stored):
        check_challenge(stored.suite)
        sets.check_new_scores(connection, stored.id, name)
        order = versions_of(stored.suite)
        if not order:
            hint = "it can be translated: proform suite add-system"
            raise ProformError(f"the set {suite.name!r} has no wrong versions to score", hint=hint)
        values = _values(name, scores, len(order), field)
        by_example: dict[int, dict[int, float]] = {}
        for (example, number), value in zip(order, values, strict=True):
            by_example.setdefault(example, {})[number] = value
        given = {
            example: tuple(each[number] for number in sorted(each))
            for example, each in by_example.items()
        }
        origin = str(scores) if isinstance(scores, str | PathLike) else "memory"
        sets.add_scores(
            connection,
            stored.id,
            stored.example_ids,
            Target(name, (), scores=given),
            higher=higher_is_better,
            origin=Path(origin).name,
            now=datetime.now(UTC),
        )
    sign = 1 if higher_is_better else -1
    wins = sum(all(sign * (first - other) > 0 for other in rest) for first, *rest in given.values())
    chance = sum(1 / len(each) for each in given.values()) / len(given)
    return AddedScores(name, len(given), wins / len(given), chance)


def _values(
    name: str, scores: File | Sequence[float], wanted: int, field: str | None
) -> Sequence[float]:
    if isinstance(scores, str | PathLike):
        return read_scores(Path(scores), wanted, field)
    if len(scores) != wanted:
        raise ProformError(f"{name}: {len(scores)} scores, but the set has {wanted} versions")
    return [float(score) for score in scores]


def remove_scores(suite: StoredSuite, name: str) -> None:
    """Take the scores of a system out of a suite. They stay in the store."""
    with suites.writing_suite(suite.where, suite.name) as (connection, stored):
        sets.retire_scores(connection, stored.id, name, datetime.now(UTC))


def knowledge(suite: StoredSuite, metric: str = "expected-aligned") -> Knowledge:
    """Compare what systems score highest with what they write, example by example.

    >>> proform.stored.knowledge(suite).draw("knowledge.svg")  # doctest: +SKIP
    """
    return knowledge_of(suite.evaluate(metrics=[CONTRAST, metric]).judgements, metric)
