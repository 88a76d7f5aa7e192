"""Settings for which there is something better than what the APT paper did: both values of each.

The paper is Miculicich Werlen and Popescu-Belis (2017), sections 2.3 and 2.4.
"""

from dataclasses import dataclass

from proform.errors import ProformError

PUBLISHED = {"settings": "published"}
"""What a signature says where everything is set as in the paper."""


@dataclass(frozen=True, slots=True)
class PaperSetting:
    """One that may be left open: what it is then, and what it was in the paper."""

    name: str
    usual: str
    published: str

    def choose(self, given: str | None, *, as_published: bool) -> str:
        """What was given; else what is usual, or what was published if that is asked for."""
        if not as_published:
            return self.usual if given is None else given
        if given not in (None, self.published):
            what = f"{self.name}: {given!r}, but as_published sets it to {self.published!r}"
            raise ProformError(what, hint="leave out one of the two")
        return self.published


REPAIR = PaperSetting("repair", "informed", "paper")
SYMMETRISATION = PaperSetting("symmetrise", "agreement", "grow-diag-final")
