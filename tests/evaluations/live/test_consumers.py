"""``/ws/judge/``: who may join, what is sent, and what happens to what was missed."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.contrib.auth.models import User
from knox.models import AuthToken

from evaluations.live import events, publish
from evaluations.models import JudgeSession
from tests.evaluations.live.conftest import Connect, stream_of

pytestmark = pytest.mark.django_db(transaction=True)
Tell = Callable[..., Awaitable[None]]


def _progress(completed: int) -> events.Progress:
    return events.Progress(completed=completed, failed=0, total=6)


async def _join(client: WebsocketCommunicator, session: JudgeSession, **more: Any) -> list[dict[str, Any]]:
    """Join, and take in the answer: what joined, and the status unless ``since`` was given."""
    await client.send_json_to({"type": "judge:join_session", "session_id": session.pk, **more})
    answers = [await client.receive_json_from()]
    if "since" not in more:
        answers.append(await client.receive_json_from())
    return answers


@pytest.fixture
def annas_cookie(anna: User, session: JudgeSession, cookie_of: Callable[[User], str]) -> str:
    return cookie_of(anna)


async def test_joining_gives_the_status_and_then_each_event_in_order(
    session: JudgeSession, annas_cookie: str, connect: Connect, tell: Tell
) -> None:
    client = await connect(annas_cookie)
    joined, status = await _join(client, session)
    assert (joined["type"], joined["session_id"], joined["seq"]) == ("judge:joined", session.pk, 0)
    assert (status["type"], status["status"], status["total"]) == ("judge:status", "created", 6)
    await tell(session, _progress(1), events.LLMStream(comparison_id=3, chunk="ab", offset=0))
    await tell(session, _progress(2))
    received = [await client.receive_json_from() for _ in range(3)]
    assert [event["seq"] for event in received] == [1, 2, 3]
    assert [event["type"] for event in received] == ["judge:progress", "judge:llm_stream", "judge:progress"]
    assert all(event["session_id"] == session.pk and event["timestamp"] for event in received)


async def test_joining_with_since_brings_what_was_missed(
    session: JudgeSession, annas_cookie: str, connect: Connect, tell: Tell
) -> None:
    await tell(session, *[_progress(number) for number in range(5)])
    client = await connect(annas_cookie)
    await _join(client, session, since=2)
    missed = [await client.receive_json_from() for _ in range(3)]
    assert [event["seq"] for event in missed] == [3, 4, 5]


async def test_where_the_missed_is_gone_the_status_comes_anew(
    session: JudgeSession, annas_cookie: str, connect: Connect, tell: Tell
) -> None:
    await tell(session, _progress(1))
    client = await connect(annas_cookie)
    await _join(client, session, since=900)
    status = await client.receive_json_from()
    assert (status["type"], status["seq"]) == ("judge:status", 1)
    await tell(session, _progress(2))
    assert (await client.receive_json_from())["seq"] == 2


async def test_events_that_the_channel_lost_are_filled_in(
    session: JudgeSession, annas_cookie: str, connect: Connect, tell: Tell, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = await connect(annas_cookie)
    await _join(client, session)
    with monkeypatch.context() as patch:
        patch.setattr(publish, "get_channel_layer", lambda: None)
        await tell(session, _progress(1), _progress(2))
    await tell(session, _progress(3))
    received = [await client.receive_json_from() for _ in range(3)]
    assert [event["seq"] for event in received] == [1, 2, 3]


async def test_after_a_wiped_redis_numbering_begins_anew_with_the_status(
    session: JudgeSession, annas_cookie: str, connect: Connect, tell: Tell
) -> None:
    await tell(session, *[_progress(number) for number in range(5)])
    client = await connect(annas_cookie)
    await _join(client, session)
    connection = publish.open_redis()
    await connection.delete(*publish._keys(stream_of(session)))
    await connection.aclose()
    await tell(session, _progress(6))
    status = await client.receive_json_from()
    assert (status["type"], status["seq"]) == ("judge:status", 1)
    await tell(session, _progress(6))
    assert (await client.receive_json_from())["seq"] == 2


async def test_many_clients_get_a_thousand_events_each_whole(
    session: JudgeSession, annas_cookie: str, connect: Connect, tell: Tell
) -> None:
    clients = [await connect(annas_cookie) for _ in range(20)]
    for client in clients:
        await _join(client, session)
    for start in range(0, 1000, 50):
        await tell(session, *[_progress(start + number) for number in range(50)])
        for client in clients:
            numbers = [(await client.receive_json_from(timeout=10))["seq"] for _ in range(50)]
            assert numbers == list(range(start + 1, start + 51))


async def test_a_watcher_is_noted_so_that_streams_are_sent(
    session: JudgeSession, annas_cookie: str, connect: Connect
) -> None:
    connection = publish.open_redis()
    assert await publish.watched(connection, stream_of(session)) == (False,)
    await _join(await connect(annas_cookie), session)
    assert await publish.watched(connection, stream_of(session)) == (True,)
    await connection.aclose()


async def test_who_left_is_sent_nothing(
    session: JudgeSession, annas_cookie: str, connect: Connect, tell: Tell
) -> None:
    client = await connect(annas_cookie)
    await _join(client, session)
    await client.send_json_to({"type": "judge:leave_session", "session_id": session.pk})
    await client.send_json_to({"type": "judge:get_status", "session_id": session.pk})
    assert (await client.receive_json_from())["type"] == "judge:status"
    await tell(session, _progress(1))
    assert await client.receive_nothing()


def _copy_of(row: JudgeSession) -> JudgeSession:
    return JudgeSession(
        scenario=row.scenario, model=row.model, created_by=row.created_by, name=row.name, seed=row.seed
    )


async def test_the_overview_has_progress_and_no_streams(
    session: JudgeSession, annas_cookie: str, connect: Connect, tell: Tell
) -> None:
    client = await connect(annas_cookie)
    await client.send_json_to({"type": "judge:join_overview"})
    assert (await client.receive_json_from())["type"] == "judge:joined"
    assert (await client.receive_json_from())["session_id"] == session.pk
    await tell(session, events.LLMStream(comparison_id=3, chunk="ab", offset=0), _progress(1))
    assert (await client.receive_json_from())["type"] == "judge:progress"


async def test_the_overview_is_of_the_newest_sessions(
    session: JudgeSession, annas_cookie: str, connect: Connect, tell: Tell
) -> None:
    def add(number: int) -> None:
        row = JudgeSession.objects.get(pk=session.pk)
        JudgeSession.objects.bulk_create(_copy_of(row) for _ in range(number))

    client = await connect(annas_cookie)

    async def overview() -> int:
        """How many sessions are newly told of, before the next message is answered."""
        await client.send_json_to({"type": "judge:join_overview"})
        await client.send_json_to({"type": "judge:dance"})
        assert (await client.receive_json_from())["type"] == "judge:joined"
        told = 0
        while (await client.receive_json_from(timeout=5))["type"] == "judge:status":
            told += 1
        return told

    await sync_to_async(add)(99)
    assert await overview() == 100
    await tell(session, _progress(1))
    assert (await client.receive_json_from())["session_id"] == session.pk
    await sync_to_async(add)(2)
    assert await overview() == 2
    await tell(session, _progress(2))
    assert await client.receive_nothing()


@pytest.mark.parametrize("what", ["judge:join_session", "judge:get_status"])
async def test_a_stranger_is_told_that_there_is_no_such_session(
    what: str, session: JudgeSession, dora: User, cookie_of: Callable[[User], str], connect: Connect
) -> None:
    client = await connect(await sync_to_async(cookie_of)(dora))
    await client.send_json_to({"type": what, "session_id": session.pk})
    answer = await client.receive_json_from()
    assert (answer["type"], answer["code"]) == ("error", "not_found")
    assert answer["detail"]


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ({"type": "judge:dance"}, "unknown_type"),
        ({"type": "judge:join_session"}, "bad_message"),
        ({"type": "judge:join_session", "session_id": "1"}, "bad_message"),
        ({"type": "judge:join_session", "session_id": True}, "bad_message"),
        (["judge:join_session"], "bad_message"),
        ({"type": "judge:join_session", "session_id": 10**30}, "not_found"),
    ],
)
async def test_what_cannot_be_understood_is_an_error_with_a_code(
    message: Any, code: str, annas_cookie: str, connect: Connect
) -> None:
    client = await connect(annas_cookie)
    await client.send_json_to(message)
    answer = await client.receive_json_from()
    assert (answer["type"], answer["code"]) == ("error", code)


async def test_a_text_that_is_no_json_is_refused_and_the_connection_stays(
    session: JudgeSession, annas_cookie: str, connect: Connect
) -> None:
    client = await connect(annas_cookie)
    await client.send_to(text_data="{not json")
    assert (await client.receive_json_from())["code"] == "bad_message"
    await _join(client, session)


@pytest.mark.parametrize(
    "frame",
    [{"text": ""}, {"text": "[" * 100_000}, {"bytes": b"\x00\xff"}, {"bytes": b"{}"}],
    ids=["empty", "nested", "bytes", "json as bytes"],
)
async def test_a_frame_that_is_no_message_is_refused_and_the_connection_stays(
    frame: dict[str, Any], session: JudgeSession, annas_cookie: str, connect: Connect
) -> None:
    client = await connect(annas_cookie)
    await client.send_input({"type": "websocket.receive", **frame})
    assert (await client.receive_json_from())["code"] == "bad_message"
    await _join(client, session)


async def test_without_a_login_nothing_can_be_joined(session: JudgeSession, connect: Connect) -> None:
    client = await connect()
    assert (await client.receive_json_from())["code"] == "not_logged_in"
    assert (await client.receive_output())["type"] == "websocket.close"
    # A client may have sent this before it learnt that it was refused.
    await client.send_json_to({"type": "judge:join_session", "session_id": session.pk})
    assert await client.receive_nothing()


@pytest.mark.parametrize(
    ("cookie", "accept", "detail"),
    [
        ("", "en", "Log in first."),
        ("", "de", "Bitte zuerst anmelden."),
        ("django_language=en", "de", "Log in first."),
        ("", "", "Bitte zuerst anmelden."),
    ],
)
async def test_what_is_wrong_is_said_in_the_readers_language(
    cookie: str, accept: str, detail: str, connect: Connect
) -> None:
    client = await connect(cookie, language=accept)
    assert (await client.receive_json_from())["detail"] == detail


async def test_an_address_that_leads_nowhere_lets_nobody_in(annas_cookie: str, connect: Connect) -> None:
    assert not (await connect(annas_cookie, path="/ws/other/")).accepted


async def test_a_token_logs_in_as_over_http(anna: User, session: JudgeSession, connect: Connect) -> None:
    _row, token = await sync_to_async(AuthToken.objects.create)(user=anna)
    assert len(await _join(await connect(token=token), session)) == 2
    refused = await connect(token="0" * 64)
    assert (await refused.receive_json_from())["code"] == "not_logged_in"


async def test_a_page_of_another_site_cannot_connect(
    session: JudgeSession, annas_cookie: str, connect: Connect
) -> None:
    assert not (await connect(annas_cookie, origin="https://evil.example")).accepted
    assert (await connect(annas_cookie, origin="http://localhost:8000")).accepted


async def test_it_works_below_a_path(
    session: JudgeSession, annas_cookie: str, connect: Connect, settings: Any
) -> None:
    settings.ROOT_PATH = "/llars"
    client = await connect(annas_cookie, path="/llars/ws/judge/")
    assert len(await _join(client, session)) == 2
