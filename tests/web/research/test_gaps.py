"""Gap filling for the researcher: nothing before it is asked, then answers and how far all are."""

from __future__ import annotations

import re

from tests.support.office import Office

from proform.web.research.gaps import answers_to


def test_answers_are_listed_the_last_first(quick_office: Office) -> None:
    her = quick_office.her
    with quick_office.store.reading() as connection:
        assert answers_to(connection, quick_office.suite, [1]) == []
    drawing = {"name": "july", "tasks": 0, "shared": 99, "seed": 1, "protocol": "gap"}
    her.done("/api/research/tasks", drawing)
    her.done("/api/research/tasks/assign", {"taskset": "july", "label": "IAA", "annotator": "Ada"})
    ada = quick_office.invite("Ada")
    ada.page("/gaps")
    for base, forms in enumerate((["il"], ["il", "elle"])):
        answer = {"base": base, "change": f"save {base}", "forms": forms}
        assert ada.done("/api/gaps/1", answer)["state"] == "done"
    with quick_office.store.reading() as connection:
        ids = range(1, 10)
        answers = answers_to(connection, quick_office.suite, list(ids))
    assert [(one["revision"], one["said"]) for one in answers] == [(2, "il, elle"), (1, "il")]
    for path in ("/research", "/research/people"):
        page = her.page(path)
        assert "Gap filling</th>" in page
        assert re.search(r">1 of \d+</td>", page)
    page = her.page("/research/gaps")
    assert "Ada" in page
    assert "il, elle" in page
