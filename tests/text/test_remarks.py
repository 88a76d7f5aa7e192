"""What a language model says around a translation."""

from __future__ import annotations

import pytest

from proform.text.remarks import without_remarks

PLAIN = "Il pleut. Nous restons ici."


@pytest.mark.parametrize(
    "output",
    [
        f"Here is the translation:\n{PLAIN}",
        f"Sure! Here's the translation: {PLAIN}",
        f"Translation: {PLAIN}",
        f"**Translation:** {PLAIN}",
        f"Certainly! Below is the French translation:\n\n{PLAIN}",
        f"Voici la traduction :\n{PLAIN}",
        f"Hier ist die Übersetzung:\n\n{PLAIN}",
        f"Aquí tienes la traducción:\n{PLAIN}",
        f"{PLAIN}\n\nNote: I kept the informal register.",
        f"{PLAIN}\n(Note: 'it' refers to the weather.)",
        f"{PLAIN} (Note: 'it' refers to the weather.)",
        f"{PLAIN}\n\nLet me know if you need anything else!",
        f"{PLAIN}\n\nRemarque : le pronom est explétif.",
        f'"{PLAIN}"',
        f"« {PLAIN} »",
        f"```\n{PLAIN}\n```",
        f"Here you go:\n{PLAIN}\n\nI hope this helps!",
        f"French: {PLAIN}",
        f"In French:\n{PLAIN}\n\n---\nThis translation keeps the register.",
        f"Of course!\n\nHere is the text in French:\n{PLAIN}",
        f"{PLAIN}\n\nIf you need any changes, tell me.",
        f'Sure! Here is the translation:\n\n"{PLAIN}"\n\nNote: one line.\nAnd another.',
        f'{{"translation": "{PLAIN}"}}',
        f"<translation>{PLAIN}</translation>",
        f"<think>\nTwo sentences.\n</think>\n\n{PLAIN}",
        f"Here it is:\n```text\n{PLAIN}\n```\nI kept the tone.",
        f"Original: It rains.\n\nTranslation: {PLAIN}",
        f"Traduzione: {PLAIN}\n\n(Nota del traduttore: il registro è colloquiale.)",
        f"{PLAIN}\n\nDaj znać, jeśli chcesz coś zmienić.",
        f"{PLAIN}\n\n(I used the informal form of address.)",
        f"Let me translate this.\n\n{PLAIN}",
        f"*{PLAIN}*",
        f"> {PLAIN}",
    ],
)
def test_remarks_go_and_are_kept_apart(output: str) -> None:
    plain = without_remarks(output)
    assert plain.text == PLAIN
    assert plain.remarks


@pytest.mark.parametrize(
    "output",
    [
        PLAIN,
        "J'ai une note : dix sur dix.",
        '"Oui", dit-il. "Non", dit-elle.',
        "I hope that's not what you said before losing a bet to him.",
        "I kept the copy.",
        "Il note tout.",
        "",
        "Sure!",
        "La traduction est mauvaise.",
        "Translation:",
        "Claro.\nVamos a casa.",
        "Sure thing.\nWe stay.",
        "Sure! - ¿Llegó?\nYa lo llevo: mira.",
        "He said: in French, please.",
        "Okay.\n\nOn y va.",
        "1. Il pleut.\n3. Nous restons.",
        "* Il pleut * Nous restons *",
        "Il pleut.\nPlease note that he is here.\nAnd there.",
        "He needs a translator.\n\nSo do I.",
    ],
)
def test_what_is_said_in_a_text_stays(output: str) -> None:
    assert without_remarks(output) == (output, ())


def test_the_numbers_and_quotation_marks_of_lines_go() -> None:
    assert without_remarks("1. Il pleut.\n2. Nous restons.").text == "Il pleut.\nNous restons."
    assert without_remarks('"Il pleut."\n"Nous restons."').text == "Il pleut.\nNous restons."
