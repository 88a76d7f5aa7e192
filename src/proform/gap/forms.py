"""Gap filling: a pronoun of a translation is hidden, and people say which ones would fit.

What is shown must not tell what was hidden. So a gap is always one word, however many it hides, and
the words around it are shown as if nothing were known of it: `parce qu' ils` is `parce que ___`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any, NamedTuple

from proform.language.forms import Splitter, fold
from proform.language.pack import Pack
from proform.suite.suite import Placed, Spot, Target, words

OTHER = "other"
"""The choice for everything that is not in the list."""

BAD = "bad translation"

GAP, ANTECEDENT = "gap", "antecedent"


class GapWord(NamedTuple):
    """A word as it is shown; the gap itself has none."""

    word: str
    mark: str | None = None


@dataclass(frozen=True)
class Gaps:
    """How pronouns of a language are hidden and named; fixed for a suite when it is first asked."""

    forms: tuple[str, ...]
    """The choices, without `other`; `ça/cela` is one."""
    named: Mapping[str, str]
    """For each form that a choice stands for, the choice."""
    pronouns: tuple[str, ...]
    """All pronouns of the language; those that may be something else are `ambiguous`."""
    ambiguous: tuple[str, ...]
    written_out: Mapping[str, str]
    splitter: Splitter

    @classmethod
    def of(cls, pack: Pack) -> Gaps:
        """What a language pack says."""
        named = {}
        for choice in pack.gap_forms:
            for form in choice.split("/"):
                named[form] = choice
        for group in pack.identical:
            chosen = [named[form] for form in group if form in named]
            named |= {form: chosen[0] for form in group if chosen and form not in named}
        return cls(
            pack.gap_forms,
            named,
            pack.inventory,
            tuple(pack.ambiguous),
            pack.written_out,
            pack.splitter,
        )

    @property
    def choices(self) -> tuple[str, ...]:
        """All that can be ticked."""
        return *self.forms, OTHER

    def own(self, target: Target, placed: Placed) -> str | None:
        """The choice that a translation made; None where no word stands for the pronoun."""
        spot = self._place(target, placed)
        if spot is None:
            return None
        (word,) = target.words([spot])
        return self.named.get(self.splitter.find(word, self.named) or "", OTHER)

    def hide(self, target: Target, placed: Placed, segments: range) -> list[list[GapWord]]:
        """The lines of a translation, with one gap where the pronoun is."""
        place, hidden = self._place(target, placed), self._hidden(target, placed)
        marked = {spot for part in placed.antecedents for spot in part}
        return [
            self._line(segment, words(target.lines[segment]), place, hidden, marked)
            for segment in segments
            if segment < len(target.lines)
        ]

    def dump(self) -> str:
        """As text, for a store."""
        return json.dumps(
            {
                "forms": self.forms,
                "named": dict(self.named),
                "pronouns": self.pronouns,
                "ambiguous": self.ambiguous,
                "written_out": dict(self.written_out),
                "splitter": {
                    key: value
                    for key, value in asdict(self.splitter).items()
                    if not key.startswith("_")
                },
            },
            ensure_ascii=False,
            sort_keys=True,
        )

    @classmethod
    def parse(cls, text: str) -> Gaps:
        """From such text."""
        data = json.loads(text)
        rules: dict[str, Any] = {
            key: tuple(value) if isinstance(value, list) else value
            for key, value in data["splitter"].items()
        }
        return cls(
            tuple(data["forms"]),
            data["named"],
            tuple(data["pronouns"]),
            tuple(data["ambiguous"]),
            data["written_out"],
            Splitter(**rules),
        )

    @cached_property
    def _known(self) -> frozenset[str]:
        return frozenset(self.pronouns)

    @cached_property
    def _sure(self) -> frozenset[str]:
        return self._known.difference(self.ambiguous).union(self.named)

    def _place(self, target: Target, placed: Placed) -> Spot | None:
        """Of several words, the first that is in the list, else the first pronoun, or else."""
        spots = sorted(placed.pronoun)
        for known in (self.named, self._sure):
            for spot, word in zip(spots, target.words(spots), strict=True):
                if self.splitter.find(word, known) is not None:
                    return spot
        return spots[0] if spots else None

    def _hidden(self, target: Target, placed: Placed) -> Mapping[Spot, str | None]:
        """What is hidden, and which part of it; None: the whole word.

        Of several words, the pronouns; if none is surely one, as in *la voiture*, all of them.
        """
        spots = placed.pronoun
        alone = len(spots) == 1
        parts = {
            spot: self.splitter.find(word, self.named)
            or self.splitter.find(word, self._known if alone else self._sure)
            for spot, word in zip(spots, target.words(spots), strict=True)
        }
        return {spot: part for spot, part in parts.items() if part is not None} or parts

    def _line(
        self,
        segment: int,
        line: Sequence[str],
        place: Spot | None,
        hidden: Mapping[Spot, str | None],
        marked: set[Spot],
    ) -> list[GapWord]:
        shown: list[GapWord] = []
        for position, word in enumerate(line):
            spot = Spot(segment, position)
            if spot not in hidden:
                shown.append(GapWord(word, ANTECEDENT if spot in marked else None))
                continue
            before, after = self._around(word, hidden[spot])
            shown += map(GapWord, before)
            self._neutralise(shown)
            if spot == place:
                shown.append(GapWord("", GAP))
            shown += map(GapWord, after)
        return shown

    def _around(self, word: str, pronoun: str | None) -> tuple[list[str], list[str]]:
        """What of a word is there before the pronoun that it holds, and after it."""
        folded = fold(word)
        if pronoun is None or folded == pronoun:
            return [], []
        texts, end = [], 0
        parts = self.splitter.parts(folded)
        for part in parts:
            start = folded.index(part, end)
            end = start + len(part)
            texts.append(word[start:end] if len(folded) == len(word) else part)
        at = parts.index(pronoun)
        return texts[:at], texts[at + 1 :]

    def _neutralise(self, shown: list[GapWord]) -> None:
        """Write the last word out if it would tell what follows."""
        while shown and (full := self.written_out.get(fold(shown[-1].word))) is not None:
            word, mark = shown.pop()
            if full:
                shown.append(GapWord(full.capitalize() if word[:1].isupper() else full, mark))
                return
