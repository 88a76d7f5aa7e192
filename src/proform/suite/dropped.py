"""Subjects of a suite that have no word in a translation: the verbs that show them."""

from functools import lru_cache

from proform.judge.choices import Choices
from proform.language.forms import fold
from proform.language.pack import load_packs
from proform.model import Example, Segment, Step, Translation
from proform.pronoun.renderings import Renderer
from proform.suite.suite import Spot, Suite, Target, parse


def dropped_verb(suite: Suite, target: Target, example: Example) -> Spot | None:
    """The verb that stands for the pronoun of an example, where no word does.

    None for languages that drop no subjects, and for translations without links.
    """
    renderer, links = _renderer(suite.languages), target.links
    if renderer is None or links is None or not target.lines:
        return None
    here = example.segment
    into = Translation(target.tokens(here), parse(links[here]))
    segment = Segment(here, None, suite.words(here), into, ())
    found = renderer.render(example.position, fold(example.token), segment, into)
    return Spot(here, found.positions[0]) if found.step is Step.DROPPED else None


@lru_cache(maxsize=8)
def _renderer(languages: str) -> Renderer | None:
    packs = load_packs(languages)
    if not packs[1].verbs.dropped or not all(pack.inventory for pack in packs):
        return None
    return Choices(*packs).renderer(dropped=True)
