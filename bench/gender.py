"""What each source knows of the gender of nouns: the table of docs/agreement.md.

    python bench/gender.py fr TEXT --lines 5000

The gold is what a determiner right before the noun says. It is hidden from the sources: another
takes its place that shows no gender (German has none, nor have languages without articles, so there
it is left out; in the latter, genders are told apart in the number that it shows).
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from proform.analysis.gender import Gender, Known
from proform.analysis.parser import SIZES, SpacyModel
from proform.language.forms import fold
from proform.language.lexica import load_nouns
from proform.language.pack import Pack, load_pack
from proform.language.readings import genders_of, in_number, values
from proform.text.lines import plain_lines
from proform.text.tokens import Tokenizer

NEUTRAL = {
    "fr": {"sg": "votre", "pl": "vos"},
    "es": {"sg": "su", "pl": "sus"},
    "it": {"sg": "ogni", "pl": "due"},
    "pt": {"sg": "cada", "pl": "três"},
}
CONTRACTED = {
    "fr": {"du": "de", "au": "à"},
    "es": {"del": "de", "al": "a"},
    "it": {
        f"{start}{end}": preposition
        for start, preposition in (
            ("de", "di"),
            ("a", "a"),
            ("da", "da"),
            ("ne", "in"),
            ("su", "su"),
        )
        for end in ("l", "llo", "lla", "i", "gli", "lle")
    },
    "pt": {
        f"{start}{end}{plural}": preposition
        for start, preposition in (("d", "de"), ("n", "em"), ("pel", "por"), ("num", "em"))
        for end in "oa"
        for plural in ("", "s")
    }
    | {"ao": "para", "à": "para", "aos": "para", "às": "para", "num": "em"},
}


class Noun(NamedTuple):
    """A noun in a sentence that does not show its gender, and its gender."""

    words: Sequence[str]
    place: int
    gender: str
    number: str = ""
    """Where nothing that is left shows it."""


def nouns(pack: Pack, lines: Iterator[str]) -> Iterator[Noun]:
    """Words between a determiner of one gender and something that ends the phrase."""
    gender, tokenizer = Gender(pack.agree), Tokenizer(pack)
    for line in lines:
        words = tokenizer.line(line).split()
        for place in range(1, len(words)):
            last = place + 1 == len(words) or not gender.is_content(words, place + 1)
            if last and gender.is_content(words, place) and _is_article(pack, words, place - 1):
                found = _noun(pack, gender, words, place)
                yield from [found] if found else []


def _is_article(pack: Pack, words: Sequence[str], place: int) -> bool:
    """Whether a word is a determiner and no pronoun."""
    word, agree = fold(words[place]), pack.agree
    if word not in agree.determiners:
        return False
    if agree.capitals:
        return words[place + 1][0].isupper()
    if agree.bare:  # Polish ci is mostly to you
        you = any(reading.person < 3 and reading.case != "gen" for reading in pack.readings(word))
        return words[place + 1].islower() and word not in agree.neutral and not you
    # Spanish has no pronoun between a preposition and its verb: para verla.
    behind = pack.language == "es" and place > 0 and fold(words[place - 1]) in agree.prepositions
    return behind or word not in pack.inventory


def _noun(pack: Pack, by: Gender, words: Sequence[str], place: int) -> Noun | None:
    said = values(by.by_determiner(words, place), pack.agree.genders)
    if len(said) != 1:
        return None
    gender, number = next(iter(said)).split(".")
    before = CONTRACTED.get(pack.language, {}).get(fold(words[place - 1]))
    neutral = NEUTRAL.get(pack.language, {}).get(number)
    hidden = [*words[: place - 1], *filter(None, (before, neutral))]
    shown = number if pack.agree.bare else ""
    return Noun([*hidden, *words[place:]], len(hidden), gender, shown)


def asked(pack: Pack) -> dict[str, Callable[[Sequence[str], int], frozenset[str]]]:
    """The sources that are there, each by itself, and some of them together."""
    agree, found = pack.agree, load_nouns(pack)
    listed = (found,) if found else ()
    models = [f"{pack.language}_core_news_{size}" for size in SIZES]
    taggers = [SpacyModel(name, f"spaCy {name}") for name in models if find_spec(name)]
    alone: dict[str, Known] = {source.name: source.readings for source in (*listed, *taggers)}
    together = {"all": Gender(agree, listed)}
    alone["ending"] = together["all"].by_ending
    for tagger in taggers:
        names = [source.name for source in (*listed, tagger)]
        together[f"all with {' and '.join(names)}"] = Gender(agree, listed, tagger)
    return {name: _alone(said, agree.genders) for name, said in alone.items()} | {
        name: _together(gender) for name, gender in together.items()
    }


def _alone(said: Known, genders: tuple[str, ...]) -> Callable[[Sequence[str], int], frozenset[str]]:
    return lambda words, place: values(said(words, place), genders)


def _together(gender: Gender) -> Callable[[Sequence[str], int], frozenset[str]]:
    return lambda words, place: gender.find(words, place).values


def measure(pack: Pack, gold: Sequence[Noun]) -> Iterator[str]:
    """How often each source tells one gender, and how often it is the right one."""
    yield f"{len(gold)} nouns, {len({fold(n.words[n.place]) for n in gold})} different ones"
    for name, ask in asked(pack).items():
        counts = Counter(
            noun.gender in told
            for noun in gold
            if len(told := _genders(ask(noun.words, noun.place), noun.number)) == 1
        )
        right = f"{counts[True] / counts.total():.3f}" if counts else "-"
        yield f"{name}: decides {counts.total() / len(gold):.3f}, right {right}"


def _genders(told: frozenset[str], number: str) -> frozenset[str]:
    """The genders of values in a number, if it is known."""
    return genders_of(in_number(told, number))


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("language")
    parser.add_argument("text", type=Path)
    parser.add_argument("--lines", type=int, default=5000)
    arguments = parser.parse_args()
    pack = load_pack(arguments.language)
    if pack is None:
        parser.error(f"no pack for {arguments.language}")
    gold = list(nouns(pack, islice(plain_lines(arguments.text), arguments.lines)))
    for line in measure(pack, gold):
        print(line)


if __name__ == "__main__":
    main()
