"""One pass over a corpus: blocks, what comes before them, and which links were used."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from tests.support.small_texts import demo_lines

from proform.judge import make_judges
from proform.judge.choices import Choices
from proform.language.pack import load_packs
from proform.parallel import Progress
from proform.scoring.inputs import read_corpus, with_documents, with_links
from proform.scoring.judgements import Judgement
from proform.scoring.result import Result
from proform.scoring.run import conclude, count
from proform.scoring.summary import NO_RESAMPLING
from proform.text import lines as text_lines

LINKS = demo_lines("reference.align")


def run(
    links: Sequence[str] = LINKS,
    metrics: Sequence[str] = ("apt",),
    jobs: int = 1,
    progress: Progress | None = None,
) -> tuple[Result, list[Judgement]]:
    lines = [demo_lines(name) for name in ("source.en", "reference.fr", "context.fr")]
    source, reference, system = lines
    corpus = read_corpus(source, reference, {"context": system}, "fr")
    corpus, _ = with_documents(corpus, demo_lines("docs.txt"), skip_broken=False)
    corpus = with_links(corpus, list(links), {"context": demo_lines("context.align")})
    choices = Choices(*load_packs("en-fr"))
    judgements: list[Judgement] = []
    judges = make_judges(metrics, choices)
    counted = count(corpus, judges, choices, judgements.append, progress, jobs)
    assert corpus.documents is not None
    result = conclude(counted, judges, {}, NO_RESAMPLING, corpus.documents.digest)
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


class Told(Progress):
    """Somebody who watches."""

    watched = True

    def __init__(self) -> None:
        self.shares: list[float] = []

    def part(self, message: str, done: float | None) -> None:
        assert message == "judging"
        assert done is not None
        self.shares.append(done)


@pytest.mark.parametrize("metrics", [("apt",), ("apt", "agreement")])
@pytest.mark.parametrize("jobs", [1, 2])
def test_progress_rises_to_the_end_wherever_the_judging_is_done(
    metrics: Sequence[str], jobs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(text_lines, "BLOCK", 7)
    told = Told()
    run(metrics=metrics, jobs=jobs, progress=told)
    assert len(told.shares) > 8
    assert told.shares == sorted(told.shares)
    assert told.shares[-1] == 1.0
