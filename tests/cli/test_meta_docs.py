"""The outputs in docs/meta.md are those of the commands above them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from tests.support.paths import ROOT

BLOCK = re.compile(r"```sh\n(.*?)```\n(?:```\n(.*?)```\n)?", re.DOTALL)
BLANK = re.compile(r"\n{3,}")
END = "=== end of a block ==="


def test_outputs(demo: Path, tmp_path: Path) -> None:
    text = (ROOT / "docs" / "meta.md").read_text(encoding="utf-8")
    # There is no people.tsv in the demo.
    blocks = [block for block in BLOCK.findall(text) if "people.tsv" not in block[0]]
    assert len([shown for _, shown in blocks if shown]) == 8
    folder = shutil.copytree(demo / "en-fr", tmp_path / "en-fr")
    script = f"\necho '{END}'\n".join(script for script, _ in blocks)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    run = subprocess.run(
        ["/bin/bash", "-ec", script],
        capture_output=True,
        text=True,
        cwd=folder,
        env={**os.environ, "PATH": path},
        check=True,
    )
    for found, (_, shown) in zip(run.stdout.split(f"{END}\n"), blocks, strict=True):
        for part in shown.split("…\n"):
            assert part.strip("\n") in BLANK.sub("\n\n", found)
