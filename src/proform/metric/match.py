"""Which words of a translation stand for which words of the reference: the alignment of METEOR."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from heapq import nsmallest
from operator import itemgetter
from typing import NamedTuple

BEAM = 40
"""Alignments kept at each word, as in METEOR 1.5: a wider beam finds fewer chunks than it does."""

Keys = Sequence[Sequence[Hashable]]
"""For each module the keys of a text's words: two words match where they have the same key."""


class Match(NamedTuple):
    """Two words that stand for each other, and the first module by which they do."""

    reference: int
    candidate: int
    module: int


class Matching(NamedTuple):
    """The matches of a segment in the order of the reference, and how many runs they form."""

    matches: tuple[Match, ...]
    chunks: int


_Rank = tuple[int, int, int, int]
_Trail = tuple[Match, "_Trail"] | tuple[()]
"""The last match and the trail before it."""

_State = tuple[_Rank, int, _Trail]
"""How good an alignment is, the candidate's words that it uses (a bit each), its matches."""


def match(candidate: Keys, reference: Keys, beam: int = BEAM) -> Matching:
    """The best alignment that a beam search from left to right finds; a word matches at most once.

    Denkowski and Lavie (2011) order alignments by covered words, then chunks, then distance. The
    program that they released puts the matches of the first module before the chunks and all others
    behind; and two words that can match only each other always do. So does this.
    """
    options = list(_options(candidate, reference))
    rivals = Counter(option.candidate for row in options for option in row)
    states: list[_State] = [((0, 0, 0, 0), 0, ())]
    for row in options:
        if not row:
            continue
        free = len(row) > 1 or rivals[row[0].candidate] > 1
        grown = [_add(state, option) for state in states for option in row if _fits(state, option)]
        states = [*grown, *states] if free else grown
        if len(states) > beam:
            states = nsmallest(beam, states, key=itemgetter(0))
    (_, chunks, _, _), _, trail = min(states, key=itemgetter(0))
    return Matching(tuple(_unwound(trail))[::-1], chunks)


def _options(candidate: Keys, reference: Keys) -> Iterator[list[Match]]:
    """For each word of the reference what it can match, in the order of the candidate."""
    places: list[dict[Hashable, list[int]]] = [{} for _ in candidate]
    for keys, table in zip(candidate, places, strict=True):
        for position, key in enumerate(keys):
            table.setdefault(key, []).append(position)
    for position, keys in enumerate(zip(*reference, strict=True)):
        modules: dict[int, int] = {}
        for module, key in enumerate(keys):
            for other in places[module].get(key, ()):
                modules.setdefault(other, module)
        yield [Match(position, other, modules[other]) for other in sorted(modules)]


def _fits(state: _State, option: Match) -> bool:
    return not state[1] >> option.candidate & 1


def _add(state: _State, option: Match) -> _State:
    """The alignment with one match more."""
    (first, chunks, total, distance), used, trail = state
    rank = (
        first - (option.module == 0),
        chunks + (not _continues(trail, option)),
        total - 1,
        distance + abs(option.reference - option.candidate),
    )
    return rank, used | 1 << option.candidate, (option, trail)


def _continues(trail: _Trail, option: Match) -> bool:
    if not trail:
        return False
    last = trail[0]
    return last[:2] == (option.reference - 1, option.candidate - 1)


def _unwound(trail: _Trail) -> Iterator[Match]:
    while trail:
        last, trail = trail
        yield last
