"""Candidates of suites in GUM's development part, counted beside its own columns."""

from __future__ import annotations

import gzip
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from proform.language.pack import load_pack
from proform.suite.candidates import Unused
from proform.suite.corefud import read_corefud

CATEGORIES = {
    "anaphoric_intra_subject_it": 50,
    "anaphoric_intra_non-subject_it": 30,
    "anaphoric_inter_subject_it": 90,
    "anaphoric_inter_non-subject_it": 30,
    "anaphoric_intra_they": 41,
    "anaphoric_inter_they": 33,
    "anaphoric_singular_they": 4,
    "anaphoric_group_it-they": 16,
    "event_it": 23,
    "pleonastic_it": 34,
}


def columns(folder: Path) -> Iterator[list[str]]:
    for file in sorted(folder.iterdir()):
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            yield from (line.split("\t") for line in lines if line[:1].isdecimal())


def test_every_it_and_they_is_used_or_counted(shared_data: Callable[[str], Path]) -> None:
    folder, pack = shared_data("gum-en") / "dev", load_pack("en")
    assert pack is not None
    corpus = read_corefud([folder], pack)
    assert len(corpus.documents) == 30
    assert Counter(example.category for example in corpus.candidates) == CATEGORIES
    pronouns = [
        row for row in columns(folder) if row[1].lower() in {"it", "they"} and row[3] == "PRON"
    ]
    assert len(pronouns) == len(corpus.candidates) + corpus.unused.total()
    expletive = sum(row[7].startswith("expl") for row in pronouns)
    assert expletive == CATEGORIES["pleonastic_it"]
    unmarked = sum("Entity=" not in row[9] for row in pronouns) - expletive
    assert corpus.unused[Unused.UNMARKED] >= unmarked
