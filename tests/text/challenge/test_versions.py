"""Sets that hold all their sentences."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.support.challenge_files import CONSISTENCY, DISCEVALMT, TABLE, put

from proform.errors import InputError
from proform.text.challenge.reader import read_set


def _copy(content: Any) -> Any:
    return json.loads(json.dumps(content))


def test_blocks_of_discevalmt(tmp_path: Path) -> None:
    known = read_set(put(tmp_path / "anaphora.json", DISCEVALMT))
    assert (known.format, known.languages) == ("discevalmt", "en-fr")
    assert [item.kind for item in known.items] == ["f.sg", "m.sg", "m.pl"]
    assert [item.rule for item in known.items] == ["correct", "semi-correct", "correct"]
    assert known.items[1].versions[0].sentences == ("Le lampadaire est neuf.", "Elle est rouge.")
    assert [item.document for item in known.items] == ["block 1", "block 1", "block 2"]


def test_consistency_sets_say_which_version_is_right(tmp_path: Path) -> None:
    known = read_set(put(tmp_path / "deixis.json", CONSISTENCY))
    assert known.items[0].reference == ("Сядь .", "Ты слышишь ?")
    assert [len(item.versions) for item in known.items] == [1, 2]
    assert [item.distance for item in known.items] == [1, 2]


def test_a_table_begins_an_example_with_its_right_version(tmp_path: Path) -> None:
    path = tmp_path / "set.tsv"
    for text in (TABLE, "".join(line.partition("\t")[2] for line in TABLE.splitlines(True))):
        path.write_text(text, encoding="utf-8")
        known = read_set(path)
        assert [item.expected for item in known.items] == [("elle",), ("il",)]
        assert known.items[0].source == ("The lamp fell.", "It is red.")
        assert known.items[0].versions[0].form == "il"
        assert [item.distance for item in known.items] == [1, 0]


def test_wrong_blocks_are_named(tmp_path: Path) -> None:
    blocks = _copy(DISCEVALMT)
    del blocks["2"]["trg"][0]["correct"]
    with pytest.raises(InputError, match="expected `correct` or `semi-correct`"):
        read_set(put(tmp_path / "a.json", blocks))
    blocks = _copy(DISCEVALMT)
    blocks["2"]["trg"][0]["incorrect"].pop()
    with pytest.raises(InputError, match="2, 2 and 1 sentences"):
        read_set(put(tmp_path / "a.json", blocks))


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"true_ind": 2}, "'true_ind' is 2, but there are 2 versions"),
        ({"dst": ["Сядь . _eos Ты слышишь ?"], "true_ind": 0}, "only one version"),
        ({"dst": ["Сядь .", "Сядь . _eos Ты ?"]}, "1 sentences, but the source has 2"),
    ],
)
def test_wrong_versions_are_named(tmp_path: Path, change: dict[str, Any], what: str) -> None:
    entries = _copy(CONSISTENCY)
    entries[0] |= change
    with pytest.raises(InputError, match=what):
        read_set(put(tmp_path / "a.json", entries))


def test_wrong_rows_are_named(tmp_path: Path) -> None:
    path = tmp_path / "set.tsv"
    path.write_text(TABLE + "2\t0\tcorrect\til\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"set\.tsv:5: expected at least 5 columns, found 4"):
        read_set(path)
