"""Whoever asks is told the same: situations × views, each view by its own public path.

Every situation is an example of a category of its own, judged in the system `base`. The system
`copy` says the same and is judged by nobody: it shows which translations are accepted.
"""

from __future__ import annotations

import gzip
import json
import re
from base64 import b64decode
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from starlette.testclient import TestClient
from tests.support.annotations import annotate
from tests.support.command import run
from tests.support.report_content import read_now
from tests.support.small_suite import NOW
from tests.support.visit import Visit

from proform.gap.answers import FILLS, Fill, define_gap_tasks
from proform.human.review import stored_verdicts
from proform.human.verdict import KINDS
from proform.meta.examples import Judges, load_examples
from proform.model import Antecedent, Category, Example
from proform.report.data import packed
from proform.semi.state import load_state
from proform.store import schema
from proform.store.access import RESEARCHER, enter, invite
from proform.store.answers import Answer, Selected, annotator_id
from proform.store.database import Store, opened
from proform.store.ledger import Addressed
from proform.store.suites import REFERENCE, SYSTEM, add_target, find_suite, save_suite
from proform.store.tasks import TaskSet, assign, define_tasks, reassign
from proform.suite.suite import Document, Suite, Target, place
from proform.web.app import create_app

OK, BAD, UNSET = "ok", "bad", "unset"
RIGHT = Answer(OK, OK)
WRONG = Answer(BAD, OK)
HALF = Answer(OK, UNSET)
OTHER_NOUN = Answer(OK, BAD)
ASIDE = Answer(tags=frozenset({"bad_translation"}))
MISALIGNED = Answer(tags=frozenset({"incorrect_word_alignment"}))
CONTRADICTION = Answer(OK, OK, tags=frozenset({"bad_translation"}))
UNSURE = Answer(tags=frozenset({"ant_unsure"}))
NOTHING = Answer()

Said = tuple[str, Answer]


@dataclass(frozen=True)
class Situation:
    """Who says what, what the adjudicator says, who says what afterwards; and what it is."""

    said: Sequence[Said]
    pronoun: str
    antecedent: str | None
    """None: it is not asked."""
    adjudicated: Sequence[Answer] = ()
    later: Sequence[Said] = ()
    listed: bool | None = False
    """Is it to be settled? None: it was."""
    gap: bool = False
    moved: bool = False
    """Is the task of the first annotator given to the second one?"""

    @property
    def accepted(self) -> bool:
        return self.pronoun == "right" and self.antecedent in (None, "right")


def by(*answers: Answer) -> list[Said]:
    return list(zip(("Ada", "Bob", "Cyd", "Dee"), answers, strict=False))


SITUATIONS = {
    "nobody": Situation([], "unjudged", "unjudged"),
    "one right": Situation(by(RIGHT), "right", "right"),
    "one wrong": Situation(by(WRONG), "wrong", "right"),
    "one right event": Situation(by(RIGHT), "right", None),
    "another noun": Situation(by(OTHER_NOUN), "right", "wrong"),
    "half answered": Situation(by(HALF), "right", "unjudged"),
    "tagged only": Situation(by(UNSURE), "unjudged", "unjudged"),
    "set aside": Situation(by(ASIDE), "aside", "aside"),
    "set aside for two reasons": Situation(by(ASIDE, MISALIGNED), "aside", "aside"),
    "contradiction": Situation(by(CONTRADICTION), "unjudged", "unjudged", listed=True),
    "contradicting event": Situation(by(CONTRADICTION), "unjudged", None, listed=True),
    "contradiction and right": Situation(by(CONTRADICTION, RIGHT), "right", "right", listed=True),
    "contradiction amended": Situation(by(CONTRADICTION), "right", "right", later=by(RIGHT)),
    "contradiction settled": Situation(
        by(CONTRADICTION), "wrong", "right", adjudicated=[WRONG], listed=None
    ),
    "withdrawn": Situation(by(RIGHT), "unjudged", "unjudged", later=by(NOTHING)),
    "one of two withdrew": Situation(by(RIGHT, WRONG), "wrong", "right", later=by(NOTHING)),
    "two agree": Situation(by(RIGHT, RIGHT), "right", "right"),
    "tie": Situation(by(RIGHT, WRONG), "disputed", "right", listed=True),
    "tied event": Situation(by(RIGHT, WRONG), "disputed", None, listed=True),
    "right or set aside": Situation(by(RIGHT, ASIDE), "disputed", "disputed", listed=True),
    "tie on the antecedent": Situation(by(RIGHT, OTHER_NOUN), "right", "disputed", listed=True),
    "tie settled": Situation(by(RIGHT, WRONG), "wrong", "right", adjudicated=[WRONG], listed=None),
    "settling withdrawn": Situation(
        by(RIGHT, WRONG), "disputed", "right", adjudicated=[WRONG, NOTHING], listed=True
    ),
    "half settled": Situation(
        by(RIGHT, replace(WRONG, antecedent=BAD)),
        "right",
        "disputed",
        adjudicated=[HALF],
        listed=True,
    ),
    "agreed after it was settled": Situation(
        by(RIGHT, WRONG), "wrong", "right", adjudicated=[WRONG], later=[("Bob", RIGHT)], listed=None
    ),
    "majority": Situation(by(RIGHT, RIGHT, WRONG), "right", "right", listed=True),
    "majority settled": Situation(
        by(RIGHT, RIGHT, WRONG), "wrong", "right", adjudicated=[WRONG], listed=None
    ),
    "three opinions": Situation(by(RIGHT, WRONG, ASIDE), "disputed", "right", listed=True),
    "set aside by most": Situation(by(ASIDE, MISALIGNED, RIGHT), "aside", "aside", listed=True),
    "four in a tie": Situation(by(RIGHT, RIGHT, WRONG, WRONG), "disputed", "right", listed=True),
    "three of four": Situation(by(WRONG, RIGHT, RIGHT, RIGHT), "right", "right", listed=True),
    "reassigned": Situation(by(RIGHT, WRONG), "disputed", "right", listed=True, moved=True),
    "answered before it was reassigned": Situation(by(RIGHT), "right", "right", moved=True),
    "gap answers": Situation([], "unjudged", "unjudged", gap=True),
    "gap answers and a judgement": Situation(by(WRONG), "wrong", "right", gap=True),
}

NAMES = list(SITUATIONS)
NUMBERS = {name: number for number, name in enumerate(NAMES, 1)}


def _suite() -> Suite:
    examples: list[Example] = []
    documents: list[Document] = []
    source: list[str] = []
    for number, situation in enumerate(SITUATIONS.values(), 1):
        first = len(source)
        source += ["The bicycle is red .", "It squeaks ."]
        heads = () if situation.antecedent is None else (Antecedent(first, 0, 1, 1),)
        examples.append(Example(number, first + 1, 0, "It", _category(number), heads))
        documents.append(Document(f"d{number}", first, first + 1))
    categories = tuple(
        Category(_category(number), agrees=situation.antecedent is not None)
        for number, situation in enumerate(SITUATIONS.values(), 1)
    )
    return Suite("views", "en", "fr", tuple(source), tuple(documents), categories, tuple(examples))


def _category(number: int) -> str:
    return f"situation_{number}"


SUITE = _suite()


def _target(name: str, *lines: str) -> Target:
    links = ("0-0 1-1 2-2 3-3 4-4", "0-0 1-1 2-2")
    return place(SUITE, Target(name, lines * len(NAMES), links * len(NAMES), how="by hand"))


TARGETS = (
    _target("reference", "Le vélo est rouge .", "Il grince ."),
    _target("base", "La bicyclette est rouge .", "Elle grince ."),
    _target("copy", "La bicyclette est rouge .", "Elle grince ."),
)


def _entered(number: int, situation: Situation, answer: Answer) -> Answer:
    """An answer as it is entered: without an antecedent where none is asked, with its words."""
    asked = situation.antecedent is not None
    answer = answer if asked else replace(answer, antecedent=UNSET)
    heads = {Selected(2 * number - 2, 1)} if answer.antecedent == OK else set()
    pronoun = {Selected(2 * number - 1, 0)} if answer.pronoun == OK else set()
    return replace(answer, tokens=frozenset(heads | pronoun))


@dataclass
class Views:
    """The same store, seen from everywhere; each view gives a kind of verdict by its situation."""

    where: str
    store: Store
    her: Visit
    folder: Path

    def dashboard(self) -> dict[str, str]:
        return self._cells("pronoun", NAMES)

    def dashboard_antecedent(self) -> dict[str, str]:
        return self._cells("antecedent", [n for n in NAMES if SITUATIONS[n].antecedent])

    def _cells(self, part: str, names: Sequence[str]) -> dict[str, str]:
        rows = self.her.get(f"/api/research/progress?part={part}").json()["cells"]
        return {
            name: _only(kind for kind in KINDS if row[1][kind])
            for name, row in zip(names, rows[:-1], strict=True)
        }

    def filtered_examples(self) -> dict[str, str]:
        kinds: dict[int, str] = {}
        for kind in KINDS:
            page = self.her.page(f"/research/examples?judged={kind}&system=base&page=1")
            last = max([1, *(int(n) for n in re.findall(r"page=(\d+)", page))])
            pages = [self._listed(kind, number) for number in range(1, last + 1)]
            kinds |= {number: kind for numbers in pages for number in numbers}
        return {name: kinds[number] for name, number in NUMBERS.items()}

    def _listed(self, kind: str, page: int) -> list[int]:
        text = self.her.page(f"/research/examples?judged={kind}&system=base&page={page}")
        return [int(number) for number in re.findall(r'href="/research/examples/(\d+)', text)]

    @cached_property
    def adjudication_rows(self) -> dict[str, tuple[bool | None, list[str]]]:
        """Of what is listed: is it open, and which verdicts stand beside it?"""
        found = {}
        for path, listed in (("", True), ("?settled=1", None)):
            for row in self.her.page(f"/research/adjudication{path}").split("<tr>")[2:]:
                number = int(re.findall(r"Example (\d+)", row)[0])
                cell = row.split("<td>")[3]
                found[NAMES[number - 1]] = listed, re.findall(r'class="mark (\w+)"', cell)
        return found

    def adjudication(self) -> dict[str, str]:
        return {name: verdicts[0] for name, (_, verdicts) in self.adjudication_rows.items()}

    def adjudication_antecedent(self) -> dict[str, str]:
        rows = self.adjudication_rows.items()
        return {name: verdicts[1] for name, (_, verdicts) in rows if len(verdicts) > 1}

    @cached_property
    def cases(self) -> dict[str, Any]:
        with self.store.reading() as connection:
            cases = load_state(connection).cases
        return {NAMES[c.example.number - 1]: c for c in cases if c.system == "base"}

    def semi(self) -> dict[str, str]:
        return {name: _kind(case.pronoun) for name, case in self.cases.items()}

    def semi_antecedent(self) -> dict[str, str]:
        cases = self.cases.items()
        return {name: _kind(case.antecedent) for name, case in cases if case.antecedent}

    @cached_property
    def detail(self) -> Path:
        path = self.folder / "detail.tsv"
        run("suite", "evaluate", self.where, "-m", "apt", "-i", "base", "--detail", path)
        return path

    def meta(self) -> dict[str, str]:
        return self._meta(self.where)

    def meta_of_a_table(self) -> dict[str, str]:
        """Of a table, which has one cell for a judgement or a tag, so not for both."""
        lines = ["system\tsegment\tposition\tannotator\tjudgement\tantecedent\n"]
        told = set()
        for name, number in NUMBERS.items():
            said = _last(SITUATIONS[name])
            asked = SITUATIONS[name].antecedent is not None
            if asked or CONTRADICTION not in said.values():
                told.add(name)
                lines += [_row(number, who, answer, asked=asked) for who, answer in said.items()]
        path = self.folder / "table.tsv"
        path.write_text("".join(lines), encoding="utf-8")
        found = self._meta(str(path))
        return {name: kind for name, kind in found.items() if name in told}

    def _meta(self, where: str) -> dict[str, str]:
        pairs = load_examples(self.detail, Judges(where)).pairs
        return {NAMES[pair.decided.place.segment // 2]: _kind(pair.label) for pair in pairs}

    def meta_categories(self) -> dict[str, str]:
        """Right, wrong, or neither, of which the command tells nothing more."""
        shown = run("meta", "categories", self.detail, "--human", self.where, "-f", "json")
        rows = {row["category"]: row for row in json.loads(shown)["categories"]}
        return {
            name: ("right" if rows[_category(n)]["human_correct"] else "wrong")
            for name, n in NUMBERS.items()
            if rows.get(_category(n), {}).get("n")
        }

    def report(self) -> dict[str, str]:
        data = json.loads(gzip.decompress(b64decode(packed(read_now(self.where)))))
        opinions = data["opinions"][data["systems"].index("base")]
        return {
            NAMES[pronoun["example"] - 1]: _kind(opinions.get(str(index), {"all": "none"})["all"])
            for index, pronoun in enumerate(data["pronouns"])
        }

    @cached_property
    def records(self) -> dict[str, list[dict[str, Any]]]:
        found: dict[str, list[dict[str, Any]]] = {name: [] for name in NAMES}
        for line in self.her.page("/research/export/judgements.jsonl").splitlines():
            record = json.loads(line)
            found[NAMES[record["example"] - 1]].append(record)
        return found

    def export(self) -> dict[str, str]:
        return {
            name: _only({_exported(one["verdict"], contested=one["contested"]) for one in records})
            for name, records in self.records.items()
            if records
        }

    def export_antecedent(self) -> dict[str, str]:
        return {
            name: _exported(
                records[0]["antecedent_verdict"], contested=records[0]["antecedent_contested"]
            )
            for name, records in self.records.items()
            if records and records[0]["antecedent_verdict"]
        }

    def suite_show(self) -> dict[str, str]:
        """Of some, since it is one command for each."""
        found = {}
        for name, number in list(NUMBERS.items())[::4]:
            shown = json.loads(run("suite", "show", self.where, number, "-f", "json"))
            (one,) = [t for t in shown["translations"] if t["system"] == "base"]
            found[name] = _exported(one["verdict"], contested=one["contested"])
        return found

    def library(self) -> dict[str, str]:
        with self.store.reading() as connection:
            found = stored_verdicts(connection, find_suite(connection, None))
        return {name: found[number, "base"].kind for name, number in NUMBERS.items()}

    def accepted(self) -> set[str]:
        """Where the copy is approved, since it says what was found right."""
        arguments = ("-m", "protest", "-i", "copy", "--accept-annotations", "-f", "json")
        result = json.loads(run("suite", "evaluate", self.where, *arguments))["results"][0]
        groups = result["by"]["category"]
        return {n for n in NAMES if groups[_category(NUMBERS[n])]["counts"].get("approved")}


def _only(kinds: Any) -> str:
    (kind,) = kinds
    return str(kind)


def _kind(word: str) -> str:
    """The words of other views."""
    words = {
        "correct": "right",
        "incorrect": "wrong",
        "undecided": "disputed",
        **dict.fromkeys(("bad_translation", "incorrect_word_alignment"), "aside"),
        **dict.fromkeys(("open", "contradictory", "no judgement", "none"), "unjudged"),
    }
    return words.get(word, word)


def _exported(verdict: str, *, contested: bool) -> str:
    if verdict == "open":
        return "disputed" if contested else "unjudged"
    return verdict


def _last(situation: Situation) -> dict[str, Answer]:
    """What everybody says last, the adjudicator included."""
    settled = [("adjudicator", answer) for answer in situation.adjudicated]
    return dict([*situation.said, *settled, *situation.later])


def _row(number: int, who: str, answer: Answer, *, asked: bool) -> str:
    reasons = {"bad_translation", "incorrect_word_alignment"} & answer.tags
    pronoun = next(iter(reasons), answer.pronoun)
    antecedent = answer.antecedent if asked else ""
    return f"base\t{2 * number - 1}\t0\t{who}\t{pronoun}\t{antecedent}\n"


@pytest.fixture(scope="module")
def views(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Views]:
    folder = tmp_path_factory.mktemp("views")
    where = str(folder / "suite.db")
    with opened(where, create=True) as store:
        with store.writing() as connection:
            stored = save_suite(connection, SUITE, "a-key", NOW)
            for number, target in enumerate(TARGETS):
                add_target(connection, stored, target, SYSTEM if number else REFERENCE, NOW)
            secret = invite(connection, stored.id, RESEARCHER, None, NOW)
            session = enter(connection, secret, NOW) or ""
        _assign(store)
        _say(where, lambda situation: situation.said)
        with TestClient(create_app(store)) as client:
            made = Views(where, store, Visit(client, session), folder)
            _settle(made)
            _move(store)
            _say(where, lambda situation: situation.later)
            yield made


def _say(where: str, chosen: Callable[[Situation], Sequence[Said]]) -> None:
    said: dict[tuple[int, str], list[Said]] = {}
    for number, situation in enumerate(SITUATIONS.values(), 1):
        said[number, "base"] = [
            (person, _entered(number, situation, answer)) for person, answer in chosen(situation)
        ]
    annotate(where, said)


def _candidates(store: Store) -> Mapping[int, Any]:
    """Of `base`, by the number of the example."""
    with store.reading() as connection:
        rows = connection.execute(
            select(schema.candidates.c.id, schema.candidates.c.number, schema.examples.c.number)
            .join(schema.examples, schema.examples.c.id == schema.candidates.c.example)
            .join(schema.corpora, schema.corpora.c.id == schema.candidates.c.corpus)
            .where(schema.corpora.c.name == "base")
        )
        return {row[2]: row for row in rows}


def _assign(store: Store) -> None:
    """Tasks that will be reassigned, and gaps with an answer to each."""
    ids = _candidates(store)
    with store.writing() as connection:
        stored = find_suite(connection, None)
        for number, situation in enumerate(SITUATIONS.values(), 1):
            only = (["base"], [_category(number)])
            if situation.moved:
                define_tasks(connection, stored, TaskSet(f"t{number}", 1, 0, 1, *only), NOW)
                assign(connection, stored, f"t{number}", "1", "Ada", NOW)
            if situation.gap:
                define_gap_tasks(connection, stored, TaskSet(f"g{number}", 1, 0, 1, *only), NOW)
                ada = annotator_id(connection, "Ada", NOW)
                fill = Fill(frozenset({"elle"}))
                FILLS.record(connection, [Addressed(ids[number].id, ada, fill)], NOW, "test")


def _move(store: Store) -> None:
    with store.writing() as connection:
        stored = find_suite(connection, None)
        for number, situation in enumerate(SITUATIONS.values(), 1):
            if situation.moved:
                reassign(connection, stored, f"t{number}", "1", "Ada", "Bob", NOW)


def _settle(views: Views) -> None:
    """Adjudicate on the page for it."""
    candidates = _candidates(views.store)
    for number, situation in enumerate(SITUATIONS.values(), 1):
        for base, answer in enumerate(situation.adjudicated):
            entered = _entered(number, situation, answer)
            sent = {
                "pronoun": entered.pronoun,
                "antecedent": entered.antecedent,
                "tags": sorted(entered.tags),
                "tokens": sorted([token.segment, token.position] for token in entered.tokens),
                "base": base,
                "change": f"{number} {base}",
            }
            views.her.done(f"/api/research/adjudication/{candidates[number][1]}", sent)


COMPLETE = ("dashboard", "filtered_examples", "semi", "meta", "report", "library")
PARTIAL = ("adjudication", "export", "meta_of_a_table", "meta_categories", "suite_show")
ANTECEDENT = ("dashboard", "adjudication", "semi", "export")


def test_there_are_situations_enough() -> None:
    assert len(SITUATIONS) >= 14
    assert {len(situation.said) for situation in SITUATIONS.values()} == {0, 1, 2, 3, 4}
    assert {situation.pronoun for situation in SITUATIONS.values()} == set(KINDS)


@pytest.fixture(scope="module")
def seen(views: Views) -> dict[str, dict[str, str]]:
    names = [*COMPLETE, *PARTIAL, *(f"{name}_antecedent" for name in ANTECEDENT)]
    return {name: getattr(views, name)() for name in names}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("view", [*COMPLETE, *PARTIAL])
def test_every_view_has_the_same_verdict(
    seen: dict[str, dict[str, str]], view: str, name: str
) -> None:
    expected = SITUATIONS[name].pronoun
    if view in COMPLETE or name in seen[view]:
        assert seen[view][name] == expected
    else:  # a view that leaves something out leaves out what it should
        left_out = {
            "adjudication": SITUATIONS[name].listed is False,
            "export": expected == "unjudged",
            "meta_of_a_table": CONTRADICTION in dict(SITUATIONS[name].said).values(),
            "meta_categories": expected not in ("right", "wrong"),
            "suite_show": NAMES.index(name) % 4 != 0,
        }
        assert left_out[view]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("view", ANTECEDENT)
def test_and_so_it_is_with_antecedents(
    seen: dict[str, dict[str, str]], view: str, name: str
) -> None:
    shown = seen[f"{view}_antecedent"]
    if view in ("dashboard", "semi") or name in shown:
        assert shown.get(name) == SITUATIONS[name].antecedent


@pytest.mark.parametrize("name", NAMES)
def test_the_adjudication_list_has_what_is_to_be_settled(views: Views, name: str) -> None:
    listed, _ = views.adjudication_rows.get(name, (False, []))
    assert listed is SITUATIONS[name].listed


def test_accepted_translations_are_those_that_are_right(views: Views) -> None:
    assert views.accepted() == {name for name, one in SITUATIONS.items() if one.accepted}


def test_the_command_counts_the_same(views: Views) -> None:
    (suite,) = json.loads(run("suite", "list", views.where, "-f", "json"))
    (base,) = [one for one in suite["translations"] if one["name"] == "base"]
    counts = Counter(one.pronoun for one in SITUATIONS.values())
    assert (base["right"], base["wrong"], base["aside"]) == tuple(
        counts[kind] for kind in ("right", "wrong", "aside")
    )
    assert base["open"] == counts["disputed"] + counts["unjudged"]
    assert base["contradictory"] == _unresolved()


def _unresolved() -> int:
    """How many have an answer that contradicts itself, which nobody has settled."""
    listed = [one for one in SITUATIONS.values() if one.listed is True]
    return sum(CONTRADICTION in _last(one).values() for one in listed)


def test_contradictions_are_counted_on_the_dashboard(views: Views) -> None:
    live = views.her.get("/api/research/progress").json()
    assert live["contradictory"] == _unresolved()
    assert live["open"] == sum(one.listed is True for one in SITUATIONS.values())


def test_the_adjudicator_is_compared_with_nobody(views: Views) -> None:
    shown = json.loads(run("meta", "agreement", views.where, "-f", "json", "--resamples", 100))
    pairs = {row["annotators"] for row in shown["agreement"]}
    assert not any("adjudicator" in names for names in pairs)
    page = views.her.page("/research/agreement?first=Ada&second=Bob")
    (row,) = [
        one
        for one in shown["agreement"]
        if (one["annotators"], one["question"], one["unjudged"]) == ("Ada – Bob", "pronoun", True)
    ]
    assert f"{row['n'] - row['differ']} of {row['n']}" in page
    assert f"{row['value']:.2f}" in page
    assert "adjudicator" not in page.split("Disagreements")[0]
