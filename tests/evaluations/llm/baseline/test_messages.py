"""What the baseline judge counts in one message."""

import pytest

from evaluations.llm.baseline.messages import greeting_of, has_closing, read_message
from evaluations.llm.baseline.texts import detect_language, paragraphs_of, sentences_of, words_of


def counts_of(text: str, language: str = "de") -> dict[str, int]:
    counts = read_message(text, language).counts
    return {name: getattr(counts, name) for name in counts.__slots__}


def test_words_are_runs_of_letters_with_inner_hyphens_and_apostrophes() -> None:
    assert words_of("E-Mail, geht's 3 Uhr? 😀 naïve") == ["E-Mail", "geht's", "Uhr", "naïve"]


def test_sentences_end_at_marks_and_paragraphs_but_not_in_abbreviations() -> None:
    text = "Hallo Mia\n\nDas hilft, z. B. abends. Wirklich?! Ja …\n- erstens dies\n- zweitens das"
    sentences = [sentence.text for sentence in sentences_of(paragraphs_of(text))]
    assert sentences == [
        "Hallo Mia",
        "Das hilft, z. B. abends.",
        "Wirklich?!",
        "Ja …",
        "- erstens dies",
        "- zweitens das",
    ]


@pytest.mark.parametrize(
    ("text", "language", "questions", "open_questions"),
    [
        ("Was hilft dir? Wie lange schon?", "de", 2, 2),
        ("Und seit wann ist das so?", "de", 1, 1),
        ("Wenn Sie zurückdenken, was war da anders?", "de", 1, 1),
        ("Haben Sie schon mit ihm gesprochen?", "de", 1, 0),
        ("Hast du heute was gegessen?", "de", 1, 0),
        ("Ich weiß, was du meinst.", "de", 0, 0),
        ("What helps you? Did you sleep?", "en", 2, 1),
        ("And how long has it been?", "en", 1, 1),
    ],
)
def test_open_questions_are_those_led_by_a_question_word(
    text: str, language: str, questions: int, open_questions: int
) -> None:
    counts = counts_of(text, language)
    assert (counts["questions"], counts["open_questions"]) == (questions, open_questions)


@pytest.mark.parametrize(
    ("text", "language", "kind", "expected"),
    [
        ("Deine Ängste, die Traurigkeit und die Wut.", "de", "feeling", 3),
        ("Mein Freund ist freundlich, leider wütet die Mutter.", "de", "feeling", 0),
        ("Ich verstehe das; es klingt nachvollziehbar.", "de", "understanding", 3),
        ("Nächste Schritte: Möglichkeiten und ein Termin in der Beratungsstelle.", "de", "solution", 4),
        ("Das ist hilflos und zielgerecht.", "de", "solution", 0),
        ("You feel sad and overwhelmed, hopefully not for long.", "en", "feeling", 3),
        ("I hear you, that sounds understandable.", "en", "understanding", 3),
        ("Two small steps: a plan and an appointment.", "en", "solution", 3),
    ],
)
def test_the_word_lists_cover_inflection_and_leave_out_false_friends(
    text: str, language: str, kind: str, expected: int
) -> None:
    assert counts_of(text, language)[kind] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Liebe Katrin,\n\nschön.", (True, True)),
        ("Hallo sonnenblume77!", (True, True)),
        ("Sehr geehrte Frau Dr. Yılmaz,", (True, True)),
        ("Dear Sam,\nthank you", (True, True)),
        ("Hallo,\nich bin neu", (True, False)),
        ("Hallo zusammen,", (True, False)),
        ("Liebe Ratsuchende,", (True, False)),
        ("Liebe [Name],", (True, False)),
        ("Liebe Grüße", (False, False)),
        ("Heute war es schlimm.", (False, False)),
        ("", (False, False)),
    ],
)
def test_a_greeting_is_found_and_told_from_one_with_a_name(text: str, expected: tuple[bool, bool]) -> None:
    assert greeting_of(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Bis morgen.\n\nHerzliche Grüße\nJana", True),
        ("Mit freundlichen Grüßen", True),
        ("…\nKind regards, Sam", True),
        ("Ich soll Grüße ausrichten." + " und weiter" * 40, False),
        ("Kein Gruß", False),
    ],
)
def test_a_closing_stands_at_the_end(text: str, expected: bool) -> None:
    assert has_closing(text) is expected


def test_sie_counts_inside_a_sentence_and_at_its_start_only_beside_one() -> None:
    assert counts_of("Sie ist gekommen. Sie lacht.")["formal"] == 0
    assert counts_of("Sie schreiben viel. Ich danke Ihnen für Ihre Mail.")["formal"] == 3
    assert counts_of("Ich sehe sie mit ihren Kindern.")["formal"] == 0
    assert counts_of("Du schreibst mir von dir und deinem Hund.")["informal"] == 3


def test_shouting_is_capitals_and_rows_of_marks() -> None:
    assert counts_of("HÖREN SIE AUF!!! Die KIA ist da. Warum??")["shouts"] == 3


def test_placeholders_are_found_and_elisions_are_not() -> None:
    assert counts_of("Liebe [Name], {{datum}} in <Stadt>, XXXX und ____ […] (gut)")["placeholders"] == 5


def test_one_long_block_has_no_structure() -> None:
    block = "wort " * 100
    assert counts_of(block)["structured"] == 0
    assert counts_of(block + "\n\n" + block)["structured"] == 1
    assert counts_of("kurz und gut")["structured"] == 1


def test_lines_quoted_from_an_earlier_mail_do_not_count() -> None:
    assert read_message("> Was soll ich tun?\n> Ich habe Angst.\nGut.", "de").words == 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [("ich bin nicht da und du", "de"), ("you and the others are not", "en"), ("hmm", "xx"), ("", "xx")],
)
def test_the_language_is_told_by_function_words(text: str, expected: str) -> None:
    assert detect_language(text.split(), "xx") == expected
