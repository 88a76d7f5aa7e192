"""Likely translations of pronouns: a pack's own, another's read backwards, or by way of a third."""

from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

from proform.errors import ProformError

Translations = Mapping[str, tuple[str, ...]]
PIVOT = "en"
"""By way of this language, if a pack names no other."""


class KnownPronouns(Protocol):
    """What is asked of a pack."""

    @property
    def language(self) -> str:
        """Its code."""

    @property
    def likely(self) -> Mapping[str, Translations]:
        """For each source language its pronouns, with their likely translations."""

    @property
    def by_way_of(self) -> Mapping[str, str]:
        """For each source language that has no such table, the language in between."""

    def persons(self, form: str) -> frozenset[int]:
        """Which persons a form may be."""


Load = Callable[[str], KnownPronouns | None]


def likely_translations(
    source: KnownPronouns, target: KnownPronouns, load: Load, way: tuple[str, ...] = ()
) -> Translations:
    """The target's own table; else the source's, read backwards; else both, by a third language.

    A cycle of packs that send to one another is an error.
    """
    step = f"{source.language}-{target.language}"
    if step in way:
        cycle = ", ".join((*way[way.index(step) :], step))
        what = f"likely.{source.language}: likely translations go round in a circle: {cycle}"
        raise ProformError(what, hint="give a table in one of these packs")
    if (own := target.likely.get(source.language)) is not None:
        return own
    named = target.by_way_of.get(source.language)
    if named is None and (back := source.likely.get(target.language)) is not None:
        return _backwards(back, source, target)
    through = named or PIVOT
    middle = load(through)
    if middle is None or through in (source.language, target.language):
        if named:
            what = f"likely.{source.language}: there is no pack {named!r} to go by"
            raise ProformError(what, hint="name another language, or give a table")
        return {}
    first = likely_translations(source, middle, load, (*way, step))
    second = likely_translations(middle, target, load, (*way, step))
    return {
        form: forms
        for form, others in first.items()
        if (forms := _fitting(form, (t for o in others for t in second.get(o, ())), source, target))
    }


def _backwards(table: Translations, source: KnownPronouns, target: KnownPronouns) -> Translations:
    """From a table of translations the other way: the first of a list go before the second."""
    ranked: dict[str, list[tuple[int, str]]] = {}
    for form, others in table.items():
        for rank, other in enumerate(others):
            ranked.setdefault(other, []).append((rank, form))
    return {
        form: _fitting(form, (other for _, other in sorted(pairs, key=_rank)), source, target)
        for form, pairs in ranked.items()
    }


def _rank(pair: tuple[int, str]) -> int:
    return pair[0]


def _fitting(
    form: str, others: Iterable[str], source: KnownPronouns, target: KnownPronouns
) -> tuple[str, ...]:
    """Each once, and of a person that the form may be."""
    persons = source.persons(form)
    return tuple(o for o in dict.fromkeys(others) if target.persons(o) & persons)
