"""`proform score`: pronoun scores of any number of systems."""

from __future__ import annotations

import proform
from proform.cli import aligning, options
from proform.output import writing


def score(
    source: options.Source,
    reference: options.Reference,
    systems: options.Systems,
    languages: options.Languages,
    align_reference: options.AlignReference = None,
    align_systems: options.AlignSystems = None,
    tokenized: options.Tokenized = False,
    background: aligning.Background = None,
    model: aligning.Model = None,
    aligner: aligning.Aligner = None,
    heuristic: aligning.Symmetrise = aligning.Heuristic.GROW_DIAG,
    align_seed: aligning.AlignSeed = 1,
    alignments: aligning.Alignments = 1,
    docs: options.Docs = None,
    metrics: options.Metrics = [options.Metric.APT],  # noqa: B006 (never changed)
    positions: options.Positions = None,
    anchor: options.AnchorAt = options.Anchor.SOURCE,
    source_pronouns: options.SourcePronouns = None,
    target_pronouns: options.TargetPronouns = None,
    identical: options.Identical = None,
    equivalent: options.Equivalent = None,
    packs: options.Packs = None,
    weights: options.WeightList = "1,0.5,0,0,0,0",
    discard: options.Discard = "",
    repair: options.RepairBy = options.Repair.PAPER,
    no_repair: options.NoRepair = False,
    other_equal: options.OtherEqual = False,
    confidence: options.Confidence = False,
    paired: options.IsPaired = False,
    resamples: options.Resamples = 1000,
    seed: options.Seed = 12345,
    jobs: options.Jobs = 0,
    by: options.Breakdown = None,
    matrix: options.ShowMatrix = False,
    detail: options.Detail = None,
    style: options.Style = options.Format.TEXT,
    output: options.Output = None,
) -> None:
    """Score how well systems translate pronouns, against a reference.

    \b
    Example:
      proform score -s talk.en -r talk.fr -i base.fr new.fr -l en-fr \\
        --align-ref talk.align --align-sys base.align new.align \\
        --docs talk.docs --confidence --paired --by pronoun
    """  # noqa: D301 (\\b is for the help)
    with writing(output) as out:
        with aligning.progressing() as progress:
            result = proform.score(
                source,
                reference,
                systems,
                languages,
                metrics=[metric.value for metric in metrics],
                documents=docs,
                align_ref=align_reference,
                align_sys=align_systems,
                tokenized=tokenized,
                background=background,
                model=model,
                aligner=aligner,
                symmetrise=heuristic.value,
                align_seed=align_seed,
                alignments=alignments,
                positions=positions,
                anchor=anchor.value,
                source_pronouns=source_pronouns,
                target_pronouns=target_pronouns,
                identical=identical,
                equivalent=equivalent,
                packs=packs,
                weights=weights,
                discard=discard,
                repair="none" if no_repair else repair.value,
                other_equal=other_equal,
                confidence=confidence,
                paired=paired,
                resamples=resamples,
                seed=seed,
                jobs=jobs,
                detail=detail,
                judgements=False,
                outputs=[output],
                progress=progress,
            )
        if style is not options.Format.TEXT:  # which has them in it
            for note in result.notes:
                aligning.tell(note)
        breakdowns = [kind.value for kind in by or ()]
        text = result.to_text(style.value, by=breakdowns, matrix=matrix, terminal=out.is_terminal)
        out.write(text)
