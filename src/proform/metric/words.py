"""Function words: what METEOR gives less weight than the words that carry the meaning."""

from __future__ import annotations

_PUNCTUATION = """. , ; : ! ? … - – — -- ( ) [ ] / % " ' ’ “ ” „ « »"""

_WORDS = {
    "de": """
        der die das den dem des ein eine einen einem einer eines dieser diese dieses diesem diesen
        ich du er sie es wir ihr mich mir ihm ihn ihnen uns sich man mein sein seine ihre ihren was
        in im an am auf aus bei mit nach von vom vor zu zum zur für durch über um unter gegen bis
        und oder aber als dass wenn wie weil denn doch nicht auch nur noch so schon mehr
        ist sind war waren sein hat haben hatte wird werden wurde kann können muss
        """,
    "en": """
        the a an this that these those
        i you he she it we they me him her us them my your his its our their who which what
        of in on at to for from by with about into over after as than
        and or but if so when not no n't 's also up out all more there
        is are was were be been has have had do does did will would can could
        """,
    "es": """
        el la los las lo un una unos unas este esta estos estas ese esa eso esto al del
        yo él ella ellos ellas me te se le les nos mi su sus que quien qué
        de en a por para con sin sobre entre desde hasta
        y e o u pero si como cuando porque no ni ya más muy también
        es son era ser está están fue ha han había hay
        """,
    "fr": """
        le la les l' un une des du de d' au aux ce cet cette ces
        je j' tu il elle on nous vous ils elles me m' te t' se s' lui leur leurs y en
        mon ma mes son sa ses notre nos qui que qu' dont où
        à dans par pour sur avec sans sous entre chez
        et ou mais si comme ne n' pas plus aussi même tout c'
        est sont été être était a ont avait avoir fait
        """,
}

FUNCTION_WORDS = {
    language: frozenset((words + _PUNCTUATION).split()) for language, words in _WORDS.items()
}
"""For each language the commonest words of its closed classes, in lower case, and punctuation.

METEOR's own lists are the words that make up more than a thousandth of a large corpus, which has
*said* and *président* in it; give that list where scores must be those of the released program.
"""
