"""What the reference's pronoun tells of the source's: what it agrees with is more probable."""

from __future__ import annotations

from dataclasses import dataclass, replace

from proform.analysis.fits import Fitter
from proform.analysis.gender import Gender
from proform.analysis.nouns import Nouns
from proform.analysis.pronouns import PronounReader
from proform.judge.choices import Choices
from proform.language.lexica import load_nouns
from proform.model import Antecedents, Fit, Occurrence, Option, Rendering, Segment
from proform.pronoun.categories import EVENT, PLEONASTIC

# How often a translator writes such a form, relative to others.
_CLASH, _OPEN, _NEUTRAL, _UNUSUAL = 0.05, 0.4, 0.3, 0.05


@dataclass(frozen=True)
class ReferenceEvidence:
    """Weighs what a pronoun may refer to by what stands in the reference."""

    fitter: Fitter

    @classmethod
    def of(cls, choices: Choices) -> ReferenceEvidence | None:
        """None if nothing is known of gender in the target language.

        Nouns are those that come along, whatever else is installed: a suite is to be the same
        everywhere.
        """
        if not choices.target.agree.genders:
            return None
        lexicon = load_nouns(choices.target)
        gender = Gender(choices.target.agree, (lexicon,) if lexicon else (), None)
        reader = PronounReader(choices.source, choices.target, gender)
        return cls(Fitter(Nouns(choices.source, gender), reader))

    def weighed(
        self, occurrence: Occurrence, rendering: Rendering, segment: Segment
    ) -> Antecedents:
        """The antecedents of an occurrence, as probable as they are with its translation known."""
        guess, into = segment.antecedents[occurrence.position], segment.reference
        if guess.annotated:
            return guess
        fitted = self.fitter.fitted(occurrence, rendering, segment, into)
        neutral = self.fitter.reader.shown(fitted, into).neutral
        fits = iter(fitted.fits)
        options = [
            option._replace(probability=option.probability * _of_noun(fit, neutral=neutral))
            for option, fit in zip(guess.options, fits, strict=False)
        ]
        pronouns = [
            option._replace(probability=option.probability * _of_noun(fit, neutral=neutral))
            for option, fit in zip(guess.pronouns, fits, strict=False)
        ]
        nothing = {
            fit.looks: fit.probability * _of_nothing(fit, neutral=neutral)
            for fit in fitted.fits[len(options) + len(pronouns) :]
        }
        return _whole(options, nothing, pronouns, guess)


def _whole(
    options: list[Option], nothing: dict[str, float], pronouns: list[Option], guess: Antecedents
) -> Antecedents:
    handed_on = sum(option.probability for option in pronouns)
    far = next((name for name in nothing if name not in (PLEONASTIC, EVENT)), None)
    if far is not None:
        nothing[far] += handed_on
    total = sum(option.probability for option in options) + sum(nothing.values())
    if total <= 0:
        return guess

    def scaled(some: list[Option]) -> tuple[Option, ...]:
        shares = (option._replace(probability=option.probability / total) for option in some)
        return tuple(sorted(shares, key=lambda option: -option.probability))

    shares = {name: share / total for name, share in nothing.items()}
    return replace(guess, options=scaled(options), nothing=shares, pronouns=scaled(pronouns))


def _of_noun(fit: Fit, *, neutral: bool) -> float:
    if neutral:
        return _NEUTRAL
    chances = fit.chances
    return max(chances.right + chances.safe + chances.open, _CLASH)


def _of_nothing(fit: Fit, *, neutral: bool) -> float:
    if fit.looks not in (PLEONASTIC, EVENT):
        return _OPEN
    if neutral:
        return 1.0
    return max(fit.chances.safe, _UNUSUAL)
