"""Challenge sets: bringing them in, and the scores that systems gave to their versions."""

from pathlib import Path
from typing import Annotated

import proform
from proform import stored
from proform.cli import options
from proform.cli.command import UsageError
from proform.cli.console import tell
from proform.cli.options import arg, opt


def import_set(
    challenge_set: Annotated[Path, arg("SET", "A challenge set, in the format of its authors.")],
    output: options.Into,
    context: Annotated[
        list[Path],
        opt(
            "--context PATH...",
            "Where its context is: a folder of documents or of extracted files, or inputs of one "
            "line per example (source, then target).",
        ),
    ] = [],  # noqa: B006 (never changed)
    languages: Annotated[
        str | None, opt("-l --language-pair SRC-TGT", "If neither the set nor its name tells.")
    ] = None,
    name: options.Name = None,
    packs: options.Packs = None,
) -> None:
    """Import a challenge set: ContraPro, LCPT, DiscEvalMT, ctxpro, consistency sets.

    Which it is shows in its content.

    \b
    Example:
      proform suite import-set contrapro.json --context OpenSubtitles/ -o suite.db
      proform suite import-set gender.en-es.json --context gender.en-es.input -o suite.db
    """  # noqa: D301 (\\b is for the help)
    known = proform.import_set(
        challenge_set, output, context=context, languages=languages, name=name, packs=packs
    )
    tell(*known.notes, str(known))


def add_scores(
    store: options.InStore,
    name: Annotated[str, arg("NAME", "The system.")],
    file: Annotated[Path, arg("FILE", "Its scores, one for each version.")],
    lower: Annotated[bool, opt("--lower-is-better", "They are costs.")] = False,
    higher: Annotated[bool, opt("--higher-is-better", "They are (log) probabilities.")] = False,
    field: Annotated[str | None, opt("--field NAME", "Of JSON lines, which field it is.")] = None,
) -> None:
    """Add the scores that a system gave to the versions of a challenge set.

    \b
    Example:
      proform suite add-scores suite.db base base.scores --lower-is-better
    """  # noqa: D301
    if lower == higher:
        raise UsageError("give --lower-is-better or --higher-is-better, and not both")
    suite = store.open()
    added = stored.add_scores(suite, name, file, higher_is_better=higher, field=field)
    tell(*added.notes)


def knowledge(
    store: options.InStore,
    form: options.Printed,
    metric: Annotated[
        str,
        options.choice(
            "-m",
            "--metric",
            known=("expected-aligned", "expected-form", "agreement"),
            help="What is said.",
        ),
    ] = "expected-aligned",
) -> None:
    """Compare what systems score highest with what they write, in four cells, by distance.

    \b
    Example:
      proform suite knowledge suite.db
    """  # noqa: D301
    form.show(stored.knowledge(store.open(), metric))


def remove_scores(store: options.InStore, name: Annotated[str, arg("NAME", "The system.")]) -> None:
    """Take the scores of a system out of a suite. They stay in the store.

    \b
    Example:
      proform suite remove-scores suite.db base
    """  # noqa: D301
    stored.remove_scores(store.open(), name)
    tell(f"removed the scores of {name}")
