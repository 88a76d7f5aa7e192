"""A suite in the middle of its annotation: for pictures, and for checks of whole pages."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from random import Random
from typing import Any

from sqlalchemy import Connection

from proform.human.review import adjudicate
from proform.model import Antecedent, Category, Example
from proform.store.access import ANNOTATOR, Visitor, enter, invite
from proform.store.answers import annotator_id, record
from proform.store.database import opened
from proform.store.ledger import Addressed
from proform.store.suites import REFERENCE, SYSTEM, Stored, add_target, save_suite
from proform.store.tasks import TaskSet, assign, define_tasks
from proform.store.work import CORRECTNESS, worklist
from proform.suite.suite import Document, Suite, Target, place
from proform.web.annotate.protocols import read_judgement
from proform.web.app import Site
from proform.web.requests import JudgementForm
from proform.web.research.snapshot import Entry, take_snapshot

PEOPLE = ("Ada", "Ben", "Chloé")

_SYSTEMS = (REFERENCE, "baseline", "sentence-level", "document-level")

# Of each example: its category, and the source and each translation, with the pronoun in braces and
# the head of the antecedent in brackets; a bar ends a sentence.
_EXAMPLES = (
    ("anaphoric_inter_subject_it",
     "The [lamp] fell . | {It} broke .",
     "La [lampe] est tombée . | {Elle} s' est cassée .",
     "La [lampe] tomba . | {Il} s' est cassé .",
     "La [lampe] est tombée . | {Ça} s' est cassé .",
     "La [lampe] est tombée . | {Elle} s' est cassée ."),
    ("anaphoric_inter_subject_it",
     "I bought a [car] last week . | {It} is fast .",
     "J' ai acheté une [voiture] la semaine dernière . | {Elle} est rapide .",
     "J' ai acheté une [auto] la semaine dernière . | {Elle} est rapide .",
     "J' ai acheté une [voiture] la semaine passée . | {C'} est rapide .",
     "J' ai acheté une [voiture] la semaine dernière . | {Elle} roule vite ."),
    ("anaphoric_inter_subject_it",
     "The [letter] arrived today . | {It} was short .",
     "La [lettre] est arrivée aujourd'hui . | {Elle} était courte .",
     "Le [courrier] est arrivé aujourd'hui . | {Il} était court .",
     "La [lettre] est arrivée aujourd'hui . | {Il} était court .",
     "La [lettre] est arrivée aujourd'hui . | {Elle} était brève ."),
    ("anaphoric_inter_they",
     "The [apples] are ripe . | {They} smell good .",
     "Les [pommes] sont mûres . | {Elles} sentent bon .",
     "Les [pommes] sont mûres . | {Ils} sentent bon .",
     "Les [pommes] sont mûres . | {Elles} sentent bon .",
     "Les [pommes] sont mûres . | {Elles} sentent bon ."),
    ("anaphoric_intra_they",
     "The [dogs] barked because {they} were hungry .",
     "Les [chiens] aboyaient parce qu' {ils} avaient faim .",
     "Les [chiens] aboyaient car {ils} avaient faim .",
     "Les [chiens] ont aboyé parce qu' {elles} avaient faim .",
     "Les [chiens] aboyaient , affamés ."),
    ("anaphoric_intra_they",
     "The [nurses] said {they} would come .",
     "Les [infirmières] ont dit qu' {elles} viendraient .",
     "Les [infirmières] ont dit qu' {ils} viendraient .",
     "Les [infirmiers] ont dit qu' {ils} viendraient .",
     "Les [infirmières] ont dit qu' {elles} viendraient ."),
    ("event_it",
     "He lost his keys again . | {It} annoyed him .",
     "Il a encore perdu ses clés . | {Cela} l' a agacé .",
     "Il a encore perdu ses clés . | {Elle} l' a agacé .",
     "Il a perdu ses clés encore . | {Ça} l' a énervé .",
     "Il a encore perdu ses clés . | {Cela} l' a agacé ."),
    ("event_it",
     "She won the race . | {It} surprised us .",
     "Elle a gagné la course . | {Cela} nous a surpris .",
     "Elle a gagné la course . | {Il} nous a surpris .",
     "Elle a remporté la course . | {Cela} nous a surpris .",
     "Elle a gagné la course , {ce} qui nous a surpris . |"),
    ("pleonastic_it",
     "{It} is raining again .",
     "{Il} pleut encore .", "{C'} est pluvieux encore .", "{Il} pleut de nouveau .",
     "{Il} pleut encore ."),
    ("pleonastic_it",
     "{It} seems that nobody knows .",
     "{Il} semble que personne ne sache .", "{Ça} semble que personne sait .",
     "{Il} semble que personne ne sait .", "Personne ne semble savoir ."),
    ("addressee_generic_you",
     "{You} never know .",
     "{On} ne sait jamais .", "{Vous} ne savez jamais .", "{Tu} ne sais jamais .",
     "{On} ne sait jamais ."),
    ("addressee_deictic_singular_you",
     "Are {you} tired , Anna ?",
     "Es {-tu} fatiguée , Anna ?", "Êtes {-vous} fatigué , Anna ?", "Es {-tu} fatigué , Anna ?",
     "Êtes {-vous} fatiguée , Anna ?"),
)  # fmt: skip

_REMARKS = {
    3: "« courrier » is masculine, so il is fine",
    5: "the pronoun is gone, but so is the clause",
    8: "one sentence made of two",
}


def build(where: str, now: datetime) -> None:
    """A store with the suite, tasks for all, and most of their judgements, until a moment ago."""
    with opened(where, create=True) as store, store.writing() as connection:
        stored = _fill(connection, now)
        define_tasks(connection, stored, TaskSet("june", len(PEOPLE), 22, 1), now)
        for number, name in enumerate(PEOPLE, 1):
            assign(connection, stored, "june", str(number), name, now)
        site, who = Site(store), Visitor(0, "researcher", stored.id, None, "")
        for number, name in enumerate(PEOPLE):
            _judge(connection, site, who, name, 0.95 - 0.2 * number, now)
            person = annotator_id(connection, name, now)
            secret = invite(connection, stored.id, ANNOTATOR, person, now - timedelta(days=1))
            enter(connection, secret, now - timedelta(hours=1))
        _settle(connection, site, who, now)


def _fill(connection: Connection, now: datetime) -> Stored:
    texts = [[_parsed(text) for text in texts] for _, *texts in _EXAMPLES]
    lengths = [max(len(sides[0][0]), *(len(side[0]) for side in sides)) for sides in texts]
    starts = [sum(lengths[:number]) for number in range(len(lengths))]
    columns = [[sides[column] for sides in texts] for column in range(1 + len(_SYSTEMS))]
    source = _lines(columns[0], lengths)
    names = dict.fromkeys(category for category, *_ in _EXAMPLES)
    suite = Suite(
        "short stories",
        "en",
        "fr",
        tuple(source),
        tuple(
            Document(f"story {number}", start, start + length - 1)
            for number, (start, length) in enumerate(zip(starts, lengths, strict=True), 1)
        ),
        tuple(Category(name, agrees=name.startswith("anaphoric")) for name in names),
        tuple(
            _example(number, category, sides[0], start)
            for number, ((category, *_), sides, start) in enumerate(
                zip(_EXAMPLES, texts, starts, strict=True), 1
            )
        ),
    ).checked()
    stored = save_suite(connection, suite, "demo", now)
    for number, name in enumerate(_SYSTEMS, 1):
        links = [""] * len(source)
        for theirs, ours, start in zip(columns[number], columns[0], starts, strict=True):
            for mark, (segment, position) in theirs[1].items():
                links[start + segment] += f" {ours[1][mark][1]}-{position}"
        target = Target(name, _lines(columns[number], lengths), links, how="by hand")
        side = REFERENCE if name == REFERENCE else SYSTEM
        add_target(connection, stored, place(suite, target), side, now)
    return stored


def _parsed(text: str) -> tuple[list[str], dict[str, tuple[int, int]]]:
    """Sentences without marks, and where each mark was."""
    sentences = [sentence.split() for sentence in text.split("|")]
    marks = {
        word[0]: (segment, position)
        for segment, words in enumerate(sentences)
        for position, word in enumerate(words)
        if word[0] in "{["
    }
    return [re.sub(r"[\[\]{}]", "", " ".join(words)) for words in sentences], marks


def _lines(column: list[tuple[list[str], Any]], lengths: list[int]) -> list[str]:
    return [
        line
        for (sentences, _), length in zip(column, lengths, strict=True)
        for line in (*sentences, *[""] * (length - len(sentences)))
    ]


def _example(
    number: int, category: str, side: tuple[list[str], dict[str, tuple[int, int]]], start: int
) -> Example:
    sentences, marks = side
    segment, position = marks["{"]
    heads = [marks["["]] if "[" in marks else []
    antecedents = (Antecedent(start + where, max(head - 1, 0), head, head) for where, head in heads)
    token = sentences[segment].split()[position]
    return Example(number, start + segment, position, token, category, tuple(antecedents))


def _judge(
    connection: Connection, site: Site, who: Visitor, name: str, share: float, now: datetime
) -> None:
    """Answers to most of someone's examples, the last of them a moment ago."""
    rng = Random(name)  # noqa: S311 (not for secrets)
    person = annotator_id(connection, name, now)
    order = worklist(connection, who.suite, person, CORRECTNESS, 1, now)
    seen = take_snapshot(connection, site, who)
    entries = {entry.id: entry for entry in seen.entries}
    expected = {entry.example.number: entry for entry in seen.entries if entry.system == REFERENCE}
    begun = order[: round(share * len(order))]
    gaps = [rng.randrange(15, 25 + 15 * len(name)) for _ in begun]
    for done, candidate in enumerate(begun):
        entry = entries[candidate]
        sent = _sent(rng, entry, expected[entry.example.number])
        first = {key: value for key, value in sent.items() if key in ("pronoun", "antecedent")}
        time = now - timedelta(seconds=sum(gaps[done:]))
        for seconds, part in enumerate((first, sent)):
            answer = read_judgement(JudgementForm.model_validate(part), seen.loaded.case(candidate))
            moment = time + timedelta(seconds=4 * seconds)
            record(connection, [Addressed(candidate, person, answer)], moment, "web")


def _sent(rng: Random, entry: Entry, reference: Entry) -> dict[str, Any]:
    """What people say who are of one mind most of the time: what the reference has is right."""
    example = entry.example
    if rng.random() < 0.07:
        return {"tags": ["bad_translation"]}
    placed = entry.target.placed[example.number]
    right = (_words(entry) == _words(reference) or not placed.pronoun) ^ (rng.random() < 0.15)
    same = entry.target.antecedents(example) == reference.target.antecedents(example)
    spots = list(placed.pronoun if right else ())
    spots += [spot for part in placed.antecedents for spot in part if same]
    sure = rng.random() > 0.07
    return {
        "pronoun": "ok" if right else "bad",
        "antecedent": "unset" if not entry.agrees else "ok" if same else "bad",
        "tokens": [list(spot) for spot in spots if sure],
        "tags": ["desc_vs_presc"] if rng.random() < 0.12 else [],
        "remarks": _REMARKS.get(example.number, "") if rng.random() < 0.4 else "",
    }


def _words(entry: Entry) -> list[str]:
    placed = entry.target.placed[entry.example.number]
    return [word.lower() for word in entry.target.words(placed.pronoun)]


def _settle(connection: Connection, site: Site, who: Visitor, now: datetime) -> None:
    seen = take_snapshot(connection, site, who)
    for entry in [entry for entry in seen.entries if entry.review.unsettled][:2]:
        answer = entry.review.annotators[0].answer
        change = f"settled {entry.number}"
        adjudicate(connection, entry.id, entry.review, answer, 0, change, now)
