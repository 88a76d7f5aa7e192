"""Ways in which language models dress a translation, written for `python -m bench.sets remarks`.

`{text}` is the translation, `{lines}` the same with a sentence a line; `{numbered}`, `{bullets}`
and `{quoted}` mark each sentence; `{source}` is what was translated. The first list was looked at
while the reader of remarks was made, the second was not.
"""

SEEN = (
    "Here is the translation:\n\n{text}",
    (
        "Sure! Here's the French translation of your "
        "text:\n\n{lines}\n\nLet me know if you'd like any changes!"
    ),
    "**Translation:**\n\n{text}",
    "### Translation\n\n{lines}",
    '{{"translation": "{text}"}}',
    "<translation>\n{lines}\n</translation>",
    "```\n{lines}\n```\n\nI have kept the informal tone of the original.",
    "Translation (English to German): {text}",
    "Voici la traduction en français :\n\n{lines}\n\nN'hésitez pas à me demander des ajustements.",
    "Voici une traduction fidèle du dialogue :\n« {text} »",
    (
        "Hier ist die Übersetzung ins Deutsche:\n\n{text}\n\nFalls Sie "
        "weitere Fragen haben, stehe ich gern zur Verfügung."
    ),
    "Gerne! Die Übersetzung lautet:\n\n„{text}“",
    "Claro, aquí tienes la traducción al español:\n\n{lines}\n\nSi necesitas algo más, dímelo.",
    "Traducción:\n{text}\n\nNota: he mantenido el tuteo porque el diálogo es informal.",
    "Ecco la traduzione in italiano:\n\n{lines}\n\nFammi sapere se posso aiutarti con altro.",
    "Traduzione: {text}\n\n(Nota del traduttore: il registro è colloquiale.)",
    "Aqui está a tradução:\n\n{text}\n\nEspero ter ajudado!",
    "Oto tłumaczenie:\n\n{lines}\n\nDaj znać, jeśli chcesz coś zmienić.",
    "Вот перевод на русский язык:\n\n{text}\n\nЕсли нужны правки, дайте знать.",
    "{numbered}",
    (
        '{text}\n\n---\n\n**Notes:**\n- "it" was translated according to '
        "its antecedent.\n- The register is informal."
    ),
    "{text}\n\n*Note: I assumed that the speaker is male.*",
    (
        "<think>\nThe user wants a translation. The pronoun refers to "
        "the noun before it. Let me write it.\n</think>\n\n{text}"
    ),
    "Assistant: {text}",
    "Original: {source}\n\nTranslation: {text}",
    "{text}\n\nIs there anything else I can help you with?",
    "As requested, I translated the passage, keeping its tone and sentence structure:\n\n{lines}",
    "{text} [Translator's note: the last sentence is ambiguous.]",
    "Output:\n{lines}",
    "I'm happy to help. The passage reads as follows in the target language:\n\n{text}",
    "Final translation:\n\n> {text}",
    "{quoted}",
    "Okay, let's translate this step by step.\n\n**Final answer:** {text}",
)

UNSEEN = (
    "Here's your translation:\n{lines}\n\nHope that helps!",
    "Of course. Below you will find the translated dialogue.\n\n{text}",
    "**French:**\n{text}",
    "## Traduction\n\n{text}",
    '{{\n  "source_language": "en",\n  "translated_text": "{text}"\n}}',
    "<output>{text}</output>",
    "Here is the translated text:\n\n```text\n{lines}\n```",
    "Target: {text}",
    (
        "Bien sûr ! Voici le texte traduit :\n\n{text}\n\nRemarque : « it "
        "» a été rendu d'après le contexte."
    ),
    "Traduction : {text}\n\nJ'espère que cela vous convient.",
    (
        "Natürlich, hier die deutsche Fassung:\n{lines}\n\nAnmerkung: "
        "Die Anrede wurde mit „du“ wiedergegeben."
    ),
    "Deutsch:\n{text}\n\nIch hoffe, das hilft weiter!",
    (
        "¡Por supuesto! Esta es la traducción del "
        "fragmento:\n\n{text}\n\n¿Quieres que lo adapte al español de México?"
    ),
    "La traducción es la siguiente:\n\n«{text}»",
    (
        "Certo! Di seguito trovi la versione italiana:\n\n{text}\n\nSe "
        "vuoi, posso renderla più formale."
    ),
    (
        "Versione italiana:\n{lines}\n\n**Nota:** ho scelto il maschile "
        "perché il contesto non lo specifica."
    ),
    "Claro! Segue a tradução para o português:\n\n{lines}\n\nObservação: mantive o tom informal.",
    "Jasne! Tłumaczenie na polski:\n{text}\n\nUwaga: zachowałem nieformalny styl.",
    "Конечно! Перевод:\n\n{lines}\n\nПримечание: сохранён разговорный стиль.",
    "{bullets}",
    (
        "{text}\n\n**Explanation:** The pronoun agrees with the noun in "
        "the first sentence.\n\n**Alternatives:** The last word could also be omitted."
    ),
    "{text}\n\n(I've used the informal form of address throughout.)",
    (
        "<thinking>Sentence by sentence. The last one needs a "
        "feminine pronoun.</thinking>\n<answer>{text}</answer>"
    ),
    "Translator: {text}",
    "Source text:\n{source}\n\nTranslated text:\n{text}",
    "{text}\n\nWould you like me to translate the rest of the scene as well?",
    (
        "I've translated the text for you while preserving the "
        'style:\n\n"{text}"\n\nPlease let me know if anything should be adjusted.'
    ),
    "{text}\n\n[Note: subtitles were translated without seeing the video.]",
    "Result:\n\n{text}",
    "No problem! In German, this would be:\n\n{lines}",
    (
        "My translation is as follows:\n\n{text}\n\nPlease note that some "
        "idioms cannot be rendered literally."
    ),
    "*{text}*",
    "Let me translate that for you.\n\nTranslated:\n{lines}\n\n~ End of translation ~",
)


def dressed(style: str, sentences: list[str], source: list[str]) -> str:
    """A translation as a language model might hand it over."""
    marked = {
        "numbered": "\n".join(f"{n}. {each}" for n, each in enumerate(sentences, 1)),
        "bullets": "\n".join(f"- {each}" for each in sentences),
        "quoted": "\n".join(f'"{each}"' for each in sentences),
    }
    return style.format(
        text=" ".join(sentences), lines="\n".join(sentences), source=" ".join(source), **marked
    )
