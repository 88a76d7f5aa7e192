"""`proform.open_suite`: a suite in a store, its systems, their evaluation, and what people say."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import chain
from os import PathLike
from pathlib import Path
from typing import NamedTuple, Unpack

from sqlalchemy import Connection

from proform.alignment.method import AlignmentOptions, method_of
from proform.analysis.gender import Source
from proform.errors import InputError, ProformError, check_known
from proform.human import MAJORITY, POLICIES
from proform.human.opinion import PRONOUN, QUESTIONS
from proform.human.review import accepted_of, reviews, stored_verdicts
from proform.human.verdict import HumanVerdict
from proform.judge import check_resolving, make_judges
from proform.judge.base import Judge
from proform.judge.weights import Weights
from proform.language.pack import load_packs
from proform.output import File, as_path, file_path, needed_path, refuse_overwriting
from proform.parallel import Progress
from proform.scoring.inputs import Chains, Linked, read_antecedents, read_forms, read_weights
from proform.scoring.judgements import Judgement
from proform.scoring.opinions import read_metrics
from proform.scoring.panel import Accepted
from proform.scoring.result import Result
from proform.scoring.score import judgement_sink
from proform.scoring.summary import Resampling
from proform.store import sets, suites
from proform.store.database import opened
from proform.stored.texts import known_texts, write_texts
from proform.suite.build import link_systems
from proform.suite.evaluate import choices_of, evaluate
from proform.suite.outputs import arrange
from proform.suite.suite import Output, Suite, Target
from proform.suite.table import write_examples
from proform.text.series import Text
from proform.text.texts import Given, in_memory, open_system, open_systems, plain_text

_LINKS = ".align"


def open_suite(where: File, suite: str | None = None) -> StoredSuite:
    """A suite in a store, a file or the URL of a database; by its name if there are several.

    >>> suite = proform.open_suite("suite.db")  # doctest: +SKIP
    >>> suite.add_system("new", "out/new.fr")  # doctest: +SKIP
    >>> suite.evaluate(metrics=["protest", "agreement"]).by("category")  # doctest: +SKIP
    """
    with suites.reading_suite(str(where), suite) as (_, stored):
        return StoredSuite(str(where), stored.suite.name)


@dataclass(frozen=True, slots=True)
class AddedSystems:
    """Systems that were added, and what is worth a look."""

    systems: tuple[str, ...]
    notes: tuple[str, ...]
    unaligned: tuple[str, ...]
    """Of which systems there are pronouns that nothing is aligned to."""


@dataclass(frozen=True)
class StoredSuite:
    """A suite in a store. Every method opens the store, so that others may use it in between."""

    where: str
    name: str

    @property
    def value(self) -> Suite:
        """The suite itself: source, documents, categories, examples."""
        with suites.reading_suite(self.where, self.name) as (_, stored):
            return stored.suite

    @property
    def systems(self) -> list[str]:
        """The systems, in the order in which they were added."""
        with suites.reading_suite(self.where, self.name) as (connection, stored):
            return [corpus.name for corpus in _systems(connection, stored)]

    def add_system(
        self,
        name: File,
        translation: Given | None = None,
        *,
        align: Linked | None = None,
        packs: File | None = None,
        layout: str | None = None,
        **options: Unpack[AlignmentOptions],
    ) -> AddedSystems:
        """Add the translation of a system; or a folder of them, one file per system.

        `align` is the alignment; of a folder, the folder that has NAME.align for each of them. A
        challenge set takes other layouts than one line per segment: `examples` (one line per
        example, with its context), `asked` (without it) and `text` (any lines); which of the
        former it is shows in the number of lines.
        """
        needed_path("name", name)
        with opened(self.where) as store:
            with store.reading() as connection:
                stored = suites.find_suite(connection, self.name)
                language = stored.suite.target_language
                if translation is None:
                    written = known_texts(Path(name), stored.suite)
                    texts = _folder(Path(name), language, align, written)
                else:
                    if (file := as_path(translation)) is not None:
                        known_texts(file.parent, stored.suite)
                    text = open_system(str(name), translation, language)
                    texts = [(text, _links(text.name, align))]
                suites.check_new(connection, stored, [text.name for text, _ in texts])
                reference = suites.reference_of(connection, stored)
            method = method_of(
                load_packs(stored.suite.languages, file_path("packs", packs)), **options
            )
            arranged = [_arranged(stored.suite, reference, text, layout) for text, _ in texts]
            given = [(part.text, links) for part, (_, links) in zip(arranged, texts, strict=True)]
            linked = [
                replace(target, outputs=part.outputs)
                for target, part in zip(
                    link_systems(method, stored.suite, reference, given), arranged, strict=True
                )
            ]
            notes = (note for part in arranged for note in part.notes)
            method.notes.extend(notes)
            with store.writing() as connection:
                for target in linked:
                    suites.add_target(connection, stored, target, suites.SYSTEM, datetime.now(UTC))
        size = len(stored.suite.examples)
        unaligned = tuple(
            f"{target.name}: nothing is aligned to {none} of {size} pronouns"
            for target in linked
            if (none := sum(not placed.pronoun for placed in target.placed.values()))
        )
        names = tuple(target.name for target in linked)
        return AddedSystems(names, tuple(dict.fromkeys(method.notes)), unaligned)

    def write_examples(self, output: File | None) -> None:
        """Write the table of examples, which `proform.suite_from_table` reads."""
        refuse_overwriting([as_path(output)], [Path(self.where)])
        write_examples(self.value, output)

    def write_texts(self, folder: File) -> list[Path]:
        """Write source, reference and document ids for translating; returns the files.

        Translations may be put beside them, for `add_system(folder)`.
        """
        with suites.reading_suite(self.where, self.name) as (connection, stored):
            reference = suites.reference_of(connection, stored)
        lines = None if reference is None else reference.lines
        return write_texts(stored.suite, lines, needed_path("folder", folder))

    def remove_system(self, name: str) -> None:
        """Take a system out of the suite. Its judgements stay in the store."""
        with suites.writing_suite(self.where, self.name) as (connection, stored):
            suites.retire(connection, stored, name, datetime.now(UTC))

    def evaluate(
        self,
        metrics: Sequence[str | Judge] = ("protest",),
        *,
        systems: Sequence[str] = (),
        accept: bool = False,
        weights: str | Weights = "1,0.5,0,0,0,0",
        discard: str = "",
        repair: str | None = None,
        as_published: bool = False,
        other_equal: bool = False,
        dropped: bool = False,
        target_pronouns: File | Sequence[str] | None = None,
        packs: File | None = None,
        lexicon: Source | None = None,
        antecedents: Chains | None = None,
        confidence: bool = False,
        paired: bool = False,
        resamples: int = 1000,
        seed: int = 12345,
        detail: File | None = None,
        judgements: bool | Callable[[Judgement], None] = True,
        outputs: Sequence[File | None] = (),
        progress: Progress | None = None,
    ) -> Result:
        """Judge every example of every system, or of those that are named, the baseline first.

        With `accept`, what annotators found right in other systems is a reference, too.
        `antecedents` are chains of coreference, for pronouns of which the suite has none.
        """
        written = [file_path("detail", detail), *map(as_path, outputs)]
        refuse_overwriting(written, [Path(self.where), as_path(antecedents)])
        with suites.reading_suite(self.where, self.name) as (connection, stored):
            reference = suites.reference_of(connection, stored)
            loaded = load_systems(connection, stored, list(dict.fromkeys(systems)))
            if not loaded:
                hint = "add one with proform suite add-system"
                raise ProformError(f"the suite {self.name!r} has no system yet", hint=hint)
            accepted = _accepted(connection, stored) if accept else []
        choices = choices_of(
            stored.suite,
            file_path("packs", packs),
            target_pronouns=read_forms("target_pronouns", target_pronouns),
            repair=repair,
            as_published=as_published,
            other_equal=other_equal,
            dropped=dropped,
            weights=read_weights(weights, discard),
            lexicon=lexicon,
        )
        resampling = Resampling(confidence, paired, resamples, seed)
        kept: list[Judgement] = []
        read, told = read_metrics(metrics), tuple[str, ...]()
        if antecedents is not None:
            check_resolving(make_judges(read, choices), "antecedents")
            texts = stored.suite.texts()
            known = read_antecedents(antecedents, texts, choices.resolver.tags)
            choices, told = replace(choices, antecedents=known.antecedents), known.notes
        with judgement_sink(written[0], judgements, kept) as sink:
            judged = stored.suite, reference, loaded, read, choices, resampling, accepted
            result = evaluate(*judged, sink, progress)
        result = replace(result, notes=(*told, *result.notes))
        return replace(result, kept=tuple(kept)) if judgements is True else result

    def verdicts(
        self, policy: str = MAJORITY, question: str = PRONOUN
    ) -> dict[tuple[int, str], HumanVerdict]:
        """What people say of each example, by its number, in each translation.

        By the policy `majority` more than half must agree, by `unanimous` all; adjudication
        prevails in both. The question is whether the `pronoun` is right, or its `antecedent`.

        >>> suite.verdicts(policy="majority")[17, "base"].outcome  # doctest: +SKIP
        'right'
        """
        check_known("policy", policy, POLICIES)
        check_known("question", question, QUESTIONS)
        with suites.reading_suite(self.where, self.name) as (connection, stored):
            return stored_verdicts(connection, stored, policy, question)


def _systems(connection: Connection, stored: suites.Stored) -> list[suites.StoredCorpus]:
    return [corpus for corpus in suites.targets(connection, stored) if corpus.side == suites.SYSTEM]


class _Arranged(NamedTuple):
    text: Text
    outputs: Mapping[int, Output]
    notes: Sequence[str]


def _arranged(suite: Suite, reference: Target | None, text: Text, layout: str | None) -> _Arranged:
    """The text, one line per segment: of a challenge set, cut to its sentences."""
    if not suite.challenges:
        if layout is not None:
            what = f"layout: {suite.name!r} is not a challenge set"
            raise ProformError(what, hint="cut the output with proform read-output")
        return _Arranged(text, {}, ())
    written = list(chain.from_iterable(text.decoded()))
    while (
        written
        and not written[-1]
        and len(written)
        not in (
            len(suite.source),
            len(suite.examples),
        )
    ):
        written.pop()
    part = arrange(suite, reference, written, layout, text.name)
    return _Arranged(in_memory(text.name, part.lines, text.name), part.outputs, part.notes)


def load_systems(
    connection: Connection, stored: suites.Stored, wanted: Sequence[str] = ()
) -> list[Target]:
    """The systems, whole, with the scores that they gave; all of them unless some are named."""
    scorings = {scoring.name: scoring for scoring in sets.scorings(connection, stored.id)}
    present = {corpus.name: corpus for corpus in _systems(connection, stored)}
    loaded = []
    for name in wanted or dict.fromkeys((*present, *scorings)):
        target = Target(name, ())
        if name not in scorings or name in present:
            corpus = suites.find_target(connection, stored, name)
            target = suites.load_target(connection, stored, corpus)
        if name in scorings:
            scores = sets.load_scores(connection, scorings[name])
            target = replace(target, scores=scores)
        loaded.append(target)
    return loaded


def _accepted(connection: Connection, stored: suites.Stored) -> list[Accepted]:
    """What annotators found right, in all translations of the suite."""
    everyone = {
        corpus.name: suites.load_target(connection, stored, corpus)
        for corpus in suites.targets(connection, stored)
    }
    owners = suites.candidates(connection, stored)
    return accepted_of(stored.suite, everyone, reviews(connection, stored), owners)


def _folder(
    folder: Path, language: str, align: File | Sequence[str] | None, written: Collection[str]
) -> list[tuple[Text, Text | None]]:
    """The translations of a folder, with the alignments beside them or in another folder.

    What was `written` for translating is none.
    """
    if not folder.is_dir():
        hint = "give NAME FILE, or a folder with a file for each system"
        raise ProformError(f"{folder}: not a folder, and no FILE is given", hint=hint)
    files = [path for path in sorted(folder.iterdir()) if path.is_file()]
    shown = [
        path
        for path in files
        if path.suffix != _LINKS and not path.name.startswith(".") and path.name not in written
    ]
    if not shown:
        raise InputError(folder, None, "no file in it", hint="expected a file for each system")
    texts = [text for path in shown for text in open_systems(str(path), language)]
    paths = [(as_path(align) or folder) / f"{text.name}{_LINKS}" for text in texts]
    return [
        (text, plain_text(path) if align or path.is_file() else None)
        for text, path in zip(texts, paths, strict=True)
    ]


def _links(name: str, align: File | Sequence[str] | None) -> Text | None:
    if align is None:
        return None
    if isinstance(align, str | PathLike):
        return plain_text(Path(align))
    return in_memory(f"align of {name}", align)
