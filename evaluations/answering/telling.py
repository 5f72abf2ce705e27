"""What the watchers of a scenario are told when a person has answered."""

from django.db import transaction

from evaluations.answering.work import work_in
from evaluations.live.events import Answered
from evaluations.live.publish import is_watched, publish
from evaluations.live.streams import Stream


def tell_of_answer(scenario_id: int, item_id: int) -> None:
    """Tell whoever watches, after the commit; whatever goes wrong there, the answer stands.

    Where nobody watches this costs one question to Redis.
    """

    def tell() -> None:
        stream = Stream.of_scenario(scenario_id)
        if is_watched(stream):
            done, total = work_in(scenario_id)
            publish(stream, [Answered(item_id=item_id, done=done, total=total)])

    transaction.on_commit(tell, robust=True)
