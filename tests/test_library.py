"""The library: it does what the command does, on texts in memory as on files."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.support.command import Proform
from tests.support.paths import ROOT
from tests.support.small_texts import DEMO, demo_lines, score_small

import proform as library
from proform import ProformError, stored
from proform.demo.run import copy_texts
from proform.report import show_example
from proform.scoring.result import Result
from proform.stored.suites import StoredSuite


@pytest.fixture(scope="module")
def result() -> Result:
    return score_small(documents=["a", "b"])


@pytest.fixture
def suite(tmp_path: Path) -> StoredSuite:
    made, _ = library.suite_from_table(
        DEMO / "pronouns.tsv",
        DEMO / "source.en",
        DEMO / "reference.fr",
        "en-fr",
        tmp_path / "suite.db",
        align_ref=DEMO / "reference.align",
    )
    made.add_system("new", DEMO / "context.fr", align=DEMO / "context.align")
    return made


def test_a_result_is_asked_for_its_parts(result: Result, tmp_path: Path) -> None:
    base = result["apt", "base"]
    assert (base.score, base.n, base.counts["3"]) == (0.0, 1, 1)
    assert base.by("pronoun")["it"].n == 1
    assert result.by("document")["apt", "base"]["b"].score == 0.0
    (judgement,) = result.judgements
    assert (judgement.document, judgement.segment, judgement.position) == ("b", 1, 0)
    assert (judgement.reason, judgement.statistics) == ("3", {"3": 1.0})
    assert "'Il'" in judgement.explanation
    records = result.to_records(by=["pronoun"])
    assert [(record["by"], record["key"]) for record in records] == [
        (None, None),
        ("pronoun", "it"),
    ]
    result.save(tmp_path / "r.json")
    loaded = library.load(tmp_path / "r.json")
    assert loaded.to_text("json") == result.to_text("json")
    assert loaded["apt", "base"] == base
    with pytest.raises(ProformError, match="no judgements were kept"):
        _ = loaded.judgements
    result.write_report(tmp_path / "r.html", title="One system")
    assert "One system" in (tmp_path / "r.html").read_text(encoding="utf-8")


def test_a_result_shows_itself(result: Result) -> None:
    assert str(result) == result.to_text("text")
    assert "signature: metric:apt" in str(result)
    assert re.findall("<td[^>]*>base</td>|<th[^>]*>base</th>", result._repr_html_())


def test_records_become_a_data_frame(result: Result) -> None:
    assert list(result.to_pandas()["system"]) == ["base"]


def test_without_pandas_the_error_says_so(result: Result, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ProformError, match="pandas is not installed; pip install pandas"):
        result.to_pandas()


UNKNOWN: dict[str, tuple[Callable[[Result], object], str]] = {
    "format": (lambda result: result.to_text("word"), "unknown format 'word'; there are text"),
    "breakdown": (lambda result: result.to_text(by=["x"]), "by: unknown 'x'; there are pronoun"),
    "score": (lambda result: result["apt", "x"], "no score ('apt', 'x'); there are apt of base"),
    "part": (lambda result: result.by("category"), "no scores by 'category'"),
    "file": (lambda _: library.load("nowhere.json"), "nowhere.json: cannot be read"),
    "no path": (lambda _: library.load(3), "path: expected a path, found 3"),  # type: ignore[arg-type]
    "one string": (
        lambda _: library.meta.correlate("a.json", "b.tsv"),
        "scores: expected a list of paths, found 'a.json'",
    ),
    "no detail": (
        lambda _: library.meta.cases(None, "b.tsv"),  # type: ignore[arg-type]
        "detail: expected a path, found None",
    ),
    "no gold": (
        lambda _: library.evaluate_links(3, ["a"], ["b"], "en-fr"),  # type: ignore[arg-type]
        "gold: expected a path, found 3",
    ),
    "store": (lambda _: library.open_suite("nowhere.db"), "nowhere.db: there is no store"),
    "report": (
        lambda _: library.write_report([3], "r.html"),  # type: ignore[list-item]
        "inputs[0]: expected a result or a path, found 3",
    ),
    "size": (
        lambda _: library.build_suite(["x"], "en-fr", "s.db", per_category=["many"]),
        "per_category: not a number in 'many'",
    ),
}


@pytest.mark.parametrize(("ask", "message"), UNKNOWN.values(), ids=list(UNKNOWN))
def test_what_there_is_not(result: Result, ask: Callable[[Result], object], message: str) -> None:
    with pytest.raises(ProformError, match=re.escape(message)):
        ask(result)


@pytest.mark.parametrize(
    ("option", "value", "known"),
    [
        ("-m", "aptt", "'autoprf-strict'"),
        ("--repair", "all", "'informed'"),
        ("--anchor", "x", "'reference'"),
        ("--symmetrise", "x", "'grow-diag-final-and'"),
        ("-f", "word", "'markdown'"),
        ("--by", "rule", "'document'"),
    ],
)
def test_the_command_lists_what_there_is(
    proform: Proform, option: str, value: str, known: str
) -> None:
    done = proform("score", "-s", "a", "-r", "b", "-i", "c", "-l", "en-fr", option, value)
    assert done.exit_code == 2
    assert f"'{value}' is not one of" in done.stderr
    assert known in done.stderr


def test_a_suite_is_evaluated_and_judged(suite: StoredSuite) -> None:
    assert suite.systems == ["new"]
    evaluated = suite.evaluate(metrics=["protest"])
    assert evaluated["protest", "new"].n == len(suite.value.examples) == len(evaluated.judgements)
    assert evaluated.by("category")["protest", "new"]["pleonastic_it"].n
    assert {verdict.outcome for verdict in suite.verdicts().values()} == {"open"}
    with pytest.raises(ProformError, match="policy: unknown 'loudest'; there are majority"):
        suite.verdicts(policy="loudest")
    with pytest.raises(ProformError, match="metrics: unknown 'x'"):
        suite.evaluate(metrics=["x"])
    suite.remove_system("new")
    assert suite.systems == []


def test_a_suite_takes_lines_in_memory(suite: StoredSuite) -> None:
    added = suite.add_system("lines", demo_lines("literal.fr"), align=demo_lines("literal.align"))
    assert added.systems == ("lines",)
    assert suite.systems == ["new", "lines"]
    with pytest.raises(ProformError, match=r"systems\['short'\]:2: 1 lines, but the source has 75"):
        suite.add_system("short", ["a"], align=["0-0"])


def test_a_store_lists_and_shows_what_it_holds(suite: StoredSuite, tmp_path: Path) -> None:
    listed = stored.list_suites(suite.where)
    assert [(contents.name, len(contents.systems)) for contents in listed.suites] == [("en-fr", 2)]
    assert str(listed).startswith("en-fr (en-fr): ")
    shown = show_example(suite, 1)
    assert json.loads(shown.to_text("json"))["example"] == 1
    with pytest.raises(ProformError, match="style: unknown 'latex'; there are text, json"):
        shown.to_text("latex")
    suite.write_examples(tmp_path / "examples.tsv")
    header, *rows = (tmp_path / "examples.tsv").read_text(encoding="utf-8").splitlines()
    assert header.startswith("segment\ttoken\tform\tcategory")
    assert len(rows) >= len(suite.value.examples)


def test_every_public_name_is_there_with_an_example() -> None:
    page = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
    for name in library.__all__:
        thing = getattr(library, name)
        assert name in page, name
        assert thing.__doc__, name
        if callable(thing) and not isinstance(thing, type):
            assert ">>> " in thing.__doc__, name
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = vars(library)["__getattr__"]("nothing")


def test_the_page_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy_texts(tmp_path / "demo")
    monkeypatch.chdir(tmp_path)
    page = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    assert len(blocks) > 7
    names: dict[str, Any] = {"__name__": "library_page"}
    for block in blocks:
        exec(compile(block, "docs/library.md", "exec"), names)  # noqa: S102 (our own page)
    assert isinstance(names["result"], Result)


SCRIPT = '''\
"""What a user writes."""

import proform


def told(judgement: proform.Judgement) -> None:
    print(judgement.system, judgement.verdict, judgement.statistics)


def scores() -> dict[str, float | None]:
    result: proform.Result = proform.score(
        source=["It is red ."],
        reference=["Il est rouge ."],
        systems={"base": ["Elle est rouge ."], "new": "out/new.fr"},
        languages="en-fr",
        metrics=["apt"],
        judgements=told,
        confidence=True,
    )
    result.save("r.json")
    result.write_report("r.html")
    loaded = proform.load("r.json")
    return {score.system: score.score for score in loaded.results}


def suites() -> list[str]:
    suite: proform.StoredSuite = proform.open_suite("suite.db")
    suite.add_system("new", ["Il est rouge ."], align=["0-0"])
    for (number, system), verdict in suite.verdicts(policy="majority").items():
        print(number, system, verdict.outcome)
    try:
        suite.evaluate(metrics=["protest", "agreement"]).by("category")
    except proform.ProformError as error:
        print(error.what, error.hint)
    links = proform.align(["It ."], ["Il ."], "en-fr", tokenized=True)
    proform.train_aligner("a.en", "a.fr", "en-fr", "model", starter=False)
    print(proform.evaluate_links("g", "a.en", "a.fr", "en-fr").qualities, links.lines)
    print(proform.write_report([scored, "r.json"], "r.html"), proform.__version__)
    return suite.systems


scored = proform.score("a.en", "a.fr", ["b.fr"], "en-fr")
print(proform.find_examples(["It ."], "en-fr").examples)
print(proform.build_suite(["TED"], "en-fr", "s.db", per_category=10).suite.name)
print(proform.suite_from_table("t.tsv", "a.en", "a.fr", "en-fr", "s.db")[0].name)
'''


def test_a_users_script_is_typed(tmp_path: Path) -> None:
    right, wrong = tmp_path / "right.py", tmp_path / "wrong.py"
    right.write_text(SCRIPT, encoding="utf-8")
    wrong.write_text(SCRIPT.replace('policy="majority"', "policy=3"), encoding="utf-8")
    cache = tmp_path / "cache"
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", cache, right, wrong],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert "Found 1 error in 1 file (checked 2 source files)" in checked.stdout
    assert "wrong.py" in checked.stdout
    assert 'has incompatible type "int"' in checked.stdout
