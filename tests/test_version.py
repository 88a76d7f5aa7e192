"""The version is that of the installed package."""

from __future__ import annotations

from importlib.metadata import version

from proform.version import __version__


def test_the_package_says_its_version() -> None:
    assert version("proform") == __version__
