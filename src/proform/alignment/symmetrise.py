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


def _grown(forward: Links, backward: Links, free_ends: int = 0) -> Links:
    """The intersection, and links of the union that touch it and join a word not yet linked.

    This is Moses's loop: over all links in order, again and again until nothing is added; a link
    that is added behind the present one has its turn in the same round. With `free_ends`, any other
    link follows, in order, if so many of its words are not linked at its turn.
    """
    links, union = forward & backward, forward | backward
    sources, targets = ({link[side] for link in links} for side in (0, 1))

    def free(link: Link) -> int:
        return (link not in links) * ((link[0] not in sources) + (link[1] not in targets))

    def add(link: Link) -> None:
        links.add(link)
        sources.add(link[0])
        targets.add(link[1])

    grown = len(union) > len(links)
    while grown:
        grown = False
        turns = list(links)
        heapify(turns)
        while turns:
            source, target = heappop(turns)
            for down, right in _NEIGHBOURS:
                link = source + down, target + right
                if link in union and free(link):
                    add(link)
                    grown = True
                    if link > (source, target):
                        heappush(turns, link)
    for link in (*sorted(forward), *sorted(backward)) if free_ends else ():
        if free(link) >= free_ends:
            add(link)
    return links


HEURISTICS: dict[str, Callable[[Links, Links], Links]] = {
    "intersection": and_,
    "union": or_,
    "grow-diag": _grown,
    "grow-diag-final": partial(_grown, free_ends=1),
    "grow-diag-final-and": partial(_grown, free_ends=2),
}

AGREEMENT = "agreement"
"""Not of links but of beliefs: where both directions together believe in a link."""

SYMMETRISATIONS = (AGREEMENT, *HEURISTICS)
