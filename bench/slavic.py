"""Nouns with many forms, for `bench.nouns`: Polish by Morfeusz 2, Russian by OpenCorpora.

    pip install morfeusz2==1.99.15 wordfreq==3.1.1
    pip install pymorphy3==2.0.6 pymorphy3-dicts-ru==2.4.417150.4580142
    python -m bench.slavic    # only: how well the Polish pack tells verbs from other words

The dictionaries list far more than texts have. wordfreq says how often a form occurs, from which
follows which nouns are left out (none of their forms occurs) and which homographs are too rare to
count: спину is hardly ever the physicists' spin. No frequency is kept.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from math import fsum
from operator import mul
from typing import NamedTuple

from proform.language.forms import fold
from proform.language.lexica import load_nouns
from proform.language.pack import load_pack
from proform.language.readings import Reading
from proform.pronoun.clauses import finite_forms

RARE = 0.15
"""A homograph is left out if it is so much rarer than another noun of the same form."""
SAME = 0.02
"""And if it has the same name in another gender: a person may be of either, sierota, kapitan."""
SHARED = 0.01
"""How much of the frequency of a form counts for each of several nouns, or names, that have it."""
OTHER = 8
"""A form that may be something else is no noun if it is so much more frequent than all other forms
of the noun together."""
OLD = frozenset(("daw.", "przest.", "arch.", "gwar.", "rzad.", "niepopr.", "char.", "indyw."))
"""Qualifiers of forms that are no longer used, of dialects, or wrong."""
PARTICLES = frozenset(
    (
        *("prep", "conj", "comp", "part", "ppron12", "ppron3", "siebie", "num", "aglt", "bedzie"),
        *("PREP", "CONJ", "PRCL", "NPRO", "NUMR", "INTJ", "Apro"),
    )
)
"""Parts of speech whose words are no nouns, unless they are what a dictionary calls one and its
other forms are more frequent: moc is power, or a lot, but prawie is hardly ever of prawo."""
ADJECTIVES = frozenset(("adj", "ppas", "pact"))
"""Parts of speech whose forms Polish nouns may share throughout: nowy is a novice, and new."""
POLISH = {
    ("m1", "sg"): "m.sg",
    ("m1", "pl"): "v.pl",
    ("f", "sg"): "f.sg",
    ("n", "sg"): "n.sg",
    ("m2", "sg"): "m.sg",
    ("m3", "sg"): "m.sg",
}
FINITE = re.compile(r"fin:..:ter|bedzie:..:ter|winien|praet")
"""Tags of finite verbs of the third person."""
RUSSIAN = {"masc": "m", "femn": "f", "neut": "n"}


class Noun(NamedTuple):
    """A noun of a dictionary: homographs are several."""

    lemma: str
    paradigm: str
    """What tells it from others with the same lemma: its gender, or a number."""

    @property
    def name(self) -> str:
        """The lemma, without what Morfeusz adds to tell homographs apart."""
        return self.lemma.partition(":")[0]


class Dictionary(NamedTuple):
    """All nouns, and what else their forms may be."""

    nouns: Mapping[Noun, Mapping[str, frozenset[Reading]]]
    """Their forms, in lower case, and what each may be."""
    others: Mapping[str, frozenset[str]]
    """Parts of speech that forms have beside, where these are known to matter."""


def frequencies(language: str) -> Mapping[str, float]:
    """How often words occur, in lower case."""
    from wordfreq import get_frequency_dict  # noqa: PLC0415 (only this program needs it)

    found: dict[str, float] = defaultdict(float)
    for word, frequency in get_frequency_dict(language, "large").items():
        found[fold(word)] += frequency
    return found


def morfeusz(_: object) -> Iterator[tuple[str, Reading]]:
    """Polish: every noun, except names, of which a form occurs."""
    from morfeusz2 import Morfeusz  # noqa: PLC0415

    analyser, usual = Morfeusz(expand_tags=True), frequencies("pl")
    lemmas: set[str] = set()
    others: dict[str, set[str]] = defaultdict(set)
    for word in usual:
        for start, end, (_, lemma, tag, names, _) in analyser.analyse(word):
            kind = tag.split(":")[0]
            if (start, end) != (0, 1) or kind == "ign":
                continue
            if kind == "subst" and _is_common(names):
                lemmas.add(lemma)
            elif kind not in {"subst", "ger", "depr"}:  # nouns as well: spotkanie, profesory
                others[word].add(kind)
    nouns: dict[Noun, dict[str, set[Reading]]] = defaultdict(lambda: defaultdict(set))
    for lemma in sorted(lemmas):
        for form, name, tag, names, qualifiers in analyser.generate(lemma):
            kind, *features = tag.split(":")
            old = OLD.intersection(part for q in qualifiers for part in q.split(","))
            if kind == "subst" and _is_common(names) and not old:
                number, gender = features[0], features[2]
                reading = POLISH.get((gender, number), "o.pl")
                nouns[Noun(name, gender)][fold(form)].add(Reading(*reading.split(".")))
    kept = {noun: forms for noun, forms in nouns.items() if not _is_adjective(forms, others, usual)}
    yield from usual_forms(_frozen(kept, others), usual)


def _is_adjective(
    forms: Iterable[str], others: Mapping[str, set[str]], usual: Mapping[str, float]
) -> bool:
    """Whether every form that occurs is that of an adjective, too."""
    return all(others.get(form, set()) & ADJECTIVES for form in forms if form in usual)


def _is_common(names: Iterable[str]) -> bool:
    return "nazwa_pospolita" in {name.replace(" ", "_") for name in names}


def opencorpora(_: object) -> Iterator[tuple[str, Reading]]:
    """Russian: every noun, except names, of which a form occurs; ё is е."""
    from pymorphy3 import MorphAnalyzer  # noqa: PLC0415

    usual = frequencies("ru")
    nouns: dict[Noun, dict[str, set[Reading]]] = defaultdict(lambda: defaultdict(set))
    others: dict[str, set[str]] = defaultdict(set)
    for word, tag, lemma, paradigm, _ in MorphAnalyzer(lang="ru").dictionary.iter_known_words():
        grammemes = set(tag.grammemes)
        if grammemes & {
            "Name",
            "Surn",
            "Patr",
            "Geox",
            "Orgn",
            "Trad",
            "Init",
            "Abbr",
            "Erro",
            "Arch",
        }:
            continue
        if "NOUN" not in grammemes:
            others[fold(word)].update({str(tag.POS), *(grammemes & PARTICLES)})
        elif not grammemes & {"Infr", "Slng", "Dist"}:
            own = Noun(lemma, str(paradigm))
            nouns[own][fold(word)].update(_russian(grammemes))
    yield from usual_forms(_frozen(nouns, others), usual)


def _russian(grammemes: set[str]) -> Iterator[Reading]:
    """Plurals show no gender, so that they have none here."""
    if "plur" in grammemes:
        yield Reading("", "pl")
        return
    genders = [RUSSIAN[name] for name in ("masc", "femn", "neut") if name in grammemes]
    if "ms-f" in grammemes or "Ms-f" in grammemes:
        genders = ["c"]
    for gender in genders:
        yield Reading(gender, "sg")


def _frozen(
    nouns: Mapping[Noun, Mapping[str, set[Reading]]], others: Mapping[str, set[str]]
) -> Dictionary:
    return Dictionary(
        {
            noun: {form: frozenset(readings) for form, readings in forms.items()}
            for noun, forms in nouns.items()
        },
        {form: frozenset(kinds) for form, kinds in others.items()},
    )


def usual_forms(
    dictionary: Dictionary, frequency: Mapping[str, float]
) -> Iterator[tuple[str, Reading]]:
    """Forms and readings of nouns that occur; what is too rare beside another is left out."""
    sharing: dict[str, list[Noun]] = defaultdict(list)
    forms_of: dict[str, set[str]] = defaultdict(set)
    for noun, forms in dictionary.nouns.items():
        forms_of[noun.name].update(forms)
        for form in forms:
            sharing[form].append(noun)

    def weight(forms: Iterable[str], several: Callable[[str], bool]) -> float:
        shares = (SHARED if several(form) or form in dictionary.others else 1.0 for form in forms)
        return fsum(map(mul, shares, (frequency.get(form, 0.0) for form in forms)))

    by_noun = {
        noun: weight(forms, lambda form: len(sharing[form]) > 1)
        for noun, forms in dictionary.nouns.items()
    }
    by_name = {
        name: weight(forms, lambda form: len({noun.name for noun in sharing[form]}) > 1)
        for name, forms in forms_of.items()
    }
    half = {
        form: frequency.get(form, 0.0) / (2 if form in dictionary.others else 1) for form in sharing
    }
    for form, nouns in sharing.items():
        kinds = dictionary.others.get(form, frozenset())
        names = {noun.name for noun in nouns}
        best = max(by_name[name] for name in names)
        others = {other for name in names for other in forms_of[name]} - {form}
        times = (form in map(fold, names)) if kinds & PARTICLES else OTHER
        often = frequency.get(form, 0.0) > times * fsum(half[other] for other in others)
        if not best or (kinds and often):
            continue
        for noun in nouns:
            rivals = max(by_noun[other] for other in nouns if other.name == noun.name)
            if by_name[noun.name] >= RARE * best and by_noun[noun] >= SAME * rivals:
                yield from ((form, reading) for reading in dictionary.nouns[noun][form])


def verbs(words: int = 80_000) -> Iterator[str]:
    """Of the most frequent Polish words, those that the pack takes for none, and those it should.

    By frequency, against all that can only be a finite verb of the third person.
    """
    from morfeusz2 import Morfeusz  # noqa: PLC0415

    pack = load_pack("pl")
    if pack is None:
        raise SystemExit("there is no Polish pack")
    analyser, usual, nouns = Morfeusz(expand_tags=True), frequencies("pl"), load_nouns(pack)
    known, missed, mistaken = 0.0, list[str](), list[str]()
    for word in sorted(filter(str.isalpha, usual), key=lambda word: -usual[word])[:words]:
        found = analyser.analyse(word)
        if any(end != 1 for _, end, _ in found):  # byłem, which is był and em
            continue
        tags = {tag for *_, (_, _, tag, *_) in found}
        finite = {tag for tag in tags if FINITE.match(tag)}
        taken = any(form.person == 3 for form in finite_forms(pack, [word], 0, nouns))
        if finite == tags:
            known += usual[word]
            missed += [] if taken else [word]
        elif taken and not finite and not any(tag.startswith("ign") for tag in tags):
            mistaken.append(word)
    for name, listed in (("missed", missed), ("no verbs", mistaken)):
        share = fsum(usual[word] for word in listed) / known
        yield f"{name}: {share:.4f} of the verbs, such as {', '.join(listed[:20])}"


if __name__ == "__main__":
    for line in verbs():
        print(line)
