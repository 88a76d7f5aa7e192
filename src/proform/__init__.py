"""How well does machine translation handle pronouns?"""

from typing import TYPE_CHECKING

from proform.errors import ProformError
from proform.lazy import lazily
from proform.version import __version__

__all__ = [
    "Judgement",
    "ProformError",
    "Result",
    "StoredSuite",
    "__version__",
    "align",
    "ask",
    "build_suite",
    "evaluate_links",
    "find_examples",
    "gap",
    "import_set",
    "list_languages",
    "load",
    "merge",
    "merge_mined",
    "meta",
    "mine",
    "mine_shard",
    "open_suite",
    "resegment",
    "run_demo",
    "score",
    "score_shard",
    "semi",
    "suite_from_table",
    "train_aligner",
    "write_report",
]

_WHERE = {
    "Judgement": "proform.scoring.judgements",
    "Result": "proform.scoring.result",
    "StoredSuite": "proform.stored.suites",
    "align": "proform.alignment.pipeline",
    "ask": "proform.ask",
    "build_suite": "proform.stored.build",
    "evaluate_links": "proform.scoring.quality",
    "find_examples": "proform.stored.build",
    "gap": "proform.gap",
    "import_set": "proform.stored.sets",
    "list_languages": "proform.scoring.languages",
    "load": "proform.scoring.saved",
    "merge": "proform.scoring.shards",
    "merge_mined": "proform.stored.mine",
    "meta": "proform.meta",
    "mine": "proform.stored.mine",
    "mine_shard": "proform.stored.mine",
    "open_suite": "proform.stored.suites",
    "resegment": "proform.alignment.resegment",
    "run_demo": "proform.demo.run",
    "score": "proform.scoring.score",
    "score_shard": "proform.scoring.shards",
    "semi": "proform.semi",
    "suite_from_table": "proform.stored.build",
    "train_aligner": "proform.alignment.pipeline",
    "write_report": "proform.report.page",
}

if TYPE_CHECKING:
    from proform import ask, gap, meta, semi
    from proform.alignment.pipeline import align, train_aligner
    from proform.alignment.resegment import resegment
    from proform.demo.run import run_demo
    from proform.report.page import write_report
    from proform.scoring.judgements import Judgement
    from proform.scoring.languages import list_languages
    from proform.scoring.quality import evaluate_links
    from proform.scoring.result import Result
    from proform.scoring.saved import load
    from proform.scoring.score import score
    from proform.scoring.shards import merge, score_shard
    from proform.stored.build import build_suite, find_examples, suite_from_table
    from proform.stored.mine import merge_mined, mine, mine_shard
    from proform.stored.sets import import_set
    from proform.stored.suites import StoredSuite, open_suite
else:
    __getattr__ = lazily(__name__, _WHERE)
