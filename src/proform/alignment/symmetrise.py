"""One alignment from two directions (Koehn, Och and Marcu 2003; the heuristics of Moses).

A direction links every target word to at most one source word, or the other way round. Where they
agree, links are precise; where only one has a link, they are many. The heuristics are ways between.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from heapq import heapify, heappop, heappush

from proform.model import Alignment

Link = tuple[int, int]
Links = set[Link]

_NEIGHBOURS = ((-1, 0), (0, -1), (1, 0), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1))


def intersection(forward: Links, backward: Links) -> Links:
    """The links that both directions have."""
    return forward & backward


def union(forward: Links, backward: Links) -> Links:
    """The links that either direction has."""
    return forward | backward


def grow_diag(forward: Links, backward: Links) -> Links:
    """The intersection, and links of the union that touch it and join a word not yet linked."""
    return _Growing(forward, backward).links


def grow_diag_final(forward: Links, backward: Links) -> Links:
    """And then any other link of a word not yet linked."""
    growing = _Growing(forward, backward)
    for direction in (forward, backward):
        growing.add_if(direction, growing.one_is_free)
    return growing.links


def grow_diag_final_and(forward: Links, backward: Links) -> Links:
    """And then any other link of two words not yet linked."""
    growing = _Growing(forward, backward)
    for direction in (forward, backward):
        growing.add_if(direction, growing.both_are_free)
    return growing.links


HEURISTICS: dict[str, Callable[[Links, Links], Links]] = {
    "intersection": intersection,
    "union": union,
    "grow-diag": grow_diag,
    "grow-diag-final": grow_diag_final,
    "grow-diag-final-and": grow_diag_final_and,
}


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

    def one_is_free(self, link: Link) -> bool:
        return link[0] not in self._sources or link[1] not in self._targets

    def both_are_free(self, link: Link) -> bool:
        return link[0] not in self._sources and link[1] not in self._targets

    def add_if(self, candidates: Iterable[Link], condition: Callable[[Link], bool]) -> None:
        """Add candidates in order, each if the condition holds when it is its turn."""
        for link in sorted(candidates):
            if link not in self.links and condition(link):
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
                    if link in union and link not in self.links and self.one_is_free(link):
                        self._add(link)
                        grown = True
                        if link > (source, target):
                            heappush(turns, link)
