"""Parts by Slurm (one node, one task killed, run again), GNU parallel and make, as docs show it."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from getpass import getuser
from pathlib import Path
from shlex import quote

import pytest
from tests.support.pages import blocks
from tests.support.paths import ROOT
from tests.support.small_texts import DEMO, DEMO_SYSTEMS, demo_lines, demo_options, demo_texts

import proform
from proform.errors import ProformError

_PATIENCE = 120
SYSTEMS = list(zip(DEMO_SYSTEMS, ("base", "new"), strict=False))
"""Those of the demo data, and how the page calls them."""
SEARCHED = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
PART, ARRAY, SUBMIT, PARALLEL = (block.text for block in blocks(ROOT / "docs/scale.md", "bash"))
(MAKEFILE,) = (block.text for block in blocks(ROOT / "docs/scale.md", "make"))
TEXTS = {
    "source.en": "talk.en",
    "reference.fr": "talk.fr",
    "docs.txt": "talk.docs",
    "reference.align": "talk.align",
    **{f"{old}.{end}": f"{new}.{end}" for old, new in SYSTEMS for end in ("fr", "align")},
}
PROGRAMS = ("slurmctld", "slurmd", "sbatch", "squeue", "scancel", "sinfo")
CONF = """
ClusterName=proform
SlurmctldHost={host}(127.0.0.1)
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/none
CredType=cred/none
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SchedulerType=sched/builtin
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
NodeName={host} NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


def _free_ports() -> list[int]:
    sockets = [socket.socket() for _ in range(2)]
    for each in sockets:
        each.bind(("127.0.0.1", 0))
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def _until(true: Callable[[], object], seconds: float = _PATIENCE) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if true():
            return True
        time.sleep(0.2)
    return False


@pytest.fixture
def slurm(tmp_path: Path) -> Iterator[Callable[..., str]]:
    """A node of Slurm; gives what runs its commands."""
    if lacking := [name for name in PROGRAMS if shutil.which(name) is None]:
        pytest.skip(f"Slurm is not installed ({lacking[0]} is missing)")
    folder, host = tmp_path / "slurm", socket.gethostname().split(".")[0]
    for name in ("state", "spool"):
        (folder / name).mkdir(parents=True)
    conf = folder / "slurm.conf"
    settings = CONF.format(folder=folder, host=host, user=getuser(), ports=_free_ports())
    conf.write_text(settings, encoding="utf-8")
    environment = os.environ | {"SLURM_CONF": str(conf)}

    def command(*args: str) -> str:
        shell = {"PATH": SEARCHED, "PYTHONPATH": str(ROOT / "src")}
        done = subprocess.run(
            *(args,),
            env=environment | shell,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        return done.stdout

    started = []
    try:
        for name in ("slurmctld", "slurmd"):
            with (folder / f"{name}.out").open("w") as out:
                started.append(
                    subprocess.Popen([name, "-D"], env=environment, stdout=out, stderr=out)
                )
        if not _until(lambda: "idle" in command("sinfo", "-h", "-o", "%t"), 60):
            said = " ".join((folder / "slurmd.out").read_text().split()[-20:])
            pytest.skip(f"Slurm does not start here ({said})")
        yield command
    finally:
        for process in started[::-1]:
            process.terminate()
            process.wait()


def test_an_array_job_with_a_task_that_is_killed(slurm: Callable[..., str], tmp_path: Path) -> None:
    texts = {name: str(DEMO / name) for name in ("source.en", "reference.fr", "docs.txt")}
    systems = [f"{name}={DEMO / name}.fr" for name in DEMO_SYSTEMS]
    links = [str(DEMO / f"{name}.align") for name in DEMO_SYSTEMS]
    scored = [
        *(sys.executable, "-m", "proform", "score", "-l", "en-fr"),
        *("-s", texts["source.en"], "-r", texts["reference.fr"], "-i", *systems),
        *("--align-ref", str(DEMO / "reference.align"), "--align-sys", *links),
        *("-m", "apt", "autoprf", "agreement", "--confidence", "-j", "1"),
    ]
    os.mkfifo(tmp_path / "pipe")  # whoever reads from it waits
    script = tmp_path / "job.sh"
    script.write_text(
        "#!/bin/sh\n"
        f"docs={quote(texts['docs.txt'])}\n"
        'if [ "$SLURM_ARRAY_TASK_ID" = 2 ] && ! [ -e again ]; then docs=pipe; touch hangs; fi\n'
        f"export PYTHONPATH={ROOT / 'src'}\n"
        f"{' '.join(map(quote, scored))} --docs $docs "
        "--shard $SLURM_ARRAY_TASK_ID/4 -o part.$SLURM_ARRAY_TASK_ID\n",
        encoding="utf-8",
    )
    parts = [tmp_path / f"part.{k}" for k in range(1, 5)]
    job = slurm("sbatch", "--parsable", "--array=1-4", "job.sh").strip()
    assert job.isdecimal()
    others = [part for k, part in enumerate(parts, 1) if k != 2]
    assert _until(lambda: (tmp_path / "hangs").exists() and all(p.exists() for p in others))
    slurm("scancel", "--signal=KILL", "--full", f"{job}_2")
    assert _until(lambda: not slurm("squeue", "-h").strip())
    assert not parts[1].exists()
    with pytest.raises(ProformError, match="of 4 parts, 1 missing: 2"):
        proform.merge(others)
    times = [part.stat().st_mtime_ns for part in others]
    (tmp_path / "again").touch()
    slurm("sbatch", "--array=1-4", "job.sh")
    assert _until(lambda: parts[1].exists() and not slurm("squeue", "-h").strip())
    assert [part.stat().st_mtime_ns for part in others] == times  # what was done is not done again
    options = demo_options(metrics=("apt", "autoprf", "agreement"), confidence=True)
    whole = proform.score(*demo_texts(), judgements=False, **options)
    assert proform.merge(parts).to_text("json") == whole.to_text("json")


def _desk(folder: Path, files: dict[str, str]) -> None:
    """The texts that the page names, and its scripts, with fewer parts."""
    for old, new in TEXTS.items():
        shutil.copy(DEMO / old, folder / new)
    for name, text in {"part.sh": PART, **files}.items():
        assert "64" in text or "part.sh" in text
        (folder / name).write_text(text.replace("64", "5"), encoding="utf-8")


def _whole(folder: Path) -> str:
    options = demo_options(metrics=("apt", "autoprf", "agreement"), confidence=True, paired=True)
    source, reference, _, languages = demo_texts()
    named = {new: demo_lines(f"{old}.fr") for old, new in SYSTEMS}
    result = proform.score(source, reference, named, languages, judgements=False, **options)
    assert len(list(folder.glob("part.[0-9]*"))) == 5
    return result.to_text("json")


def test_slurm_as_the_page_has_it(slurm: Callable[..., str], tmp_path: Path) -> None:
    _desk(tmp_path, {"parts.sh": ARRAY})
    assert "Submitted" in slurm("sh", "-c", SUBMIT)
    result = tmp_path / "result.json"
    assert _until(lambda: result.exists() and not slurm("squeue", "-h").strip()), slurm("squeue")
    assert result.read_text(encoding="utf-8") == _whole(tmp_path)


@pytest.mark.parametrize("program", ["parallel", "make"])
def test_parallel_and_make_as_the_page_has_them(program: str, tmp_path: Path) -> None:
    found = shutil.which(program)
    asked = found and subprocess.run([found, "--version"], capture_output=True, check=False)
    if not asked or b"GNU" not in asked.stdout:  # another program may have the name
        pytest.skip(f"GNU {program} is not installed")
    script = {"parallel": PARALLEL.replace("64", "5"), "make": "make -j 2"}[program]
    _desk(tmp_path, {"Makefile": MAKEFILE})
    subprocess.run(
        ["/bin/sh", "-ec", script],
        env=os.environ | {"PATH": SEARCHED, "PYTHONPATH": str(ROOT / "src")},
        cwd=tmp_path,
        check=True,
    )
    assert (tmp_path / "result.json").read_text(encoding="utf-8") == _whole(tmp_path)
