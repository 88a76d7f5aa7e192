"""`proform.align` and `proform.train_aligner`: word alignments of texts, and models for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Unpack

from proform.alignment.models import check_new, save_model
from proform.alignment.pipeline import AlignmentOptions, align_pair, method_of, read_pairs
from proform.language.pack import load_packs
from proform.output import File, as_path, file_path, refuse_overwriting
from proform.text.formats import Role
from proform.text.texts import Given, open_text


@dataclass(frozen=True, slots=True)
class WordLinks:
    """The links of a text: `i-j` pairs counted from 0, a line a segment, and how they were made."""

    lines: tuple[str, ...]
    signature: str
    notes: tuple[str, ...] = ()

    def to_text(self) -> str:
        """Pharaoh lines, as a file has them."""
        return "".join(f"{line}\n" for line in self.lines)


def align(
    source: Given,
    target: Given,
    languages: str,
    *,
    packs: File | None = None,
    outputs: Sequence[File | None] = (),
    **options: Unpack[AlignmentOptions],
) -> WordLinks:
    """Align two texts word by word. `outputs` are files that the caller will write.

    >>> links = proform.align(["It is red ."], ["Il est rouge ."], "en-fr")  # doctest: +SKIP
    >>> links.lines  # doctest: +SKIP
    ('0-0 1-1 2-2 3-3',)
    """
    both = load_packs(languages, file_path("packs", packs))
    method = method_of(both, **options)
    texts = open_text(source, Role.SOURCE), open_text(target, Role.REFERENCE)
    written = [as_path(path) for path in outputs]
    refuse_overwriting(written, [text.path for text in texts])
    path, signature = align_pair(method, *method.tokenizers.cut(*texts))
    lines = path.read_text(encoding="ascii").splitlines()
    return WordLinks(tuple(lines), signature, tuple(method.notes))


def train_aligner(
    source: Given,
    target: Given,
    languages: str,
    output: File,
    *,
    packs: File | None = None,
    **options: Unpack[AlignmentOptions],
) -> None:
    """Train a model on a parallel text and save it in a folder, for the option `model`.

    >>> proform.train_aligner("news.en", "news.fr", "en-fr", "en-fr.model")  # doctest: +SKIP
    """
    folder = Path(output)
    check_new(folder)
    method = method_of(load_packs(languages, file_path("packs", packs)), **options)
    texts = open_text(source, Role.SOURCE), open_text(target, Role.REFERENCE)
    pairs = read_pairs(*method.tokenizers.cut(*texts))
    method.progress.say(f"training on {len(pairs)} pairs, both directions at once")
    tokenizer, share = method.tokenizers.signature, method.progress.share
    save_model(folder, pairs, method.languages, tokenizer, method.settings, share)
