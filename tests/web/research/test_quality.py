"""Quality is for researchers: controls are set, hidden, and compared with."""

from __future__ import annotations

from tests.support.office import Office

from proform.web.security import COOKIE, CSRF_HEADER, csrf


def test_controls_are_hidden_and_compared_with(quick_office: Office) -> None:
    office, her = quick_office, quick_office.her
    assert "Nobody yet" in her.page("/research/quality")
    said = her.done("/api/research/controls", {"candidate": 4, "pronoun": "ok"})
    assert "annotators are not told" in said["message"]
    drawing = {"name": "june", "tasks": 1, "shared": 0, "seed": 1, "systems": ["new"]}
    her.done("/api/research/tasks", {**drawing, "controls": 1})
    her.done("/api/research/tasks/assign", {"taskset": "june", "label": "1", "annotator": "Ada"})
    ada = office.invite("Ada")
    office.judge(ada, {(1, "base"): {"pronoun": "bad"}})
    assert len(ada.get("/api/work").json()["examples"]) == 4
    assert "control" not in ada.page("/work").lower()
    page = her.page("/research/quality")
    assert "0% <span" in page
    assert "differs from the known answer" in page
    her.done("/api/research/controls", {"candidate": 4, "pronoun": "bad"})
    page = her.page("/research/quality")
    assert "100% <span" in page
    assert "1 judged before the known answer changed" in page
    assert "known: wrong" in her.page("/research/examples/1")
    her.done("/api/research/controls", {"candidate": 4, "pronoun": ""})
    assert "None yet" in her.page("/research/quality")
    for sent in ({"candidate": 99, "pronoun": "ok"}, {"candidate": 4, "pronoun": "maybe"}):
        assert her.post("/api/research/controls", sent).status_code in (404, 422)


def test_whoever_stays_below_the_pass_mark_is_asked_again(quick_office: Office) -> None:
    office, her = quick_office, quick_office.her
    assert "80%" in her.done("/api/research/settings", {"pass_mark": 80})["message"]
    made = her.done("/api/research/links", {"role": "annotator", "name": "Ada", "training": True})
    ada = office.enter(made["url"])
    size = 0
    while True:
        size += 1
        answer = {"pronoun": "bad", "tags": ["ant_unsure"]}
        reply = ada.post(f"/api/training/{size}", answer)
        if reply.status_code == 422:  # it asks for the antecedent, too
            reply = ada.post(f"/api/training/{size}", {**answer, "antecedent": "bad"})
        if reply.status_code != 200:
            break
    assert size > 5
    assert "below the pass mark" in her.page("/research/quality")
    assert ada.get("/work").headers["location"] == "/training"
    page = ada.page("/training")
    assert "At least 80% have to match before you go on to your batch" in page
    assert 'href="/work"' not in page
    assert ada.done("/api/training", {}) == {"next": "/training/1"}
    assert ada.get("/work").headers["location"] == "/training", "it has to be done, not begun"
    assert (
        "There is no pass mark" in her.done("/api/research/settings", {"pass_mark": 0})["message"]
    )


def test_known_answers_come_as_a_table(quick_office: Office) -> None:
    her = quick_office.her

    def upload(text: str) -> tuple[int, str]:
        sent = {"cookie": f"{COOKIE}={her.session}", CSRF_HEADER: csrf(her.session)}
        path = "/api/research/controls/table?name=known.tsv"
        reply = quick_office.client.post(path, content=text.encode(), headers=sent)
        return reply.status_code, str(reply.json().get("message") or reply.json()["detail"])

    head = "example\tsystem\tpronoun\tantecedent\n"
    status, said = upload(f"{head}1\tbase\tright\twrong\n2\tnew\twrong\t\n")
    assert (status, said) == (200, "Known answers taken from known.tsv: 2.")
    assert her.page("/research/quality").count("the control example") == 2
    status, said = upload(f"{head}1\tbase\t\t\n9\tbase\tright\t\n")
    assert status == 422
    assert said.startswith("known.tsv:3: there is no example 9 of 'base'")
    assert her.page("/research/quality").count("the control example") == 2, "all or nothing"
    assert upload(f"{head}1\tbase\t\t\n")[0] == 200
    assert her.page("/research/quality").count("the control example") == 1
