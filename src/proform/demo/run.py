"""`proform.run_demo`: the demo texts, copied, scored, evaluated as a suite and put on a page."""

import shutil
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path
from shlex import quote

from proform.demo import PAIRS
from proform.errors import ProformError, check_known
from proform.output import File, needed_path
from proform.parallel import Progress
from proform.report.page import write_report
from proform.scoring.result import Result
from proform.scoring.score import score
from proform.stored.build import suite_from_table
from proform.stored.stores import list_suites
from proform.stored.suites import StoredSuite, open_suite

SYSTEMS = ("sentence", "context", "literal")
_RESULTS = "out"


@dataclass(frozen=True, slots=True)
class Demo:
    """What the demo left, and where."""

    folder: Path
    languages: str
    scores: Result
    suite: Result
    notes: tuple[str, ...] = ()

    def results(self, suffix: str) -> Path:
        """The page (.html), scores (.json), rows of --detail (.tsv), or the suite (.db)."""
        return _results(self.folder, self.languages, suffix)

    @property
    def report(self) -> Path:
        """The page to open."""
        return self.results(".html")

    def to_text(self) -> str:
        """What to look at, in six lines."""
        some = self.scores["apt", SYSTEMS[0]]
        examples = self.suite["protest", SYSTEMS[0]].n
        texts, folder = (quote(str(path)) for path in (self.folder / self.languages, self.folder))
        lines = (
            f"As in the reference (apt, {some.n} pronouns): {_ranked(self.scores, 'apt')}",
            "In agreement with the noun that the system itself wrote (agreement): "
            + _ranked(self.scores, "agreement"),
            f"Certainly right of {examples} examples (protest): {_ranked(self.suite, 'protest')}",
            f"Open {self.report}: the scores, and every pronoun with the reason for its verdict.",
            "Judge the rest in the browser: proform annotate serve "
            + quote(str(self.results(".db"))),
            f"Change a translation in {texts} and see: proform demo {folder} -l {self.languages}",
        )
        return "".join(f"{line}\n" for line in lines)

    def __str__(self) -> str:
        return self.to_text()


def run_demo(
    folder: File = "demo", *, languages: str = "en-fr", progress: Progress | None = None
) -> Demo:
    """Copy the demo texts into a folder, score them, evaluate them as a suite, write the report.

    Texts that are there already stay as they are, and so does a suite that people have judged. The
    rest is made anew.

    >>> print(proform.run_demo("demo").report)  # doctest: +SKIP
    demo/out/en-fr.html
    """
    check_known("languages", languages, PAIRS)
    place = needed_path("folder", folder)
    copy_texts(place)
    texts, target = place / languages, languages.split("-")[1]
    scores, detail, store, page = (
        _results(place, languages, suffix) for suffix in (".json", ".tsv", ".db", ".html")
    )
    result = score(
        texts / "source.en",
        texts / f"reference.{target}",
        [texts / f"{name}.{target}" for name in SYSTEMS],
        languages,
        metrics=["apt", "autoprf", "agreement"],
        documents=texts / "docs.txt",
        align_ref=texts / "reference.align",
        align_sys=[texts / f"{name}.align" for name in SYSTEMS],
        confidence=True,
        paired=True,
        detail=detail,
        judgements=False,
        progress=progress,
    )
    result.save(scores)
    suite, notes = _suite(texts, languages, store)
    evaluated = suite.evaluate(["protest", "agreement"], judgements=False, progress=progress)
    judged = texts / "judgements.tsv"
    inputs = [store, scores, detail, *([judged] if judged.is_file() else [])]
    write_report(inputs, page, title=f"Demo, {languages}")  # which has its notes in it
    return Demo(place, languages, result, evaluated, notes)


def copy_texts(folder: Path) -> None:
    """Copy the texts that are not there yet into a folder, which may hold nothing else."""
    if folder.exists() and not folder.is_dir():
        raise ProformError(f"{folder}: not a folder", hint="give another one: proform demo FOLDER")
    here = sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []
    if strange := [name for name in here if name not in (*PAIRS, _RESULTS)]:
        hint = "give an empty folder or a new one: proform demo FOLDER"
        raise ProformError(
            f"{folder}: has {strange[0]!r} in it, so it is not a demo folder", hint=hint
        )
    try:
        with as_file(files("proform.demo") / "texts") as texts:
            for file in sorted(texts.glob("*/*")):
                copy = folder / file.relative_to(texts)
                copy.parent.mkdir(parents=True, exist_ok=True)
                if not copy.exists():
                    shutil.copyfile(file, copy)
        (folder / _RESULTS).mkdir(exist_ok=True)
    except OSError as error:
        raise ProformError(f"{folder}: cannot be written ({error.strerror})") from error


def _results(folder: Path, languages: str, suffix: str) -> Path:
    return folder / _RESULTS / f"{languages}{suffix}"


def _suite(texts: Path, languages: str, store: Path) -> tuple[StoredSuite, tuple[str, ...]]:
    """A suite of the texts; the one in the store, if people have judged it."""
    if store.exists() and _in_use(store):
        return open_suite(store), (
            f"{store}: this suite was given to people, so it stays as it is",
        )
    for suffix in ("", "-wal", "-shm"):  # SQLite keeps up to three files
        store.with_name(f"{store.name}{suffix}").unlink(missing_ok=True)
    target = languages.split("-")[1]
    suite, notes = suite_from_table(
        texts / "pronouns.tsv",
        texts / "source.en",
        texts / f"reference.{target}",
        languages,
        store,
        documents=texts / "docs.txt",
        align_ref=texts / "reference.align",
    )
    for name in SYSTEMS:
        suite.add_system(name, texts / f"{name}.{target}", align=texts / f"{name}.align")
    return suite, tuple(notes)


def _in_use(store: Path) -> bool:
    """Has anybody judged something, or is anybody to?"""
    return any(
        suite.tasks or any(system.judgements for system in suite.systems)
        for suite in list_suites(store).suites
    )


def _ranked(result: Result, metric: str) -> str:
    """The systems, the best first."""
    scores = sorted(
        (score for score in result.results if score.metric == metric),
        key=lambda score: -(score.score or 0),
    )
    return ", ".join(f"{score.system} {score.score or 0:.2f}" for score in scores)
