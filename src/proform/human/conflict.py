"""Answers that contradict themselves: which rule they break, and what to do about it."""

from collections.abc import Collection
from dataclasses import dataclass

BAD_TRANSLATION = "bad_translation"
INCORRECT_ALIGNMENT = "incorrect_word_alignment"
UNJUDGEABLE = (BAD_TRANSLATION, INCORRECT_ALIGNMENT)
"""Tags that say why there is no judgement."""

NONCOMPOSITIONAL = "noncompositional_translation"

STANDARD_TAGS = (
    *("ant_unsure", BAD_TRANSLATION, INCORRECT_ALIGNMENT, NONCOMPOSITIONAL, "desc_vs_presc"),
    *("politeness_tu", "politeness_vous", "politeness_unknown"),
)

OK = ("ana_ok", "ant_ok")

EXPLANATIONS = {
    "ana_conflicting_tags": "Only one of bad translation, incorrect word alignment and "
    "noncompositional translation can be true: keep the one that is.",
    "ana_bad_translation_annot": "Where the translation is too bad to judge, nothing is judged and "
    "no word is selected: take the tag away, or the answers.",
    "ana_incorrect_alignment_annot": "Where the words are wrongly highlighted, nothing is judged "
    "and no word is selected: take the tag away, or the answers.",
    "ana_noncompositional_highlight": "A noncompositional translation has no word that stands for "
    "the pronoun: judge it, but select no word.",
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


def conflicts(given: Given, *, agrees: bool) -> tuple[str, str]:
    """The first code that applies to the pronoun and to the antecedent; without conflict, `OK`."""
    tagged = {*UNJUDGEABLE, NONCOMPOSITIONAL}.intersection(given.tags)
    if tagged:  # nothing else is checked then
        return _tagged(given, tagged) or OK[0], OK[1]
    return _pronoun(given) or OK[0], (agrees and _antecedent(given)) or OK[1]


def _tagged(given: Given, tagged: Collection[str]) -> str | None:
    if len(tagged) > 1:
        return "ana_conflicting_tags"
    if NONCOMPOSITIONAL in tagged:
        if given.pronoun == "unset":
            return "ana_tagsonly"
        return "ana_noncompositional_highlight" if given.pronoun_selected else None
    selected = given.pronoun_selected + given.antecedent_selected
    if (given.pronoun, given.antecedent) == ("unset", "unset") and not selected:
        return None
    bad = BAD_TRANSLATION in tagged
    return "ana_bad_translation_annot" if bad else "ana_incorrect_alignment_annot"


def _pronoun(given: Given) -> str | None:
    if given.pronoun == "ok":
        return "ana_notokens" if given.pronoun_words and not given.pronoun_selected else None
    if given.pronoun == "unset" and given.tags:
        return "ana_tagsonly"
    return "ana_unset" if given.pronoun_selected else None


def _antecedent(given: Given) -> str | None:
    words, selected = given.antecedent_words, given.antecedent_selected
    if given.antecedent == "ok":
        return "ant_notokens" if words and not selected else None
    return "ant_unset" if selected else None
