"""What is released: a wheel that holds everything and works where there is no checkout."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from tests.support.paths import ROOT

from proform.version import __version__

MEGABYTE = 1_000_000
LARGEST = 40 * MEGABYTE

Run = Callable[..., str]


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel and the sdist."""
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT],
        check=True,
        capture_output=True,
    )
    return folder


@pytest.fixture(scope="session")
def installed(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Runs a program of an environment that has the wheel and nothing else of the project."""
    folder = tmp_path_factory.mktemp("empty")
    venv.create(folder / "env", with_pip=True)
    programs = folder / "env" / "bin"
    (wheel,) = built.glob("*.whl")
    kept = ("PYTHONPATH", "PROFORM_SHARED", "PROFORM_PACKS", "VIRTUAL_ENV")
    environment = {name: value for name, value in os.environ.items() if name not in kept}
    environment["PROFORM_CACHE"] = str(folder / "cache")

    def run(program: str, *args: object) -> str:
        done = subprocess.run(
            [programs / program, *map(str, args)],
            capture_output=True,
            text=True,
            cwd=folder,
            env=environment,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    run("pip", "install", "--quiet", "--constraint", ROOT / "constraints.txt", wheel)
    return run


def _tracked(folder: str) -> set[str]:
    """The files of the repository below a folder, as git knows them."""
    done = subprocess.run(
        ["/usr/bin/env", "git", "ls-files", "-z", "--", folder],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    return {name for name in done.stdout.split("\0") if name}


def test_the_wheel_holds_the_whole_package(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    assert wheel.name == f"proform-{__version__}-py3-none-any.whl"
    assert wheel.stat().st_size <= LARGEST
    names = set(zipfile.ZipFile(wheel).namelist())
    missing = {name.removeprefix("src/") for name in _tracked("src/proform")} - names
    assert not missing
    assert "proform/py.typed" in names


def test_the_wheel_carries_every_licence_and_attribution(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        folder = f"proform-{__version__}.dist-info"
        metadata = archive.read(f"{folder}/METADATA").decode()
        carried = {
            name.removeprefix(f"{folder}/licenses/")
            for name in archive.namelist()
            if name.startswith(f"{folder}/licenses/")
        }
    (expression,) = re.findall("^License-Expression: (.*)$", metadata, re.MULTILINE)
    texts = {name for name in _tracked("src/proform/language/tables") if name.endswith(".txt")}
    named = {Path(name).stem.replace("LGPL-LR", "LGPLLR") for name in texts}
    assert set(expression.split(" AND ")) == {"Apache-2.0", "CC-BY-4.0"} | named
    assert carried == texts | {
        "LICENSE",
        "src/proform/alignment/starters/README.md",
        "src/proform/language/NOTICE.md",
        "src/proform/language/tables/README.md",
    }


def test_every_extra_is_described() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    page = (ROOT / "docs" / "install.md").read_text(encoding="utf-8")
    described = set(re.findall(r"^\| `([a-z]+)` \|", page, re.MULTILINE))
    assert described == set(project["optional-dependencies"])
    together = re.search(r"pip install '\.\[(.*)\]'", page)
    assert together is not None
    assert set(together[1].split(",")) == described


def test_the_sdist_holds_the_whole_repository(built: Path) -> None:
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    missing = {name for name in _tracked(".") if not name.startswith((".ci/", ".git"))} - names
    assert not missing


def test_it_runs_without_the_checkout(installed: Run) -> None:
    assert installed("proform", "--version") == f"proform {__version__}\n"
    where = installed("python", "-c", "import proform; print(proform.__file__)")
    assert "site-packages" in where
    lines = installed("proform", "demo").splitlines()
    assert len(lines) == 6
    assert "context 0.75" in lines[0]


TEXTS = {
    "en-fr": (
        ["I bought a bicycle.", "It is red.", "The keys are here.", "They are new."],
        ["J'ai acheté un vélo.", "Il est rouge.", "Les clés sont là.", "Elles sont neuves."],
        ["J'ai acheté une bicyclette.", "Elle est rouge.", "Les clés sont là.", "Ils sont neufs."],
    ),
    "en-de": (
        ["I bought a table.", "It is red.", "The lamp is here.", "It is new."],
        ["Ich kaufte einen Tisch.", "Er ist rot.", "Die Lampe ist hier.", "Sie ist neu."],
        ["Ich kaufte einen Tisch.", "Er ist rot.", "Die Lampe ist hier.", "Er ist neu."],
    ),
    "en-es": (
        ["I bought a table.", "I painted it.", "The book is here.", "I read it."],
        ["Compré una mesa.", "La pinté.", "El libro está aquí.", "Lo leí."],
        ["Compré una mesa.", "La pinté.", "El libro está aquí.", "La leí."],
    ),
}
"""Source, reference and a system whose first pronoun agrees and whose second does not."""


@pytest.mark.parametrize("pair", TEXTS)
def test_raw_texts_are_scored_by_agreement(installed: Run, tmp_path: Path, pair: str) -> None:
    names = ("source", "reference", "system")
    for name, lines in zip(names, TEXTS[pair], strict=True):
        (tmp_path / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    (tmp_path / "docs").write_text("a\na\nb\nb\n", encoding="utf-8")
    source, reference, system = (tmp_path / name for name in names)
    out = installed(
        *("proform", "score", "-l", pair, "-s", source, "-r", reference, "-i", system),
        *("--docs", tmp_path / "docs", "-m", "apt", "agreement", "-f", "json"),
        *("--detail", tmp_path / "detail.tsv"),
    )
    (tmp_path / "scores.json").write_text(out, encoding="utf-8")
    agreement = next(row for row in json.loads(out)["results"] if row["metric"] == "agreement")
    assert (agreement["agreeing"], agreement["n"]) == (0.5, 2)
    header, *rows = (tmp_path / "detail.tsv").read_text(encoding="utf-8").splitlines()
    wrong = header.split("\t").index("wrong")
    first, second = (float(row.split("\t")[wrong]) for row in rows if "agreement" in row)
    assert first <= 0.2
    assert second > 0.7  # how sure that is depends on what is usual, with two pronouns in all
    page = tmp_path / "report.html"
    installed("proform", "report", tmp_path / "scores.json", tmp_path / "detail.tsv", "-o", page)
    assert "agreement" in page.read_text(encoding="utf-8")


def test_all_extras_together_have_versions_that_fit() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = ",".join(project["optional-dependencies"])
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "pip",
            "install",
            "--dry-run",
            "--quiet",
            "--ignore-installed",
            "--no-build-isolation",
            "--constraint",
            "constraints.txt",
            f".[{extras}]",
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


def test_the_version_is_the_same_everywhere() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+", __version__)
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert citation["version"] == __version__
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    (newest, *_) = re.findall(r"^## \[(\d\S*)\]", changes, re.MULTILINE)
    assert newest == __version__


def test_the_citation_is_what_the_format_asks_for() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert citation["cff-version"] == "1.2.0"
    assert {"message", "title", "authors"} <= set(citation)
    for work in (citation, *citation["references"]):
        assert work["type"] in {"software", "article", "conference-paper"}
        assert work["title"]
        for author in work["authors"]:
            assert set(author) in ({"name"}, {"family-names", "given-names"})
