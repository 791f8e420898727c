"""A vendor that tells what it does as server-sent events: the last one is what the engine wants to know."""

import asyncio
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mediamill.engines import AnswerLost, NotSent, ServerEvent, VendorAnswer, VendorClient
from mediamill.engines.vendor import client as vendor_client
from mediamill.engines.vendor.events import EventReader
from mediamill.outbound import Guard
from tests.engines.vendor.cloud import Cloud, json_answer
from tests.engines.vendor.conftest import KEY
from tests.outbound import stranger as does
from tests.outbound.stranger import Behaviour, Visit, answer, head

MINUTE, SOON = 60.0, 0.3  # seconds
STREAM = "Content-Type: text/event-stream; charset=utf-8"
TOLD = b': hello\n\nevent: generating\ndata: [1]\n\nevent: heartbeat\ndata: null\n\nevent: complete\ndata: ["a"]\n\n'


def is_over(event: ServerEvent) -> bool:
    return event.name in ("complete", "error")


async def listen(client: VendorClient, *, silence: float = MINUTE, seconds: float = MINUTE) -> object:
    return await client.listen("/events", is_over, seconds=seconds, silence_seconds=silence)


def stream_of(*pieces: bytes, goes_on: bool = False) -> Behaviour:
    """These pieces, and then the end, or nothing more."""

    async def behave(visit: Visit) -> None:
        await visit.send(head(STREAM, "Connection: close"))
        for piece in pieces:
            await visit.send(piece)
        if goes_on:
            await visit.reader.read()
        visit.writer.close()

    return behave


async def test_the_last_event_is_heard_and_the_connection_ends(client: VendorClient, cloud: Cloud) -> None:
    cloud.behaviours["/events"] = stream_of(TOLD, goes_on=True)

    told = await listen(client)

    assert told == ServerEvent("complete", '["a"]')
    assert told.json() == ["a"]
    await cloud.is_busy_with(0)
    assert "text/event-stream" in cloud.everything
    assert KEY in cloud.everything


async def test_what_is_no_stream_is_an_answer(client: VendorClient, cloud: Cloud) -> None:
    cloud.behaviours["/events"] = json_answer('{"detail": "Queue is full."}', status="503 Service Unavailable")

    told = await listen(client)

    assert isinstance(told, VendorAnswer)
    assert (told.status, told.json()) == (503, {"detail": "Queue is full."})


@pytest.mark.parametrize("behaviour", [stream_of(TOLD[:60], goes_on=True), does.silent], ids=["after", "at once"])
async def test_who_says_nothing_any_more_is_left(client: VendorClient, cloud: Cloud, behaviour: Behaviour) -> None:
    cloud.behaviours["/events"] = behaviour

    with pytest.raises(AnswerLost, match=r"nothing came for 0\.3 s") as raised:
        await listen(client, silence=SOON)

    assert isinstance(raised.value.facts["seconds"], float)
    await cloud.is_busy_with(0)


async def test_a_sign_of_life_is_no_answer(client: VendorClient, cloud: Cloud) -> None:
    async def beat(visit: Visit) -> None:
        await visit.send(head(STREAM))
        while not visit.writer.is_closing():
            await visit.send(b"event: heartbeat\ndata: null\n\n")
            await asyncio.sleep(SOON / 10)

    cloud.behaviours["/events"] = beat

    with pytest.raises(AnswerLost, match="timeout"):
        await listen(client, silence=SOON, seconds=3 * SOON)


async def test_a_stream_that_ends_too_early_is_lost(client: VendorClient, cloud: Cloud) -> None:
    cloud.behaviours["/events"] = stream_of(TOLD[:60])

    with pytest.raises(AnswerLost, match="before its last event"):
        await listen(client)


async def test_a_stream_has_a_size(client: VendorClient, cloud: Cloud, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vendor_client, "BOUGHT_BYTES_MAX", 1_000)
    cloud.behaviours["/events"] = stream_of(b"data: " + b"x" * 2_000, goes_on=True)

    with pytest.raises(AnswerLost, match="too_large"):
        await listen(client)


async def test_who_listens_no_longer_hangs_up(client: VendorClient, cloud: Cloud) -> None:
    cloud.behaviours["/events"] = stream_of(TOLD[:60], goes_on=True)
    listening = asyncio.create_task(listen(client))
    await cloud.is_busy_with(1)

    listening.cancel()
    with pytest.raises(asyncio.CancelledError):
        await listening

    await cloud.is_busy_with(0)


async def test_the_key_is_in_no_event(client: VendorClient, cloud: Cloud) -> None:
    cloud.behaviours["/events"] = answer(f"event: error\ndata: no such key: {KEY}\n\n".encode(), STREAM)

    told = await listen(client)

    assert told == ServerEvent("error", "no such key: [key]")


async def test_nobody_there_is_not_sent(guard: Guard) -> None:
    nobody = VendorClient(guard, base_url="http://127.0.0.1:9")

    with pytest.raises(NotSent):
        await listen(nobody)

    await nobody.aclose()


@given(st.lists(st.integers(0, len(TOLD))), st.booleans())
def test_events_are_the_same_wherever_the_pieces_end(cuts: list[int], has_returns: bool) -> None:
    sent = b"\xef\xbb\xbf" + (TOLD.replace(b"\n", b"\r\n") if has_returns else TOLD)
    ends = sorted({0, *cuts, len(sent)})
    reader = EventReader()

    told = [event for start, end in pairwise(ends) for event in reader.read(sent[start:end])]

    assert told == [
        ServerEvent("generating", "[1]"),
        ServerEvent("heartbeat", "null"),
        ServerEvent("complete", '["a"]'),
    ]


def test_data_of_several_lines_is_one_text_and_an_event_without_data_is_none() -> None:
    assert EventReader().read(b"event: empty\n\ndata:a\ndata: b\nid: 7\nretry: 9\n\ndata: half") == [
        ServerEvent("message", "a\nb")
    ]
