"""The library: it does what the command does, on texts in memory as on files."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.support.command import Proform, run
from tests.support.paths import ROOT

import proform as library
from proform import ProformError, stored
from proform.alignment.base import Pair
from proform.language.readings import Reading, Readings
from proform.model import Alignment
from proform.report import show_example
from proform.scoring.judgements import Judgement
from proform.scoring.result import Result
from proform.stored.suites import StoredSuite

DEMO = ROOT / "demo" / "en-fr"
SYSTEMS = ("sentence", "context")
SMALL: dict[str, Any] = {
    "source": ["I have a bicycle .", "It is red ."],
    "reference": ["J' ai un vélo .", "Il est rouge ."],
    "systems": {"base": ["J' ai une bicyclette .", "Elle est rouge ."]},
    "languages": "en-fr",
    "align_ref": ["0-0 1-1 2-2 3-3 4-4", "0-0 1-1 2-2 3-3"],
    "align_sys": {"base": ["0-0 1-1 2-2 3-3 4-4", "0-0 1-1 2-2 3-3"]},
}
UNALIGNED = {"align_ref": None, "align_sys": None}


def _lines(name: str) -> list[str]:
    return (DEMO / name).read_text(encoding="utf-8").splitlines()


def _small(**changed: Any) -> Result:
    return library.score(**{**SMALL, **changed})


@pytest.fixture(scope="module")
def result() -> Result:
    return _small(documents=["a", "b"])


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


@pytest.mark.parametrize("given", [True, False], ids=["given alignments", "aligned"])
def test_lists_and_files_give_the_same_json(proform: Proform, *, given: bool) -> None:
    options: dict[str, Any] = {"confidence": True, "paired": True, "resamples": 100}
    arguments: list[object] = ["--confidence", "--paired", "--resamples", 100, "-f", "json"]
    if given:
        options["align_ref"] = _lines("reference.align")
        options["align_sys"] = {name: _lines(f"{name}.align") for name in SYSTEMS}
        arguments += ["--align-ref", DEMO / "reference.align", "--align-sys"]
        arguments += [DEMO / f"{name}.align" for name in SYSTEMS]
    in_memory = library.score(
        source=_lines("source.en"),
        reference=_lines("reference.fr"),
        systems={name: _lines(f"{name}.fr") for name in SYSTEMS},
        languages="en-fr",
        metrics=["apt", "autoprf"],
        documents=_lines("docs.txt"),
        **options,
    )
    printed = run(
        *("score", "-s", DEMO / "source.en", "-r", DEMO / "reference.fr", "-l", "en-fr"),
        *("-i", *(DEMO / f"{name}.fr" for name in SYSTEMS), "-m", "apt", "autoprf"),
        *("--docs", DEMO / "docs.txt", *arguments),
    )
    assert in_memory.to_text("json") == printed
    assert len(json.loads(printed)["results"]) == 4
    del proform


def test_files_and_lines_may_be_mixed() -> None:
    mixed = library.score(
        DEMO / "source.en",
        _lines("reference.fr"),
        {"a": _lines("sentence.fr"), "b": DEMO / "sentence.fr"},
        "en-fr",
        align_ref=DEMO / "reference.align",
        align_sys={"b": _lines("sentence.align"), "a": DEMO / "sentence.align"},
    )
    assert mixed["apt", "a"].score == mixed["apt", "b"].score
    assert mixed["apt", "a"].n == 78


def test_a_result_is_asked_for_its_parts(result: Result, tmp_path: Path) -> None:
    base = result["apt", "base"]
    assert (base.score, base.n, base.counts["3"]) == (0.0, 1, 1)
    assert base.by("pronoun")["it"].size == 1
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
    pytest.importorskip("pandas", reason="pandas is an extra")
    assert list(result.to_pandas()["system"]) == ["base"]


def test_without_pandas_the_error_says_so(result: Result, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ProformError, match="pandas is not installed; pip install pandas"):
        result.to_pandas()


def test_judgements_stream_to_a_function() -> None:
    heard: list[Judgement] = []
    silent = _small(judgements=heard.append)
    assert [judgement.reason for judgement in heard] == ["3"]
    with pytest.raises(ProformError, match="no judgements were kept"):
        _ = silent.judgements


class Diagonal:
    """The n-th word is always the n-th word."""

    signature = "diagonal"
    reproducible = False  # so that no cache answers for it

    def __init__(self) -> None:
        self.asked = 0

    def align(self, pairs: Sequence[Pair]) -> list[Alignment]:
        self.asked += len(pairs)
        shortest = [range(min(map(len, pair))) for pair in pairs]
        return [Alignment(list(places), list(places)) for places in shortest]


def test_an_aligner_of_ones_own_is_a_value() -> None:
    aligner = Diagonal()
    own = _small(**UNALIGNED, aligner=aligner)
    assert "aligner:diagonal" in own.signature
    assert own["apt", "base"].counts["3"] == 1
    links = library.align(["It is red ."], ["Il est rouge ."], "en-fr", aligner=aligner)
    assert links.lines == ("0-0 1-1 2-2 3-3",)
    assert links.to_text() == "0-0 1-1 2-2 3-3\n"
    assert aligner.asked


class Bicycles:
    """Knows the gender of two nouns."""

    name = "bicycles"

    def readings(self, words: Sequence[str], place: int) -> Readings:
        genders = {"vélo": "m", "bicyclette": "f"}
        gender = genders.get(words[place])
        return frozenset() if gender is None else frozenset({Reading(gender, "sg")})


def test_a_lexicon_of_ones_own_is_a_value() -> None:
    own = _small(metrics=["agreement"], documents=["a", "a"], lexicon=Bicycles())
    assert own["agreement", "base"].score == 1.0
    assert "bicycles" in own.signature


GENERATOR = (line for line in ("It is red .",))
BAD: dict[str, tuple[dict[str, Any], str]] = {
    "too many lines": ({"reference": ["a", "b", "c"]}, "reference:3: 3 lines, but source has 2"),
    "too few lines": ({"systems": {"base": ["a"]}}, "systems['base']:2: 1 lines, but source has 2"),
    "generator": ({"source": GENERATOR}, "source: a generator can be read only once"),
    "None": ({"source": None}, "source: expected lines, found NoneType"),
    "number": ({"reference": 3}, "reference: expected lines, found int"),
    "None in lines": ({"systems": {"base": ["a", None]}}, "systems['base']:2: expected a string"),
    "number in lines": ({"source": [1, 2]}, "source:1: expected a string, found 1"),
    "line break": ({"source": ["a\nb", "c"]}, "source:1: a line break inside a line"),
    "no systems": ({"systems": {}}, "systems: there is none"),
    "systems None": ({"systems": None}, "systems: expected texts, found None"),
    "one string": ({"systems": "base.fr"}, "systems: expected texts, found 'base.fr'"),
    "unnamed lines": ({"systems": [["a", "b"]]}, "systems[0]: expected a file, found list"),
    "odd name": ({"systems": {3: ["a", "b"]}}, "systems: 3 is no name of a system"),
    "twice": (
        {
            "systems": [DEMO / "context.fr"] * 2,
            **UNALIGNED,
            "source": DEMO / "source.en",
            "reference": DEMO / "reference.fr",
        },
        "the system 'context' is there twice",
    ),
    "file and lines": ({"source": DEMO / "source.en"}, "reference:3: 2 lines, but"),
    "no file": ({"source": "nowhere.en"}, "nowhere.en: cannot be read"),
    "one alignment": ({"align_sys": None}, "align_ref and align_sys: give both, or neither"),
    "other system": ({"align_sys": {"x": ["", ""]}}, "align_sys: no alignment of 'base'"),
    "alignments of no kind": ({"align_sys": 3}, "align_sys: expected alignments, found int"),
    "links outside": ({"align_ref": ["0-9", ""]}, "align_ref:1: the link 0-9 is outside"),
    "no links": ({"align_ref": ["x", ""]}, "align_ref:1: expected `i-j`, found 'x'"),
    "links too long": ({"align_ref": ["", "", "0-0"]}, "align_ref:3: 3 lines, but source has 2"),
    "links and model": ({"model": "m"}, "align_ref and align_sys: there is nothing to align"),
    "metric": ({"metrics": ["aptt"]}, "metrics: unknown 'aptt'; there are apt, autoprf"),
    "no metric": ({"metrics": []}, "metrics: expected some, found []"),
    "metrics of no kind": ({"metrics": "apt"}, "metrics: expected some, found 'apt'"),
    "no judge": ({"metrics": [3]}, "metrics: 3 is no judge"),
    "language": ({"languages": "french"}, "languages: not a pair of languages: 'french'"),
    "no languages": ({"languages": None}, "languages: not a pair of languages: None"),
    "no pack": ({"languages": "xx-yy"}, "no language pack for the target language 'yy'"),
    "repair": ({"repair": "all"}, "repair: unknown 'all'; there are paper, informed, none"),
    "anchor": ({"anchor": "x"}, "anchor: unknown 'x'; there are source, reference"),
    "heuristic": ({**UNALIGNED, "symmetrise": "x"}, "symmetrise: unknown 'x'; there are inter"),
    "background": ({**UNALIGNED, "background": "x"}, "background: expected a pair, found 'x'"),
    "aligner": ({**UNALIGNED, "aligner": 3}, "aligner: expected one, found 3"),
    "model": ({**UNALIGNED, "model": 3}, "model: expected a path, found 3"),
    "align seed": ({**UNALIGNED, "align_seed": 0}, "align_seed: expected a whole number from 1"),
    "weights": ({"weights": 3}, "weights: expected text, found 3"),
    "documents": ({"documents": ["a"]}, "documents:2: 1 document ids for 2 segments"),
    "documents None": ({"documents": [None, "a"]}, "documents:1: expected a string, found None"),
    "positions": ({"positions": [3]}, "positions:1: expected a segment and a token, found 3"),
    "position": ({"positions": [(9, 0)]}, "positions:1: no segment 9, the source has 2"),
    "pronouns": ({"source_pronouns": 3}, "source_pronouns: expected lines, found int"),
    "identical": ({"identical": ["ce"]}, "identical[0]: expected lines, found str"),
    "equivalent": ({"equivalent": 3}, "equivalent: expected a list, found int"),
    "packs": ({"packs": "nowhere"}, "packs: nowhere: is not a directory of language packs"),
    "seed": ({"seed": -1}, "seed: expected a whole number from 0 on, found -1"),
    "resamples": ({"resamples": "x"}, "resamples: expected a whole number from 1 on, found 'x'"),
    "judgements": ({"judgements": 3}, "judgements: expected True, False or a function, found 3"),
    "detail": ({"detail": 3}, "detail: expected a path, found 3"),
}


@pytest.mark.parametrize(("changed", "message"), BAD.values(), ids=list(BAD))
def test_bad_input_names_the_argument_and_the_place(changed: dict[str, Any], message: str) -> None:
    with pytest.raises(ProformError, match="^.*" + re.escape(message)):
        _small(**changed)


UNKNOWN: dict[str, tuple[Callable[[Result], object], str]] = {
    "format": (lambda result: result.to_text("word"), "unknown format 'word'; there are text"),
    "breakdown": (lambda result: result.to_text(by=["x"]), "by: unknown 'x'; there are pronoun"),
    "score": (lambda result: result["apt", "x"], "no score ('apt', 'x'); there are apt of base"),
    "part": (lambda result: result.by("category"), "no scores by 'category'"),
    "file": (lambda _: library.load("nowhere.json"), "nowhere.json: cannot be read"),
    "no path": (lambda _: library.load(3), "path: expected a path, found 3"),  # type: ignore[arg-type]
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
        ("--by", "category", "'document'"),
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
    assert evaluated.by("category")["protest", "new"]["pleonastic_it"].size
    assert {verdict.outcome for verdict in suite.verdicts().values()} == {"open"}
    with pytest.raises(ProformError, match="policy: unknown 'loudest'; there are majority"):
        suite.verdicts(policy="loudest")
    with pytest.raises(ProformError, match="metrics: unknown 'x'"):
        suite.evaluate(metrics=["x"])
    suite.remove_system("new")
    assert suite.systems == []


def test_a_suite_takes_lines_in_memory(suite: StoredSuite) -> None:
    added = suite.add_system("lines", _lines("literal.fr"), align=_lines("literal.align"))
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


def test_the_page_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
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
    proform.train_aligner("a.en", "a.fr", "en-fr", "model", align_seed=2)
    print(proform.evaluate_links("g", "a.en", "a.fr", "en-fr").qualities, links.lines)
    print(proform.write_report([scored, "r.json"], "r.html"), proform.__version__)
    return suite.systems


scored = proform.score("a.en", "a.fr", ["b.fr"], "en-fr")
print(proform.find_examples(["It ."], "en-fr").examples)
print(proform.build_suite(["TED"], "en-fr", "s.db", per_category=10).suite.name)
print(proform.suite_from_table("t.tsv", "a.en", "a.fr", "en-fr", "s.db")[0].name)
'''


def _checked(script: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file", ""]
    where = {"MYPYPATH": str(ROOT / "src"), "PATH": "/usr/bin:/bin"}
    options = ["--follow-imports", "silent", "--cache-dir", str(ROOT / ".mypy_cache" / "users")]
    return subprocess.run(
        [*command, *options, str(script)],
        capture_output=True,
        text=True,
        env=where,
        cwd=script.parent,
        check=False,
    )


def test_a_users_script_is_typed(tmp_path: Path) -> None:
    pytest.importorskip("mypy", reason="mypy is a tool of developers")
    script = tmp_path / "script.py"
    script.write_text(SCRIPT, encoding="utf-8")
    checked = _checked(script)
    assert checked.returncode == 0, checked.stdout
    script.write_text(SCRIPT.replace('policy="majority"', "policy=3"), encoding="utf-8")
    assert 'has incompatible type "int"' in _checked(script).stdout
