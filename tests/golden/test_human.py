"""Agreement on human translations: hardly a false alarm, and a flipped gender is noticed.

All examples are judged: in a draw of 200, a few alarms more or less turn the share.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.support.agreement_figures import human
from tests.support.command import Proform


@pytest.mark.parametrize(("corpus", "languages"), [("TED", "en-fr"), ("DiscoMT", "en-de")])
def test_human_translations(
    shared_data: Callable[[str], Path],
    proform: Proform,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    corpus: str,
    languages: str,
) -> None:
    monkeypatch.setenv("PROFORM_CACHE", str(tmp_path / "cache"))
    folder, store = shared_data("parcorfull") / corpus, tmp_path / "suite.db"
    given = ("--parcor", folder, "-l", languages, "-o", store, "--per-category", "500")
    run = proform("suite", "build", *given)
    assert run.exit_code == 0, run.stderr
    found = human(store)
    assert len(found.alarms) <= 0.03 * found.decided, found.alarms
    assert found.anaphoric_decided >= 0.6 * found.anaphoric
    assert len(found.missed) <= 0.08 * found.flipped_decided, found.missed
