"""One pass over a corpus: blocks, what comes before them, and which links were used."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from tests.support.small_texts import demo_lines

from proform.judge import make_judges
from proform.judge.choices import Choices
from proform.language.pack import load_packs
from proform.scoring.inputs import read_corpus, with_links
from proform.scoring.judgements import Judgement
from proform.scoring.result import Result
from proform.scoring.run import score
from proform.scoring.summary import NO_RESAMPLING
from proform.text import lines as text_lines

LINKS = demo_lines("reference.align")


def run(
    links: Sequence[str] = LINKS, metrics: Sequence[str] = ("apt",), jobs: int = 1
) -> tuple[Result, list[Judgement]]:
    lines = [demo_lines(name) for name in ("source.en", "reference.fr", "context.fr")]
    source, reference, system = lines
    corpus = read_corpus(source, reference, {"context": system}, "fr", demo_lines("docs.txt"))
    corpus = with_links(corpus, list(links), {"context": demo_lines("context.align")})
    choices = Choices(*load_packs("en-fr"))
    judgements: list[Judgement] = []
    judges = make_judges(metrics, choices)
    result = score(
        corpus, judges, choices, {}, NO_RESAMPLING, judgements.append, lambda _: None, jobs
    )
    return result, judgements


def test_blocks_and_processes_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    whole, judgements = run(metrics=("apt", "agreement"))
    assert len(judgements) == 2 * 78
    for size, jobs in ((3, 1), (7, 2)):
        monkeypatch.setattr(text_lines, "BLOCK", size)
        assert run(metrics=("apt", "agreement"), jobs=jobs) == (whole, judgements)


def test_the_hash_of_links_knows_the_links_and_not_their_order() -> None:
    signature = run()[0].signature
    turned = [" ".join(reversed(line.split())) for line in LINKS]
    assert run(turned)[0].signature == signature
    without = [LINKS[0].rpartition(" ")[0], *LINKS[1:]]
    assert run(without)[0].signature != signature


def test_progress_is_told_of_every_segment() -> None:
    lines = demo_lines("source.en")
    corpus = read_corpus(lines, demo_lines("reference.fr"), {"context": lines}, "fr", None)
    corpus = with_links(corpus, LINKS, [[""] * len(lines)])
    choices = Choices(*load_packs("en-fr"))
    told: list[int] = []
    result = score(
        corpus, make_judges(["apt"], choices), choices, {}, NO_RESAMPLING, progress=told.append
    )
    assert sum(told) == result.segments == len(lines)
