"""Are two translations of a pronoun identical, equivalent or different?"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from proform.model import OTHER

Pair = tuple[str, str, str]
"""Source pronoun, form in the reference, form in the candidate."""


@dataclass(frozen=True)
class Lists:
    """Groups of forms that count as one, groups that may replace each other, and how probably.

    A probability belongs to a source pronoun, a reference form and a candidate form.
    """

    identical: tuple[tuple[str, ...], ...] = ()
    equivalent: tuple[tuple[str, ...], ...] = ()
    probable: Mapping[Pair, float] = field(default_factory=dict)


class Comparison:
    """Compares sets of forms: one shared form is enough."""

    def __init__(self, lists: Lists, *, other_equal: bool = False) -> None:
        self._head = {form: group[0] for group in reversed(lists.identical) for form in group}
        self._groups = [frozenset(map(self.head, group)) for group in lists.equivalent]
        self._probable = {
            (source, self.head(reference), self.head(candidate)): probability
            for (source, reference, candidate), probability in lists.probable.items()
        }
        self.other_equal = other_equal

    def head(self, form: str) -> str:
        """The member that stands for the form's group; of two groups, the first one's."""
        return self._head.get(form, form)

    def compare(
        self, source: str, reference: Iterable[str], candidate: Iterable[str]
    ) -> tuple[int, float]:
        """APT's case (1, 2 or 3) and, for 2, its probability."""
        expected = {self.head(form) for form in reference}
        offered = {self.head(form) for form in candidate}
        shared = expected & offered
        if shared and (self.other_equal or shared != {OTHER}):
            return 1, 1.0
        pairs = ((source, r, c) for r in expected for c in offered)
        known = [self._probable[pair] for pair in pairs if pair in self._probable]
        if known:  # also where it is 0: what was measured goes before the groups
            return (2, max(known)) if max(known) else (3, 1.0)
        if any(expected & group and offered & group for group in self._groups):
            return 2, 1.0
        return 3, 1.0
