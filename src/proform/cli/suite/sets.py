"""Challenge sets: bringing them in, and the scores that systems gave to their versions."""

from pathlib import Path
from typing import Annotated

import proform
from proform import stored
from proform.cli import options
from proform.cli.command import UsageError
from proform.cli.console import tell
from proform.cli.options import arg, opt
from proform.suite import GENERATIVE


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
        str | None,
        opt(
            "-l --language-pair SRC-TGT",
            "The language pair, if neither the set nor its name tells.",
        ),
    ] = None,
    name: options.Name = None,
    packs: options.Packs = None,
) -> None:
    """Import a challenge set: ContraPro, LCPT, DiscEvalMT, ctxpro, consistency sets.

    The kind of set is recognised by its content.

    \b
    Example:
      proform suite import-set contrapro.json --context OpenSubtitles/ -o suite.db
      proform suite import-set gender.en-es.json --context gender.en-es.input -o suite.db
    """  # noqa: D301 (\\b is for the help)
    known = proform.import_set(
        challenge_set, output, context=context, languages=languages, name=name, packs=packs
    )
    tell(*known.notes, str(known))


def contrast(
    store: options.InStore,
    output: options.Into,
    name: options.Name = None,
    packs: options.Packs = None,
) -> None:
    """Make contrastive versions of a suite's reference: pronouns in another gender.

    What agrees with them is changed as well; what cannot be changed safely is left out. The new
    suite is a challenge set: proform suite texts writes what to score.

    \b
    Example:
      proform suite contrast suite.db -o contrast.db
    """  # noqa: D301
    tell(*stored.make_contrast(store.open(), output, name=name, packs=packs).notes)


def add_scores(
    store: options.InStore,
    name: Annotated[str, arg("NAME", "The system.")],
    file: Annotated[Path, arg("FILE", "Its scores, one for each version.")],
    lower: Annotated[bool, opt("--lower-is-better", "The scores are costs.")] = False,
    higher: Annotated[
        bool, opt("--higher-is-better", "The scores are (log) probabilities.")
    ] = False,
    field: Annotated[
        str | None, opt("--field NAME", "For JSON lines: the field that holds the score.")
    ] = None,
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
    form: options.Written,
    metric: Annotated[
        str,
        options.choice(
            "-m",
            "--metric",
            known=GENERATIVE,
            help="The metric that judges what systems write.",
        ),
    ] = "expected-aligned",
    plot: Annotated[
        Path | None, opt("--plot FILE", "Draw both shares by distance: .svg or .png.")
    ] = None,
) -> None:
    """Compare what systems score highest with what they write, in four cells, by distance.

    \b
    Example:
      proform suite knowledge suite.db --plot knowledge.svg
    """  # noqa: D301
    form.spare(store.where, plot=plot)
    form.write(stored.knowledge(store.open(), metric), plot)


def remove_scores(store: options.InStore, name: Annotated[str, arg("NAME", "The system.")]) -> None:
    """Take the scores of a system out of a suite. They stay in the store.

    \b
    Example:
      proform suite remove-scores suite.db base
    """  # noqa: D301
    stored.remove_scores(store.open(), name)
    tell(f"removed the scores of {name}")
