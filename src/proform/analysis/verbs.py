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
    forms = pack.verbs.forms(fold(into.tokens[verb]))
    readings = frozenset(Reading(f.gender, f.number) for f in forms if f.person == 3)
    words = f"{DROPPED} {into.tokens[verb]}"
    folded = [fold(word).removeprefix("-") for word in into.tokens]
    if (agreeing := pack.verbs.agreeing_word(folded, verb)) is not None:
        place, look = agreeing
        function = {*pack.agree.determiners, *pack.agree.prepositions, *pack.inventory}
        behind = place + 1 < len(folded) and gender.is_noun(folded, place + 1)
        if pack.verbs.adjectives.fullmatch(folded[place]) and not behind:  # es buena
            function.clear()
        both = meet(readings, look)
        if both and folded[place] not in function.difference(pack.verbs.overt):  # son ellas
            known = not _is_noun(gender, pack, folded, place, look)
            readings, words = both if known else frozenset(), f"{words} … {into.tokens[place]}"
    return Evidence(values(readings, gender.agree.genders), words)


def _is_noun(gender: Gender, pack: Pack, words: Sequence[str], place: int, look: Readings) -> bool:
    """Whether it is a noun, which has a gender of its own.

    It is none if the pack lists it as an adjective, if it ends like one, or is there in the other
    gender too: roto, rota.
    """
    word = words[place]
    if pack.verbs.adjectives.fullmatch(word):
        return False
    if not gender.is_noun(words, place):
        return False
    for own in look:
        if own.gender in {"m", "f"} and pack.contrast:
            other = pack.contrast.changed(word, "f" if own.gender == "m" else "m", own.number)
            if other not in (None, word) and gender.is_noun([*words[:place], other], place):
                return False
    return True
