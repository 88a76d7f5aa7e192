from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest
from tests.support.small_suite import EVENT, INTER, NOW, SPLIT, SUITE, TARGETS, target

from proform.human.review import accepted_of, reviewed
from proform.judge import make_judges
from proform.judge.protest import Protest
from proform.scoring.judgements import Judgement, Referent
from proform.scoring.panel import Accepted
from proform.scoring.result import Result, SystemScore
from proform.scoring.summary import Resampling
from proform.store.answers import Answer, Said, Selected
from proform.suite.evaluate import choices_of, evaluate
from proform.suite.suite import Document, Placed, Spot, Suite, Target

REFERENCE, BASE, NEW = TARGETS
COPY = replace(BASE, name="copy")
HEADS = frozenset({Selected(0, 1), Selected(1, 0)})
RIGHT = Answer("ok", "ok", tokens=HEADS)


def run(
    systems: Sequence[Target] = (BASE, NEW),
    *metrics: str,
    suite: Suite = SUITE,
    reference: Target = REFERENCE,
    accepted: Sequence[Accepted] = (),
    resampling: Resampling | None = None,
) -> Result:
    settings = resampling or Resampling()
    chosen = metrics or ["protest"]
    return evaluate(suite, reference, systems, chosen, resampling=settings, accepted=accepted)


def result(report: Result, system: str, metric: str = "protest") -> SystemScore:
    return next(one for one in report.results if (one.system, one.metric) == (system, metric))


def approved(report: Result, system: str) -> Mapping[str, tuple[float, float]]:
    by = result(report, system).by("category")
    return {category: (group.counts["approved"], group.n) for category, group in by.items()}


def test_approved_and_referred_by_category() -> None:
    report = run()
    assert approved(report, "base") == {INTER: (0, 1), EVENT: (0, 1), SPLIT: (1, 1)}
    assert approved(report, "new") == {INTER: (1, 1), EVENT: (0, 1), SPLIT: (0, 1)}
    assert list(approved(report, "new")) == [INTER, EVENT, SPLIT]
    assert result(report, "base").total.counts == {
        "approved": 1,
        "pronoun_differs": 2,
        "antecedent_differs": 0,
        "not_aligned": 0,
        "exception": 0,
    }
    assert result(report, "new").total.counts["not_aligned"] == 2
    assert result(report, "new").total.score == pytest.approx(1 / 3)


def test_categories_and_systems_are_in_the_suite_s_order() -> None:
    turned = replace(SUITE, categories=SUITE.categories[::-1], examples=SUITE.examples[::-1])
    report = run((NEW, BASE), suite=turned)
    assert list(approved(report, "new")) == [SPLIT, EVENT, INTER]
    assert [one.system for one in report.results] == ["new", "base"]
    assert approved(report, "base") == approved(run(), "base")


def test_the_reference_against_itself_is_all_right() -> None:
    report = run((replace(REFERENCE, name="same"),), "protest", "apt", "autoprf")
    assert result(report, "same").total.score == 1
    assert {one.total.score for one in report.results} == {1}


def test_other_systems_change_nothing() -> None:
    alone, together = run((NEW,)), run((BASE, COPY, NEW))
    assert result(alone, "new") == result(together, "new")


def test_all_judges_go_by_category() -> None:
    report = run((BASE, NEW), "apt", "autoprf", "autoprf-strict", "protest", "apt")
    assert [(one.metric, one.system) for one in report.results] == [
        (metric, system)
        for metric in ("apt", "autoprf", "autoprf-strict", "protest")
        for system in ("base", "new")
    ]
    apt = result(report, "base", "apt").by("category")
    assert list(apt) == [INTER, EVENT, SPLIT]
    assert apt[SPLIT].score == 1  # ils, ils
    assert apt[INTER].score == 0  # il, elle
    assert apt[EVENT].score == 1  # cela, ça: the pack has them as one
    assert result(report, "base", "autoprf").by("category")[SPLIT].score == 1


@pytest.mark.parametrize("style", ["text", "json", "tsv", "latex", "markdown", "html", "svg"])
def test_every_format_shows_categories(style: str) -> None:
    report = run((BASE, NEW), "protest", "apt")
    shown = report.to_text(style, by=("category", "pronoun", "document"))
    plain = shown.replace("\\_", "_").replace("&#160;", " ")
    assert EVENT in plain
    assert "signature" in plain or style == "tsv"


def test_without_examples_the_score_is_undefined() -> None:
    suite = replace(SUITE, examples=())
    report = run((BASE,), suite=suite)
    assert result(report, "base").total.score is None
    assert "no pronoun to score" in report.notes[0]


def placed_only(one: Target) -> Target:
    """As it is imported from elsewhere: only what stands for examples is known."""
    return replace(one, links=None)


def test_full_links_are_not_needed() -> None:
    full = run((BASE, NEW), "protest", "autoprf", "apt")
    bare = run(
        tuple(map(placed_only, (BASE, NEW))),
        *("protest", "autoprf", "apt"),
        reference=placed_only(REFERENCE),
    )
    for one, other in zip(full.results, bare.results, strict=True):
        assert (one.system, one.metric) == (other.system, other.metric)
        if one.metric != "apt":  # which looks at the neighbours' links to mend a link
            assert (one.total, one.groups) == (other.total, other.groups)


def test_numbers_of_examples_may_have_gaps() -> None:
    numbers = {1: 7, 2: 400, 3: 9}
    examples = tuple(replace(one, number=numbers[one.number]) for one in SUITE.examples)
    suite = replace(SUITE, examples=examples)

    def renumbered(one: Target) -> Target:
        placed = {numbers[number]: what for number, what in one.placed.items()}
        return replace(one, placed=placed)

    report = run((renumbered(BASE), renumbered(NEW)), suite=suite, reference=renumbered(REFERENCE))
    assert approved(report, "base") == approved(run(), "base")


def test_empty_translations_are_not_aligned() -> None:
    silent = target("silent", [""] * 4, [""] * 4)
    report = run((silent,), "protest", "apt", "autoprf", "autoprf-strict")
    assert result(report, "silent").total.counts["not_aligned"] == 3
    assert result(report, "silent", "apt").total.score == 0


def test_documents_are_resampled_if_every_example_is_in_one() -> None:
    wanted = Resampling(intervals=True, paired=True, times=100)
    assert "resample:document" in run(resampling=wanted).signature
    for documents in ((), (Document("late", 2, 3),), (Document("early", 0, 0),)):
        report = run(suite=replace(SUITE, documents=documents), resampling=wanted)
        assert "resample:segment" in report.signature
        assert result(report, "base").interval is not None
        assert "document" not in result(report, "base").groups


def test_german_sie_is_never_approved() -> None:
    plain = tuple(replace(category, agrees=False) for category in SUITE.categories)
    suite = replace(SUITE, target_language="de", categories=plain)
    lines = ("Die Uhr .", "Sie quietscht .", "Ein Kater , ein Hund .", "Sie schliefen .")
    german = Target("reference", lines, placed={**BASE.placed, 2: Placed()})
    report = run((replace(german, name="same"),), suite=suite, reference=german)
    counts = result(report, "same").total.counts
    assert (counts["exception"], counts["not_aligned"]) == (2, 1)
    assert "never:sie" in report.signature


def judged(
    answers: Sequence[tuple[int, str, Answer]], targets: Sequence[Target] = (REFERENCE, BASE, COPY)
) -> list[Accepted]:
    """Accepted translations by what annotators said of `base` (candidates 1 to 3)."""
    said = [
        Said(candidate, person, 1, answer, f"{NOW.isoformat()} {number}", "test")
        for number, (candidate, person, answer) in enumerate(answers)
    ]
    owners = {number: (number, "base") for number in (1, 2, 3)}
    categories = {example.number: example.category for example in SUITE.examples}
    reviews = reviewed(said, categories, SUITE.agreeing)
    return accepted_of(SUITE, {one.name: one for one in targets}, reviews, owners)


def test_a_third_judgement_settles_what_is_accepted() -> None:
    right = Answer("ok", tokens=frozenset({Selected(1, 4)}))
    disputed = [(2, "Ada", right), (2, "Bob", Answer("bad"))]
    assert judged(disputed) == []
    assert [one.example for one in judged([*disputed, (2, "adjudicator", right)])] == [2]
    assert judged([*disputed, (2, "adjudicator", Answer("bad"))]) == []
    assert (
        len(judged([disputed[0], (2, "Bob", Answer())])) == 1
    )  # who has not answered is not asked


def test_what_was_right_in_another_system_is_a_reference() -> None:
    accepted = judged([(1, "Ada", RIGHT)])
    (one,) = accepted
    assert (one.example, one.system) == (1, "base")
    assert (one.rendering.tokens, one.rendering.antecedents) == (("Elle",), (("bicyclette",),))
    report = run((BASE, COPY, NEW), accepted=accepted)
    assert approved(report, "base")[INTER] == (0, 1), "its own answer does not count"
    assert approved(report, "copy")[INTER] == (1, 1)
    assert approved(report, "new")[INTER] == (1, 1), "what is right by the reference stays right"
    assert "accepted:1" in report.signature


def test_details_say_that_another_system_was_the_reference() -> None:
    kept: list[Judgement] = []
    accepted = judged([(1, "Ada", RIGHT)])
    evaluate(SUITE, REFERENCE, [COPY], ["protest"], accepted=accepted, sink=kept.append)
    assert kept[0].explanation.startswith("'It': another system has 'Elle' (found right")
    assert kept[0].reference.positions == (), "for it does not stand in the reference"
    assert "the reference has 'cela'" in kept[1].explanation


@pytest.mark.parametrize(
    ("answers", "why"),
    [
        ([(1, "Ada", replace(RIGHT, pronoun="bad"))], "the pronoun is wrong"),
        ([(1, "Ada", replace(RIGHT, antecedent="bad"))], "the antecedent is wrong"),
        ([(1, "Ada", replace(RIGHT, antecedent="unset"))], "the antecedent is open"),
        ([(1, "Ada", replace(RIGHT, antecedent=None))], "the antecedent is not judged"),
        ([(1, "Ada", RIGHT), (1, "Bob", replace(RIGHT, pronoun="bad"))], "they do not agree"),
        ([(1, "Ada", replace(RIGHT, tokens=frozenset()))], "nothing is selected"),
        ([(1, "Ada", replace(RIGHT, tokens=frozenset({Selected(0, 1)})))], "no pronoun selected"),
        ([(99, "Ada", RIGHT)], "a system that was removed"),
        ([], "nobody said anything"),
    ],
)
def test_what_is_not_accepted(answers: list[tuple[int, str, Answer]], why: str) -> None:
    assert judged(answers) == [], why


def test_without_the_antecedent_s_words_it_approves_nothing_that_agrees() -> None:
    accepted = judged([(1, "Ada", replace(RIGHT, tokens=frozenset({Selected(1, 0)})))])
    assert len(accepted) == 1
    assert approved(run((COPY,), accepted=accepted), "copy")[INTER] == (0, 1)


def test_an_event_needs_only_the_pronoun() -> None:
    accepted = judged([(2, "Ada", Answer("ok", "unset", tokens=frozenset({Selected(1, 4)})))])
    report = run((COPY,), accepted=accepted)
    assert approved(report, "copy")[EVENT] == (1, 1)


def test_of_several_selections_the_last_annotator_s_counts() -> None:
    long = replace(RIGHT, tokens=HEADS | {Selected(1, 1)})
    spots = (Spot(1, 0), Spot(1, 1))
    wide = replace(BASE, placed={**BASE.placed, 1: Placed(spots, BASE.placed[1].antecedents)})
    for first, last, words in ((RIGHT, long, ("Elle", "grince")), (long, RIGHT, ("Elle",))):
        (one,) = judged([(1, "Bob", first), (1, "Ada", last)], (REFERENCE, wide))
        assert one.rendering.tokens == words


def test_of_a_system_that_is_not_there_nothing_is_accepted() -> None:
    assert judged([(1, "Ada", RIGHT)], (REFERENCE, COPY)) == []


def test_only_protest_takes_accepted_translations() -> None:
    accepted = judged([(1, "Ada", RIGHT)])
    plain, more = run((COPY,), "apt", "autoprf"), run((COPY,), "apt", "autoprf", accepted=accepted)
    assert [one.total for one in plain.results] == [one.total for one in more.results]


def test_judgements_tell_the_example_and_its_antecedent() -> None:
    kept: list[Judgement] = []
    only = replace(SUITE, examples=SUITE.examples[:1])
    evaluate(only, REFERENCE, [BASE, NEW], ["protest"], sink=kept.append)
    assert [(one.system, one.example, one.category) for one in kept] == [
        ("base", 1, INTER),
        ("new", 1, INTER),
    ]
    assert [one.explanation.split(": ", 2)[2] for one in kept] == [
        "a person must look, since the pronouns differ.",
        "approved, for the antecedent is the same: 'vélo'.",
    ]
    assert kept[0].antecedent == Referent("bicycle", 0, 1, "bicyclette")
    assert kept[1].statistics["approved"] == 1


def test_two_examples_of_one_word() -> None:
    twin = replace(SUITE.examples[1], number=4, category=SPLIT)
    suite = replace(SUITE, examples=(*SUITE.examples, twin))

    def doubled(one: Target) -> Target:
        return replace(one, placed={**one.placed, 4: one.placed[2]})

    report = run((doubled(BASE),), suite=suite, reference=doubled(REFERENCE))
    assert result(report, "base").total.n == 4


def test_the_judge_s_name_is_that_of_the_command() -> None:
    (judge,) = make_judges(["protest", "protest"], choices_of(SUITE))
    assert isinstance(judge, Protest)
