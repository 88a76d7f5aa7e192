"""Sets that point into subtitles, and where their context comes from."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.challenge_files import (
    CTXPRO,
    CTXPRO_INPUTS,
    PAIRS,
    contrapro,
    documents,
    extracted,
    put,
)

from proform.errors import InputError
from proform.text.challenge.reader import read_set


@pytest.mark.parametrize("base", [0, 1])
def test_documents_are_found_by_ids_that_count_from_0_or_1(tmp_path: Path, base: int) -> None:
    examples = contrapro(12)
    documents(tmp_path / "films", examples, base)
    known = read_set(put(tmp_path / "set.json", examples), [tmp_path / "films"])
    assert known.format == "contrapro"
    assert known.languages == "en-de"
    for item, example in zip(known.items, examples, strict=True):
        assert item.source[-1] == example["src segment"]
        assert len(item.source) == len(item.reference) == 1 + max(3, example["ante distance"])
        if example["ante distance"]:
            assert example["src ante head"] in item.source[-1 - example["ante distance"]]
        assert all(len(version.sentences) == len(item.source) for version in item.versions)


def test_a_segment_id_that_points_to_another_sentence(tmp_path: Path) -> None:
    examples = contrapro(12)
    documents(tmp_path / "films", examples, 1)
    examples[5]["segment id"] -= 1
    path = put(tmp_path / "set.json", examples)
    with pytest.raises(InputError, match=r"not the sentence of the example.*counted from 1"):
        read_set(path, [tmp_path / "films"])


def test_a_document_that_is_not_there(tmp_path: Path) -> None:
    examples = contrapro(4)
    documents(tmp_path / "films", examples, 1)
    (tmp_path / "films" / "film0.de").unlink()
    path = put(tmp_path / "set.json", examples)
    with pytest.raises(
        InputError, match=r"set\.json:2: example 1: no document 'film0'.*film0\.en and film0\.de"
    ):
        read_set(path, [tmp_path / "films"])


def test_without_context_there_is_only_the_sentence(tmp_path: Path) -> None:
    known = read_set(put(tmp_path / "set.json", contrapro(3)))
    assert [len(item.source) for item in known.items] == [1, 1, 1]


def test_inputs_of_ctxpro_hold_the_context(tmp_path: Path) -> None:
    inputs = tmp_path / "set.input"
    inputs.write_text(CTXPRO_INPUTS, encoding="utf-8")
    known = read_set(put(tmp_path / "gender.x.en-es.dev.json", CTXPRO), [inputs])
    assert known.languages == "en-es"
    assert known.items[0].source == ("Look.", "The lamp is red.", "I want to buy it.")
    assert known.items[0].reference[:2] == ("", "")
    assert known.items[0].rule == "ACC.FEM.SING"


@pytest.mark.parametrize(
    ("inputs", "line", "what"),
    [
        (CTXPRO_INPUTS.splitlines()[0] + "\n", 2, "1 lines of context, but the set has 2 examples"),
        (CTXPRO_INPUTS + "One more.\n", 3, "3 lines of context"),
        (CTXPRO_INPUTS.replace("read it", "sell it"), 2, "the last sentence is"),
    ],
)
def test_inputs_that_do_not_fit(tmp_path: Path, inputs: str, line: int, what: str) -> None:
    path = tmp_path / "set.input"
    path.write_text(inputs, encoding="utf-8")
    with pytest.raises(InputError, match=what) as error:
        read_set(put(tmp_path / "en-es.json", CTXPRO), [path])
    assert (error.value.file, error.value.line) == (str(path), line)


def test_extracted_files_are_a_set_by_themselves(tmp_path: Path) -> None:
    known = read_set(extracted(tmp_path / "lcpt", PAIRS))
    assert known.languages == "en-fr"
    assert known.items[1].source == ("Before 0 of 1.", "Before 1 of 1.", "They came.")
    assert known.items[1].versions[0].sentences[-1] == "Qu'elles viennent."


def test_extracted_files_are_context_of_a_json_set(tmp_path: Path) -> None:
    examples = contrapro(2, errors=1)
    pairs = [
        (each["src segment"], each["ref segment"], each["errors"][0]["contrastive"])
        for each in examples
    ]
    folder = extracted(tmp_path / "files", pairs)
    known = read_set(put(tmp_path / "set.json", examples), [folder])
    assert known.items[1].source[:2] == ("Before 0 of 1.", "Before 1 of 1.")
    examples[1]["src segment"] = "Another."
    with pytest.raises(InputError, match=r"current\.src:3: it is .* but the sentence"):
        read_set(put(tmp_path / "set.json", examples), [folder])


@pytest.mark.parametrize(
    ("file", "old", "new", "what"),
    [
        (
            "current.src",
            "They came.\nThey came.\n",
            "They came.\nShe came.\n",
            r"src:4: not the source",
        ),
        ("current.src", "They came.\nThey came.\n", "They came.\n", r"trg:4: 4 lines"),
        ("current.trg", "Qu'elles", "Qu'ils", r"trg:4: the contrastive version is the same"),
        ("c2.context.src", "Before 1 of 1.\n", "", r"context\.trg:7: 8 lines"),
    ],
)
def test_extracted_files_that_do_not_fit(
    tmp_path: Path, file: str, old: str, new: str, what: str
) -> None:
    path = extracted(tmp_path / "lcpt", PAIRS) / file
    path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    with pytest.raises(InputError, match=what):
        read_set(path.parent)


def test_context_files_of_another_length(tmp_path: Path) -> None:
    folder = extracted(tmp_path / "lcpt", PAIRS)
    for end in ("src", "trg"):
        path = folder / f"c2.context.{end}"
        path.write_text(path.read_text(encoding="utf-8") + "x\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"context\.src:9: 9 lines, but 8 belong"):
        read_set(folder)
