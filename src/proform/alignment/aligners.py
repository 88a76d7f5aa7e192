"""The aligners: sil-thot's eflomal model, the original eflomal, and any program.

The model of sil-thot (Östling and Tiedemann 2016) is deterministic with a seed, needs no compiler,
can be saved, and links unseen text sentence by sentence: so what it says of one text does not
depend on any other.
"""

import re
import shlex
import signal
import subprocess
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from thot.alignment import EflomalAlignmentModel

from proform.alignment.base import AlignerSettings, Pair, linkable
from proform.alignment.symmetrise import Link, symmetrise
from proform.errors import ProformError
from proform.model import Alignment
from proform.parallel import Watch, together
from proform.text.links import parse_links

Words = list[str]
Partners = list[list[int]]
"""For each segment the partner of each word, counted from 1; 0 for none."""

_DECODING = (2, 60, 10)
"""Samplers, iterations and burn-in for unseen text: more gain little and take long."""

_ODD = re.compile(r"\s|\|\|\|")


def seen(tokens: Sequence[str], letters: int) -> Words:
    """Words as a statistical aligner sees them: in lower case, and only their first letters.

    A cut word shares its statistics with its inflected forms, which on small texts is worth more
    than the difference (`bench/align.py letters` measures it). 0 letters: no cut.
    """
    return [token.lower()[: letters or None] for token in tokens]


def _plain(tokens: Iterable[str]) -> str:
    """Tokens as a line for another program, which may take odd blanks and ||| for separators."""
    return " ".join(_ODD.sub("_", token) for token in tokens)


def _in_place(
    pairs: Iterable[Pair],
    align: Callable[[list[Pair]], Iterable[Alignment]],
    fits: Callable[[Pair], bool] = linkable,
) -> list[Alignment]:
    """An alignment for every pair: those that do not fit are not shown, and have no links."""
    shown = list(filter(fits, pairs))
    alignments = iter(align(shown) if shown else ())
    return [next(alignments) if fits(pair) else Alignment((), ()) for pair in pairs]


@dataclass(frozen=True, slots=True)
class _Direction:
    """Source to target, or back."""

    name: str
    back: bool
    settings: AlignerSettings

    def words(self, pairs: Iterable[Pair]) -> Iterator[tuple[Words, Words]]:
        """What the model is shown of each pair."""
        for source, target in pairs:
            both = seen(source, self.settings.letters), seen(target, self.settings.letters)
            yield (both[1], both[0]) if self.back else both

    def model(self) -> EflomalAlignmentModel:
        model = EflomalAlignmentModel()
        model.seed = self.settings.seed
        model.deterministic = True
        return model

    def train(self, model: EflomalAlignmentModel, pairs: Iterable[Pair], tick: Watch) -> None:
        for source, target in self.words(pairs):
            model.add_sentence_pair(source, target)
        model.start_training()
        for iteration in range(model.scheduled_iterations):
            model.train()
            tick((iteration + 1) / model.scheduled_iterations)
        model.end_training()

    def links(self, partners: Sequence[int]) -> Iterator[Link]:
        for word, partner in enumerate(partners):
            if partner > 0:
                yield (word, partner - 1) if self.back else (partner - 1, word)


def _directions(settings: AlignerSettings) -> tuple[_Direction, _Direction]:
    return _Direction("forward", False, settings), _Direction("backward", True, settings)


def _align(
    settings: AlignerSettings, work: Callable[[_Direction, Watch], Partners], watch: Watch
) -> list[Alignment]:
    """Both directions at the same time, then one alignment of both."""
    forward, backward = _directions(settings)
    ends, starts = together(partial(work, forward), partial(work, backward), watch=watch)
    return [
        symmetrise(settings.heuristic, forward.links(there), backward.links(back))
        for there, back in zip(ends, starts, strict=True)
    ]


@dataclass(frozen=True)
class Trained:
    """A model that was trained before, on any text: it links each pair by itself."""

    folder: Path
    settings: AlignerSettings
    manifest: str
    watch: Watch

    reproducible = True

    @property
    def signature(self) -> str:
        """The settings and the model."""
        decoding = "/".join(map(str, _DECODING))
        return f"{self.settings.signature},decode={decoding},model={self.manifest}"

    def align(self, pairs: Sequence[Pair]) -> list[Alignment]:
        """The links of each pair."""
        return _align(self.settings, partial(self._decode, pairs), self.watch)

    def _decode(self, pairs: Sequence[Pair], direction: _Direction, tick: Watch) -> Partners:
        model = direction.model()
        if not model.load(str(self.folder / direction.name)):
            raise ProformError(f"{self.folder}: not a model, or a broken one")
        model.set_decode_params(*_DECODING)
        partners: Partners = []
        for source, target in direction.words(pairs):
            fits = linkable(Pair(source, target))
            partners.append(model.get_best_alignment(source, target)[1].to_list() if fits else [])
            if len(partners) % 100 == 0:
                tick(len(partners) / len(pairs))
        return partners


@dataclass(frozen=True)
class SelfTrained:
    """Trains on the very pairs that it links."""

    settings: AlignerSettings
    watch: Watch

    reproducible = True

    @property
    def signature(self) -> str:
        """The settings."""
        return f"{self.settings.signature},self-trained"

    def align(self, pairs: Sequence[Pair]) -> list[Alignment]:
        """The links of each pair."""
        return _in_place(
            pairs, lambda shown: _align(self.settings, partial(self._train, shown), self.watch)
        )

    def _train(self, pairs: Sequence[Pair], direction: _Direction, tick: Watch) -> Partners:
        model = direction.model()
        model.emit_training_alignments = True
        direction.train(model, pairs, tick)
        return [model.get_training_alignment(index)[1].to_list() for index in range(len(pairs))]


def train(folder: Path, pairs: Sequence[Pair], settings: AlignerSettings, watch: Watch) -> None:
    """Train both directions and save them in a folder."""

    def save(direction: _Direction, tick: Watch) -> None:
        model = direction.model()
        direction.train(model, filter(linkable, pairs), tick)
        if not model.print(str(folder / direction.name)):
            raise ProformError(f"{folder}: the model cannot be written")

    together(*(partial(save, direction) for direction in _directions(settings)), watch=watch)


@dataclass(frozen=True, slots=True)
class Eflomal:
    """The original program; it trains on the very pairs that it links."""

    settings: AlignerSettings

    reproducible = False

    @property
    def signature(self) -> str:
        """The settings, and that it is not reproducible."""
        return f"eflomal,letters={self.settings.letters},{self.settings.heuristic},not-reproducible"

    def align(self, pairs: Sequence[Pair]) -> list[Alignment]:
        """The links of each pair."""
        return _in_place(pairs, self._align)

    def _align(self, shown: Sequence[Pair]) -> Iterator[Alignment]:
        try:
            from eflomal import Aligner  # noqa: PLC0415 (an extra)
        except ImportError as error:
            hint = "install it with: pip install 'proform[eflomal]'"
            raise ProformError("the aligner eflomal is not installed", hint=hint) from error
        texts = [
            StringIO("".join(_plain(seen(side, self.settings.letters)) + "\n" for side in sides))
            for sides in zip(*shown, strict=True)
        ]
        with TemporaryDirectory() as folder:
            files = Path(folder, "forward"), Path(folder, "backward")
            to, back = map(str, files)
            try:
                Aligner().align(*texts, links_filename_fwd=to, links_filename_rev=back)
            except (OSError, ValueError, subprocess.CalledProcessError) as error:
                raise ProformError(f"eflomal failed ({error})") from error
            forward, backward = (parse_links(file, 1, file.read_bytes()) for file in files)
        numbers = range(len(shown))
        both = zip(forward.alignments(numbers), backward.alignments(numbers), strict=True)
        return (symmetrise(self.settings.heuristic, f.links, b.links) for f, b in both)


@dataclass(frozen=True, slots=True)
class External:
    """A command that reads `source ||| target` lines and prints `i-j` pairs, as fast_align does.

    It is run once for all pairs of a text. Nobody can tell whether it would print the same again.
    """

    command: str

    reproducible = False

    @property
    def signature(self) -> str:
        """The command, and that it may not be reproducible."""
        return f"external({self.command}),not-reproducible"

    def align(self, pairs: Sequence[Pair]) -> list[Alignment]:
        """What the program prints; pairs with an empty side are not shown to it."""
        return _in_place(pairs, self._align, all)

    def _align(self, shown: Sequence[Pair]) -> Iterator[Alignment]:
        output = self._run("".join(f"{_plain(s)} ||| {_plain(t)}\n" for s, t in shown))
        if output and not output.endswith(b"\n"):
            output += b"\n"
        if (printed := output.count(b"\n")) != len(shown):
            what = f"{self.command}: printed {printed} lines for {len(shown)} pairs"
            hint = "it must print one line of i-j pairs for each line it reads"
            raise ProformError(what, hint=hint)
        links = parse_links(Path(self.command), 1, output)
        sizes = np.array([list(map(len, pair)) for pair in shown], np.int64).reshape(-1, 2)
        for link in np.flatnonzero(links.overshoot(*sizes.T))[:1].tolist():
            what = f"a link outside the segment in line {links.segment_of(link) + 1} it printed"
            raise ProformError(f"{self.command}: {what}")
        return links.alignments(range(len(shown)))

    def _run(self, text: str) -> bytes:
        words = shlex.split(self.command)
        if not words:
            raise ProformError("the aligner's command is empty")
        # A program that does not read all it is sent shall not end this one.
        before = signal.signal(signal.SIGPIPE, signal.SIG_IGN)
        try:
            return subprocess.run(  # noqa: S603 (the user's own command)
                words, input=text.encode(), capture_output=True, check=True
            ).stdout
        except (OSError, ValueError) as error:
            raise ProformError(f"{self.command}: cannot be run ({error})") from error
        except subprocess.CalledProcessError as error:
            last = error.stderr.decode(errors="replace").strip().splitlines()[-1:]
            what = f"{self.command}: failed with status {error.returncode}"
            raise ProformError(what, hint=last[0] if last else None) from error
        finally:
            signal.signal(signal.SIGPIPE, before)
