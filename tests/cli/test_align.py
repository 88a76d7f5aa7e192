"""`proform align`, `proform cache`, and scoring raw text."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest
from tests.support.command import Proform, Write, scored

from proform.alignment.models import FOLDER, load_starter
from proform.alignment.symmetrise import HEURISTICS

ENGLISH = "The dog is here. It's red.\nDo they see it?\n\nThey don't run.\n" * 12
FRENCH = "Le chien est ici. Il est rouge.\nLe voient-ils ?\n\nIls ne courent pas.\n" * 12
OTHER = "Le chien est ici. C'est rouge.\nLe voient-elles ?\n\nElles ne courent pas.\n" * 12


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "cache"
    monkeypatch.setenv("PROFORM_CACHE", str(folder))
    return folder


@pytest.fixture
def texts(write: Write) -> list[object]:
    source, target = write("src.en", ENGLISH), write("tgt.fr", FRENCH)
    return ["-s", source, "-t", target, "-l", "en-fr"]


def test_align_writes_pharaoh_lines(proform: Proform, texts: list[object], tmp_path: Path) -> None:
    out = tmp_path / "out.align"
    assert proform("align", *texts, "-o", out).exit_code == 0
    lines = out.read_text().splitlines()
    assert len(lines) == 48
    assert lines[2] == "", "an empty line is aligned to nothing"
    assert all(pair.count("-") == 1 for pair in lines[0].split())
    assert proform("align", *texts).stdout == out.read_text(), "the same twice"


def test_a_model_that_is_learnt_without_a_broken_starter_says_so(
    proform: Proform, texts: list[object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = tmp_path / "starters" / "en-fr.model"
    broken.parent.mkdir()
    broken.write_bytes((FOLDER / "en-fr.model").read_bytes()[:5000])
    starter = partial(load_starter, folder=broken.parent)
    monkeypatch.setattr("proform.alignment.pipeline.load_starter", starter)
    model = tmp_path / "en-fr.model"
    done = proform("align", "train", *texts, "-o", model)
    assert (done.exit_code, model.exists()) == (0, True)
    assert "proform: the starter model is left out (" in done.stderr


def test_train_and_use_a_model(proform: Proform, texts: list[object], tmp_path: Path) -> None:
    model = tmp_path / "model"
    assert proform("align", "train", *texts, "-o", model).exit_code == 0
    assert proform("align", *texts, "--model", model).exit_code == 0
    wrong = [*texts[:-1], "en-de"]
    run = proform("align", *wrong, "--model", model)
    assert run.exit_code == 2
    assert "a model for the languages en-fr, not en-de" in run.stderr
    run = proform("align", *texts, "--tokenized", "--model", model)
    assert "a model for the tokenisation" in run.stderr


def test_scoring_raw_text(proform: Proform, texts: list[object], write: Write, cache: Path) -> None:
    arguments = ["score", "-s", texts[1], "-r", texts[3], "-l", "en-fr"]
    two = [write("a.fr", FRENCH), write("b.fr", OTHER)]
    both = scored(proform, *arguments, "-i", *two)
    perfect, other = both["results"]
    assert perfect["n"] == 48, "it's, they, it, they in each of 12"
    cells = [(row, column) for row, cells in perfect["matrix"].items() for column in cells]
    assert all(row == column for row, column in cells), "like the reference, linked like it"
    assert other["score"] < perfect["score"]
    assert "tok:proform-1:en:" in both["signature"]
    assert "aligner:hmm-1,agreement,starter=" in both["signature"]
    files = sorted(cache.glob("*.align"))
    assert len(files) == 2, "the reference and the system that is like it share one"
    alone = scored(proform, *arguments, "-i", two[1])
    assert alone["results"][0]["counts"] == other["counts"], "other systems change nothing"
    assert sorted(cache.glob("*.align")) == files, "nothing is aligned again"


def test_a_background_is_learned_once(
    proform: Proform, texts: list[object], write: Write, cache: Path
) -> None:
    background = (write("bg.en", ENGLISH * 2), write("bg.fr", FRENCH * 2))
    first = proform("align", *texts, "--background", *background)
    assert first.exit_code == 0, first.stderr
    assert "learning from 96 pairs of the background" in first.stderr
    again = proform("align", *texts, "--background", *background, "--symmetrise", "union")
    assert "learning" not in again.stderr
    assert "model of the background from the cache" in again.stderr
    assert "aligning tgt.fr" in again.stderr
    third = proform("align", *texts, "--background", *background)
    assert third.stdout == first.stdout
    assert "tgt.fr: links from the cache" in third.stderr
    assert "aligning" not in third.stderr
    assert len(list(cache.glob("*.model"))) == 1
    shown = proform("cache").stdout
    assert "3 alignments and models" in shown
    assert proform("cache", "--clear").stdout.startswith("removed 3 ")
    assert not list(cache.glob("*.align"))


def test_evaluate_against_gold(proform: Proform, write: Write) -> None:
    source, target = write("s", "it is\nthey run\n"), write("t", "il est\nils courent\n")
    gold = write("gold", "1-1 2-2\n1-1 2p2\n")
    links = write("links", "0-0 1-1\n0-0 1-0\n")
    arguments = ["align", "evaluate", "--gold", gold, "-s", source, "-t", target, "-l", "en-fr"]
    run = proform(*arguments, "--align", links, "-f", "json")
    assert run.exit_code == 0, run.stderr
    result = json.loads(run.stdout)
    assert result["all words"]["links"] == 4
    assert result["all words"]["correct"] == 3
    assert result["pronouns"]["f"] == 1
    assert "links of" in proform(*arguments, "--align", links).stdout
    write("gold", "1-1\n9-9\n")
    run = proform(*arguments, "--align", links)
    assert run.exit_code == 2
    assert "gold:2: the gold link 9-9 is outside the segment" in run.stderr
    write("gold", "1-1\n0-0\n")
    assert "gold:2: expected a gold link, found '0-0'" in proform(*arguments).stderr


@pytest.mark.parametrize(
    ("more", "complaint"),
    [
        (["--model", "nowhere"], "not a model (No such file or directory)"),
        (["--model", "x", "--aligner", "y"], "one of them at a time"),
        (["--aligner", "no-such-program"], "no-such-program: cannot be run"),
    ],
)
def test_what_cannot_be_aligned(
    proform: Proform, texts: list[object], more: list[str], complaint: str
) -> None:
    run = proform("align", *texts, *more)
    assert run.exit_code == 2
    assert complaint in run.stderr


def test_texts_of_different_lengths(proform: Proform, texts: list[object], write: Write) -> None:
    write("tgt.fr", "Il est ici.\n")
    run = proform("align", *texts)
    assert run.exit_code == 2
    assert "tgt.fr:2: 1 lines, but" in run.stderr


def test_nothing_to_align(proform: Proform) -> None:
    run = proform("align")
    assert run.exit_code == 2
    assert "no texts to align; give -s SRC" in run.stderr


def test_several_alignments_tell_how_far_scores_move(
    proform: Proform, texts: list[object], write: Write
) -> None:
    arguments = ["score", "-s", texts[1], "-r", texts[3], "-l", "en-fr"]
    arguments += ["-i", write("b.fr", OTHER), "--alignments", "3"]
    report = scored(proform, *arguments)
    (moved,) = report["alignments"]
    assert moved["scores"][0] == report["results"][0]["score"]
    assert len(moved["scores"]) == 3
    assert moved["occurrences"] == report["results"][0]["n"] == 48
    for change in moved["changed"]:
        assert len(change["reasons"]) == 3
        assert len(set(change["reasons"])) > 1
    text = proform(*arguments).stdout
    assert "3 alignments, each with a seed of its own" in text
    again = scored(proform, *arguments[:-2])
    assert "alignments" not in again
    assert again["results"] == report["results"]


def test_only_the_built_in_aligner_varies(proform: Proform, texts: list[object]) -> None:
    arguments = ["score", "-s", texts[1], "-r", texts[3], "-l", "en-fr", "-i", texts[3]]
    for fixed in (["--aligner", "y"], ["--align-ref", "a", "--align-sys", "b"]):
        run = proform(*arguments, *fixed, "--alignments", "2")
        assert run.exit_code == 2
        assert "alignments: only those of the built-in aligner vary with the seed" in run.stderr


def test_a_damaged_model_of_the_cache_is_trained_anew(
    proform: Proform, texts: list[object], cache: Path
) -> None:
    arguments = ["score", "-s", texts[1], "-r", texts[3], "-l", "EN-FR", "-i", texts[3]]
    before = scored(proform, *arguments)
    (model,) = cache.glob("*.model")
    model.write_bytes(model.read_bytes()[:-10])
    for links in cache.glob("*.align"):
        links.unlink()
    run = proform(*arguments, "-f", "json")
    assert run.exit_code == 0
    assert "it is learnt anew" in run.stderr
    assert json.loads(run.stdout)["results"] == before["results"]


def test_long_segments_are_named(proform: Proform, texts: list[object], write: Write) -> None:
    write("src.en", ENGLISH + "it " * 1100 + "\n")
    write("tgt.fr", FRENCH + "il " * 1100 + "\n")
    run = proform("align", *texts)
    assert run.exit_code == 0
    assert "tgt.fr, the first in line 49, have more than 1024 words" in run.stderr
    assert run.stdout.splitlines()[48] == ""


def test_raw_text_cannot_come_from_standard_input(proform: Proform, texts: list[object]) -> None:
    run = proform("align", "-s", "-", *texts[2:])
    assert run.exit_code == 2
    assert "standard input can be read only once" in run.stderr


def test_links_to_judge_must_be_inside_the_segments(proform: Proform, write: Write) -> None:
    source, target = write("s", "it is\n"), write("t", "il est\n")
    gold, links = write("gold", "1-1\n"), write("links", "0-50 1-1\n")
    run = proform(
        *("align", "evaluate", "--gold", gold, "-s", source, "-t", target, "-l", "en-fr"),
        *("--align", links),
    )
    assert run.exit_code == 2
    assert "links:1: a link outside the segment" in run.stderr


def test_given_alignments_need_no_aligner(
    proform: Proform, texts: list[object], write: Write
) -> None:
    links = write("links", "\n" * 48)
    run = proform(
        *("score", "-s", texts[1], "-r", texts[3], "-l", "en-fr", "-i", texts[3]),
        *("--align-ref", links, "--align-sys", links, "--model", "x"),
    )
    assert run.exit_code == 2
    assert "leave out background, model and aligner" in run.stderr


def test_an_unknown_heuristic_is_an_error_that_lists_all(
    proform: Proform, texts: list[object]
) -> None:
    run = proform("align", *texts, "--symmetrise", "shrink")
    assert run.exit_code == 2
    assert all(repr(heuristic) in run.stderr for heuristic in HEURISTICS)
