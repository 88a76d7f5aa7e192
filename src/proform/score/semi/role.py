"""What agreement with the antecedent may do in semi-automatic evaluation."""

from __future__ import annotations

from enum import Enum


class Role(Enum):
    """What agreement with the antecedent does in approving."""

    OFF = "off"
    REFER = "refer"
    """What looks as in the reference and disagrees is referred."""
    APPROVE = "approve"
    """The same, and what agrees though it differs from the reference is approved."""
