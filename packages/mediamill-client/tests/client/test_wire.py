"""Ordering, retrying, waiting and walking lists, told once for the blocking and the asynchronous client."""

import logging
from typing import Any

import pytest

from mediamill_client import (
    Client,
    ConnectionFailed,
    Generation,
    GenerationFailed,
    NotFound,
    RateLimited,
    ServerError,
    Status,
    WaitTimeout,
    settings,
)
from mediamill_client.steps import Send, Sleep
from mediamill_client.wire import Wire
from tests.client.conftest import ADAS_KEY, FrozenClock, MakeClient
from tests.client.scripted_service import Answer, ScriptedService, accepted, generation, refusal, told

WALK = {"model": "alpha-motion", "prompt": "a slow walk"}
RUN, HERON = "POST /api/run", "GET /api/generations/gen_heron"
DOWN = refusal(503, "Service unavailable, please try again later")


def test_run_orders_waits_and_returns_the_finished_generation(client: Client, service: ScriptedService) -> None:
    service.on(RUN, accepted())
    service.on(HERON, told("processing"), told("uploading"), told("success", output=f"{service.url}/media/walk.fbx"))
    generation = client.run("motion-3d", WALK)

    assert (Status.SUCCESS, f"{service.url}/media/walk.fbx") == (generation.status, generation.output)
    assert service.asked(RUN)[0].json == {"tool": "motion-3d", "input": WALK}


def test_the_key_goes_raw_into_authorization(client: Client, service: ScriptedService) -> None:
    service.on(RUN, accepted())
    client.submit("motion-3d", WALK)

    assert [heard.headers["authorization"] for heard in service.heard] == [ADAS_KEY]


def test_a_webhook_is_sent_only_when_there_is_one(client: Client, service: ScriptedService) -> None:
    service.on(RUN, accepted())
    client.submit("motion-3d", WALK)
    client.submit("motion-3d", WALK, webhook="https://ada.example.com/hook")

    assert [heard.json.get("webhook") for heard in service.asked(RUN)] == [None, "https://ada.example.com/hook"]


def test_words_of_every_script_arrive_as_they_were_written(client: Client, service: ScriptedService) -> None:
    prompt = "Graureiher im Nebel — 霧の中の鷺 🪶 \u202ea\u0000"
    service.on(RUN, accepted())
    service.on(HERON, told("success", payload={"prompt": prompt}, output="http://127.0.0.1/x"))
    finished = client.run("create-image", {"prompt": prompt})

    assert prompt == service.asked(RUN)[0].json["input"]["prompt"]
    assert {"prompt": prompt} == finished.payload


@pytest.mark.parametrize("unfit", [float("nan"), float("inf"), "\ud800"])
def test_what_json_cannot_say_is_never_sent(client: Client, service: ScriptedService, unfit: Any) -> None:
    with pytest.raises(ValueError):
        client.submit("motion-3d", {"prompt": unfit})

    assert service.heard == []


def test_a_failed_generation_is_raised_with_its_reason(client: Client, service: ScriptedService) -> None:
    service.on(RUN, accepted())
    service.on(HERON, told("error", error="The engine broke; try again."))
    with pytest.raises(GenerationFailed) as caught:
        client.run("motion-3d", WALK)

    assert str(caught.value) == "gen_heron failed: The engine broke; try again."
    assert caught.value.generation.status == Status.ERROR


def test_every_change_of_status_is_told_once(client: Client, service: ScriptedService) -> None:
    service.on(RUN, accepted())
    states = ["processing", "processing", "pending", "processing", "uploading", "uploading", "success"]
    service.on(HERON, *map(told, states))
    heard: list[str] = []
    client.run("motion-3d", WALK, on_update=lambda generation: heard.append(generation.status))

    assert heard == ["processing", "pending", "processing", "uploading", "success"]


# The schedule of polling


def test_looks_come_slower_and_slower_up_to_five_seconds(
    client: Client, service: ScriptedService, clock: FrozenClock
) -> None:
    service.on(RUN, accepted())
    service.on(HERON, *[told()] * 11, told("success"))
    client.run("motion-3d", WALK)

    schedule = [0.2, 0.3, 0.45, 0.675, 1.0125, 1.51875, 2.278125, 3.417187, 5, 5, 5, 5]
    assert pytest.approx(schedule, abs=1e-5) == clock.slept


def test_luck_shortens_a_pause_by_at_most_a_fifth(client: Client, service: ScriptedService, clock: FrozenClock) -> None:
    clock.luck = 0.999999
    service.on(RUN, accepted())
    service.on(HERON, told(), told("success"))
    client.run("motion-3d", WALK)

    assert pytest.approx([0.16, 0.24], abs=1e-5) == clock.slept


def test_the_service_may_ask_for_longer_pauses(client: Client, service: ScriptedService, clock: FrozenClock) -> None:
    service.on(RUN, accepted())
    patient = Answer(200, generation(), {"Retry-After": "7"})
    service.on(HERON, patient, refusal(429, "Rate limit exceeded", Retry_After="31"), told(), told("success"))
    client.run("motion-3d", WALK)

    assert pytest.approx([0.2, 7, 31, 0.675]) == clock.slept


def test_passing_trouble_does_not_end_a_wait(client: Client, service: ScriptedService, clock: FrozenClock) -> None:
    trouble = [Answer(hang_up=True), Answer(502, b"<html>"), DOWN, refusal(500, "Internal server error")]
    service.on(HERON, *trouble, refusal(408, "Slow"), refusal(429, "Busy"), told("success"))
    finished = client.wait("gen_heron")

    assert finished.status == Status.SUCCESS
    assert len(service.asked(HERON)) == 7


@pytest.mark.parametrize("status", [400, 401, 403, 404])
def test_a_refusal_ends_a_wait(client: Client, service: ScriptedService, status: int) -> None:
    service.on(HERON, told(), refusal(status, "No"))
    with pytest.raises(Exception, match=f"{status} No"):
        client.wait("gen_heron")

    assert len(service.asked(HERON)) == 2


def test_an_id_is_looked_at_without_delay(client: Client, service: ScriptedService, clock: FrozenClock) -> None:
    service.on(HERON, told("success"))
    client.wait("gen_heron")

    assert clock.slept == []


def test_a_finished_generation_is_not_asked_for_again(client: Client, service: ScriptedService) -> None:
    service.on(HERON, told("error", error="No"))
    finished = client.generations.get("gen_heron")
    with pytest.raises(GenerationFailed):
        client.wait(finished)

    assert len(service.heard) == 1


# Time limits of a wait


def test_a_wait_ends_when_its_time_is_over(client: Client, service: ScriptedService, clock: FrozenClock) -> None:
    service.on(RUN, accepted())
    service.on(HERON, told("processing"))
    with pytest.raises(WaitTimeout) as caught:
        client.run("motion-3d", WALK, timeout=1)

    sentence = "gen_heron is still processing after 1 s; it goes on"
    assert sentence == str(caught.value)
    assert pytest.approx([0.2, 0.3, 0.45, 0.05]) == clock.slept
    assert len(service.asked(HERON)) == 4


def test_no_time_at_all_still_gives_one_look(client: Client, service: ScriptedService) -> None:
    service.on(HERON, told("processing"), told("success"))
    with pytest.raises(WaitTimeout):
        client.wait("gen_heron", timeout=0)

    assert client.wait("gen_heron", timeout=0).status == Status.SUCCESS


def test_nobody_asks_before_the_service_is_ready_to_answer(
    client: Client, service: ScriptedService, clock: FrozenClock
) -> None:
    service.on(HERON, refusal(429, "Busy", Retry_After="60"))
    with pytest.raises(WaitTimeout, match=r"has not been seen after 10 s \(the last request failed: 429 Too Many"):
        client.wait("gen_heron", timeout=10)

    assert clock.slept == [10]
    assert len(service.heard) == 1


def test_a_wait_that_never_reached_the_service_says_so(make_client: MakeClient, dead_url: str) -> None:
    client = make_client(api_key=ADAS_KEY, base_url=dead_url)
    with pytest.raises(
        WaitTimeout, match=r"has not been seen after 3 s \(the last request failed: Connection refused\)"
    ):
        client.wait("gen_heron", timeout=3)


@pytest.mark.parametrize("timeout", [-1, float("nan")])
def test_an_impossible_time_limit_is_refused_before_anything_is_sent(
    client: Client, service: ScriptedService, timeout: float
) -> None:
    with pytest.raises(ValueError, match="timeout"):
        client.run("motion-3d", WALK, timeout=timeout)

    assert service.heard == []


@pytest.mark.parametrize(
    ("patience", "request_seconds", "limit"), [(None, 60, 60), (5, 60, 5), (0, 60, 1), (90, 60, 60), (5, None, 5)]
)
def test_no_request_outlasts_the_wait_by_much(
    patience: float | None, request_seconds: float | None, limit: float
) -> None:
    clock = FrozenClock()
    wire = Wire(settings.read(ADAS_KEY, None, {}), request_seconds, 2, clock.now, clock.chance)
    conversation = wire.wait("gen_heron", patience)
    look = (next(conversation), conversation.send(None))[1]

    assert isinstance(look, Send)
    assert look.timeout == limit


def test_without_any_limit_a_request_may_take_for_ever() -> None:
    clock = FrozenClock()
    wire = Wire(settings.read(ADAS_KEY, None, {}), None, 2, clock.now, clock.chance)
    conversation = wire.wait("gen_heron", None)

    assert next(conversation) == Sleep(0.0)
    assert isinstance(look := conversation.send(None), Send)
    assert look.timeout is None


# Retries


@pytest.mark.parametrize("trouble", [DOWN, refusal(500, "Oops"), refusal(408, "Slow"), Answer(hang_up=True)])
def test_a_question_is_asked_up_to_three_times(
    client: Client, service: ScriptedService, clock: FrozenClock, trouble: Answer
) -> None:
    service.on(HERON, trouble, trouble, told("success"))
    found = client.generations.get("gen_heron")

    assert found.status == Status.SUCCESS
    assert clock.slept == [0.5, 1.0]


@pytest.mark.parametrize("trouble", [DOWN, refusal(500, "Oops"), Answer(hang_up=True)])
def test_an_order_with_a_key_of_its_own_is_sent_again(
    client: Client, service: ScriptedService, trouble: Answer
) -> None:
    service.on(RUN, trouble, accepted())
    ordered = client.submit("motion-3d", {"prompt": "walk"}, idempotency_key="order-7")

    assert ordered.id == "gen_heron"
    assert ["order-7"] * 2 == [heard.headers["idempotency-key"] for heard in service.heard]
    assert service.heard[0].body == service.heard[1].body


def test_each_order_gets_a_key_of_its_own(client: Client, service: ScriptedService) -> None:
    service.on(RUN, accepted())
    client.submit("motion-3d", {"prompt": "walk"})
    client.submit("motion-3d", {"prompt": "walk"})
    keys = [heard.headers["idempotency-key"] for heard in service.heard]

    assert len(set(keys)) == 2
    assert min(map(len, keys)) >= 32


def test_a_generation_is_canceled_by_itself_or_its_id(client: Client, service: ScriptedService) -> None:
    service.on("POST /ext/generations/gen_heron/cancel", told("error", error="Canceled", payload={}))
    canceled = client.cancel("gen_heron")

    assert (Status.ERROR, "Canceled") == (canceled.status, canceled.error)
    assert client.cancel(canceled) == canceled


def test_after_the_third_time_the_trouble_is_raised(client: Client, service: ScriptedService) -> None:
    service.on(HERON, DOWN)
    with pytest.raises(ServerError, match="503 Service unavailable, please try again later"):
        client.generations.get("gen_heron")

    assert len(service.heard) == 3


def test_retry_after_is_honoured(client: Client, service: ScriptedService, clock: FrozenClock) -> None:
    service.on(HERON, refusal(429, "Busy", Retry_After="120"), refusal(503, "Down", Retry_After="0"), told("success"))
    client.generations.get("gen_heron")

    assert clock.slept == [120]


def test_who_asks_for_more_than_two_minutes_is_not_waited_for(
    client: Client, service: ScriptedService, clock: FrozenClock
) -> None:
    service.on(HERON, refusal(429, "Busy", Retry_After="121"))
    with pytest.raises(RateLimited) as caught:
        client.generations.get("gen_heron")

    assert caught.value.retry_after == 121
    assert clock.slept == []


def test_pauses_between_tries_stop_growing_at_eight_seconds(
    make_client: MakeClient, service: ScriptedService, clock: FrozenClock
) -> None:
    service.on("GET /api/account", DOWN)
    with pytest.raises(ServerError):
        make_client(api_key=ADAS_KEY, base_url=service.url, max_retries=7).account.get()

    assert clock.slept == [0.5, 1, 2, 4, 8, 8, 8]


def test_retries_can_be_switched_off(make_client: MakeClient, service: ScriptedService) -> None:
    service.on("GET /api/account", DOWN)
    with pytest.raises(ServerError):
        make_client(api_key=ADAS_KEY, base_url=service.url, max_retries=0).account.get()

    assert len(service.heard) == 1


@pytest.mark.parametrize("status", [400, 401, 402, 403, 404, 405, 409])
def test_a_refusal_is_final(client: Client, service: ScriptedService, status: int) -> None:
    service.on("GET /api/account", refusal(status, "No"))
    with pytest.raises(Exception, match=f"{status} No"):
        client.account.get()

    assert len(service.heard) == 1


@pytest.mark.parametrize("refused", [DOWN, refusal(429, "Busy")])
def test_an_order_that_was_surely_not_accepted_is_sent_again(
    client: Client, service: ScriptedService, clock: FrozenClock, refused: Answer
) -> None:
    service.on(RUN, refused, refused, accepted())
    client.submit("motion-3d", WALK)

    assert len(service.asked(RUN)) == 3
    assert clock.slept == [0.5, 1.0]


@pytest.mark.parametrize(
    "doubtful", [Answer(500, b"oops"), Answer(502, b""), Answer(504, b""), refusal(408, "Slow"), Answer(hang_up=True)]
)
def test_an_order_that_may_have_been_accepted_is_asked_for_again_under_its_key(
    client: Client, service: ScriptedService, doubtful: Answer
) -> None:
    service.on(RUN, doubtful, accepted())
    ordered = client.submit("motion-3d", WALK)
    first, second = service.asked(RUN)

    assert ordered.id == "gen_heron"
    assert (first.headers["idempotency-key"], first.body) == (second.headers["idempotency-key"], second.body)


def test_a_lost_answer_to_an_order_says_what_to_do(client: Client, service: ScriptedService) -> None:
    service.on(RUN, Answer(hang_up=True))
    with pytest.raises(ConnectionFailed, match="may have been accepted: look at the latest ones") as caught:
        client.submit("motion-3d", WALK)

    assert caught.value.may_have_arrived


def test_an_order_is_sent_again_when_nobody_was_there(
    make_client: MakeClient, dead_url: str, clock: FrozenClock
) -> None:
    with pytest.raises(ConnectionFailed) as caught:
        make_client(api_key=ADAS_KEY, base_url=dead_url).submit("motion-3d", WALK)

    assert f"Cannot reach {dead_url}: Connection refused" == str(caught.value)
    assert not caught.value.may_have_arrived
    assert clock.slept == [0.5, 1.0]


def test_silence_is_a_failed_connection(make_client: MakeClient, service: ScriptedService) -> None:
    service.on("GET /api/account", Answer(stall=True))
    client = make_client(api_key=ADAS_KEY, base_url=service.url, timeout=0.1, max_retries=0)
    with pytest.raises(ConnectionFailed, match=rf"No answer from {service.url}: timed out after 0.1 s"):
        client.account.get()


def test_half_an_answer_is_no_answer(client: Client, service: ScriptedService) -> None:
    service.on(HERON, Answer(200, generation("success"), cut_after=10), told("success"))

    assert client.generations.get("gen_heron").status == Status.SUCCESS
    assert len(service.heard) == 2


def test_a_retry_is_logged_without_the_key(
    client: Client, service: ScriptedService, caplog: pytest.LogCaptureFixture
) -> None:
    service.on(HERON, DOWN, told("success"))
    with caplog.at_level(logging.DEBUG):
        client.generations.get("gen_heron")

    assert f"GET {service.url}/api/generations/gen_heron: 503 Service Unavailable; trying again in 0.5 s" in caplog.text
    assert ADAS_KEY not in caplog.text


# Lists


def page(*names: str, total: int, offset: int, limit: int = 2) -> Answer:
    listed = [{key: value for key, value in generation(id=name).items() if key != "payload"} for name in names]
    more = {"total": total, "limit": limit, "offset": offset, "hasMore": offset + len(names) < total}
    return Answer(200, {"data": listed, "pagination": more})


def names(found: Any) -> list[str]:
    return [generation.id for generation in found]


def test_a_list_goes_on_page_by_page(client: Client, service: ScriptedService) -> None:
    service.on(
        "GET /api/generations",
        page("gen_5", "gen_4", total=5, offset=0),
        page("gen_3", "gen_2", total=5, offset=2),
        page("gen_1", total=5, offset=4),
    )

    assert names(client.generations.list(limit=2)) == ["gen_5", "gen_4", "gen_3", "gen_2", "gen_1"]
    assert [heard.path for heard in service.heard] == [
        "/api/generations?limit=2&offset=0",
        "/api/generations?limit=2&offset=2",
        "/api/generations?limit=2&offset=4",
    ]


def test_pages_are_fetched_only_when_they_are_needed(client: Client, service: ScriptedService) -> None:
    service.on("GET /api/generations", page("gen_5", "gen_4", total=500, offset=0))
    listing = client.generations.list()

    assert service.heard == []
    assert next(listing).id == "gen_5"
    assert len(service.heard) == 1


def test_what_slid_to_the_next_page_is_not_shown_twice(client: Client, service: ScriptedService) -> None:
    service.on(
        "GET /api/generations",
        page("gen_3", "gen_2", total=3, offset=0),
        page("gen_2", "gen_1", total=4, offset=2),  # gen_4 has come in the meantime
    )

    assert names(client.generations.list(limit=2)) == ["gen_3", "gen_2", "gen_1"]


def test_a_smaller_page_than_asked_for_leaves_no_hole(client: Client, service: ScriptedService) -> None:
    service.on(
        "GET /api/generations",
        page("gen_3", "gen_2", total=3, offset=0, limit=2),
        page("gen_1", total=3, offset=2, limit=2),
    )
    list(client.generations.list(limit=1000))

    assert service.heard[1].path == "/api/generations?limit=1000&offset=2"


def test_a_list_that_claims_more_but_gives_nothing_ends(client: Client, service: ScriptedService) -> None:
    service.on("GET /api/generations", page(total=5, offset=0))

    assert list(client.generations.list()) == []


@pytest.mark.parametrize("status", ["error", Status.ERROR])
def test_a_list_may_hold_one_status_only(client: Client, service: ScriptedService, status: str) -> None:
    service.on("GET /api/generations", page("gen_1", total=1, offset=0))
    list(client.generations.list(status=status))

    assert service.heard[0].path == "/api/generations?limit=20&offset=0&status=error"


def test_one_page_tells_how_many_there_are(client: Client, service: ScriptedService) -> None:
    service.on("GET /api/generations", page("gen_3", "gen_2", total=9, offset=4))
    found = client.generations.page(limit=2, offset=4)

    assert (found.total, found.limit, found.offset, found.has_more, len(found)) == (9, 2, 4, True, 2)
    assert names(found) == ["gen_3", "gen_2"]


# The rest


@pytest.mark.parametrize("name", ["", ".", ".."])
def test_a_name_that_leads_elsewhere_is_refused(client: Client, service: ScriptedService, name: str) -> None:
    with pytest.raises(ValueError):
        client.generations.get(name)
    with pytest.raises(ValueError):
        client.tools.get(name)

    assert service.heard == []


def test_an_odd_name_stays_one_part_of_the_path(client: Client, service: ScriptedService) -> None:
    with pytest.raises(NotFound):
        client.tools.get("../a b?c#ä")

    assert service.heard[0].path == "/api/tools/..%2Fa%20b%3Fc%23%C3%A4"


def test_a_base_url_may_hold_a_path(make_client: MakeClient, service: ScriptedService) -> None:
    service.on("GET /mill/api/generations/gen_heron", told("success"))
    client = make_client(api_key=ADAS_KEY, base_url=f"{service.url}/mill/")

    assert isinstance(client.generations.get("gen_heron"), Generation)


@pytest.mark.parametrize(
    ("setting", "value"), [("timeout", 0), ("timeout", -1), ("timeout", float("nan")), ("max_retries", -1)]
)
def test_impossible_settings_are_refused(make_client: MakeClient, setting: str, value: float) -> None:
    with pytest.raises(ValueError, match=setting):
        make_client(api_key=ADAS_KEY, **{setting: value})


# Endpoints without a method of their own


def test_any_endpoint_can_be_called(client: Client, service: ScriptedService) -> None:
    service.on("POST /ext/quote", Answer(200, {"credits": 8}))
    service.on("DELETE /ext/generations/gen_heron", Answer(204, b""))

    assert client.request("POST", "/ext/quote", {"tool": "motion-3d"}) == {"credits": 8}
    assert client.request("delete", "/ext/generations/gen_heron") is None
    assert service.heard[0].json == {"tool": "motion-3d"}
    assert [heard.headers["authorization"] for heard in service.heard] == [ADAS_KEY, ADAS_KEY]


def test_of_any_endpoint_only_reads_are_repeated_after_a_failure(client: Client, service: ScriptedService) -> None:
    service.on("GET /ext/usage", refusal(500, "Internal server error"), Answer(200, {"data": []}))
    service.on("POST /ext/keys", refusal(500, "Internal server error"), Answer(200, {}))

    assert client.request("GET", "/ext/usage") == {"data": []}
    with pytest.raises(ServerError):
        client.request("POST", "/ext/keys", {})
    assert len(service.asked("POST /ext/keys")) == 1
