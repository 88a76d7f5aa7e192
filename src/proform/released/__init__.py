"""The script that the authors of APT published, to the letter.

>>> from proform import released
>>> line, files = released.run_script("data_es-en/config_1")  # doctest: +SKIP
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from proform.lazy import lazily

__all__ = ["run_script"]

if TYPE_CHECKING:
    from proform.released.run import run_script
else:
    __getattr__ = lazily(__name__, {"run_script": "proform.released.run"})
