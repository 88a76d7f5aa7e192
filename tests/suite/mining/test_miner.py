"""What is kept of a pronoun, and why others are left out."""

from __future__ import annotations

from proform.alignment.method import method_of
from proform.alignment.pipeline import prepare_ahead
from proform.judge.choices import Choices
from proform.language.pack import load_packs
from proform.suite.mining.chunks import Chunk, Run
from proform.suite.mining.miner import Miner
from proform.suite.mining.reservoir import MinedSample

SIZES = {"anaphoric_inter_subject_it": 9, "pleonastic_it": 9, "anaphoric_intra_they": 9}


def mined(source: list[str], reference: list[str], *, apart: bool = False) -> MinedSample:
    method = method_of(load_packs("en-fr"), tokenized=True)
    choices = Choices(*method.packs, categories=True)
    aligner = prepare_ahead(method) if reference else None
    miner = Miner(choices, method.tokenizers, aligner, SIZES, 1, 0.5, apart=apart)
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
    assert not sample.seen
    assert sum(sample.left_out.values()) == 1


def test_what_is_left_out_is_counted() -> None:
    source = ["It is .", "It is so that it is good .", "The IT people came here .", HOUSE[1]]
    reference = ["C' est .", source[1], "Les gens sont venus .", "Peter a vendu cela ."]
    left = mined(source, reference).left_out
    assert left["sentence too short or too long"] == 1
    assert left["not translated"] == 2
    assert sum(left.values()) == 4
