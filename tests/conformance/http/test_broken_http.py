"""What is no HTTP, or only half: an answer in JSON or the end of the connection, and nobody else is hurt."""

import json
import socket

import pytest

from tests.conformance.http.judge import GENERIC, Refusal, Reply, read_reply, refusal, refusal_in, say
from tests.service import Person, Service

pytestmark = pytest.mark.xdist_group("http")

BODY = b'{"tool": "drum-generator", "input": {"model": "drumgen"}}'
GROWTH_BYTES_MAX = 24 * 2**20


def head(ada: Person, *lines: str) -> bytes:
    """The head of a fine POST with these further lines."""
    fixed = ("POST /api/run HTTP/1.1", "Host: x", f"Authorization: {ada.key}", "Content-Type: application/json")
    return "".join(f"{line}\r\n" for line in (*fixed, *lines)).encode() + b"\r\n"


def judged(reply: Reply | None, *statuses: int) -> None:
    """Closed without a word, or refused in JSON with one of these statuses."""
    if reply is not None:
        assert refusal_in(reply.status, reply.headers, reply.content).status in statuses


GARBAGE = {
    "garbage": b"\x00\x01\x02\x03\xff\xfe" * 100 + b"\r\n\r\n",
    "a TLS hello": bytes.fromhex("16030100c8010000c40303") + b"\x55" * 190,
    "an HTTP/2 preface": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "HTTP/0.9": b"GET /api/account\r\n\r\n",
    "HTTP/9.9": b"GET /api/account HTTP/9.9\r\nHost: x\r\n\r\n",
    "no version": b"GET /api/account HTTP/\r\nHost: x\r\n\r\n",
    "only newlines": b"\r\n" * 100 + b"x\r\n\r\n",
    "an answer": b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
    "SSH": b"SSH-2.0-OpenSSH_9.0\r\n\r\n",
    "SMTP": b"EHLO x.test\r\nMAIL FROM:<a@x.test>\r\n\r\n",
    "redis": b"*1\r\n$4\r\nPING\r\n\r\n",
    "a header without a colon": b"GET /api/account HTTP/1.1\r\nHost: x\r\nnonsense\r\n\r\n",
    "a header with a space in its name": b"GET /api/account HTTP/1.1\r\nHost : x\r\nA b: c\r\n\r\n",
    "a header without a name": b"GET /api/account HTTP/1.1\r\n: x\r\n\r\n",
    "a folded header": b"GET /api/account HTTP/1.1\r\nHost: x\r\nX-A: b\r\n c\r\n\r\n",
    "a NUL in a header": b"GET /api/account HTTP/1.1\r\nHost: x\r\nX-A: b\x00c\r\n\r\n",
    "a raw high byte in the path": b"GET /api/\xff\xfe HTTP/1.1\r\nHost: x\r\n\r\n",
    "a space in the path": b"GET /api/a b HTTP/1.1\r\nHost: x\r\n\r\n",
    "an absolute address": b"GET http://evil.test/api/account HTTP/1.1\r\nHost: x\r\n\r\n",
    "an asterisk": b"OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n",
    "a tunnel": b"CONNECT evil.test:443 HTTP/1.1\r\nHost: x\r\n\r\n",
    "an upgrade": b"GET /api/account HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
    "a long path": b"GET /api/" + b"a" * 60_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
    "a long query": b"GET /api/account?" + b"a" * 200_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
    "a long header": b"GET /api/account HTTP/1.1\r\nHost: x\r\nX-A: " + b"a" * 5_000_000 + b"\r\n\r\n",
    "a long header name": b"GET /api/account HTTP/1.1\r\nHost: x\r\n" + b"a" * 500_000 + b": x\r\n\r\n",
    "many headers": b"GET /api/account HTTP/1.1\r\nHost: x\r\n" + b"a: b\r\n" * 300_000 + b"\r\n",
    "a long method": b"G" * 100_000 + b" /api/account HTTP/1.1\r\nHost: x\r\n\r\n",
}


@pytest.mark.parametrize("request_bytes", GARBAGE.values(), ids=GARBAGE)
def test_what_is_no_request_is_refused_or_closed(service: Service, ada: Person, request_bytes: bytes) -> None:
    judged(say(service.port, request_bytes, finish=True), 400, 401, 404, 405, 413, 414, 426, 429, 431, 501, 505)

    assert 200 == ada.get("/api/account").status_code


@pytest.mark.parametrize(
    "request_bytes",
    [
        b"GET /api/account HTTP/1.1\r\nHost: x\r\nX-A: " + b"a" * 200_000,
        b"GET /api/" + b"a" * 200_000,
        b"GET /api/account HTTP/1.1\r\nHost: x\r\n" + b"a: b\r\n" * 40_000,
    ],
    ids=["a header", "a path", "many headers"],
)
def test_a_head_without_end_is_cut_off_before_it_ends(service: Service, request_bytes: bytes) -> None:
    judged(say(service.port, request_bytes), 400, 431, 414)


@pytest.mark.parametrize(
    ("version", "hosts", "status"),
    [
        ("1.0", [], 200),
        ("1.0", ["Host: x"], 200),
        ("1.0", ["Host: x", "Host: x"], 400),
        ("1.1", ["Host:"], 200),
        ("1.1", ["hOST: x"], 200),
        ("1.1", [], 400),
        ("1.1", ["Host: x", "host: x"], 400),
        ("1.1", ["Host: x", "Host: y"], 400),
    ],
)
def test_http_1_1_names_its_host_once(
    service: Service, ada: Person, version: str, hosts: list[str], status: int
) -> None:
    lines = [f"GET /api/account HTTP/{version}", *hosts, f"Authorization: {ada.key}"]
    reply = say(service.port, "".join(f"{line}\r\n" for line in lines).encode() + b"\r\n")

    assert reply is not None
    if status == 200:
        assert (200, ada.id) == (reply.status, json.loads(reply.content)["id"])
    else:
        assert status == refusal_in(reply.status, reply.headers, reply.content).status


@pytest.mark.parametrize(("more", "status"), [(97, 200), (98, 400), (5_000, 400)])
def test_a_head_has_a_hundred_headers_at_most(service: Service, ada: Person, more: int, status: int) -> None:
    lines = [f"X-{number}: x" for number in range(more)]
    reply = say(service.port, head(ada, f"Content-Length: {len(BODY)}", *lines[1:]) + BODY)

    assert reply is not None
    if status == 200:
        assert 200 == reply.status
    else:
        assert status == refusal_in(reply.status, reply.headers, reply.content).status


@pytest.mark.parametrize("path", ["/api/account", "/api/nowhere", "/ext/ledger"])
def test_answers_of_an_account_are_kept_by_nobody(service: Service, ada: Person, path: str) -> None:
    for answer in (ada.get(path), ada.client.get(f"{service.address}{path}"), ada.request("PUT", path)):
        assert ["no-store"] == answer.headers.get_list("Cache-Control")
        assert ["nosniff"] == answer.headers.get_list("X-Content-Type-Options")


@pytest.mark.parametrize("depth", [500, 1_000, 1_020, 5_000])
@pytest.mark.parametrize("brackets", ["[]", "{}"])
def test_a_duplicate_nested_deeply_is_no_fault_of_ours(ada: Person, depth: int, brackets: str) -> None:
    deep = "[" * depth + "]" * depth if brackets == "[]" else '{"a":' * depth + "1" + "}" * depth
    for body in (
        f'{{"tool": "drum-generator", "input": {deep}, "input": {{"model": "drumgen"}}}}',
        f'{{"tool": {deep}, "tool": "drum-generator", "input": {{"model": "drumgen"}}}}',
        f'{{"x": {deep}, "tool": "drum-generator", "input": {{"model": "drumgen"}}}}',
    ):
        assert ada.post(body).status_code in (200, 400)
    if depth >= 1_000:
        body = f'{{"tool": {deep}, "tool": "drum-generator", "input": {{"model": "drumgen"}}}}'
        assert Refusal(400, GENERIC) == refusal(ada.post(body))


@pytest.mark.parametrize(
    "length", ["-1", "+57", "5 7", "0x39", "57, 57", "57, 58", "five", "", "99999999999999999999999", "1e2", "57.0"]
)
def test_a_length_that_is_none_is_refused(service: Service, ada: Person, length: str) -> None:
    reply = say(service.port, head(ada, f"Content-Length: {length}") + BODY, finish=True)

    if length == "57, 57":  # RFC 9110, 8.6: may be taken for 57
        assert reply is None or reply.status in (200, 400)
    else:
        judged(reply, 400, 413)


def test_two_lengths_or_a_length_and_chunks_are_refused(service: Service, ada: Person) -> None:
    chunked = b"39\r\n" + BODY + b"\r\n0\r\n\r\n"
    judged(say(service.port, head(ada, "Content-Length: 57", "Content-Length: 5") + BODY, finish=True), 400)
    judged(say(service.port, head(ada, "Content-Length: 57", "Transfer-Encoding: chunked") + chunked, finish=True), 400)
    judged(say(service.port, head(ada, "Transfer-Encoding: chunked, identity") + chunked, finish=True), 400, 501)
    judged(say(service.port, head(ada, "Transfer-Encoding: gzip") + BODY, finish=True), 400, 501)
    judged(say(service.port, head(ada, "Transfer-Encoding: xchunked") + chunked, finish=True), 400, 501)


def test_chunks_are_a_body_like_any_other(service: Service, ada: Person) -> None:
    chunks = b"".join(b"1\r\n%c\r\n" % byte for byte in BODY) + b"0\r\nX-Trailer: x\r\n\r\n"
    reply = say(service.port, head(ada, "Transfer-Encoding: chunked") + chunks)

    assert reply is not None
    assert (200, "processing") == (reply.status, json.loads(reply.content)["status"])


@pytest.mark.parametrize(
    "chunks",
    [b"zz\r\n{}\r\n0\r\n\r\n", b"-1\r\n{}\r\n0\r\n\r\n", b"ffffffffffffffffff\r\n{}\r\n",
     b"5;" + b"x" * 100_000 + b"\r\n", b"3\r\n{}\r\n0\r\n\r\n", b"2\r\n{}xx0\r\n\r\n", b"0x2\r\n{}\r\n0\r\n\r\n",
     b"2\n{}\n0\n\n"],
)  # fmt: skip
def test_chunked_nonsense_is_refused_or_closed(service: Service, ada: Person, chunks: bytes) -> None:
    judged(say(service.port, head(ada, "Transfer-Encoding: chunked") + chunks, finish=True), 400, 413)


def test_chunks_without_end_are_cut_off_at_the_limit_of_a_body(service: Service, ada: Person) -> None:
    before = service.memory_bytes()
    many = (b"10000\r\n" + b" " * 65_536 + b"\r\n") * 160
    judged(say(service.port, head(ada, "Transfer-Encoding: chunked") + many), 400)

    assert service.memory_bytes() - before < GROWTH_BYTES_MAX


def test_a_body_that_is_declared_too_large_is_refused_before_it_comes(service: Service, ada: Person) -> None:
    for length in (262_145, 10**7, 10**12):
        reply = say(service.port, head(ada, f"Content-Length: {length}"))

        assert reply is not None
        assert (400, GENERIC) == (reply.status, json.loads(reply.content)["message"])


def test_a_body_that_stops_halfway_starts_nothing(service: Service, ada: Person) -> None:
    before = ada.total()
    judged(say(service.port, head(ada, "Content-Length: 57") + BODY[:30], finish=True), 400)

    assert before == ada.total()


def test_a_client_that_waits_to_be_asked_for_the_body_is_asked(service: Service, ada: Person) -> None:
    with socket.create_connection(("127.0.0.1", service.port), timeout=5) as connection:
        connection.sendall(head(ada, f"Content-Length: {len(BODY)}", "Expect: 100-continue"))
        asked = connection.recv(25)
        connection.sendall(BODY)
        reply = read_reply(connection)

    assert b"HTTP/1.1 100 Continue\r\n\r\n" == asked
    assert reply is not None
    assert 200 == reply.status


def test_requests_sent_without_waiting_are_answered_in_turn(service: Service, ada: Person) -> None:
    get = f"GET /api/account HTTP/1.1\r\nHost: x\r\nAuthorization: {ada.key}\r\n\r\n".encode()
    missing = get.replace(b"/api/account", b"/api/missing")
    with socket.create_connection(("127.0.0.1", service.port), timeout=5) as connection:
        connection.sendall(missing)
        first = read_reply(connection)
        connection.sendall(head(ada, f"Content-Length: {len(BODY)}") + BODY)
        second = read_reply(connection)
        connection.sendall(get)
        third = read_reply(connection)

    assert [404, 200, 200] == [reply.status for reply in (first, second, third) if reply]


def test_a_refused_body_is_not_read_as_the_next_request(service: Service, ada: Person) -> None:
    smuggled = f"GET /api/account HTTP/1.1\r\nHost: x\r\nAuthorization: {ada.key}\r\n\r\n".encode()
    body = smuggled.ljust(300_000, b" ")
    with socket.create_connection(("127.0.0.1", service.port), timeout=5) as connection:
        connection.sendall(head(ada, f"Content-Length: {len(body)}") + body)
        first = read_reply(connection)
        try:
            connection.sendall(smuggled.replace(b"/api/account", b"/api/missing"))
        except (BrokenPipeError, ConnectionResetError):
            second = None
        else:
            second = read_reply(connection)

    assert first is not None
    assert 400 == first.status
    assert second is None or second.status == 404


def test_idle_and_half_open_connections_keep_nobody_out(service: Service, ada: Person) -> None:
    idle = [socket.create_connection(("127.0.0.1", service.port), timeout=5) for _ in range(50)]
    for number, connection in enumerate(idle):
        if number % 2:
            connection.sendall(b"GET /api/account HTTP/1.1\r\nHo")
    try:
        assert 200 == ada.get("/api/account").status_code
        assert 200 == ada.run("drum-generator", {"model": "drumgen"}).status_code
    finally:
        for connection in idle:
            connection.close()
