"""Parts add up to exactly the result of one run."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.support.paths import ROOT
from tests.support.small_texts import DEMO, DEMO_SYSTEMS, demo_lines, demo_options, demo_texts

import proform
from proform.errors import InputError, ProformError
from proform.judge.base import Description, Judge
from proform.model import Decision, Occurrence, Rendering, Verdict
from proform.scoring.parts import read_part

METRICS = ("apt", "autoprf", "agreement")


def parts_of(folder: Path, number: int, **options: Any) -> list[Path]:
    settings = demo_options(**options)
    return [
        proform.score_shard(f"{k}/{number}", folder / f"{number}.{k}", *demo_texts(), **settings)
        for k in range(1, number + 1)
    ]


def whole(**options: Any) -> str:
    settings = demo_options(**options)
    return proform.score(*demo_texts(), judgements=False, **settings).to_text("json")


@pytest.mark.parametrize("number", [1, 7, 64])
def test_parts_in_any_order_give_the_bytes_of_one_run(tmp_path: Path, number: int) -> None:
    options: dict[str, Any] = {
        "metrics": METRICS,
        "confidence": True,
        "paired": True,
        "resamples": 100,
    }
    parts = parts_of(tmp_path, number, **options)
    assert proform.merge(parts[::-1]).to_text("json") == whole(**options)


def test_segments_are_resampled_across_parts_as_in_one_run(tmp_path: Path) -> None:
    options: dict[str, Any] = {
        "documents": None,
        "confidence": True,
        "paired": True,
        "resamples": 100,
    }
    assert proform.merge(parts_of(tmp_path, 4, **options)).to_text("json") == whole(**options)


def test_anchors_weights_and_positions_are_those_of_the_run(tmp_path: Path) -> None:
    for options in (
        {"anchor": "reference"},
        {"weights": "apt-a", "discard": "5,6"},
        {"positions": [(3, 0), (40, 0)]},
    ):
        folder = tmp_path / next(iter(options))
        folder.mkdir()
        assert proform.merge(parts_of(folder, 3, **options)).to_text("json") == whole(**options)


def test_raw_texts_are_linked_part_by_part_with_one_model(tmp_path: Path) -> None:
    model = tmp_path / "en-fr.model"
    source, reference, systems, languages = demo_texts()
    proform.train_aligner(source, demo_lines("reference.fr"), languages, model)
    texts = (source, reference, systems, languages)
    parts = [
        proform.score_shard(
            f"{k}/3", tmp_path / f"{k}", *texts, documents=demo_lines("docs.txt"), model=model
        )
        for k in (1, 2, 3)
    ]
    documents = demo_lines("docs.txt")
    one = proform.score(*texts, documents=documents, judgements=False, model=model)
    assert proform.merge(parts).to_text("json") == one.to_text("json")


def test_a_link_beyond_the_text_is_reported_once_for_all_parts(tmp_path: Path) -> None:
    links = demo_lines("reference.align") * 2
    length = len(demo_lines("source.en")[70].split())
    links[145] += f" {length}-0"
    options: dict[str, Any] = {"align_ref": links, "documents": [f"{k // 5}" for k in range(150)]}
    source, reference = demo_lines("source.en") * 2, demo_lines("reference.fr") * 2
    texts = source, reference, {name: demo_lines(f"{name}.fr") * 2 for name in DEMO_SYSTEMS}
    systems = [demo_lines(f"{name}.align") * 2 for name in DEMO_SYSTEMS]
    parts = [
        proform.score_shard(
            f"{k}/2", tmp_path / f"{k}", *texts, "en-fr", align_sys=systems, **options
        )
        for k in (1, 2)
    ]
    one = proform.score(*texts, "en-fr", align_sys=systems, judgements=False, **options)
    assert any("left out" in note for note in one.notes)
    assert proform.merge(parts).to_text("json") == one.to_text("json")


def test_missing_doubled_and_foreign_parts_are_named(tmp_path: Path) -> None:
    one, two, three = parts_of(tmp_path, 3)
    with pytest.raises(ProformError, match="of 3 parts, 2 missing: 1, 3"):
        proform.merge([two])
    copy = tmp_path / "copy"
    copy.write_bytes(two.read_bytes())
    with pytest.raises(InputError, match="copy: part 2 of 3 again"):
        proform.merge([one, two, three, copy])
    with pytest.raises(InputError, match="given twice"):
        proform.merge([one, one, three])
    foreign = tmp_path / "foreign"
    proform.score_shard("2/3", foreign, *demo_texts(), **demo_options(weights="apt-a"))
    with pytest.raises(InputError, match=r"foreign: part of another run .signatures not as in"):
        proform.merge([one, foreign, three])
    with pytest.raises(InputError, match="one of 2 parts, but"):
        proform.merge([one, *parts_of(tmp_path, 2)])
    with pytest.raises(ProformError, match="parts: there is none"):
        proform.merge([])


def test_what_is_missing_is_left_out_only_if_told_and_said(tmp_path: Path) -> None:
    one, two, three = parts_of(tmp_path, 3)
    two.write_bytes(two.read_bytes()[:50])
    with pytest.raises(InputError, match=r"3\.2: broken gzip file"):
        proform.merge([one, two, three])
    result = proform.merge([one, two, three], skip_missing=True)
    assert "parts:2/3" in result.signature
    assert result.notes[0] == "only 2 of 3 parts: this is not the whole corpus"
    assert "3.2: broken gzip file" in result.notes[1]


def test_a_part_that_is_there_is_not_judged_again(tmp_path: Path) -> None:
    files = {name: tmp_path / name for name in ("source.en", "reference.fr", "context.fr")}
    for name, file in files.items():
        file.write_text("\n".join(demo_lines(name)) + "\n", encoding="utf-8")
    texts = (files["source.en"], files["reference.fr"], [files["context.fr"]], "en-fr")
    links: dict[str, Any] = {
        "align_ref": demo_lines("reference.align"),
        "align_sys": [demo_lines("context.align")],
    }
    judge = _Counting()
    path = tmp_path / "part"

    def judged() -> int:
        judge.judged = 0
        proform.score_shard("1/2", path, *texts, **links, metrics=[judge])
        return judge.judged

    first = judged()
    assert first > 0
    assert judged() == 0
    changed = path.stat().st_mtime_ns + 10**9
    os.utime(files["context.fr"], ns=(changed, changed))
    assert judged() == first
    path.write_bytes(b"half a part")
    assert judged() == first


def test_judges_of_ones_own_are_given_again(tmp_path: Path) -> None:
    judge = _Counting()
    parts = parts_of(tmp_path, 2, metrics=[judge])
    assert proform.merge(parts, metrics=[judge]).to_text("json") == whole(metrics=[judge])
    with pytest.raises(ProformError, match="unknown 'counting'"):
        proform.merge(parts)


def test_rows_of_a_part_need_verdicts_that_stand_alone(tmp_path: Path) -> None:
    rows = tmp_path / "rows.jsonl"
    proform.score_shard("2/2", tmp_path / "2", *demo_texts(), detail=rows, **demo_options())
    segments = [json.loads(line)["segment"] for line in rows.read_text().splitlines()]
    assert min(segments) > 30
    with pytest.raises(ProformError, match="verdicts of agreement depend on all pronouns"):
        proform.score_shard(
            *("2/2", tmp_path / "2", *demo_texts()),
            detail=rows,
            **demo_options(metrics=["agreement"]),
        )


def test_a_part_is_small_and_the_same_whoever_counts_it(tmp_path: Path) -> None:
    first, again = (
        proform.score_shard("2/3", tmp_path / name, *demo_texts(), **demo_options())
        for name in ("a", "b")
    )
    assert first.read_bytes() == again.read_bytes()
    assert b"Il" not in gzip.decompress(first.read_bytes())  # counts, and no text


class _Counting(Judge):
    """Finds every pronoun right, and counts how often it is asked."""

    name = "counting"
    description = Description("counting", ("right",), ((1.0, 1.0),))
    judged = 0

    def judge(self, occurrence: Occurrence, reference: Rendering, candidate: Rendering) -> Decision:
        self.judged += 1
        verdict = Verdict.CORRECT
        return Decision(occurrence, verdict, "right", reference, candidate, (1.0,), None)


def test_two_that_write_one_part_leave_it_whole(tmp_path: Path) -> None:
    target = tmp_path / "part"
    command = [
        *(sys.executable, "-m", "proform", "score", "-l", "en-fr", "-j", "1"),
        *("-s", DEMO / "source.en", "-r", DEMO / "reference.fr", "-i", DEMO / "context.fr"),
        *("--align-ref", DEMO / "reference.align", "--align-sys", DEMO / "context.align"),
        *("--docs", DEMO / "docs.txt", "--shard", "1/2", "-o", target),
    ]
    running = [subprocess.Popen([str(arg) for arg in command]) for _ in range(2)]
    assert [process.wait() for process in running] == [0, 0]
    assert [path.name for path in tmp_path.iterdir()] == ["part"]
    assert read_part(target).shard == (1, 2)


def test_a_full_disk_leaves_no_part(tmp_path: Path) -> None:
    """A limit on the size of files stands for the disk."""
    target = tmp_path / "part"
    script = (
        "import resource, sys, proform\n"
        "from tests.support.small_texts import demo_options, demo_texts\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (200, 200))\n"
        "try:\n"
        "    proform.score_shard('1/2', sys.argv[1], *demo_texts(), jobs=1, **demo_options())\n"
        "except proform.ProformError as error:\n"
        "    print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(target)],
        env=os.environ | {"PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == f"{target}: cannot be written (File too large)"
    assert list(tmp_path.iterdir()) == []


def test_a_device_without_an_end_is_not_read_for_a_part(tmp_path: Path) -> None:
    """What is written there may fail; it must not fill the memory first."""
    code = (
        "import resource, sys, proform; resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30));"
        "proform.score_shard('1/1', '/dev/full', ['It .'], ['Il .'], {'b': ['Il .']}, 'en-fr',"
        " align_ref=['0-0'], align_sys=[['0-0']], jobs=1)"
    )
    run = [sys.executable, "-c", code]
    done = subprocess.run(run, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert "/dev/full: cannot be written (No space left on device)" in done.stderr
