"""One alignment from two directions (Koehn, Och and Marcu 2003; the heuristics of Moses).

A direction links every target word to at most one source word, or the other way round. Where they
agree, links are precise; where only one has a link, they are many. The heuristics are ways between.
"""

from collections.abc import Callable, Iterable
from functools import partial
from heapq import heapify, heappop, heappush
from operator import and_, or_

from proform.model import Alignment

Link = tuple[int, int]
Links = set[Link]

_NEIGHBOURS = ((-1, 0), (0, -1), (1, 0), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1))


def symmetrise(heuristic: str, forward: Iterable[Link], backward: Iterable[Link]) -> Alignment:
    """The alignment that a heuristic makes of both directions' (source, target) links."""
    links = sorted(HEURISTICS[heuristic](set(forward), set(backward)))
    return Alignment([source for source, _ in links], [target for _, target in links])


class _Growing:
    """A set of links that grows from the intersection."""

    def __init__(self, forward: Links, backward: Links) -> None:
        self.links = forward & backward
        self._sources = {source for source, _ in self.links}
        self._targets = {target for _, target in self.links}
        self._grow(forward | backward)

    def _free_ends(self, link: Link) -> int:
        return (link[0] not in self._sources) + (link[1] not in self._targets)

    def add(self, candidates: Iterable[Link], free_ends: int) -> None:
        """Add candidates in order, each if so many of its words are not linked at its turn."""
        for link in sorted(candidates):
            if link not in self.links and self._free_ends(link) >= free_ends:
                self._add(link)

    def _add(self, link: Link) -> None:
        self.links.add(link)
        self._sources.add(link[0])
        self._targets.add(link[1])

    def _grow(self, union: Links) -> None:
        """Moses's loop: over all links in order, again and again until nothing is added.

        A link that is added behind the present one has its turn in the same round.
        """
        grown = len(union) > len(self.links)
        while grown:
            grown = False
            turns = list(self.links)
            heapify(turns)
            while turns:
                source, target = heappop(turns)
                for down, right in _NEIGHBOURS:
                    link = source + down, target + right
                    if link in union and link not in self.links and self._free_ends(link):
                        self._add(link)
                        grown = True
                        if link > (source, target):
                            heappush(turns, link)


def _grown(forward: Links, backward: Links, free_ends: int = 0) -> Links:
    """The intersection, and links of the union that touch it and join a word not yet linked.

    With `free_ends`, any other link then of one word or of two words not yet linked.
    """
    growing = _Growing(forward, backward)
    if free_ends:
        growing.add(forward, free_ends)
        growing.add(backward, free_ends)
    return growing.links


HEURISTICS: dict[str, Callable[[Links, Links], Links]] = {
    "intersection": and_,
    "union": or_,
    "grow-diag": _grown,
    "grow-diag-final": partial(_grown, free_ends=1),
    "grow-diag-final-and": partial(_grown, free_ends=2),
}
