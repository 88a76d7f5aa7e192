"""Identical translations: one of them is judged, and its answers count for all.

Two translations of an example are identical if they have the same words at its pronoun and its
antecedents, and the same words around each of them.
"""

from collections import defaultdict
from collections.abc import Iterable

from sqlalchemy import Connection, select

from proform.model import Example
from proform.store import schema
from proform.store.schema import add
from proform.store.suites import Stored, load_target, targets
from proform.suite.suite import Spot, Target, words

AROUND = 3
"""So many words on either side have to be the same."""


def judged_once(connection: Connection, stored: Stored, candidates: Iterable[int]) -> set[int]:
    """Of candidates (their ids) those that are to be judged; for which others they are is noted."""
    table, pairs = schema.candidates, schema.twins
    wanted = set(candidates)
    known = {row.candidate: row.judged for row in connection.execute(select(pairs))}
    examples = {stored.example_ids[example.number]: example for example in stored.suite.examples}
    texts = {
        corpus.id: load_target(connection, stored, corpus) for corpus in targets(connection, stored)
    }
    rows = connection.execute(
        select(table)
        .where(table.c.suite == stored.id, table.c.corpus.in_(texts))
        .order_by(table.c.number)
    )
    alike: dict[tuple[int, object], list[int]] = defaultdict(list)
    for row in rows:
        if row.id in wanted:
            words_there = _there(texts[row.corpus], examples[row.example])
            alike[row.example, words_there].append(row.id)
    judged: set[int] = set()
    fresh = []
    for members in alike.values():
        one = next((known[each] for each in members if each in known), members[0])
        judged.add(one)
        fresh += [
            {"candidate": each, "judged": one}
            for each in members
            if each != one and each not in known
        ]
    add(connection, pairs, fresh)
    return judged


def twins(connection: Connection, suite: int) -> dict[int, int]:
    """Of each translation that is not judged itself, the one that is, by their numbers."""
    pairs, own, other = schema.twins, schema.candidates, schema.candidates.alias()
    rows = connection.execute(
        select(own.c.number, other.c.number)
        .select_from(
            pairs.join(own, own.c.id == pairs.c.candidate).join(other, other.c.id == pairs.c.judged)
        )
        .where(own.c.suite == suite)
    )
    return {row[0]: row[1] for row in rows}


def _there(target: Target, example: Example) -> object:
    """The words that a judgement looks at, part by part."""
    placed = target.placed[example.number]
    whole = tuple(words(target.lines[example.segment]))
    pronoun = tuple(_around(target, spot) for spot in placed.pronoun) or whole
    return pronoun, tuple(
        tuple(_around(target, spot) for spot in part) for part in placed.antecedents
    )


def _around(target: Target, spot: Spot) -> tuple[str, ...]:
    line = words(target.lines[spot.segment])
    before = line[max(0, spot.position - AROUND) : spot.position]
    return (*before, "|", *line[spot.position : spot.position + AROUND + 1])
