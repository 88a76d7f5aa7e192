"""Chains of coreference as programs print them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from proform.errors import InputError
from proform.text.chains import chains_in_memory, read_chains

SENTENCES = [["The", "cat", "sleeps", "."], ["It", "snores", "."]]
WORDS = [word for words in SENTENCES for word in words]
TEXT = "The cat sleeps. It snores."


@pytest.mark.parametrize(
    "record",
    [
        {"doc_key": "a", "sentences": SENTENCES, "clusters": [[[0, 1], [4, 4]]]},
        {
            "doc_key": "a",
            "sentences": SENTENCES,
            "clusters": [],
            "predicted_clusters": [[[0, 1], [4, 4]]],
        },
        {"id": "a", "document": WORDS, "clusters": [[[0, 1], [4, 4]]]},
        {"doc_id": "a", "tokens": WORDS, "clusters_token_offsets": [[[0, 1], [4, 4]]]},
        {"document_id": "a", "cased_words": WORDS, "span_clusters": [[[0, 2], [4, 5]]]},
        {"id": "a", "text": TEXT, "clusters": [[[0, 7], [16, 18]]]},
    ],
    ids=["CoNLL-2012", "e2e", "AllenNLP", "Maverick", "wl-coref", "fastcoref"],
)
def test_all_of_them_say_the_same(record: Mapping[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "chains.jsonl"
    path.write_text(json.dumps(record) + "\n", encoding="utf-8")
    (document,) = read_chains(path)
    assert document.name == "a"
    (words,) = document.sentences
    assert [word.form for word in words] == WORDS
    assert [(span.entity, span.first, span.last) for span in document.spans] == [
        ("0", 0, 1),
        ("0", 4, 4),
    ]
    assert [*chains_in_memory("x", [record])] == [document]


def test_spans_may_have_probabilities() -> None:
    spans = [[0, 1], [4, 4, 0.75]]
    (document,) = chains_in_memory("x", [{"tokens": WORDS, "clusters": [spans]}])
    assert [span.probability for span in document.spans] == [1.0, 0.75]
    assert document.name == ""


def test_spans_may_be_numbers_of_numpy() -> None:
    spans = [(np.int64(0), np.int32(1)), [np.int64(4), np.int64(4), np.float32(0.75)]]
    (document,) = chains_in_memory("x", [{"tokens": WORDS, "clusters": [spans]}])
    assert [(span.first, span.last) for span in document.spans] == [(0, 1), (4, 4)]
    assert [type(each) for span in document.spans for each in span[3:]] == [
        int,
        int,
        int,
        float,
    ] * 2


def test_other_files_are_conllu(tmp_path: Path) -> None:
    path = tmp_path / "text.conllu"
    path.write_text("1\tYes\t_\tINTJ\t_\t_\t0\troot\t_\t_\n", encoding="utf-8")
    (document,) = read_chains(path)
    assert document.sentences[0][0].form == "Yes"


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("{", r"not JSON \(.*\); each document is on one line, such as"),
        ("[]", "expected a JSON object"),
        ('{"clusters": []}', "no sentences or tokens or document"),
        ('{"tokens": ["a"]}', "no predicted_clusters or"),
        ('{"tokens": [1], "clusters": []}', "tokens are no words"),
        ('{"sentences": ["ab"], "clusters": []}', "sentences are no words"),
        ('{"tokens": ["a"], "clusters": {}}', "expected a list of clusters"),
        ('{"tokens": ["a"], "clusters": [3]}', "expected a cluster of spans"),
        ('{"tokens": ["a"], "clusters": [[3]]}', "expected a span of two numbers, found 3"),
        ('{"tokens": ["a"], "clusters": [[[0, 0, 2]]]}', "expected a probability from 0 to 1"),
        ('{"tokens": ["a"], "clusters": [[[0, 0, NaN]]]}', "expected a probability from 0 to 1"),
        ('{"tokens": ["a"], "clusters": [[[0, true]]]}', "expected a span of two numbers"),
        ('{"tokens": ["a"], "clusters": [[[0, 1]]]}', "is empty or not inside the document"),
        ('{"tokens": ["a"], "clusters": [[[1, 0]]]}', "is empty or not inside the document"),
        ('{"text": "ab", "clusters": [[[0, 3]]]}', "is empty or not inside the document"),
        ('{"text": "ab", "clusters": [[[2, 2]]]}', "is empty or not inside the document"),
    ],
)
def test_broken_ones_are_errors_with_their_line(line: str, what: str, tmp_path: Path) -> None:
    path = tmp_path / "chains.jsonl"
    path.write_text(f"\n{line}\n", encoding="utf-8")
    with pytest.raises(InputError, match=what) as caught:
        read_chains(path)
    assert caught.value.line == 2
