"""Alignment by sil-thot's eflomal model (Östling and Tiedemann 2016), in both directions.

It is deterministic with a seed, needs no compiler, can be saved, and links unseen text sentence by
sentence: so what it says of one text does not depend on any other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from pathlib import Path

from thot.alignment import EflomalAlignmentModel

from proform.alignment.base import Pair, linkable, seen
from proform.alignment.symmetrise import Link, symmetrise
from proform.errors import ProformError
from proform.model import Alignment
from proform.parallel import Watch, together

Words = list[str]
Partners = list[list[int]]
"""For each segment the partner of each word, counted from 1; 0 for none."""

_DECODING = (2, 60, 10)
"""Samplers, iterations and burn-in for unseen text: more gain little and take long."""

_TICK = 100
"""So many segments are linked between two words on how far it is."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What links depend on beside the texts. The defaults were chosen by docs/alignment.md."""

    seed: int = 1
    letters: int = 4
    heuristic: str = "grow-diag"

    @property
    def training(self) -> str:
        """What a trained model depends on."""
        return f"thot-eflomal-{version('sil-thot')},seed={self.seed},letters={self.letters}"

    @property
    def signature(self) -> str:
        """What the links depend on."""
        return f"{self.training},{self.heuristic}"


@dataclass(frozen=True, slots=True)
class _Direction:
    """Source to target, or back."""

    name: str
    back: bool
    settings: Settings

    def words(self, pairs: Iterable[Pair]) -> Iterator[tuple[Words, Words]]:
        """What the model is shown of each pair."""
        for source, target in pairs:
            both = seen(source, self.settings.letters), seen(target, self.settings.letters)
            yield (both[1], both[0]) if self.back else both

    def model(self) -> EflomalAlignmentModel:
        """A new one."""
        model = EflomalAlignmentModel()
        model.seed = self.settings.seed
        model.deterministic = True
        return model

    def train(
        self, model: EflomalAlignmentModel, pairs: Iterable[tuple[Words, Words]], tick: Watch
    ) -> None:
        for source, target in pairs:
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


def _directions(settings: Settings) -> tuple[_Direction, _Direction]:
    return _Direction("forward", False, settings), _Direction("backward", True, settings)


def _align(
    settings: Settings, work: Callable[[_Direction, Watch], Partners], watch: Watch
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
    settings: Settings
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
            if len(partners) % _TICK == 0:
                tick(len(partners) / len(pairs))
        return partners


@dataclass(frozen=True)
class SelfTrained:
    """Trains on the very pairs that it links."""

    settings: Settings
    watch: Watch

    reproducible = True

    @property
    def signature(self) -> str:
        """The settings."""
        return f"{self.settings.signature},self-trained"

    def align(self, pairs: Sequence[Pair]) -> list[Alignment]:
        """The links of each pair."""
        return _align(self.settings, partial(self._train, pairs), self.watch)

    def _train(self, pairs: Sequence[Pair], direction: _Direction, tick: Watch) -> Partners:
        shown = list(direction.words(pairs))
        full = [pair for pair in shown if linkable(Pair(*pair))]
        if not full:
            return [[] for _ in shown]
        model = direction.model()
        model.emit_training_alignments = True
        direction.train(model, full, tick)
        partners = (model.get_training_alignment(index)[1].to_list() for index in range(len(full)))
        return [next(partners) if linkable(Pair(*pair)) else [] for pair in shown]


def train(folder: Path, pairs: Sequence[Pair], settings: Settings, watch: Watch) -> None:
    """Train both directions and save them in a folder."""
    forward, backward = (partial(_save, folder, pairs, way) for way in _directions(settings))
    together(forward, backward, watch=watch)


def _save(folder: Path, pairs: Sequence[Pair], direction: _Direction, tick: Watch) -> None:
    model = direction.model()
    direction.train(model, direction.words(filter(linkable, pairs)), tick)
    if not model.print(str(folder / direction.name)):
        raise ProformError(f"{folder}: the model cannot be written")
