"""A text of seven sentences with dependencies and coreference as in CorefUD, and translations."""

from __future__ import annotations

from pathlib import Path

HEADER = "# newdoc id = {}\n# global.Entity = eid-etype-head-other\n"

BIKE = """\
The/DET/3/det/(e1-object-3- old/ADJ/3/amod bicycle/NOUN.Sing/5/nsubj/e1) is/AUX/5/cop
red/ADJ/0/root ././5/punct

It/PRON/3/nsubj/(e1-object-1-) is/AUX/3/cop broken/VERB/0/root ,/PUNCT/3/punct
and/CCONJ/7/cc it/PRON/7/expl rains/VERB/3/conj ././3/punct

My/PRON/2/nmod brother/NOUN.Sing/3/nsubj/(e2-person-1-) repairs/VERB/0/root/(e3-event-1-)
it/PRON/3/obj/(e1-object-1-) ,/PUNCT/3/punct and/CCONJ/9/cc
he/PRON/9/nsubj/(e2-person-1-) likes/VERB/3/conj it/PRON/8/obj/(e3-event-1-) ././3/punct"""
TEAM = """\
The/DET/2/det/(e4-organization-2- team/NOUN.Sing/3/nsubj/e4) brought/VERB/0/root
the/DET/5/det/(e5-object-2- cups/NOUN.Plur/3/obj/e5) because/SCONJ/8/mark
they/PRON/8/nsubj/(e5-object-1-) shine/VERB/3/advcl ././3/punct

They/PRON/3/nsubj/(e4-organization-1-) have/AUX/3/aux won/VERB/0/root
with/ADP/5/case them/PRON/3/obl/(e5-object-1-) ././3/punct

Someone/PRON:PronType=Ind/2/nsubj/(e6-person-1-) said/VERB/0/root
they/PRON/4/nsubj/(e6-person-1-) know/VERB/2/ccomp
Tom/PROPN.Sing/4/obj/(e7-person-1- and/CCONJ/7/cc Ann/PROPN.Sing/5/conj/e7) ././2/punct

They/PRON/2/nsubj/(e7-person-1-) laughed/VERB/0/root at/ADP/4/case
it/PRON/2/obl/(e8-object-1-) ././2/punct"""
DOCUMENTS = {"bike": BIKE, "team": TEAM}
"""Of each word the form, its tag and number, its head, relation and brackets."""

SYSTEM = [
    "La vieille bicyclette est rouge .",
    "Elle est cassée , et il pleut .",
    "Mon frère la répare , et il aime ça .",
    "L' équipe a apporté les coupes parce qu' elles brillent .",
    "Ils ont gagné avec eux .",
    "Quelqu'un a dit qu' il connaît Tom et Anne .",
    "Ils en ont ri .",
]
REFERENCE = [
    "Le vieux vélo est rouge .",
    "Il est cassé , et il pleut .",
    "Mon frère le répare , et il aime ça .",
    "L' équipe a apporté les coupes parce qu' elles brillent .",
    "Elle a gagné avec elles .",
    "Quelqu'un a dit qu' il connaît Tom et Anne .",
    "Ils en ont ri .",
]
CATEGORIES = {
    (1, 0): "anaphoric_inter_subject_it",
    (1, 5): "pleonastic_it",
    (2, 3): "anaphoric_inter_non-subject_it",
    (2, 8): "event_it",
    (3, 6): "anaphoric_intra_they",
    (4, 0): "anaphoric_group_it-they",
    (5, 2): "anaphoric_singular_they",
    (6, 0): "anaphoric_inter_they",
}


def write_corefud(folder: Path) -> Path:
    """The text as CoNLL-U, a file for each document."""
    folder.mkdir(exist_ok=True)
    for name, document in DOCUMENTS.items():
        text = HEADER.format(name) + "\n".join(map(_sentence, document.split("\n\n")))
        (folder / f"{name}.conllu").write_text(text, encoding="utf-8")
    return folder


def _sentence(sentence: str) -> str:
    return "".join(_row(number, word) for number, word in enumerate(sentence.split(), 1))


def _row(number: int, word: str) -> str:
    form, kind, head, relation, *entity = word.split("/")
    tag, _, features = kind.partition(":")
    tag, _, plain = tag.partition(".")
    features = features or (f"Number={plain}" if plain else "_")
    misc = f"Entity={entity[0]}" if entity else "_"
    row = (number, form, "_", tag or "PUNCT", "_", features, head, relation, "_", misc)
    return "\t".join(map(str, row)) + "\n"
