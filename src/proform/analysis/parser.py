"""Parts of speech of a source text that others know: a model of spaCy, or a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from proform.analysis.tagger import label
from proform.errors import ProformError
from proform.language.lexica import spacy_model

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
        docs = list(model.pipe(Doc(model.vocab, words=list(words)) for words in sentences))
        if any(docs) and not any(token.pos_ for doc in docs for token in doc):
            parts = f"it has {', '.join(model.pipe_names) or 'nothing'}"
            what = f"source_tagger: {self.package} gives words no universal parts of speech"
            hint = "take a model with a morphologizer or an attribute ruler"
            raise ProformError(f"{what} ({parts})", hint=hint)
        return [[label(token.pos_, str(token.morph)) for token in doc] for doc in docs]


@dataclass(frozen=True)
class FileTags:
    """The tags of the sentences of a text, as a file has them."""

    known: Mapping[tuple[str, ...], Sequence[str]]
    name: str

    def tag(self, sentences: Sequence[Sequence[str]]) -> list[Sequence[str]]:
        """Those of each sentence; of words that the file does not have, nothing is known."""
        return [self.known.get(tuple(words)) or [UNKNOWN] * len(words) for words in sentences]
