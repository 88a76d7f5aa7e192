"""A challenge set as a suite: its sentences cut into words, pronouns and antecedents found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher

from proform.errors import ProformError
from proform.language.forms import fold
from proform.language.lexica import load_nouns
from proform.language.pack import Pack
from proform.model import Antecedent, Category, Challenge, Example
from proform.pronoun.clauses import leaning
from proform.pronoun.occurrences import Pronouns
from proform.suite.categories import load_categories
from proform.suite.suite import Document, Placed, Spot, Suite, Target, words
from proform.text.challenge.items import ChallengeSet, SetItem
from proform.text.tokens import Tokenizer

ANAPHORIC, FORMALITY, ELLIPSIS = "anaphoric", "formality", "ellipsis"
ANIMACY, CONSISTENCY, OTHER = "animacy", "consistency", "other"
_OWN = {
    ANAPHORIC: True,
    ANIMACY: True,
    FORMALITY: False,
    ELLIPSIS: False,
    CONSISTENCY: False,
    OTHER: False,
}
"""Categories of sets that PROTEST does not have, and whether the antecedent matters."""
_REACH = 3
"""So many words behind an object its verb may be."""


@dataclass(frozen=True, slots=True)
class SetSuite:
    """A suite made of a challenge set, its reference, and what could not be found in it."""

    suite: Suite
    reference: Target
    notes: tuple[str, ...]


def suite_of(known: ChallengeSet, packs: tuple[Pack, Pack], name: str) -> SetSuite:
    """The suite of a set; examples keep the set's order, segments are laid out by document."""
    builder = _Builder(packs, known)
    order = sorted(range(len(known.items)), key=builder.document_order)
    for index in order:
        builder.add(index + 1, known.items[index])
    catalogue = {category.name: category.agrees for category in load_categories().categories}
    used = {example.category for example in builder.examples}
    names = [each for each in (*catalogue, *_OWN) if each in used]
    agrees = catalogue | _OWN
    suite = Suite(
        name,
        packs[0].language,
        packs[1].language,
        tuple(builder.source),
        tuple(builder.documents),
        tuple(Category(each, agrees[each]) for each in names),
        tuple(sorted(builder.examples, key=lambda example: example.number)),
        known.format,
        builder.challenges,
    )
    reference = Target(
        "reference", tuple(builder.reference), None, builder.placed, f"set:{known.format}"
    )
    notes = (*known.notes, *builder.notes())
    return SetSuite(suite.checked(), reference, notes)


@dataclass
class _Builder:
    """Collects the segments and examples of a set."""

    packs: tuple[Pack, Pack]
    known: ChallengeSet
    source: list[str] = field(default_factory=list)
    reference: list[str] = field(default_factory=list)
    documents: list[Document] = field(default_factory=list)
    examples: list[Example] = field(default_factory=list)
    challenges: dict[int, Challenge] = field(default_factory=dict)
    placed: dict[int, Placed] = field(default_factory=dict)
    missing: Counter[str] = field(default_factory=Counter)
    first_missing: dict[str, SetItem] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.tokenizers = Tokenizer(self.packs[0]), Tokenizer(self.packs[1])
        source, target = self.packs
        self.pronouns = Pronouns((*source.pronouns, *source.inventory), source.splitter)
        self.targets = Pronouns(target.inventory, target.splitter)
        self.nouns = load_nouns(target)
        names: dict[str, int] = {}
        for item in self.known.items:
            if item.document is not None:
                names.setdefault(item.document, len(names))
        self.order = names

    def document_order(self, index: int) -> tuple[int, int]:
        """Examples of one document stand together, documents as they come."""
        item = self.known.items[index]
        return (self.order.get(item.document or "", 0), index)

    def notes(self) -> Iterator[str]:
        """What was not found, and where that happened first."""
        for what, number in self.missing.items():
            item = self.first_missing[what]
            where, size = f"{item.path}:{item.line}", len(self.known.items)
            yield f"{where}: in {number} of {size} examples {what}; the first is {item.name}"

    def miss(self, what: str, item: SetItem) -> None:
        """Count something that was not found."""
        self.missing[what] += 1
        self.first_missing.setdefault(what, item)

    def add(self, number: int, item: SetItem) -> None:
        """Lay out the sentences of an item, and find in them what it is about."""
        first = len(self.source)
        item = _with_antecedent_translated(item)
        source = [self.tokenizers[0].line(text) for text in item.source]
        reference = [self.tokenizers[1].line(text) for text in item.reference]
        if not source[-1]:
            raise item.error("the sentence in question is empty")
        self.source += source
        self.reference += reference
        self._lay_out(item, number, first)
        here = len(self.source) - 1
        expected, excluded, spot = self._forms(item, words(reference[-1]))
        position = self._position(item, words(source[-1]), words(reference[-1]), spot)
        antecedents = self._antecedents(item, source, first, position)
        token = words(source[-1])[position]
        category = _category(item, self.known.format, self.packs, fold(token), expected)
        self.examples.append(Example(number, here, position, token, category, antecedents))
        self.placed[number] = Placed(
            () if spot is None else (Spot(here, spot),),
            tuple(
                self._translated(item, antecedent, reference, first) for antecedent in antecedents
            ),
        )
        form = expected[0] if expected else ""
        pronoun = (item.pronoun or (token if form else "")).lower()
        self.challenges[number] = Challenge(
            first,
            expected,
            excluded,
            item.reference if any(item.reference[:-1]) else item.reference[-1:],
            item.versions,
            item.distance,
            item.intrasegmental,
            item.rule,
            item.kind,
            f"{pronoun}:{form}" if form and pronoun else "",
            item.place,
        )

    def _lay_out(self, item: SetItem, number: int, first: int) -> None:
        last, name = len(self.source) - 1, item.document or f"example {number}"
        if item.document is not None and self.documents and self.documents[-1].name == name:
            self.documents[-1] = self.documents[-1]._replace(last=last)
        else:
            self.documents.append(Document(name, first, last))

    def _forms(
        self, item: SetItem, reference: Sequence[str]
    ) -> tuple[tuple[str, ...], tuple[str, ...], int | None]:
        """The right and the wrong forms, and where the right one stands in the reference."""
        expected = tuple(form.lower() for form in item.expected)
        excluded = [version.form for version in item.versions if version.form]
        spots: list[int] = []
        for version in item.versions:
            wrong = words(self.tokenizers[1].line(version.sentences[-1]))
            where, form, other = self._difference(reference, wrong)
            spots += [] if where is None else [where]
            if not item.expected and form:
                expected = tuple(dict.fromkeys((*expected, fold(form))))
            if not version.form and other:
                excluded.append(fold(other))
        if not expected or not spots or not self._holds(reference[spots[0]], expected):
            spots = [n for n, word in enumerate(reference) if self._holds(word, expected)]
            spots.sort(key=lambda spot: self._is_article(spot, reference))
        if expected and not spots:
            self.miss("the right form is not in the reference", item)
        wrong_forms = tuple(form for form in dict.fromkeys(excluded) if form not in expected)
        return expected, wrong_forms, spots[0] if spots else None

    def _difference(
        self, right: Sequence[str], wrong: Sequence[str]
    ) -> tuple[int | None, str, str]:
        """Where the right version differs first, in a pronoun if in any, and the two words."""
        matcher = SequenceMatcher(None, [*map(fold, right)], [*map(fold, wrong)], autojunk=False)
        pairs = [
            (i1 + k, right[i1 + k], wrong[j1 + k])
            for tag, i1, i2, j1, j2 in matcher.get_opcodes()
            if tag == "replace"
            for k in range(min(i2 - i1, j2 - j1))
        ]
        listed = [pair for pair in pairs if self.targets[pair[1]] is not None]
        for where, form, other in (*listed, *pairs):
            return where, self.targets[form] or form, self.targets[other] or other
        return None, "", ""

    def _is_article(self, spot: int, reference: Sequence[str]) -> bool:
        """Whether what may lean on a verb (la, o) stands before something else."""
        target = self.packs[1]
        if target.agree.bare or fold(reference[spot]) not in target.verbs.clitics:
            return False
        behind = range(spot + 1, min(spot + 1 + _REACH, len(reference)))
        return not any(
            spot in leaning(target, reference, verb, self.nouns)
            for verb in behind
            if not (self.nouns and self.nouns.look_up(fold(reference[verb])))
        )

    def _holds(self, word: str, forms: Sequence[str]) -> bool:
        return (
            fold(word) in forms
            or self.targets[word] in forms
            or bool(set(forms) & set(self.packs[1].splitter.parts(fold(word))))
        )

    def _position(
        self, item: SetItem, source: Sequence[str], reference: Sequence[str], spot: int | None
    ) -> int:
        """Where the source pronoun stands; of several, the one most like the right form's place."""
        wanted = fold(item.pronoun)
        if wanted:
            places = [n for n, word in enumerate(source) if fold(word) == wanted]
            places = places or [n for n, word in enumerate(source) if self.pronouns[word] == wanted]
            starts = [n for n, word in enumerate(source) if fold(word).startswith(wanted)]
            places = places or starts  # don't
            if not places:
                self.miss("the pronoun is not a word of the sentence", item)
        else:
            listed = self.packs[0].pronouns
            places = [n for n, word in enumerate(source) if self.pronouns[word] in listed]
        places = places or [n for n, word in enumerate(source) if self.pronouns[word] is not None]
        if not places:
            return 0
        relative = 0.0 if spot is None else spot / max(len(reference), 1)
        number = "" if spot is None else self.packs[1].number(self.targets[reference[spot]] or "")

        def unlike(place: int) -> tuple[bool, float, int]:
            own = self.packs[0].number(self.pronouns[source[place]] or "")
            other = bool(own and number) and own != number
            return other, abs(place / len(source) - relative), place

        return min(places, key=unlike)

    def _antecedents(
        self, item: SetItem, source: Sequence[str], first: int, position: int
    ) -> tuple[Antecedent, ...]:
        if item.noun is None:
            if item.distance is not None and self.known.format == "contrapro" and item.pronoun:
                self.miss("no antecedent is named, so that agreement has to propose one", item)
            return ()
        head = words(self.tokenizers[0].line(item.noun.head))[-1]
        for index in self._sentences_of(item, source):
            tokens = words(source[index])
            last = index == len(source) - 1
            places = [n for n, word in enumerate(tokens) if fold(word) == fold(head)]
            before = [n for n in places if not last or n < position] or places
            if before:
                at = before[-1]
                start, end = self._phrase(item.noun.phrase, tokens, at)
                return (Antecedent(first + index, start, end, at),)
        self.miss("the antecedent is not in the context (give more with --context)", item)
        return ()

    def _sentences_of(self, item: SetItem, source: Sequence[str]) -> Iterator[int]:
        """The sentences in which the antecedent may stand, the likeliest first."""
        last = len(source) - 1
        if item.distance is not None and item.distance <= last:
            yield last - item.distance
        if item.noun is not None and item.noun.sentence:
            wanted = self.tokenizers[0].line(item.noun.sentence)
            yield from (n for n in range(last, -1, -1) if source[n] == wanted)

    def _phrase(self, phrase: str, tokens: Sequence[str], head: int) -> tuple[int, int]:
        wanted = [fold(word) for word in words(self.tokenizers[0].line(phrase))]
        folded = [fold(word) for word in tokens]
        for start in range(len(folded) - len(wanted) + 1):
            end = start + len(wanted) - 1
            if wanted and folded[start : end + 1] == wanted and start <= head <= end:
                return start, end
        return head, head

    def _translated(
        self, item: SetItem, antecedent: Antecedent, reference: Sequence[str], first: int
    ) -> tuple[Spot, ...]:
        """Where the head stands in the reference."""
        if item.noun is None or not item.noun.reference:
            return ()
        head = fold(words(self.tokenizers[1].line(item.noun.reference))[-1])
        tokens = words(reference[antecedent.segment - first])
        return tuple(
            Spot(antecedent.segment, n) for n, word in enumerate(tokens) if fold(word) == head
        )[:1]


def _with_antecedent_translated(item: SetItem) -> SetItem:
    """The item with the translation of its antecedent's sentence, where the set has it."""
    noun, distance = item.noun, item.distance
    if noun is None or not noun.reference_sentence or not distance:
        return item
    at = len(item.source) - 1 - distance
    if at < 0 or item.reference[at]:
        return item
    reference = (*item.reference[:at], noun.reference_sentence, *item.reference[at + 1 :])
    return replace(item, reference=reference)


def _category(
    item: SetItem, kind: str, packs: tuple[Pack, Pack], form: str, expected: Sequence[str]
) -> str:
    """PROTEST's category where the set means the same, else one of the set's own."""
    parts = item.rule.split(".")
    if kind == "consistency" or "ELL" in parts:
        return CONSISTENCY if kind == "consistency" else ELLIPSIS
    if {"FORM+PLUR", "INFORM", "FORM"} & set(parts):
        number = "plural" if "PLUR" in parts else "singular"
        alike = packs[0].language == "en" and "INFORM" in parts
        return f"addressee_deictic_{number}_you" if alike else FORMALITY
    if packs[0].language != "en":
        return ANIMACY if packs[1].language == "en" else OTHER
    return _anaphoric(item, packs, form, expected)


def _anaphoric(item: SetItem, packs: tuple[Pack, Pack], form: str, expected: Sequence[str]) -> str:
    where, known = _where(item), form in ("it", "they", "them")
    if where is None or not known:
        return ANAPHORIC if item.noun or known else OTHER
    if packs[0].number(form) == "pl":
        return f"anaphoric_{where}_they"
    subject = _is_subject(item, packs[1], expected)
    return f"anaphoric_{where}_{'subject' if subject else 'non-subject'}_it"


def _where(item: SetItem) -> str | None:
    if item.intrasegmental is not None:
        return "intra" if item.intrasegmental else "inter"
    if item.distance is not None:
        return "inter" if item.distance else "intra"
    return None


def _is_subject(item: SetItem, target: Pack, expected: Sequence[str]) -> bool:
    if item.rule and "." in item.rule:
        return item.rule.startswith("NOM.")
    cases = {reading.case for form in expected for reading in target.readings(form)}
    return not cases or "nom" in cases


def traits_of(challenge: Challenge) -> tuple[tuple[str, str], ...]:
    """What the scores of a challenge set are broken down by."""
    distance = challenge.distance
    far = None if distance is None else str(distance) if distance <= FAR else f">{FAR}"
    inside = challenge.intrasegmental
    named: Mapping[str, str | None] = {
        "pair": challenge.pair or None,
        "distance": far,
        "intrasegmental": None if inside is None else str(inside).lower(),
        "rule": challenge.rule or None,
        "type": challenge.kind or None,
    }
    return tuple((name, value) for name, value in named.items() if value is not None)


FAR = 3
"""Distances beyond this are reported as one."""


def check_challenge(suite: Suite) -> None:
    """Complain of a suite that is not a challenge set."""
    if not suite.challenges:
        hint = "make one with proform suite import-set"
        raise ProformError(f"the suite {suite.name!r} is not a challenge set", hint=hint)


def versions_of(suite: Suite) -> list[tuple[int, int]]:
    """What scores are of, in their order: the example, and 0 for the right version of it."""
    return [
        (example.number, number)
        for example in suite.examples
        for number in _order(suite.challenges[example.number])
    ]


def _order(asked: Challenge) -> Iterator[int]:
    """The versions of an example as the set has them; one that has no wrong ones is left out."""
    wrong = list(range(1, 1 + len(asked.versions)))
    yield from (*wrong[: asked.place], 0, *wrong[asked.place :]) if wrong else ()
