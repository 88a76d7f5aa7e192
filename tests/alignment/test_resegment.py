"""`proform.resegment`: output as systems write it."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.command import Proform

import proform
from proform.errors import ProformError

SOURCE = ["It rains in Paris today.", "We stay at home with Anna.", "Bob sleeps until 7."]
TARGET = ["Il pleut à Paris aujourd'hui.", "Nous restons avec Anna.", "Bob dort jusqu'à 7 h."]


def test_lines_are_those_of_the_source() -> None:
    read = proform.resegment(SOURCE, [" ".join(TARGET[:2]), TARGET[2]], reference=TARGET)
    assert read.lines == tuple(TARGET)
    assert list(read.notes) == ["3 of 3 sentences found"]


def test_what_is_missing_added_or_a_remark_is_listed() -> None:
    output = ["Here is the translation:", TARGET[0], TARGET[2], "", "Note: I left one out."]
    read = proform.resegment(SOURCE, output, reference=TARGET)
    assert read.lines == (TARGET[0], "", TARGET[2])
    notes = "\n".join(read.notes)
    assert "2 of 3 sentences found (1 dropped)" in notes
    assert "line 2, dropped: We stay at home with Anna." in notes
    assert "a remark: 'Note: I left one out.'" in notes


def test_documents_of_one_line_are_taken_one_by_one(tmp_path: Path) -> None:
    documents = tmp_path / "docs"
    documents.write_text("a\na\nb\n", encoding="utf-8")
    output = [" ".join(TARGET[:2]), TARGET[2]]
    read = proform.resegment(SOURCE, output, documents=documents)
    assert read.lines == tuple(TARGET)


def test_a_reference_of_another_length_and_an_empty_source() -> None:
    with pytest.raises(ProformError, match="reference: 2 lines, but the source has 3"):
        proform.resegment(SOURCE, TARGET, reference=TARGET[:2])
    with pytest.raises(ProformError, match="there is no sentence in it"):
        proform.resegment([], TARGET)


def test_the_command_writes_lines_and_lists_the_rest(proform: Proform, tmp_path: Path) -> None:
    source, output = tmp_path / "a.en", tmp_path / "a.txt"
    source.write_text("".join(f"{line}\n" for line in SOURCE), encoding="utf-8")
    output.write_text(" ".join(TARGET) + "\n", encoding="utf-8")
    run = proform("read-output", output, "-s", source)
    assert run.exit_code == 0
    assert run.stdout == "".join(f"{line}\n" for line in TARGET)
    assert "3 of 3 sentences found" in run.stderr
    run = proform("read-output", output, "-s", source, "-f", "tsv")
    assert run.stdout.splitlines()[0].split("\t")[:3] == ["line", "how", "confidence"]
    run = proform("read-output", output, "-s", source, "-o", output)
    assert run.exit_code == 2
    assert "is an input" in run.stderr


@pytest.mark.parametrize("language", ["fr", "de"])
def test_the_demo_is_found_again(demo: Path, language: str) -> None:
    folder = demo / f"en-{language}"
    source = (folder / "source.en").read_text(encoding="utf-8").splitlines()
    for system in ("reference", "sentence", "context", "literal"):
        target = (folder / f"{system}.{language}").read_text(encoding="utf-8").splitlines()
        reference = (folder / f"reference.{language}").read_text(encoding="utf-8").splitlines()
        read = proform.resegment(source, [" ".join(target)], reference=reference)
        same = sum(a == b for a, b in zip(read.lines, target, strict=True))
        assert same >= 0.96 * len(target), (system, same)
