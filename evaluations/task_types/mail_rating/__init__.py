"""Mail rating: how good one counselling is, on criteria and on the whole."""

from evaluations.task_types.mail_rating.task_type import MailRating

TASK_TYPE = MailRating()
