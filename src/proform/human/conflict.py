"""Answers that contradict themselves: which rule they break, and what to do about it."""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from proform.pronoun.categories import WORDS

BAD_TRANSLATION = "bad_translation"
INCORRECT_ALIGNMENT = "incorrect_word_alignment"
UNJUDGEABLE = (BAD_TRANSLATION, INCORRECT_ALIGNMENT)
"""Tags that say why there is no judgement."""

NONCOMPOSITIONAL = "noncompositional_translation"

STANDARD_TAGS = (
    *("ant_unsure", BAD_TRANSLATION, INCORRECT_ALIGNMENT, NONCOMPOSITIONAL, "desc_vs_presc"),
    *("politeness_tu", "politeness_vous", "politeness_unknown"),
)

TAG_WORDS = {
    "ant_unsure": "antecedent unsure",
    BAD_TRANSLATION: "bad translation",
    INCORRECT_ALIGNMENT: "incorrect word alignment",
    NONCOMPOSITIONAL: "noncompositional translation",
    "desc_vs_presc": "colloquial",
    "politeness_tu": "familiar address",
    "politeness_vous": "polite address",
    "politeness_unknown": "either address",
}
"""The standard tags as people read them."""


def in_words(name: str) -> str:
    """A category or a tag as people read it; one of a suite's own is as it stands."""
    return TAG_WORDS.get(name) or WORDS.get(name, name)


def worded(text: str) -> str:
    """A sentence with its categories and tags in words."""
    return re.sub(r"\w+(?:[_-]\w+)+", lambda code: in_words(code[0]), text)


OK = ("ana_ok", "ant_ok")

EXPLANATIONS = {
    "ana_conflicting_tags": "Only one of bad translation, incorrect word alignment and "
    "noncompositional translation can be true: keep the one that is.",
    "ana_bad_translation_annot": "Where the translation is too bad to judge, nothing is judged and "
    "no word is selected: remove either the tag or the answers.",
    "ana_incorrect_alignment_annot": "Where the words are wrongly highlighted, nothing is judged "
    "and no word is selected: remove either the tag or the answers.",
    "ana_noncompositional_highlight": "A noncompositional translation has no word that stands for "
    "the pronoun: judge it, but select no word, not even for the antecedent.",
    "ana_notokens": "The pronoun is right: which of the highlighted words stand for it?",
    "ana_tagsonly": "There are tags, but the pronoun is not judged yet.",
    "ana_unset": "Words are selected for the pronoun, but it is not judged to be right.",
    "ant_notokens": "The antecedent is right: which of the highlighted words stand for it?",
    "ant_unset": "Words are selected for the antecedent, but it is not judged to be right.",
}


@dataclass(frozen=True, slots=True)
class Given:
    """An answer, as far as it can contradict itself; how many words are highlighted, selected."""

    pronoun: str
    antecedent: str
    tags: Collection[str]
    pronoun_words: int
    pronoun_selected: int
    antecedent_words: int = 0
    antecedent_selected: int = 0


Facts = Mapping[str, str | bool]

SPECIAL = (*UNJUDGEABLE, NONCOMPOSITIONAL)
"""Tags of which only one can be true."""

RULES: tuple[tuple[tuple[str, Facts], ...], ...] = (
    (
        ("ana_conflicting_tags", {"clashing": True}),
        ("ana_tagsonly", {NONCOMPOSITIONAL: True, "pronoun": "unset"}),
        ("ana_noncompositional_highlight", {NONCOMPOSITIONAL: True, "selected": True}),
        ("ana_bad_translation_annot", {BAD_TRANSLATION: True, "touched": True}),
        ("ana_incorrect_alignment_annot", {INCORRECT_ALIGNMENT: True, "touched": True}),
        (OK[0], {"special": True}),  # nothing else is checked then
        ("ana_notokens", {"pronoun": "ok", "pronoun_words": True, "pronoun_selected": False}),
        (OK[0], {"pronoun": "ok"}),
        ("ana_tagsonly", {"pronoun": "unset", "tagged": True}),
        ("ana_unset", {"pronoun_selected": True}),
    ),
    (
        (OK[1], {"special": True}),
        (OK[1], {"agrees": False}),
        (
            "ant_notokens",
            {"antecedent": "ok", "antecedent_words": True, "antecedent_selected": False},
        ),
        (OK[1], {"antecedent": "ok"}),
        ("ant_unset", {"antecedent_selected": True}),
    ),
)
"""For pronoun and antecedent: of these codes the first whose facts hold; without one, `OK`.

Pages check answers by the same table, so that an annotator need not wait to be told.
"""


def conflicts(given: Given, *, agrees: bool) -> tuple[str, str]:
    """The first code that applies to the pronoun and to the antecedent; without conflict, `OK`."""
    facts = _facts(given, agrees=agrees)

    def first(rules: Iterable[tuple[str, Facts]], fine: str) -> str:
        holding = (code for code, wanted in rules if wanted.items() <= facts.items())
        return next(holding, fine)

    return first(RULES[0], OK[0]), first(RULES[1], OK[1])


def _facts(given: Given, *, agrees: bool) -> Facts:
    special = set(SPECIAL).intersection(given.tags)
    selected = given.pronoun_selected + given.antecedent_selected > 0
    return {
        "pronoun": given.pronoun,
        "antecedent": given.antecedent,
        "agrees": agrees,
        "tagged": bool(given.tags),
        "special": bool(special),
        "clashing": len(special) > 1,
        **{tag: tag in special for tag in SPECIAL},
        "pronoun_words": given.pronoun_words > 0,
        "pronoun_selected": given.pronoun_selected > 0,
        "antecedent_words": given.antecedent_words > 0,
        "antecedent_selected": given.antecedent_selected > 0,
        "selected": selected,
        "touched": selected or (given.pronoun, given.antecedent) != ("unset", "unset"),
    }
