"""Scoring output with other lines than its source."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.command import Proform

import proform
from proform.errors import ProformError


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def test_a_document_in_other_lines_scores_as_it_does_line_by_line(demo: Path) -> None:
    folder = demo / "en-fr"
    source, reference = _lines(folder / "source.en"), _lines(folder / "reference.fr")
    system = _lines(folder / "context.fr")
    by_line = proform.score(source, reference, {"a": system}, "en-fr")
    document = ["Here is the translation:", " ".join(system[:40]), " ".join(system[40:])]
    whole = proform.score(source, reference, {"a": document}, "en-fr", resegment=True)
    assert whole["apt", "a"].score == pytest.approx(by_line["apt", "a"].score, abs=0.02)
    assert any("a: a remark: 'Here is the translation:'" in note for note in whole.notes)


def test_what_is_not_found_is_told(proform: Proform, tmp_path: Path) -> None:
    source = ["It rains in Paris today.", "We stay at home with Anna.", "Bob sleeps until 7."]
    target = ["Il pleut à Paris aujourd'hui.", "Nous restons avec Anna.", "Bob dort jusqu'à 7 h."]
    files = {name: tmp_path / name for name in ("a.en", "r.fr", "s.fr")}
    for name, lines in (
        ("a.en", source),
        ("r.fr", target),
        ("s.fr", [target[0] + " " + target[2]]),
    ):
        files[name].write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    arguments = ("-s", files["a.en"], "-r", files["r.fr"], "-i", files["s.fr"], "-l", "en-fr")
    run = proform("score", *arguments)
    assert run.exit_code == 2
    run = proform("score", *arguments, "--resegment")
    assert run.exit_code == 0, run.stderr
    assert "2 of 3 sentences found (1 dropped)" in run.stdout + run.stderr
    assert "line 2, dropped: We stay at home with Anna." in run.stdout + run.stderr


def test_alignments_do_not_fit_to_other_lines(tmp_path: Path) -> None:
    links = tmp_path / "links"
    links.write_text("0-0\n", encoding="utf-8")
    with pytest.raises(ProformError, match="alignments are of lines as they are"):
        proform.score(
            ["It ."], ["Il ."], {"a": ["Il ."]}, "en-fr", resegment=True, align_ref=str(links)
        )
