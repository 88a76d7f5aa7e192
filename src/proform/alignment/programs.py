"""Any program that reads `source ||| target` lines and prints `i-j` pairs, as fast_align does."""

from __future__ import annotations

import shlex
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from subprocess import CalledProcessError
from tempfile import TemporaryDirectory

import numpy as np

from proform.alignment.base import Pair, linkable, plain, seen
from proform.alignment.symmetrise import Link, symmetrise
from proform.errors import ProformError
from proform.model import Alignment
from proform.text.links import parse_links


@dataclass(frozen=True, slots=True)
class External:
    """A command that is run once for all pairs of a text.

    Its results are not taken to be the same twice: nobody can tell.
    """

    command: str

    reproducible = False

    @property
    def signature(self) -> str:
        """The command, and that it may not be reproducible."""
        return f"external({self.command}),not-reproducible"

    def align(self, pairs: Sequence[Pair]) -> list[Alignment]:
        """What the program prints; pairs with an empty side are not shown to it."""
        full = [pair for pair in pairs if all(pair)]
        lines = [f"{plain(source)} ||| {plain(target)}\n" for source, target in full]
        output = self._run("".join(lines))
        printed = output.count(b"\n") + (bool(output) and not output.endswith(b"\n"))
        if printed != len(full):
            what = f"{self.command}: printed {printed} lines for {len(full)} pairs"
            raise ProformError(
                what, hint="it must print one line of i-j pairs for each line it reads"
            )
        links = parse_links(
            Path(self.command), 1, output if output.endswith(b"\n") else output + b"\n"
        )
        sizes = np.array([(len(source), len(target)) for source, target in full]).reshape(-1, 2)
        beyond = links.overshoot(sizes[:, 0], sizes[:, 1]) if full else np.zeros(0)
        if beyond.any():
            line = links.segment_of(int((beyond > 0).argmax())) + 1
            raise ProformError(
                f"{self.command}: a link outside the segment in line {line} it printed"
            )
        alignments = links.alignments(range(len(full)))
        return [next(alignments) if all(pair) else Alignment((), ()) for pair in pairs]

    def _run(self, text: str) -> bytes:
        words = shlex.split(self.command)
        if not words:
            raise ProformError("the aligner's command is empty")
        with _heeding_pipes():
            try:
                done = subprocess.run(  # noqa: S603 (the user's own command)
                    words, input=text.encode(), capture_output=True, check=True
                )
            except (OSError, ValueError) as error:
                raise ProformError(f"{self.command}: cannot be run ({error})") from error
            except subprocess.CalledProcessError as error:
                last = error.stderr.decode(errors="replace").strip().splitlines()[-1:]
                what = f"{self.command}: failed with status {error.returncode}"
                raise ProformError(what, hint=last[0] if last else None) from error
        return done.stdout


@contextmanager
def _heeding_pipes() -> Iterator[None]:
    """A program that does not read all it is sent shall not end this one."""
    before = signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGPIPE, before)


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
            linked = [symmetrise(self.heuristic, _links(f), _links(b)) for f, b in both]
        links = iter(linked)
        return [next(links) if linkable(pair) else Alignment((), ()) for pair in pairs]


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="ascii").splitlines()


def _links(line: str) -> Iterator[Link]:
    for pair in line.split():
        source, target = pair.split("-")
        yield int(source), int(target)
