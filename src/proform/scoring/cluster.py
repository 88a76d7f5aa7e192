"""The parts of a corpus, worked on by the workers of a Dask cluster.

Each part is a task that reads its own lines and returns the file of what it found. Files are kept
in a folder until all are there, so that whatever dies, what was done is not done again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cached_property, partial
from multiprocessing import current_process
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic

from proform.alignment.cache import Cache, key_of
from proform.errors import InputError, ProformError, check_whole
from proform.output import File, file_path, writing
from proform.parallel import Progress
from proform.scoring.job import Job, ScoreOptions, Texts, read_job
from proform.scoring.parts import AnyPart, PartPlan, Shard, plan, read_part
from proform.scoring.result import Result
from proform.scoring.shards import count_part, known_part, merge_parts
from proform.text.corpus import Corpus
from proform.version import __version__

if TYPE_CHECKING:
    from distributed import Client, Future

_EACH = 16
"""So many parts for each worker, if nobody says: what dies is little, and all end together."""
_TRIES = 3
_ENVIRONMENT = "distributed.nanny.pre-spawn-environ"
_CALM = {
    f"{_ENVIRONMENT}.MALLOC_TRIM_THRESHOLD_": 1 << 27,
    f"{_ENVIRONMENT}.MALLOC_MMAP_THRESHOLD_": 1 << 25,
    "distributed.worker.profile.enabled": False,
    "distributed.admin.tick.interval": "1s",
}
"""Settings of Dask for workers that judge. By its own ones they return memory to the system
whenever they can, though a part takes little whatever its size, and ask themselves a hundred times
a second what they are doing."""
_PATIENCE = 60
"""Seconds to wait for a scheduler, and for workers."""


@dataclass(eq=False)
class Order:
    """What every worker needs to know; it travels to each once, and is read there once."""

    read: Callable[[], Any]
    """Reads what is to be done, and how."""
    make: Callable[[Any, PartPlan, Shard], bytes]
    """Does a part of it; gives the file."""
    parts: PartPlan
    version: str = __version__

    @cached_property
    def job(self) -> Any:  # noqa: ANN401 (whatever `read` reads)
        """What is done and how, as this process reads it."""
        return self.read()

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "job"}


def make_part(order: Order, number: int) -> bytes:
    """On a worker: the file of one part; a worker of another version may have come late."""
    if order.version != __version__:
        raise ProformError(f"a worker has proform {__version__}, and this is {order.version}")
    return order.make(order.job, order.parts, Shard(number, len(order.parts.starts)))


def _as_it_is(order: Order) -> Order:
    return order


@dataclass(frozen=True)
class Work(Generic[AnyPart]):
    """A corpus that is worked on in parts, as whoever asks for it sees it."""

    name: str
    """Such as judging."""
    corpus: Corpus
    progress: Progress
    order: Callable[[int], Order]
    """Cut into so many parts."""
    read: Callable[[Path], AnyPart]
    known: Callable[[Path, PartPlan, Shard], AnyPart | None]
    """The part that a file has, if it is this one of this run."""


def score_on_cluster(
    cluster: str | Client,
    texts: Texts,
    options: ScoreOptions,
    outputs: Sequence[File | None] = (),
    *,
    shards: int | None = None,
    folder: File | None = None,
    skip_broken: bool = False,
) -> Result:
    """The result of one run, put together from what workers return."""
    job = read_job(*texts, outputs, **options)
    settings: Any = {key: value for key, value in options.items() if key != "progress"}
    read = partial(read_job, *texts, **settings)
    work = Work(
        *("judging", job.corpus, job.progress),
        lambda parts: Order(read, judge_part, plan(job, parts)),
        read_part,
        partial(known_part, job),
    )
    own = [judge for judge in options.get("metrics", ()) if not isinstance(judge, str)]
    with gathered(cluster, work, shards, folder, skip_broken=skip_broken) as (parts, lost):
        return merge_parts(parts, own, skip_missing=skip_broken, notes=lost)


def judge_part(job: Job, parts: PartPlan, shard: Shard) -> bytes:
    """On a worker: the file of a part that is scored."""
    return count_part(job, parts, shard).to_bytes()


@contextmanager
def gathered(
    cluster: str | Client,
    work: Work[AnyPart],
    shards: int | None,
    folder: File | None,
    *,
    skip_broken: bool,
) -> Iterator[tuple[Mapping[Path, AnyPart], Sequence[str]]]:
    """All parts of a corpus, and what is to be said of those that failed, if these may be missing.

    Files in the cache are removed when whoever asked has made something of them.
    """
    if shards is not None:
        check_whole("shards", shards, 1)
    for _ in range(_TRIES):
        with _client(cluster, work.progress) as client:
            workers = len(client.scheduler_info(n_workers=-1)["workers"])
            if not workers:
                work.progress.say("the cluster has no workers yet, so this waits for them")
            order = work.order(shards or _EACH * max(workers, 1))
            keeping = _Kept(_folder(folder, work, order.parts), work, order.parts)
            failed = _made(client, order, keeping, work)
        if failed is not None:
            break
        shards = len(order.parts.starts)  # the same parts, whoever works on them
        work.progress.say("the cluster went away, so it is tried again")
    else:
        what = f"cluster: {cluster} went away {_TRIES} times; {keeping.told}"
        raise ProformError(what, hint="run it again, and it goes on from there")
    lost = [_broken(work.corpus, order.parts, number, why) for number, why in failed.items()]
    if lost and not skip_broken:
        hint = "mend it and run it again, or leave it out: skip_broken"
        raise ProformError(f"{lost[0]}; {keeping.told}", hint=hint)
    yield dict(keeping.parts.values()), lost
    if folder is None and not lost:
        keeping.remove()


def _version() -> str:
    """On a worker: what it runs."""
    return __version__


def check_versions(client: Client) -> None:
    """Complain of workers that would count otherwise."""
    for worker, version in client.run(_version, on_error="ignore").items():
        if version != __version__:
            what = f"cluster: the worker {worker} has proform {version}, and this is {__version__}"
            raise ProformError(what, hint="install the same version everywhere")


def _made(
    client: Client, order: Order, keeping: _Kept[AnyPart], work: Work[AnyPart]
) -> dict[int, BaseException] | None:
    """Have all parts made that are not there yet.

    Which failed, and why; None if the scheduler went away, or all processes on this machine.
    """
    progress, total, failed = work.progress, len(order.parts.starts), dict[int, BaseException]()
    if keeping.parts:
        progress.say(keeping.told)
    numbers = [number for number in range(1, total + 1) if number not in keeping.parts]
    try:
        check_versions(client)
        # A task, and not scattered data: it can be had again when the workers that had it die.
        everywhere = client.submit(_as_it_is, order, pure=False)
        futures = {
            client.submit(make_part, everywhere, number, pure=False, retries=_TRIES - 1): number
            for number in numbers
        }
        progress.say(f"{work.name} {len(futures)} parts on the cluster, {client.dashboard_link}")
        for future in _completed(client, futures):
            number = futures.pop(future)
            if future.status == "finished":
                keeping.keep(number, _result(client, future))
                progress.share(len(keeping.parts) / total)
            elif future.status == "error":
                failed[number] = future.exception()
            else:
                return None
    except (OSError, CancelledError, TimeoutError):
        return None
    return failed


def _completed(client: Client, futures: Iterable[Future[bytes]]) -> Iterator[Future[bytes]]:
    """Each when it is done; a TimeoutError if no process is left that could do it.

    Dask gives up a process on this machine that dies while it starts. Others may come back.
    """
    from distributed import as_completed  # noqa: PLC0415 (an extra)

    waiting = {*futures}
    while waiting:
        try:
            for future in as_completed(list(waiting), loop=client.loop, timeout=_PATIENCE):
                waiting.remove(future)
                yield future
        except TimeoutError:
            if _is_abandoned(client):
                raise


def _result(client: Client, future: Future[bytes]) -> bytes:
    """What came out; a process may take it along when it goes, and then it is made again."""
    while True:
        try:
            return future.result(timeout=_PATIENCE)
        except TimeoutError:
            if _is_abandoned(client):
                raise


def _is_abandoned(client: Client) -> bool:
    """Is there no process left on this machine?"""
    from distributed import LocalCluster  # noqa: PLC0415 (an extra)

    return isinstance(client.cluster, LocalCluster) and not client.nthreads()


class _Kept(Generic[AnyPart]):
    """The parts that are there, as files in a folder."""

    def __init__(self, folder: Path, work: Work[AnyPart], parts: PartPlan) -> None:
        self.folder = folder
        self._of = len(parts.starts)
        self._read = work.read
        self.parts: dict[int, tuple[Path, AnyPart]] = {}
        for number in range(1, self._of + 1):
            path = self._path(number)
            if (part := work.known(path, parts, Shard(number, self._of))) is not None:
                self.parts[number] = path, part

    @property
    def told(self) -> str:
        """How many there are."""
        return f"{len(self.parts)} of {self._of} parts are kept in {self.folder}"

    def keep(self, number: int, content: bytes) -> None:
        """Write one, and read it as anybody would."""
        path = self._path(number)
        with writing(path) as out:
            out.write_bytes(content)
        self.parts[number] = path, self._read(path)

    def remove(self) -> None:
        """All of them: the result is there."""
        for path, _ in self.parts.values():
            path.unlink(missing_ok=True)
        with suppress(OSError):
            self.folder.rmdir()

    def _path(self, number: int) -> Path:
        return self.folder / f"part.{number}-of-{self._of}"


def _folder(named: File | None, work: Work[AnyPart], parts: PartPlan) -> Path:
    """Where parts are kept: the folder that was named, or one in the cache."""
    folder = file_path("parts", named)
    if folder is None:
        paths = [path.resolve() for path in work.corpus.paths()]
        key = key_of(work.name, parts.source, len(parts.starts), *paths)
        folder = Cache().folder / f"parts-{key}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        hint = "name another folder for the parts"
        raise ProformError(f"{folder}: cannot be made ({error.strerror})", hint=hint) from error
    return folder


def _broken(corpus: Corpus, parts: PartPlan, number: int, why: BaseException) -> str:
    """What to say of a part that failed: which documents it has."""
    start, stop = parts.range(number)
    stop, documents = parts.segments if stop is None else stop, corpus.documents
    which = f"segments {start} to {stop - 1}"
    if documents is not None:
        ids = [
            name
            for name, first in zip(documents.ids, documents.starts, strict=True)
            if start <= first < stop
        ]
        which = f"documents {', '.join(ids[:20])}{', …' * (len(ids) > 20)}"
    return f"part {number} of {len(parts.starts)} failed {_TRIES} times ({why}): {which}"


@contextmanager
def local_workers(number: int) -> Iterator[Client]:
    """Processes on this machine."""
    from dask import config  # noqa: PLC0415 (an extra)
    from distributed import Client, LocalCluster  # noqa: PLC0415 (an extra)

    hint = "a script that asks for them needs if __name__ == '__main__': around what it does"
    if getattr(current_process(), "_inheriting", False):  # a worker that reads such a script
        raise ProformError("cluster: a worker cannot start workers", hint=hint)
    with config.set(_CALM):
        try:
            local = LocalCluster(n_workers=number, threads_per_worker=1, dashboard_address=":0")
        except RuntimeError as error:
            raise ProformError(f"cluster: no worker starts ({error})", hint=hint) from error
        with local, Client(local) as client:
            yield client


@contextmanager
def _client(cluster: str | Client, progress: Progress) -> Iterator[Client]:
    try:
        from distributed import Client  # noqa: PLC0415 (an extra)
    except ImportError:
        raise _missing("Dask") from None
    if isinstance(cluster, Client):
        yield cluster
        return
    kind, _, rest = str(cluster).partition(":")
    if kind == "local" and rest.isdecimal() and int(rest):
        progress.say(f"starting {rest} workers")
        with local_workers(int(rest)) as client:
            yield client
    elif kind == "slurm" and rest:
        with _slurm(Path(rest)) as jobs, Client(jobs) as client:
            progress.say("waiting for the first worker of Slurm")
            client.wait_for_workers(1)
            yield client
    elif kind in {"tcp", "tls", "ws", "wss"}:
        try:
            client = Client(str(cluster), timeout=_PATIENCE)
        except ValueError as error:
            what = f"cluster: no address of a scheduler, {error}"
            raise ProformError(what, hint="such as tcp://HOST:PORT") from error
        except OSError as error:
            raise ProformError(f"cluster: no scheduler answers at {cluster}") from error
        with client:
            yield client
    else:
        hint = "local:4, tcp://HOST:PORT or slurm:PROFILE.yaml"
        raise ProformError(f"cluster: unknown {cluster!r}", hint=hint)


def _slurm(profile: Path) -> Any:  # noqa: ANN401 (a context that dask-jobqueue makes)
    """Workers as jobs of Slurm, by the arguments that a file has for them, and how many."""
    try:
        import yaml  # noqa: PLC0415 (comes with Dask)
        from dask_jobqueue.slurm import SLURMCluster  # noqa: PLC0415 (an extra)
    except ImportError:
        raise _missing("dask-jobqueue") from None
    hint = "such as workers: 8, cores: 1, memory: 1GB, queue: short, walltime: '01:00:00'"
    try:
        settings = yaml.safe_load(profile.read_text(encoding="utf-8"))
        workers = settings.pop("workers")
        made = SLURMCluster(**settings)
    except (OSError, yaml.YAMLError) as error:
        raise InputError(profile, None, f"cannot be read ({error})", hint=hint) from error
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise InputError(profile, None, f"no profile of Slurm jobs ({error})", hint=hint) from error
    made.scale(jobs=workers)
    return made


def _missing(what: str) -> ProformError:
    return ProformError(f"{what} is not installed", hint="pip install 'proform[cluster]'")
