"""From texts to links: which aligner is taken, what is noted, and what importing costs."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from proform.alignment.base import LONGEST, Pair
from proform.alignment.pipeline import (
    FEW,
    Method,
    align,
    align_corpus,
    align_lines,
    method_of,
    pair_lines,
    prepare,
)
from proform.errors import ProformError
from proform.language.pack import load_packs
from proform.model import Alignment
from proform.text.corpus import Corpus
from proform.text.texts import in_memory

PACKS = load_packs("en-fr")


@dataclass
class FirstToFirst:
    """An aligner that links the first words, and remembers what it was shown."""

    signature: str = "first"
    reproducible: bool = True
    shown: list[Pair] = field(default_factory=list)

    def align(self, pairs: Sequence[Pair]) -> list[Alignment]:
        self.shown.extend(pairs)
        return [Alignment([0], [0]) if all(pair) else Alignment((), ()) for pair in pairs]


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PROFORM_CACHE", str(tmp_path / "cache"))


def method(aligner: FirstToFirst, *, tokenized: bool = False) -> Method:
    return method_of(PACKS, aligner=aligner, tokenized=tokenized)


def test_lines_are_pairs_of_words() -> None:
    assert pair_lines(["a b", ""], ["c", "d"]) == [(["a", "b"], ["c"]), ([], ["d"])]


def test_an_aligner_of_ones_own_sees_tokens() -> None:
    aligner = FirstToFirst()
    links = align(["It's red."], ["C'est rouge."], "en-fr", aligner=aligner)
    assert (links.lines, links.signature, links.to_text()) == (("0-0",), "first", "0-0\n")
    assert aligner.shown == [(["It", "'s", "red", "."], ["C'", "est", "rouge", "."])]


def test_a_corpus_is_tokenised_and_every_translation_aligned() -> None:
    source, reference, system = (
        in_memory(name, [line])
        for name, line in (("source", "It's red."), ("reference", "C'est rouge."), ("new", "Oui."))
    )
    corpus = Corpus(source, reference, [system], None)
    aligned, signature = align_corpus(method(FirstToFirst()), corpus)
    assert list(aligned.source.blocks()) == [["It 's red ."]]
    assert [list(text.blocks()) for text in aligned.links] == [[b"0-0\n"], [b"0-0\n"]]
    assert signature["aligner"] == "first"
    assert signature["tok"].startswith("proform-")
    _, signature = align_corpus(method(FirstToFirst(), tokenized=True), corpus)
    assert signature["tok"] == "blanks+blanks"


def test_long_segments_are_noted() -> None:
    way = method(FirstToFirst(), tokenized=True)
    long = " ".join(["a"] * (LONGEST + 1))
    assert align_lines(way, FirstToFirst(), ["a", long], ["b", "b"], "x") == ["0-0", "0-0"]
    (note,) = way.notes
    assert note.startswith("1 segments of x, the first in line 2, have more than 1024 words")


def test_few_pairs_are_noted_and_trained_on_once() -> None:
    way = method_of(PACKS, tokenized=True)
    pairs = pair_lines(["the dog", "a dog"] * 5, ["le chien", "un chien"] * 5)
    first, second = prepare(way, lambda: pairs), prepare(way, lambda: pairs)
    assert first.signature == second.signature
    assert len(list(way.cache.models.iterdir())) == 1
    assert all(f"only {len(pairs)} pairs" in note for note in way.notes)
    assert len(pairs) < FEW


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"model": "m", "aligner": "fast_align"}, "one of them at a time"),
        ({"symmetrise": "none"}, "symmetrise"),
        ({"align_seed": 0}, "align_seed"),
        ({"background": "news"}, "background: expected a pair"),
        ({"aligner": 3}, "aligner: expected one, found 3"),
    ],
)
def test_options_that_do_not_fit(options: dict[str, object], complaint: str) -> None:
    with pytest.raises(ProformError, match=complaint):
        method_of(PACKS, **options)  # type: ignore[arg-type]


def test_scoring_imports_no_aligner() -> None:
    code = "import sys, proform.scoring.score; print(*sys.modules)"
    modules = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, check=True, text=True
    ).stdout.split()
    slow = {"thot", "regex", "eflomal", "scipy", "sacrebleu", "proform.alignment.aligners"}
    assert not slow & set(modules)
