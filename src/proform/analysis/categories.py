"""The categories that a pronoun of plain text may have, with their probabilities."""

from collections import defaultdict
from collections.abc import Iterator, Mapping

from proform.analysis.ranker import FAR
from proform.analysis.source import SUBJECT, SourceSentence, mention_of
from proform.language.forms import fold
from proform.language.pack import NounKinds
from proform.model import Antecedents, Option, Segment
from proform.pronoun.categories import GROUP, OUT_OF_REACH, SINGULAR_THEY, Categories, anaphoric

IT, THEY = "it", "they"
"""The pronouns whose categories can be told; those of others are unknown."""
_LEAST = 0.001


def propose(segment: Segment, position: int, form: str, kinds: NounKinds) -> Categories:
    """The categories of a pronoun by what it may refer to; they add up to 1, or there are none.

    The segment knows its antecedents and tags, and so do those before it.
    """
    antecedents = segment.antecedents.get(position)
    if form not in (IT, THEY) or antecedents is None:
        return ()
    shares: dict[str, float] = defaultdict(float)
    for name, probability in _shares(segment, position, form, kinds, antecedents):
        shares[name] += probability
    total = sum(shares.values())
    kept = {name: share / total for name, share in shares.items() if share > _LEAST * total}
    return tuple((name, round(share, 3)) for name, share in kept.items())


def _shares(
    segment: Segment, position: int, form: str, kinds: NounKinds, antecedents: Antecedents
) -> Iterator[tuple[str, float]]:
    subject = _is_subject(segment, position) if form == IT else None
    # What an earlier pronoun hands on has its noun in an earlier sentence, be it out of reach.
    handed_on = sum(option.probability for option in antecedents.pronouns)
    yield anaphoric(form, intra=False, subject=subject), handed_on
    for kind, probability in antecedents.nothing.items():
        if kind == FAR:
            yield OUT_OF_REACH, max(probability - handed_on, 0.0)
        else:
            yield kind, probability
    texts = {text.number: text for text in (*segment.before, segment)}
    for option in antecedents.options:
        yield _category(option, segment.number, form, texts, kinds, subject=subject), option[1]


def _category(
    option: Option,
    here: int,
    form: str,
    texts: Mapping[int, Segment],
    kinds: NounKinds,
    *,
    subject: bool | None,
) -> str:
    heads = [(texts[number], head) for number, head in option.heads if number in texts]
    if not heads:
        return OUT_OF_REACH
    intra = option.heads[-1][0] == here
    text, head = heads[0]
    if len(heads) == 1 and fold(text.source[head]) in kinds.group:
        return GROUP
    if form == IT:
        return anaphoric(IT, intra=intra, subject=subject)
    plural = len(heads) > 1 or not text.tags or text.tags[head].endswith(".pl")
    return anaphoric(THEY, intra=intra) if plural else SINGULAR_THEY


def _is_subject(segment: Segment, position: int) -> bool:
    if not segment.tags:
        return False
    low = tuple(map(fold, segment.source))
    sentence = SourceSentence(tuple(segment.source), low, tuple(segment.tags), ())
    return mention_of(segment.number, sentence, position).role == SUBJECT
