"""The categories that a pronoun of plain text may have, with their probabilities."""

from collections import defaultdict
from collections.abc import Iterator

from proform.analysis.ranker import FAR
from proform.analysis.source import SUBJECT, role_of
from proform.language.forms import fold
from proform.language.pack import NounKinds
from proform.model import Option, Segment
from proform.pronoun.categories import GROUP, OUT_OF_REACH, SINGULAR_THEY, Categories, anaphoric

IT, THEY = "it", "they"
"""The pronouns whose categories can be told; those of others are unknown."""
_LEAST = 0.001


def propose(segment: Segment, position: int, form: str, kinds: NounKinds) -> Categories:
    """The categories of a pronoun by what it may refer to; they add up to 1, or there are none.

    The segment knows its antecedents and tags, and so do those before it.
    """
    if form not in (IT, THEY) or position not in segment.antecedents:
        return ()
    shares: dict[str, float] = defaultdict(float)
    for name, probability in _shares(segment, position, form, kinds):
        shares[name] += probability
    total = sum(shares.values())
    kept = {name: share / total for name, share in shares.items() if share > _LEAST * total}
    return tuple((name, round(share, 3)) for name, share in kept.items())


def _shares(
    segment: Segment, position: int, form: str, kinds: NounKinds
) -> Iterator[tuple[str, float]]:
    antecedents = segment.antecedents[position]
    subject = _is_subject(segment, position) if form == IT else None
    # What an earlier pronoun hands on has its noun in an earlier sentence, be it out of reach.
    handed_on = sum(option.probability for option in antecedents.pronouns)
    yield anaphoric(form, intra=False, subject=subject), handed_on
    for kind, probability in antecedents.nothing.items():
        if kind == FAR:
            yield OUT_OF_REACH, max(probability - handed_on, 0.0)
        else:
            yield kind, probability
    for option in antecedents.options:
        yield _category(option, segment, form, kinds, subject=subject), option.probability


def _category(
    option: Option, segment: Segment, form: str, kinds: NounKinds, *, subject: bool | None
) -> str:
    """That of a pronoun that refers to certain nouns."""
    texts = {text.number: text for text in (*segment.before, segment)}
    heads = [(texts[number], head) for number, head in option.heads if number in texts]
    if not heads:
        return OUT_OF_REACH
    text, head = heads[0]
    if len(heads) == 1:
        if fold(text.source[head]) in kinds.group:
            return GROUP
        if form == THEY and text.tags and not text.tags[head].endswith(".pl"):
            return SINGULAR_THEY
    return anaphoric(form, intra=option.heads[-1][0] == segment.number, subject=subject)


def _is_subject(segment: Segment, position: int) -> bool:
    low = [*map(fold, segment.source)]
    return bool(segment.tags) and role_of(low, segment.tags, position, position)[0] == SUBJECT
