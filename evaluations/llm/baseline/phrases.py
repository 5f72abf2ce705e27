"""The sentences of the baseline judge, German and English.

They are part of an answer, like what a language model writes, and follow the language asked for, not the
reader's.
"""

from decimal import ROUND_HALF_UP, Decimal

from .signals import PERCENT, SIGNALS, WHOLE

_QUOTE_LENGTH = 80
_NAME_LENGTH = 60
_MARKS = {"de": ("„", "“", "‚", "‘"), "en": ("“", "”", "‘", "’")}
_INNER = dict.fromkeys(map(ord, '"„“”«»‟'))

LABELS = {
    "de": {
        "counsellor_length": "Wörter je Beratungsmail",
        "client_length": "Wörter je Mail der ratsuchenden Person",
        "balance": "Anteil der Beratung an allen Wörtern",
        "questions": "Fragen je Beratungsmail",
        "open_questions": "offene Fragen je Beratungsmail",
        "named": "Beratungsmails mit namentlicher Anrede",
        "address": "Einheitlichkeit von Du oder Sie",
        "second_person": "Anteil direkter Ansprache an den Wörtern der Beratung",
        "feeling": "Gefühlswörter je 100 Wörter der Beratung",
        "understanding": "Wörter des Verstehens je 100 Wörter der Beratung",
        "solution": "Wörter für Lösungen und nächste Schritte je 100 Wörter der Beratung",
        "response": "Ähnlichkeit der Antwort mit der Mail davor",
        "client_response": "Ähnlichkeit der Rückmeldung mit der Beratungsmail davor",
        "client_feeling": "Gefühlswörter je 100 Wörter der ratsuchenden Person",
        "client_first_person": "Anteil der Ich-Wörter bei der ratsuchenden Person",
        "ease": "Lesbarkeit der Beratung nach Flesch/Amstad",
        "client_ease": "Lesbarkeit der ratsuchenden Person nach Flesch/Amstad",
        "variation": "Wechsel der Satzlängen in der Beratung",
        "client_variation": "Wechsel der Satzlängen bei der ratsuchenden Person",
        "repetition": "wiederholte Wendungen in der Beratung",
        "client_repetition": "wiederholte Wendungen der ratsuchenden Person",
        "copies": "wörtlich wiederholte Sätze und Absätze der Beratung",
        "form": "Anrede, Absätze und Gruß in den Beratungsmails",
        "shouting": "Großschreibung und gehäufte Satzzeichen je 100 Wörter der Beratung",
        "placeholders": "stehen gebliebene Platzhalter",
    },
    "en": {
        "counsellor_length": "words per counsellor mail",
        "client_length": "words per client mail",
        "balance": "the counsellor's share of all words",
        "questions": "questions per counsellor mail",
        "open_questions": "open questions per counsellor mail",
        "named": "counsellor mails that greet by name",
        "address": "consistency of the form of address",
        "second_person": "share of direct address in the counsellor's words",
        "feeling": "words of feeling per 100 counsellor words",
        "understanding": "words of understanding per 100 counsellor words",
        "solution": "words of solutions and next steps per 100 counsellor words",
        "response": "similarity of the answer to the mail before it",
        "client_response": "similarity of the client's reply to the counsellor mail before it",
        "client_feeling": "words of feeling per 100 client words",
        "client_first_person": "share of first-person words with the client",
        "ease": "Flesch reading ease of the counsellor",
        "client_ease": "Flesch reading ease of the client",
        "variation": "variation of sentence length with the counsellor",
        "client_variation": "variation of sentence length with the client",
        "repetition": "repeated phrases of the counsellor",
        "client_repetition": "repeated phrases of the client",
        "copies": "sentences and paragraphs the counsellor sent twice",
        "form": "greeting, paragraphs and closing in counsellor mails",
        "shouting": "capitals and rows of marks per 100 counsellor words",
        "placeholders": "placeholders left in",
    },
}

CRITERIA = {
    "de": {
        "counsellor_coherence": "Kohärenz der beratenden Person",
        "client_coherence": "Kohärenz der ratsuchenden Person",
        "quality": "Qualität",
        "empathy": "Empathie",
        "authenticity": "Echtheit",
        "solution_orientation": "Lösungsorientierung",
    },
    "en": {
        "counsellor_coherence": "coherence of the counsellor",
        "client_coherence": "coherence of the client",
        "quality": "quality",
        "empathy": "empathy",
        "authenticity": "authenticity",
        "solution_orientation": "solution orientation",
    },
}

SENTENCES = {
    "de": {
        "thread": "Verlauf {side}",
        "none": "nicht messbar",
        "pair": "{label} (Verlauf A: {a}, Verlauf B: {b})",
        "one": "{label} {figure}",
        "basis": "Gemessen: {figures}.",
        "no_basis": "In keinem der beiden Verläufe gibt es dafür etwas zu messen.",
        "custom": "Für das eigene Kriterium {name} kennt der Basis-Judge keine Gewichte; es zählt der "
        "Mittelwert "
        "aller {count} Merkmale.",
        "quote": "Aus {thread}: {quote}",
        "result": "Daraus ergeben sich {a} Punkte für Verlauf A und {b} für Verlauf B.",
        "overview": "{thread}: {messages} Nachrichten, {words} Wörter (Beratung {counsellor}, ratsuchende "
        "Person "
        "{client}).",
        "strengths": "Für {thread} sprechen: {figures}.",
        "no_strengths": "Kein Merkmal von {thread} liegt im guten Bereich seiner Skala.",
        "weaknesses": "Gegen {thread} sprechen: {figures}.",
        "no_weaknesses": "Kein Merkmal von {thread} liegt im schwachen Bereich seiner Skala.",
        "scores": "Punkte (A : B): {scores}.",
        "more_scores": "{count} weitere Kriterien",
        "gap": "Gewichtete mittlere Differenz A minus B: {gap} Punkte; unter {margin} gilt als "
        "unentschieden.",
        "won": "{thread} liegt vorn, im gewichteten Mittel um {size} Punkte.",
        "tie": "Unentschieden: Die gewichtete mittlere Differenz von {size} Punkten liegt unter {margin}.",
        "difference": "Weil ein Unentschieden nicht erlaubt ist, entscheidet die kleine Differenz von "
        "{size} Punkten "
        "für {thread}.",
        "hash": "Beide Verläufe messen sich gleich; weil ein Unentschieden nicht erlaubt ist, entscheidet "
        "die "
        "größere Prüfsumme des Textes für {thread}. Das sagt nichts über die Güte.",
        "identical": "Beide Verläufe sind Zeichen für Zeichen gleich; weil ein Unentschieden nicht "
        "erlaubt ist, "
        "steht hier A. Das sagt nichts über die Güte.",
        "decisive": "Am weitesten liegen auseinander: {figures}.",
        "baseline": "Dieses Urteil stammt vom messenden Basis-Judge. Er ist kein Sprachmodell: Er zählt "
        "und misst, "
        "und er versteht den Text nicht.",
        "longer-wins": "Wörter im ganzen Verlauf",
        "more-questions-wins": "Fragen der Beratung",
        "single": "Dieses Basisverfahren betrachtet nur ein einziges Merkmal.",
        "single_pair": "{label}: Verlauf A {a}, Verlauf B {b}.",
        "single_for": "Für {thread} spricht allein die Zahl {own} gegenüber {other}.",
        "single_against": "Gegen {thread} spräche allein eine kleinere Zahl; es sind {own} gegenüber "
        "{other}.",
        "single_criterion": "{name} wird hier nicht eigens beurteilt; die Punkte folgen demselben "
        "Verhältnis.",
        "single_won": "{thread} hat die größere Zahl und gewinnt.",
        "single_tie": "Beide Zahlen sind gleich: unentschieden.",
    },
    "en": {
        "thread": "thread {side}",
        "none": "not measurable",
        "pair": "{label} (thread A: {a}, thread B: {b})",
        "one": "{label} {figure}",
        "basis": "Measured: {figures}.",
        "no_basis": "Neither thread has anything to measure here.",
        "custom": "For the custom criterion {name} the baseline judge has no weights; what counts is the "
        "mean of all "
        "{count} measures.",
        "quote": "From {thread}: {quote}",
        "result": "This makes {a} points for thread A and {b} for thread B.",
        "overview": "In {thread}: {messages} messages, {words} words (counsellor {counsellor}, client "
        "{client}).",
        "strengths": "In favour of {thread}: {figures}.",
        "no_strengths": "No measure of {thread} is in the good part of its scale.",
        "weaknesses": "Against {thread}: {figures}.",
        "no_weaknesses": "No measure of {thread} is in the weak part of its scale.",
        "scores": "Points (A : B): {scores}.",
        "more_scores": "{count} more criteria",
        "gap": "Weighted mean difference A minus B: {gap} points; less than {margin} is a tie.",
        "won": "The baseline puts {thread} ahead, by {size} points in the weighted mean.",
        "tie": "A tie: the weighted mean difference of {size} points is below {margin}.",
        "difference": "As a tie is not allowed, the small difference of {size} points decides for {thread}.",
        "hash": "Both threads measure the same; as a tie is not allowed, the greater checksum of the text "
        "decides "
        "for {thread}. That says nothing about quality.",
        "identical": "Both threads are equal to the letter; as a tie is not allowed, A stands here. That "
        "says "
        "nothing about quality.",
        "decisive": "What differs most: {figures}.",
        "baseline": "This verdict comes from the measuring baseline judge. It is no language model: it "
        "counts and "
        "measures, and does not understand the text.",
        "longer-wins": "words in the whole thread",
        "more-questions-wins": "questions of the counsellor",
        "single": "This baseline looks at one single measure.",
        "single_pair": "Measured were {label}: thread A {a}, thread B {b}.",
        "single_for": "In favour of {thread} there is only the figure {own}, against {other}.",
        "single_against": "Against {thread} there could only be a smaller figure; it is {own}, against "
        "{other}.",
        "single_criterion": "There is no judgement of {name} here; the points follow the same ratio.",
        "single_won": "The greater figure makes {thread} win.",
        "single_tie": "Both figures are equal: a tie.",
    },
}


class Phrases:
    """Sentences, numbers and quotations in one language; German for every language but ``"en"``."""

    def __init__(self, language: str) -> None:
        """Choose the tables."""
        self.language = "en" if language == "en" else "de"
        self._sentences = SENTENCES[self.language]

    def say(self, key: str, **values: str | int) -> str:
        """The sentence ``key`` with its values."""
        return self._sentences[key].format(**values)

    def thread(self, side: str) -> str:
        """What thread ``side`` (``"A"``, ``"B"``) is called."""
        return self.say("thread", side=side)

    def number(self, value: float, places: int = 1) -> str:
        """``value`` rounded half up, with the language's decimal mark; zero never has a sign."""
        exact = Decimal(repr(value)).quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_UP)
        text = str(exact or abs(exact))
        return text.replace(".", ",") if self.language == "de" else text

    def figure(self, key: str, value: float | None) -> str:
        """The figure of signal ``key`` as people read it, in percent, whole or with one decimal."""
        if value is None:
            return self.say("none")
        if SIGNALS[key].shown == PERCENT:
            space = " " if self.language == "de" else ""
            return f"{self.number(100 * value, 0)}{space}%"
        return self.number(value, 0 if SIGNALS[key].shown == WHOLE else 1)

    def label(self, key: str) -> str:
        """The name of signal ``key``."""
        return LABELS[self.language][key]

    def criterion(self, name: str) -> str:
        """The name of a criterion; one of a scenario's own is quoted as it is written there."""
        known = CRITERIA[self.language].get(name)
        return known or self.quote(name, _NAME_LENGTH)

    def quote(self, text: str, length: int = _QUOTE_LENGTH) -> str:
        """``text`` in quotation marks on one line, at most ``length`` characters; a cut shows as ``…``."""
        opening, closing, inner_opening, inner_closing = _MARKS[self.language]
        inner = _INNER | {ord("„"): inner_opening, ord("“"): inner_closing, ord("”"): inner_closing}
        printable = "".join(mark if mark.isprintable() else " " for mark in text[: 4 * length])
        line = " ".join(printable.translate(inner).split())
        if len(line) > length:
            line = line[: length - 1].rsplit(" ", 1)[0].rstrip(" ,;:–-") + "…"
        return f"{opening}{line}{closing}"


def joined(sentences: list[str]) -> str:
    """Sentences as one text that begins with a capital."""
    text = " ".join(sentences)
    return text[:1].upper() + text[1:]
