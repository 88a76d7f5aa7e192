"""Whether a pronoun of a translation fits each thing that it may refer to."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from proform.analysis.antecedents import FAR
from proform.analysis.gender import NounFeatures
from proform.analysis.nouns import Noun, Nouns
from proform.analysis.pronouns import Evidence, Locator
from proform.analysis.ranker import NULLS
from proform.analysis.verbs import shown_by_verb
from proform.language.forms import fold
from proform.language.readings import (
    alike,
    genders_in,
    genders_of,
    in_words,
    is_open,
    numbers_of,
)
from proform.model import (
    OTHER,
    Antecedents,
    Chances,
    Fit,
    Occurrence,
    Option,
    Rendering,
    Segment,
    Step,
    Translation,
)

_ECHO = 0.25
"""So far an earlier pronoun's translation counts: systems may be wrong twice in the same way."""

_SINGULAR_THEY = 0.25
"""So far a plural pronoun for one person or group counts as fitting."""


@dataclass(frozen=True)
class Fitter:
    """Reads the nouns and the pronoun of a translation, and compares their gender and number."""

    nouns: Nouns
    locator: Locator

    def fitted(
        self, occurrence: Occurrence, rendering: Rendering, segment: Segment, into: Translation
    ) -> Rendering:
        """The pronoun's rendering, with how far it fits all that it may refer to."""
        antecedents = segment.antecedents.get(occurrence.position, Antecedents())
        if not into.tokens:
            return rendering
        rendering = self.locator.locate(occurrence, rendering, segment, into)
        reader = self.locator.pronouns
        if rendering.step is Step.DROPPED:
            shown = shown_by_verb(self.nouns.gender, reader.target, rendering, into)
        else:
            shown = reader.shown(rendering, into)
        texts = {text.number: text for text in (*segment.before, segment)}
        # Translations have the same place in the segments before.
        which = next(k for k, each in enumerate(segment.translations) if each is into)
        fits = [
            self._fit(occurrence, option, rendering, shown, texts, which)
            for option in (*antecedents.options, *antecedents.pronouns)
        ]
        fits += self._nothing(antecedents, rendering, shown)
        looks = in_words(shown.values, self.nouns.gender.agree.genders)
        return rendering._replace(
            fits=tuple(fits), shown=f"'{shown.words}' is {looks}" if looks else f"'{shown.words}'"
        )

    def _fit(
        self,
        occurrence: Occurrence,
        option: Option,
        rendering: Rendering,
        shown: Evidence,
        texts: Mapping[int, Segment],
        which: int,
    ) -> Fit:
        there = [(texts[number], head) for number, head in option.heads if number in texts]
        heads = tuple(text.source[head] for text, head in there)
        nouns = [self._named(text, head, text.translations[which]) for text, head in there]
        features = self._together([noun.features for noun in nouns if noun], len(option.heads))
        trust = min((noun.trust for noun in nouns if noun), default=1.0)
        chances = self._chances(occurrence, heads, features, rendering, shown, trust)
        genders = self.nouns.gender.agree.genders
        looks = f"{in_words(features.values, genders)} ({', '.join(features.sources)})"
        words = " + ".join(noun.words for noun in nouns if noun)
        looks = looks.removesuffix(" ()") if words else ""
        return Fit(option.probability, heads, option.heads, words, looks, chances)

    def _named(self, text: Segment, head: int, into: Translation) -> Noun | None:
        """What stands for a noun, or for an earlier pronoun as far as the alignment tells."""
        if fold(text.source[head]) not in self.nouns.source.inventory:
            return self.nouns.noun(text, head, into)
        reader, linked = self.locator.pronouns, into.alignment.targets(head)
        for place in linked:
            if reader.is_usable(place, into):
                word = into.tokens[place]
                rendering = Rendering((place,), (word,), (reader.form(word),), Step.ALIGNED, linked)
                shown = reader.shown(rendering, into)
                values = frozenset() if shown.neutral else shown.values
                return Noun(shown.words, NounFeatures(values, ("pronoun",)), _ECHO)
        return None

    def _together(self, features: list[NounFeatures], size: int) -> NounFeatures:
        """Several nouns are plural; if one has no translation, nothing is known."""
        if len(features) < size:
            return NounFeatures(frozenset(), ())
        sources = dict.fromkeys(name for noun in features for name in noun.sources)
        values = self.nouns.gender.together([noun.values for noun in features])
        return NounFeatures(values, tuple(sources))

    def _chances(
        self,
        occurrence: Occurrence,
        heads: tuple[str, ...],
        features: NounFeatures,
        rendering: Rendering,
        shown: Evidence,
        trust: float,
    ) -> Chances:
        """By gender and number; a wrong pronoun has any of the other genders as often.

        So one that shows several genders is likelier to be seen, and one that shows all of them
        tells nothing. Nor does one that is of another number, for translations often change that of
        a noun; but a plural may stand for one person or group.
        """
        if shown.neutral:
            return Chances(safe=1.0)
        unknown = Chances(open=self._share(shown.values))
        if not features.values or is_open(shown.values) or not shown.values:
            return unknown
        of_noun, of_pronoun = self._compared(occurrence, features.values, shown.values)
        others = len(self._genders(of_pronoun)) - 1
        many = len(genders_of(of_pronoun))
        known = unknown
        if of_noun <= of_pronoun:
            hidden = (many - 1) / others
            known = Chances(right=1 - hidden, safe=hidden)
        elif numbers_of(of_noun).isdisjoint(numbers_of(of_pronoun)) and numbers_of(of_noun):
            people = all(self.nouns.source.nouns.are_people(fold(head)) for head in heads)
            if people and self._may_be_several(occurrence.form) and {"m.pl", "v.pl"} & of_pronoun:
                known = _mixed(Chances(right=1.0), unknown, _SINGULAR_THEY)
        elif of_noun.isdisjoint(of_pronoun) and not self._is_astray(occurrence, of_pronoun):
            loose = self.nouns.gender.agree.loose
            share = min(loose.get(form, 0.0) for form in rendering.forms)
            known = Chances(share, (1 - share) * many / others, misfit=1 - share)
        return _mixed(known, unknown, trust)

    def _is_astray(self, occurrence: Occurrence, of_pronoun: frozenset[str]) -> bool:
        """Whether a pronoun is of another number than that of the source."""
        number, numbers = self.nouns.source.number(occurrence.form), numbers_of(of_pronoun)
        return bool(number and numbers) and number not in numbers

    def _share(self, values: frozenset[str]) -> float:
        """How many of all genders a pronoun may have."""
        genders = self._genders(values)
        return len(genders_of(values) or genders) / len(genders)

    def _genders(self, values: frozenset[str]) -> set[str]:
        """All genders that there are in the numbers of values."""
        genders = self.nouns.gender.agree.genders
        numbers = numbers_of(values) or {"sg", "pl"}
        return {gender for number in numbers for gender in genders_in(number, genders)}

    def _may_be_several(self, form: str) -> bool:
        """Whether a pronoun like they stands for one person or group."""
        readings = self.nouns.source.readings(form)
        return {reading.number for reading in readings} == {"sg", "pl"}

    def _compared(
        self, occurrence: Occurrence, of_noun: frozenset[str], of_pronoun: frozenset[str]
    ) -> tuple[frozenset[str], frozenset[str]]:
        """The values to compare, of the noun and of the pronoun.

        If a pronoun may be singular or plural (sie), it is as that of the source; if a noun may, it
        is as its pronoun. Of one and mine only the gender counts, in the number of the noun.
        """
        source = self.nouns.source
        if occurrence.form in source.free:
            return genders_of(of_noun), genders_of(alike(of_pronoun, of_noun))
        number = source.number(occurrence.form)
        same = frozenset(value for value in of_pronoun if value.endswith(number))
        for values in (same, of_pronoun):
            if of_noun <= values:
                return of_noun, values
        return alike(of_noun, same or of_pronoun), same or of_pronoun

    def _nothing(
        self, antecedents: Antecedents, rendering: Rendering, shown: Evidence
    ) -> Iterator[Fit]:
        """By the pack's shares of what is right in a category; what no list has tells nothing."""
        agree = self.nouns.gender.agree
        words = {*rendering.forms, *map(str.lower, rendering.tokens)} - {OTHER}
        named = " ".join(rendering.tokens) if rendering.forms != (OTHER,) else ""
        nothing = dict(antecedents.nothing)
        if FAR in nothing:
            nothing[FAR] -= sum(option.probability for option in antecedents.pronouns)
        for category, probability in nothing.items():
            shares = agree.allowed.get(category, {})
            usual = max((shares[word] for word in words & shares.keys()), default=0.0)
            if category in NULLS and shown.values and agree.impersonal not in shown.values:
                usual = 0.0  # l'ai vue
            share = 1.0 if shown.neutral else usual
            unseen = self._share(shown.values) * (category == FAR)
            # Where the category is known, what is not usual is wrong.
            right, safe = (share, 0.0) if antecedents.annotated else (0.0, share)
            yield Fit(probability, (), (), named, category, Chances(right, 0.0, safe, unseen))


def _mixed(known: Chances, unknown: Chances, trust: float) -> Chances:
    """What is known, as far as it can be trusted."""
    return Chances(*(trust * a + (1 - trust) * b for a, b in zip(known, unknown, strict=True)))
