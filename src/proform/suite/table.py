"""Examples as a table that people keep by hand: TSV or JSONL, one row per antecedent."""

import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from proform.errors import InputError
from proform.model import Antecedent, Category, Example
from proform.output import File, as_path, writing
from proform.pronoun.occurrences import Finder
from proform.suite.suite import Suite, words
from proform.table.writers import tsv_line
from proform.text.records import Row, records

COLUMNS = (
    *("segment", "token", "form", "category"),
    *("ant_segment", "ant_first", "ant_last", "ant_head", "head", "note"),
)
UNCATEGORISED = "uncategorised"

_ANTECEDENT = COLUMNS[4:9]
_HINT = "segments and tokens are counted from 0"


def read_examples(
    path: Path, source: Sequence[str], categories: Sequence[Category]
) -> tuple[Example, ...]:
    """The examples of a table, checked against their source; another row adds an antecedent."""
    known = {category.name: category.agrees for category in categories}
    examples: dict[tuple[int, int], tuple[int, Example]] = {}
    for row in records(path):
        example = _example(row, source, known)
        key = example.segment, example.position
        if key not in examples:
            examples[key] = row.line, example
            continue
        first, before = examples[key]
        if (example.token, example.category) != (before.token, before.category):
            what = f"another form or category than in line {first}, where the same word stands"
            raise row.error(what)
        if not example.antecedents or example.antecedents[0] in before.antecedents:
            raise row.error(f"the same example as in line {first}, without another antecedent")
        examples[key] = first, replace(before, antecedents=before.antecedents + example.antecedents)
    if not examples:
        hint = f"expected a header with the columns {', '.join(COLUMNS[:4])}, and rows"
        raise InputError(path, None, "no example in it", hint=hint)
    for number, example in examples.values():
        if known[example.category] and not example.antecedents:
            what = f"an example of {example.category} needs an antecedent"
            raise InputError(path, number, what, hint="give ant_segment and ant_head")
    ordered = sorted(examples.values(), key=lambda pair: (pair[1].segment, pair[1].position))
    return tuple(replace(example, number=n) for n, (_, example) in enumerate(ordered, 1))


def propose(source: Sequence[str], finder: Finder, category: str) -> tuple[Example, ...]:
    """Every pronoun that is found, without antecedents."""
    hits = [(n, hit) for n, line in enumerate(source) for hit in finder.find(n, line)]
    return tuple(
        Example(number, segment, hit.position, hit.token, category)
        for number, (segment, hit) in enumerate(hits, 1)
    )


def table_rows(suite: Suite, examples: Iterable[Example]) -> Iterator[dict[str, str]]:
    """The rows that `read_examples` reads."""
    for example in examples:
        head = (example.segment, example.position, example.token, example.category)
        places: list[tuple[object, ...]] = [
            (noun.segment, noun.first, noun.last, noun.head, suite.head(noun))
            for noun in example.antecedents
        ]
        for place in places or [("",) * 5]:
            yield dict(zip(COLUMNS, map(str, (*head, *place, example.note)), strict=True))


def write_examples(suite: Suite, output: File | None) -> None:
    """Write what `proform.suite_from_table` reads: TSV, or JSONL by the name; else to stdout."""
    path = as_path(output)
    as_json = path is not None and path.suffix.lower() == ".jsonl"
    with writing(path) as out:
        if not as_json:
            out.write(tsv_line(COLUMNS))
        for row in table_rows(suite, suite.examples):
            line = json.dumps(row, ensure_ascii=False) + "\n" if as_json else tsv_line(row.values())
            out.write(line)


def _example(row: Row, source: Sequence[str], known: Collection[str]) -> Example:
    segment, position, form = row.whole("segment"), row.whole("token"), row.value("form")
    token = _word(row, source, segment, position)
    if token.casefold() != form.casefold():
        raise row.error(f"word {position} of segment {segment} is {token!r}, not {form!r}")
    category = row.get("category", "") or UNCATEGORISED
    if category not in known:
        hint = f"one of {', '.join(known)}; or define it with --categories"
        raise row.error(f"unknown category {category!r}", hint)
    antecedents = (_antecedent(row, source),) if any(map(row.get, _ANTECEDENT)) else ()
    return Example(0, segment, position, token, category, antecedents, row.get("note", ""))


def _antecedent(row: Row, source: Sequence[str]) -> Antecedent:
    segment, head = row.whole("ant_segment"), row.whole("ant_head")
    noun, claimed = _word(row, source, segment, head), row.get("head", "")
    if claimed and claimed.casefold() != noun.casefold():
        raise row.error(f"the head, word {head} of segment {segment}, is {noun!r}, not {claimed!r}")
    first, last = (row.whole(name) if row.get(name) else head for name in ("ant_first", "ant_last"))
    _word(row, source, segment, last)
    if not first <= head <= last:
        raise row.error(f"the head {head} is not between {first} and {last}")
    return Antecedent(segment, first, last, head)


def _word(row: Row, source: Sequence[str], segment: int, position: int) -> str:
    if segment >= len(source):
        raise row.error(f"no segment {segment}, the source has {len(source)}", _HINT)
    tokens = words(source[segment])
    if position >= len(tokens):
        raise row.error(f"segment {segment} has no word {position}, it has {len(tokens)}", _HINT)
    return tokens[position]
