"""Workers of a real Dask cluster give the result of one run, whoever dies in between."""

from __future__ import annotations

import os
import random
import resource
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from threading import Timer
from time import sleep
from typing import Any

import pytest
from distributed import Client, LocalCluster, Worker, get_client, wait
from distributed.deploy.cluster import Cluster
from tests.support.small_texts import demo_lines, demo_options, demo_texts

import proform
from proform.alignment.models import Model, load_model
from proform.errors import InputError, ProformError
from proform.parallel import Progress
from proform.scoring.cluster import Order, _result, judge_part, local_workers, make_part
from proform.scoring.job import read_job
from proform.scoring.parts import plan

OPTIONS = {
    "metrics": ["apt", "autoprf", "agreement"],
    "confidence": True,
    "paired": True,
    "resamples": 100,
}


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    with pytest.MonkeyPatch.context() as patch:
        for name in ("TRIM", "MMAP"):  # an earlier cluster of this process leaves its own
            patch.delenv(f"MALLOC_{name}_THRESHOLD_", raising=False)
        with local_workers(2) as client:
            yield client


def _watched(dask_worker: Worker) -> set[str]:
    """On a worker: what it does every so often."""
    callbacks = dask_worker.periodic_callbacks.items()
    return {name for name, each in callbacks if each is not None and each.callback_time < 100}


def test_workers_return_no_memory_and_do_not_watch_themselves(client: Client) -> None:
    """By Dask's own settings they take half as long again."""
    for name in ("TRIM", "MMAP"):
        limits = client.run(os.environ.get, f"MALLOC_{name}_THRESHOLD_").values()
        assert all(int(limit) >= 1 << 25 for limit in limits)
    assert {*map(len, client.run(_watched).values())} == {0}


@pytest.fixture(scope="module")
def whole() -> str:
    result = proform.score(*demo_texts(), judgements=False, **demo_options(**OPTIONS))
    return result.to_text("json")


class _Told(Progress):
    """Does something each time another part is there."""

    def __init__(self, act: Callable[[float], None] = lambda _: None) -> None:
        self.said: list[str] = []
        self.act = act

    def say(self, message: str, /) -> None:
        self.said.append(message)

    def share(self, done: float, /) -> None:
        self.act(done)


def score(cluster: Any, **options: Any) -> proform.Result:
    return proform.score(*demo_texts(), cluster=cluster, **demo_options(**{**OPTIONS, **options}))


@pytest.mark.parametrize("shards", [None, 7])
def test_workers_give_the_bytes_of_one_run(
    client: Client, whole: str, shards: int | None, tmp_path: Path
) -> None:
    told = _Told()
    result = score(client, shards=shards, progress=told, parts=tmp_path)
    assert result.to_text("json") == whole
    assert any("parts on the cluster, http://" in line for line in told.said)
    assert len(list(tmp_path.iterdir())) == (shards or 32)


def test_what_was_done_is_not_done_again(client: Client, whole: str, tmp_path: Path) -> None:
    score(client, shards=6, parts=tmp_path)
    kept = {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    lost = min(kept)
    lost.unlink()
    told = _Told()
    assert score(client, shards=6, parts=tmp_path, progress=told).to_text("json") == whole
    assert "5 of 6 parts are kept" in told.said[0]
    assert "judging 1 parts" in told.said[1]
    again = {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    assert {path for path in kept if kept[path] != again[path]} == {lost}


def test_workers_killed_at_ten_random_points_change_nothing(
    client: Client, whole: str, tmp_path: Path
) -> None:
    """After each of the first parts a worker dies, some time within the next parts."""
    rng, first = random.Random(20), dict[Path, int]()  # noqa: S311 (not for secrets)
    timers, killed = list[Timer](), list[int]()
    cluster = client.cluster
    assert cluster is not None

    def kill() -> None:
        """One that lives: both may just be starting again, or be gone by now."""
        for _ in range(200):
            living = [nanny.pid for nanny in cluster.workers.values() if nanny.pid is not None]
            with suppress(ProcessLookupError):
                if living:
                    process = rng.choice(living)
                    os.kill(process, signal.SIGKILL)
                    killed.append(process)
                    return
            sleep(0.1)

    def act(_: float) -> None:
        for path in tmp_path.glob("part.*"):
            first.setdefault(path, path.stat().st_mtime_ns)
        if len(timers) < 10:
            timers.append(Timer(rng.uniform(0, 1), kill))
            timers[-1].start()

    result = score(client, shards=40, parts=tmp_path, progress=_Told(act))
    for timer in timers:
        timer.join()
    assert len(killed) == 10
    assert result.to_text("json") == whole
    assert len(first) == 40
    assert {path: path.stat().st_mtime_ns for path in first} == first  # each was done once


def test_workers_that_are_all_given_up_are_started_again(
    whole: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As Dask gives up those on this machine that die while they start."""
    monkeypatch.setattr("proform.scoring.cluster._PATIENCE", 2)
    clusters = list[Cluster]()

    def act(_: float) -> None:
        if not clusters:
            cluster = get_client().cluster
            assert cluster is not None
            clusters.append(cluster)
            cluster.scale(0)

    told = _Told(act)
    result = score("local:1", shards=10, parts=tmp_path, progress=told)
    assert "the cluster went away, so it is tried again" in told.said
    assert result.to_text("json") == whole


def test_a_part_whose_process_goes_before_it_is_fetched_is_not_waited_for_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("proform.scoring.cluster._PATIENCE", 1)
    with (
        LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as cluster,
        cluster.get_client() as client,
    ):
        assert _result(client, client.submit(bytes, 3, pure=False)) == bytes(3)
        lost = client.submit(bytes, 4, pure=False)
        wait([lost])
        cluster.scale(0)
        while client.nthreads():
            sleep(0.1)
        with pytest.raises(TimeoutError):
            _result(client, lost)


def test_a_part_that_fails_names_its_documents(client: Client, tmp_path: Path) -> None:
    links = demo_lines("reference.align")
    links[70] = "nonsense"
    documents = demo_lines("docs.txt")
    broken = {"shards": 5, "parts": tmp_path, "align_ref": links}
    last = rf"part 5 of 5 failed 3 times \(.*nonsense.*\): documents .*{documents[70]}"
    with pytest.raises(ProformError, match=rf"{last}.*; 4 of 5 parts are kept"):
        score(client, **broken)
    result = score(client, skip_broken=True, **broken)
    assert "parts:4/5" in result.signature
    assert "not the whole corpus" in result.notes[0]
    assert documents[70] in result.notes[1]


def test_a_full_disk_is_said_and_no_part_is_taken_for_a_whole(
    client: Client, whole: str, tmp_path: Path
) -> None:
    """A limit on the size of files stands for the disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (200, hard))
    try:
        with pytest.raises(ProformError, match=r"part\..*: cannot be written \(File too large\)"):
            score(client, shards=3, parts=tmp_path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert not list(tmp_path.iterdir())
    assert score(client, shards=3, parts=tmp_path).to_text("json") == whole


def test_rows_and_seeds_are_for_one_process(client: Client, tmp_path: Path) -> None:
    with pytest.raises(ProformError, match="workers keep no rows"):
        score(client, detail=tmp_path / "rows.tsv")


@pytest.mark.parametrize("cluster", ["local:0", "local:x", "nowhere", "slurm:", ""])
def test_an_unknown_cluster_is_refused(cluster: str) -> None:
    with pytest.raises(ProformError, match=r"cluster: unknown .*local:4"):
        score(cluster)


def test_a_profile_of_slurm_is_checked(tmp_path: Path) -> None:
    profile = tmp_path / "profile.yaml"
    for text, complaint in (
        ("- a\n- b\n", "no profile"),
        ("cores: 1\n", "no profile of Slurm jobs \\('workers'\\)"),
        ("a: [", "cannot be read"),
    ):
        profile.write_text(text, encoding="utf-8")
        with pytest.raises(InputError, match=complaint):
            score(f"slurm:{profile}")
    with pytest.raises(InputError, match="cannot be read"):
        score(f"slurm:{tmp_path / 'none.yaml'}")


def test_an_address_without_a_port_is_refused() -> None:
    with pytest.raises(ProformError, match="no address of a scheduler, missing port number"):
        score("tcp://localhost")


def test_a_script_that_every_worker_would_run_is_told_what_it_lacks(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "import proform\n"
        "proform.score(['It is red .'], ['Il est rouge .'], {'base': ['Il est rouge .']}, 'en-fr',"
        " align_ref=['0-0 1-1 2-2 3-3'], align_sys=[['0-0 1-1 2-2 3-3']], cluster='local:1')\n",
        encoding="utf-8",
    )
    run = [sys.executable, str(script)]
    done = subprocess.run(run, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 1
    last = done.stderr.strip().splitlines()[-1]
    assert "no worker starts" in last
    assert "needs if __name__ == '__main__':" in last


def test_no_scheduler_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("proform.scoring.cluster._PATIENCE", 1)
    with pytest.raises(ProformError, match=r"no scheduler answers at tcp://127\.0\.0\.1"):
        score(f"tcp://127.0.0.1:{_free_port()}")


def _set_version(version: str) -> None:
    """On a worker: pretend to be another version."""
    import proform.scoring.cluster  # noqa: PLC0415 (there)

    proform.scoring.cluster.__version__ = version  # type: ignore[attr-defined]


def test_workers_of_another_version_are_named(client: Client, tmp_path: Path) -> None:
    client.run(_set_version, "0.0.1")
    try:
        with pytest.raises(ProformError, match=r"worker tcp://.* has proform 0\.0\.1, and this is"):
            score(client, parts=tmp_path)
    finally:
        client.run(_set_version, proform.__version__)
    assert not list(tmp_path.iterdir())


def test_a_worker_of_another_version_that_came_late_makes_no_part() -> None:
    settings = demo_options(**OPTIONS)
    read = partial(read_job, *demo_texts(), **settings)
    order = Order(read, judge_part, plan(read(), 3), version="0.0.1")
    with pytest.raises(ProformError, match=r"a worker has proform .*, and this is 0\.0\.1"):
        make_part(order, 1)


def test_raw_text_is_linked_by_one_model_that_a_worker_reads_once(
    client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = source, reference, _, languages = demo_texts()
    assert reference is not None
    model = tmp_path / "en-fr.model"
    proform.train_aligner(source, reference, languages, model, tokenized=True)
    options: dict[str, Any] = {"model": model, "tokenized": True}
    settings = demo_options(**OPTIONS, **options, align_ref=None, align_sys=None)
    read: list[Path] = []

    def load(path: Path, *args: str) -> Model:
        read.append(path)
        return load_model(path, *args)

    monkeypatch.setattr("proform.alignment.pipeline.load_model", load)
    job = partial(read_job, *texts, **settings)
    order = Order(job, judge_part, plan(job(), 3))
    for number in (1, 2, 3):
        make_part(order, number)
    assert read == [model]
    whole = proform.score(*texts, judgements=False, **settings).to_text("json")
    result = proform.score(*texts, cluster=client, parts=tmp_path / "parts", shards=3, **settings)
    assert result.to_text("json") == whole


def _free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        port: int = sock.getsockname()[1]
        return port


@contextmanager
def _started(*command: str) -> Iterator[subprocess.Popen[bytes]]:
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(
        [sys.executable, "-m", "distributed.cli." + command[0], *command[1:]],
        stdout=quiet,
        stderr=quiet,
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def test_a_scheduler_that_is_killed_and_started_again(whole: str, tmp_path: Path) -> None:
    port = _free_port()
    address = f"tcp://127.0.0.1:{port}"
    scheduling = ("dask_scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard")
    working = ("dask_worker", address, "--nthreads", "1", "--no-dashboard", "--no-nanny")
    with _started(*scheduling) as scheduler, _started(*working):
        restarted: list[Any] = []
        before: dict[Path, int] = {}

        def restart(_: float) -> None:
            if not restarted:
                before.update({path: path.stat().st_mtime_ns for path in tmp_path.iterdir()})
                scheduler.kill()
                scheduler.wait()
                for command in (scheduling, working):
                    context = _started(*command)
                    context.__enter__()
                    restarted.append(context)

        try:
            result = score(address, shards=8, parts=tmp_path, progress=_Told(restart))
        finally:
            for context in restarted:
                context.__exit__(None, None, None)
    assert restarted
    assert result.to_text("json") == whole
    assert before
    assert {path: path.stat().st_mtime_ns for path in before} == before  # not done again
