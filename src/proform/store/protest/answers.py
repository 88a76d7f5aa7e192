"""The judgements in a PROTEST file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from proform.store.answers import ANSWERS, Answer, Selected
from proform.store.ledger import Addressed
from proform.store.protest.rows import ProtestFile
from proform.suite.suite import words

Row = Mapping[str, Any]
Key = tuple[int, int]
"""Candidate and annotator, as the file numbers them."""


def answers_of(
    file: ProtestFile, candidates: Mapping[int, int], people: Mapping[int, int]
) -> list[Addressed[Answer]]:
    """The judgements of a file, by the store's ids of candidates and annotators.

    Rows of other annotators are passed over: the original copies them into every batch.
    """

    def rows(table: str) -> Iterator[tuple[Key, Row]]:
        for row in file.tables[table]:
            if row["annotator_id"] in people:
                if row["candidate"] not in candidates:
                    raise file.complain(table, row, f"there is no candidate {row['candidate']}")
                yield (row["candidate"], row["annotator_id"]), row

    said: dict[Key, Row] = {}
    for key, row in rows("annotations"):
        _check(file, row)
        said[key] = row
    tags: dict[Key, set[str]] = {}
    for key, row in rows("tag_annotations"):
        tags.setdefault(key, set()).add(row["tag"])
    tokens: dict[Key, set[Selected]] = {}
    lines = _lines(file)
    for key, row in rows("token_annotations"):
        if not 0 <= row["token"] < len(lines.get((key[0], row["line"]), ())):
            what = f"there is no word {row['token']} in line {row['line']}"
            raise file.complain("token_annotations", row, what)
        selected = Selected(row["line"], row["token"], row["annotation"])
        if any(other[:2] == selected[:2] and other != selected for other in tokens.get(key, ())):
            what = f"word {row['token']} of line {row['line']} is marked in two ways"
            raise file.complain("token_annotations", row, what)
        tokens.setdefault(key, set()).add(selected)
    return [
        Addressed(
            candidates[key[0]],
            people[key[1]],
            Answer(
                said.get(key, {}).get("anaph_annotation"),
                said.get(key, {}).get("ant_annotation"),
                said.get(key, {}).get("remarks"),
                said.get(key, {}).get("conflict_status"),
                frozenset(tags.get(key, ())),
                frozenset(tokens.get(key, ())),
            ),
        )
        for key in sorted({*said, *tags, *tokens})
    ]


def _check(file: ProtestFile, row: Row) -> None:
    for column in ("ant_annotation", "anaph_annotation"):
        if row[column] is not None and row[column] not in ANSWERS:
            what = f"{column} is {row[column]!r}, expected ok, bad or unset"
            raise file.complain("annotations", row, what)


def _lines(file: ProtestFile) -> Mapping[tuple[int, int], Sequence[str]]:
    """The words of each line of the translation that a candidate is in."""
    texts: dict[int, dict[int, list[str]]] = {}
    for row in file.tables["sentences"]:
        texts.setdefault(row["corpus"], {})[row["line"]] = words(row["sentence"])
    wanted = {(row["candidate"], row["line"]) for row in file.tables["token_annotations"]}
    corpora = {row["id"]: row["tgtcorpus"] for row in file.tables["pro_candidates"]}
    return {
        (candidate, line): texts.get(corpora.get(candidate, -1), {}).get(line, ())
        for candidate, line in wanted
    }
