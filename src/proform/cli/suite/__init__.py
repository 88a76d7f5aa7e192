"""`proform suite`: test suites of categorised pronouns."""

from proform.cli.command import group
from proform.cli.suite import build, mine, sets, systems, tasks

app = group(
    "Test suites: build, store, evaluate, exchange with PROTEST.",
    *(build.build, build.from_table, build.find, build.table, build.texts),
    *(mine.mine, mine.merge_mined),
    *(sets.import_set, sets.contrast, sets.add_scores, sets.remove_scores, sets.knowledge),
    *(systems.add_system, systems.remove_system, systems.list_, systems.show, systems.evaluate),
    *(tasks.import_, tasks.export, tasks.define_tasks),
    *(tasks.assign_task, tasks.unassign_task),
    *(tasks.export_batch, tasks.merge_batch),
)
