"""Rankings to begin with."""

from django.utils.translation import gettext_lazy as _

from evaluations.task_types.beginnings import Beginning

BEGINNINGS = (
    Beginning(
        "quality",
        _("Quality of texts"),
        _("All texts into good, medium, neutral and poor."),
        asked=("confidence", "reasoning"),
    ),
    Beginning(
        "usable",
        _("Fit for use"),
        _("From “can be used as it is” to “cannot be used”, with a reason for each bucket."),
        texts={
            "question": {
                "de": "Wie gut lässt sich jeder Text so, wie er ist, verwenden?",
                "en": "How well can each text be used as it is?",
            }
        },
        config={
            "buckets": {
                "gut": {"de": "sofort verwendbar", "en": "usable as it is"},
                "mittel": {"de": "mit kleinen Änderungen", "en": "with small changes"},
                "neutral": {"de": "mit großen Änderungen", "en": "with large changes"},
                "schlecht": {"de": "nicht verwendbar", "en": "not usable"},
            }
        },
        asked=("confidence", "reasons"),
    ),
    Beginning(
        "best_three",
        _("The best three"),
        _("For many texts: three are placed in their order, the others may stay out."),
        texts={
            "question": {
                "de": "Welche drei Texte geben den Verlauf am besten wieder?",
                "en": "Which three texts render the thread best?",
            }
        },
        config={"rank_top": 3, "keep_order": True},
    ),
)
