"""`proform.open_suite`: a suite in a store, its systems, their evaluation, and what people say."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from os import PathLike
from pathlib import Path
from typing import Unpack

from sqlalchemy import Connection

from proform.alignment.pipeline import AlignmentOptions, method_of
from proform.errors import InputError, ProformError
from proform.human.accepted import accepted_of
from proform.judge.base import Judge
from proform.judge.weights import Weights
from proform.language.pack import load_packs
from proform.output import refuse_overwriting
from proform.scoring.judgements import Judgement
from proform.scoring.panel import Accepted
from proform.scoring.result import Result
from proform.scoring.score import judgement_sink
from proform.scoring.summary import Resampling
from proform.store.answers import latest
from proform.store.database import opened
from proform.store.load import (
    SYSTEM,
    Stored,
    candidates,
    find_suite,
    find_target,
    load_target,
    reference_of,
    targets,
)
from proform.store.review import adjudications, review
from proform.store.suites import add_target, check_new, retire
from proform.suite.evaluate import choices_of, evaluate
from proform.suite.link import link_systems
from proform.suite.suite import Suite
from proform.text.lists import read_list
from proform.text.texts import Given, Text, in_memory, open_system, open_systems, plain_text

File = str | PathLike[str]

_LINKS = ".align"


def open_suite(where: File, suite: str | None = None) -> StoredSuite:
    """A suite in a store, a file or the URL of a database; by its name if there are several.

    >>> suite = proform.open_suite("suite.db")  # doctest: +SKIP
    >>> suite.add_system("new", "out/new.fr")  # doctest: +SKIP
    >>> suite.evaluate(metrics=["protest", "agreement"]).by("category")  # doctest: +SKIP
    """
    with opened(str(where)) as store, store.reading() as connection:
        return StoredSuite(str(where), find_suite(connection, suite).suite.name)


@dataclass(frozen=True)
class StoredSuite:
    """A suite in a store. Every method opens the store, so that others may use it in between."""

    where: str
    name: str

    @property
    def value(self) -> Suite:
        """The suite itself: source, documents, categories, examples."""
        with opened(self.where) as store, store.reading() as connection:
            return find_suite(connection, self.name).suite

    @property
    def systems(self) -> list[str]:
        """The systems, in the order in which they were added."""
        with opened(self.where) as store, store.reading() as connection:
            stored = find_suite(connection, self.name)
            return [one.name for one in targets(connection, stored) if one.side == SYSTEM]

    def add_system(
        self,
        name: str,
        translation: Given,
        *,
        align: File | Sequence[str] | None = None,
        packs: File | None = None,
        **options: Unpack[AlignmentOptions],
    ) -> tuple[str, ...]:
        """Add the translation of a system; what is returned is worth a look."""
        text = open_system(name, translation, self.value.target_language)
        links = _links(name, align)
        return self._add([(text, links)], packs, options)

    def add_systems(
        self,
        folder: File,
        *,
        align: File | None = None,
        packs: File | None = None,
        **options: Unpack[AlignmentOptions],
    ) -> tuple[str, ...]:
        """Add a folder of translations, a file a system; NAME.align has the alignment of NAME."""
        where = Path(folder)
        if not where.is_dir():
            hint = "give NAME FILE, or a folder with a file for each system"
            raise ProformError(f"{where}: is no folder, and no FILE is given", hint=hint)
        files = [path for path in sorted(where.iterdir()) if path.is_file()]
        shown = [path for path in files if path.suffix != _LINKS and not path.name.startswith(".")]
        if not shown:
            raise InputError(where, None, "no file in it", hint="expected a file for each system")
        language = self.value.target_language
        texts = [text for path in shown for text in open_systems(str(path), language)]
        beside = where if align is None else Path(align)
        paths = [beside / f"{text.name}{_LINKS}" for text in texts]
        return self._add(
            [
                (text, plain_text(path) if align or path.is_file() else None)
                for text, path in zip(texts, paths, strict=True)
            ],
            packs,
            options,
        )

    def _add(
        self,
        texts: Sequence[tuple[Text, Text | None]],
        packs: File | None,
        options: AlignmentOptions,
    ) -> tuple[str, ...]:
        with opened(self.where) as store:
            with store.reading() as connection:
                stored = find_suite(connection, self.name)
                check_new(connection, stored, [text.name for text, _ in texts])
                reference = reference_of(connection, stored)
            both = load_packs(stored.suite.languages, None if packs is None else Path(packs))
            method = method_of(both, **options)
            linked = link_systems(method, stored.suite, reference, texts)
            with store.writing() as connection:
                for target in linked:
                    add_target(connection, stored, target, SYSTEM, datetime.now(UTC))
        size = len(stored.suite.examples)
        empty = [
            f"{target.name}: nothing is aligned to {none} of {size} pronouns"
            for target in linked
            if (none := sum(not placed.pronoun for placed in target.placed.values()))
        ]
        return (*dict.fromkeys(method.notes), *empty)

    def remove_system(self, name: str) -> None:
        """Take a system out of the suite. Its judgements stay in the store."""
        with opened(self.where) as store, store.writing() as connection:
            retire(connection, find_suite(connection, self.name), name, datetime.now(UTC))

    def evaluate(
        self,
        metrics: Sequence[str | Judge] = ("protest",),
        *,
        systems: Sequence[str] = (),
        accept: bool = False,
        weights: str | Weights = "1,0.5,0,0,0,0",
        discard: str = "",
        repair: str = "paper",
        other_equal: bool = False,
        target_pronouns: File | Sequence[str] | None = None,
        packs: File | None = None,
        confidence: bool = False,
        paired: bool = False,
        resamples: int = 1000,
        seed: int = 12345,
        detail: File | None = None,
        judgements: bool | Callable[[Judgement], None] = True,
        outputs: Sequence[File | None] = (),
    ) -> Result:
        """Judge every example of every system, or of those that are named, the baseline first.

        With `accept`, what annotators found right in other systems is a reference, too.
        """
        written = [None if path is None else Path(path) for path in (detail, *outputs)]
        refuse_overwriting(written, [Path(self.where)])
        with opened(self.where) as store, store.reading() as connection:
            stored = find_suite(connection, self.name)
            reference = reference_of(connection, stored)
            if reference is None:
                what = f"the suite {self.name!r} has no reference to compare with"
                raise ProformError(what)
            corpora = [one for one in targets(connection, stored) if one.side == SYSTEM]
            if systems:
                corpora = [find_target(connection, stored, name) for name in dict.fromkeys(systems)]
            if not corpora:
                hint = "add one with proform suite add-system"
                raise ProformError(f"the suite {self.name!r} has no system yet", hint=hint)
            loaded = [load_target(connection, stored, corpus) for corpus in corpora]
            accepted = _accepted(connection, stored) if accept else []
        listed = target_pronouns
        choices = choices_of(
            stored.suite,
            None if packs is None else Path(packs),
            target_pronouns=read_list(Path(listed))
            if isinstance(listed, str | PathLike)
            else listed or (),
            repair=repair,
            other_equal=other_equal,
            weights=weights if isinstance(weights, Weights) else Weights.parse(weights, discard),
        )
        resampling = Resampling(confidence, paired, resamples, seed)
        kept: list[Judgement] = []
        with judgement_sink(written[0], judgements, kept) as sink:
            result = evaluate(
                stored.suite, reference, loaded, metrics, choices, resampling, accepted, sink
            )
        return replace(result, kept=tuple(kept)) if judgements is True else result


def _accepted(connection: Connection, stored: Stored) -> list[Accepted]:
    """What annotators found right, in all translations of the suite."""
    everyone = {
        corpus.name: load_target(connection, stored, corpus)
        for corpus in targets(connection, stored)
    }
    reviewed = review(latest(connection, stored.id), adjudications(connection, stored.id))
    return accepted_of(stored.suite, everyone, reviewed, candidates(connection, stored))


def _links(name: str, align: File | Sequence[str] | None) -> Text | None:
    if align is None:
        return None
    if isinstance(align, str | PathLike):
        return plain_text(Path(align))
    return in_memory(f"align of {name}", align)
