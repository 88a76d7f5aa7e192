"""Objects that lean on the verbs of a translation: no las ha visto, nie ma jej."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from proform.language.forms import fold
from proform.language.pack import Pack
from proform.model import Rendering, Segment, Translation
from proform.pronoun.clauses import GROUP, NounList, VerbGroup, governing, leaning, verb_group
from proform.pronoun.renderings import Renderer

_NEAR = 2
"""So far from an object its verb may stand."""


@dataclass(frozen=True)
class LeaningObjects:
    """Looks for objects where the verbs before the source's pronoun are translated.

    They are among the pronouns that lean on these: what may be an article is none there. A subject
    may become an object too.
    """

    inner: Renderer
    """Finds other pronouns of the source."""
    source: Pack
    target: Pack
    nouns: NounList | None = None
    """Of the target language."""

    def find(
        self,
        position: int,
        form: str,
        group: VerbGroup,
        plain: Rendering,
        segment: Segment,
        into: Translation,
    ) -> int | None:
        """Where the object stands that is the source's pronoun and leans on its verb's translation.

        A subject of the source may become one: aqui a tem, nie ma jej. It stands for no other
        pronoun of the source. An object may have another number than the source's if none has its.
        """
        tags, number = segment.tags, self.source.number(form)
        linking = self.target.verbs.linking
        if not (self._may_be_object(form, tags, position) or (group.verbs and number)):
            return None
        if not group.verbs and self._is_sure(plain, into):
            return None
        verbs = {
            verb: own
            for own, sources in ((False, governing(tags, position)), (True, group.verbs))
            for verb in into.alignment.targets(*sources)
        }
        places = [
            (place not in plain.positions, another, place)
            for verb, own in verbs.items()
            for place in leaning(self.target, into.tokens, verb, self.nouns)
            if (numbers := self._numbers(into.tokens[place], sure=own or not group.verbs))
            and (not (another := number not in numbers) or not group.verbs)
            and not (own and self._has_object(group, tags))
            and not (own and place < verb and fold(into.tokens[verb]) in linking)  # lo es
            and not self._is_owned(place, position, group, segment, into)
        ]
        return min(places)[-1] if places else None

    @staticmethod
    def _has_object(group: VerbGroup, tags: Sequence[str]) -> bool:
        """Whether a noun or pronoun stands behind a verb of the source: then an object is its."""
        behind = (tag.partition(".")[0] for tag in tags[group.verbs[-1] + 1 :] if tag != "ADV")
        return next(behind, "") in {"DET", "NOUN", "PROPN", "PRON", "NUM"}

    def _may_be_object(self, form: str, tags: Sequence[str], position: int) -> bool:
        """Whether a source's pronoun is of the third person and may be an object: not her car."""
        possessive = any(tag[:4] in {"NOUN", "ADJ"} for tag in tags[position + 1 : position + 2])
        readings = self.source.readings(form)
        return any(each.person == 3 and each.case == "acc" for each in readings) and not (
            possessive and any(each.case == "gen" for each in readings)
        )

    def _numbers(self, word: str, *, sure: bool) -> set[str]:
        """The numbers of an object of the third person; where it is not sure, not le.

        For that repeats a noun: le dije a María.
        """
        third = [
            reading
            for reading in self.target.readings(self.inner.targets[word] or "")
            if reading.person == 3 and reading.case in {"acc", "dat", "gen"}
        ]
        if not sure and any(reading.case == "dat" for reading in third):
            return set()
        return {reading.number for reading in third if reading.number}

    def _is_sure(self, plain: Rendering, into: Translation) -> bool:
        """Whether what was found is a pronoun that shows its number, and no article."""
        words, clitics = into.tokens, self.target.verbs.clitics
        return any(
            any(reading.number for reading in self.target.readings(form))
            and (fold(words[place]) not in clitics or self._leans(place, words))
            for place, form in zip(plain.positions, plain.forms, strict=False)
        )

    def _leans(self, place: int, words: Sequence[str]) -> bool:
        near = range(max(place - _NEAR, 0), min(place + _NEAR + 1, len(words)))
        return any(place in leaning(self.target, words, verb, self.nouns) for verb in near)

    def _is_owned(
        self, place: int, position: int, group: VerbGroup, segment: Segment, into: Translation
    ) -> bool:
        """Whether another pronoun of the source stands for an object, or might.

        A subject does not, unless the pronoun in question is one as well.
        """
        tags = segment.tags
        for other in range(max(position - GROUP, 0), min(position + GROUP, len(segment.source))):
            form = self.source.splitter.find(segment.source[other], self.source.inventory)
            if form is None or other == position:
                continue
            subject = bool(verb_group(tags, other).verbs)
            if subject and not group.verbs:
                continue
            found = self.inner.render(other, form, segment, into).positions
            if place in found:
                return True
            if not found and not subject and self._may_be_object(form, tags, other):
                return True
        return False
