"""The quality of links on a text with gold: all words, pronouns, and pronouns after repair."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Unpack

import numpy as np

from proform.alignment.base import Pair
from proform.alignment.method import AlignmentOptions, method_of
from proform.alignment.pipeline import align_pair, read_pairs
from proform.errors import InputError, check_known
from proform.judge.choices import Choices
from proform.language.pack import Pack, load_packs
from proform.model import Alignment, Segment, Translation
from proform.output import File, file_path, needed_path
from proform.pronoun.occurrences import Finder, Pronouns
from proform.pronoun.renderings import Renderer
from proform.table.table import Column, Table, figure
from proform.table.writers import WRITERS
from proform.text.formats import Role
from proform.text.lines import raw_blocks
from proform.text.links import parse_links, read_gold
from proform.text.texts import Given, open_text

Link = tuple[int, int]


class Gold(NamedTuple):
    """The links of a segment that must be there, and those that may (which include them)."""

    sure: frozenset[Link]
    possible: frozenset[Link]


class Quality(NamedTuple):
    """Sums over segments: they add up, and the measures are functions of them."""

    links: int = 0
    correct: int = 0
    """Links that are at least possible."""
    found: int = 0
    """Links that are sure."""
    sure: int = 0

    @property
    def precision(self) -> float | None:
        """The share of links that are possible."""
        return self.correct / self.links if self.links else None

    @property
    def recall(self) -> float | None:
        """The share of sure links that are there."""
        return self.found / self.sure if self.sure else None

    @property
    def f(self) -> float | None:
        """The harmonic mean of both."""
        if self.precision is None or self.recall is None:
            return None
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0

    @property
    def aer(self) -> float | None:
        """The alignment error rate."""
        total = self.links + self.sure
        return 1 - (self.correct + self.found) / total if total else None


def measure(
    links: Iterable[Link], gold: Gold, *, counts: Callable[[Link], bool] = lambda _: True
) -> Quality:
    """The quality of one segment's links; only of those that count."""
    there = {link for link in links if counts(link)}
    sure = {link for link in gold.sure if counts(link)}
    return Quality(len(there), len(there & gold.possible), len(there & sure), len(sure))


def total(qualities: Iterable[Quality]) -> Quality:
    """The quality of several segments."""
    return Quality(*map(sum, zip(Quality(), *qualities, strict=True)))


_MEASURES = {"aer": "AER", "precision": "precision", "recall": "recall", "f": "F"}


@dataclass(frozen=True, slots=True)
class LinkQuality:
    """How good links are, by which of them, and what a reader should know."""

    qualities: Mapping[str, Quality]
    notes: tuple[str, ...] = ()

    def to_text(self, style: str = "text", *, terminal: bool = False) -> str:
        """A table of the measures; in JSON, all figures by the names of the sets of links."""
        check_known("style", style, WRITERS)
        names = (*_MEASURES, "links", "correct", "found", "sure")
        records = {
            links: {name: getattr(quality, name) for name in names}
            for links, quality in self.qualities.items()
        }
        if style == "json":
            return json.dumps(records, indent=1) + "\n"
        measures = (Column(header, (name,), figure) for name, header in _MEASURES.items())
        columns = (Column("links of", ("name",)), *measures, Column("links"))
        rows = tuple({"name": links, **record} for links, record in records.items())
        return WRITERS[style]([Table("alignment", "alignment", columns, rows)], (), terminal)


def evaluate_links(
    gold: File,
    source: Given,
    target: Given,
    languages: str,
    *,
    links: File | None = None,
    first: int = 1,
    packs: File | None = None,
    **options: Unpack[AlignmentOptions],
) -> LinkQuality:
    """Measure links against gold: all of them, those of pronouns, and those after each repair.

    The texts are tokenised, as the gold is; a background is raw text, unless `tokenized` says
    otherwise. `first` is the number that the gold gives the first word.

    >>> quality = proform.evaluate_links("test.gold", "a.en", "a.fr", "en-fr")  # doctest: +SKIP
    >>> quality.qualities["pronouns"].aer  # doctest: +SKIP
    """
    both = load_packs(languages, file_path("packs", packs))
    method = method_of(both, **options)
    texts = open_text(source, Role.SOURCE), open_text(target, Role.REFERENCE)
    pairs = read_pairs(*texts)
    right = list(_gold(needed_path("gold", gold), first, pairs))
    path = align_pair(method, *texts)[0] if links is None else needed_path("links", links)
    qualities = _qualities(both, pairs, list(_alignments(path, pairs)), right)
    return LinkQuality(qualities, tuple(method.notes))


def _qualities(
    packs: tuple[Pack, Pack],
    pairs: Sequence[Pair],
    alignments: Sequence[Alignment],
    gold: Sequence[Gold],
) -> dict[str, Quality]:
    pronouns = Finder(Pronouns(packs[0].inventory, packs[0].splitter))
    renderers = {
        f"pronouns, {name} repair": Choices(*packs, repair=name).renderer()
        for name in ("paper", "informed")
    }
    measured: dict[str, list[Quality]] = {
        name: [] for name in ("all words", "pronouns", *renderers)
    }
    for pair, alignment, right in zip(pairs, alignments, gold, strict=True):
        places = {hit.position: hit.form for hit in pronouns.find(0, " ".join(pair.source))}
        counts = lambda link, places=places: link[0] in places  # noqa: E731
        measured["all words"].append(measure(alignment.links, right))
        measured["pronouns"].append(measure(alignment.links, right, counts=counts))
        for name, renderer in renderers.items():
            repaired = _repaired(renderer, pair, alignment, places)
            measured[name].append(measure(repaired, right, counts=counts))
    return {name: total(qualities) for name, qualities in measured.items()}


def _repaired(
    renderer: Renderer, pair: Pair, alignment: Alignment, places: dict[int, str]
) -> Iterator[Link]:
    into = Translation(pair.target, alignment)
    segment = Segment(0, None, pair.source, into, [])
    for position, form in places.items():
        for target in renderer.render(position, form, segment, into).positions:
            yield position, target


def _gold(path: Path, first: int, pairs: Sequence[Pair]) -> Iterator[Gold]:
    number = 0
    for number, links in enumerate(read_gold(path, first), 1):
        if number > len(pairs):
            break
        source, target = pairs[number - 1]
        for i, j, _ in links:
            if i >= len(source) or j >= len(target):
                what = f"the gold link {i + first}-{j + first} is outside the segment"
                raise InputError(path, number, what, hint=f"it is counted from {first}")
        sure = frozenset((i, j) for i, j, is_sure in links if is_sure)
        yield Gold(sure, frozenset((i, j) for i, j, _ in links))
    if number != len(pairs):
        raise InputError(path, None, f"gold of another number of segments than {len(pairs)}")


def _alignments(path: Path, pairs: Sequence[Pair]) -> Iterator[Alignment]:
    segments = 0
    for block in raw_blocks(path):
        links = parse_links(path, segments + 1, block)
        here = pairs[segments : segments + len(links)]
        sizes = np.array([(len(s), len(t)) for s, t in here], np.int64).reshape(-1, 2)
        if len(here) == len(links):
            outside = links.overshoot(sizes[:, 0], sizes[:, 1]) > 0
            if outside.any():
                line = segments + links.segment_of(int(outside.argmax())) + 1
                raise InputError(path, line, "a link outside the segment")
        yield from links.alignments(range(len(links)))
        segments += len(links)
    if segments != len(pairs):
        raise InputError(path, None, f"{segments} lines of links for {len(pairs)} segments")
