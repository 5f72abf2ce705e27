"""What the baseline judge measures about a thread."""

from collections import Counter

import pytest
from textstat.textstat import textstatistics

from evaluations.llm.baseline.measures import (
    copied_paragraphs,
    cosine,
    measure_thread,
    repeated_phrases,
    repeated_sentences,
)
from evaluations.llm.baseline.readability import reading_ease, syllables
from evaluations.llm.baseline.texts import sentences_of

from .sample import thread


def test_lengths_are_counted_for_each_side_and_empty_mails_are_none() -> None:
    measures = measure_thread(thread(("k", "eins zwei drei"), ("b", " \n"), ("b", "vier fünf")), "de")
    assert (measures.client.words, measures.counsellor.words, measures.words) == (3, 2, 5)
    assert (measures.client.messages, measures.counsellor.messages) == (1, 1)


def test_figures_add_up_over_the_mails_of_a_side() -> None:
    measures = measure_thread(
        thread(("b", "Liebe Mia,\nwas ist los?"), ("k", "Wie bitte?"), ("b", "Was nun? Warum?")), "de"
    )
    assert measures.counsellor.counts.open_questions == 3
    assert measures.counsellor.counts.named == 1
    assert measures.client.counts.questions == 1


def test_cosine_of_known_vectors() -> None:
    assert cosine(Counter(a=1, b=1), Counter(a=1, c=1)) == pytest.approx(0.5)
    assert cosine(Counter(a=3, b=4), Counter(a=3, b=4)) == 1.0
    assert cosine(Counter(a=1), Counter(b=1)) == 0.0
    assert cosine(Counter(), Counter(a=1)) == 0.0


def test_an_answer_is_compared_with_the_clients_mail_before_it_whatever_its_inflection() -> None:
    measures = measure_thread(
        thread(("k", "Meine Prüfung macht Sorgen"), ("b", "Prüfungen machen Sorge"), ("k", "Danke")), "de"
    )
    # Content terms: prüfun, sorgen, macht against prüfun, sorge: one of three and one of two agree.
    assert measures.response_similarity == pytest.approx(1 / (3 * 2) ** 0.5)
    assert measures.client_similarity == 0.0


def test_without_an_answer_there_is_no_similarity() -> None:
    assert measure_thread(thread(("k", "Hallo"), ("k", "Noch da?")), "de").response_similarity is None


def test_repeated_phrases_are_six_word_runs_of_later_mails() -> None:
    first, second = list("abcdefg"), list("abcdefx")
    assert repeated_phrases([first, second]) == 0.5
    assert repeated_phrases([first, first]) == 1.0
    assert repeated_phrases([first]) is None


def test_repeated_sentences_and_paragraphs_are_word_for_word() -> None:
    text = "Bitte achten Sie gut auf ausreichend Schlaf."
    assert repeated_sentences([sentences_of([text]), sentences_of([text.upper()])]) == [text.upper()]
    assert repeated_sentences([sentences_of(["Alles Gute."]), sentences_of(["Alles Gute."])]) == []
    paragraph = "Dieser Absatz hat mehr als acht Wörter, er zählt also."
    assert copied_paragraphs([[paragraph], ["Neu.", paragraph], [paragraph]]) == 2


@pytest.mark.parametrize(
    ("word", "language", "expected"),
    [("und", "de", 1), ("Beratung", "de", 3), ("Lösungsorientierung", "de", 6), ("understanding", "en", 4)],
)
def test_syllables(word: str, language: str, expected: int) -> None:
    assert syllables(word, language) == expected


def test_a_word_without_end_is_estimated() -> None:
    assert syllables("a" * 300, "de") == 100


def test_reading_ease_follows_amstad_and_flesch() -> None:
    german = sentences_of(["Beratung hilft. Und Beratung lohnt."])
    assert syllables("hilft", "de") == syllables("lohnt", "de") == 1
    assert reading_ease(german, "de") == pytest.approx(180 - 5 / 2 - 58.5 * 9 / 5)
    english = sentences_of(["It helps. It is good."])
    assert reading_ease(english, "en") == pytest.approx(206.835 - 1.015 * 5 / 2 - 84.6)
    assert reading_ease([], "de") is None


def test_german_reading_ease_agrees_with_textstat() -> None:
    text = (
        "Die Beratung dauert eine halbe Stunde. Danach sprechen beide über die nächsten Schritte. "
        "Niemand muss sich sofort entscheiden."
    )
    reference = textstatistics()  # type: ignore[no-untyped-call]
    reference.set_lang("de")
    assert reading_ease(sentences_of([text]), "de") == pytest.approx(reference.flesch_reading_ease(text))


def test_the_language_is_the_threads_own() -> None:
    english = thread(("k", "I am so sad and I do not know what to do."), ("b", "How are you?"))
    measures = measure_thread(english, "de")
    assert measures.language == "en"
    assert measures.client.counts.feeling == 1
    assert measures.counsellor.counts.open_questions == 1
