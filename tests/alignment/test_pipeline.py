"""From texts to links: which aligner is taken, what is noted, and what importing costs."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from proform.alignment.base import LONGEST, Pair
from proform.alignment.method import Method, method_of
from proform.alignment.pipeline import (
    FEW,
    align,
    align_corpus,
    align_lines,
    pair_lines,
    prepare,
    read_pairs,
    train_aligner,
)
from proform.language.pack import load_packs
from proform.model import Alignment
from proform.text.corpus import Corpus
from proform.text.series import Text
from proform.text.texts import in_memory
from proform.text.tokens import Tokenizer

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


def _linked(way: Method, pairs: Sequence[Pair]) -> list[Alignment]:
    return prepare(way, lambda: pairs).align(pairs)


TEN = pair_lines(["the dog", "a dog"] * 5, ["le chien", "un chien"] * 5)


def test_few_pairs_are_noted_and_learnt_from_once() -> None:
    way = method_of(PACKS, tokenized=True, starter=False)
    first, second = _linked(way, TEN), _linked(way, TEN)
    assert first == second
    assert len(list(way.cache.folder.glob("*.model"))) == 1
    assert all(f"only {len(TEN)} pairs" in note for note in way.notes)
    assert len(TEN) < FEW


def test_few_pairs_are_enough_for_a_starter() -> None:
    way = method_of(PACKS, tokenized=True)
    assert [alignment.links for alignment in _linked(way, TEN)] == [[(0, 0), (1, 1)]] * 10
    assert way.notes == []
    others = method_of(load_packs("en-ru"), tokenized=True)
    _linked(others, TEN)
    assert len(others.notes) == 1, "there is no starter for Russian"


def test_the_signature_names_what_was_learnt_from(tmp_path: Path) -> None:
    plain = align(["It is red ."], ["Il est rouge ."], "en-fr")
    without = align(["It is red ."], ["Il est rouge ."], "en-fr", starter=False)
    back = align(["Il est rouge ."], ["It is red ."], "fr-en")
    assert plain.signature.startswith("hmm-1,agreement,starter=")
    assert "starter" not in without.signature
    assert plain.lines == back.lines == ("0-0 1-1 2-2 3-3",)
    one = plain.signature.split(",")[2]
    assert one == back.signature.split(",")[2], "one file serves both directions"
    text = ["the dog"] * 5, ["le chien"] * 5
    known = align(["It is red ."], ["Il est rouge ."], "en-fr", background=text).signature
    assert f"{one},background=" in known
    train_aligner(*text, "en-fr", tmp_path / "model")
    model = align(["It is red ."], ["Il est rouge ."], "en-fr", model=tmp_path / "model")
    assert model.signature.startswith("hmm-1,agreement,model=")


def test_the_same_words_are_learnt_from_once_however_they_were_cut(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    raw, cut = method_of(PACKS), method_of(PACKS, tokenized=True)
    links = _linked(raw, TEN)
    monkeypatch.setattr("proform.alignment.pipeline.learn", None)
    assert _linked(cut, TEN) == links


def test_a_background_that_did_not_change_is_not_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = tmp_path / "a.en", tmp_path / "a.fr"
    for path, line in zip(files, ("the dog\n", "le chien\n"), strict=True):
        path.write_text(line * 20)
        os.utime(path, (1e9, 1e9))
    first = align(["the dog"], ["le chien"], "en-fr", background=files)
    with monkeypatch.context() as patch:
        patch.setattr(Tokenizer, "line", lambda _, line: line)  # fails for what is read from files
        patch.setattr("proform.alignment.pipeline.read_pairs", _only_in_memory)
        assert align(["the dog"], ["le chien"], "en-fr", background=files) == first
    files[1].write_text("le chat\n" * 20)
    other = align(["the dog"], ["le chien"], "en-fr", background=files)
    assert other.signature != first.signature


def _only_in_memory(source: Text, target: Text) -> list[Pair]:
    assert source.path.suffix == "", f"{source.path} was read"
    return read_pairs(source, target)


def test_where_nothing_can_be_kept_work_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = align(["the dog"], ["le chien"], "en-fr").lines
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("PROFORM_CACHE", str(blocked))
    links = align(["the dog"], ["le chien"], "en-fr")
    assert links.lines == wanted
    (note,) = links.notes
    assert "nothing can be cached" in note
    assert "File exists" in note
    assert "PROFORM_CACHE" in note


def test_a_verb_with_something_unknown_inside_is_said_with_its_line() -> None:
    links = align(["it works", "I will give it"], ["funciona", "dar-xx-ei"], "en-pt")
    (note,) = [note for note in links.notes if "dar-xx-ei" in note]
    assert "line 2: 'dar-xx-ei' ends like a verb around a pronoun" in note
    assert "'xx' is none of tokens.clitics in the language pack 'pt'" in note
    assert not any("dar-" in note for note in align(["it"], ["dar-lho-ei"], "en-pt").notes)


def test_a_system_that_translated_nothing_has_no_links() -> None:
    assert align(["the dog", "a cat"], ["", ""], "en-fr").lines == ("", "")


def test_other_seeds_are_other_draws_from_the_same_model() -> None:
    signatures = {
        align(["the dog"], ["le chien"], "en-fr", align_seed=seed).signature for seed in (1, 2, 2)
    }
    assert len(signatures) == 2
    assert sum("seed=2" in signature for signature in signatures) == 1


def test_scoring_imports_nothing_slow() -> None:
    code = "import sys, proform.scoring.score; print(*sys.modules)"
    modules = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, check=True, text=True
    ).stdout.split()
    slow = {"regex", "eflomal", "scipy", "sacrebleu"}
    assert not slow & set(modules)
