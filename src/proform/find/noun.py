"""The nouns that stand for a source noun in a translation."""

from __future__ import annotations

from collections.abc import Sequence

from proform.find.gender import Found, Gender
from proform.lexicon.reading import values
from proform.lexicon.split import fold
from proform.model import Translation

_NEIGHBOURS = 3
"""So many words to either side of a head may tell where its translation is."""
_REACH = 3
"""So far from the translation of a neighbour it is looked for."""


def nouns_for(
    source: Sequence[str], head: int, into: Translation, gender: Gender, number: str = ""
) -> tuple[int, ...]:
    """The positions of the nouns for the source word `head`, which has a number: mostly one.

    It is a noun among the words linked to it, or one that belongs to nothing else and follows what
    stands for the word before the head; one that can be of this number goes first, then one whose
    determiner stands for the word before the head. Else it is the compound for the head and the
    word before it, a noun near the translations of its neighbours, any linked word, or a determiner
    that stands for a noun (une autre). Two nouns that are joined by a conjunction stand for one:
    father and mother, for parents.
    """
    words, linked = into.tokens, into.alignment.targets(head)
    before = into.alignment.targets(head - 1) if head else ()
    for is_noun in (gender.is_introduced, gender.is_noun):
        nouns = [
            (
                not _can_be(number, words, place, gender),
                place - 1 not in before or fold(words[place - 1]) not in gender.agree.determiners,
                place not in linked,
                -place if gender.agree.last else place,
            )
            for place in range(len(words))
            if (place in linked or (place - 1 in before and not into.alignment.sources(place)))
            and is_noun(words, place)
            and (is_noun == gender.is_introduced or _can_be(number, words, place, gender))
        ]
        if nouns:
            misfit, *_, place = min(nouns)
            place = abs(place)
            if misfit and (whole := _whole(place, head, into, gender)) is not None:
                place = whole
            return _joined(place, linked, into, gender)
        for place in before:  # Hirntumor may be linked to brain alone
            if is_noun(words, place) and _can_be(number, words, place, gender):
                return (place,)
        if (near := _beside(source, head, into, gender)) is not None:
            return (near,)
    if places := [
        place
        for place in linked
        if gender.is_content(words, place) and _can_be(number, words, place, gender)
    ]:
        return (places[-1] if gender.agree.last else places[0],)
    for place in (*linked, *before):
        readings = gender.agree.determiners.get(fold(words[place]), frozenset())
        if len(values(readings, gender.agree.genders)) == 1:
            return (place,)
    return ()


def _can_be(number: str, words: Sequence[str], place: int, gender: Gender) -> bool:
    found = gender.find(words, place).values
    return not number or any(value.endswith(number) for value in found)


def _whole(place: int, head: int, into: Translation, gender: Gender) -> int | None:
    """The noun of which this one is a part: members, in members of the government."""
    words, agree = into.tokens, gender.agree
    link = place - 1
    while link > 0 and fold(words[link]) in agree.determiners and fold(words[link]) not in agree.of:
        link -= 1
    if link < 1 or fold(words[link]) not in agree.of or not gender.is_introduced(words, link - 1):
        return None
    return link - 1 if {*into.alignment.sources(link - 1)} <= {head} else None


def _joined(
    place: int, linked: Sequence[int], into: Translation, gender: Gender
) -> tuple[int, ...]:
    """The noun, and others that are joined to it and belong to nothing else."""
    found = [place]
    for other in range(max(place - _REACH, 0), min(place + _REACH + 1, len(into.tokens))):
        between = into.tokens[min(place, other) + 1 : max(place, other)]
        if (
            other != place
            and gender.agree.conjunctions.intersection(map(fold, between))
            and gender.is_noun(into.tokens, other)
            and (other in linked or not into.alignment.sources(other))
        ):
            found.append(other)
    return tuple(sorted(found))


def _beside(source: Sequence[str], head: int, into: Translation, gender: Gender) -> int | None:
    """The nearest noun that belongs to nothing else, by what stands for the head's neighbours."""
    for step in range(1, _NEIGHBOURS + 1):
        sides = [side for side in (head - step, head + step) if 0 <= side < len(source)]
        markers = into.alignment.targets(*sides) if sides else ()
        free = [
            (min(abs(place - marker) for marker in markers), place)
            for place in range(len(into.tokens))
            if markers and gender.is_noun(into.tokens, place) and not into.alignment.sources(place)
        ]
        if free and min(free)[0] <= _REACH:
            return min(free)[1]
    return None


def spoken(words: Sequence[str], places: Sequence[int], gender: Gender) -> Found:
    """Gender and number of nouns together, or of a determiner that stands for one."""
    found = [_spoken(words, place, gender) for place in places]
    sources = tuple(dict.fromkeys(name for one in found for name in one.sources))
    return Found(gender.together([one.values for one in found]), sources)


def _spoken(words: Sequence[str], place: int, gender: Gender) -> Found:
    if (own := gender.agree.determiners.get(fold(words[place]))) is not None:
        return Found(values(own, gender.agree.genders), ("determiner",))
    return gender.find(words, place)
