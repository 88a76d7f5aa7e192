"""The demo data is what its notes say."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

CATEGORIES = {
    "anaphoric_intra_subject_it",
    "anaphoric_intra_non-subject_it",
    "anaphoric_inter_subject_it",
    "anaphoric_inter_non-subject_it",
    "anaphoric_intra_they",
    "anaphoric_inter_they",
    "anaphoric_singular_they",
    "anaphoric_group_it-they",
    "event_it",
    "pleonastic_it",
    "addressee_deictic_singular_you",
    "addressee_deictic_plural_you",
    "addressee_generic_you",
}


def _lines(path: Path) -> list[list[str]]:
    return [line.split(" ") for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("pair", ["en-fr", "en-de"])
def test_texts_and_alignments_fit(demo: Path, pair: str) -> None:
    folder, target = demo / pair, pair.split("-")[1]
    source = _lines(folder / "source.en")
    documents = (folder / "docs.txt").read_text(encoding="utf-8").splitlines()
    assert len(source) == len(documents)
    assert len(set(documents)) >= 8
    for name in ("reference", "sentence", "context", "literal"):
        text = _lines(folder / f"{name}.{target}")
        links = _lines(folder / f"{name}.align")
        assert len(text) == len(links) == len(source)
        for words, translated, pairs in zip(source, text, links, strict=True):
            assert all(words), "single blanks only"
            assert all(translated)
            for i, j in (map(int, pair.split("-")) for pair in pairs):
                assert i < len(words)
                assert j < len(translated)


@pytest.mark.parametrize("pair", ["en-fr", "en-de"])
def test_every_pronoun_has_its_category_and_antecedent(demo: Path, pair: str) -> None:
    source = _lines(demo / pair / "source.en")
    documents = (demo / pair / "docs.txt").read_text(encoding="utf-8").splitlines()
    with (demo / pair / "pronouns.tsv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    listed = [(int(row["segment"]), int(row["token"])) for row in rows]
    there = [
        (number, position)
        for number, words in enumerate(source)
        for position, word in enumerate(words)
        if word.lower() in ("it", "they", "you")
    ]
    assert listed == there
    assert len(rows) >= 60
    assert {row["category"] for row in rows} == CATEGORIES
    for row in rows:
        assert source[int(row["segment"])][int(row["token"])] == row["form"]
        anaphoric = row["category"].startswith("anaphoric")
        assert bool(row["head"]) == anaphoric
        if anaphoric:
            segment, first, last, head = (
                int(row[key]) for key in ("ant_segment", "ant_first", "ant_last", "ant_head")
            )
            assert first <= head <= last
            assert source[segment][head] == row["head"]
            assert documents[segment] == documents[int(row["segment"])]
            before = (segment, last) < (int(row["segment"]), int(row["token"]))
            assert before, "an antecedent comes before its pronoun"
            if "intra" in row["category"] or "inter" in row["category"]:
                assert ("intra" in row["category"]) == (segment == int(row["segment"]))
