"""The small word lists of the baseline judge, German and English.

Entries of ``stems`` match every word that begins with them, which covers inflection; entries of ``words``
match only as they stand; ``exceptions`` take back the stems' false friends.
"""

import re
from dataclasses import dataclass, field
from functools import lru_cache

from .texts import word_set


@dataclass(frozen=True, slots=True)
class WordList:
    """Words that count as one thing, for folded words (see ``texts.fold``)."""

    stems: str
    words: str
    exceptions: str
    _pattern: re.Pattern[str] = field(init=False)

    def __post_init__(self) -> None:
        """Build the one expression that decides."""
        stems, words, without = ("|".join(text.split()) for text in (self.stems, self.words, self.exceptions))
        pattern = re.compile(f"(?!(?:{without}))(?:(?:{stems})|(?:{words})$)")
        object.__setattr__(self, "_pattern", pattern)

    def has(self, word: str) -> bool:
        """Whether the folded ``word`` is in the list."""
        return self._pattern.match(word) is not None


@dataclass(frozen=True, slots=True)
class Lexicon:
    """All lists of one language."""

    feeling: WordList
    understanding: WordList
    solution: WordList
    question_words: frozenset[str]
    question_lead_ins: frozenset[str]
    informal_you: frozenset[str]
    first_person: frozenset[str]
    stop_words: frozenset[str]


GERMAN = Lexicon(
    feeling=WordList(
        stems="""
        traurig angst ängst furcht fürcht wütend ärger freu froh hoff verzweif einsam scham schäm sorge
        sorgt belast überforder erschöpf enttäusch verletz kränk gekränk hilflos ohnmacht ohnmächt
        unsicher erleichter mutig schmerz leidest leiden trauer trost tröst gefühl fühl spür vertrau
        geborgen stress bedrück anspann angespannt panik panisch nervös glücklich zufrieden stolz
        sehnsucht sehn weine geweint beschäm zweifel erdrück quäl berühr leere
        """,
        words="mut wut druck leid allein alleine schuld weinen schwer leer",
        exceptions="sorgentel freund sehnenri",
    ),
    understanding=WordList(
        stems="""
        versteh verständ verstand nachvollzieh nachempfind mitfühl mitgefühl einfühl klingt wertschätz
        respekt anerkenn zuhör vorstellen
        """,
        words="ernst ernstnehmen kostbar",
        exceptions="verstandes",
    ),
    solution=WordList(
        stems="""
        schritt lösung möglichkeit vorschlag vorschläg vorgeschlag ziel versuch probier ausprobier termin
        beratungsstelle anlaufstelle unterstütz idee kontakt vereinbar überleg entscheid übung strategi
        tipp konkret planen helf hilf sprechstunde selbsthilfe telefonseelsorge therapeut
        notier umsetz angehen herausfinden klären weiterhelf
        """,
        words="gemeinsam plan plane pläne wege lösen löst anrufen gespräch gespräche",
        exceptions="zielg hilflos ideell hilfsbedürft",
    ),
    question_words=word_set(
        """
        wer wen wem wessen was wie wo wohin woher wann warum weshalb wieso weswegen welche welcher welches
        welchen welchem wodurch womit wofür woran worauf worin worüber wovon wozu wonach wobei worum
        inwiefern inwieweit
        """
    ),
    question_lead_ins=word_set(
        """
        und aber oder also denn doch nun an auf mit bei für in von zu seit bis aus nach über um ab vor so
        noch ja nur außerdem
        """
    ),
    informal_you=word_set("du dich dir dein deine deinem deinen deiner deines"),
    first_person=word_set("ich mich mir mein meine meinem meinen meiner meines"),
    stop_words=word_set(
        """
        aber alle allem allen aller alles also andere anderen auch beim bist dann darf dass dein deine
        deinem deinen deiner denn dich dies diese diesem diesen dieser dieses doch dort durch eine einem
        einen einer eines einfach etwas euch euer gegen gibt habe haben habt hallo hast hatte hatten hier
        ihnen ihre ihrem ihren ihrer immer irgendwie jede jedem jeden jeder jetzt kann kannst können
        könnte lieb liebe lieber machen mehr mein meine meinem meinen meiner mich muss nach nicht nichts
        noch oder ohne schon sehr sein seine seinem seinen seiner seit sich sind soll über unser unsere
        unter viel viele vielen vielleicht wann warum welche wenn werde werden wieder will wird wirklich
        wollen worden wurde würde würden zwar zwischen grüße grüßen herzliche
        """
    ),
)

ENGLISH = Lexicon(
    feeling=WordList(
        stems="""
        sad afraid anxi fear angry anger joy hope hoping despair lonel asham shame guilt worr overwhelm
        exhaust disappoint hurt helpless powerless insecur reliev relief brave courag pain grief griev
        comfort feel emotion trust stress pressur panic nervous happy happi proud unhapp upset frustrat
        scared frighten doubt tearful
        """,
        words="felt mad cry cried crying alone tears suffering hard",
        exceptions="paint joyc hopefully saddl",
    ),
    understanding=WordList(
        stems="understand understood empath apprecia respect acknowledg sounds imagine listen",
        words="heard hear seriously",
        exceptions="respective",
    ),
    solution=WordList(
        stems="""
        solution solv suggest step option possibilit plan goal appointment support idea contact arrang
        decid decision exercise strateg concret together practi counselling resourc helpline therapist
        """,
        words="try trying tip tips ways help helps helpful helped could call talk talking",
        exceptions="plane planet stepm stepf stepb stepsi stepd idealis optiona",
    ),
    question_words=word_set("who whom whose what how where when why which"),
    question_lead_ins=word_set(
        "and but or so with to from for in at on since by about well then now of until"
    ),
    informal_you=word_set("you your yours yourself you're you've you'll you'd"),
    first_person=word_set("i me my mine myself i'm i've i'll i'd"),
    stop_words=word_set(
        """
        about after again also been because before being both cannot could dear does doing don't down each
        even from have having hello here herself himself i'm i've into it's itself just kind like many
        more most much myself only other over really regards same should some such than that that's their
        them then there these they thing things this those through very want wants well were what when
        where which while will with would you're your yours yourself
        """
    ),
)

LEXICONS = {"de": GERMAN, "en": ENGLISH}

FORMAL_YOU = frozenset({"Sie", "Ihnen", "Ihr", "Ihre", "Ihrem", "Ihren", "Ihrer", "Ihres"})


@lru_cache(maxsize=50_000)
def kinds_of(word: str, language: str) -> tuple[bool, bool, bool]:
    """Whether the folded ``word`` is one of feeling, of understanding, of solution."""
    lexicon = LEXICONS[language]
    return lexicon.feeling.has(word), lexicon.understanding.has(word), lexicon.solution.has(word)
