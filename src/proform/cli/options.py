"""The options of the commands: names, types and help; and bundles of those that go together.

The fields of a bundle are called what the library calls them, so that `vars` of it are arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import chain
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, cast

from typer import Argument, BadParameter, Option

import proform
from proform.alignment.symmetrise import SYMMETRISATIONS
from proform.cli.console import tell
from proform.human import POLICIES
from proform.judge import ANCHORS, JUDGES, PREFIX, REPAIRS, check_metric
from proform.output import picture_kind, refuse_overwriting, writing
from proform.settings import SYMMETRISATION
from proform.table.writers import WRITERS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from proform.stored.suites import StoredSuite
    from proform.table.tables import Drawable, Tabular


def opt(names: str, description: str, **limits: Any) -> Any:  # noqa: ANN401 (as typer's)
    """An option, declared as its help shows it: `-s --source SRC`."""
    flags = [name for name in names.split() if name.startswith("-")]
    metavar = " ".join(names.split()[len(flags) :]) or None
    return Option(*flags, metavar=metavar, help=description, **limits)


def arg(metavar: str, description: str) -> Any:  # noqa: ANN401
    """An argument."""
    return Argument(metavar=metavar, help=description)


def choice(
    *flags: str,
    known: Iterable[str],
    help: str,  # noqa: A002 (as typer's)
    several: bool = False,
    panel: str | None = None,
) -> Any:  # noqa: ANN401
    """An option whose values are names: one that is not known is an error that lists them."""
    names = list(known)

    def check(value: str | list[str] | None) -> str | list[str] | None:
        for name in [value] if isinstance(value, str) else value or ():
            if name not in names:
                raise BadParameter(f"{name!r} is not one of {', '.join(map(repr, names))}")
        return value

    metavar = f"{flags[-1].lstrip('-').upper()}..." if several else f"[{'|'.join(names)}]"
    return Option(*flags, metavar=metavar, help=help, callback=check, rich_help_panel=panel)


Source = Annotated[str, opt("-s --source SRC", "The source text.")]
Reference = Annotated[str, opt("-r --reference REF", "A human translation of it.")]
Systems = Annotated[
    list[str],
    opt(
        "-i --input SYS...",
        "The systems' translations, the baseline first: FILE, NAME=FILE, or FILE#NAME.",
    ),
]
Languages = Annotated[str, opt("-l --language-pair SRC-TGT", "The language pair, such as en-fr.")]
AlignReference = Annotated[
    Path | None, opt("--align-ref FILE", "Word alignment of source and reference (i-j pairs).")
]
Tokenized = Annotated[
    bool, opt("--tokenized", "The texts are tokenised; implied when alignments are given.")
]
Docs = Annotated[
    Path | None, opt("--docs FILE", "One document id per line, or the lines where documents start.")
]
Antecedents = Annotated[
    Path | None,
    opt(
        "--antecedents FILE",
        "What pronouns refer to, for agreement: CoNLL-U with coreference, or chains as JSON lines.",
    ),
]

SourceTagger = Annotated[
    str | None,
    opt(
        "--source-tagger NAME",
        "Parts of speech for agreement: words, spacy, a spaCy model's name or folder, or CoNLL-U.",
    ),
]


def metrics_option(*more: str) -> Any:  # noqa: ANN401
    """Which metrics; beside the names of judges, a command may know more."""
    names = (*JUDGES, *more)

    def check(chosen: list[str]) -> list[str]:
        for name in chosen:
            if complaint := check_metric(name):
                raise BadParameter(complaint)
            if name not in names and not name.startswith(PREFIX):
                known = (*map(repr, names), f"'{PREFIX}NAME=PATH'")
                raise BadParameter(f"{name!r} is not one of {', '.join(known)}")
        return chosen

    return Option(
        "-m",
        "--metrics",
        metavar="METRICS...",
        help=f"{', '.join(names)}, or {PREFIX}NAME=PATH for judgements from elsewhere.",
        callback=check,
    )


Metrics = Annotated[list[str], metrics_option()]
AnchorAt = Annotated[
    str,
    choice(
        "--anchor", known=ANCHORS, help="Start from the pronouns of the source or the reference."
    ),
]
SourcePronouns = Annotated[
    Path | None, opt("--source-pronouns FILE", "Pronouns to evaluate, one per line.")
]
Identical = Annotated[
    Path | None, opt("--identical FILE", "Forms that count as the same, such as ce,c'")
]
Packs = Annotated[
    Path | None, opt("--packs DIR", "Language packs of your own.", envvar="PROFORM_PACKS")
]
Discard = Annotated[str, opt("--discard CASES", "APT cases to leave out, such as 5,6.")]
Resamples = Annotated[
    int, opt("--resamples", "How many resamples, for intervals and tests.", min=100)
]
Seed = Annotated[int, opt("--seed", "The seed of the resampling.", min=0)]
OUTPUT = "Output"
"""Where the help has what is printed, and how."""
ShowMatrix = Annotated[
    bool, opt("--matrix", "Show the confusion matrices.", rich_help_panel=OUTPUT)
]
Detail = Annotated[
    Path | None,
    opt(
        "--detail FILE",
        "Also write one row per pronoun and system, with evidence: .tsv or .jsonl.",
        rich_help_panel=OUTPUT,
    ),
]
Output = Annotated[Path | None, opt("-o --output FILE", "Write to this file instead of stdout.")]
NewFile = Annotated[Path, opt("-o --output FILE", "The file to write.")]
AlignSeed = Annotated[
    int,
    opt("--align-seed", "1 uses the model as learnt; any other seed varies it at random.", min=1),
]
Starter = Annotated[
    bool,
    opt(
        "--starter/--no-starter",
        "Build on the starter model that comes with proform, or leave it out.",
    ),
]
Where = Annotated[str, arg("STORE", "A SQLite file, or postgresql://USER@HOST/DATABASE.")]
Into = Annotated[str, opt("-o --output STORE", "The store: a SQLite file, or a PostgreSQL URL.")]
SuiteName = Annotated[str | None, opt("--suite NAME", "Which suite, if the store has several.")]
Name = Annotated[str | None, opt("--name", "The name of the suite in the store.")]
AcceptAnnotations = Annotated[
    bool,
    opt("--accept-annotations", "Also accept what annotators judged right in other systems."),
]
Policy = Annotated[
    str,
    choice(
        "--policy",
        known=POLICIES,
        help="Where people differ: follow the majority, or require all to agree.",
    ),
]
RandomSeed = Annotated[
    int, opt("--seed", "The seed for what is drawn at random.", min=0, max=2**31 - 1)
]


AsPublished = Annotated[
    bool,
    opt("--as-published", "The APT paper's repair, symmetrisation and weights; no starter model."),
]


@dataclass(frozen=True)
class Workers:
    """Who does the work on a large corpus."""

    heading: ClassVar = "Large corpora"

    jobs: Annotated[int, opt("-j --jobs", "Number of processes; 0 means one per core.", min=0)] = 0
    cluster: Annotated[
        str | None,
        opt("--cluster WHERE", "Dask workers: local:4, tcp://HOST:PORT, or slurm:PROFILE.yaml."),
    ] = None
    shards: Annotated[
        int | None, opt("--shards N", "Cut the corpus into N parts for the workers.", min=1)
    ] = None
    parts: Annotated[
        Path | None, opt("--parts DIR", "Keep finished parts in this folder instead of the cache.")
    ] = None
    skip_broken: Annotated[
        bool, opt("--skip-broken", "Leave out broken files and parts that fail, and say so.")
    ] = False


@dataclass(frozen=True)
class Aligning:
    """How texts are aligned."""

    heading: ClassVar = "Alignment"

    background: Annotated[
        tuple[str, str] | None,
        opt(
            "--background SRC TGT",
            "A parallel text to learn alignment from; learnt once, then cached.",
        ),
    ] = None
    model: Annotated[Path | None, opt("--model FILE", "A model from `proform align train`.")] = None
    aligner: Annotated[
        str | None,
        opt(
            "--aligner COMMAND",
            "Another aligner: eflomal, or a program that reads `a ||| b` lines.",
        ),
    ] = None
    starter: Starter = True
    symmetrise: Annotated[
        str | None,
        choice(
            "--symmetrise",
            known=SYMMETRISATIONS,
            help=f"How to combine both directions; {SYMMETRISATION.usual} by default.",
        ),
    ] = None
    align_seed: AlignSeed = 1
    as_published: AsPublished = False


@dataclass(frozen=True)
class Judging:
    """How judges are set up."""

    heading: ClassVar = "Settings of metrics"

    weights: Annotated[
        str, opt("--weights W1,...,W6", "Weights of APT's six cases, or apt-a, apt-b.")
    ] = "1,0.5,0,0,0,0"
    discard: Discard = ""
    repair: Annotated[
        str | None,
        choice(
            "--repair",
            known=REPAIRS,
            help="How the links of pronouns are repaired: using the language packs (the default), "
            "as in the APT paper, or not at all.",
        ),
    ] = None
    no_repair: Annotated[bool, opt("--no-repair", "Use the alignment as it is.")] = False
    as_published: AsPublished = False
    other_equal: Annotated[
        bool, opt("--other-equal", "Two translations that are not pronouns count as identical.")
    ] = False
    dropped: Annotated[
        bool, opt("--dropped", "Count a dropped subject as a form, ø, read from its verb (apt).")
    ] = False
    target_pronouns: Annotated[
        Path | None, opt("--target-pronouns FILE", "Target pronouns, one per line.")
    ] = None
    packs: Packs = None

    @property
    def settings(self) -> dict[str, Any]:
        """The arguments that they are; to leave links alone is one of the repairs."""
        settings = vars(self) | ({"repair": "none"} if self.no_repair else {})
        del settings["no_repair"]
        return settings


@dataclass(frozen=True)
class Intervals:
    """Intervals and tests."""

    heading: ClassVar = "Intervals and tests"

    confidence: Annotated[bool, opt("--confidence", "Give 95% intervals (bootstrap).")] = False
    paired: Annotated[
        bool, opt("--paired", "Test each system against the first, and all pairs.")
    ] = False
    resamples: Resamples = 1000
    seed: Seed = 12345


@dataclass(frozen=True)
class Printed:
    """How the result is printed."""

    heading: ClassVar = OUTPUT

    style: Annotated[str, choice("-f", "--format", known=WRITERS, help="The output format.")] = (
        "text"
    )

    def show(self, result: Any) -> None:  # noqa: ANN401 (whatever has a text in each format)
        """Print a result on standard output."""
        with writing(None) as out:
            out.write(result.to_text(self.style, terminal=out.is_terminal))


@dataclass(frozen=True)
class Written(Printed):
    """How and where the result is printed."""

    heading: ClassVar = OUTPUT

    output: Output = None

    def tell(self, notes: Sequence[str]) -> None:
        """Say notes on stderr, unless the text has them in it."""
        if self.style != "text":
            tell(*notes)

    def spare(self, *inputs: object, plot: Path | None = None) -> None:
        """Before any work is done, refuse to overwrite an input, or to draw what is no picture."""
        listed = (value if isinstance(value, list) else [value] for value in inputs)
        names = [str(name) for name in chain(*listed) if isinstance(name, str | Path)]
        # A system may be NAME=FILE, human scores FILE#COLUMN.
        parts = [(name, name.partition("=")[2], name.rpartition("#")[0]) for name in names]
        files = [path for path in map(Path, chain(*parts)) if path.is_file()]
        refuse_overwriting([self.output, plot], files)
        if plot is not None:
            picture_kind(plot)

    def write(self, result: Tabular, plot: Path | None = None) -> None:
        """Write tables, and a picture; neither is left without the other.

        What the format leaves out is said on stderr.
        """
        with ExitStack() as files:
            if plot is not None:
                file = files.enter_context(writing(plot))
                file.write_bytes(cast("Drawable", result).drawn(picture_kind(plot)))
            out = files.enter_context(writing(self.output))
            out.write(result.to_text(self.style, terminal=out.is_terminal))
        tell(*result.remarks(self.style))


@dataclass(frozen=True)
class InStore:
    """A suite in a store."""

    where: Where
    suite: SuiteName = None

    def open(self) -> StoredSuite:
        """The suite."""
        return proform.open_suite(self.where, self.suite)


def table_command(
    function: str, arguments: type, printing: type[Written] = Written, name: str | None = None
) -> Callable[..., None]:
    """A command that prints the tables that a function of the library returns.

    `arguments` is a bundle of the function's arguments, by their names, whose docstring is the
    help; what is None is left to the function. With `plot` among them, the result is drawn as well.
    """

    def run(given: Any, written: Any) -> None:  # noqa: ANN401 (the two bundles)
        values = {name: value for name, value in vars(given).items() if value is not None}
        plot = values.pop("plot", None)
        written.spare(*values.values(), plot=plot)
        written.write(attrgetter(function)(proform)(**values), plot)

    run.__name__, run.__doc__ = name or function.rpartition(".")[2], arguments.__doc__
    run.__annotations__ = {"given": arguments, "written": printing}
    return run
