"""`proform score -m agreement`: proposed antecedents, from the sentences before."""

from __future__ import annotations

import csv
import json
import re

import pytest
from tests.support.command import Proform, Write

from proform import load
from proform.errors import InputError
from proform.text import lines

SOURCE = "The bicycle is old .\nBut it works .\n"
LINKS = "0-0 1-1 2-2 3-3 4-4\n0-0 1-1 2-2 3-3\n"
REFERENCE = "Le vélo est vieux .\nMais il marche .\n"
SYSTEM = "La bicyclette est vieille .\nMais elle marche .\n"


def printed(proform: Proform, write: Write, *more: object, times: int = 1) -> str:
    result = proform(
        *("score", "-l", "en-fr", "-m", "agreement", *more),
        *("-s", write("s.en", SOURCE * times), "-r", write("r.fr", REFERENCE * times)),
        *("-i", write("sys.fr", SYSTEM * times), "--align-ref", write("r.a", LINKS * times)),
        *("--align-sys", write("s.a", LINKS * times)),
    )
    assert result.exit_code == 0, result.output
    return result.stdout


def scored(proform: Proform, write: Write, *more: object, times: int = 1) -> list[dict[str, str]]:
    detail = write("detail.jsonl", "")
    printed(proform, write, "--detail", detail, *more, times=times)
    return [json.loads(line) for line in detail.read_text(encoding="utf-8").splitlines()]


def test_the_sentence_before_decides(proform: Proform, write: Write) -> None:
    (row,) = scored(proform, write)
    assert row["reason"] == "agrees"
    assert "'bicyclette' 1.00, feminine singular (determiner)" in row["explanation"]
    assert float(row["wrong"]) < 0.1


def test_shares_stand_beside_the_score(proform: Proform, write: Write) -> None:
    text = printed(proform, write)
    (header,) = [line.split() for line in text.splitlines() if "system" in line]
    assert header == ["system", "score", "decided", "agreeing", "disagreeing", "n"]
    (row,) = csv.DictReader(printed(proform, write, "-f", "csv").splitlines())
    assert float(row["score"]) == pytest.approx(1.0, abs=1e-4)
    assert float(row["agreeing"]) == 1.0


def test_a_reference_is_not_needed(proform: Proform, write: Write) -> None:
    given = ("-s", write("s.en", SOURCE), "-i", write("sys.fr", SYSTEM))
    links = ("--align-sys", write("s.a", LINKS))
    detail = write("detail.jsonl", "")
    result = proform("score", "-l", "en-fr", "-m", "agreement", *given, *links, "--detail", detail)
    assert result.exit_code == 0, result.output
    (row,) = map(json.loads, detail.read_text(encoding="utf-8").splitlines())
    assert (row["reason"], row["reference"]) == ("agrees", "")
    refused = proform("score", "-l", "en-fr", "-m", "agreement", "apt", *given, *links)
    assert refused.exit_code == 2
    assert "reference: apt cannot do without one" in refused.output


@pytest.mark.parametrize(
    ("expected", "pronoun", "reason"),
    [("eins", "keine", "disagrees"), ("das", "das", "agrees"), ("das", "den", "disagrees")],
)
def test_one_has_a_gender(
    proform: Proform, write: Write, expected: str, pronoun: str, reason: str
) -> None:
    detail, links = write("detail.jsonl", ""), write("links", "0-0 1-1 2-2 3-3\n" * 2)
    text = "Da ist ein Zimmer\nNein {} ist frei\n"
    result = proform(
        *("score", "-l", "en-de", "-m", "agreement", "--detail", detail),
        *("-s", write("s.en", "There is a room\nNo one is free\n")),
        *("-r", write("r.de", text.format(expected)), "-i", write("s.de", text.format(pronoun))),
        *("--source-pronouns", write("pronouns", "one\n")),
        *("--align-ref", links, "--align-sys", links),
    )
    assert result.exit_code == 0, result.output
    (row,) = map(json.loads, detail.read_text(encoding="utf-8").splitlines())
    assert row["reason"] == reason, row["explanation"]


def test_a_damaged_table_of_nouns_is_named_and_the_work_goes_on(
    proform: Proform, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "so less is decided" not in printed(proform, write)
    damaged = InputError("fr.nouns", None, "the table of nouns is damaged")
    monkeypatch.setattr("proform.language.lexica.attempted", lambda *_: damaged)
    said = "fr.nouns: the table of nouns is damaged, so less is decided; reinstall proform"
    assert f"agreement: {said}" in printed(proform, write)


def test_not_the_sentence_of_another_document(proform: Proform, write: Write) -> None:
    (row,) = scored(proform, write, "--docs", write("docs", "a\nb\n"))
    assert row["reason"] == "unknown"
    assert "it may stand for no noun 1.00" in row["explanation"]


@pytest.mark.parametrize("size", [1, 2, 3])
def test_blocks_change_nothing(
    proform: Proform, write: Write, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    before = scored(proform, write, times=4)
    monkeypatch.setattr(lines.raw_blocks, "__defaults__", (size,))
    assert scored(proform, write, times=4) == before
    assert {row["reason"] for row in before} == {"agrees"}


def test_a_target_without_genders_is_refused(proform: Proform, write: Write) -> None:
    files = [write(name, "a\n") for name in ("a.fr", "b.en", "c.en")]
    links = write("l.a", "0-0\n")
    result = proform(
        *("score", "-l", "fr-en", "-m", "agreement", "-s", files[0], "-r", files[1]),
        *("-i", files[2], "--align-ref", links, "--align-sys", links),
    )
    assert result.exit_code == 2
    assert "nothing is known of gender and number in the language 'en'" in result.output


def test_a_word_that_the_pack_does_not_have_is_unknown(proform: Proform, write: Write) -> None:
    rows = scored(proform, write, "--source-pronouns", write("list", "it\nworks\n"))
    reasons = {row["pronoun"]: row["reason"] for row in rows}
    assert reasons == {"it": "agrees", "works": "unknown"}


HOUSE = "The bicycle is in the barn .\nBut it is old .\n"
GRANGE = "La bicyclette est dans le hangar .\nMais {} est vieux .\n"
STRAIGHT = "0-0 1-1 2-2 3-3 4-4 5-5 6-6\n0-0 1-1 2-2 3-3 4-4\n"
CHAIN = {"tokens": HOUSE.split(), "clusters": [[[4, 5], [8, 8]]]}


def chained(
    proform: Proform, write: Write, pronoun: str, chain: object
) -> tuple[dict[str, str], str]:
    detail = write("detail.jsonl", "")
    done = proform(
        *("score", "-l", "en-fr", "-m", "agreement", "--detail", detail),
        *("-s", write("s.en", HOUSE), "-i", write("s.fr", GRANGE.format(pronoun))),
        *("--align-sys", write("s.a", STRAIGHT)),
        *("--antecedents", write("chains.jsonl", json.dumps(chain) + "\n")),
    )
    assert done.exit_code == 0, done.output
    (row,) = map(json.loads, detail.read_text(encoding="utf-8").splitlines())
    return row, done.stdout


def test_chains_say_what_a_pronoun_refers_to(proform: Proform, write: Write) -> None:
    row, printed = chained(proform, write, "il", CHAIN)
    assert (row["reason"], row["antecedent"]) == ("agrees", "barn")
    assert "it may stand for 'hangar' 1.00, masculine singular" in row["explanation"]
    assert "the reference" not in row["explanation"]
    assert "antecedents of 1 pronoun; those of others come from the model" in printed
    assert "+annotated=" in printed
    other = {**CHAIN, "clusters": [[[0, 1], [8, 8]]]}
    row, changed = chained(proform, write, "il", other)
    assert row["antecedent"] == "bicycle"
    assert float(row["wrong"]) > 0.8
    assert printed.partition("antecedents:")[2] != changed.partition("antecedents:")[2]


def test_what_a_program_is_not_sure_of_is_left_to_the_model(proform: Proform, write: Write) -> None:
    unsure = {**CHAIN, "clusters": [[[4, 5], [8, 8, 0.5]]]}
    row, _ = chained(proform, write, "il", unsure)
    assert "'bicyclette'" in row["explanation"]
    assert "'hangar'" in row["explanation"]


def test_chains_of_another_text_are_refused(proform: Proform, write: Write) -> None:
    nothing = "Nothing of this stands in the text , at all"
    other = {"tokens": nothing.split(), "clusters": []}
    done = proform(
        *("score", "-l", "en-fr", "-m", "agreement", "-s", write("s.en", HOUSE)),
        *("-i", write("s.fr", GRANGE), "--align-sys", write("s.a", STRAIGHT)),
        *("--antecedents", write("chains.jsonl", json.dumps(other))),
    )
    assert done.exit_code == 2
    assert "chains.jsonl:1: another text: it has 'Nothing of this" in done.stderr


def test_antecedents_are_for_metrics_that_ask(proform: Proform, write: Write) -> None:
    done = proform(
        *("score", "-l", "en-fr", "-s", write("s.en", HOUSE), "-r", write("r.fr", GRANGE)),
        *("-i", write("s.fr", GRANGE), "--antecedents", write("chains.jsonl", "")),
    )
    assert done.exit_code == 2
    assert "antecedents: no metric asks what pronouns refer to" in done.stderr


def test_a_language_without_weights_goes_by_what_is_annotated(
    proform: Proform, write: Write
) -> None:
    links = write("links", "0-0 1-1 2-2 3-3\n" * 2)
    words = (
        ("Das", "DET", 2, ""),
        ("Haus", "NOUN", 3, "(e1)"),
        ("ist", "AUX", 0, ""),
        ("alt", "ADJ", 3, ""),
        ("Aber", "ADV", 3, ""),
        ("es", "PRON", 3, "(e1)"),
        ("ist", "AUX", 0, ""),
        ("rot", "ADJ", 3, ""),
    )
    rows = [
        f"{k % 4 + 1}\t{form}\t_\t{tag}\t_\t_\t{head}\tdep\t_\t"
        + (f"Entity={entity}\n" if entity else "_\n")
        for k, (form, tag, head, entity) in enumerate(words)
    ]
    detail = write("detail.jsonl", "")
    done = proform(
        *("score", "-l", "de-fr", "-m", "agreement", "--detail", detail),
        *("-s", write("s.de", "Das Haus ist alt\nAber es ist rot\n")),
        *("-i", write("s.fr", "La maison est vieille\nMais il est rouge\n")),
        *("--align-sys", links),
        *("--antecedents", write("s.conllu", "".join([*rows[:4], "\n", *rows[4:]]))),
    )
    assert done.exit_code == 0, done.output
    assert done.output.count("no weights for antecedents in 'de'") == 1
    (row,) = map(json.loads, detail.read_text(encoding="utf-8").splitlines())
    assert row["antecedent"] == "Haus"
    assert float(row["wrong"]) > 0.8


def test_without_weights_a_tagger_does_not_help_and_that_is_said(
    proform: Proform, write: Write
) -> None:
    given = (
        *("score", "-l", "fr-es", "-m", "agreement", "--source-tagger", "fr_core_news_md"),
        *("-s", write("s.fr", "La maison est vieille\nElle est belle\n")),
        *("-i", write("s.es", "La casa es vieja\nElla es bonita\n")),
        *("--align-sys", write("links", "0-0 1-1 2-2 3-3\n0-0 1-1 2-2\n")),
    )
    done = proform(*given)
    assert done.exit_code == 0, done.output
    assert "source_tagger: not used, since there are no weights for 'fr'" in done.stdout
    chain = json.dumps({"text": "La maison est vieille Elle est belle", "clusters": [[[0, 9]]]})
    refused = proform(*given, "--antecedents", write("chains.jsonl", chain))
    assert refused.exit_code == 2
    assert "give them as CoNLL-U with both (a source tagger does not help)" in refused.stderr


def test_scores_by_proposed_categories(proform: Proform, write: Write) -> None:
    for metric in ("apt", "agreement"):
        arguments = (
            *("score", "-l", "en-fr", "-m", metric, "--by", "category"),
            *("-s", write("s.en", SOURCE), "-r", write("r.fr", REFERENCE)),
            *("-i", write("sys.fr", SYSTEM), "--align-ref", write("r.a", LINKS)),
            *("--align-sys", write("s.a", LINKS)),
        )
        done = proform(*arguments)
        assert done.exit_code == 0, done.output
        assert "categories are proposed: a pronoun counts in each by its probability" in done.stdout
        assert "|categories:words+" in done.stdout
        saved = json.loads(proform(*arguments, "-f", "json").stdout)
        by = saved["results"][0]["by"]["category"]
        assert by["anaphoric_inter_subject_it"]["sure"] > 0.5
        assert any(note.startswith("categories are proposed, with") for note in saved["notes"])
        path = write("r.json", json.dumps(saved))
        group = load(path)[metric, "sys"].by("category")["anaphoric_inter_subject_it"]
        assert group.sure == by["anaphoric_inter_subject_it"]["sure"]
        rows = list(csv.DictReader(proform(*arguments, "-f", "csv").stdout.splitlines()))
        weights = [float(row["sure"]) for row in rows if row["by"] == "category"]
        assert len(weights) == len(by)
        assert min(weights) < 0.5
    plain = proform(*arguments[:5], *arguments[7:])
    assert "categories" not in plain.stdout


RAIN = (
    "He said that it was raining .",
    "Il a dit qu' il pleuvait .",
    "0-0 1-1 1-2 2-3 3-4 4-5 5-5 6-6",
)
OLD = "The house is old , but it is beautiful ."
HOME = "La maison est vieille , mais {} est {} .", "0-0 1-1 2-2 3-3 4-4 5-5 6-6 7-7 8-8 9-9"


def test_pronouns_that_are_safe_tell_no_score_of_their_category(
    proform: Proform, write: Write
) -> None:
    """What little there is in the row that tells anything comes from those of another one."""
    right, wrong = (
        (OLD, HOME[0].format(*how), HOME[1]) for how in (("elle", "belle"), ("il", "beau"))
    )
    columns = zip(*[RAIN, wrong, RAIN, wrong, RAIN, right] * 2, strict=True)
    source, system, links = ("\n".join(lines) + "\n" for lines in columns)
    done = proform(
        *("score", "-l", "en-fr", "-m", "agreement", "--by", "category", "-f", "json"),
        *("-s", write("s.en", source), "-i", write("s.fr", system), "--tokenized"),
        *("--align-sys", write("s.a", links)),
        *("--docs", write("s.docs", "".join(f"d{number}\n" for number in range(12)))),
    )
    assert done.exit_code == 0, done.output
    (found,) = json.loads(done.stdout)["results"]
    by = found["by"]["category"]
    assert by["pleonastic_it"]["score"] is None
    assert by["pleonastic_it"]["agreeing"] > 0.9
    assert by["anaphoric_intra_subject_it"]["score"] == found["score"] < 0.5
    sizes = [group["n"] for group in by.values()]
    assert sum(sizes) == pytest.approx(12, abs=0.2)
    assert all(round(10 * size) == 10 * size for size in sizes)
    assert any(not float(size).is_integer() for size in sizes), "they are expected numbers"
    assert all(group["decided"] <= 1 and group["agreeing"] <= 1 for group in by.values())


def test_what_pronouns_refer_to_also_tells_categories(proform: Proform, write: Write) -> None:
    """Of any metric, and not only where the metric asks for it, too."""
    given = (
        *("score", "-l", "en-fr", "-m", "apt", "-s", write("s.en", HOUSE), "-f", "json"),
        *("-r", write("r.fr", GRANGE.format("elle")), "-i", write("s.fr", GRANGE.format("il"))),
        *("--align-ref", write("r.a", STRAIGHT), "--align-sys", write("s.a", STRAIGHT)),
        *("--antecedents", write("chains.jsonl", json.dumps(CHAIN) + "\n")),
    )
    done = proform(*given, "--by", "category")
    assert done.exit_code == 0, done.output
    (found,) = json.loads(done.stdout)["results"][0]["by"]["category"].items()
    assert (found[0], found[1]["n"], found[1]["sure"]) == ("anaphoric_inter_subject_it", 1, 1.0)
    refused = proform(*given)
    assert refused.exit_code == 2
    assert "antecedents: no metric asks what pronouns refer to" in refused.stderr


def test_with_chains_categories_are_sure(proform: Proform, write: Write) -> None:
    done = proform(
        *("score", "-l", "en-fr", "-m", "agreement", "--by", "category", "-f", "json"),
        *("-s", write("s.en", HOUSE), "-i", write("s.fr", GRANGE.format("il"))),
        *("--align-sys", write("s.a", STRAIGHT)),
        *("--antecedents", write("chains.jsonl", json.dumps(CHAIN) + "\n")),
    )
    (found,) = json.loads(done.stdout)["results"][0]["by"]["category"].items()
    assert (found[0], found[1]["n"], found[1]["sure"]) == ("anaphoric_inter_subject_it", 1, 1.0)


@pytest.mark.parametrize(
    ("more", "what"),
    [
        (("-l", "de-fr"), "no categories can be proposed in 'de': it has no weights"),
        (("-l", "en-fr", "--anchor", "reference"), "categories are told of source pronouns"),
    ],
)
def test_categories_that_cannot_be_proposed(
    proform: Proform, write: Write, more: tuple[str, ...], what: str
) -> None:
    done = proform(
        *("score", *more, "--by", "category", "-s", write("s.en", SOURCE)),
        *("-r", write("r.fr", REFERENCE), "-i", write("sys.fr", SYSTEM)),
    )
    assert done.exit_code == 2
    assert what in done.stderr


TWO_NOUNS = "The car is near the house .\nIt is old .\n"
VOITURE = "La voiture est près du manoir .\n{} est vieille .\n"


def with_references(proform: Proform, write: Write, *references: str) -> tuple[float, str]:
    detail, files = write("detail.jsonl", ""), [*map(str, range(len(references)))]
    first, *more = [write(f"{k}.fr", text) for k, text in zip(files, references, strict=True)]
    done = proform(
        *("score", "-l", "en-fr", "-m", "agreement", "apt", "--detail", detail, "--tokenized"),
        *("-s", write("s.en", TWO_NOUNS), "-i", write("sys.fr", VOITURE.format("Elle"))),
        *("-r", first, *(("--more-references", *more) if more else ())),
    )
    assert done.exit_code == 0, done.output
    rows = map(json.loads, detail.read_text(encoding="utf-8").splitlines())
    (row,) = [row for row in rows if row["metric"] == "agreement"]
    found = re.search(r"'voiture' (\d\.\d\d)", row["explanation"])
    return float(found[1]) if found else 0.0, done.stdout


def test_each_reference_is_evidence(proform: Proform, write: Write) -> None:
    his, hers = VOITURE.format("Il"), VOITURE.format("Elle")
    once, printed = with_references(proform, write, his)
    twice, more = with_references(proform, write, his, his)
    against, _ = with_references(proform, write, hers)
    mixed, _ = with_references(proform, write, his, hers)
    assert against > mixed > once > twice, "il fits the manoir, elle the voiture"
    assert "apt: with the first reference only" in more
    assert "with the first reference only" not in printed
    assert printed.partition("align:")[2] != more.partition("align:")[2]


def test_more_references_than_can_be_used(proform: Proform, write: Write) -> None:
    his = write("r.fr", VOITURE.format("Il"))
    given = ("-l", "en-fr", "-s", write("s.en", TWO_NOUNS), "-r", his, "-i", his)
    refused = proform("score", *given, "--more-references", his)
    assert "more_references: no metric takes more than one" in refused.stderr
    links = ("--align-ref", his, "--align-sys", his)
    refused = proform("score", *given, "-m", "agreement", "--more-references", his, *links)
    assert "more_references: they are aligned here, so all texts have to be" in refused.stderr
    short = write("short.fr", "Une phrase .\n")
    refused = proform("score", *given, "-m", "agreement", "--more-references", short)
    assert refused.exit_code == 2
    assert "1 lines, but" in refused.stderr


def conllu(text: str) -> str:
    """A sentence a line, as bicycle/NOUN."""
    lines = []
    for sentence in text.splitlines():
        for number, word in enumerate(sentence.split(), 1):
            form, tag = word.rsplit("/", 1)
            lines.append(f"{number}\t{form}\t_\t{tag}" + "\t_" * 6)
        lines.append("")
    return "\n".join(lines) + "\n"


TAGGED = "The/DET bi/X cycle/NOUN is/AUX old/ADJ ./PUNCT But/CCONJ it/PRON works/VERB ./PUNCT\n"


def test_parts_of_speech_of_a_file(proform: Proform, write: Write) -> None:
    tags = write("tags.conllu", conllu(TAGGED.replace("bi/X cycle", "bicycle")))
    (row,) = scored(proform, write, "--source-tagger", tags)
    assert row["reason"] == "agrees", "sentences and words may be cut differently"
    assert "antecedents:file=" in printed(proform, write, "--source-tagger", tags)
    other = write("other.conllu", conllu(TAGGED.replace("NOUN", "ADV").replace("X", "ADV")))
    (row,) = scored(proform, write, "--source-tagger", other)
    assert "bicycle" not in row["explanation"], "no noun is there to refer to"


def test_what_a_file_of_parts_of_speech_lacks_is_said(proform: Proform, write: Write) -> None:
    bicycle, works = conllu(TAGGED.replace("bi/X cycle", "bicycle")).split("6\tBut")
    only = write("only.conllu", f"# newdoc id = a\n{bicycle}")
    docs = ("--docs", write("docs", "a\nb\n"))
    assert "only.conllu: lacks 1 document of the text, 'b'" in printed(
        proform, write, *docs, "--source-tagger", only
    )
    odd = write("odd.conllu", f"{bicycle}6\tBut{works}".replace("works", "work"))
    said = "odd.conllu: small differences are passed over, in 0 words of the file and 1 word of the"
    assert said in printed(proform, write, "--source-tagger", odd)


def test_of_words_that_are_one_in_the_text_the_first_counts(proform: Proform, write: Write) -> None:
    tags = write("tags.conllu", conllu(TAGGED.replace("bi/X cycle/NOUN", "bi/NOUN cycle/ADV")))
    (row,) = scored(proform, write, "--source-tagger", tags)
    assert row["reason"] == "agrees"


@pytest.mark.parametrize(
    ("text", "tagger", "metric", "what"),
    [
        ("", "no_such_model", "agreement", "'no_such_model' is no installed spaCy model"),
        ("", "words", "apt", "source_tagger: no metric asks what pronouns refer to"),
        ("", "{}", "agreement", "other.conllu: no document in it"),
        ("Quite/ADV another/DET", "{}", "agreement", "it has 'Quite another' where segment 0 has"),
        ("The/DET bicycle/NOUN", "{}", "agreement", "it ends where segment 0 has 'is old .'"),
    ],
)
def test_a_tagger_that_does_not_help_is_refused(
    proform: Proform, write: Write, text: str, tagger: str, metric: str, what: str
) -> None:
    other = write("other.conllu", conllu(text))
    links = write("s.a", LINKS)
    result = proform(
        *("score", "-l", "en-fr", "-m", metric, "-s", write("s.en", SOURCE)),
        *("-r", write("r.fr", REFERENCE), "-i", write("sys.fr", SYSTEM)),
        *("--align-ref", links, "--align-sys", links),
        *("--source-tagger", tagger.format(other)),
    )
    assert result.exit_code == 2
    assert what in " ".join(result.output.split())


def test_the_tagger_that_comes_along_is_called_words(proform: Proform, write: Write) -> None:
    assert printed(proform, write) == printed(proform, write, "--source-tagger", "words")
