"""Categories and antecedents that are proposed for plain text."""

from __future__ import annotations

from proform.judge.choices import Choices
from proform.language.pack import load_packs
from proform.suite.categories import load_categories
from proform.suite.proposals import PROPOSED, with_proposals
from proform.suite.suite import Suite
from proform.suite.table import UNCATEGORISED, propose

LINES = (
    "The old bicycle is red .",
    "It squeaks whenever you ride it .",
    "The dogs barked because they were hungry .",
)


def proposed(pair: str, lines: tuple[str, ...]) -> Suite:
    both = load_packs(pair)
    choices = Choices(both[0], both[1])
    found = propose(lines, choices.source_finder, "")
    plain = Suite("x", both[0].language, both[1].language, lines, (), (), found)
    return with_proposals(plain, choices, load_categories().categories)


def test_english_text_gets_categories_and_antecedents() -> None:
    suite = proposed("en-fr", LINES)
    suite.checked()
    by_place = {(one.segment, one.position): one for one in suite.examples}
    first = by_place[1, 0]
    assert first.category == "anaphoric_inter_subject_it"
    assert [suite.head(noun) for noun in first.antecedents] == ["bicycle"]
    they = by_place[2, 4]
    assert (they.category, suite.head(they.antecedents[0])) == ("anaphoric_intra_they", "dogs")
    assert {one.note for one in suite.examples} == {PROPOSED}
    assert {one.category for one in suite.examples} == {one.name for one in suite.categories}


def test_what_refers_to_nothing_has_no_antecedent() -> None:
    (example,) = proposed("en-fr", ("It is clear that we must leave .",)).examples
    assert (example.category, example.antecedents) == ("pleonastic_it", ())


def test_what_nothing_is_known_of_is_uncategorised() -> None:
    suite = proposed("fr-en", ("Le vélo est rouge .", "Il grince ."))
    assert [one.category for one in suite.examples] == [UNCATEGORISED]
    assert suite.agreeing == frozenset()
