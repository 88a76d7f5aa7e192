"""Alignment by the original eflomal, an extra: fast, but seeded by the clock, so never the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from subprocess import CalledProcessError
from tempfile import TemporaryDirectory

from proform.align.base import Pair, linkable, plain, seen
from proform.align.symmetrise import Link, symmetrise
from proform.errors import ProformError
from proform.model import Alignment


@dataclass(frozen=True, slots=True)
class Eflomal:
    """Trains on the very pairs that it links."""

    letters: int = 4
    heuristic: str = "grow-diag"

    reproducible = False

    @property
    def signature(self) -> str:
        """The settings, and that it is not reproducible."""
        return f"eflomal,letters={self.letters},{self.heuristic},not-reproducible"

    def align(self, pairs: Sequence[Pair]) -> list[Alignment]:
        """The links of each pair."""
        try:
            from eflomal import Aligner  # noqa: PLC0415 (an extra)
        except ImportError as error:
            hint = "install it with: pip install 'proform[eflomal]'"
            raise ProformError("the aligner eflomal is not installed", hint=hint) from error
        full = list(filter(linkable, pairs))
        if not full:
            return [Alignment((), ()) for _ in pairs]
        sides = [
            StringIO("".join(plain(seen(side, self.letters)) + "\n" for side in texts))
            for texts in zip(*full, strict=True)
        ]
        with TemporaryDirectory() as folder:
            forward, backward = Path(folder, "forward"), Path(folder, "backward")
            try:
                Aligner().align(
                    *sides, links_filename_fwd=str(forward), links_filename_rev=str(backward)
                )
            except (OSError, ValueError, CalledProcessError) as error:
                raise ProformError(f"eflomal failed ({error})") from error
            both = zip(_lines(forward), _lines(backward), strict=True)
            found = [symmetrise(self.heuristic, _links(f), _links(b)) for f, b in both]
        links = iter(found)
        return [next(links) if linkable(pair) else Alignment((), ()) for pair in pairs]


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="ascii").splitlines()


def _links(line: str) -> Iterator[Link]:
    for pair in line.split():
        source, target = pair.split("-")
        yield int(source), int(target)
