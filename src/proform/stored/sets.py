"""Challenge sets in stores: imported and scored, and what a system knows beside what it says."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from os import PathLike
from pathlib import Path

from proform.errors import InputError, ProformError
from proform.language.pack import load_packs
from proform.model import Verdict
from proform.output import File, file_path, needed_path, needed_paths
from proform.store import sets, suites
from proform.stored.build import check_new, save
from proform.stored.suites import StoredSuite
from proform.suite.challenge import check_challenge, suite_of, traits_of, versions_of
from proform.suite.suite import Target
from proform.table.table import Column, Table, figure
from proform.table.writers import WRITERS
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
        parts = [f"{self.examples} examples"]
        if self.versions:
            parts.append(f"{self.versions} versions to score")
        parts.append(f"{self.segments} segments in {self.documents} documents")
        return f"{self.what} ({self.languages}): {', '.join(parts)}"


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


CELLS = ("knows and says it", "knows, but does not say it", "says it, but does not know", "neither")


@dataclass(frozen=True, slots=True)
class Knowledge:
    """For each system, the examples in each of four cells; those left open are left out."""

    metric: str
    """The generative one."""
    cells: dict[str, dict[str, tuple[int, ...]]]
    """By system and cell, the numbers of the examples."""
    distances: dict[int, str]

    @property
    def tables(self) -> Iterator[Table]:
        """The shares in total and by distance, and the first examples behind each cell."""
        names = ("system", "distance", "n", "contrast", self.metric, *CELLS)
        shown = tuple(Column(name, show=figure if name in names[3:5] else str) for name in names)
        rows = tuple(row for system in self.cells for row in self._rows(system))
        yield Table("knowledge", f"contrast against {self.metric}", shown, rows)
        examples = tuple(
            {"system": system, "cell": cell, "examples": " ".join(map(str, numbers[:20]))}
            for system, cells in self.cells.items()
            for cell, numbers in cells.items()
        )
        columns = tuple(map(Column, ("system", "cell", "examples")))
        yield Table("examples", "the first twenty examples of each", columns, examples)

    def _rows(self, system: str) -> Iterator[dict[str, object]]:
        cells = self.cells[system]
        known = sorted(set(self.distances.values()))
        for distance in ("all", *known):
            counts = Counter(
                {
                    cell: sum(distance in ("all", self.distances.get(n)) for n in numbers)
                    for cell, numbers in cells.items()
                }
            )
            size = sum(counts.values())
            if size:
                knows, says = (counts[CELLS[0]] + counts[CELLS[k]] for k in (1, 2))
                shares = {"contrast": knows / size, self.metric: says / size}
                yield {"system": system, "distance": distance, "n": size, **shares, **counts}

    def to_text(self, style: str = "text", *, terminal: bool = False) -> str:
        """The tables in a format."""
        return WRITERS[style](list(self.tables), (), terminal)


def knowledge(suite: StoredSuite, metric: str = "expected-aligned") -> Knowledge:
    """Compare what systems score highest with what they write, example by example."""
    rows = suite.evaluate(metrics=["contrast", metric]).judgements
    verdicts: dict[tuple[str, int], dict[str, Verdict]] = defaultdict(dict)
    for row in rows:
        verdicts[row.system, row.example or 0][row.metric] = row.verdict
    cells: dict[str, dict[str, list[int]]] = {}
    for (system, example), said in sorted(verdicts.items()):
        if len(said) == 2 and said[metric] is not Verdict.UNDECIDED:
            knows, says = (said[name] is Verdict.CORRECT for name in ("contrast", metric))
            cell = CELLS[(0 if says else 1) if knows else (2 if says else 3)]
            cells.setdefault(system, {name: [] for name in CELLS})[cell].append(example)
    if not cells:
        what = "no system has both scores and a translation"
        raise ProformError(what, hint="give both the same name in add-scores and add-system")
    distances = {
        number: trait
        for number, asked in suite.value.challenges.items()
        if (trait := dict(traits_of(asked)).get("distance"))
    }
    frozen = {
        system: {cell: tuple(numbers) for cell, numbers in each.items()}
        for system, each in cells.items()
    }
    return Knowledge(metric, frozen, distances)
