"""Following a generation: its stream of events first, then answers that wait, then looks."""

import pytest

from mediamill_client import (
    Client,
    GenerationFailed,
    NotFound,
    ProgressEvent,
    Status,
    StatusEvent,
    UnexpectedAnswer,
    WaitTimeout,
    streams,
)
from tests.client.conftest import ADAS_KEY, FrozenClock, MakeClient
from tests.client.scripted_service import (
    Answer,
    ScriptedService,
    accepted,
    generation,
    progress,
    refusal,
    state,
    stream,
    told,
)

WALK = {"model": "alpha-motion", "prompt": "a slow walk"}
RUN, HERON, EVENTS = "POST /api/run", "GET /api/generations/gen_heron", "GET /ext/generations/gen_heron/events"
SUCCESS = told("success", output="http://127.0.0.1/walk.fbx")


def test_progress_comes_from_the_stream(client: Client, service: ScriptedService, clock: FrozenClock) -> None:
    service.on(RUN, accepted())
    service.on(
        EVENTS,
        stream(
            state(0, "processing"),
            progress(0.25, "sketching"),
            progress(0.75, "painting"),
            state(1, "uploading"),
            state(2, "success", output="http://127.0.0.1/walk.fbx", thumbnail=None, error=None),
        ),
    )
    service.on(HERON, SUCCESS)
    states: list[str] = []
    heard: list[tuple[float, str]] = []
    made = client.run(
        "motion-3d",
        WALK,
        on_update=lambda seen: states.append(seen.status),
        on_progress=lambda fraction, stage: heard.append((fraction, stage)),
    )

    assert (made.status, made.payload) == (Status.SUCCESS, WALK)
    assert heard == [(0.25, "sketching"), (0.75, "painting"), (1.0, "")]
    assert states == ["processing", "uploading", "success"]
    assert (len(service.asked(HERON)), clock.slept) == (1, [])
    assert service.asked(EVENTS)[0].headers["authorization"] == ADAS_KEY


def test_a_stream_that_breaks_goes_on_where_it_broke(
    client: Client, service: ScriptedService, clock: FrozenClock
) -> None:
    service.on(RUN, accepted())
    cut = stream(state(4, "processing"), progress(0.5, "painting"), state(5, "uploading"), cut_after=200)
    service.on(EVENTS, cut, refusal(503, "Restarting"), stream(state(6, "success")))
    service.on(HERON, SUCCESS)
    client.run("motion-3d", WALK)

    assert [heard.headers.get("last-event-id") for heard in service.asked(EVENTS)] == [None, "4", "4"]
    assert len(clock.slept) == 2
    assert len(service.asked(HERON)) == 1


def test_a_stream_that_says_error_is_an_error(client: Client, service: ScriptedService) -> None:
    service.on(HERON, told("processing"), told("error", error="The engine broke; try again."))
    service.on(EVENTS, stream(state(1, "error", error="The engine broke; try again.")))
    with pytest.raises(GenerationFailed, match=r"gen_heron failed: The engine broke; try again\."):
        client.wait("gen_heron")


def test_events_to_come_do_no_harm(client: Client, service: ScriptedService) -> None:
    service.on(HERON, told("processing"), SUCCESS)
    service.on(EVENTS, stream('event: preview\ndata: {"url": "x"}\n\n', ": still here\n\n", state(1, "success")))

    assert client.wait("gen_heron").status == Status.SUCCESS


def test_without_a_stream_the_answer_waits(client: Client, service: ScriptedService, clock: FrozenClock) -> None:
    applied = {"Preference-Applied": "wait=60"}
    service.on(RUN, accepted(), Answer(200, generation("uploading"), applied), Answer(200, SUCCESS.body, applied))
    service.on(EVENTS, refusal(404, "Not found"))
    made = client.run("motion-3d", WALK)
    first, *repeats = service.asked(RUN)

    assert made.status == Status.SUCCESS
    assert [heard.headers.get("prefer") for heard in (first, *repeats)] == [None, "wait=60", "wait=60"]
    assert {(heard.headers["idempotency-key"], heard.body) for heard in repeats} == {
        (first.headers["idempotency-key"], first.body)
    }
    assert (service.asked(HERON), clock.slept) == ([], [])


def test_an_answer_that_waits_stays_within_the_time_limit(client: Client, service: ScriptedService) -> None:
    service.on(RUN, accepted(), Answer(200, SUCCESS.body, {"Preference-Applied": "wait=7"}))
    service.on(EVENTS, refusal(404, "Not found"))
    client.run("motion-3d", WALK, timeout=7.5)

    assert service.asked(RUN)[1].headers["prefer"] == "wait=7"


def test_with_neither_there_are_looks(client: Client, service: ScriptedService) -> None:
    service.on(RUN, accepted())
    service.on(EVENTS, Answer(200, "<html>not a stream</html>"))
    service.on(HERON, told(), SUCCESS)

    assert client.run("motion-3d", WALK).status == Status.SUCCESS
    assert (len(service.asked(RUN)), len(service.asked(HERON))) == (2, 2)


def test_a_proxy_that_collects_the_stream_is_not_waited_for(
    make_client: MakeClient, service: ScriptedService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "FIRST_SILENCE_SECONDS_MAX", 0.1)
    held = Answer(200, b"retry: 1000\n\n", {"Content-Type": "text/event-stream"}, cut_after=0, stall=True)
    service.on(EVENTS, held)
    service.on(HERON, told("processing"), SUCCESS)
    client = make_client(api_key=ADAS_KEY, base_url=service.url)

    assert client.wait("gen_heron").status == Status.SUCCESS
    assert len(service.asked(EVENTS)) == 1


def test_an_engine_that_is_silent_is_listened_to_again(
    client: Client, service: ScriptedService, monkeypatch: pytest.MonkeyPatch, clock: FrozenClock
) -> None:
    monkeypatch.setattr(streams, "FIRST_SILENCE_SECONDS_MAX", 0.1)
    service.on(HERON, told("processing"), SUCCESS)
    service.on(EVENTS, stream(state(3, "processing"), stall=True), stream(state(4, "success")))

    assert client.wait("gen_heron").status == Status.SUCCESS
    assert [heard.headers.get("last-event-id") for heard in service.asked(EVENTS)] == [None, "3"]
    assert clock.slept == []


def test_a_time_limit_ends_a_stream_too(service: ScriptedService) -> None:
    service.on(RUN, accepted())
    service.on(EVENTS, stream(progress(0.5, "painting"), stall=True))
    service.on(HERON, told("processing"))
    with Client(ADAS_KEY, service.url) as client, pytest.raises(WaitTimeout, match=r"still processing after 0\.2 s"):
        client.run("motion-3d", WALK, timeout=0.2)

    assert len(service.asked(HERON)) == 1


def test_a_deleted_generation_ends_the_wait(client: Client, service: ScriptedService) -> None:
    service.on(RUN, accepted())
    service.on(EVENTS, stream(state(0, "processing")), refusal(404, "Generation not found"))
    service.on(HERON, refusal(404, "Generation not found"))
    with pytest.raises(NotFound):
        client.run("motion-3d", WALK)


def test_streams_that_are_always_empty_are_given_up(
    client: Client, service: ScriptedService, clock: FrozenClock
) -> None:
    service.on(EVENTS, stream())
    service.on(HERON, told("processing"), SUCCESS)

    assert client.wait("gen_heron").status == Status.SUCCESS
    assert len(service.asked(EVENTS)) == streams.OPENINGS_MAX


# Events, one by one


def test_every_event_is_told(client: Client, service: ScriptedService) -> None:
    last = state(2, "success", output="http://127.0.0.1/walk.fbx", thumbnail=None, error=None)
    service.on(EVENTS, stream(state(1, "processing"), progress(0.5, "painting"), last))
    first, middle, end = client.events("gen_heron")

    assert isinstance(first, StatusEvent)
    assert (first.number, first.status, first.finished) == (1, Status.PROCESSING, False)
    assert middle == ProgressEvent(0.5, "painting")
    assert isinstance(end, StatusEvent)
    assert (end.output, end.finished) == ("http://127.0.0.1/walk.fbx", True)


def test_events_of_what_is_not_there_are_an_error(client: Client, service: ScriptedService) -> None:
    service.on(EVENTS, refusal(404, "Generation not found"))
    with pytest.raises(NotFound, match="Generation not found"):
        list(client.events("gen_heron"))


def test_events_that_are_none_are_an_error(client: Client, service: ScriptedService) -> None:
    service.on(EVENTS, Answer(200, {"id": "gen_heron"}))
    with pytest.raises(UnexpectedAnswer, match="it is no stream of events"):
        list(client.events("gen_heron"))


def test_whoever_stops_listening_hangs_up(client: Client, service: ScriptedService) -> None:
    service.on(EVENTS, stream(state(1, "processing"), stall=True))
    events = client.events("gen_heron")
    first = next(events)

    assert isinstance(first, StatusEvent)
    assert len(service.asked(EVENTS)) == 1


def test_progress_that_never_ends_does_not_outlast_the_time_given(
    client: Client, service: ScriptedService, clock: FrozenClock
) -> None:
    service.on("GET /api/generations/gen_heron", told("processing"))
    news = (progress(number / 100, "drawing") for number in range(40))
    service.on("GET /ext/generations/gen_heron/events", stream(state(0, "processing"), *news))
    heard: list[float] = []

    def a_second_later(share: float, stage: str) -> None:
        heard.append(share)
        clock.sleep(1)

    with pytest.raises(WaitTimeout):
        client.wait("gen_heron", 3, on_progress=a_second_later)

    assert len(heard) == 3
