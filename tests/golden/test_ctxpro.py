"""`expected-form` on ctxpro's dev sets: example by example as PyPI's ctxpro 0.0.5 decides."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from proform.language.pack import load_packs
from proform.model import Verdict
from proform.scoring.judgements import Judgement
from proform.suite.challenge import suite_of
from proform.suite.evaluate import evaluate
from proform.suite.suite import Output, Target
from proform.text.challenge.items import SetItem
from proform.text.challenge.reader import read_set

SETS = (
    "animacy.opensubtitles.pl-en",
    "animacy.opensubtitles.pt-en",
    "auxiliary.opensubtitles.en-fr",
    "formality.opensubtitles.en-de",
    "formality.opensubtitles.en-fr",
    "gender.opensubtitles.en-es",
    "gender.opensubtitles.en-it",
)


@pytest.fixture
def ctxpro(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Its scorer; the progress bar that it would draw is one of its dependencies, and not here."""
    pytest.importorskip("sentence_splitter")
    monkeypatch.setitem(sys.modules, "progressbar", ModuleType("progressbar"))
    try:
        return import_module("ctxpro.score")
    except ImportError:
        pytest.skip("needs ctxpro 0.0.5, installed without its dependencies; make test does so")


def _written(item: SetItem, rng: random.Random) -> str:
    """The reference as a system may have written it: with context, another form, other marks."""
    text, form = item.reference[-1], item.expected[0]
    before = item.noun.reference_sentence if item.noun and rng.random() < 0.5 else ""
    changes: tuple[Callable[[str], str], ...] = (
        lambda line: line,
        lambda line: line,
        lambda line: line.replace(form, "xx"),
        lambda line: line.replace(f" {form} ", f" {form}, "),
        lambda line: line.upper(),
        lambda line: f"{line} Ja. «{form}»",
        lambda line: f"{line} <eos> {form}.",
        lambda _: "",
    )
    return f"{before} {rng.choice(changes)(text)}".strip()


def _decided(path: Path, written: list[str]) -> Iterator[Judgement]:
    known = read_set(path)
    packs = load_packs(known.languages or "")
    built = suite_of(known, packs, "set")
    outputs = {n: Output(text, text) for n, text in enumerate(written, 1)}
    lines = built.reference.lines
    target = Target("sys", lines, None, built.reference.placed, outputs=outputs)
    kept: list[Judgement] = []
    evaluate(built.suite, built.reference, [target], ["expected-form"], sink=kept.append)
    yield from sorted(kept, key=lambda judgement: judgement.example or 0)


@pytest.mark.parametrize("name", SETS)
def test_every_example_is_decided_as_ctxpro_does(
    shared_data: Callable[[str], Path], ctxpro: ModuleType, name: str
) -> None:
    path = shared_data("ctxpro-dev") / f"{name}.dev.json.gz"
    items = read_set(path).items
    rng = random.Random(16)  # noqa: S311 (not for secrets)
    language = name[-2:]
    splitter = ctxpro.SentenceSplitter(language=language)
    for written in (
        [item.reference[-1] for item in items],
        [_written(item, rng) for item in items],
    ):
        expected = [
            ctxpro.passes_test(ctxpro.get_last(text.strip(), splitter), item.expected[0])
            for text, item in zip(written, items, strict=True)
        ]
        judgements = list(_decided(path, written))
        decided = [judgement.verdict is Verdict.CORRECT for judgement in judgements]
        assert decided == expected
        assert sum(decided) > 0
