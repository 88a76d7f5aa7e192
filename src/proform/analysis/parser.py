"""Parts of speech of a source text that others know: a model of spaCy, or a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from proform.analysis.tagger import label
from proform.errors import ProformError
from proform.language.lexica import spacy_model

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_PENN = {
    **dict.fromkeys(("NN", "NNS", "AFX"), "NOUN"),
    **dict.fromkeys(("NNP", "NNPS"), "PROPN"),
    **dict.fromkeys(("VB", "VBD", "VBG", "VBN", "VBP", "VBZ"), "VERB"),
    **dict.fromkeys(("JJ", "JJR", "JJS"), "ADJ"),
    **dict.fromkeys(("RB", "RBR", "RBS", "WRB"), "ADV"),
    **dict.fromkeys(("PRP", "PRP$", "WP", "WP$", "EX"), "PRON"),
    **dict.fromkeys(("DT", "PDT", "WDT"), "DET"),
    **dict.fromkeys(("POS", "TO", "RP"), "PART"),
    "MD": "AUX",
    "IN": "ADP",
    "CC": "CCONJ",
    "CD": "NUM",
    "UH": "INTJ",
    "SYM": "SYM",
}
"""The tags of the Penn Treebank, for models that have no others."""
_FEATURES = {
    **dict.fromkeys(("NNS", "NNPS"), "Number=Plur"),
    "VB": "VerbForm=Inf",
    "VBG": "VerbForm=Ger",
    "VBN": "VerbForm=Part",
}
_BE = {"be", "am", "is", "are", "was", "were", "been", "being", "'s", "'re", "'m"}
UNKNOWN = "X"


@dataclass(frozen=True)
class SpacyTags:
    """A model by its name or folder only: each process loads it for itself, when first asked."""

    package: str
    name: str

    def tag(self, sentences: Sequence[Sequence[str]]) -> list[list[str]]:
        """A label for each word of each sentence, which stay cut as they are."""
        from spacy.tokens import Doc  # noqa: PLC0415 (slow to import)

        model = spacy_model(self.package)
        given = (Doc(model.vocab, words=list(words)) for words in sentences)
        docs = list(model.pipe(given))
        if any(docs) and not any(map(_has_parts, docs)):
            parts = f"it has {', '.join(model.pipe_names) or 'nothing'}"
            what = f"source_tagger: {self.package} gives words no parts of speech ({parts})"
            raise ProformError(what, hint="take a model with a tagger or a morphologizer")
        return [[_label(token) for token in doc] for doc in docs]


def _has_parts(doc: Doc) -> bool:
    return any(token.pos_ or token.tag_ for token in doc)


def _label(token: Token) -> str:
    """By universal parts of speech, else by those of the Penn Treebank."""
    if token.pos_:
        return label(token.pos_, str(token.morph))
    mark = UNKNOWN if token.tag_[:1].isalpha() else "PUNCT"
    part = _PENN.get(token.tag_, mark)
    is_be = part == "VERB" and token.lower_ in _BE
    return label("AUX" if is_be else part, _FEATURES.get(token.tag_, ""))


@dataclass(frozen=True)
class FileTags:
    """The tags of the sentences of a text, as a file has them."""

    known: Mapping[tuple[str, ...], Sequence[str]]
    name: str

    def tag(self, sentences: Sequence[Sequence[str]]) -> list[Sequence[str]]:
        """Those of each sentence; of words that the file does not have, nothing is known."""
        return [self.known.get(tuple(words)) or [UNKNOWN] * len(words) for words in sentences]
