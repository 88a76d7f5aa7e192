"""Categories of pronouns in words."""

from collections.abc import Mapping

WORDS: Mapping[str, str] = {
    "anaphoric_intra_subject_it": "it as a subject, antecedent in the same sentence",
    "anaphoric_intra_non-subject_it": "it, not a subject, antecedent in the same sentence",
    "anaphoric_inter_subject_it": "it as a subject, antecedent in an earlier sentence",
    "anaphoric_inter_non-subject_it": "it, not a subject, antecedent in an earlier sentence",
    "anaphoric_intra_they": "they, antecedent in the same sentence",
    "anaphoric_inter_they": "they, antecedent in an earlier sentence",
    "anaphoric_singular_they": "they for one person",
    "anaphoric_group_it-they": "it or they for a group",
    "event_it": "it for an event",
    "pleonastic_it": "it that refers to nothing",
    "addressee_deictic_singular_you": "you for one person",
    "addressee_deictic_plural_you": "you for several people",
    "addressee_generic_you": "you for people in general",
}
"""Those of PROTEST, by their identifiers."""


def category_in_words(name: str) -> str:
    """A category as one would say it; one that is not known speaks for itself."""
    return WORDS.get(name, name.replace("_", " "))
