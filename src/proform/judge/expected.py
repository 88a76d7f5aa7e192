"""Is the form there that a challenge set expects: anywhere, or for the pronoun in question?

`expected-form` decides as the set's own script does. `expected-aligned` looks at what stands for
the pronoun, and says why it differs from the other where it does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache

import numpy as np

from proform.judge.base import Description, Judge, Reason, Vectors, ratio
from proform.judge.choices import Choices
from proform.judge.compare import Comparison
from proform.language.forms import fold
from proform.language.pack import Pack
from proform.model import (
    OTHER,
    Challenge,
    Decision,
    Occurrence,
    Rendering,
    Segment,
    Translation,
    Verdict,
)
from proform.pronoun.renderings import NOTHING, Renderer

FORM, ALIGNED = "expected-form", "expected-aligned"

EXPECTED, MISSING = "expected", "missing"
UNREAD, ENCLITIC, CASE, NEUTRAL = "unread", "enclitic", "other_case", "neutral"
OTHER_FORM, ELSEWHERE = "other_form", "elsewhere"
NO_PRONOUN, UNSURE, NOT_ALIGNED, LOST = "no_pronoun", "unsure", "not_aligned", "lost"

_FORM_REASONS = (
    Reason(EXPECTED, "expected form is there", "good"),
    Reason(MISSING, "expected form is missing", "bad"),
)
_RIGHT = (
    Reason(EXPECTED, "expected form", "good"),
    Reason(UNREAD, "expected form, not seen by the set's rule", "good"),
    Reason(ENCLITIC, "expected form, part of another word", "good"),
    Reason(CASE, "another case of the expected form", "near"),
    Reason(NEUTRAL, "form that shows no gender", "near"),
)
_WRONG = (
    Reason(OTHER_FORM, "another form", "bad"),
    Reason(ELSEWHERE, "another form; the expected one stands elsewhere", "bad"),
)
_OPEN = (
    Reason(NO_PRONOUN, "no pronoun stands for it", "half"),
    Reason(UNSURE, "form of which nothing is known", "odd"),
    Reason(NOT_ALIGNED, "nothing stands for it", "lost"),
    Reason(LOST, "sentence not found in the output", "lost"),
)
_ALIGNED_REASONS = (*_RIGHT, *_WRONG, *_OPEN)


@cache
def describe(name: str) -> Description:
    """Of all examples, or of those that can be decided."""
    reasons = _FORM_REASONS if name == FORM else _ALIGNED_REASONS
    codes = tuple(reason.code for reason in reasons)
    right = {EXPECTED} if name == FORM else {reason.code for reason in _RIGHT}
    left_out = set() if name == FORM else {reason.code for reason in _OPEN}
    credit = tuple((float(code in right), float(code not in left_out)) for code in codes)
    if name == FORM:
        return Description(name, codes, credit, reasons)
    short = ("e", "unread", "encl", "case", "neutral", "other", "else", "none", "?", "unal", "lost")
    return Description(
        name,
        codes,
        credit,
        reasons,
        headings=dict(zip(codes, short, strict=True)),
        legend={
            reason.code: f"{heading}: {reason.words}"
            for heading, reason in zip(short, reasons, strict=True)
        },
        rare=frozenset(codes[1:]),
    )


def make_form(choices: Choices) -> Judge:
    """The set's own rule."""
    return ExpectedForm(choices.asked(FORM))


def make_aligned(choices: Choices) -> Judge:
    """What stands for the pronoun, by alignment."""
    asked = choices.asked(ALIGNED)
    listed = dict.fromkeys(form for each in asked.values() for form in each.expected)
    forms = (*choices.target_pronouns, *choices.target.inventory, *listed)
    better = replace(choices, repair="informed", target_pronouns=forms)
    features = _Features.of(choices.source, choices.target, asked)
    comparison = Comparison(choices.compared)
    return ExpectedAligned(asked, better.renderer(), features, comparison)


def _asked(challenges: Mapping[int, Challenge], occurrence: Occurrence) -> Challenge:
    if occurrence.example is None:
        raise AssertionError("a challenge set has examples only")
    return challenges[occurrence.example]


def holds(text: str | None, forms: tuple[str, ...]) -> bool:
    """Does one of the forms stand in the text, with a blank on either side?"""
    return any(f" {form.lower()} " in f" {text or ''} " for form in forms)


def other_rule(asked: Challenge, read: str | None, verdict: Verdict) -> str:
    """What the set's own rule says of an example, if that is otherwise."""
    seen = holds(read, asked.expected)
    if {Verdict.CORRECT: seen, Verdict.INCORRECT: not seen}.get(verdict, False):
        return ""
    form = "' or '".join(asked.expected)
    stands = "right, for" if seen else "wrong, for"
    there = "stands" if seen else "does not stand"
    return f" The set's own rule says {stands} '{form}' {there} in '{read}'."


@dataclass(frozen=True)
class ExpectedForm(Judge):
    """Is the expected form a word of what the set's own script reads of an output?"""

    challenges: Mapping[int, Challenge]

    name = FORM
    description = describe(FORM)

    def takes(self, occurrence: Occurrence) -> bool:
        """Does the set name a form?"""
        return bool(_asked(self.challenges, occurrence).expected)

    def candidate(self, occurrence: Occurrence, segment: Segment, into: Translation) -> Rendering:
        """What is linked to it, and what the script reads."""
        linked = super().candidate(occurrence, segment, into)
        return linked._replace(asked=into.asked or "")

    def judge(self, occurrence: Occurrence, reference: Rendering, candidate: Rendering) -> Decision:
        """There or not."""
        there = holds(candidate.asked, _asked(self.challenges, occurrence).expected)
        verdict = Verdict.CORRECT if there else Verdict.INCORRECT
        reason = EXPECTED if there else MISSING
        statistics = (float(there), float(not there))
        return Decision(occurrence, verdict, reason, reference, candidate, statistics)

    def explain(self, system: str, decision: Decision) -> str:
        """What was looked for, and where."""
        form = "' or '".join(_asked(self.challenges, decision.occurrence).expected)
        read = f"what the set's rule reads of {system}, '{decision.candidate.asked}'"
        stands = "stands" if decision.verdict is Verdict.CORRECT else "does not stand"
        return f"'{decision.occurrence.token}': the expected form '{form}' {stands} in {read}."


Feature = tuple[int, str, str]
"""Person, gender and number."""


@dataclass(frozen=True)
class _Features:
    """What is known of forms: from the target's pack, else from the rules of the set."""

    source: Pack
    target: Pack
    ruled: Mapping[str, frozenset[Feature]] = field(default_factory=dict)

    @classmethod
    def of(cls, source: Pack, target: Pack, challenges: Mapping[int, Challenge]) -> _Features:
        ruled: dict[str, set[Feature]] = {}
        genders = {"MASC": "m", "FEM": "f", "NEUT": "n"}
        numbers = {"SING": "sg", "PLUR": "pl"}
        for asked in challenges.values():
            parts = asked.rule.split(".")
            gender = next((genders[part] for part in parts if part in genders), "")
            number = next((numbers[part] for part in parts if part in numbers), "")
            for form in asked.expected if gender else ():
                ruled.setdefault(form, set()).add((3, gender, number))
        known = set(target.inventory)
        return cls(
            source,
            target,
            {form: frozenset(values) for form, values in ruled.items() if form not in known},
        )

    def __call__(self, form: str, person: int | None, *, owned: bool) -> frozenset[Feature]:
        """What a form may be, of this person; possessives only where one is expected."""
        if form in self.ruled:
            return self.ruled[form]
        readings = [
            reading
            for reading in self.target.readings(form)
            if person in (None, reading.person) and (owned or reading.case != "gen")
        ]
        return frozenset((each.person, each.gender, each.number) for each in readings)

    def person(self, form: str) -> int | None:
        """The person of a source form, if it is known."""
        return next((reading.person for reading in self.source.readings(form)), None)

    def owned(self, form: str) -> bool:
        """Is a form nothing but possessive?"""
        cases = {reading.case for reading in self.target.readings(form)}
        return cases == {"gen"}


@dataclass(frozen=True)
class ExpectedAligned(Judge):
    """Is what stands for the pronoun the expected form, or one that means the same?"""

    challenges: Mapping[int, Challenge]
    renderer: Renderer
    features: _Features
    comparison: Comparison

    name = ALIGNED
    description = describe(ALIGNED)

    @property
    def signature(self) -> Mapping[str, str]:
        """How links are mended."""
        return {"repair": self.renderer.name}

    def takes(self, occurrence: Occurrence) -> bool:
        """Does the set name a form?"""
        return bool(_asked(self.challenges, occurrence).expected)

    def candidate(self, occurrence: Occurrence, segment: Segment, into: Translation) -> Rendering:
        """What stands for it, and what the set's own script reads."""
        if into.lost:
            return NOTHING._replace(asked=into.asked, lost=into.lost)
        form = fold(occurrence.form)
        rendered = self.renderer.render(occurrence.position, form, segment, into)
        return rendered._replace(asked=into.asked or "")

    def judge(self, occurrence: Occurrence, reference: Rendering, candidate: Rendering) -> Decision:
        """Right or wrong for a reason; or left open."""
        reason = self._reason(occurrence, candidate)
        codes = [known.code for known in _ALIGNED_REASONS]
        verdict = (
            Verdict.CORRECT
            if codes.index(reason) < len(_RIGHT)
            else Verdict.INCORRECT
            if codes.index(reason) < len(_RIGHT) + len(_WRONG)
            else Verdict.UNDECIDED
        )
        statistics = tuple(float(reason == code) for code in codes)
        return Decision(occurrence, verdict, reason, reference, candidate, statistics)

    def _reason(self, occurrence: Occurrence, candidate: Rendering) -> str:
        asked = _asked(self.challenges, occurrence)
        seen = holds(candidate.asked, asked.expected)
        if candidate.lost:
            return LOST
        if not candidate.forms:  # the repair drops links to words that are no pronouns
            return NO_PRONOUN if candidate.links else NOT_ALIGNED
        forms = [form for form in candidate.forms if form != OTHER]
        if not forms:
            words = {fold(token) for token in candidate.tokens}
            return _found(seen=seen) if words & set(asked.expected) else NO_PRONOUN
        heads = {self.comparison.head(form) for form in forms}
        if heads & {self.comparison.head(form) for form in asked.expected}:
            plain = {fold(token) for token in candidate.tokens}
            return _found(seen=seen) if seen or plain & set(asked.expected) else ENCLITIC
        if set(forms) & set(asked.excluded):
            return ELSEWHERE if seen else OTHER_FORM
        return self._unlike(occurrence, asked, forms, seen=seen)

    def _unlike(
        self, occurrence: Occurrence, asked: Challenge, forms: list[str], *, seen: bool
    ) -> str:
        """A form that the set does not name: by person, gender and number."""
        person = self.features.person(fold(occurrence.form))
        owned = any(map(self.features.owned, asked.expected))
        wanted = {each for form in asked.expected for each in self._of(form, person, owned=owned)}
        written = {each for form in forms for each in self._of(form, person, owned=owned)}
        if not wanted or not written:
            return UNSURE
        if wanted & written:
            return CASE
        gendered = any(gender for _, gender, _ in wanted)
        numbers = {(who, number) for who, _, number in wanted}
        for who, gender, number in written if gendered else ():
            if not gender and ((who, number) in numbers or not number):
                return NEUTRAL
        return ELSEWHERE if seen else OTHER_FORM

    def _of(self, form: str, person: int | None, *, owned: bool) -> frozenset[Feature]:
        known = self.features(form, person, owned=owned)
        return known or self.features(form, None, owned=True)

    def explain(self, system: str, decision: Decision) -> str:
        """What stands for the pronoun, and what the set's own rule says if that is otherwise."""
        asked, candidate = _asked(self.challenges, decision.occurrence), decision.candidate
        form = "' or '".join(asked.expected)
        start = f"'{decision.occurrence.token}': the set expects '{form}'"
        if candidate.lost:
            return f"{start}, but {system} has no translation of the sentence: {candidate.lost}."
        has = (
            f"{system} has '{' '.join(candidate.tokens)}' for it"
            if candidate.tokens
            else (f"nothing in {system} stands for it")
        )
        sentence = f"{start}, {has}: {self.because(decision)}"
        return f"{sentence}.{other_rule(asked, candidate.asked, decision.verdict)}"

    def left_out(self, sums: Vectors) -> Mapping[str, int]:
        """What is left open, for each reason."""
        first = len(_RIGHT) + len(_WRONG)
        counts = zip(_OPEN, sums[first:], strict=True)
        return {reason.words: round(count) for reason, count in counts if count}

    def scores(self, sums: Vectors) -> Mapping[str, Vectors]:
        """The share of what is decided that is right, and the share that is decided."""
        everything = np.asarray(sums.sum(axis=-1))
        return {**super().scores(sums), "decided": ratio(self.sizes(sums), everything)}


def _found(*, seen: bool) -> str:
    return EXPECTED if seen else UNREAD
