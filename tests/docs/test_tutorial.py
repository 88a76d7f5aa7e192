"""The tutorial is a notebook that runs and prints what is stored in it.

`jupyter execute --inplace docs/tutorial.ipynb` stores what it prints now.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.support.paths import ROOT

NOTEBOOK = ROOT / "docs" / "tutorial.ipynb"


def printed(path: Path) -> list[tuple[str, str]]:
    """Each cell of code, and what it printed."""
    notebook: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return [
        (
            "".join(cell["source"]),
            "".join(
                "".join(output.get("text", "") or output["data"]["text/plain"])
                for output in cell["outputs"]
            ),
        )
        for cell in notebook["cells"]
        if cell["cell_type"] == "code"
    ]


def test_the_tutorial_prints_what_it_shows(tmp_path: Path) -> None:
    copy = tmp_path / NOTEBOOK.name
    shutil.copy(NOTEBOOK, copy)
    done = subprocess.run(
        [Path(sys.executable).with_name("jupyter-execute"), "--inplace", copy],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={
            **os.environ,
            "PROFORM_CACHE": str(tmp_path / "cache"),
            "PYTHONPATH": str(ROOT / "src"),
            "IPYTHONDIR": str(tmp_path / "ipython"),
        },
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    shown = printed(NOTEBOOK)
    assert len(shown) > 8
    assert printed(copy) == shown
