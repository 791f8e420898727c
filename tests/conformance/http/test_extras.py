"""What stands beside the interface: safe repeats, waiting, cancel, events, quote, ledger, delete."""

import hashlib
import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tests.places import PYTHONPATH
from tests.service import Person, Service

DRUMS: dict[str, Any] = {"tool": "drum-generator", "input": {"model": "drumgen", "seed": 7}}
SPEECH: dict[str, Any] = {
    "tool": "text-to-speech",
    "input": {"model": "voicevendor-tts", "prompt": "A heron waits."},
}
WAITING = ("text-to-speech", {"model": "voicevendor-tts", "prompt": "wait"})  # until it is killed
pytestmark = pytest.mark.xdist_group("extras")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A working service whose voice waits when told to."""
    folder = tmp_path_factory.mktemp("house")
    (folder / "mediamill.toml").write_text(
        '[engines]\n"text-to-speech/voicevendor-tts" = "tests.dispatch.engines:Speaks"\n'
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", PYTHONPATH)
        started = Service(folder / "data", rate_limit="off", slots_cpu="2").start()
    yield started
    started.kill()  # it would wait for voices that wait
    started.close()


@pytest.fixture(scope="module")
def mina(house: Service) -> Person:
    return house.open_account("mina", credits=1_000)


@pytest.fixture
def otto(house: Service, request: pytest.FixtureRequest) -> Person:
    """Somebody new in every test."""
    return house.open_account(f"otto-{hashlib.sha256(request.node.name.encode()).hexdigest()[:12]}", credits=100)


def keyed(person: Person, key: str, body: Any) -> httpx2.Response:
    headers = {"Content-Type": "application/json", "Idempotency-Key": key}
    return person.request("POST", "/api/run", body=json.dumps(body).encode(), headers=headers)


def ext(person: Person, method: str, path: str, **headers: str) -> httpx2.Response:
    return person.request(method, f"/ext/{path}", headers=headers)


def waiting_one(person: Person) -> str:
    """A generation that runs and goes on running."""
    id = person.start(WAITING[0], **WAITING[1])
    with follow(person, id) as events:
        next(event for event in events if event["event"] == "progress")
    return id


@contextmanager
def follow(person: Person, id: str, last: str | None = None) -> Iterator[Iterator[dict[str, Any]]]:
    """The events of a generation, parsed, as they come."""
    headers = {"Authorization": person.key, **({"Last-Event-ID": last} if last else {})}
    address = f"{person.service.address}/ext/generations/{id}/events"
    with person.client.stream("GET", address, headers=headers) as response:
        assert (200, "text/event-stream; charset=utf-8") == (response.status_code, response.headers["Content-Type"])
        yield parsed(response)


def parsed(response: httpx2.Response) -> Iterator[dict[str, Any]]:
    fields: dict[str, Any] = {}
    for line in response.iter_lines():
        name, _, value = line.partition(": ")
        if line:
            fields[name] = value
        else:
            if "data" in fields:
                yield {**fields, "data": json.loads(fields["data"])}
            fields = {}


def test_the_same_key_and_body_start_one_generation(otto: Person) -> None:
    first, again = (
        keyed(otto, "order-1", SPEECH),
        keyed(otto, "order-1", {"input": SPEECH["input"], "tool": SPEECH["tool"]}),
    )

    assert (200, 200) == (first.status_code, again.status_code)
    assert first.json() == again.json()
    assert ("true", None) == (again.headers.get("Idempotent-Replayed"), first.headers.get("Idempotent-Replayed"))
    assert otto.total() == 1


def test_another_body_under_the_same_key_is_refused(otto: Person) -> None:
    keyed(otto, "order-1", SPEECH)
    other = keyed(otto, "order-1", {**SPEECH, "input": {**SPEECH["input"], "prompt": "It flies."}})

    assert 409 == other.status_code
    assert {"message"} == set(other.json())
    assert otto.total() == 1


def test_twenty_twins_at_once_hold_once(otto: Person) -> None:
    body = {"tool": WAITING[0], "input": {"model": "voicevendor-tts", "prompt": "twenty twins"}}
    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(lambda _: keyed(otto, "twin", body), range(20)))

    assert {200} == {answer.status_code for answer in answers}
    assert 1 == len({answer.text for answer in answers})
    assert otto.total() == 1
    holds = [entry for entry in ext(otto, "GET", "ledger").json()["data"] if entry["kind"] == "hold"]
    assert len(holds) == 1


@pytest.mark.parametrize("key", ["", "é", "x" * 256])
def test_a_strange_key_is_a_fault_that_is_named(otto: Person, key: str) -> None:
    headers = [(b"authorization", otto.key.encode()), (b"content-type", b"application/json")]
    headers.append((b"idempotency-key", key.encode("latin-1")))
    refused = otto.client.request(
        "POST", f"{otto.service.address}/api/run", content=json.dumps(SPEECH), headers=headers
    )

    assert 400 == refused.status_code
    assert ["Idempotency-Key"] == [fault["field"] for fault in refused.json()["errors"]]


def test_a_create_that_waits_answers_with_the_whole_generation(otto: Person) -> None:
    headers = {"Content-Type": "application/json", "Prefer": "respond-async, wait=30"}
    made = otto.request("POST", "/api/run", body=json.dumps(SPEECH).encode(), headers=headers)

    assert 200 == made.status_code
    assert "wait=30" == made.headers["Preference-Applied"]
    assert "success" == made.json()["status"]
    assert made.json() == otto.generation(made.json()["id"])


def test_waiting_ends_with_its_time(otto: Person) -> None:
    id = waiting_one(otto)
    shown = otto.request("GET", f"/api/generations/{id}", headers={"Prefer": "wait=1"})

    assert ("processing", "wait=1") == (shown.json()["status"], shown.headers["Preference-Applied"])
    ext(otto, "POST", f"generations/{id}/cancel")


@pytest.mark.parametrize("prefer", ["wait", "wait=-1", "wait=x", "return=minimal", "wait=1e3", ""])
def test_preferences_that_make_no_sense_are_ignored(otto: Person, prefer: str) -> None:
    id = otto.start(SPEECH["tool"], **SPEECH["input"])
    shown = otto.request("GET", f"/api/generations/{id}", headers={"Prefer": prefer})

    assert 200 == shown.status_code
    assert "Preference-Applied" not in shown.headers


def test_cancel_kills_the_child_and_gives_the_credits_back(house: Service, otto: Person) -> None:
    before = otto.credits()
    id = waiting_one(otto)
    held = before - otto.credits()
    canceled = ext(otto, "POST", f"generations/{id}/cancel")
    after = otto.run(SPEECH["tool"], SPEECH["input"])  # its slot is free again

    assert held > 0
    assert 200 == canceled.status_code
    assert ("error", "Canceled") == (canceled.json()["status"], canceled.json()["error"])
    assert canceled.json() == otto.generation(id)
    assert "success" == otto.wait(after.json()["id"])["status"]
    assert ext(otto, "POST", f"generations/{id}/cancel").json() == canceled.json()
    assert house.is_exact()


def test_what_has_ended_cannot_be_canceled(otto: Person) -> None:
    id = otto.start(SPEECH["tool"], **SPEECH["input"])
    otto.wait(id)
    refused = ext(otto, "POST", f"generations/{id}/cancel")

    assert (409, {"message": "The generation has already ended"}) == (refused.status_code, refused.json())


def test_events_tell_the_whole_story(otto: Person) -> None:
    id = otto.start(SPEECH["tool"], **SPEECH["input"])
    with follow(otto, id) as events:
        told = list(events)
    states = [event for event in told if event["event"] == "status"]

    assert ("0", "processing") == (states[0]["id"], states[0]["data"]["status"])
    assert "success" == states[-1]["data"]["status"]
    assert states[-1]["data"]["output"] == otto.generation(id)["output"]
    assert [str(number) for number in range(len(states))] == [state["id"] for state in states]
    assert all("id" not in event for event in told if event["event"] == "progress")


def test_whoever_comes_back_gets_what_was_missed(otto: Person) -> None:
    id = otto.start(SPEECH["tool"], **SPEECH["input"])
    otto.wait(id)
    with follow(otto, id) as events:
        states = [event for event in events if event["event"] == "status"]
    with follow(otto, id, last="0") as events:
        missed = list(events)

    assert states[1:] == missed
    assert 204 == ext(otto, "GET", f"generations/{id}/events", **{"Last-Event-ID": states[-1]["id"]}).status_code


def test_a_quote_writes_nothing(otto: Person) -> None:
    body = {"tool": "text-to-3d", "input": {"model": "beta-v6", "prompt": "a rocket"}}
    headers = {"Content-Type": "application/json"}
    dear = otto.request("POST", "/ext/quote", body=json.dumps(body).encode(), headers=headers)
    free = otto.request("POST", "/ext/quote", body=json.dumps(DRUMS).encode(), headers=headers)
    wrong = otto.request("POST", "/ext/quote", body=b'{"tool": "nope", "input": {}}', headers=headers)

    assert {
        "tool": "text-to-3d",
        "model": "beta-v6",
        "credits": 160,
        "isFinal": True,
        "balance": 100,
        "available": True,
        "reason": None,
        "status": 402,
    } == dear.json()
    assert (0, 200) == (free.json()["credits"], free.json()["status"])
    assert (404, {"message": "Tool not found"}) == (wrong.status_code, wrong.json())
    assert otto.total() == 0


def test_what_no_engine_here_can_do_is_said_before_and_ends_at_once_without_a_download(otto: Person) -> None:
    """Japanese is a value of the interface; nothing that comes with mediamill can translate into it."""
    given = {"model": "voicevendor-dubbing", "audio_url": "https://nobody.example.com/a.mp3", "target_lang": "ja"}
    body = json.dumps({"tool": "translate-audio", "input": given}).encode()
    told = otto.request("POST", "/ext/quote", body=body, headers={"Content-Type": "application/json"}).json()
    english = {**given, "target_lang": "en"}
    body = json.dumps({"tool": "translate-audio", "input": english}).encode()
    free_to_go = otto.request("POST", "/ext/quote", body=body, headers={"Content-Type": "application/json"}).json()
    ended = otto.wait(otto.start("translate-audio", **given))

    assert (told["available"], free_to_go["available"], free_to_go["reason"]) == (False, True, None)
    assert told["reason"].startswith("This installation dubs into English")
    assert (ended["status"], ended["error"]) == ("error", told["reason"])
    assert otto.credits() == 100
    described = {tool["slug"]: tool["description"] for tool in otto.get("/api/tools").json()["data"]}
    assert described["translate-audio"].endswith(" on this installation.")
    assert otto.get("/api/tools/translate-audio").json()["description"] == described["translate-audio"]
    (row,) = (
        row
        for row in json.loads(otto.service.call_command("engines", "--json").stdout)
        if row["tool"] == "translate-audio"
    )
    assert row["note"].endswith(" on this installation")


def test_the_ledger_explains_the_balance(otto: Person) -> None:
    made = otto.run(SPEECH["tool"], SPEECH["input"]).json()["id"]
    otto.wait(made)
    page = ext(otto, "GET", "ledger?limit=2").json()

    assert ["capture", "hold"] == [entry["kind"] for entry in page["data"]]
    assert {made} == {entry["generation"] for entry in page["data"]}
    assert {"total": 3, "limit": 2, "offset": 0, "hasMore": True} == page["pagination"]
    rest = ext(otto, "GET", "ledger?limit=2&offset=2").json()["data"]
    assert [("grant", 100)] == [(entry["kind"], entry["credits"]) for entry in rest]


def test_a_deleted_generation_is_gone_with_its_media(house: Service, otto: Person) -> None:
    id = otto.start(SPEECH["tool"], **SPEECH["input"])
    output = otto.wait(id)["output"].replace(house.public_url, house.address)
    assert 200 == httpx2.get(output, trust_env=False).status_code
    deleted = ext(otto, "DELETE", f"generations/{id}")
    gone = httpx2.get(output, trust_env=False)

    assert (204, b"") == (deleted.status_code, deleted.content)
    assert 404 == otto.get(f"/api/generations/{id}").status_code
    assert (410, {"message": "This file was deleted by its owner"}) == (gone.status_code, gone.json())
    assert otto.total() == 0
    assert house.is_exact()


def test_what_is_under_way_cannot_be_deleted(otto: Person) -> None:
    id = waiting_one(otto)

    assert 409 == ext(otto, "DELETE", f"generations/{id}").status_code
    ext(otto, "POST", f"generations/{id}/cancel")
    assert 204 == ext(otto, "DELETE", f"generations/{id}").status_code


@pytest.mark.parametrize(
    ("method", "tail"), [("POST", "/cancel"), ("DELETE", ""), ("GET", "/events")], ids=["cancel", "delete", "events"]
)
def test_other_peoples_generations_are_out_of_reach(
    house: Service, mina: Person, otto: Person, method: str, tail: str
) -> None:
    id = mina.start(SPEECH["tool"], **SPEECH["input"])

    assert 403 == ext(otto, method, f"generations/{id}{tail}").status_code
    assert 404 == ext(otto, method, f"generations/gen_{'0' * 32}{tail}").status_code
    stranger = httpx2.request(method, f"{house.address}/ext/generations/{id}{tail}", trust_env=False)
    assert 401 == stranger.status_code


def test_a_full_queue_has_a_message_of_its_own(tmp_path: Path) -> None:
    service = Service(tmp_path / "data", "--no-worker", rate_limit="off", waiting_max="2").start()
    try:
        nils = service.open_account("nils")
        answers = [nils.run(DRUMS["tool"], DRUMS["input"]) for _ in range(3)]
    finally:
        service.close()

    assert [200, 200, 429] == [answer.status_code for answer in answers]
    assert "Too many queued generations in this account" in answers[2].json()["message"]
    assert "Retry-After" in answers[2].headers


def test_a_disk_without_room_takes_no_new_work(tmp_path: Path) -> None:
    service = Service(tmp_path / "data", "--no-worker", rate_limit="off", disk_free_megabytes_min=str(10**9)).start()
    try:
        nils = service.open_account("nils")
        refused = nils.run(DRUMS["tool"], DRUMS["input"])
        read = nils.get("/api/account")
    finally:
        service.close()

    assert (503, 200) == (refused.status_code, read.status_code)
    assert "Retry-After" in refused.headers


def test_a_revoked_key_ends_its_open_streams(house: Service, otto: Person) -> None:
    id = waiting_one(otto)
    headers = {"Authorization": otto.key}
    address = f"{house.address}/ext/generations/{id}/events"
    with otto.client.stream("GET", address, headers=headers, timeout=5.0) as response:
        lines = response.iter_lines()
        assert next(lines).startswith("retry:")
        assert 0 == house.call_command("keys", "revoke", house.key_of(otto)).exit_code
        assert not any("success" in line for line in lines)  # it ends by itself: 5 s of silence would fail

    assert 401 == otto.get(f"/ext/generations/{id}/events").status_code
