"""Contrastive versions of a reference: a pronoun in another gender, and what agrees with it.

Only what can be changed safely is. Forms and rules are those of the target's language pack.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from proform.analysis.tagger import WordTagger, tagger_of
from proform.errors import ProformError
from proform.language.forms import fold
from proform.language.lexica import NounLexicon, load_nouns
from proform.language.pack import Form, Pack
from proform.model import Challenge, Example, Version
from proform.pronoun.occurrences import Pronouns
from proform.suite.suite import Suite, Target

CONTRAST = "contrast"
"""What such a suite is called where the formats of challenge sets are."""

_CONTEXT = 3
_REACH = 6
"""So many words behind a pronoun its verb may stand."""
_DISAGREES = "its category does not agree with anything"
_NO_WORD = "no single pronoun stands for it in the reference"
_NO_GENDER = "its form shows no gender, or has none of another gender beside it"
_CASE = "its case is not clear"
_ARTICLE = "it may be an article"
_AGREEMENT = "it is not clear what agrees with it"


class _Unsafe(Exception):  # noqa: N818 (no error of the program)
    """Why a pronoun cannot be changed."""


@dataclass(frozen=True, slots=True)
class Contrasted:
    """A suite of the examples whose reference could be changed, and why others could not."""

    suite: Suite
    reference: Target
    left_out: Counter[str]


def contrast_suite(
    suite: Suite, reference: Target, packs: tuple[Pack, Pack], name: str
) -> Contrasted:
    """The examples of a suite as a challenge set, with contrastive versions of the reference."""
    if not packs[1].contrast:
        what = f"nothing is known of gender in the language {packs[1].language!r}"
        hint = "give a language pack with a table [contrast] in --packs (docs/language-packs.md)"
        raise ProformError(what, hint=hint)
    changer = _Changer(packs, load_nouns(packs[1]))
    left_out: Counter[str] = Counter()
    challenges: dict[int, Challenge] = {}
    for example in suite.examples:
        try:
            challenges[example.number] = _challenge(suite, reference, example, changer)
        except _Unsafe as reason:
            left_out[str(reason)] += 1
    kept = tuple(example for example in suite.examples if example.number in challenges)
    made = replace(suite, name=name, examples=kept, set=CONTRAST, challenges=challenges)
    placed = {number: reference.placed[number] for number in challenges}
    return Contrasted(made, replace(reference, placed=placed, outputs={}, scores={}), left_out)


def _challenge(suite: Suite, reference: Target, example: Example, changer: _Changer) -> Challenge:
    if example.category not in suite.agreeing:
        raise _Unsafe(_DISAGREES)
    here = example.segment
    spots = [spot for spot in reference.placed[example.number].pronoun if spot.segment == here]
    tokens = reference.tokens(here)
    held = [spot.position for spot in spots if changer.targets[tokens[spot.position]]]
    if len(held) != 1:
        raise _Unsafe(_NO_WORD)
    made = changer.versions(suite.words(here), example, tokens, held[0])
    first = _first(suite, example)
    before = tuple(reference.lines[n] for n in range(first, here))
    form = changer.targets[tokens[held[0]]] or ""
    near = [here - noun.segment for noun in example.antecedents if noun.segment <= here]
    distance = min(near) if near else None
    return Challenge(
        first,
        (form,),
        tuple(other for other, _ in made),
        (*before, reference.lines[here]),
        tuple(Version((*before, " ".join(line)), other) for other, line in made),
        distance,
        None if distance is None else distance == 0,
        pair=f"{fold(example.token)}:{form}",
    )


def _first(suite: Suite, example: Example) -> int:
    """Where the context begins: some segments before, or at the antecedent, in the document."""
    here = example.segment
    inside = [each.first for each in suite.documents if each.first <= here <= each.last]
    wanted = min([here - _CONTEXT, *(noun.segment for noun in example.antecedents)])
    return max(wanted, *(inside or [0]), 0)


@dataclass(frozen=True)
class _Changer:
    """Puts pronouns into another gender."""

    packs: tuple[Pack, Pack]
    nouns: NounLexicon | None

    @cached_property
    def targets(self) -> Pronouns:
        """Pronouns of the target language."""
        return Pronouns(self.packs[1].inventory, self.packs[1].splitter)

    @cached_property
    def _tagger(self) -> WordTagger | None:
        return tagger_of(self.packs[0].language)

    def versions(
        self, source: Sequence[str], example: Example, tokens: Sequence[str], at: int
    ) -> list[tuple[str, list[str]]]:
        """Each other form that fits the place, and the sentence with it."""
        form = self.targets[tokens[at]] or ""
        if not any(form in kind for kind in self.packs[1].contrast.forms):
            raise _Unsafe(_NO_GENDER)
        readings = self._readings(form, source, example, tokens, at)
        genders = {reading.gender for reading in readings}
        cases = {reading.case for reading in readings}
        number = readings[0].number
        made = []
        for gender in self.packs[1].agree.genders:
            forms = self._forms(gender, number, cases, form) if gender not in genders else set()
            if len(forms) == 1 and form not in forms:
                (other,) = forms
                subject = cases == {"nom"}
                made.append(
                    (
                        other,
                        self._sentence(tokens, at, form, other, gender, number, subject=subject),
                    )
                )
        if not made:
            raise _Unsafe(_CASE)
        return made

    def _readings(
        self, form: str, source: Sequence[str], example: Example, tokens: Sequence[str], at: int
    ) -> list[Form]:
        """What the form is here: third person, in the number of the source and a case that fits."""
        before = fold(tokens[at - 1]) if at else ""
        after = fold(tokens[at + 1]) if at + 1 < len(tokens) else ""
        wanted = self.packs[0].number(fold(example.token))
        readings = [
            reading
            for reading in self.packs[1].readings(form)
            if reading.person == 3 and wanted in ("", reading.number or wanted)
        ]
        ends = not after or not after[0].isalpha()
        governed = self.packs[1].agree.prepositions.get(before)
        if before in self.packs[1].contrast.subordinating and not ends:
            governed = None
        if governed is not None:
            cases = {reading.case for reading in governed} - {""} or {"obl"}
            readings = [reading for reading in readings if reading.case in cases]
        else:
            others = [reading for reading in readings if reading.case != "obl"]
            if len(others) < len(readings) and ends:
                raise _Unsafe(_CASE)
            readings = others
        if self._is_subject(source, example.position):
            readings = [each for each in readings if each.case == "nom"] or readings
        if not readings or not all(reading.gender for reading in readings):
            raise _Unsafe(_NO_GENDER)
        if len({reading.number for reading in readings}) != 1:
            raise _Unsafe(_NO_GENDER)
        return readings

    def _is_subject(self, source: Sequence[str], at: int) -> bool:
        """Does a verb follow that needs a subject, and none stand before?"""
        if self._tagger is None or at + 1 >= len(source):
            return False
        (tags,) = self._tagger.tag([source])
        governed = at > 0 and tags[at - 1].startswith(("VERB", "AUX", "ADP"))
        return tags[at + 1] in {"AUX", "VERB.Fin"} and not governed

    def _forms(self, gender: str, number: str, cases: set[str], like: str) -> set[str]:
        """Forms of the same kind, of a gender and in these cases."""
        kinds = [kind for kind in self.packs[1].contrast.forms if like in kind]
        return {
            each.form
            for each in self.packs[1].forms
            if (each.person, each.gender, each.number) == (3, gender, number)
            and each.case in cases
            and any(each.form in kind for kind in kinds)
        }

    def _sentence(
        self,
        tokens: Sequence[str],
        at: int,
        form: str,
        other: str,
        gender: str,
        number: str,
        *,
        subject: bool,
    ) -> list[str]:
        changed = list(tokens)
        changed[at] = self._put(tokens[at], form, other)
        rules = self.packs[1].contrast
        following = [fold(token) for token in tokens[at + 1 :]]
        if any(rules.blocking.fullmatch(word) for word in following):
            raise _Unsafe(_AGREEMENT)
        if subject and rules.linking:
            self._agree(changed, at, gender, number)
        elif not subject:
            self._check_object(tokens, at, form)
        for whole, short, before in rules.joined:
            joined = fold(changed[at - 1]) if at else ""
            if joined == short and form in before and other not in before:
                changed[at - 1] = _like(whole, changed[at - 1])
            elif joined == whole and other in before and form not in before:
                changed[at - 1] = _like(short, changed[at - 1])
        return changed

    def _put(self, token: str, form: str, other: str) -> str:
        """The token with another form in it."""
        start = fold(token).rfind(form)
        made = token[:start] + _like(other, token[start:]) + token[start + len(form) :]
        if start < 0 or self.targets[made] != other:
            raise _Unsafe(_NO_WORD)
        return made

    def _check_object(self, tokens: Sequence[str], at: int, form: str) -> None:
        """Complain of what may be an article, or of a verb that may say something of the object."""
        target = self.packs[1]
        if fold(tokens[at]) != form or at + 1 >= len(tokens):
            return  # enclitic
        before = fold(tokens[at - 1]) if at else ""
        after = fold(tokens[at + 1])
        noun = self.nouns is not None and bool(self.nouns.look_up(after))
        article = form in target.agree.articles or form in target.agree.determiners
        if article and noun and before not in target.agree.clitics:
            raise _Unsafe(_ARTICLE)
        if target.contrast.predicative.fullmatch(after):
            raise _Unsafe(_AGREEMENT)

    def _agree(self, tokens: list[str], at: int, gender: str, number: str) -> None:
        """Change what is said of a subject behind a linking verb."""
        rules = self.packs[1].contrast
        verb = self._verb(tokens, at)
        place = verb
        while place is not None:
            place = next(
                (
                    n
                    for n in range(place + 1, len(tokens))
                    if not rules.skipped.fullmatch(fold(tokens[n]))
                ),
                None,
            )
            if place is None or self._ends(fold(tokens[place])):
                return
            word = fold(tokens[place])
            other = rules.changed(word, gender, number)
            if other is None or self._is_noun(word, other):
                raise _Unsafe(_AGREEMENT)
            tokens[place] = _like(other, tokens[place])
            if word in rules.linking:
                continue
            if place + 1 < len(tokens) and self._joins(tokens[place + 1]):
                raise _Unsafe(_AGREEMENT)  # belle et riche, belle et part
            return

    def _verb(self, tokens: Sequence[str], at: int) -> int | None:
        """The linking verb of a subject: behind it, behind an auxiliary, or right before it."""
        rules, agree = self.packs[1].contrast, self.packs[1].agree
        clitics = agree.clitics | agree.articles
        if at and fold(tokens[at - 1]) in rules.linking and tokens[at].startswith("-"):
            return at
        for n in range(at + 1, min(at + 1 + _REACH, len(tokens))):
            word = fold(tokens[n])
            if word in rules.linking:
                return n
            known = word in rules.auxiliary or word in clitics
            if not known and not rules.skipped.fullmatch(word):
                return None
        return None

    def _ends(self, word: str) -> bool:
        """Is it no adjective, and nothing behind it one of the subject?"""
        return word in self.packs[1].contrast.plain or not word[0].isalpha()

    def _is_noun(self, word: str, other: str) -> bool:
        """Is it a noun, which has a gender of its own?"""
        if self.nouns is None or word == other or not self.packs[1].contrast.nouns:
            return False
        return bool(self.nouns.look_up(word)) and not self.nouns.look_up(other)

    def _joins(self, word: str) -> bool:
        """May another adjective follow?"""
        return fold(word) in {",", *self.packs[1].contrast.joining}


def _like(word: str, model: str) -> str:
    """A word with the capitals of another."""
    letters = [letter for letter in model if letter.isalpha()]
    if len(letters) > 1 and all(letter.isupper() for letter in letters):
        return word.upper()
    return word[:1].upper() + word[1:] if letters and letters[0].isupper() else word
