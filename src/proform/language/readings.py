"""Gender, number and case that a word may have: sets of readings, and how they combine."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

COMMON = "c"
"""The gender of a noun that is m or f, as the person is: journaliste."""
VIRILE, OTHERS = "v", "o"
"""The two genders that plurals have in Polish: of men, also among others (oni), and the rest."""


class Reading(NamedTuple):
    """One way to read a word; an empty feature is one that the word does not show."""

    gender: str = ""
    number: str = ""
    case: str = ""


Readings = frozenset[Reading]
ANYTHING: Readings = frozenset({Reading()})
"""What a word may be of which nothing is known."""

_KEPT = 4096
"""So many answers are kept: few sets of readings occur, and these all the time."""
_GENDERS = {
    "m": "masculine",
    "f": "feminine",
    "n": "neuter",
    VIRILE: "virile",
    OTHERS: "non-virile",
}
_NUMBERS = {"": "", "sg": "singular", "pl": "plural"}
_VALUES = ({"", *_GENDERS, COMMON}, {"", "sg", "pl"}, {"", "nom", "acc", "dat", "gen"})


def parse_readings(text: str) -> Readings:
    """`m.sg.nom f.sg.dat`: readings parted by blanks, features by full stops, some left out."""
    readings = set()
    for word in text.split():
        features = word.split(".")
        if len(features) > 3 or any(f not in v for f, v in zip(features, _VALUES, strict=False)):
            raise ValueError(f"{word!r} is no reading such as m.sg, f.pl or m.sg.nom")
        readings.add(Reading(*features))
    return frozenset(readings)


@lru_cache(_KEPT)
def meet(one: Readings, other: Readings) -> Readings:
    """What both allow; nothing if they contradict each other."""
    return frozenset(
        Reading(*features)
        for pair in product(one, other)
        for features in product(*map(_common, *pair))
    )


def _common(one: str, other: str) -> Sequence[str]:
    """The feature that both allow, if there is one; a person of both genders is no neuter."""
    if not one or not other or one == other:
        return [one or other]
    if COMMON in {one, other} and "n" not in {one, other}:
        return [other if one == COMMON else one]
    return []


def genders_in(number: str, genders: Sequence[str]) -> tuple[str, ...]:
    """Those of a language's genders that a number has."""
    if VIRILE not in genders:
        return tuple(genders)
    return (VIRILE, OTHERS) if number == "pl" else tuple(g for g in genders if g in "mfn")


@lru_cache(_KEPT)
def values(readings: Readings, genders: tuple[str, ...]) -> frozenset[str]:
    """Every gender and number that readings allow, such as m.sg."""
    return frozenset(
        f"{gender}.{number}"
        for reading in readings
        for number in ((reading.number,) if reading.number else ("sg", "pl"))
        for gender in _possible(reading.gender, genders_in(number, genders))
    )


def _possible(gender: str, genders: Sequence[str]) -> Sequence[str]:
    """The genders that one may be; in the plural, a masculine may be of men, and may not."""
    if not gender or (gender in {"m", COMMON} and VIRILE in genders):
        return genders
    if gender == COMMON:
        return ("m", "f")
    return (OTHERS,) if VIRILE in genders and gender in {"f", "n"} else (gender,)


@lru_cache(_KEPT)
def genders_of(values: frozenset[str]) -> frozenset[str]:
    """The genders among values such as m.sg."""
    return frozenset(value.split(".")[0] for value in values)


@lru_cache(_KEPT)
def numbers_of(values: frozenset[str]) -> frozenset[str]:
    """The numbers among values such as m.sg; m alone has none."""
    return frozenset(value.split(".")[-1] for value in values if "." in value)


def in_number(values: frozenset[str], *numbers: str) -> frozenset[str]:
    """Those of one of some numbers; all, if that is empty."""
    return frozenset(value for value in values if value.endswith(numbers))


@lru_cache(_KEPT)
def alike(values: frozenset[str], like: frozenset[str]) -> frozenset[str]:
    """Those in the number of others, if there are any."""
    return in_number(values, *numbers_of(like)) or values


@lru_cache(_KEPT)
def is_open(values: frozenset[str]) -> bool:
    """Whether values leave both gender and number open."""
    return all(len(genders_of(in_number(values, number))) > 1 for number in ("sg", "pl"))


@lru_cache(_KEPT)
def in_words(values: frozenset[str], genders: tuple[str, ...]) -> str:
    """Values in words: masculine or neuter singular; a gender that is open is left out."""
    said = []
    for number in ("", "sg", "pl"):
        held = [g for g in _GENDERS if (f"{g}.{number}" if number else g) in values]
        whole = number and {*genders_in(number, genders)} <= {*held}
        shown = [] if whole else [_GENDERS[gender] for gender in held]
        if held:
            said.append(f"{' or '.join(shown)} {_NUMBERS[number]}".strip())
    return " or ".join(said)
