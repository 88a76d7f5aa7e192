"""`proform suite import-set` and `add-scores`."""

from __future__ import annotations

from pathlib import Path

from tests.support.challenge_files import CTXPRO, DISCEVALMT, TABLE, contrapro, put
from tests.support.command import Proform


def test_a_set_is_imported_scored_and_evaluated(proform: Proform, tmp_path: Path) -> None:
    store = str(tmp_path / "s.db")
    path = put(tmp_path / "a.json", DISCEVALMT)
    run = proform("suite", "import-set", path, "-o", store)
    assert run.exit_code == 0
    assert "DiscEvalMT, anaphora (en-fr): 3 examples, 6 versions to score" in run.stderr
    scores = tmp_path / "scores"
    scores.write_text("1\n2\n1\n1\n2\n1\n", encoding="utf-8")
    run = proform("suite", "add-scores", store, "base", scores, "--lower-is-better")
    assert (run.exit_code, run.stdout) == (0, "")
    assert "the right version wins in 33.3%" in run.stderr
    assert "below chance" in run.stderr
    run = proform("suite", "evaluate", store, "-m", "contrast", "--by", "type", "rule", "-f", "tsv")
    rows = [line.split("\t") for line in run.stdout.splitlines()]
    assert [row[3] for row in rows if row[2] == "type"] == ["f.sg", "m.pl", "m.sg"]
    run = proform("suite", "remove-scores", store, "base")
    assert run.exit_code == 0


def test_the_direction_has_to_be_said(proform: Proform, tmp_path: Path) -> None:
    store = str(tmp_path / "s.db")
    proform("suite", "import-set", put(tmp_path / "a.json", DISCEVALMT), "-o", store)
    scores = tmp_path / "scores"
    scores.write_text("1\n" * 6, encoding="utf-8")
    for flags in ((), ("--lower-is-better", "--higher-is-better")):
        run = proform("suite", "add-scores", store, "base", scores, *flags)
        assert run.exit_code == 2
        assert "--lower-is-better or --higher-is-better" in run.stderr


def test_bad_input_is_one_line_and_leaves_nothing(proform: Proform, tmp_path: Path) -> None:
    store = tmp_path / "s.db"
    examples = contrapro(3)
    twice = put(tmp_path / "twice.json", [*examples, examples[0]])
    unknown = put(tmp_path / "unknown.json", [{"a": 1}])
    short = tmp_path / "short.input"
    short.write_text("One line.\n", encoding="utf-8")
    ctxpro = put(tmp_path / "x.en-es.json", CTXPRO)
    table = tmp_path / "set.tsv"
    table.write_text(TABLE, encoding="utf-8")
    for command, what in (
        ([twice], "twice.json"),
        ([unknown], "not a challenge set that proform knows"),
        ([ctxpro, "--context", short], "short.input:2: 1 lines of context"),
        ([table], "nothing tells which languages these are; say it with -l SRC-TGT"),
        ([tmp_path / "none.json"], "cannot be read"),
    ):
        run = proform("suite", "import-set", *command, "-o", store)
        assert run.exit_code == 2
        assert what in run.stderr
        assert run.stderr.count("\n") == 1
        assert not store.exists()
    assert proform("suite", "import-set", table, "-l", "en-fr", "-o", store).exit_code == 0
