"""The guidelines, as pages for everyone who has a link."""

import tomllib
from functools import cache
from importlib.resources import files
from itertools import groupby
from typing import Annotated, Any

from fastapi import APIRouter, Request
from fastapi.responses import Response
from pydantic import BaseModel, BeforeValidator

from proform.human.conflict import EXPLANATIONS
from proform.language.pack import load_packs
from proform.store.access import RESEARCHER, Visitor
from proform.suite.categories import load_categories
from proform.web.app import Entered, Site, TheSite
from proform.web.guide.training import Piece, languages, pairs, pieces

router = APIRouter()

_GUIDE = files("proform.web.guide")
_Pieces = Annotated[tuple[Piece, ...], BeforeValidator(pieces)]


class JudgedExample(BaseModel, frozen=True):
    """A translation with its answer, and why it is that."""

    text: _Pieces
    pronoun: str = "unset"
    antecedent: str = "unset"
    tags: tuple[str, ...] = ()
    why: str


class Worked(BaseModel, frozen=True):
    """A source text with some translations of it."""

    source: _Pieces
    translations: tuple[JudgedExample, ...]


class Guide(BaseModel, frozen=True):
    """What to know of a category; its examples are by language pair."""

    category: str
    group: str
    title: str
    short: str
    about: str
    look: tuple[str, ...]
    examples: dict[str, tuple[Worked, ...]]


@cache
def title(pair: str) -> str:
    """A pair of languages by their names: English to French."""
    return " to ".join(pack.name for pack in load_packs(pair))


@cache
def _examples() -> dict[str, dict[str, Any]]:
    """What the file of each language pair holds: the combinations, and examples by category."""
    return {
        entry.name.removesuffix(".toml"): tomllib.loads(entry.read_text(encoding="utf-8"))
        for entry in sorted((_GUIDE / "examples").iterdir(), key=lambda entry: entry.name)
    }


@cache
def load_guides() -> dict[str, Guide]:
    """The guides, by category."""
    guides = {}
    for name in (category.name for category in load_categories().categories):
        data = tomllib.loads((_GUIDE / "categories" / f"{name}.toml").read_text(encoding="utf-8"))
        own = {pair: given[name] for pair, given in _examples().items()}
        guides[name] = Guide.model_validate({**data, "category": name, "examples": own})
    return guides


@router.get("/guidelines")
def _general(request: Request, site: TheSite, who: Entered) -> Response:
    return _particular(request, "", site, who)


@router.get("/guidelines/gap-filling")
def _filling(request: Request, site: TheSite, who: Entered) -> Response:
    shared = {**_shared(site, who), "filling": True}
    return site.page(request, "guidelines/gaps.html", **shared)


@router.get("/guidelines/{category}")
def _particular(request: Request, category: str, site: TheSite, who: Entered) -> Response:
    """What holds for one category; of one that a suite defines itself, nothing is known."""
    shared = _shared(site, who)
    guide = shared["guide"] = load_guides().get(category)
    if guide is None:
        near = shared["pair"] if shared["pair"] in _examples() else "en-fr"
        shared |= {"combinations": _examples()[near]["combinations"], "target": near[3:]}
        shared |= {"unknown": category or None, "conflicts": EXPLANATIONS, "pieces": pieces}
        return site.page(request, "guidelines/general.html", **shared)
    titled = {pair: (title(pair), worked) for pair, worked in guide.examples.items()}
    own = titled.pop(shared["pair"], None)
    return site.page(request, "guidelines/category.html", own=own, others=titled, **shared)


def _shared(site: Site, who: Visitor) -> dict[str, Any]:
    with site.store.reading() as connection:
        pair = languages(connection, who.suite)
    groups = groupby(load_guides().values(), key=lambda guide: guide.group)
    return {
        "groups": {name: list(members) for name, members in groups},
        "guide": None,
        "pair": pair,
        "researcher": who.role == RESEARCHER,
        "filling": False,
        "training": who.role != RESEARCHER and pair in pairs(),
        "languages": title(pair),
    }
