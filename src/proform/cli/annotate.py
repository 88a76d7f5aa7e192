"""`proform annotate`: judging translations in a browser."""

import sys
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from proform import stored, web
from proform.cli import options
from proform.cli.command import group
from proform.cli.console import tell
from proform.cli.options import arg, opt


def start(
    source: Annotated[Path, arg("SRC", "The source text, or a store with a suite.")],
    outputs: Annotated[
        list[Path] | None, arg("OUT...", "Translations: files, or folders of them.")
    ] = None,
    output: Annotated[
        str | None, opt("-o --output STORE", "The store; else SRC with the ending .db.")
    ] = None,
    reference: Annotated[
        Path | None, opt("-r --reference REF", "A human translation, to compare with.")
    ] = None,
    judge_reference: Annotated[
        bool, opt("--judge-reference", "People judge the reference, too.")
    ] = False,
    languages: Annotated[
        str | None, opt("-l --languages --language-pair SRC-TGT", "Else by the files' endings.")
    ] = None,
    docs: options.Docs = None,
    people: Annotated[str, opt("--people NAMES", "Annotators, with commas between.")] = "",
    shared: Annotated[
        int | None, opt("--iaa", "About so many examples for everyone; else a fifth.", min=0)
    ] = None,
    examples: Annotated[
        int | None, opt("--examples", "At most so many pronouns, at random.", min=1)
    ] = None,
    host: Annotated[str, opt("--host", "The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, opt("--port", "The port.", min=1, max=65535)] = 8000,
    seed: options.RandomSeed = 1,
    no_serve: Annotated[bool, opt("--no-serve", "Print the links, and start no server.")] = False,
) -> None:
    """From texts to people at work: find pronouns, make tasks, print everyone's link, and serve.

    Categories and antecedents are proposed by a model, and marked so. The store can be given
    instead of SRC, to add systems and people later.

    \b
    Example:
      proform annotate start talk.en out/*.fr -r talk.fr --people Ada,Ben
      proform annotate start talk.db out/late.fr --people Eve
    """  # noqa: D301
    started = stored.start_annotation(
        source,
        outputs or [],
        output=output,
        reference=reference,
        judge_reference=judge_reference,
        languages=languages,
        documents=docs,
        people=[name for name in people.split(",") if name.strip()],
        shared=shared,
        examples=examples,
        seed=seed,
        url=web.address_of(host, port),
    )
    tell(*started.notes)
    tell(
        *(
            f"task {task.label}: {task.size} examples for {', '.join(task.annotators) or 'nobody'}"
            for task in started.tasks
        )
    )
    for name, link in started.links.items():
        typer.echo(f"{name or 'researcher'}\t{link}")
    if not no_serve:
        sys.stdout.flush()
        web.serve(started.suite.where, host=host, port=port, seed=seed, tell=tell)


def serve(
    where: options.Where,
    host: Annotated[str, opt("--host", "The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, opt("--port", "The port.", min=1, max=65535)] = 8000,
    seed: options.RandomSeed = 1,
    metrics: Annotated[
        list[str] | None,
        opt(
            "-m --metrics METRICS...",
            "Judges for the researcher's pages, beside matching: agreement, file:NAME=PATH.",
        ),
    ] = None,
) -> None:
    """Serve the annotation pages until interrupted.

    \b
    Example:
      proform annotate serve suite.db --port 8000
      proform annotate serve suite.db -m file:llm=suite.db.qwen3.jsonl
    """  # noqa: D301 (\\b is for the help)
    web.serve(where, host=host, port=port, seed=seed, metrics=metrics or (), tell=tell)


def invite(
    where: options.Where,
    names: Annotated[list[str] | None, arg("NAME...", "Annotators.")] = None,
    listed: Annotated[
        Path | None, opt("--names FILE", "More annotators, one name per line.")
    ] = None,
    researcher: Annotated[
        bool, opt("--researcher", "A link that sees everything of the suite.")
    ] = False,
    report: Annotated[
        bool, opt("--report", "A link that sees the report, as it stands, and nothing else.")
    ] = False,
    training: Annotated[
        bool, opt("--training", "The annotator does a short training first.")
    ] = False,
    url: Annotated[
        str | None, opt("--url", "The address of the server; by default where it was last served.")
    ] = None,
    suite: options.SuiteName = None,
    last: Annotated[
        datetime | None,
        opt("--last-day DATE", "The last day on which the link works (UTC).", formats=["%Y-%m-%d"]),
    ] = None,
    hours: Annotated[
        int | None, opt("--session-hours", "How long a session lasts.", min=1, max=10_000)
    ] = None,
) -> None:
    """Make personal links. They are shown only once, and anyone who has one can enter.

    Of several people, each line is a name, a tab and the link.

    \b
    Example:
      proform annotate invite suite.db Ada
      proform annotate invite suite.db Bob --training
      proform annotate invite suite.db --names people.txt > links.tsv
      proform annotate invite suite.db --researcher
      proform annotate invite suite.db --report
      proform annotate invite suite.db Eve --last-day 2030-06-30 --session-hours 12
    """  # noqa: D301
    end = None if last is None else last.date()
    people = [*(names or ()), *(stored.read_names(listed) if listed else ())]
    kind = {"researcher": researcher, "report": report, "training": training}
    for name in people or [None]:
        link = web.invite(where, name, **kind, url=url, suite=suite, last=end, hours=hours)
        typer.echo(f"{name}\t{link}" if len(people) > 1 else link)


def links(store: options.InStore, form: options.Printed) -> None:
    """List the links that have been made, without their secrets.

    \b
    Example:
      proform annotate links suite.db
    """  # noqa: D301
    form.show(stored.list_links(store.open()))


def revoke(store: options.InStore, link: Annotated[int, arg("LINK", "Its number.")]) -> None:
    """End a link, and all sessions that were opened with it.

    \b
    Example:
      proform annotate revoke suite.db 3
    """  # noqa: D301
    stored.revoke_link(store.open(), link)
    tell(f"link {link} no longer opens")


def quality(store: options.InStore, form: options.Printed) -> None:
    """Tell how well annotators judge, who shares what with whom, and what is worth a look.

    \b
    Example:
      proform annotate quality suite.db
    """  # noqa: D301
    form.show(stored.quality(store.open()))


def controls(
    store: options.InStore,
    form: options.Printed,
    known: Annotated[
        Path | None, opt("--known FILE", "Answers: example, system, pronoun, antecedent.")
    ] = None,
    pass_mark: Annotated[
        int | None, opt("--pass-mark", "In training, in percent; 0: none.", min=0, max=100)
    ] = None,
) -> None:
    """List the control examples, whose right answer is known; first take more from a table.

    proform suite define-tasks --controls mixes them into tasks.

    \b
    Example:
      proform annotate controls suite.db --known known.tsv
      proform annotate controls suite.db --pass-mark 80
    """  # noqa: D301
    suite = store.open()
    if known is not None:
        tell(f"{stored.set_controls(suite, known)} known answers were read")
    if pass_mark is not None:
        stored.set_pass_mark(suite, pass_mark or None)
        tell(f"the pass mark is {pass_mark}%" if pass_mark else "there is no pass mark")
    form.show(stored.list_controls(suite))


def remove(
    store: options.InStore,
    name: Annotated[str, arg("NAME", "The annotator, or a set of tasks.")],
    tasks: Annotated[bool, opt("--tasks", "NAME is a set of tasks.")] = False,
) -> None:
    """Delete an annotator or a set of tasks; where there are answers, retire them instead.

    Judgements are kept in either case. A removed annotator's links end, and their tasks are free.

    \b
    Example:
      proform annotate remove suite.db Ada
      proform annotate remove suite.db june --tasks
    """  # noqa: D301
    suite = store.open()
    deleted = stored.remove_tasks(suite, name) if tasks else stored.remove_annotator(suite, name)
    tell(f"{name} is {'deleted' if deleted else 'retired, and all judgements are kept'}")


def backup(
    where: options.Where, output: Annotated[Path, opt("-o --output FILE", "The copy.")]
) -> None:
    """Copy a SQLite store, also while it is in use; of PostgreSQL, pg_dump makes copies.

    \b
    Example:
      proform annotate backup suite.db -o suite-monday.db
    """  # noqa: D301
    stored.backup(where, output)


app = group(
    "People judge translations in a browser.",
    start,
    serve,
    invite,
    links,
    revoke,
    quality,
    controls,
    remove,
    backup,
)
