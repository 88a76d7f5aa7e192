"""`proform read-output`: output with other line breaks, cut to the sentences of its source."""

from pathlib import Path
from typing import Annotated

import proform
from proform.cli import options
from proform.cli.console import tell
from proform.cli.options import arg, opt
from proform.output import writing


def read_output(
    file: Annotated[Path, arg("FILE", "The system's output, however it is split into lines.")],
    source: options.Source,
    form: options.Written,
    reference: Annotated[
        Path | None, opt("-r --reference REF", "A translation to learn word pairs from.")
    ] = None,
    languages: Annotated[
        str | None,
        opt("-l --language-pair SRC-TGT", "The language pair, to start from its starter model."),
    ] = None,
    docs: options.Docs = None,
) -> None:
    """Cut the output of a system to the sentences of its source, one per line.

    Sentences may be merged, split, dropped, repeated or moved, and a language model's remarks may
    stand around them. What is not found is an empty line, and is listed.

    \b
    Example:
      proform read-output out.txt -s talk.en -l en-fr -o out.fr
    """  # noqa: D301 (\\b is for the help)
    read = proform.resegment(
        source,
        file,
        reference=reference,
        languages=languages,
        documents=docs,
        outputs=[form.output],
    )
    with writing(form.output) as out:
        out.write(read.to_text(form.style, terminal=out.is_terminal))
    tell(*read.notes)
