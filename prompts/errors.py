"""What can be wrong with a prompt."""

from django.utils.translation import gettext_lazy as _

from llars.errors import InvalidInput, WrongState


class PromptInvalid(InvalidInput):
    """A prompt's texts cannot be used: unknown or missing variables, or broken braces."""

    code = "prompt_invalid"


class VersionIsFinal(WrongState):
    """A saved prompt version was about to be changed."""

    code = "prompt_version_final"
    default_detail = _("A saved version never changes; save a new version instead.")


class DefaultNotArchivable(WrongState):
    """The default of a task type was to be archived."""

    code = "prompt_is_default"
    default_detail = _("This is the default prompt; make another one the default first.")


class TemplateArchived(WrongState):
    """An archived template was to become the default."""

    code = "prompt_archived"
    default_detail = _("An archived prompt cannot be the default.")
