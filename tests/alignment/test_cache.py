"""The cache: by content, bounded, harmless to others."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from errno import ENOSPC
from pathlib import Path

import pytest

from proform.alignment.base import Pair
from proform.alignment.cache import Cache, cache_folder, key_of
from proform.errors import ProformError
from proform.model import Alignment
from proform.output import Writer

PAIRS = [Pair(["it", "is"], ["il", "est"]), Pair((), ())]


@dataclass
class Counting:
    """An aligner that counts how often it is asked."""

    signature: str = "counting"
    reproducible: bool = True
    asked: list[int] = field(default_factory=list)

    def align(self, pairs: Sequence[Pair]) -> list[Alignment]:
        self.asked.append(len(pairs))
        return [Alignment([0], [0]) if pair.source else Alignment((), ()) for pair in pairs]


def test_the_same_is_aligned_once(tmp_path: Path) -> None:
    aligner, cache = Counting(), Cache(tmp_path)
    path = cache.align(aligner, PAIRS)
    assert path.read_text() == "0-0\n\n"
    assert cache.align(aligner, PAIRS) == path
    assert aligner.asked == [2]
    cache.align(aligner, PAIRS[:1])
    cache.align(Counting(signature="other"), PAIRS)
    assert cache.size()[0] == 3


def test_what_is_not_reproducible_is_aligned_again(tmp_path: Path) -> None:
    aligner = Counting(reproducible=False)
    for _ in range(2):
        Cache(tmp_path).align(aligner, PAIRS)
    assert aligner.asked == [2, 2]


def test_an_aligner_that_loses_pairs_is_refused(tmp_path: Path) -> None:
    class Losing(Counting):
        def align(self, pairs: Sequence[Pair]) -> list[Alignment]:
            return super().align(pairs)[:1]

    with pytest.raises(ProformError, match="aligner: 1 alignments, but 2 segments"):
        Cache(tmp_path).align(Losing(), PAIRS)
    assert not list(tmp_path.glob("*.align"))


def test_the_least_recently_used_goes_first(tmp_path: Path) -> None:
    before = Cache(tmp_path)
    one, two = (before.align(Counting(signature=name), PAIRS) for name in "ab")
    os.utime(one, (1, 1))
    os.utime(two, (2, 2))
    cache = Cache(tmp_path, largest=12)
    cache.align(Counting(signature="a"), PAIRS)  # uses the older one
    three = cache.align(Counting(signature="c"), PAIRS)
    assert sorted(tmp_path.glob("*.align")) == sorted([one, three])


def test_what_this_run_uses_stays(tmp_path: Path) -> None:
    cache = Cache(tmp_path, largest=1)
    for name in "abc":
        cache.align(Counting(signature=name), PAIRS)
    assert cache.size()[0] == 3


def test_a_cut_file_is_not_taken_for_a_whole_one(tmp_path: Path) -> None:
    aligner, cache = Counting(), Cache(tmp_path)
    path = cache.align(aligner, PAIRS)
    path.write_text("0-0")
    assert cache.align(aligner, PAIRS).read_text() == "0-0\n\n"
    assert aligner.asked == [2, 2]


def test_other_peoples_files_stay(tmp_path: Path) -> None:
    mine = [tmp_path / "talk.align", tmp_path / "my.model", tmp_path / "models" / "note"]
    for path in mine:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("0-0\n")
    cache = Cache(tmp_path, largest=0)
    cache.align(Counting(), PAIRS)
    assert cache.clear() == 1
    assert all(path.exists() for path in mine)


def test_what_is_kept_is_found_again(tmp_path: Path) -> None:
    cache, name = Cache(tmp_path / "new"), f"{key_of('a', 1)}.model"
    assert cache.kept(name) is None
    path = cache.keep(name, b"model")
    assert cache.kept(name) == path
    assert path.read_bytes() == b"model"
    assert cache.size() == (1, 5)
    assert key_of("a", 1) != key_of("a", 2)


def test_whether_it_was_aligned_before_is_told(tmp_path: Path) -> None:
    told: list[bool] = []
    for _ in range(2):
        Cache(tmp_path).align(Counting(), PAIRS, told.append)
    assert told == [False, True]


def test_clear(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    cache.align(Counting(), PAIRS)
    assert cache.clear() == 1
    assert cache.size() == (0, 0)
    assert Cache(tmp_path / "nowhere").size() == (0, 0)


def test_a_folder_that_cannot_be_made_is_said_once_and_work_goes_on(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    cache = Cache(blocked)
    for aligner in (Counting(), Counting(signature="other")):
        assert cache.align(aligner, PAIRS).read_text() == "0-0\n\n"
    (note,) = cache.notes
    assert note.startswith(f"nothing can be cached in {blocked} (File exists): ")
    assert note.endswith("free some space, or set PROFORM_CACHE to another folder")


def test_a_full_disk_is_said_and_work_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: Writer, data: bytes) -> None:
        if str(tmp_path) in self._name:
            cause = OSError(ENOSPC, "No space left on device")
            raise ProformError(f"{self._name}: cannot be written") from cause
        write(self, data)

    write = Writer.write_bytes
    monkeypatch.setattr(Writer, "write_bytes", full)
    cache = Cache(tmp_path)
    assert cache.align(Counting(), PAIRS).read_text() == "0-0\n\n"
    cache.align(Counting(signature="other"), PAIRS)
    assert not list(tmp_path.iterdir())
    (note,) = cache.notes  # and once for all files
    assert f"in {tmp_path} (No space left on device)" in note


def test_without_a_home_directory_work_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PROFORM_CACHE", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr("os.path.expanduser", lambda path: path)  # as if nobody were known
    monkeypatch.chdir(tmp_path)
    cache = Cache()
    assert cache.align(Counting(), PAIRS).read_text() == "0-0\n\n"
    assert "there is no home directory" in cache.notes[0]
    assert not list(tmp_path.iterdir())


def test_where_it_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PROFORM_CACHE", str(tmp_path / "mine"))
    assert cache_folder() == tmp_path / "mine"
    monkeypatch.delenv("PROFORM_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_folder() == tmp_path / "proform"
