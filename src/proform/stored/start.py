"""From texts to people at work in one call: a suite, its systems, tasks and links."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from random import Random

from sqlalchemy import Connection, select

from proform.alignment.method import method_of
from proform.errors import ProformError
from proform.judge.choices import Choices
from proform.language.pack import load_packs
from proform.output import File, is_database
from proform.store import access, schema
from proform.store.access import ANNOTATOR, RESEARCHER
from proform.store.answers import annotator_id, annotator_name
from proform.store.suites import REFERENCE, SYSTEM, Stored, targets, writing_suite
from proform.store.tasks import Task, TaskSet, add_tasks, assign, items_of, list_tasks, split
from proform.stored.build import check_new, read_source, save
from proform.stored.suites import StoredSuite, open_suite
from proform.suite.build import link_reference, read_lines
from proform.suite.categories import load_categories
from proform.suite.proposals import with_proposals
from proform.suite.suite import Suite
from proform.suite.table import propose
from proform.text.formats import Role
from proform.text.texts import open_text, system_name

SHARE = 0.2
"""What part of the translations everybody judges, unless it is said."""


@dataclass(frozen=True)
class StartedAnnotation:
    """A suite that people can judge now."""

    suite: StoredSuite
    tasks: tuple[Task, ...]
    links: dict[str, str]
    """The personal link of everybody, and under an empty name that of the researcher."""
    notes: tuple[str, ...] = ()


def start_annotation(
    source: File,
    outputs: Sequence[File],
    *,
    output: File | None = None,
    reference: File | None = None,
    judge_reference: bool = False,
    languages: str | None = None,
    documents: File | None = None,
    people: Sequence[str] = (),
    shared: int | None = None,
    examples: int | None = None,
    seed: int = 1,
    url: str = "http://127.0.0.1:8000",
) -> StartedAnnotation:
    """Find the pronouns of a text, propose categories and antecedents, and give out tasks.

    `source` is a text, or a store with a suite, to which more systems may come; `outputs` are
    files or folders of translations. The reference is judged only if asked.
    """
    notes: tuple[str, ...] = ()
    if is_database(Path(source)):
        suite = open_suite(source)
        for option, value in (("reference", reference), ("output", output)):
            if value is not None:
                raise ProformError(f"{option}: {source} is a suite, which has its own")
    else:
        if not outputs:
            raise ProformError("no translation to judge", hint="give files or folders of outputs")
        pair = languages or _pair(source, outputs)
        where = output or f"{Path(source).name.split('.')[0]}.db"
        suite, notes = _make(source, pair, where, reference, documents, examples, seed)
    try:
        notes += tuple(_add_systems(suite, outputs))
        return _give_out(suite, notes, people, shared, seed, url, judge_reference=judge_reference)
    except ProformError:
        if suite.where != str(source) and "://" not in suite.where:  # nothing is left half made
            for end in ("", "-wal", "-shm"):
                Path(f"{suite.where}{end}").unlink(missing_ok=True)
        raise


def _add_systems(suite: StoredSuite, outputs: Sequence[File]) -> Iterator[str]:
    """Add what the suite does not have yet; gives what is worth a look."""
    there = set(suite.systems)
    for given in outputs:
        if Path(given).is_dir():
            added = suite.add_system(given)
        elif (name := system_name(Path(given), suite.value.target_language)) in there:
            continue
        else:
            added = suite.add_system(name, given)
        yield from (*added.notes, *added.unaligned)


def _make(
    source: File,
    languages: str,
    where: File,
    reference: File | None,
    documents: File | None,
    most: int | None,
    seed: int,
) -> tuple[StoredSuite, tuple[str, ...]]:
    if is_database(Path(where)):
        hint = f"to go on with it, give it instead of the text: proform annotate start {where}"
        raise ProformError(f"{where}: there is a store already", hint=hint)
    both = load_packs(languages)
    name = Path(where).stem
    check_new(where, name)
    method = method_of(both)
    lines, parts = read_source(open_text(source, Role.SOURCE), documents, method.tokenizers.source)
    choices = Choices(both[0], both[1])
    found = propose(lines, choices.source_finder, "")
    if not found:
        raise ProformError(f"{source}: no pronoun in it", hint="is it in the source language?")
    if most is not None and most < len(found):
        kept = sorted(Random(seed).sample(range(len(found)), most))  # noqa: S311 (not for secrets)
        found = tuple(replace(found[at], number=n) for n, at in enumerate(kept, 1))
    plain = Suite(name, both[0].language, both[1].language, lines, parts, (), found)
    value = with_proposals(plain, choices, load_categories().categories)
    linked = None
    if reference is not None:
        text = open_text(reference, Role.REFERENCE)
        translated = read_lines(text, method.tokenizers.target, len(lines))
        linked = link_reference(method, value, REFERENCE, translated, None)
    notes = (f"{len(found)} pronouns; categories and antecedents are proposed, not checked",)
    return save(where, value, linked), (*notes, *dict.fromkeys(method.notes))


def _give_out(
    suite: StoredSuite,
    notes: tuple[str, ...],
    people: Sequence[str],
    shared: int | None,
    seed: int,
    url: str,
    *,
    judge_reference: bool,
) -> StartedAnnotation:
    now = datetime.now(UTC)
    with writing_suite(suite.where, suite.name) as (connection, stored):
        everyone = [annotator_name(connection, name) for name in people]
        everyone = list(dict.fromkeys(everyone))
        chosen = [
            corpus.name
            for corpus in targets(connection, stored)
            if judge_reference or corpus.side == SYSTEM
        ]
        taken = [task.taskset for task in list_tasks(connection, stored)]
        name = next(n for n in map("round {}".format, count(1)) if n not in taken)
        items = items_of(connection, stored, TaskSet(name, 1, systems=chosen))
        given = _given(connection, stored)
        items = [item for item in items if item.candidate not in given]
        links = {"": access.invite(connection, stored.id, RESEARCHER, None, now)}
        tasks: list[Task] = []
        if items:
            size = min(round(SHARE * len(items)) if shared is None else shared, len(items))
            size = size if len(everyone) > 1 else 0
            number = min(max(len(everyone), 1), len(items) - size) or 1
            rng = Random(seed)  # noqa: S311 (not for secrets)
            add_tasks(connection, stored, name, split(items, number, size, rng), seed, now)
            for place, person in enumerate(everyone):
                assign(connection, stored, name, str(1 + place % number), person, now)
            tasks = [task for task in list_tasks(connection, stored) if task.taskset == name]
        for person in everyone:
            known = annotator_id(connection, person, now)
            links[person] = access.invite(connection, stored.id, ANNOTATOR, known, now)
    entered = {name: f"{url.rstrip('/')}/enter/{secret}" for name, secret in links.items()}
    return StartedAnnotation(suite, tuple(tasks), entered, notes)


def _given(connection: Connection, stored: Stored) -> set[int]:
    """The candidates (their ids) that are part of a task already."""
    members, tasks = schema.task_candidates, schema.tasks
    ours = select(members.c.candidate).join(tasks).where(tasks.c.suite == stored.id)
    return set(connection.scalars(ours))


def _pair(source: File, outputs: Sequence[File]) -> str:
    """The languages, by the ends of the names: talk.en and base.fr are en-fr."""
    first = Path(outputs[0])
    file = next(iter(sorted(first.iterdir())), first) if first.is_dir() else first
    ends = [Path(path.name.removesuffix(".gz")).suffix[1:] for path in (Path(source), file)]
    if not all(end.isalpha() and len(end) == 2 for end in ends):
        what = f"the languages cannot be told from {source} and {file}"
        raise ProformError(what, hint="say them, as in -l en-fr")
    return "-".join(ends)
