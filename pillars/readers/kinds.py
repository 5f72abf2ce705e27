"""The kinds of problems in words, for people who see them counted."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

TITLES: dict[str, str | Promise] = {
    "archived": _("Known already, but archived"),
    "broken_text": _("Texts with broken characters"),
    "cell_too_long": _("Cells that are far too long"),
    "column_missing": _("Columns that are needed were not found"),
    "column_twice": _("Two columns with the same name"),
    "empty": _("The file is empty"),
    "empty_message": _("Messages without a text, left out"),
    "encoding": _("The encoding is not understood"),
    "encoding_doubtful": _("The encoding is doubtful"),
    "feature_incomplete": _("Features without a type or a text"),
    "features_not_added": _("Features that were not added"),
    "fields_not_kept": _("Fields that were not taken over"),
    "foreign_file": _("A file of another kind"),
    "html": _("Texts with HTML"),
    "json_broken": _("Broken JSON"),
    "key_twice": _("A key that stands twice in an object"),
    "left_out": _("Messages left out because of who wrote them"),
    "maybe_cut": _("Texts that may have been cut by a spreadsheet"),
    "missing_side": _("Threads in which one side says nothing"),
    "mojibake": _("Letters that were decoded wrongly"),
    "names_a_model": _("Texts that give a model away"),
    "nearly_there": _("Threads that are nearly the same as one that is there"),
    "nearly_twice": _("Threads that are nearly the same as another one in the file"),
    "no_messages": _("Threads without messages"),
    "no_threads": _("The file holds no thread"),
    "not_a_message": _("Messages in another form"),
    "not_a_thread": _("Threads in another form"),
    "not_text": _("Messages whose text is none"),
    "quoted_mail": _("Mails quoted below a mail"),
    "row_too_long": _("Rows with too many cells"),
    "sheets_not_read": _("Sheets that were not read"),
    "single_message": _("Threads of a single message"),
    "suffix_differs": _("The name ends in another form than the file has"),
    "table_broken": _("The table is broken"),
    "thread_missing": _("Rows that name no thread"),
    "times_out_of_order": _("Times out of order"),
    "too_large": _("The file is too large"),
    "too_many_columns": _("Far too many columns"),
    "too_long": _("Short texts that are too long"),
    "twice_in_file": _("Threads that stand twice in the file"),
    "unknown_form": _("The form is not understood"),
    "unknown_role": _("It is not clear who wrote"),
    "unknown_time": _("Times that are not understood"),
    "values_differ": _("Rows of a thread that differ"),
    "workbook_broken": _("The workbook is broken"),
    "not_storable": _("Values that cannot be stored"),
    "tool_message": _("Messages of tools, left out"),
    "parts_left_out": _("Parts of messages that are no texts"),
    "empty_answer": _("Sides of a pair without a text"),
    "not_a_list": _("Features in another form"),
    "not_an_object": _("Metadata in another form"),
    "unknown_format": _("An unknown version of the form"),
}


def kind_title(kind: str) -> str:
    """The kind in the reader's language; a kind without a title as it is."""
    return str(TITLES.get(kind, kind))
