"""Whether a pronoun of a translation fits each thing that it may refer to."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from proform.analysis.gender import NounFeatures
from proform.analysis.nouns import Noun, Nouns
from proform.analysis.pronouns import Evidence, PronounReader
from proform.analysis.ranker import FAR, NULLS
from proform.analysis.verbs import shown_by_verb
from proform.language.forms import fold
from proform.language.readings import alike, genders_in, genders_of, in_words, is_open, numbers_of
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
    reader: PronounReader

    def fitted(
        self, occurrence: Occurrence, rendering: Rendering, segment: Segment, into: Translation
    ) -> Rendering:
        """The pronoun's rendering, with how far it fits all that it may refer to."""
        if not into.tokens:
            return rendering
        reader = self.reader
        rendering = reader.locate(occurrence, rendering, segment, into)
        if rendering.step is Step.DROPPED:
            shown = shown_by_verb(reader.gender, reader.target, rendering, into)
        else:
            shown = reader.shown(rendering, into)
        antecedents = segment.antecedents.get(occurrence.position, Antecedents())
        texts = {text.number: text for text in (*segment.before, segment)}
        # Translations have the same place in the segments before.
        which = next(k for k, each in enumerate(segment.translations) if each is into)
        case = _Case(self, occurrence.form, rendering, shown)
        options = (*antecedents.options, *antecedents.pronouns)
        fits = (*(case.fit(option, texts, which) for option in options), *case.nothing(antecedents))
        looks = in_words(shown.values, reader.target.agree.genders)
        told = f"'{shown.words}'" + (f" is {looks}" if looks else "")
        return rendering._replace(fits=fits, shown=told if shown.words else "")

    def named(self, text: Segment, head: int, into: Translation) -> Noun | None:
        """What stands for a noun, or for an earlier pronoun as far as the alignment tells."""
        if fold(text.source[head]) not in self.nouns.source.inventory:
            return self.nouns.noun(text, head, into)
        linked = into.alignment.targets(head)
        for place in linked:
            if self.reader.is_usable(place, into):
                rendering = self.reader.at(place, into, Step.ALIGNED, linked)
                shown = self.reader.shown(rendering, into)
                values = frozenset() if shown.neutral else shown.values
                return Noun(shown.words, NounFeatures(values, ("pronoun",)), _ECHO)
        return None


@dataclass(frozen=True)
class _Case:
    """A source pronoun, what stands for it, and what that shows."""

    fitter: Fitter
    form: str
    rendering: Rendering
    shown: Evidence

    def fit(self, option: Option, texts: Mapping[int, Segment], which: int) -> Fit:
        """How far it fits a noun, or several; if one has no translation, nothing is known."""
        there = [(texts[number], head) for number, head in option.heads if number in texts]
        heads = tuple(text.source[head] for text, head in there)
        named = (self.fitter.named(text, head, text.translations[which]) for text, head in there)
        nouns, gender = [noun for noun in named if noun], self.fitter.nouns.gender
        known = [noun.features for noun in nouns] if len(nouns) == len(option.heads) else []
        values = gender.together([features.values for features in known])
        trust = min((noun.trust for noun in nouns), default=1.0)
        chances = self._chances(heads, values, trust)
        said = dict.fromkeys(name for features in known for name in features.sources)
        why = ", ".join([*said, *(["a guess"] if known and trust < 1 else [])])
        looks = in_words(values, gender.agree.genders) or "gender unknown"
        looks += f" ({why})" if why else ""
        words = " + ".join(noun.words for noun in nouns)
        return Fit(option.probability, heads, option.heads, words, looks, chances)

    def _chances(self, heads: tuple[str, ...], values: frozenset[str], trust: float) -> Chances:
        """By gender and number; a wrong pronoun has any of the other genders as often.

        So one that shows several genders is likelier to be seen, and one that shows all of them
        tells nothing. Nor does one that is of another number than the noun, whose number
        translations often change, or, of people, than the source's; but a plural may stand for one
        person or group.
        """
        shown, source, agree = self.shown, self.fitter.nouns.source, self.fitter.nouns.gender.agree
        if shown.neutral:
            return Chances(safe=1.0)
        many, genders = _genders(shown.values, agree.genders)
        unknown = known = Chances(open=many / genders)
        if not values or is_open(shown.values) or not shown.values:
            return unknown
        of_noun, of_pronoun = self._compared(values)
        many, genders = _genders(of_pronoun, agree.genders)
        number, numbers = source.number(self.form), numbers_of(of_pronoun)
        differs = bool(number and numbers) and number not in numbers
        if of_noun <= of_pronoun:
            hidden = (many - 1) / (genders - 1)
            known = Chances(right=1 - hidden, safe=hidden)
        elif numbers_of(of_noun).isdisjoint(numbers) and numbers_of(of_noun):
            either = {reading.number for reading in source.readings(self.form)} == {"sg", "pl"}
            if either and {"m.pl", "v.pl"} & of_pronoun and self._are_people(heads):
                known, trust = Chances(right=1.0), trust * _SINGULAR_THEY
        elif of_noun.isdisjoint(of_pronoun) and not (differs and self._are_people(heads)):
            share = min(agree.loose.get(form, 0.0) for form in self.rendering.forms)
            known = Chances(share, (1 - share) * many / (genders - 1), misfit=1 - share)
        # What is known, as far as it can be trusted.
        return Chances(*(trust * a + (1 - trust) * b for a, b in zip(known, unknown, strict=True)))

    def _are_people(self, heads: tuple[str, ...]) -> bool:
        return all(map(self.fitter.nouns.are_people, heads))

    def _compared(self, of_noun: frozenset[str]) -> tuple[frozenset[str], frozenset[str]]:
        """The values to compare, of the noun and of the pronoun.

        If a pronoun may be singular or plural (sie), it is as that of the source; if a noun may, it
        is as its pronoun. Of one and mine only the gender counts, in the number of the noun.
        """
        source, of_pronoun = self.fitter.nouns.source, self.shown.values
        if self.form in source.free:
            return genders_of(of_noun), genders_of(alike(of_pronoun, of_noun))
        same = frozenset(v for v in of_pronoun if v.endswith(source.number(self.form)))
        if same and (of_noun <= same or not of_noun <= of_pronoun):
            of_pronoun = same
        return alike(of_noun, of_pronoun), of_pronoun

    def nothing(self, antecedents: Antecedents) -> Iterator[Fit]:
        """By the pack's shares of what is right in a category; what no list has tells nothing."""
        agree, rendering, shown = self.fitter.nouns.gender.agree, self.rendering, self.shown
        words = {*rendering.forms, *map(str.lower, rendering.tokens)} - {OTHER}
        named = " ".join(rendering.tokens) if rendering.forms != (OTHER,) else ""
        many, genders = _genders(shown.values, agree.genders)
        nothing = dict(antecedents.nothing)
        if FAR in nothing:
            nothing[FAR] -= sum(option.probability for option in antecedents.pronouns)
        for category, probability in nothing.items():
            shares = agree.allowed.get(category, {})
            usual = max((shares[word] for word in words & shares.keys()), default=0.0)
            if category in NULLS and shown.values and agree.impersonal not in shown.values:
                usual = 0.0  # l'ai vue
            share = 1.0 if shown.neutral else usual
            unseen = many / genders if category == FAR else 0.0
            # Where the category is known, what is not usual is wrong.
            right, safe = (share, 0.0) if antecedents.annotated else (0.0, share)
            yield Fit(probability, (), (), named, category, Chances(right, 0.0, safe, unseen))


@lru_cache
def _genders(values: frozenset[str], every: tuple[str, ...]) -> tuple[int, int]:
    """How many genders values show, and how many there are in their numbers."""
    numbers = numbers_of(values) or {"sg", "pl"}
    genders = {gender for number in numbers for gender in genders_in(number, every)}
    return len(genders_of(values) or genders), len(genders)
