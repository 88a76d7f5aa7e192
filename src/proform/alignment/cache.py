"""Alignments and models that were made before, by the hash of everything they depend on.

A file each, written whole or not at all, so that runs at the same time do no harm; the least
recently used go when they take too much room. Where nothing can be kept, work goes on without.
"""

import atexit
import os
import re
import shutil
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from hashlib import blake2b
from pathlib import Path
from tempfile import mkdtemp
from time import time

from platformdirs import user_cache_path

from proform.alignment.base import Aligner, Pair, hash_pairs
from proform.errors import ProformError
from proform.output import writing

_OWN = re.compile(r"[0-9a-f]{32}(\.[0-9]+)?\.(align|model|text)")
"""The names of what the cache makes; other files in its folder are not its business."""

_NOWHERE = Path("~")

_ELSEWHERE = "free some space, or set PROFORM_CACHE to another folder"


def cache_folder() -> Path:
    """PROFORM_CACHE, or proform in the user's cache directory."""
    named = os.environ.get("PROFORM_CACHE")
    try:
        return Path(named) if named else user_cache_path("proform", appauthor=False)
    except RuntimeError:  # platformdirs: there is no home directory
        return _NOWHERE


@cache
def _spare_folder() -> Path:
    """A folder for as long as this process runs."""
    folder = Path(mkdtemp(prefix="proform-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def key_of(*parts: object) -> str:
    """The hash of everything that something depends on."""
    return blake2b("\n".join(map(str, parts)).encode(), digest_size=16).hexdigest()


@dataclass(frozen=True, slots=True)
class Cache:
    """Alignments (Pharaoh files), models, and hashes of large texts, in a folder."""

    folder: Path = field(default_factory=cache_folder)
    largest: int = 1_000_000_000
    """Bytes that it may take."""
    started: float = field(default_factory=time)
    """What was used since is in use, and stays."""
    notes: list[str] = field(default_factory=list)
    """What a reader should know."""

    def align(
        self, aligner: Aligner, pairs: Sequence[Pair], tell: Callable[[bool], None] = lambda _: None
    ) -> Path:
        """The file with the links of these pairs, aligned only if they were not before.

        `tell` is told which of the two it is.
        """
        key = key_of(aligner.signature, hash_pairs(pairs))
        name = f"{key}.align" if aligner.reproducible else f"{key}.{os.getpid()}.align"
        path = self.kept(name) if aligner.reproducible else None
        if path is not None and path.read_bytes().count(b"\n") == len(pairs):
            tell(True)
            return path
        tell(False)
        aligned = aligner.align(pairs)
        if len(aligned) != len(pairs):
            raise ProformError(f"aligner: {len(aligned)} alignments, but {len(pairs)} segments")
        text = "".join(
            " ".join(f"{source}-{target}" for source, target in alignment.links) + "\n"
            for alignment in aligned
        )
        return self.keep(name, text.encode())

    def kept(self, name: str) -> Path | None:
        """A file of this name, if it was kept; it is used now."""
        path = self.folder / name
        if not path.is_file():
            return None
        with suppress(OSError):
            path.touch()
        return path

    def keep(self, name: str, content: bytes) -> Path:
        """Write a file; if that cannot be done here, one that lasts as long as this process."""
        try:
            _check_home(self.folder)
            self.folder.mkdir(parents=True, exist_ok=True)
            path = _written(self.folder / name, content)
        except (OSError, ProformError) as error:
            # Of the folder and not of the file: it is said once, however many files there are.
            cause = error if isinstance(error, OSError) else error.__cause__
            why = getattr(cause, "strerror", None) or error
            note = f"nothing can be cached in {self.folder} ({why}): {_ELSEWHERE}"
            if note not in self.notes:
                self.notes.append(note)
            return _written(_spare_folder() / name, content)
        self.trim()
        return path

    def size(self) -> tuple[int, int]:
        """How many alignments and models there are, and their bytes."""
        entries = self._entries()
        return _count(entries), sum(size for _, size, _ in entries)

    def clear(self) -> int:
        """Remove everything; how many that were."""
        entries = self._entries()
        for path, *_ in entries:
            path.unlink(missing_ok=True)
        return _count(entries)

    def trim(self) -> None:
        """Remove what was not used for longest, until the rest is not too large."""
        entries = self._entries()
        total = sum(size for _, size, _ in entries)
        for path, size, used in entries:
            if total <= self.largest or used >= int(self.started):
                break
            path.unlink(missing_ok=True)
            total -= size

    def _entries(self) -> list[tuple[Path, int, float]]:
        """Paths, sizes and times of last use, the oldest first."""
        entries = []
        for path in self.folder.glob("*.*"):
            with suppress(FileNotFoundError):  # another process may have removed it
                if _OWN.fullmatch(path.name):
                    entries.append((path, path.stat().st_size, path.stat().st_mtime))
        return sorted(entries, key=lambda entry: entry[2])


def _count(entries: Sequence[tuple[Path, int, float]]) -> int:
    return sum(path.suffix != ".text" for path, *_ in entries)


def _check_home(folder: Path) -> None:
    if folder == _NOWHERE:
        raise ProformError("there is no home directory")


def _written(path: Path, content: bytes) -> Path:
    with writing(path) as file:
        file.write_bytes(content)
    return path
