"""Alignments that were made before, by the hash of everything they depend on.

A file a text pair and a folder a model, written whole or not at all, so that runs at the same time
do no harm; the least recently used go when they take too much room.
"""

import os
import re
import shutil
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from time import time

from platformdirs import user_cache_path

from proform.alignment.base import Aligner, Pair, hash_pairs
from proform.errors import ProformError
from proform.output import writing

_OWN = re.compile(r"[0-9a-f]{32}((\.[0-9]+)?\.align)?")
"""The names of what the cache makes; other files in its folder are not its business."""

_ELSEWHERE = "make room, or name another folder in PROFORM_CACHE"


def used_now(path: Path) -> None:
    """Remember that something in the cache was used."""
    with suppress(OSError):
        path.touch()


def cache_folder() -> Path:
    """PROFORM_CACHE, or proform in the user's cache directory."""
    named = os.environ.get("PROFORM_CACHE")
    return Path(named) if named else user_cache_path("proform", appauthor=False)


@dataclass(frozen=True, slots=True)
class Cache:
    """Pharaoh files in a folder."""

    folder: Path = field(default_factory=cache_folder)
    largest: int = 1_000_000_000
    """Bytes that it may take."""
    started: float = field(default_factory=time)
    """What was used since is in use, and stays."""

    def align(self, aligner: Aligner, pairs: Sequence[Pair]) -> Path:
        """The file with the links of these pairs, aligned only if they were not before."""
        key = blake2b(f"{aligner.signature}\n{hash_pairs(pairs)}".encode(), digest_size=16)
        path = self.folder / f"{key.hexdigest()}.align"
        if not aligner.reproducible:  # not to be taken for another's, nor by another
            path = self.folder / f"{key.hexdigest()}.{os.getpid()}.align"
        elif _is_whole(path, len(pairs)):
            used_now(path)
            return path
        aligned = aligner.align(pairs)
        if len(aligned) != len(pairs):
            raise ProformError(f"aligner: {len(aligned)} alignments, but {len(pairs)} segments")
        text = "".join(
            " ".join(f"{source}-{target}" for source, target in alignment.links) + "\n"
            for alignment in aligned
        )
        self.make(self.folder)
        try:
            with writing(path) as file:
                file.write(text)
        except ProformError as error:
            raise ProformError(error.what, hint=_ELSEWHERE) from error
        self.trim()
        return path

    @property
    def models(self) -> Path:
        """The folder of models that were trained on a background."""
        return self.folder / "models"

    def make(self, folder: Path) -> None:
        """Make the folder of the cache, or one in it, unless it is there."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            what = f"{folder}: the cache folder cannot be made ({error.strerror})"
            raise ProformError(what, hint=_ELSEWHERE) from error

    def size(self) -> tuple[int, int]:
        """How many alignments and models there are, and their bytes."""
        entries = self._entries()
        return len(entries), sum(size for _, size, _ in entries)

    def clear(self) -> int:
        """Remove everything; how many that were."""
        entries = self._entries()
        for path, *_ in entries:
            _remove(path)
        return len(entries)

    def trim(self) -> None:
        """Remove what was not used for longest, until the rest is not too large."""
        entries = self._entries()
        total = sum(size for _, size, _ in entries)
        for path, size, used in entries:
            if total <= self.largest or used >= int(self.started):
                break
            _remove(path)
            total -= size

    def _entries(self) -> list[tuple[Path, int, float]]:
        """Paths, sizes and times of last use, the oldest first."""
        entries = []
        for path in (*self.folder.glob("*.align"), *self.models.glob("*")):
            if not _OWN.fullmatch(path.name):
                continue
            with suppress(FileNotFoundError):  # another process may have removed it
                files = [path] if path.is_file() else list(path.iterdir())
                size = sum(file.stat().st_size for file in files)
                entries.append((path, size, path.stat().st_mtime))
        return sorted(entries, key=lambda entry: entry[2])


def _is_whole(path: Path, lines: int) -> bool:
    try:
        return path.read_bytes().count(b"\n") == lines
    except OSError:
        return False


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)
