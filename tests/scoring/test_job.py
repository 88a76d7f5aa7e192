"""What is to be scored: read and checked before anything is judged."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.support.small_texts import demo_lines

from proform.errors import ProformError
from proform.scoring.job import Job, read_job

TEXTS = demo_lines("source.en"), demo_lines("reference.fr"), {"context": demo_lines("context.fr")}


def test_usual_options_are_those_of_the_command() -> None:
    job = read_job(*TEXTS, "en-fr")
    assert [judge.name for judge in job.judges] == ["apt"]
    assert not job.resampling.wanted
    assert not job.by_segment
    assert not job.corpus.links


def test_segments_are_resampled_for_want_of_documents() -> None:
    assert read_job(*TEXTS, "en-fr", confidence=True).by_segment
    documents = demo_lines("docs.txt")
    assert not read_job(*TEXTS, "en-fr", confidence=True, documents=documents).by_segment


def test_given_alignments_are_taken_as_they_are() -> None:
    links = demo_lines("reference.align")
    job = read_job(*TEXTS, "en-fr", align_ref=links, align_sys=[demo_lines("context.align")])
    corpus, settings, notes = job.aligned(job.corpus, 1)
    assert corpus is job.corpus
    assert "aligner" not in settings
    assert notes == []


def test_references_without_a_word_are_told(tmp_path: Path) -> None:
    source, reference, systems = TEXTS
    blank, path = ["", " "] * (len(source) // 2) + [""] * (len(source) % 2), tmp_path / "blank.fr"
    path.write_text("\n".join(blank) + "\n", encoding="utf-8")
    told = "every line of this reference is blank"
    assert read_job(source, blank, systems, "en-fr").notes == (f"reference: {told}",)
    assert read_job(source, path, systems, "en-fr").notes == (f"{path}: {told}",)
    both: list[Path | list[str]] = [path, [*blank[:-1], "oui"]]
    job = read_job(source, reference, systems, "en-fr", metrics=["agreement"], more_references=both)
    assert job.notes == (f"{path}: {told}",)
    assert read_job(source, None, systems, "en-fr", metrics=["agreement"]).notes == ()


def test_a_reference_from_a_pipe_is_left_for_the_judges(tmp_path: Path) -> None:
    pipe, links = tmp_path / "reference.fr", demo_lines("reference.align")
    os.mkfifo(pipe)  # a reference that never comes
    job = read_job(TEXTS[0], pipe, TEXTS[2], "en-fr", align_ref=links, align_sys=[links])
    assert job.notes == ()


def test_no_output_is_an_input(tmp_path: Path) -> None:
    source = tmp_path / "source.en"
    source.write_text("It rains .\n", encoding="utf-8")
    with pytest.raises(ProformError, match=r"source\.en: is an input"):
        read_job(source, ["Il pleut ."], {"a": ["Il pleut ."]}, "en-fr", [source])


def test_a_part_of_a_corpus_keeps_the_numbers_of_its_segments() -> None:
    job: Job = read_job(*TEXTS, "en-fr")
    part = job.corpus.part(3, 5).source
    assert part.start == 3
    assert [line for block in part.decoded() for line in block] == TEXTS[0][3:5]
