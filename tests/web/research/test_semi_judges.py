"""Judges that the server was given."""

from __future__ import annotations

from typing import cast

import pytest
from tests.support.command import Write

from proform.errors import ProformError
from proform.store.database import Store
from proform.web.app import Site
from proform.web.requests import Approval
from proform.web.research.semi import approvers, check_judges, choices, read_judges


def _site(*judges: str) -> Site:
    return Site(cast("Store", None), judges=judges)


@pytest.fixture
def judge(write: Write) -> str:
    path = write("llm.tsv", "system\texample\tprobability\nbase\t1\t0.5\n")
    return f"file:llm={path}"


def test_who_may_approve(judge: str) -> None:
    assert choices(_site()) == {}
    assert [*choices(_site("protest", judge))] == ["matching", "llm", "matching, then llm"]
    chosen = approvers(_site(judge), Approval(approve="matching, then llm", sure=0.9))
    assert chosen is not None
    assert (chosen.names, chosen.sure) == (("protest", "llm"), 0.9)
    assert approvers(_site(judge), Approval()) is None


def test_files_are_read_as_they_are_now(judge: str) -> None:
    (read,) = read_judges(_site("protest", judge))
    assert not isinstance(read, str)
    assert read.name == "llm"


def test_bad_choices(judge: str) -> None:
    with pytest.raises(ProformError, match="approve"):
        approvers(_site(judge), Approval(approve="somebody"))
    with pytest.raises(ProformError, match="two judges are called 'llm'"):
        check_judges([judge, judge])
    with pytest.raises(ProformError, match="nothing"):
        check_judges(["nothing"])
    with pytest.raises(ProformError, match=r"none\.tsv"):
        check_judges(["file:llm=none.tsv"])
    check_judges([judge, "agreement"])
