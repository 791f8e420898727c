"""Slow, idle and many: bad neighbours cost the others nothing."""

import contextlib
import json
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.conformance.http.judge import SECONDS_TO_ANSWER, read_reply
from tests.service import Person, Service, until

LORISES, IDLERS = 200, 500
BAD_BODIES = 10_000
GROWTH_BYTES_MAX = 12 * 2**20  # allocators keep some; 10,000 bodies of 200 kB would be 2 GB
NEIGHBOUR_SECONDS = 1.0  # a normal call beside all of them
BAD_BODY = b'{"tool": "' + b"x" * 200_000 + b'", "input": {"prompt": [[[[[[[[1]]]]]]]]'
pytestmark = pytest.mark.xdist_group("front-door")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    folder = tmp_path_factory.mktemp("door") / "data"
    started = Service(folder, "--no-worker", rate_limit="off", connections_max="900").start()
    yield started
    started.close()


@pytest.fixture(scope="module")
def mina(house: Service) -> Person:
    return house.enrol("mina", credits=1_000)


@contextlib.contextmanager
def connections(service: Service, count: int, says: bytes = b"") -> Iterator[list[socket.socket]]:
    with contextlib.ExitStack() as stack:
        opened = []
        for _ in range(count):
            opened.append(stack.enter_context(socket.create_connection(("127.0.0.1", service.port), timeout=10.0)))
            opened[-1].sendall(says)
        yield opened


def post_head(mina: Person, length: int) -> bytes:
    return (
        f"POST /api/run HTTP/1.1\r\nHost: x\r\nAuthorization: {mina.key}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
    ).encode()


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
    service = Service(tmp_path / "data", "--no-worker", connections_max="20").start()
    try:
        with connections(service, 20, b"GET / HTTP/1.1\r\nX-Slow: a"), connections(service, 1) as (late,):
            reply = read_reply(late)
    finally:
        service.close()

    assert reply is not None
    assert 503 == reply.status
    assert "retry-after" in reply.headers
    assert {"message"} == set(json.loads(reply.content))


@pytest.mark.slow
def test_a_body_that_drips_is_given_up(house: Service, mina: Person) -> None:
    with connections(house, 1, post_head(mina, 1_000)) as (slow,):
        slow.settimeout(40.0)
        slow.sendall(b'{"tool"')
        reply = read_reply(slow)

    assert reply is not None
    assert (408, "The body of the request came too slowly") == (reply.status, json.loads(reply.content)["message"])


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


def test_every_wrong_key_costs_the_same(house: Service, mina: Person) -> None:
    """Unknown, known with a wrong secret, revoked: medians of interleaved calls differ by less than their noise."""
    (known,) = house.told("keys", "list", mina.email)
    revoked = house.told("keys", "create", mina.email)
    house.run_command("keys", "revoke", revoked["id"])
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
