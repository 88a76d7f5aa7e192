"""Sets that hold all their sentences: DiscEvalMT, consistency sets, and tables for scoring."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from proform.errors import InputError
from proform.model import Version
from proform.text.challenge.items import ChallengeSet, JsonEntry, SetItem, one_line
from proform.text.challenge.subtitles import SEPARATOR
from proform.text.lines import plain_lines

_RIGHT = ("correct", "semi-correct")
_LABEL = "correct"
_COLUMNS = 5
"""Of a table without index and output: distance, label, pronoun, source, target."""


def read_discevalmt(entries: Sequence[JsonEntry]) -> ChallengeSet:
    """Blocks of anaphora: each has several translations, right and wrong for their antecedent."""
    items = []
    for number, block in enumerate(entries, 1):
        source = block.texts("src")
        for pair in block.entries("trg"):
            grades = [grade for grade in _RIGHT if grade in pair.data]
            if len(grades) != 1:
                raise pair.error("expected `correct` or `semi-correct` in a translation")
            right, wrong = pair.texts(grades[0]), pair.texts("incorrect")
            if not len(right) == len(wrong) == len(source):
                sizes = f"{len(source)}, {len(right)} and {len(wrong)}"
                raise pair.error(f"source and versions have {sizes} sentences, not as many")
            items.append(
                SetItem(
                    block.path,
                    block.line,
                    source,
                    right,
                    (Version(wrong),),
                    distance=len(source) - 1,
                    rule=grades[0],
                    kind=pair.optional("type"),
                    document=f"block {number}",
                    number=number,
                )
            )
    return ChallengeSet("discevalmt", "DiscEvalMT, anaphora", tuple(items), "en-fr")


def read_consistency(entries: Sequence[JsonEntry]) -> ChallengeSet:
    """The sets of Voita et al.: versions of several sentences, of which one is consistent."""
    documents: dict[str, str] = {}
    items = []
    for entry in entries:
        source = _sentences(entry.text("src"))
        versions = [_sentences(text) for text in entry.texts("dst")]
        true = entry.whole("true_ind")
        if true is None or not 0 <= true < len(versions):
            raise entry.error(f"'true_ind' is {true}, but there are {len(versions)} versions")
        if len(versions) == 1:
            raise entry.error("only one version, and so nothing to choose from")
        for version in versions:
            if len(version) != len(source):
                sizes = f"{len(version)} sentences, but the source has {len(source)}"
                raise entry.error(f"a version has {sizes}", "sentences are joined by _eos")
        wrong = [Version(text) for n, text in enumerate(versions) if n != true]
        name = documents.setdefault(entry.text("src"), f"text {len(documents) + 1}")
        items.append(
            SetItem(
                entry.path,
                entry.line,
                source,
                versions[true],
                tuple(wrong),
                distance=entry.whole("ctx_dist"),
                document=name,
                place=true,
                number=entry.number,
            )
        )
    return ChallengeSet("consistency", "consistency set (Voita et al.)", tuple(items), "en-ru")


def is_table(path: Path) -> bool:
    """Does the first line look like a table for scoring?"""
    line = next(plain_lines(path), "")
    cells = line.split("\t")
    return any(
        len(cells) >= first + _COLUMNS
        and cells[first].lstrip("-").isdigit()
        and cells[first + 1] == _LABEL
        for first in (0, 1)
    )


def read_table(path: Path) -> ChallengeSet:
    """The table of the generative fork of ContraPro: a row for each version, the right one first.

    Its columns are an index (optional), the distance, a label, the pronoun, source and target.
    """
    groups: list[tuple[int, list[list[str]]]] = []
    for number, line in enumerate(plain_lines(path), 1):
        cells = line.split("\t")
        first = 0 if len(cells) > 1 and not cells[1].lstrip("-").isdigit() else 1
        if len(cells) < first + _COLUMNS or not cells[first].lstrip("-").isdigit():
            what = f"expected at least {_COLUMNS} columns, found {len(cells)}"
            hint = "distance, label, pronoun, source, target, with an index before them or not"
            raise InputError(path, number, what, hint=hint)
        row = cells[first : first + _COLUMNS]
        if row[1] == _LABEL:
            groups.append((number, [row]))
        elif not groups:
            raise InputError(path, number, f"the first row is {row[1]!r}, not {_LABEL!r}")
        else:
            groups[-1][1].append(row)
    return ChallengeSet("contrapro", "table for scoring", tuple(_items(path, groups)))


def _items(path: Path, groups: Sequence[tuple[int, list[list[str]]]]) -> Iterator[SetItem]:
    for number, ((distance, _, pronoun, source, target), *wrong) in groups:
        sentences, right = _sentences(source), _sentences(target)
        versions = tuple(
            Version(_sentences(row[4]), row[2].lower() if row[2] != pronoun else "", row[1])
            for row in wrong
        )
        right = (*("" for _ in range(len(sentences) - len(right))), *right)
        expected = (pronoun.lower(),) if pronoun else ()
        yield SetItem(
            path, number, sentences, right[-len(sentences) :], versions, "", expected, int(distance)
        )


def _sentences(text: str) -> tuple[str, ...]:
    return tuple(one_line(part) for part in SEPARATOR.split(text))
