"""What is kept of a pronoun, and why others are left out."""

from __future__ import annotations

import pytest

from proform.alignment.method import method_of
from proform.alignment.pipeline import prepare_ahead
from proform.judge.choices import Choices
from proform.language.pack import load_packs
from proform.suite.mining.chunks import Chunk, Run
from proform.suite.mining.miner import Miner
from proform.suite.mining.reservoir import MinedSample

SIZES = {"anaphoric_inter_subject_it": 9, "pleonastic_it": 9, "anaphoric_intra_they": 9}


def miner_of(*, reference: bool = True, apart: bool = False) -> Miner:
    method = method_of(load_packs("en-fr"), tokenized=True)
    choices = Choices(*method.packs, categories=True)
    aligner = prepare_ahead(method) if reference else None
    return Miner(choices, method.tokenizers, aligner, SIZES, 1, 0.5, apart=apart)


def mined(source: list[str], reference: list[str], *, apart: bool = False) -> MinedSample:
    miner = miner_of(reference=bool(reference), apart=apart)
    return miner.mine(Chunk(0, source, reference, [], [Run("d", 0, len(source))]))


HOUSE = ["The house of Peter is old .", "It was sold to Anna on Monday ."]
MAISON = ["La maison de Peter est vieille .", "Elle a été vendue à Anna lundi ."]


def test_category_distance_and_form_are_those_of_the_text() -> None:
    ((cell, reservoir),) = mined(HOUSE, MAISON).reservoirs.items()
    assert cell == ("anaphoric_inter_subject_it", "1", "elle")
    ((find, times),) = reservoir
    assert (find.segment, find.position, find.token, find.heads) == (1, 0, "It", ((0, 1),))
    assert (find.document, find.first, find.last, times) == ("d", 0, 1, 1)


def test_without_documents_nothing_is_said_of_earlier_sentences() -> None:
    sample = mined(HOUSE, MAISON, apart=True)
    assert not any(cell.category.startswith("anaphoric") for cell in sample.seen)
    assert sum(sample.left_out.values()) + sum(sample.seen.values()) == 1


def test_what_is_left_out_is_counted() -> None:
    source = ["It is .", "It is so that it is good .", "The IT people came here .", HOUSE[1]]
    reference = ["C' est .", source[1], "Les gens sont venus .", "Peter a vendu cela ."]
    sample = mined(source, reference)
    left = sample.left_out
    assert left["sentence too short or too long"] == 1
    assert left["not translated"] == 2
    assert sum(left.values()) + sum(sample.seen.values()) == 4, "and nothing twice"


@pytest.mark.parametrize(
    ("form", "pronoun", "category", "fits"),
    [
        ("il", "it", "anaphoric_intra_subject_it", True),
        ("cela", "it", "event_it", True),
        ("le", "it", "anaphoric_intra_subject_it", False),
        ("le", "it", "anaphoric_intra_non-subject_it", True),
        ("elle", "it", "anaphoric_intra_non-subject_it", True),
        ("il", "it", "anaphoric_intra_non-subject_it", False),
        ("ce", "it", "anaphoric_inter_non-subject_it", False),
        ("ils", "they", "anaphoric_intra_they", True),
        ("il", "they", "anaphoric_intra_they", False),
        ("ce", "they", "anaphoric_inter_they", False),
    ],
)
def test_the_reference_has_the_role_and_number_of_the_source(
    form: str, pronoun: str, category: str, fits: bool
) -> None:
    assert miner_of(reference=False).in_role(form, pronoun, category) is fits
