"""`proform.score`: texts in memory as in files, and parts of one's own as values."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest
from tests.support.command import Proform, run
from tests.support.small_texts import DEMO, UNALIGNED, demo_lines, score_small

import proform as library
from proform import ProformError
from proform.alignment.base import Pair
from proform.language.readings import Reading, Readings
from proform.model import Alignment
from proform.parallel import Progress
from proform.scoring.judgements import Judgement

SYSTEMS = ("sentence", "context")


@pytest.mark.parametrize("given", [True, False], ids=["given alignments", "aligned"])
def test_lists_and_files_give_the_same_json(proform: Proform, *, given: bool) -> None:
    options: dict[str, Any] = {"confidence": True, "paired": True, "resamples": 100}
    arguments: list[object] = ["--confidence", "--paired", "--resamples", 100, "-f", "json"]
    if given:
        options["align_ref"] = demo_lines("reference.align")
        options["align_sys"] = {name: demo_lines(f"{name}.align") for name in SYSTEMS}
        arguments += ["--align-ref", DEMO / "reference.align", "--align-sys"]
        arguments += [DEMO / f"{name}.align" for name in SYSTEMS]
    in_memory = library.score(
        source=demo_lines("source.en"),
        reference=demo_lines("reference.fr"),
        systems={name: demo_lines(f"{name}.fr") for name in SYSTEMS},
        languages="en-fr",
        metrics=["apt", "autoprf"],
        documents=demo_lines("docs.txt"),
        **options,
    )
    printed = run(
        *("score", "-s", DEMO / "source.en", "-r", DEMO / "reference.fr", "-l", "en-fr"),
        *("-i", *(DEMO / f"{name}.fr" for name in SYSTEMS), "-m", "apt", "autoprf"),
        *("--docs", DEMO / "docs.txt", *arguments),
    )
    assert in_memory.to_text("json") == printed
    assert len(json.loads(printed)["results"]) == 4
    del proform


def test_files_and_lines_may_be_mixed() -> None:
    mixed = library.score(
        DEMO / "source.en",
        demo_lines("reference.fr"),
        {"a": demo_lines("sentence.fr"), "b": DEMO / "sentence.fr"},
        "en-fr",
        align_ref=DEMO / "reference.align",
        align_sys={"b": demo_lines("sentence.align"), "a": DEMO / "sentence.align"},
    )
    assert mixed["apt", "a"].score == mixed["apt", "b"].score
    assert mixed["apt", "a"].n == 78


def test_judgements_stream_to_a_function() -> None:
    heard: list[Judgement] = []
    silent = score_small(judgements=heard.append)
    assert [judgement.reason for judgement in heard] == ["3"]
    with pytest.raises(ProformError, match="no judgements were kept"):
        _ = silent.judgements


class Diagonal:
    """The n-th word is always the n-th word."""

    signature = "diagonal"
    reproducible = False  # so that no cache answers for it

    def __init__(self) -> None:
        self.asked = 0

    def align(self, pairs: Sequence[Pair]) -> list[Alignment]:
        self.asked += len(pairs)
        shortest = [range(min(map(len, pair))) for pair in pairs]
        return [Alignment(list(places), list(places)) for places in shortest]


def test_an_aligner_of_ones_own_is_a_value() -> None:
    aligner = Diagonal()
    own = score_small(**UNALIGNED, aligner=aligner)
    assert "aligner:diagonal" in own.signature
    assert own["apt", "base"].counts["3"] == 1
    links = library.align(["It is red ."], ["Il est rouge ."], "en-fr", aligner=aligner)
    assert links.lines == ("0-0 1-1 2-2 3-3",)
    assert links.to_text() == "0-0 1-1 2-2 3-3\n"
    assert aligner.asked


class Bicycles:
    """Knows the gender of two nouns."""

    name = "bicycles"

    def readings(self, words: Sequence[str], place: int) -> Readings:
        genders = {"vélo": "m", "bicyclette": "f"}
        gender = genders.get(words[place])
        return frozenset() if gender is None else frozenset({Reading(gender, "sg")})


def test_a_lexicon_of_ones_own_is_a_value() -> None:
    own = score_small(metrics=["agreement"], documents=["a", "a"], lexicon=Bicycles())
    assert own["agreement", "base"].score == pytest.approx(1.0, abs=1e-4)
    assert "bicycles" in own.signature


def test_resampling_tells_how_far_it_is() -> None:
    class Told(Progress):
        def part(self, message: str, done: float | None) -> None:
            if message == "resampling":
                parts.append((message, done))

    parts: list[tuple[str, float | None]] = []
    score_small(progress=Told())
    assert parts == []
    score_small(progress=Told(), confidence=True, resamples=100, metrics=["apt", "autoprf"])
    assert parts == [("resampling", 0.5), ("resampling", 1.0)]
