"""Keys: what is none, what is no longer one, and what too many wrong ones lead to."""

import json
import time

import pytest

from mediamill.db.postgres import PostgresDatabase
from tests.behind import contents_of
from tests.conformance.http.conftest import Stranger
from tests.conformance.http.judge import NO_KEY, TOO_MANY, Refusal, refusal, refusal_in, say
from tests.service import Person, Service

pytestmark = pytest.mark.xdist_group("http")

ENDPOINTS = (
    ("POST", "/api/run"),
    ("GET", "/api/generations"),
    ("GET", "/api/generations/gen_1"),
    ("GET", "/api/account"),
    ("GET", "/api/tools"),
    ("GET", "/api/tools/drum-generator"),
)
FAILURES_A_MINUTE = 60
UNAUTHORIZED = Refusal(401, NO_KEY)


def keyed(value: bytes) -> list[tuple[bytes, bytes]]:
    return [(b"Authorization", value)]


@pytest.mark.parametrize(("method", "path"), ENDPOINTS)
def test_every_endpoint_wants_a_key(stranger: Stranger, method: str, path: str) -> None:
    response = stranger.request(method, path)

    assert UNAUTHORIZED == refusal(response)
    assert {"message": NO_KEY} == response.json()


@pytest.mark.parametrize(("method", "path"), ENDPOINTS)
def test_a_revoked_key_opens_nothing(stranger: Stranger, cleo: Person, method: str, path: str) -> None:
    assert UNAUTHORIZED == refusal(stranger.request(method, path, keyed(cleo.key.encode())))


def test_a_key_revoked_by_a_command_ends_the_streams_of_a_service_without_a_worker(service: Service) -> None:
    olga = service.open_account("olga", credits=1)
    id = olga.start("drum-generator", model="drumgen")
    address = f"{service.address}/ext/generations/{id}/events"
    with olga.client.stream("GET", address, headers={"Authorization": olga.key}, timeout=5.0) as response:
        lines = response.iter_lines()
        assert next(lines).startswith("retry:")
        assert 0 == service.call_command("keys", "revoke", service.key_of(olga)).exit_code
        assert not any("success" in line for line in lines)  # 5 s of silence would fail


def test_what_only_looks_like_a_key_opens_nothing(stranger: Stranger, ada: Person, dora: Person) -> None:
    key = ada.key.encode()
    pieces = dora.key.encode()
    wrong = {
        "nothing": b"",
        "a word": b"secret",
        "the prefix": b"mm_live_",
        "Bearer": b"Bearer " + key,
        "bearer": b"bearer " + key,
        "Basic": b"Basic " + key,
        "quotes": b'"' + key + b'"',
        "upper case": key.upper(),
        "another letter at the end": key[:-1] + (b"a" if key[-1:] != b"a" else b"b"),
        "another letter within": key[:30] + (b"a" if key[30:31] != b"a" else b"b") + key[31:],
        "one letter less": key[:-1],
        "one letter more": key + b"a",
        "twice": key + key,
        "a list": key + b", " + key,
        "a list of two": key + b"," + pieces,
        "one's head, the other's tail": key[:20] + pieces[20:],
        "a space within": key[:20] + b" " + key[20:],
        "a tab within": key[:20] + b"\t" + key[20:],
        "Latin-1": key + b"\xe9",
        "UTF-8": key + "é".encode(),
        "fullwidth letters": "ｍｍ_live_".encode() + key[8:],
        "a high byte alone": b"\xff",
        "percent": b"%00%01" + key,
        "twenty thousand letters": b"a" * 20_000,
    }
    for what, value in wrong.items():
        assert UNAUTHORIZED == refusal(stranger.request("GET", "/api/account", keyed(value))), what


def test_a_key_elsewhere_is_no_key(stranger: Stranger, ada: Person) -> None:
    for path in (f"/api/account?Authorization={ada.key}", f"/api/account?api_key={ada.key}"):
        assert UNAUTHORIZED == refusal(stranger.request("GET", path))
    for name in (b"X-API-Key", b"Api-Key", b"Cookie", b"Proxy-Authorization", b"X-Authorization"):
        assert UNAUTHORIZED == refusal(stranger.request("GET", "/api/account", [(name, ada.key.encode())])), name


def test_two_authorization_headers_are_none(stranger: Stranger, ada: Person, dora: Person) -> None:
    for other in (ada.key.encode(), dora.key.encode(), b"", b"x"):
        headers = [(b"Authorization", ada.key.encode()), (b"Authorization", other)]

        assert UNAUTHORIZED == refusal(stranger.request("GET", "/api/account", headers))
        assert UNAUTHORIZED == refusal(stranger.request("GET", "/api/account", headers[::-1]))


def test_the_name_of_the_header_is_written_as_one_likes(stranger: Stranger, ada: Person) -> None:
    for name in (b"authorization", b"AUTHORIZATION", b"aUTHORIZATION"):
        assert 200 == stranger.request("GET", "/api/account", [(name, ada.key.encode())]).status_code


@pytest.mark.parametrize("blanks", [" ", "   ", "\t", " \t "])
def test_blanks_around_a_key_are_no_part_of_it(service: Service, ada: Person, blanks: str) -> None:
    head = f"GET /api/account HTTP/1.1\r\nHost: x\r\nAuthorization:{blanks}{ada.key}{blanks}\r\n\r\n"
    reply = say(service.port, head.encode())

    assert reply is not None
    assert (200, ada.id) == (reply.status, json.loads(reply.content)["id"])


def test_a_key_of_100_kb_is_refused_without_harm(service: Service, ada: Person) -> None:
    reply = say(service.port, b"GET /api/account HTTP/1.1\r\nHost: x\r\nAuthorization: " + b"a" * 100_000 + b"\r\n\r\n")

    if reply is not None:
        assert refusal_in(reply.status, reply.headers, reply.content).status in (400, 401, 431)
    assert 200 == ada.get("/api/account").status_code


@pytest.mark.parametrize("value", [b"a\x00b", b"\x7f", b"\x01", b"a\x0bb"])
def test_a_key_with_control_characters_is_refused_without_harm(service: Service, value: bytes) -> None:
    reply = say(service.port, b"GET /api/account HTTP/1.1\r\nHost: x\r\nAuthorization: " + value + b"\r\n\r\n")

    if reply is not None:
        assert refusal_in(reply.status, reply.headers, reply.content).status in (400, 401)


def test_an_address_that_fails_too_often_is_told_to_come_later_but_a_valid_key_is_served(
    stranger: Stranger, ada: Person, service: Service
) -> None:
    started = time.monotonic()
    answers = [stranger.request("GET", "/api/account", keyed(b"guess")) for _ in range(FAILURES_A_MINUTE + 10)]
    refusals = [refusal(answer) for answer in answers]
    refilled = int((time.monotonic() - started) * FAILURES_A_MINUTE / 60) + 1

    assert [UNAUTHORIZED] * FAILURES_A_MINUTE == refusals[:FAILURES_A_MINUTE]
    assert refusals.count(Refusal(429, TOO_MANY)) >= 10 - refilled
    last_refused = next(answer for answer in reversed(answers) if answer.status_code == 429)
    assert 1 <= int(last_refused.headers["Retry-After"]) <= 60
    assert 200 == stranger.request("GET", "/api/account", keyed(ada.key.encode())).status_code
    assert 429 == stranger.request("GET", "/api/tools").status_code


def test_a_key_is_written_down_nowhere(service: Service, stranger: Stranger, ada: Person) -> None:
    secret = ada.key.encode()
    assert 200 == ada.get("/api/account").status_code
    assert 401 == stranger.request("GET", f"/api/account?key={ada.key}", keyed(b"Bearer " + secret)).status_code
    files = [path for path in service.folder.parent.rglob("*") if path.is_file()]

    if address := service.known_settings.database_url:
        assert ada.key[-40:] not in contents_of(PostgresDatabase(address))
    else:
        assert any(path.suffix == ".db" for path in files)
    assert [] == [path for path in files if secret in path.read_bytes() or secret[-40:] in path.read_bytes()]


def test_a_name_in_x_forwarded_for_is_not_believed(stranger: Stranger) -> None:
    answers = {
        stranger.request("GET", "/api/account", [(b"X-Forwarded-For", b"10.0.0.%d" % number)]).status_code
        for number in range(FAILURES_A_MINUTE + 30)
    }

    assert {401, 429} == answers
