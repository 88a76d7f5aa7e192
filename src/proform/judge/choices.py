"""What a user asks of judges: languages, lists and settings."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import blake2b
from itertools import chain

from proform.analysis.antecedents import Resolver
from proform.analysis.gender import Source
from proform.analysis.ranker import Ranker
from proform.analysis.source import Tags
from proform.analysis.tagger import WordTagger
from proform.errors import ProformError, check_known
from proform.judge import REPAIRS
from proform.judge.compare import Lists
from proform.judge.weights import Weights
from proform.language.lexica import load_nouns
from proform.language.pack import Pack, languages
from proform.language.weights import load_weights
from proform.model import DROPPED, Antecedents, Challenge
from proform.pronoun.dropped import DroppedRenderer, SubjectFinder
from proform.pronoun.occurrences import ByPosition, Finder, Pronouns
from proform.pronoun.renderings import InformedRepair, PaperRepair, Renderer, expected
from proform.settings import PUBLISHED, REPAIR


@dataclass(frozen=True)
class Choices:
    """What is evaluated, and how. Empty lists are taken from the language packs."""

    source: Pack
    target: Pack
    source_pronouns: Sequence[str] = ()
    target_pronouns: Sequence[str] = ()
    lists: Lists | None = None
    positions: tuple[str, Mapping[int, Mapping[int, int]]] | None = None
    anchored: bool = False
    repair: str | None = None
    """One of `REPAIRS`; None is the usual one, or the published one."""
    as_published: bool = False
    """Is everything to be as in the APT paper?"""
    other_equal: bool = False
    weights: Weights = field(default_factory=Weights)
    lexicon: Source | None = None
    """What knows gender and number of nouns; without it, the lexicon that is installed."""
    antecedents: Mapping[tuple[int, int], Antecedents] = field(default_factory=dict)
    """What pronouns of the source refer to, where that is known; by segment and position."""
    tags: Tags | None = None
    """What knows the parts of speech of the source; without it, the weights that come along."""
    agreeing: frozenset[str] = frozenset()
    """The categories of a suite whose pronouns are right only together with their antecedents."""
    categories: bool = False
    """Are categories to be proposed?"""
    challenges: Mapping[int, Challenge] = field(default_factory=dict)
    """What a challenge set asks of each example, by its number."""
    dropped: bool = False
    """Is a subject that has no word a form for APT, with the verb that shows it?"""

    def __post_init__(self) -> None:
        check_known("repair", self._repair, REPAIRS)
        if self.categories and self.anchored:
            what = "categories are told of source pronouns, but the reference is the anchor"
            raise ProformError(what, hint="leave out one of the two")
        if self.categories and self.resolver.tags is None:
            what = f"no categories can be proposed in {self.source.language!r}: it has no weights"
            raise ProformError(what, hint="a suite has categories; see proform suite build")
        if self.dropped:
            self._check_dropped()
        if not (self.lexicon is None or hasattr(self.lexicon, "readings")):
            raise ProformError(f"lexicon: expected one with readings, found {self.lexicon!r}")

    def _check_dropped(self) -> None:
        if self.as_published or self.anchored:
            against = (
                "as_published sets all as in the paper"
                if self.as_published
                else ("they are found from the source, but the reference is the anchor")
            )
            raise ProformError(f"dropped: {against}", hint="leave out one of the two")
        if not (self.source.verbs.dropped or self.target.verbs.dropped):
            pair = f"{self.source.language!r} nor {self.target.language!r}"
            hint = "leave it out; or their packs need a table [verbs] with dropped = true"
            raise ProformError(f"dropped: subjects are dropped in neither {pair}", hint=hint)

    @property
    def signature(self) -> dict[str, str]:
        """Languages, which pronouns, and whether everything is as published."""
        return {
            "lang": f"{self.source.language}-{self.target.language}",
            "pronouns": "positions" if self.positions else "list",
            **({"categories": self.resolver.name} if self.categories else {}),
            **(PUBLISHED if self.as_published else {}),
        }

    def hash_lists(self, *more: object) -> str:
        """The hash of what says which pronouns are looked at, and of more lists."""
        where = {
            segment: sorted(tokens) for segment, tokens in (self.positions or ("", {}))[1].items()
        }
        which = sorted(where.items()) if self.positions else sorted(set(self._source_list))
        content = (which, self.source.splitter, *more)
        return blake2b(repr(content).encode(), digest_size=4).hexdigest()

    @property
    def apt_lists(self) -> str:
        """The hash of all that APT reads."""
        lists = self.compared
        return self.hash_lists(
            sorted(self.source.inventory),
            sorted(set(self._target_list)),
            self.target.splitter,
            sorted(self.target.ambiguous),
            sorted((pronoun, sorted(forms)) for pronoun, forms in self.likely.items()),
            lists.identical,
            sorted(map(sorted, lists.equivalent)),
            sorted(lists.probable.items()),
            *((self.source.verbs, self.target.verbs) if self.dropped else ()),
        )

    @property
    def strict_lists(self) -> str:
        """The hash of all that strict AutoPRF reads."""
        return self.hash_lists(sorted(set(self._target_list)), self.target.splitter)

    @property
    def _repair(self) -> str:
        return REPAIR.choose(self.repair, as_published=self.as_published)

    @cached_property
    def _source_list(self) -> tuple[str, ...]:
        return tuple(self.source_pronouns) or self.source.pronouns

    @cached_property
    def _target_list(self) -> tuple[str, ...]:
        return tuple(self.target_pronouns) or self.target.inventory

    @cached_property
    def compared(self) -> Lists:
        """The forms that count as one or may replace each other."""
        lists = self.lists or Lists(self.target.identical, self.target.equivalent)
        own = {*chain(*lists.identical, *lists.equivalent, *lists.probable)}
        if not self.dropped or DROPPED in own:
            return lists
        pairs = ((DROPPED, form) for form in self.target.verbs.overt)
        return replace(lists, equivalent=(*lists.equivalent, *pairs))

    @cached_property
    def likely(self) -> Mapping[str, tuple[str, ...]]:
        """The likely translations of each source pronoun, as the pack has them."""
        return self.target.likely.get(self.source.language, {})

    @cached_property
    def source_finder(self) -> Finder:
        """Finds the source pronouns; one for all judges, so that they share the search."""
        if self.positions:
            everything = Pronouns(
                (*self._source_list, *self.source.inventory), self.source.splitter
            )
            return ByPosition(everything, *self.positions)
        if not self._source_list:
            raise _missing(self.source, "source")
        pronouns = Pronouns(self._source_list, self.source.splitter)
        if self.dropped and self.source.verbs.dropped:
            return SubjectFinder(pronouns, self.source, load_nouns(self.source))
        return Finder(pronouns)

    @cached_property
    def targets(self) -> Pronouns:
        """The pronouns of the target language."""
        if not self._target_list:
            raise _missing(self.target, "target")
        return Pronouns(self._target_list, self.target.splitter)

    @cached_property
    def anchors(self) -> Pronouns:
        """The reference's pronouns to start from: without a list, those that are nothing else."""
        listed = self.target_pronouns or [
            form for form in self._target_list if form not in self.target.ambiguous
        ]
        return Pronouns(listed, self.target.splitter)

    @cached_property
    def resolver(self) -> Resolver:
        """What tells what the pronouns of the source may refer to."""
        known = blake2b(repr(sorted(self.antecedents.items())).encode(), digest_size=4).hexdigest()
        annotated = f"annotated={known}" if self.antecedents else "annotated"
        table = load_weights(self.source.language)
        if table is None:
            return Resolver(name=annotated, annotated=self.antecedents)
        tags = self.tags or WordTagger.from_table(table.arrays)
        ranker = Ranker.from_table(table.arrays)
        name = f"{tags.name}+{table.digest}{f'+{annotated}' * bool(self.antecedents)}"
        return Resolver(tags, ranker, self.source.nouns, name, self.antecedents)

    def renderer(self, *, dropped: bool = False) -> Renderer:
        """How a translation is found: one of words, or with dropped subjects too."""
        renderer = _RENDERERS[self._repair](self)
        if not dropped or not (self.source.verbs.dropped or self.target.verbs.dropped):
            return renderer
        tags, nouns = self.resolver.tags, load_nouns(self.target)
        return DroppedRenderer(self.targets, renderer, self.source, self.target, tags, nouns)

    def owners(self, *, personal: bool) -> Pronouns:
        """The source pronouns that target words may belong to: all, or the personal ones."""
        forms = (form.form for form in self.source.forms if form.case not in ("", "gen"))
        others = forms if personal else self.source.inventory
        return Pronouns((*self._source_list, *others), self.source.splitter)

    def asked(self, metric: str) -> Mapping[int, Challenge]:
        """What a challenge set asks, for a metric that needs one."""
        if not self.challenges:
            what = f"{metric} is for challenge sets, and this is none"
            raise ProformError(what, hint="make one with proform suite import-set")
        return self.challenges

    def autoprf_tokens(self) -> frozenset[str] | None:
        """The listed pronouns as they are, and with a capital; not the abbreviation IT."""
        if self.positions:
            return None
        listed = self._source_list
        return frozenset(listed) | {form.capitalize() for form in listed if form.islower()}


def _paper(choices: Choices) -> Renderer:
    owners = choices.owners(personal=True)
    return PaperRepair(choices.targets, owners, choices.likely, choices.target.ambiguous)


def _informed(choices: Choices) -> Renderer:
    owners = choices.owners(personal=False)
    likely = expected(choices.source, choices.target)
    return InformedRepair(choices.targets, owners, likely, choices.target.ambiguous)


def _none(choices: Choices) -> Renderer:
    return Renderer(choices.targets)


_RENDERERS: dict[str, Callable[[Choices], Renderer]] = dict(
    zip(REPAIRS, (_informed, _paper, _none), strict=True)
)


def _missing(pack: Pack, side: str) -> ProformError:
    what = f"languages: no language pack for {pack.language!r}, the {side} language"
    there = f"there are {', '.join(languages())}"
    hint = f"{there}; else give --{side}-pronouns FILE, or a pack with --packs DIR"
    return ProformError(what, hint=hint)
