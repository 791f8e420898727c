"""Slow, idle and many: bad neighbours cost the others nothing."""

import contextlib
import json
import select
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx2
import pytest

from tests.conformance.http.judge import SECONDS_TO_ANSWER, read_reply
from tests.service import Person, Service, until

LORISES, IDLERS = 200, 500
BAD_BODIES = 10_000
GROWTH_BYTES_MAX = 12 * 2**20  # allocators keep some; 10,000 bodies of 200 kB would be 2 GB
PROXY = "127.0.0.7"
READERS_BYTES_MAX = 60 * 2**20  # 400 of them: 150 kB each
NEIGHBOUR_SECONDS = 1.0  # a normal call beside all of them
BAD_BODY = b'{"tool": "' + b"x" * 200_000 + b'", "input": {"prompt": [[[[[[[[1]]]]]]]]'
pytestmark = pytest.mark.xdist_group("front-door")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    folder = tmp_path_factory.mktemp("door") / "data"
    started = Service(
        folder, "--no-worker", rate_limit="off", connections_max="900", connections_per_address_max="900"
    ).start()
    yield started
    started.close()


@pytest.fixture(scope="module")
def mina(house: Service) -> Person:
    return house.open_account("mina", credits=1_000)


@contextlib.contextmanager
def connections(
    service: Service, count: int, says: bytes = b"", *, address: str = "127.0.0.1"
) -> Iterator[list[socket.socket]]:
    """So many from one address of this machine, each of which has said this much."""
    with contextlib.ExitStack() as stack:
        opened = []
        for _ in range(count):
            line = socket.create_connection(("127.0.0.1", service.port), timeout=10.0, source_address=(address, 0))
            opened.append(stack.enter_context(line))
            opened[-1].sendall(says)
        yield opened


def closed(lines: list[socket.socket]) -> int:
    """How many of them the service has closed so far."""
    poll = select.poll()
    for line in lines:
        poll.register(line, select.POLLIN | select.POLLRDHUP)
    return len(poll.poll(0))


@contextlib.contextmanager
def event_streams(person: Person, count: int, *, address: str = "127.0.0.1") -> Iterator[list[socket.socket]]:
    """Connections that are being answered for as long as nobody works: event streams of a generation."""
    id = person.start("drum-generator", model="drumgen")
    head = f"GET /ext/generations/{id}/events HTTP/1.1\r\nHost: x\r\nAuthorization: {person.key}\r\n\r\n"
    with connections(person.service, count, head.encode(), address=address) as lines:
        for line in lines:
            assert line.recv(12) == b"HTTP/1.1 200"
        yield lines


def post_head(mina: Person, length: int) -> bytes:
    return (
        f"POST /api/run HTTP/1.1\r\nHost: x\r\nAuthorization: {mina.key}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
    ).encode()


@pytest.mark.slow
def test_lorises_and_idlers_do_not_delay_a_normal_call(house: Service, mina: Person) -> None:
    drip = b"POST /api/run HTTP/1.1\r\nHost: x\r\nX-Slow: "
    with connections(house, LORISES, drip) as lorises, connections(house, IDLERS):
        for loris in lorises:
            loris.sendall(b"a")
        started = time.monotonic()
        answers = [mina.get("/api/account").status_code for _ in range(5)]
        slowest = (time.monotonic() - started) / 5

    assert [200] * 5 == answers
    assert slowest < NEIGHBOUR_SECONDS


def test_when_all_places_are_taken_an_idle_one_makes_room(house: Service, mina: Person) -> None:
    with connections(house, 950):  # more than there are places, all of them idle
        assert 200 == mina.get("/api/account").status_code


def test_when_nobody_is_idle_the_next_one_is_told_to_come_again(tmp_path: Path) -> None:
    service = Service(tmp_path / "data", "--no-worker", connections_max="21", connections_per_address_max="10").start()
    try:
        mina = service.open_account("mina", credits=100)
        with event_streams(mina, 10, address="127.0.0.2"), event_streams(mina, 10, address="127.0.0.3"):
            with connections(service, 1, address="127.0.0.2") as (one_more,):
                too_many = read_reply(one_more)
            with event_streams(mina, 1, address="127.0.0.4"), connections(service, 1) as (late,):
                full = read_reply(late)
    finally:
        service.close()

    for reply, status in ((too_many, 429), (full, 503)):
        assert reply is not None
        assert status == reply.status
        assert "retry-after" in reply.headers
        assert {"message"} == set(json.loads(reply.content))


@pytest.fixture(scope="module")
def small_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """300 places, 100 of them for one address."""
    settings = {"connections_max": "300", "connections_per_address_max": "100", "trusted_proxies": f"{PROXY}/32"}
    started = Service(tmp_path_factory.mktemp("small") / "data", "--no-worker", **settings).start()
    yield started
    started.close()


@pytest.fixture(scope="module")
def nora(small_house: Service) -> Person:
    return small_house.open_account("nora", credits=100)


def test_one_byte_connections_of_one_address_shut_nobody_out(small_house: Service, nora: Person) -> None:
    with connections(small_house, 600, b"G", address="127.0.0.2") as lines:
        with connections(small_house, 1, b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n", address="127.0.0.3") as (guest,):
            reply = read_reply(guest)
        assert 200 == nora.get("/api/account").status_code
        until(lambda: closed(lines) >= 500, seconds=SECONDS_TO_ANSWER, what="the oldest lost their places")
        assert closed(lines[500:]) == 0

    assert reply is not None
    assert 200 == reply.status


def test_one_byte_connections_of_many_addresses_leave_a_caller_with_a_key_alone(
    small_house: Service, nora: Person
) -> None:
    head = f"GET /api/account HTTP/1.1\r\nHost: x\r\nAuthorization: {nora.key}\r\n\r\n".encode()
    with contextlib.ExitStack() as stack:
        (line,) = stack.enter_context(connections(small_house, 1, head, address="127.0.9.9"))
        first = read_reply(line)
        crowd = [
            stack.enter_context(connections(small_house, 1, b"G", address=f"127.0.{8 + n // 250}.{1 + n % 250}"))[0]
            for n in range(400)
        ]
        (other,) = stack.enter_context(connections(small_house, 1, head, address="127.0.9.9"))
        second = read_reply(other)
        displaced = closed(crowd)

    assert [200, 200] == [reply.status if reply else 0 for reply in (first, second)]
    assert displaced >= 100


def test_a_trusted_proxy_may_open_more_connections_than_others(small_house: Service) -> None:
    with (
        connections(small_house, 120, b"G", address=PROXY) as proxied,
        connections(small_house, 120, b"G", address="127.0.0.6") as strangers,
    ):
        until(lambda: closed(strangers) == 20, seconds=SECONDS_TO_ANSWER, what="a stranger has a hundred")
        assert closed(proxied) == 0


def test_keyless_requests_from_one_ipv6_customer_are_counted_together(small_house: Service) -> None:
    def status(client: httpx2.Client, address: str) -> int:
        return client.get(f"{small_house.address}/api/account", headers={"X-Forwarded-For": address}).status_code

    with httpx2.Client(trust_env=False, transport=httpx2.HTTPTransport(local_address=PROXY)) as client:
        statuses = [status(client, f"2001:db9:0:7::{n:x}") for n in range(1, 71)]
        neighbour = status(client, "2001:db9:0:8::1")

    assert [401] * 60 == statuses[:60]
    assert 429 == statuses[-1]
    assert 401 == neighbour


def test_a_client_that_sends_requests_far_ahead_of_their_answers_is_refused(house: Service) -> None:
    with connections(house, 1, b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n" * 1_000) as (hasty,):
        replies = 0
        while (reply := read_reply(hasty)) is not None and reply.status == 200:
            replies += 1

    assert replies < 1_000


@pytest.mark.slow
def test_four_hundred_readers_that_never_read_cost_little_memory(tmp_path: Path) -> None:
    """A large output, and readers from enough addresses that all of them are let in."""
    service = Service(tmp_path / "data", "--no-worker", connections_per_address_max="100").start()
    try:
        key = f"gen_{'0' * 32}/{'1' * 32}.wav"
        output = service.folder / "media" / key
        output.parent.mkdir(parents=True)
        output.write_bytes(bytes(64 << 20))
        head = f"GET /media/{key} HTTP/1.1\r\nHost: x\r\n\r\n".encode()
        with connections(service, 10, head, address="127.0.7.1") as warm:
            for line in warm:
                assert line.recv(12) == b"HTTP/1.1 200"
        before = service.memory_bytes()
        with contextlib.ExitStack() as stack:
            for n in range(8):
                for line in stack.enter_context(connections(service, 50, head, address=f"127.0.7.{2 + n}")):
                    assert line.recv(12) == b"HTTP/1.1 200"
            grown = []
            with contextlib.suppress(AssertionError):  # it has until the memory no longer grows, at most 5 s
                until(lambda: grown.append(service.memory_bytes()), seconds=5.0, what="never")
        growth = max(grown) - before
    finally:
        service.close()

    assert growth < READERS_BYTES_MAX, f"{growth / 2**20:.0f} MiB"


@pytest.mark.slow
def test_a_body_that_drips_is_given_up(house: Service, mina: Person) -> None:
    with connections(house, 1, post_head(mina, 1_000)) as (slow,):
        slow.settimeout(40.0)
        slow.sendall(b'{"tool"')
        reply = read_reply(slow)

    assert reply is not None
    assert (408, "The request body arrived too slowly") == (reply.status, json.loads(reply.content)["message"])


def test_a_peer_that_leaves_in_its_body_is_no_trouble(house: Service, mina: Person) -> None:
    with connections(house, 20, post_head(mina, 1_000) + b'{"tool"'):
        pass
    until(
        lambda: house.log.count('"status":499') >= 20, seconds=SECONDS_TO_ANSWER, what="all of them are noted as gone"
    )

    assert "Traceback" not in house.log


@pytest.mark.slow
def test_ten_thousand_bad_bodies_leave_the_memory_flat(house: Service, mina: Person) -> None:
    def send(count: int) -> None:
        for _ in range(count):
            assert 400 == mina.post(BAD_BODY).status_code

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(send, [100] * 4))
        before = house.memory_bytes()
        list(pool.map(send, [BAD_BODIES // 4] * 4))

    assert house.memory_bytes() - before < GROWTH_BYTES_MAX


@pytest.mark.slow
def test_every_wrong_key_costs_the_same(house: Service, mina: Person) -> None:
    """Unknown, known with a wrong secret, revoked: medians of interleaved calls differ by less than their noise."""
    (known,) = house.told("keys", "list", mina.email)
    revoked = house.told("keys", "create", mina.email)
    house.call_command("keys", "revoke", revoked["id"])
    body_of_key = mina.key[: len("mm_live_")]
    wrong = {
        "unknown": body_of_key + "0" * (len(mina.key) - len(body_of_key)),
        "wrong secret": mina.key[:-20] + "".join(reversed(mina.key[-20:])),
        "no key at all": "hello",
    }
    seconds: dict[str, list[float]] = {name: [] for name in wrong}
    shapes = set()
    service = house
    with socket.create_connection(("127.0.0.1", service.port), timeout=10.0) as line:
        for _ in range(15):
            for name, key in wrong.items():
                started = time.perf_counter()
                line.sendall(f"GET /api/account HTTP/1.1\r\nHost: x\r\nAuthorization: {key}\r\n\r\n".encode())
                reply = read_reply(line)
                seconds[name].append(time.perf_counter() - started)
                assert reply is not None
                shapes.add((reply.status, reply.content))

    assert known["id"]
    assert 1 == len(shapes)
    medians = sorted(sorted(times)[len(times) // 2] for times in seconds.values())
    assert medians[-1] < 5 * medians[0] + 0.002
