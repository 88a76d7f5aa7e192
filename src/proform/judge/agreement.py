"""Agreement: is the pronoun right for the antecedent that the system itself wrote?"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from math import log, prod
from typing import ClassVar, NamedTuple

import numpy as np

from proform.analysis.antecedents import Resolver
from proform.analysis.fits import Fitter
from proform.analysis.gender import Gender
from proform.analysis.nouns import Nouns
from proform.analysis.parser import find_tagger
from proform.analysis.pronouns import PronounReader
from proform.analysis.ranker import FAR
from proform.errors import ProformError
from proform.judge.base import Description, Judge, Reason, SettledVerdict, Vectors, ratio, rendered
from proform.judge.choices import Choices
from proform.language.lexica import lacking, load_nouns
from proform.language.weights import lacking_weights
from proform.model import Decision, Fit, Occurrence, Rendering, Segment, Translation, Verdict
from proform.pronoun.renderings import Renderer

AGREES, DISAGREES, UNKNOWN = "agrees", "disagrees", "unknown"
REASONS = (
    Reason(AGREES, "agrees", "good"),
    Reason(DISAGREES, "disagrees", "bad"),
    Reason(UNKNOWN, "unknown", "lost"),
)
_VERDICTS = {AGREES: Verdict.CORRECT, DISAGREES: Verdict.INCORRECT, UNKNOWN: Verdict.UNDECIDED}
SURE = 0.8
"""A verdict is at least so probable."""
_OWN = 0.25
"""The log-odds that a verdict needs by itself, whatever is known of the system: more than none."""
SLIP = 0.01
"""So often the wrong word is taken for the noun or the pronoun, or its gender is misread."""
_OPEN = 0.02
"""A noun that a pronoun neither fits nor misfits weighs so much less, and speaks for either."""
_REFERENCE = 0.25
"""So often a reference's pronoun, as it is read, does not fit what the source's refers to."""
_STEP, _STEPS = 0.25, 18
"""Log-odds are counted in steps, up to so many on either side of even."""
_ODDS: Vectors = _STEP * np.arange(-_STEPS, _STEPS + 1, dtype=np.float64)
_SCORED = tuple(f"odds{odds:+.2f}" for odds in _ODDS)
"""How many pronouns have such odds, for the share of wrong ones."""
_DECIDED = tuple(f"own{odds:+.2f}" for odds in _ODDS)
"""The same for verdicts, which rest on what is known."""
_NAMES = (*_SCORED, *_DECIDED)
SIZE = len(_ODDS)
"""So many steps there are."""
_TOLD = 0.02
"""What is at least so probable is told."""
_PRIOR = (1.0, 9.0)
"""Verdicts lean on so many pronouns of a usual system, wrong and right, beside its own."""


@cache
def describe(name: str) -> Description:
    """Counts of log-odds that a pronoun is wrong, before anything is known of the system."""
    right = 1 / (1 + np.exp(_ODDS))
    return Description(
        name,
        _NAMES,
        (*((float(share), 1.0) for share in right), *((0.0, 0.0) for _ in _DECIDED)),
        REASONS,
        sums=frozenset(_NAMES),
        mixture=True,
    )


def make(choices: Choices) -> Judge:
    """The judge of these choices."""
    source, target, resolver = choices.source, choices.target, choices.resolver
    if not target.agree.genders:
        what = f"nothing is known of gender and number in the language {target.language!r}"
        raise ProformError(what, hint="its language pack needs a table [agree]; see --packs DIR")
    lexicon, notes = choices.lexicon or load_nouns(target), [*lacking(target)]
    gender = Gender(target.agree, (lexicon,) if lexicon else (), find_tagger(target.language))
    if resolver.tags is None:
        missing = f"no weights for antecedents in {source.language!r}"
        why = next(lacking_weights(source.language), missing)
        notes.append(f"{why}: only pronouns whose antecedent is annotated are decided")
    nouns = Nouns(source, gender, resolver.ranker.types)
    return Agreement(
        renderer=choices.renderer(dropped=True),
        fitter=Fitter(nouns, PronounReader(source, target, gender)),
        resolver=resolver,
        lists=choices.apt_lists,
        notes=tuple(notes),
    )


@dataclass(frozen=True, kw_only=True)
class Agreement(Judge):
    """Sums up the probabilities of what a pronoun fits and of what it does not fit.

    A reference's pronoun is evidence of what the source's refers to. How probable it is that a
    pronoun is wrong depends on the share of the system's pronouns that are; so verdicts are settled
    when all have been seen.
    """

    renderer: Renderer
    fitter: Fitter
    resolver: Resolver = field(default_factory=Resolver)
    lists: str = ""
    notes: tuple[str, ...] = ()

    name = "agreement"
    description = describe("agreement")
    looks_back: ClassVar[int] = 5
    needs_reference: ClassVar[bool] = False
    settles: ClassVar[bool] = True
    takes_more: ClassVar[bool] = True

    @property
    def signature(self) -> Mapping[str, str]:
        """How pronouns are found, the rules of both packs, lexica and weights."""
        reader, gender = self.fitter.reader, self.fitter.reader.gender
        lexica = [*gender.listed, *filter(None, [gender.tagger])]
        return {
            "repair": self.renderer.name,
            "lists": self.lists,
            "rules": f"{reader.source.rules}+{reader.target.rules}",
            "lexica": "+".join(source.name for source in lexica) or "core",
            "antecedents": self.resolver.name,
        }

    def candidate(self, occurrence: Occurrence, segment: Segment, into: Translation) -> Rendering:
        """What stands for the pronoun, and how far it fits all that it may refer to."""
        plain = self.renderer.render(occurrence.position, occurrence.form, segment, into)
        return self.fitter.fitted(occurrence, plain, segment, into)

    def reference(self, occurrence: Occurrence, segment: Segment) -> Rendering:
        """What stands for it in the reference, and how far that fits in all of them."""
        more = (self.candidate(occurrence, segment, into).fits for into in segment.more)
        return super().reference(occurrence, segment)._replace(more=tuple(more))

    def judge(self, occurrence: Occurrence, reference: Rendering, candidate: Rendering) -> Decision:
        """The odds that it is wrong; the verdict is that for a system like any other."""
        scored, own = map(bin_of, evidence(candidate.fits, reference.fits, *reference.more))
        statistics = [0.0] * len(_NAMES)
        statistics[scored] = statistics[SIZE + own] = 1.0
        verdict, reason, _ = self.settle({_DECIDED[own]: 1.0}, _PRIOR[0] / sum(_PRIOR))
        return Decision(occurrence, verdict, reason, reference, candidate, tuple(statistics), None)

    def settle(self, statistics: Mapping[str, float], base: float) -> SettledVerdict:
        """The verdict, given the share of wrong pronouns."""
        own = zip(_ODDS, _DECIDED, strict=True)
        odds = next(odds for odds, name in own if statistics.get(name))
        wrong = _wrong(odds, base)
        reason = {1: AGREES, -1: DISAGREES, 0: UNKNOWN}[int(_said(odds, wrong))]
        return SettledVerdict(_VERDICTS[reason], reason, float(wrong))

    def base(self, sums: Vectors) -> Vectors:
        """The share of wrong pronouns that verdicts rest on, which leans on what is usual."""
        usual = np.zeros(len(_NAMES))
        usual[SIZE - 1], usual[0] = _PRIOR
        return 1 - self.description.score(sums + usual)

    def because(self, decision: Decision) -> str:
        """What the pronoun looks like, and what it may refer to, the most probable first."""
        candidate = decision.candidate
        if not candidate.fits:
            return "there is nothing to compare"
        target, shown = self.fitter.reader.target, candidate.shown
        if target.verbs.dropped and {*candidate.forms} & {*target.verbs.overt}:
            shown += f", where {target.name} may leave the subject out"
        told = "; ".join(_told(candidate.fits, decision.reference.fits, *decision.reference.more))
        return f"{shown}; it may stand for {told}" if shown else f"it may stand for {told}"

    def explain(self, system: str, decision: Decision) -> str:
        """The decision in a sentence, which has no reference if there is none."""
        if decision.reference.fits:
            return super().explain(system, decision)
        token, candidate = decision.occurrence.token, rendered(system, decision.candidate)
        return f"'{token}': {candidate}: {self.because(decision)}."

    def scores(self, sums: Vectors) -> Mapping[str, Vectors]:
        """The share of right pronouns by maximum likelihood; the shares with a verdict."""
        said = _said(_ODDS, _wrong(_ODDS, self.base(sums)[..., None]))
        own, every = sums[..., SIZE:], self.sizes(sums)
        agreeing, disagreeing = (ratio((own * (said == s)).sum(axis=-1), every) for s in (1, -1))
        return {
            **super().scores(sums),
            "decided": agreeing + disagreeing,
            "agreeing": agreeing,
            "disagreeing": disagreeing,
        }


class Odds(NamedTuple):
    """How much more probable a pronoun is if it is wrong than if it is right, as logarithms."""

    scored: float
    """For the share of wrong ones; what is safe or open is as probable either way."""
    decided: float
    """For verdicts: by what it fits and does not fit, as far as that is known."""


def evidence(fits: tuple[Fit, ...], *references: tuple[Fit, ...]) -> Odds:
    """By how probable a pronoun is that looks so, if it is right and if it is wrong."""
    right = wrong = misfit = SLIP
    safe = nouns = far = against = 0.0
    for probability, fit, expected in weighed(fits, *references):
        chances = fit.chances
        right += probability * chances.right
        wrong += probability * chances.wrong
        misfit += probability * chances.misfit
        safe += probability * chances.safe
        if fit.heads:
            nouns += probability * chances.open
        elif fit.looks == FAR:
            far += probability * chances.open
        elif fit.noun and expected and not chances.usual:
            # Without a noun, any pronoun is wrong that is not usual, if references have one that
            # is; but what is too far away to be seen may be what it stands for.
            wrong += probability
            misfit += probability
            against = 1.0
    either = safe + nouns + far
    unseen = _OPEN * nouns + far * against
    odds = (wrong + either) / (right + either), (misfit + unseen) / (right + safe + unseen)
    return Odds(*map(log, odds))


def weighed(
    fits: tuple[Fit, ...], *references: tuple[Fit, ...]
) -> Iterator[tuple[float, Fit, bool]]:
    """Each with its probability, given references' pronouns, and whether these are usual for it."""
    known = [reference for reference in references if len(reference) == len(fits)]  # not empty
    rows = [(fit, [reference[k] for reference in known]) for k, fit in enumerate(fits)]
    weights = [fit.probability * prod(map(_likely, expected)) for fit, expected in rows]
    total = sum(weights) or 1.0
    for weight, (fit, expected) in zip(weights, rows, strict=True):
        usual = bool(expected) and all(other.chances.usual for other in expected)
        yield weight / total, fit, usual


def _likely(expected: Fit) -> float:
    """How probable a reference's pronoun is, if it stands for this."""
    right, wrong, safe, either, _ = expected.chances
    return (1 - _REFERENCE) * right + _REFERENCE * wrong + safe + either


def bin_of(odds: float) -> int:
    """In which step log-odds are counted."""
    return max(-_STEPS, min(round(odds / _STEP), _STEPS)) + _STEPS


def _wrong(odds: Vectors | float, base: Vectors | float) -> Vectors:
    """The probability that a pronoun of such odds is wrong, if so many of the system's are."""
    shift = np.exp(odds) * base
    return np.asarray(shift / (shift + 1 - base))


def _said(odds: Vectors | float, wrong: Vectors | float) -> Vectors:
    """1 if a pronoun of such odds agrees, -1 if it disagrees, 0 if neither can be said."""
    agrees = np.logical_and(wrong <= 1 - SURE, odds <= -_OWN)
    return np.subtract(agrees, np.logical_and(wrong >= SURE, odds >= _OWN), dtype=np.float64)


def _told(fits: tuple[Fit, ...], *references: tuple[Fit, ...]) -> Iterator[str]:
    """What it may stand for, the most probable first; the same noun told twice counts together."""
    shares: dict[tuple[str, str], float] = defaultdict(float)
    nothing = 0.0
    for probability, fit, _ in weighed(fits, *references):
        if fit.heads:
            looks = fit.looks if fit.noun else "not translated"
            shares[fit.noun or " + ".join(fit.heads), looks] += probability
        else:
            nothing += probability
    for (noun, looks), share in sorted(shares.items(), key=lambda item: -item[1]):
        if share >= _TOLD:
            yield f"'{noun}' {share:.2f}, {looks}"
    if nothing >= _TOLD:
        yield f"no noun {nothing:.2f}"
