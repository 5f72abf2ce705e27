"""Ratings to begin with."""

from django.utils.translation import gettext_lazy as _

from evaluations.task_types.beginnings import Beginning

_AGREEMENT = {
    "min": 1,
    "max": 7,
    "labels": [
        {"de": "trifft gar nicht zu", "en": "strongly disagree"},
        {"de": "trifft nicht zu", "en": "disagree"},
        {"de": "trifft eher nicht zu", "en": "rather disagree"},
        {"de": "teils, teils", "en": "neither agree nor disagree"},
        {"de": "trifft eher zu", "en": "rather agree"},
        {"de": "trifft zu", "en": "agree"},
        {"de": "trifft völlig zu", "en": "strongly agree"},
    ],
}

BEGINNINGS = (
    Beginning(
        "quality",
        _("Quality, 1 to 5"),
        _("How well each text renders its thread: accuracy, completeness and clarity."),
    ),
    Beginning(
        "faithful",
        _("Faithful to the thread, 1 to 5"),
        _("Whether a text says anything that the thread does not; with a reason for each rating."),
        texts={
            "question": {
                "de": "Wie treu bleibt jeder Text dem Verlauf?",
                "en": "How faithful is each text to the thread?",
            },
            "criteria": {
                "de": "Alles, was der Text sagt, steht im Verlauf. Nichts ist erfunden, verdreht oder "
                "jemand anderem zugeschrieben.",
                "en": "All that the text says stands in the thread. Nothing is made up, twisted or "
                "ascribed to somebody else.",
            },
        },
        asked=("confidence", "reasons"),
    ),
    Beginning(
        "agreement",
        _("Agreement, 1 to 7"),
        _("A statement about each text, from “strongly disagree” to “strongly agree”."),
        texts={
            "question": {
                "de": "Wie sehr stimmen Sie zu: Dieser Text gibt das Anliegen richtig wieder?",
                "en": "How far do you agree: this text renders the concern rightly?",
            }
        },
        config={"scale": _AGREEMENT},
    ),
)
