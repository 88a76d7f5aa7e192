"""What belongs to a verb: its group in a source by parts of speech, its words in a translation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from proform.language.forms import fold
from proform.language.pack import Pack
from proform.language.readings import Readings, meet
from proform.language.verbs import VerbForms

_VERBS = {"VERB", "AUX"}
_BETWEEN = {"ADV", "PART", "INTJ"}
_NONFINITE = {"PART", "VERB.Inf", "VERB.Part", "VERB.Ger"}
GROUP = 8
"""So many words from a pronoun its verb may be."""


class NounList(Protocol):
    """Something that knows nouns."""

    def look_up(self, word: str) -> Readings:
        """What a word in lower case may be; nothing if it is no noun that is known."""


@dataclass(frozen=True)
class VerbGroup:
    """Where the verb of a source pronoun stands, and what is said by it."""

    verbs: tuple[int, ...] = ()
    predicate: tuple[int, ...] = ()


def verb_group(tags: Sequence[str], position: int) -> VerbGroup:
    """The auxiliaries and the verb that a pronoun is the subject of; empty if it is none.

    It is an object between a verb and one that is not finite: let it fall, want it to work. Without
    tags, nothing is known of it.
    """
    plain = [tag.partition(".")[0] for tag in tags[: position + GROUP + 1]]
    behind = (tag for tag in tags[position + 1 : position + GROUP] if tag != "ADV")
    if plain[:position][-1:] == ["VERB"] and next(behind, "") in _NONFINITE:
        return VerbGroup()
    verbs: list[int] = []
    place = position + 1
    while place < len(plain) and plain[place] in _VERBS | _BETWEEN:
        if plain[place] in _VERBS:
            verbs.append(place)
        place += 1
        if verbs and plain[verbs[-1]] == "VERB":
            break
    before = position - 1
    while before > 0 and plain[before : before + 1] == ["PART"]:
        before -= 1
    asked = plain[before : before + 1] == ["AUX"] if before >= 0 else False
    asks = asked and not any(plain[k] == "AUX" for k in verbs)
    if asks and position + 1 < len(plain) and plain[position + 1] not in {"PUNCT", "ADP"}:
        verbs.insert(0, before)
    if not verbs:
        return VerbGroup()
    only = all(plain[verb] == "AUX" for verb in verbs)
    said = range(place, min(place + 3, len(plain))) if only else ()
    predicate = tuple(k for k in said if plain[k] in {"ADJ", "NOUN", "VERB"})
    joined = plain[place : place + 2] == ["PART", "VERB"]  # going to get
    return VerbGroup(tuple(verbs), (place + 1,) if joined else predicate)


def governing(tags: Sequence[str], position: int) -> tuple[int, ...]:
    """The verbs that a pronoun is the object of, and an adverb behind it: want to send it back."""
    plain = [tag.partition(".")[0] for tag in tags[max(position - GROUP, 0) : position]]
    verbs: list[int] = []
    for place, tag in zip(range(position - 1, -1, -1), reversed(plain), strict=False):
        if tag in _VERBS:
            verbs.append(place)
        elif tag not in _BETWEEN | {"PRON"} and (verbs or tag != "ADP"):
            break
    particle = [tag for tag in tags[position + 1 : position + 2] if tag in {"ADV", "ADP"}]
    return (*verbs, *(position + 1 for _ in particle if verbs))


def finite_forms(
    pack: Pack, words: Sequence[str], place: int, nouns: NounList | None = None
) -> VerbForms:
    """What a word shows if it is a finite verb where it stands: not behind el, su or de.

    Behind what may be a pronoun (la) it is a noun if one is known, but not in no la cuenta, nor
    behind what is always one (si tratta). Where nouns have no articles, what is known as one is no
    verb.
    """
    word, agree = fold(words[place]), pack.agree
    before = fold(words[place - 1]).removeprefix("-") if place else ""
    if word in pack.verbs.words:
        governed = agree.bare and before in agree.prepositions  # w stanie
        return frozenset() if governed else pack.verbs.words[word]
    name = place and words[place].istitle() and words[place - 1].islower()
    if name or word in pack.inventory or word in agree.determiners:
        return frozenset()
    only = before in pack.inventory and before not in agree.determiners
    if not only and (before in agree.articles or before in pack.verbs.clitics):
        pronoun = nouns is None or (place > 1 and fold(words[place - 2]) in agree.clitics)
        noun = not pronoun and nouns is not None and nouns.look_up(word)
        if noun and meet(agree.determiners.get(before, noun), noun):
            return frozenset()
    governing = agree.determiners.keys() | agree.prepositions.keys()
    if before in governing - agree.articles - pack.verbs.clitics - pack.contrast.subordinating:
        return frozenset()
    forms = pack.verbs.forms(word)
    noun = agree.bare and nouns is not None and nouns.look_up(word)
    return frozenset() if noun else forms


def leaning(
    pack: Pack, words: Sequence[str], verb: int, nouns: NounList | None = None
) -> Iterator[int]:
    """Where the pronouns stand that lean on a verb, also over its auxiliaries: no las ha visto.

    They stand before it; behind it are articles, in a language that has them. What may be a
    preposition is one before an infinitive: passa a ser.
    """
    verbs, word = pack.verbs, fold(words[verb])
    finite = bool(verbs.forms(word))
    if not finite and (not verbs.nonfinite.fullmatch(word) or (nouns and nouns.look_up(word))):
        return
    for step in (-1, 1) if pack.agree.bare else (-1,):
        place = verb + step
        while 0 <= place < len(words):
            other = fold(words[place])
            if other in verbs.clitics:
                if finite or other not in pack.agree.prepositions:
                    yield place
            elif step > 0 or not (other in verbs.words or other in verbs.auxiliary):
                break
            place += step


def subject_before(pack: Pack, words: Sequence[str], verb: int) -> int | None:
    """Where the pronoun, or the noun behind its determiner, stands that is right before a verb."""
    place = verb - 1
    while place >= 0 and fold(words[place]) in pack.verbs.clitics:
        place -= 1
    if place < 0:
        return None
    word, agree = fold(words[place]), pack.agree
    if word in pack.verbs.overt:
        return place
    noun = place and word.isalpha() and fold(words[place - 1]) in agree.determiners
    if pack.verbs.skipped.fullmatch(word) or word in pack.verbs.others:
        return None
    before = {fold(each) for each in words[max(place - 2, 0) : place]}
    governed = before & (agree.prepositions.keys() | pack.verbs.contracted)
    return place if noun and not governed and word not in agree.others else None
