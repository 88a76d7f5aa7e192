"""Categories of pronouns in words."""

from collections.abc import Mapping

PLEONASTIC, EVENT = "pleonastic_it", "event_it"
"""Those of pronouns that stand for no noun."""
SINGULAR_THEY, GROUP = "anaphoric_singular_they", "anaphoric_group_it-they"
OUT_OF_REACH = "out_of_reach"
"""Of a proposed category: what it refers to is further away, comes later, or is not in the text."""

Categories = tuple[tuple[str, float], ...]
"""Categories with their probabilities."""

WORDS: Mapping[str, str] = {
    "anaphoric_intra_subject_it": "it as a subject, antecedent in the same sentence",
    "anaphoric_intra_non-subject_it": "it, not a subject, antecedent in the same sentence",
    "anaphoric_inter_subject_it": "it as a subject, antecedent in an earlier sentence",
    "anaphoric_inter_non-subject_it": "it, not a subject, antecedent in an earlier sentence",
    "anaphoric_intra_they": "they, antecedent in the same sentence",
    "anaphoric_inter_they": "they, antecedent in an earlier sentence",
    SINGULAR_THEY: "they for one person",
    GROUP: "it or they for a group",
    EVENT: "it for an event",
    PLEONASTIC: "it that refers to nothing",
    "addressee_deictic_singular_you": "you for one person",
    "addressee_deictic_plural_you": "you for several people",
    "addressee_generic_you": "you for people in general",
    OUT_OF_REACH: "it or they, antecedent not within reach",
}
"""Those of PROTEST, by their identifiers, and what may be proposed beside them."""
ORDER = tuple(WORDS)


def anaphoric(pronoun: str, *, intra: bool, subject: bool | None = None) -> str:
    """That of a pronoun whose antecedent is a noun in the same sentence, or an earlier one."""
    where = "intra" if intra else "inter"
    role = "" if subject is None else "subject_" if subject else "non-subject_"
    return f"anaphoric_{where}_{role}{pronoun}"


def category_in_words(name: str) -> str:
    """A category as one would say it; one that is not known speaks for itself."""
    return WORDS.get(name, name.replace("_", " "))
