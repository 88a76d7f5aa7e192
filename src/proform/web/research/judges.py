"""The judges that the server was given: who may approve, and whose say is compared with people."""

from collections.abc import Sequence

from proform.errors import ProformError, check_known
from proform.judge import JUDGES, PREFIX, metric_name
from proform.judge.base import Judge
from proform.judge.protest import Protest
from proform.scoring.opinions import read_metrics
from proform.semi.decisions import Approvers
from proform.web.app import Site
from proform.web.requests import Approval


def check_judges(metrics: Sequence[str]) -> None:
    """Complain of what is no judge, before anybody is served."""
    for metric in metrics:
        if not metric.startswith(PREFIX):
            check_known("metrics", metric, JUDGES)
    names = [metric_name(metric) for metric in metrics]
    if twice := {name for name in names if names.count(name) > 1}:
        raise ProformError(f"two judges are called {min(twice)!r}", hint="give each its own name")
    read_metrics(metrics)


def read_judges(site: Site) -> Sequence[str | Judge]:
    """All of them, as their files are now."""
    return read_metrics([metric for metric in site.judges if metric != Protest.name])


def choices(site: Site) -> dict[str, tuple[str, ...]]:
    """Who may approve, by what it is called on the page: matching, a judge, or both in turn."""
    judges = {metric_name(metric): metric for metric in site.judges if metric != Protest.name}
    each = {name: (metric,) for name, metric in judges.items()}
    both = {f"matching, then {name}": (Protest.name, metric) for name, metric in judges.items()}
    return {"matching": (Protest.name,), **each, **both} if judges else {}


def approvers(site: Site, wanted: Approval) -> Approvers | None:
    """Those that were chosen; None: as in the last round."""
    if not wanted.approve:
        if wanted.sure is not None:
            raise ProformError("a probability is given, but no judge that approves")
        return None
    known = choices(site)
    check_known("approve", wanted.approve, known)
    return Approvers(read_metrics(known[wanted.approve]), wanted.sure)
