"""The aligners: proform's own, the original eflomal, and any program.

The built-in one links each pair of segments by itself, with a model: so what it says of one text
does not depend on any other.
"""

import re
import shlex
import signal
import subprocess
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from io import StringIO
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from proform.alignment.base import LETTERS, AlignerSettings, Pair, linkable
from proform.alignment.batches import (
    Integers,
    PairBatch,
    Places,
    Vocabulary,
    batched,
    keys_of,
    seen,
)
from proform.alignment.chances import LinkChances, agreed, chances_of, expect, extended
from proform.alignment.hmm import Posteriors
from proform.alignment.models import Model
from proform.alignment.symmetrise import AGREEMENT, symmetrise
from proform.errors import ProformError
from proform.model import Alignment
from proform.parallel import Watch, in_threads
from proform.text.links import parse_links

_BELIEF = 0.4
"""Both directions together must believe in a link so much, by the geometric mean."""

_ODD = re.compile(r"\s|\|\|\|")


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


@dataclass(frozen=True)
class Trained:
    """A model that was learnt before, on any text: it links each pair by itself.

    It is fetched when there is something to link, not before.
    """

    fetch: Callable[[], Model]
    name: str
    """Of the model: what it was learnt from."""
    settings: AlignerSettings
    watch: Watch

    reproducible = True

    @property
    def signature(self) -> str:
        """The settings and the model."""
        return f"{self.settings.signature},{self.name}"

    def align(self, pairs: Sequence[Pair]) -> list[Alignment]:
        """The links of each pair."""
        alignments = [_NO_LINKS] * len(pairs)
        model = _drawn(self.fetch(), self.settings.seed)
        source, target = Vocabulary(model.source.words), Vocabulary(model.target.words)
        batches = batched(pairs, source, target, model.manifest.letters)
        model = extended(model, source, target)
        places = Places(model.keys, len(source) * len(target))
        work = partial(_linked, places, chances_of(model), self.settings.heuristic)
        done = 0
        for batch, linked in zip(batches, in_threads(work, batches), strict=True):
            for row, alignment in zip(batch.rows.tolist(), linked, strict=True):
                alignments[row] = alignment
            done += len(linked)
            self.watch(done / len(pairs))
        return alignments


_NO_LINKS = Alignment((), ())


def _drawn(model: Model, seed: int) -> Model:
    """The model itself for the first seed; for others, one that might be as well.

    What is known of the partners of a word is a Dirichlet distribution, whose parameters are the
    counts. Gamma variates are a draw from it.
    """
    if seed == 1:
        return model
    return replace(model, counts=np.random.default_rng(seed).gamma(model.counts))


def _linked(
    places: Places, chances: LinkChances, heuristic: str, batch: PairBatch
) -> list[Alignment]:
    """The alignments of the pairs of a batch."""
    keys = keys_of(batch, len(chances.target.linked) - 1)
    into, back = expect(batch, places.of(keys), chances)
    if heuristic == AGREEMENT:
        pairs, *words = np.nonzero(agreed(into, back) > _BELIEF**2)
        cuts = np.searchsorted(pairs, np.arange(len(batch.rows) + 1)).tolist()
        sources, targets = (side.tolist() for side in words)
        return [Alignment(sources[a:b], targets[a:b]) for a, b in pairwise(cuts)]
    ends, starts = (_partners(direction).tolist() for direction in (into, back))
    return [
        symmetrise(
            heuristic,
            ((source, target) for target, source in enumerate(to) if source >= 0),
            ((source, target) for source, target in enumerate(fro) if target >= 0),
        )
        for to, fro in zip(ends, starts, strict=True)
    ]


def _partners(direction: Posteriors) -> Integers:
    """Of each pair, for each word, the likeliest partner; −1 for none."""
    best = direction.states.argmax(axis=2)
    likely = direction.states.max(axis=2) > 1 - direction.states.sum(axis=2)
    return np.where(likely, best, -1).T


@dataclass(frozen=True, slots=True)
class Eflomal:
    """The original program; it trains on the very pairs that it links."""

    settings: AlignerSettings

    reproducible = False

    @property
    def signature(self) -> str:
        """The settings, and that it is not reproducible."""
        return f"eflomal,letters={LETTERS},{self.settings.heuristic},not-reproducible"

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
            StringIO("".join(_plain(seen(side, LETTERS)) + "\n" for side in sides))
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
