"""Prices, the ledger, deleting, the inbox, and clients with other options."""

import pytest

from mediamill_client import Client, Conflict, LedgerEntry, NotFound, Quote, ServerError
from tests.client.conftest import ADAS_KEY, FrozenClock, MakeClient
from tests.client.scripted_service import CREATED_AT, Answer, ScriptedService, refusal, stream
from tests.client.test_files import uploaded

DELETE = "DELETE /ext/generations/gen_heron"


def test_a_price_is_told_before_anything_is_run(client: Client, service: ScriptedService) -> None:
    told = {
        "tool": "motion-3d",
        "model": "alpha-motion",
        "credits": 16,
        "isFinal": True,
        "balance": 966,
        "available": False,
        "reason": "No engine here makes this.",
        "status": 200,
    }
    service.on("POST /ext/quote", Answer(200, told))
    quote = client.quote("motion-3d", {"model": "alpha-motion", "prompt": "walk"})

    assert quote == Quote("motion-3d", "alpha-motion", 16, True, 966, False, "No engine here makes this.", 200)
    assert service.heard[0].json == {"tool": "motion-3d", "input": {"model": "alpha-motion", "prompt": "walk"}}


def test_a_price_depends_on_the_file(client: Client, service: ScriptedService) -> None:
    service.on("POST /ext/files", Answer(200, uploaded("upl_1")))
    service.on("POST /ext/quote", refusal(404, "Tool not found"))
    with pytest.raises(NotFound):
        client.quote("voice-isolator", {"audio_url": b"beep"})

    assert service.asked("POST /ext/quote")[0].json["input"] == {"audio_url": uploaded("upl_1")["url"]}


def entry(number: int) -> dict[str, object]:
    return {
        "id": f"led_{number}",
        "kind": "capture",
        "credits": 16,
        "generation": "gen_heron",
        "note": None,
        "createdAt": CREATED_AT,
    }


def test_the_ledger_is_read_page_by_page(client: Client, service: ScriptedService) -> None:
    def page(*numbers: int, more: bool) -> Answer:
        pagination = {"total": 3, "limit": 2, "offset": 0, "hasMore": more}
        return Answer(200, {"data": [entry(number) for number in numbers], "pagination": pagination})

    service.on("GET /ext/ledger", page(3, 2, more=True), page(2, 1, more=False))
    entries = list(client.ledger(limit=2))

    assert [one.id for one in entries] == ["led_3", "led_2", "led_1"]
    assert isinstance(entries[0], LedgerEntry)
    assert (entries[0].kind, entries[0].credits, entries[0].generation) == ("capture", 16, "gen_heron")
    assert [heard.path for heard in service.heard] == [
        "/ext/ledger?limit=2&offset=0",
        "/ext/ledger?limit=2&offset=2",
    ]


def test_a_generation_is_deleted_by_its_id(client: Client, service: ScriptedService) -> None:
    service.on(DELETE, Answer(hang_up=True), refusal(404, "Generation not found"))
    client.delete("gen_heron")

    assert len(service.asked(DELETE)) == 2


def test_what_is_under_way_cannot_be_deleted(client: Client, service: ScriptedService) -> None:
    service.on(DELETE, refusal(409, "The generation has not ended"))
    with pytest.raises(Conflict, match="409 The generation has not ended"):
        client.delete("gen_heron")


def delivery(id: str) -> str:
    return f'id: {id}\nevent: delivery\ndata: {{"headers": {{"webhook-id": "{id}"}}, "body": "{{}}"}}\n\n'


def test_the_inbox_gives_webhooks_as_they_would_arrive(client: Client, service: ScriptedService) -> None:
    service.on("GET /ext/inbox", stream(delivery("gen_1"), delivery("gen_2"), stall=True))
    inbox = client.webhooks.inbox()
    received = [next(inbox), next(inbox)]

    assert [(dict(one.headers), one.body) for one in received] == [
        ({"webhook-id": "gen_1"}, b"{}"),
        ({"webhook-id": "gen_2"}, b"{}"),
    ]


def test_an_inbox_that_broke_goes_on_where_it_was_and_repeats_nothing(client: Client, service: ScriptedService) -> None:
    opening, position = "GET /ext/inbox", "id: 1763930000000\n\n"
    service.on(opening, stream(position), stream(position, delivery("gen_1")))
    service.on(opening, stream(position, delivery("gen_1"), delivery("gen_2"), stall=True))
    inbox = client.webhooks.inbox()
    received = [next(inbox), next(inbox)]

    assert [one.headers["webhook-id"] for one in received] == ["gen_1", "gen_2"]
    assert [one.headers.get("last-event-id") for one in service.asked(opening)] == [None, "1763930000000", "gen_1"]


def test_an_inbox_that_one_may_not_open_is_an_error(client: Client, service: ScriptedService) -> None:
    service.on("GET /ext/inbox", refusal(403, "Forbidden"))
    with pytest.raises(Exception, match="403 Forbidden"):
        next(client.webhooks.inbox())


def test_other_options_leave_the_client_as_it_is(client: Client, service: ScriptedService, clock: FrozenClock) -> None:
    service.on("GET /api/account", refusal(503, "Down"))
    hasty = client.with_options(timeout=5, retries=0)
    for impatient, tries in ((hasty, 1), (client, 3), (client.with_options(retries=1), 2)):
        service.heard.clear()
        with pytest.raises(ServerError):
            impatient.account.get()
        assert len(service.heard) == tries


def test_closing_a_client_with_other_options_closes_nothing(service: ScriptedService) -> None:
    service.on("GET /api/tools", Answer(200, {"data": []}))
    with Client(ADAS_KEY, service.url) as client:
        with client.with_options(timeout=None) as patient:
            assert patient._wire.timeout is None
        assert client.tools.list() == ()
        assert client._wire.timeout == 60


def test_impossible_options_are_refused(make_client: MakeClient, service: ScriptedService) -> None:
    client = make_client(api_key=ADAS_KEY, base_url=service.url)
    with pytest.raises(ValueError, match="timeout"):
        client.with_options(timeout=0)
    with pytest.raises(ValueError, match="max_retries"):
        client.with_options(retries=-1)
