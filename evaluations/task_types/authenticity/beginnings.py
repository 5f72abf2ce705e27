"""Questions on authenticity to begin with."""

from django.utils.translation import gettext_lazy as _

from evaluations.task_types.beginnings import Beginning

BEGINNINGS = (
    Beginning("whole", _("The whole thread"), _("Real or made by AI, and how sure one is.")),
    Beginning(
        "with_signs",
        _("With what gives it away"),
        _("Real or made by AI, and what language and behaviour tell; takes longer."),
        asked=("analyses", "confidence", "reasoning"),
        required=("reasoning",),
    ),
    Beginning(
        "client",
        _("The client alone"),
        _("For threads in which one side alone may have been made by AI."),
        texts={
            "question": {
                "de": "Wurden die Nachrichten der ratsuchenden Person von einem Menschen geschrieben oder "
                "von einer KI erzeugt?",
                "en": "Were the client's messages written by a person or made by AI?",
            }
        },
    ),
)
