"""Semi-automatic evaluation on the researcher's pages, on both databases."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select
from starlette.testclient import TestClient
from tests.support.command import Proform
from tests.support.judged_suite import (
    EVENT,
    GENERIC,
    INTRA,
    RIGHT,
    UNJUDGEABLE,
    WRONG,
    Shape,
    add_system,
    fill,
    say,
    suite_of,
)
from tests.support.small_suite import NOW

from proform.human.conflict import TAG_WORDS, in_words
from proform.pronoun.categories import WORDS
from proform.semi.batches import Verify, Wish, give_out
from proform.semi.state import load_state
from proform.store import schema
from proform.store.access import ANNOTATOR, RESEARCHER, enter, invite
from proform.store.answers import annotator_id
from proform.store.database import Store, opened
from proform.store.suites import REFERENCE, SYSTEM, add_target, find_suite, retire, save_suite
from proform.suite.suite import Target, place
from proform.web.app import create_app
from proform.web.security import COOKIE, CSRF_HEADER, csrf

SHAPE = Shape({INTRA: 6, EVENT: 10, GENERIC: 4})
APPROVED = frozenset((number, system) for number in (1, 2, 7, 8, 9) for system in ("base", "new"))
EVERY = Verify(1.0)
TABS = ("", "/plan", "/start", "/results", "/next")


@dataclass(frozen=True)
class Desk:
    """Somebody with a session."""

    client: TestClient
    session: str

    def get(self, path: str) -> Any:
        cookie = {"cookie": f"{COOKIE}={self.session}", "accept": "text/html"}
        return self.client.get(path, headers=cookie, follow_redirects=False)

    def page(self, path: str, status: int = 200) -> str:
        answer = self.get(f"/research/semi{path}")
        assert answer.status_code == status, answer.text
        return unescape(answer.text)

    def start(self, **sent: object) -> Any:
        headers = {"cookie": f"{COOKIE}={self.session}", CSRF_HEADER: csrf(self.session)}
        return self.client.post("/api/research/semi/start", headers=headers, json=sent)


@dataclass(frozen=True)
class Office:
    """A researcher, and the store behind."""

    her: Desk
    store: Store
    where: str


def office_of(store: Store, where: str, client: TestClient) -> Office:
    with store.writing() as connection:
        suite = find_suite(connection, None).id
        session = enter(connection, invite(connection, suite, RESEARCHER, None, NOW), NOW)
    return Office(Desk(client, session or ""), store, where)


@contextmanager
def open_office(where: str) -> Iterator[Office]:
    with opened(where, create=True) as store:
        fill(store, SHAPE, ("base", "new"), APPROVED)
        with TestClient(create_app(store)) as client:
            yield office_of(store, where, client)


@pytest.fixture
def office(where: str) -> Iterator[Office]:
    with open_office(where) as one:
        yield one


@pytest.fixture
def quick_office(tmp_path: Path) -> Iterator[Office]:
    """The same for tests to which it makes no difference in which database things are kept."""
    with open_office(str(tmp_path / "suite.db")) as one:
        yield one


@pytest.fixture(scope="module")
def untouched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    """The same for tests that only look."""
    with open_office(str(tmp_path_factory.mktemp("untouched") / "suite.db")) as one:
        yield one


def refused(page: str) -> str:
    """What a page says that cannot be done."""
    found = re.search(r'id="refused">([^<]*)</p>', page)
    return found[1] if found else ""


def cells(page: str, table: str) -> list[list[str]]:
    """What is in the lines of a table; categories as the command calls them."""
    _, _, body = page.split(f'data-table="{table}"')[1].partition("<tbody>")
    body, _, _ = body.partition("</tbody>")
    codes = {in_words(name): name for name in (*WORDS, *TAG_WORDS)}
    texts = [
        [re.sub("<[^>]*>", "", cell).strip() for cell in re.findall(r"<t[hd].*?</t[hd]>", row)]
        for row in body.split("</tr>")[:-1]
    ]
    return [[codes.get(unescape(text), text) for text in row] for row in texts]


def judge(store: Store) -> None:
    """All that is referred, and some approvals: two of three right; one cannot be judged."""
    keys = [(number, system) for number in range(1, 21) for system in ("base", "new")]
    wanted = [key for key in keys if key not in APPROVED or key[0] in (1, 7)]
    answers = {key: WRONG if n % 3 == 0 else RIGHT for n, key in enumerate(wanted)}
    say(store, "Ada", {**answers, (20, "new"): UNJUDGEABLE})


def test_a_plan_is_that_of_the_command(office: Office, proform: Proform) -> None:
    page = office.her.page("/plan?verify=50%25&annotators=2&overlap=2&pace=30")
    assert "37 judgements, 1.2 hours at 30 an hour, 0.6 for each of 2" in page
    assert "nothing is approved in you for people in general: people judge all of it" in page
    options = ("--verify", "50%", "-n", "2", "--overlap", "2", "--pace", "30")
    said = proform("semi", "plan", office.where, *options).stdout
    for table in ("categories", "systems", "verification"):
        for row in cells(page, table):
            assert " ".join(row) in " ".join(said.split()), row
    assert "/research/semi/start?verify=50%25&overlap=2" in page


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/plan?verify=lots", "to verify, 'lots': not a number; a number of examples (20), or"),
        ("/plan?verify=nouns=3", "no category 'nouns' in the suite; there are"),
        ("/plan?annotators=1&overlap=3", "an overlap is for agreement, which needs two"),
        ("/plan?annotators=3&overlap=32", "2 examples beside the overlap, for 3 annotators; take"),
        ("/results?baseline=other", "no system 'other' in the suite; there are base, new"),
    ],
)
def test_what_cannot_be_done_is_said_on_the_page(untouched: Office, path: str, said: str) -> None:
    sentence = refused(untouched.her.page(path, status=422))
    assert sentence.startswith(said)
    assert "--" not in sentence, "an option of the command means nothing here"


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/plan?pace=nan", "pace: Input should be a finite number"),
        (f"/plan?seed={10**20}", "seed: Input should be less than or equal to 2147483647"),
        ("/plan?annotators=0", "annotators: Input should be greater than or equal to 1"),
        ("/plan?agreement=on", "agreement: Input should be "),
        ("/next?width=wide", "width: Input should be a valid number"),
        ("/next?width=101", "width: Input should be less than or equal to 100"),
        ("/next?hours=0", "hours: Input should be greater than or equal to 0.01"),
    ],
)
def test_options_out_of_bounds_are_refused(untouched: Office, path: str, said: str) -> None:
    assert said in untouched.her.page(path, status=422)


def test_a_sample_larger_than_the_approved_and_a_category_without_any(untouched: Office) -> None:
    page = untouched.her.page("/plan?verify=8")
    assert f"{in_words(INTRA)}: 8 are to be verified, but 4 are approved: all are taken" in page
    made = untouched.her.start(names="Ada", verify="8").json()
    assert (
        f"{in_words(GENERIC)}: 8 are to be verified, but 0 are approved: all are taken"
        in made["notes"]
    )


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"names": " \n "}, "nobody to give examples to; name the annotators"),
        ({"names": "Ada", "overlap": 3}, "an overlap is for agreement, which needs two annotators"),
        ({"names": "Ada\nBob", "overlap": 34}, "0 examples beside the overlap, for 2 annotators"),
        ({"names": "Ada", "overlap": -1}, "overlap: Input should be greater than or equal to 0"),
        (
            {"names": "Ada", "seed": 10**20},
            "seed: Input should be less than or equal to 2147483647",
        ),
        ({"names": "A\0a"}, "'A\\x00a' cannot be the name of an annotator"),
        ({"names": "adjudicator"}, "'adjudicator' cannot be the name of an annotator"),
        ({"names": "Ada", "verify": "x"}, "to verify, 'x': not a number"),
        ({"names": "Ada", "overlap": "x"}, "overlap: Input should be a valid integer"),
        ({"names": "Ada", "released": ["Bob"]}, "'Bob' has no task of a semi-automatic evaluation"),
    ],
)
def test_a_start_that_is_refused_leaves_nothing(
    office: Office, sent: dict[str, object], said: str
) -> None:
    answer = office.her.start(**sent)
    assert answer.status_code == 422
    assert answer.json()["detail"].startswith(said)
    with office.store.reading() as connection:
        for table in (schema.tasksets, schema.annotators, schema.rounds):
            assert connection.scalar(select(func.count()).select_from(table)) == 0


def test_starting_gives_out_and_tells_the_links_once(office: Office) -> None:
    assert "Nothing has been assigned yet." in office.her.page("")
    made = office.her.start(names="Ada\n  Bob \nAda", verify="50%", overlap=2).json()
    assert made["message"].startswith("semi-1 was given out: 30 referred examples and 5 to verify.")
    assert [one["name"] for one in made["links"]] == ["Ada", "Bob"]
    sizes = []
    for link in made["links"]:
        path = link["url"].removeprefix("http://testserver")
        session = office.her.client.get(path, follow_redirects=False).cookies[COOKIE]
        office.her.client.cookies.clear()
        them = Desk(office.her.client, session)
        assert them.get("/work").status_code == 200
        sizes.append(len(them.get("/api/work").json()["examples"]))
    assert sorted(sizes) == [18, 19]
    page = office.her.page("")
    assert sorted(row[:5] for row in cells(page, "annotators")) == [
        ["Ada", str(sizes[0]), "0", "0", str(sizes[0])],
        ["Bob", str(sizes[1]), "0", "0", str(sizes[1])],
    ]
    assert cells(page, "examples") == [["referred", "30", "30"], ["to verify", "5", "5"]]
    assert not any(link["url"] in office.her.page(tab) for tab in TABS for link in made["links"])
    again = office.her.start(names="Cyd", verify="50%")
    assert again.status_code == 422
    assert again.json()["detail"].startswith("there is nothing to give out")


def test_training_comes_first_if_wished(quick_office: Office) -> None:
    made = quick_office.her.start(names="Ada\nBob", training=True).json()
    for link in made["links"]:
        path = link["url"].removeprefix("http://testserver")
        session = quick_office.her.client.get(path, follow_redirects=False).cookies[COOKIE]
        quick_office.her.client.cookies.clear()
        answer = Desk(quick_office.her.client, session).get("/work")
        assert (answer.status_code, answer.headers["location"]) == (303, "/training")


def test_who_leaves_is_released_and_others_go_on(office: Office) -> None:
    office.her.start(names="Ada\nBob", verify="50%")
    assert 'name="released" data-type="list" value="Bob"' in office.her.page("/start")
    made = office.her.start(names="Cyd", verify="50%", released=["Bob"], links=False).json()
    assert made["links"] == []
    rows = {row[0]: row[1:4] for row in cells(office.her.page(""), "annotators")}
    assert rows["Bob"] == ["0", "0", "0"]
    assert int(rows["Ada"][0]) + int(rows["Cyd"][0]) == 35


def test_what_changed_since_is_said(office: Office) -> None:
    office.her.start(names="Ada", verify="50%")
    with office.store.writing() as connection:
        stored = find_suite(connection, None)
        add_system(connection, stored, "late", frozenset({1, 7}))
        retire(connection, stored, "base", NOW)
    for tab in ("", "/plan", "/results", "/next"):
        page = office.her.page(tab)
        assert "late was added since the batches were made: 18 referred examples" in page
        assert "base was removed since the batches were made, and does not count" in page
    assert "Open examples not assigned to anyone: 18." in office.her.page("")


def test_results_are_those_of_the_command(office: Office, proform: Proform) -> None:
    office.her.start(names="Ada", verify="50%")
    judge(office.store)
    page = office.her.page("/results")
    said = proform("semi", "results", office.where).stdout
    names = ("verification", "correct", "estimate", "comparisons", "denominators", "apart")
    for table in names:
        rows = cells(page, table)
        assert rows
        for row in rows:
            assert " ".join(row) in " ".join(said.split()), row
    for file, style in (("csv", "csv"), ("json", "json"), ("tex", "latex"), ("txt", "text")):
        answer = office.her.get(f"/research/semi/results/results.{file}")
        assert answer.status_code == 200
        assert answer.text == proform("semi", "results", office.where, "-f", style).stdout
        name = f'filename="judged-results.{file}"'
        assert name in answer.headers["content-disposition"]
    picture = office.her.get("/research/semi/results/systems.svg")
    assert b"the paper's count" in picture.content
    assert office.her.get("/research/semi/results/systems.png").content.startswith(b"\x89PNG")
    assert office.her.get("/research/semi/results/other.doc").status_code == 404


def test_the_picture_has_both_counts_where_they_are(quick_office: Office) -> None:
    judge(quick_office.store)
    page = quick_office.her.page("/results")
    svg = page[page.index('<svg class="both"') : page.index("</svg>")]
    found = json.loads(quick_office.her.get("/research/semi/results/results.json").text)["estimate"]
    ticks = [
        (float(x), float(label))
        for x, label in re.findall(r'class="tick" x="([\d.]+)" y="\d+\.?\d*"[^>]*>(\d+)<', svg)
    ]
    (left, low), (right, high) = ticks[0], ticks[-1]

    def at(share: float) -> float:
        return left + (100 * share - low) * (right - left) / (high - low)

    corrected = [float(x) for x in re.findall(r'class="corrected" cx="([\d.]+)"', svg)][1:]
    paper = re.findall(r'class="paper" points="[\d.]+,[\d.]+ ([\d.]+),', svg)[1:]
    assert corrected == [pytest.approx(at(one["share"]), abs=0.1) for one in found]
    assert list(map(float, paper)) == [
        pytest.approx(at(one["count_share"]), abs=0.1) for one in found
    ]


def test_what_has_no_judgement_leads_to_the_example(quick_office: Office) -> None:
    judge(quick_office.store)
    say(quick_office.store, "Bob", {(3, "base"): RIGHT, (4, "base"): RIGHT})
    page = quick_office.her.page("/results")
    links = re.findall(r'href="(/research/examples/(\d+)#(system-\d+))"', page)
    assert {number for _, number, _ in links} >= {"20"}
    for link, _, anchor in links:
        assert f'id="{anchor}"' in quick_office.her.get(link.split("#")[0]).text


def test_comparisons_as_wished(quick_office: Office) -> None:
    judge(quick_office.store)
    first = cells(quick_office.her.page("/results?baseline=base"), "comparisons")
    second = cells(quick_office.her.page("/results?baseline=new"), "comparisons")
    assert (first[0][0], second[0][0]) == ("base – new", "new – base")
    page = quick_office.her.page("/results?baseline=new&pairs=1")
    assert "/research/semi/results/results.csv?baseline=new&pairs=1" in page


def test_where_to_spend_the_next_hour(quick_office: Office) -> None:
    page = quick_office.her.page("/next?hours=0.2&pace=50")
    assert len(cells(page, "next")) == 10
    assert "go on: 40 examples can still be judged" in page
    judge(quick_office.store)
    page = quick_office.her.page("/next?width=5&differences=1")
    assert "the width you want cannot be reached" in page


def test_annotations_as_references_if_wished(quick_office: Office) -> None:
    def approved(path: str) -> str:
        return cells(quick_office.her.page(path), "systems")[-1][1]

    quick_office.her.start(names="Ada")
    for page in ("/plan", "/plan?accept=1"):
        assert approved(page) == "10"
    tokens = [[16, 1]]
    session = ""
    with quick_office.store.writing() as connection:
        suite, person = find_suite(connection, None).id, annotator_id(connection, "Ada", NOW)
        session = enter(connection, invite(connection, suite, ANNOTATOR, person, NOW), NOW) or ""
    ada = Desk(quick_office.her.client, session)
    ada.get("/work")
    sent = 0
    for position in range(1, len(ada.get("/api/work").json()["examples"]) + 1):
        item = ada.get(f"/api/work/{position}").json()
        if item["category"] == GENERIC and item["target"][-1]["segment"] == 16 and not sent:
            body = {"base": 0, "change": "one", "pronoun": "ok", "tokens": tokens}
            headers = {"cookie": f"{COOKIE}={session}", CSRF_HEADER: csrf(session)}
            path = f"/api/work/{position}"
            assert ada.client.post(path, headers=headers, json=body).status_code == 200
            sent += 1
    assert sent == 1
    assert approved("/plan") == "10"
    assert approved("/plan?accept=1") == "11", "once: not for the system that it came from"


def test_agreement_is_a_choice_that_the_round_keeps(office: Office) -> None:
    page = office.her.page("/plan?agreement=approve")
    assert '<option value="approve" selected>' in page
    assert "agreement refers" in page
    assert "agreement=approve" in page, "the start takes it over"
    office.her.start(names="Ada", agreement="refer")
    for path in ("/plan", "", "/results", "/next"):
        assert "agreement refers 0 examples" in office.her.page(path)
    other = office.her.page("/results?agreement=off")
    assert "agreement is set to off; batches were made with refer" in other
    assert "/research/semi/results/results.csv?agreement=off" in other


def test_a_suite_without_systems(tmp_path: Path) -> None:
    where = str(tmp_path / "suite.db")
    with opened(where, create=True) as store:
        fill(store, SHAPE, (), frozenset())
        with TestClient(create_app(store)) as client:
            her = office_of(store, where, client).her
            for tab in ("", "/plan", "/results", "/next"):
                assert "has no system yet" in refused(her.page(tab, status=422)), tab
            answer = her.start(names="Ada")
            assert (answer.status_code, "no system yet" in answer.text) == (422, True)
            plain = her.get("/research/semi/results/results.csv")
            assert plain.status_code == 422
            assert "<h1>That did not work</h1>" in plain.text


def test_a_suite_without_a_reference(tmp_path: Path) -> None:
    where = str(tmp_path / "suite.db")
    with opened(where, create=True) as store:
        with store.writing() as connection:
            stored = save_suite(connection, suite_of(SHAPE), "a-key", NOW)
            add_system(connection, stored, "base", frozenset())
        with TestClient(create_app(store)) as client:
            her = office_of(store, where, client).her
            page = her.page("/plan")
            assert "the suite has no reference, so nothing is approved" in page
            assert cells(page, "systems")[-1] == ["total", "0", "20", "20", "0"]
            assert "no difference to narrow" in refused(her.page("/next?differences=1", status=422))


def test_names_are_shown_as_text(tmp_path: Path) -> None:
    evil = "<script>alert(1)</script>"
    where = str(tmp_path / "suite.db")
    with opened(where, create=True) as store:
        fill(store, SHAPE, (evil, "new"), frozenset({(1, evil)}))
        say(store, evil, {(2, evil): RIGHT, (3, evil): WRONG, (1, evil): RIGHT})
        with TestClient(create_app(store)) as client:
            her = office_of(store, where, client).her
            for tab in TABS:
                answer = her.get(f"/research/semi{tab}")
                assert answer.status_code == 200
                assert evil not in answer.text
                assert "&lt;script&gt;" in answer.text


def seen_by_ada(where: str, word: str) -> tuple[int, dict[str, str]]:
    """How many of her examples are approved if the reference has this word, and all she gets."""
    suite = suite_of(SHAPE)
    lines = ["Nomen es" if number % 3 else "Nomen das" for number in range(20)]
    with opened(where, create=True) as store:
        with store.writing() as connection:
            stored = save_suite(connection, suite, "a-key", NOW)
            texts = {REFERENCE: [f"Nomen {word}"] * 20, "base": lines, "new": lines[::-1]}
            for name, text in texts.items():
                target = Target(name, text, ["0-0 1-1"] * 20, how="by hand")
                side = REFERENCE if name == REFERENCE else SYSTEM
                add_target(connection, stored, place(suite, target), side, NOW)
            started = give_out(connection, load_state(connection), Wish(("Ada",), EVERY), NOW)
            person = annotator_id(connection, "Ada", NOW)
            secret = invite(connection, stored.id, ANNOTATOR, person, NOW)
            session = enter(connection, secret, NOW) or ""
        with TestClient(create_app(store)) as client:
            ada = Desk(client, session)
            paths = ["/work", "/api/work"]
            paths += [f"{way}/{n}" for n in range(1, 41) for way in ("/work", "/api/work")]
            got = {path: ada.get(path) for path in paths}
        assert {answer.status_code for answer in got.values()} == {200}
        token = csrf(session)
        texts_of = {path: answer.text.replace(token, "") for path, answer in got.items()}
        return len(started.drawn.verify), texts_of


def test_an_annotator_cannot_tell_what_is_verified(tmp_path: Path) -> None:
    """All that she gets is the same, byte for byte, whatever is approved of it."""
    some, first = seen_by_ada(str(tmp_path / "some.db"), "es")
    none, second = seen_by_ada(str(tmp_path / "none.db"), "sie")
    assert (some, none) == (26, 0)
    assert first == second
