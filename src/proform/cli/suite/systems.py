"""The systems of a suite: adding them, taking them out, looking at them, evaluating them."""

from pathlib import Path
from typing import Annotated

from proform import report, stored
from proform.cli import options
from proform.cli.console import progressing, tell
from proform.cli.gate import Gate
from proform.cli.options import arg, opt
from proform.output import writing
from proform.scoring import BREAKDOWNS, TRAITS
from proform.suite import LAYOUTS


def add_system(
    store: options.InStore,
    alignment: options.Aligning,
    name: Annotated[str, arg("NAME|DIR", "Its name, or a folder with one file per system.")],
    file: Annotated[str | None, arg("FILE", "The translation, one line per segment.")] = None,
    layout: Annotated[
        str | None,
        options.choice(
            "--layout",
            known=LAYOUTS,
            help="For a challenge set: one line per segment, per example with its context, per "
            "example without it, or any lines.",
        ),
    ] = None,
    align: Annotated[
        Path | None,
        opt("--align FILE", "Its word alignment; for a folder, where its NAME.align files are."),
    ] = None,
    tokenized: options.Tokenized = False,
    packs: options.Packs = None,
) -> None:
    """Add the translation of a system, or a folder of them.

    \b
    Example:
      proform suite add-system suite.db base out/base.fr
      proform suite add-system suite.db out/
    """  # noqa: D301 (\\b is for the help)
    with progressing() as progress:
        added = store.open().add_system(
            name,
            file,
            align=align,
            packs=packs,
            layout=layout,
            tokenized=tokenized,
            progress=progress,
            **vars(alignment),
        )
    tell(*added.notes, f"added {', '.join(added.systems)}", *added.unaligned)


def remove_system(store: options.InStore, name: Annotated[str, arg("NAME", "The system.")]) -> None:
    """Take a system out of a suite. Its judgements stay in the store.

    \b
    Example:
      proform suite remove-system suite.db base
    """  # noqa: D301
    store.open().remove_system(name)
    tell(f"removed {name}")


def list_(where: options.Where, form: options.Printed) -> None:
    """List the suites of a store: examples, systems, judgements, tasks.

    \b
    Example:
      proform suite list suite.db
    """  # noqa: D301
    form.show(stored.list_suites(where))


def show(
    store: options.InStore,
    example: Annotated[int, arg("EXAMPLE", "Its number.")],
    form: options.Printed,
) -> None:
    """Show one example: source, reference and all systems, pronoun and antecedent marked.

    \b
    Example:
      proform suite show suite.db 17
    """  # noqa: D301
    form.show(report.show_example(store.open(), example))


def evaluate(
    store: options.InStore,
    judging: options.Judging,
    resampling: options.Intervals,
    output: options.Written,
    gate: Gate,
    metrics: options.Metrics = ["protest"],  # noqa: B006 (never changed)
    systems: Annotated[
        list[str], opt("-i --systems NAME...", "Only these, the baseline first.")
    ] = [],  # noqa: B006
    accept: options.AcceptAnnotations = False,
    antecedents: options.Antecedents = None,
    by: Annotated[
        list[str],
        options.choice(
            "--by",
            known=(*BREAKDOWNS, *TRAITS),
            help="By category, pronoun, document; a challenge set also by pair, distance, "
            "intrasegmental, rule, type.",
            several=True,
        ),
    ] = ["category"],  # noqa: B006
    matrix: options.ShowMatrix = False,
    detail: options.Detail = None,
) -> None:
    """Evaluate all systems of a suite: approved or referred to a person, by category.

    \b
    Example:
      proform suite evaluate suite.db
      proform suite evaluate suite.db -m protest apt --confidence --detail all.tsv -f json
    """  # noqa: D301
    gate.check(metrics)
    suite = store.open()
    with writing(output.output) as out:
        with progressing() as progress:
            result = suite.evaluate(
                metrics,
                systems=systems,
                accept=accept,
                antecedents=antecedents,
                detail=detail,
                judgements=gate.paired,
                outputs=[output.output],
                progress=progress,
                **judging.settings,
                **vars(resampling),
            )
        result = gate.compare(result, resampling.resamples, resampling.seed)
        output.tell(result.notes)
        out.write(result.to_text(output.style, by=by, matrix=matrix, terminal=out.is_terminal))
    gate.close(result, metrics)
