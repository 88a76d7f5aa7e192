"""What a verb shows of a subject that has no word."""

from collections.abc import Sequence

from proform.analysis.gender import Gender
from proform.analysis.pronouns import Evidence
from proform.language.forms import fold
from proform.language.pack import Pack
from proform.language.readings import Reading, Readings, meet, values
from proform.model import DROPPED, Rendering, Translation


def shown_by_verb(gender: Gender, pack: Pack, rendering: Rendering, into: Translation) -> Evidence:
    """Gender and number by the form of the verb, and by what it joins to its subject.

    That is a participle or an adjective. Of a word that looks like one but may be a noun nobody
    knows whether it agrees, so that such a subject shows nothing at all.
    """
    (verb,) = rendering.positions
    verbs, words = pack.verbs, [fold(word).removeprefix("-") for word in into.tokens]
    forms = verbs.forms(fold(into.tokens[verb]))
    readings = frozenset(Reading(f.gender, f.number) for f in forms if f.person == 3)
    told = f"{DROPPED} {into.tokens[verb]}"
    place, look = verbs.agreeing_word(words, verb) or (verb, frozenset())
    if both := meet(readings, look):
        word, adjective = words[place], verbs.adjectives.fullmatch(words[place])
        before_noun = place + 1 < len(words) and gender.is_noun(words, place + 1)
        function = {*pack.agree.determiners, *pack.agree.prepositions, *pack.inventory}
        function.difference_update(verbs.overt)  # son ellas
        if word not in function or (adjective and not before_noun):  # es buena
            known = adjective or not _is_noun(gender, pack, words, place, look)
            readings, told = both if known else frozenset(), f"{told} … {into.tokens[place]}"
    return Evidence(values(readings, pack.agree.genders), told)


def _is_noun(gender: Gender, pack: Pack, words: Sequence[str], place: int, look: Readings) -> bool:
    """Whether it is a noun with a gender of its own, and not there in the other: roto, rota."""
    if not gender.is_noun(words, place):
        return False
    opposite = {"m": "f", "f": "m"}
    for gendered in (reading for reading in look if reading.gender in opposite):
        other = pack.contrast.changed(words[place], opposite[gendered.gender], gendered.number)
        if other not in (None, words[place]) and gender.is_noun([*words[:place], other], place):
            return False
    return True
