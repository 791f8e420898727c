"""Keys over HTTP: made with no more than the calling one may do, listed with what they spent, revoked."""

import json
from typing import Any

import httpx2
import pytest

from tests.service import Person, Service

SPEECH = ("text-to-speech", {"model": "voicevendor-tts", "prompt": "A heron waits."})  # 2 credits
FIELDS = {
    *("id", "name", "prefix", "createdAt", "lastUsedAt", "expiresAt", "revokedAt", "scopes", "tools", "models"),
    *("networks", "caps", "used", "left", "renewsAt", "createsPerMinute", "isCurrent"),
}
NO_CAPS = {"day": None, "month": None, "total": None}
FORBIDDEN = {"message": "Forbidden"}
NEEDS = [
    ("read", "GET", "/api/account"),
    ("read", "GET", "/api/generations"),
    ("read", "GET", "/api/generations/gen_1"),
    ("read", "GET", "/api/tools"),
    ("read", "GET", "/ext/ledger"),
    ("read", "GET", "/ext/generations/gen_1"),
    ("read", "GET", "/ext/generations/gen_1/events"),
    ("read", "GET", "/ext/files"),
    ("read", "POST", "/ext/quote"),
    ("run", "POST", "/api/run"),
    ("run", "POST", "/ext/files"),
    ("run", "POST", "/ext/generations/gen_1/cancel"),
    ("manage", "DELETE", "/ext/generations/gen_1"),
    ("manage", "DELETE", "/ext/files/upl_1"),
    ("manage", "GET", "/ext/keys"),
    ("manage", "POST", "/ext/keys"),
    ("manage", "DELETE", "/ext/keys/nothing1"),
]


@pytest.fixture
def vera(service: Service, request: pytest.FixtureRequest) -> Person:
    """Somebody new in every test, with a thousand credits."""
    return service.open_account(f"vera-{abs(hash(request.node.name))}", credits=1_000)


def send(person: Person, method: str, path: str, body: Any = None, **headers: str) -> httpx2.Response:
    sent = None if body is None else json.dumps(body).encode()
    return person.request(method, path, body=sent, headers={"Content-Type": "application/json", **headers})


def create(person: Person, **members: Any) -> dict[str, Any]:
    answer = send(person, "POST", "/ext/keys", {"name": "another", **members})
    assert answer.status_code == 200, answer.text
    made = answer.json()
    assert isinstance(made, dict)
    return made


def with_key(person: Person, **members: Any) -> Person:
    """The same person, calling with a new key."""
    return Person(person.service, person.id, person.email, create(person, **members)["apiKey"])


def listed(person: Person) -> list[dict[str, Any]]:
    answer = person.get("/ext/keys")
    assert answer.status_code == 200, answer.text
    data = answer.json()["data"]
    assert isinstance(data, list)
    return data


def test_a_new_key_is_shown_once_and_may_do_what_its_origin_may(vera: Person) -> None:
    made = create(vera)
    first, second = listed(vera)

    assert set(made) == FIELDS | {"apiKey"}
    assert {**made, "lastUsedAt": second["lastUsedAt"]} == {**second, "apiKey": made["apiKey"]}
    assert made["apiKey"].startswith(made["prefix"])
    assert (first["isCurrent"], second["isCurrent"]) == (True, False)
    for key in (first, second):
        assert key["scopes"] == ["read", "run", "manage"]
        assert [key[name] for name in ("tools", "models", "networks", "expiresAt", "createsPerMinute")] == [None] * 5
        assert (key["caps"], key["left"], key["used"]) == (NO_CAPS, NO_CAPS, dict.fromkeys(NO_CAPS, 0))


@pytest.mark.parametrize("scope", ["read", "run", "manage"])
def test_a_key_without_the_scope_of_an_endpoint_is_refused(vera: Person, scope: str) -> None:
    narrow = with_key(vera, scopes=[scope])

    for needed, method, path in NEEDS:
        answer = send(narrow, method, path)
        is_refused = (answer.status_code, answer.json() if answer.content else None) == (403, FORBIDDEN)
        assert is_refused == (needed != scope), (method, path, answer.text)
    assert narrow.get("/ext/keys/nothing/else").status_code == 404


def test_an_upload_is_read_with_a_key_that_may_read(vera: Person) -> None:
    uploader, reader = with_key(vera, scopes=["run"]), with_key(vera, scopes=["read"])
    gif = b"GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff!\xf9\x04\x01\x00\x00\x00\x00,\x00\x00\x00\x00"
    gif += b"\x01\x00\x01\x00\x00\x02\x02D\x01\x00;"
    made = uploader.request("POST", "/ext/files", body=gif, headers={"Content-Type": "application/octet-stream"})
    assert made.status_code == 200, made.text
    path = "/media/" + made.json()["url"].partition("/media/")[2].partition("?")[0]

    assert (403, 200) == (uploader.get(path).status_code, reader.get(path).status_code)


def test_a_key_runs_only_its_tools_and_models(vera: Person) -> None:
    drums = with_key(vera, tools=["drum-generator"])
    voice = with_key(vera, models=["text-to-speech/voicevendor-tts"])

    for person, allowed in ((drums, False), (voice, True)):
        assert person.run(*SPEECH).status_code == (200 if allowed else 403)
        assert send(person, "POST", "/ext/quote", {"tool": SPEECH[0], "input": SPEECH[1]}).status_code == (
            200 if allowed else 403
        )
    assert voice.run("drum-generator", {"model": "drumgen"}).json() == FORBIDDEN
    assert drums.run("drum-generator", {"model": "drumgen"}).status_code == 200
    assert drums.run("drum-generator", {"model": "nothing"}).status_code == 404


def test_a_key_is_good_only_in_its_networks(vera: Person) -> None:
    here, elsewhere = with_key(vera, networks=["127.0.0.0/8", "::1"]), with_key(vera, networks=["203.0.113.0/24"])
    answer = elsewhere.get("/api/account")

    assert here.get("/api/account").status_code == 200
    assert (403, FORBIDDEN) == (answer.status_code, answer.json())


def test_a_key_spends_to_its_cap(vera: Person) -> None:
    capped = with_key(vera, caps={"day": 5, "total": 100})
    quote = {"tool": SPEECH[0], "input": SPEECH[1]}
    keyed = {"Idempotency-Key": "order-1"}
    first = send(capped, "POST", "/api/run", quote, **keyed)
    assert (200, 200) == (first.status_code, capped.run(*SPEECH).status_code)
    over = capped.run(*SPEECH)

    assert (402, {"message": "Insufficient credits: spending limit reached"}) == (over.status_code, over.json())
    assert 402 == send(capped, "POST", "/ext/quote", quote).json()["status"]
    assert first.json() == send(capped, "POST", "/api/run", quote, **keyed).json(), "a repeat is answered all the same"
    key = listed(capped)[1]
    assert key["used"] == {"day": 4, "month": 4, "total": 4}
    assert key["left"] == {"day": 1, "month": None, "total": 96}
    assert key["renewsAt"]["day"].endswith("T00:00:00.000Z")
    assert key["renewsAt"]["month"].endswith("-01T00:00:00.000Z")
    assert vera.run(*SPEECH).status_code == 200
    assert vera.service.is_exact()


def test_an_account_that_is_capped_says_the_same(vera: Person) -> None:
    from mediamill import credits

    vera.service.write(lambda tx: credits.set_account_caps(tx, vera.id, credits.Caps(month=3)))

    assert [200, 402] == [vera.run(*SPEECH).status_code for _ in range(2)]


def test_a_key_creates_as_often_as_it_may(vera: Person) -> None:
    slow = with_key(vera, createsPerMinute=3)
    child = with_key(slow)
    answers = [(slow, child)[number % 2].run(*SPEECH) for number in range(4)]

    assert [200, 200, 429, 429] == [answer.status_code for answer in answers], "to make the child was one of three"
    assert (answers[0].headers["RateLimit-Limit"], answers[0].headers["RateLimit-Remaining"]) == ("3", "1")
    assert int(answers[2].headers["Retry-After"]) >= 1
    assert slow.get("/api/account").status_code == 200
    assert vera.run(*SPEECH).status_code == 200


def test_nobody_gives_a_new_key_more_than_the_calling_one_has(vera: Person) -> None:
    narrow = with_key(
        vera,
        scopes=["read", "manage"],
        tools=["text-to-speech"],
        networks=["127.0.0.0/8"],
        caps={"month": 10},
        createsPerMinute=100,
        expiresAt="2100-01-01T00:00:00Z",
    )
    more: list[dict[str, Any]] = [
        {"scopes": ["run"]},
        {"tools": None},
        {"tools": ["drum-generator"]},
        {"networks": ["0.0.0.0/0"]},
        {"caps": {"month": 11}},
        {"caps": {"month": None}},
        {"createsPerMinute": None},
        {"expiresAt": "2100-01-01T00:00:01Z"},
        {"expiresAt": None},
    ]
    for members in more:
        answer = send(narrow, "POST", "/ext/keys", {"name": "more", **members})
        assert (403, FORBIDDEN) == (answer.status_code, answer.json()), members
    child = create(narrow, scopes=["read"], caps={"day": 1})

    assert (["read"], ["text-to-speech"], ["127.0.0.0/8"]) == (child["scopes"], child["tools"], child["networks"])
    assert child["caps"] == {"day": 1, "month": 10, "total": None}
    assert len(listed(vera)) == 3


def test_everything_wrong_with_a_new_key_is_said_at_once(vera: Person) -> None:
    answer = send(
        vera,
        "POST",
        "/ext/keys",
        {
            "name": "",
            "scopes": ["write"],
            "expiresAt": "2020-01-01T00:00:00Z",
            "tools": ["nothing"],
            "models": "create-image/nano-banana",
            "networks": ["10.0.0.1/8"],
            "caps": {"day": -1, "week": 5, "total": 1.5},
            "createsPerMinute": 0,
            "color": "red",
        },
    )

    assert answer.status_code == 400
    assert {fault["field"]: fault["code"] for fault in answer.json()["errors"]} == {
        "color": "unknown_field",
        "name": "too_short",
        "scopes.0": "not_allowed",
        "expiresAt": "out_of_range",
        "tools.0": "not_allowed",
        "models": "invalid_type",
        "networks.0": "not_allowed",
        "caps.day": "out_of_range",
        "caps.week": "unknown_field",
        "caps.total": "invalid_type",
        "createsPerMinute": "out_of_range",
    }
    assert send(vera, "POST", "/ext/keys", {}).json()["message"] == "Missing or invalid parameters"
    assert len(listed(vera)) == 1


def test_a_key_is_revoked_also_by_itself_and_only_in_its_account(vera: Person, ada: Person) -> None:
    made = create(vera)
    second = Person(vera.service, vera.id, vera.email, made["apiKey"])
    stranger = send(ada, "DELETE", f"/ext/keys/{made['id']}")
    unknown = send(vera, "DELETE", "/ext/keys/nothing1")

    assert (404, {"message": "API key not found"}) == (stranger.status_code, stranger.json())
    assert (404, stranger.json()) == (unknown.status_code, unknown.json())
    assert [204, 204] == [send(vera, "DELETE", f"/ext/keys/{made['id']}").status_code for _ in range(2)]
    assert second.get("/api/account").status_code == 401
    assert listed(vera)[1]["revokedAt"] is not None
    assert 204 == send(vera, "DELETE", f"/ext/keys/{listed(vera)[0]['id']}").status_code


def test_an_operator_makes_restricted_keys_on_the_command_line(vera: Person) -> None:
    made = vera.service.told(
        *("keys", "create", vera.email, "--scope", "read", "--scope", "run", "--tool", "text-to-speech"),
        *("--cap-day", "5", "--creates-per-minute", "7", "--network", "127.0.0.0/8", "--expires", "2100-01-01"),
    )
    shown = vera.service.told("keys", "list", vera.email)[1]
    narrow = Person(vera.service, vera.id, vera.email, made["apiKey"])

    assert shown["scopes"] == ["read", "run"]
    assert (shown["caps"], shown["left"]) == ({**NO_CAPS, "day": 5}, {**NO_CAPS, "day": 5})
    assert (shown["expiresAt"], shown["createsPerMinute"]) == ("2100-01-01T00:00:00.000Z", 7)
    assert narrow.run(*SPEECH).status_code == 200
    assert narrow.get("/ext/keys").status_code == 403
    wrong = vera.service.call_command("keys", "create", vera.email, "--tool", "nothing")
    assert (wrong.exit_code, "nothing is no tool here" in wrong.stderr) == (2, True)
