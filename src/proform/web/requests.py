"""What browsers send, checked: of the right type, of bounded size, and fit to be stored."""

import re
from datetime import date
from typing import Annotated, Literal
from urllib.parse import urlencode

from fastapi.exceptions import RequestValidationError
from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

from proform.pronoun.categories import WORDS
from proform.semi.decisions import AgreementRole
from proform.semi.planning import Asked
from proform.store.access import Term
from proform.store.schema import LARGEST

MOST_TAGS, LONGEST_TAG, LONGEST_REMARK = 20, 60, 4000
_MANY = 1_000_000


def _storable(text: str) -> str:
    if "\x00" in text:
        raise ValueError("a NUL character cannot be stored")
    return text


def _tag(text: str) -> str:
    tag = " ".join(text.split())
    if not tag or len(tag) > LONGEST_TAG or not tag.isprintable():
        raise ValueError(f"a tag is a word or two, of at most {LONGEST_TAG} characters")
    return tag


Name = Annotated[str, Field(max_length=200)]
Names = Annotated[list[Name], Field(max_length=1000)]
Choice = Literal["ok", "bad", "unset"]
Remark = Annotated[str, Field(max_length=LONGEST_REMARK), AfterValidator(_storable)]
Tag = Annotated[str, AfterValidator(_tag)]
Seed = Annotated[int, Field(ge=0, le=LARGEST)]
Size = Annotated[int, Field(ge=0, le=_MANY)]
Pace = Annotated[float, Field(ge=0.1, le=_MANY, allow_inf_nan=False)]
Day = Annotated[date | None, Field(strict=False), BeforeValidator(lambda text: text or None)]
Sure = Annotated[
    float | None,
    Field(ge=0, le=1, allow_inf_nan=False),
    BeforeValidator(
        lambda value: (float(value) if value else None) if isinstance(value, str) else value
    ),
]
Width = Annotated[float, Field(ge=0.1, le=100, allow_inf_nan=False)]
WishedWidth = Annotated[Width | None, BeforeValidator(lambda text: text or None)]


class Body(BaseModel):
    """The JSON of a request; a number as text is none."""

    model_config = ConfigDict(strict=True, frozen=True)


class JudgementForm(Body):
    """Is the pronoun right, and its antecedent? Which words are they, as segment and position?"""

    pronoun: Choice = "unset"
    antecedent: Choice = "unset"
    remarks: Remark = ""
    tags: Annotated[list[Tag], Field(max_length=MOST_TAGS)] = []
    tokens: Annotated[
        list[Annotated[list[int], Field(min_length=2, max_length=2)]], Field(max_length=1000)
    ] = []


class Save(Body):
    """In view of which revision an answer was given, and the id of this very save."""

    base: Annotated[int, Field(ge=0, le=LARGEST)]
    change: Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[ -~]+$")]
    key: Annotated[str, Field(max_length=64)] | None = None
    """What the browser calls the example; its position may have moved since."""


class JudgementSave(JudgementForm, Save):
    """A judgement to be saved."""


class ClearCases(Body):
    """All clear cases are to be settled as the majority judges them."""

    clear: Literal[True]


class GapSave(Save):
    """Which forms fit, or is the translation too bad to tell?"""

    forms: Names = []
    bad: bool = False
    remarks: Remark = ""


class _Invited(Body):
    """What links have in common, be it one or many."""

    training: bool = False
    """Are they to do the training first?"""
    last: Day = None
    """The last day on which it opens; None: no end."""
    hours: Annotated[int, Field(ge=0, le=10_000)] = 0
    """How long a session lasts; 0: no end."""

    @property
    def term(self) -> Term:
        """How long the link holds."""
        return Term(self.last, self.hours or None)


class Invitation(_Invited):
    """A link to be made: for an annotator of this name, a researcher, or readers of the report."""

    role: Literal["annotator", "researcher", "report"]
    name: Name = ""


class Invitations(_Invited):
    """Links for many annotators at once, one name per line."""

    names: Annotated[str, Field(max_length=20_000)]

    @property
    def everyone(self) -> list[str]:
        """Everyone once."""
        return list(dict.fromkeys(filter(None, map(str.strip, self.names.splitlines()))))


class Revocation(Body):
    """A link to be ended."""

    link: Annotated[int, Field(ge=1, le=LARGEST)]


class Drawing(Body):
    """A set of tasks to be drawn; without systems or categories, over all of them."""

    name: Name
    tasks: Size
    shared: Size
    seed: Seed
    protocol: Literal["correctness", "gap"] = "correctness"
    systems: Names = []
    categories: Names = []
    controls: Size = 0
    """So many control examples are mixed into each task."""
    once: bool = False
    """Is of identical translations only one judged?"""


class Removal(Body):
    """A set of tasks, a person or a system that is to go."""

    name: Name


class KnownAnswer(Body):
    """The right answer to a candidate (its number); without one, it is no control example."""

    candidate: Annotated[int, Field(ge=1, le=LARGEST)]
    pronoun: Literal["ok", "bad", ""]
    antecedent: Literal["ok", "bad", ""] = ""


class OrganiserSettings(Body):
    """What the organiser sets for a suite."""

    pass_mark: Annotated[int, Field(ge=0, le=100)]
    """In percent; 0: there is none."""


class Assignment(Body):
    """A task to be given to an annotator, or taken away."""

    taskset: Name
    label: Name
    annotator: Name


class BatchRequest(Body):
    """What an annotator has in a set of tasks, to be written as a file."""

    taskset: Name
    annotator: Name


class Reassignment(Body):
    """A task to be taken from one annotator and given to another."""

    taskset: Name
    label: Name
    old: Name
    new: Name


class Options(BaseModel):
    """What stands in the address of a page."""

    model_config = ConfigDict(frozen=True)

    @property
    def query(self) -> str:
        """The same in an address, as far as it was chosen; the page of a list is not part of it."""
        values = self.model_dump(exclude_defaults=True, exclude={"page"})
        return urlencode({name: "1" if value is True else value for name, value in values.items()})


class ExampleFilter(Options):
    """Which examples are looked for; what is empty does not matter.

    With an annotator, judgements, tags and conflicts are theirs, not those of anyone.
    """

    category: Name = ""
    system: Name = ""
    judged: Name = ""
    match: Name = ""
    tag: Name = ""
    conflict: bool = False
    annotator: Name = ""
    text: Annotated[str, Field(max_length=LONGEST_REMARK)] = ""
    page: int = 1

    def __bool__(self) -> bool:
        return bool(self.query)


class Approval(Options):
    """How approvals are made: do annotations count as references, and what does agreement do?"""

    accept: bool = False
    agreement: Literal["", "off", "refer", "approve"] = ""
    approve: Name = ""
    """Who approves: one of the page's choices; empty: as in the last round."""
    sure: Sure = None

    @property
    def role(self) -> AgreementRole | None:
        """What agreement does; None: as in the last round."""
        return AgreementRole(self.agreement) if self.agreement else None


class RoundStart(Approval, Body):
    """A round to be made."""

    names: Annotated[str, Field(max_length=20_000)] = ""
    """Of the annotators, one per line."""
    verify: Annotated[str, Field(max_length=_MANY)] = ""
    overlap: Size = 0
    seed: Seed = 1
    taskset: Name = ""
    released: Names = []
    links: bool = True
    """Are personal links wanted?"""
    training: bool = False

    @property
    def annotators(self) -> tuple[str, ...]:
        """Everyone once."""
        names = map(str.strip, self.names.splitlines())
        return tuple(dict.fromkeys(filter(None, names)))


class PlanOptions(Approval):
    """The options of a plan."""

    verify: Annotated[str, Field(max_length=_MANY)] = "30%"
    annotators: Annotated[int, Field(ge=1, le=1000)] = 2
    overlap: Size = 0
    pace: Pace = 60
    seed: Seed = 1
    width: WishedWidth = None

    @property
    def asked(self) -> Asked:
        """The same, as planning takes it."""
        return Asked(
            read_sizes(self.verify), self.annotators, self.overlap, self.pace, seed=self.seed
        )


class AdviceOptions(Approval):
    """The options of advice; without a width in points, none is wished for."""

    hours: Annotated[float, Field(ge=0.01, le=1000, allow_inf_nan=False)] = 1
    pace: Pace = 60
    width: WishedWidth = None
    differences: bool = False
    seed: Seed = 1

    @property
    def judgements(self) -> int:
        """How many can be made."""
        return max(round(self.hours * self.pace), 1)


class ResultOptions(Approval):
    """The options of results; without a baseline it is the best system."""

    baseline: Name = ""
    pairs: bool = False


def read_sizes(text: str) -> tuple[str, ...]:
    """How many approvals to verify, as the command takes it; pages name categories in words."""
    for code, words in WORDS.items():
        text = re.sub(rf"{words}\s*=\s*", f"{code}=", text, flags=re.IGNORECASE)
    return tuple(text.split())


def complaint(error: RequestValidationError) -> str:
    """What is wrong with a request, in one line."""
    parts = []
    for one in error.errors():
        place = ".".join(map(str, one["loc"][1:]))
        what = str(one["msg"]).removeprefix("Value error, ")
        if one["type"] == "string_unicode":
            what = "half of a surrogate pair is not a character"
        parts.append(f"{place}: {what}" if place else what)
    return "; ".join(parts)
