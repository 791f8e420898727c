"""Two accounts that send what is made to cost, and a third whose short run is done while theirs are still under way."""

import itertools
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from tests.codecs.samples import flat_png
from tests.codecs.test_effort import jpeg_of_scans
from tests.fleet.balanced import start_service
from tests.sampling import one_in
from tests.service import FINAL, Person, Service

pytestmark = pytest.mark.xdist_group("journeys-unfair")

OpenAccount = Callable[..., Person]
numbers = itertools.count(1)
ANSWER_SECONDS = 3.0  # of a short run beside the attackers


@contextmanager
def serving(content: bytes) -> Iterator[str]:
    """The URL at which a server of one's own gives this away, whatever it is asked for."""

    class Giving(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *args: Any) -> None:
            """Quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Giving)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/picture"
    server.shutdown()
    server.server_close()


class Silent:
    """A server that accepts every connection and says nothing until it is told to hang up."""

    def __init__(self) -> None:
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.lines: list[socket.socket] = []
        self.reached = threading.Semaphore(0)
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self) -> None:
        while True:
            try:
                line, _ = self.listener.accept()
            except OSError:
                return
            self.lines.append(line)
            self.reached.release()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.listener.getsockname()[1]}/picture.png"

    def close(self) -> None:
        self.listener.close()
        for line in self.lines:
            line.close()


@pytest.fixture
def silent() -> Iterator[Silent]:
    opened = Silent()
    yield opened
    opened.close()


SET_UPS = ("a full service", "a front and a worker")


SETTINGS = {"slots_cpu": "2", "allowed_networks": "127.0.0.0/8", "rehearsal": "true", "rate_limit": "off"}


@pytest.fixture(scope="module", params=one_in(2, SET_UPS))
def mill(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """Two slots, as on a small machine; the loopback network is open."""
    flags = () if request.param == SET_UPS[0] else ("--no-worker",)
    service = start_service(tmp_path_factory.mktemp("mill"), *flags, **SETTINGS)
    workers = [service.hire()] if flags else []
    yield service
    for program in (*workers, service):
        program.close()


@pytest.fixture
def people(mill: Service) -> Iterator[OpenAccount]:
    """Opens accounts of one's own; at the end all that their owners have under way is canceled."""
    opened: list[Person] = []

    def open_account(name: str, *, plan: str = "free") -> Person:
        opened.append(mill.open_account(f"{name}-{next(numbers)}", plan=plan, credits=100))
        return opened[-1]

    yield open_account
    for person in opened:
        for shown in person.get("/api/generations?limit=100").json()["data"]:
            if shown["status"] not in FINAL:
                person.request("POST", f"/ext/generations/{shown['id']}/cancel")


def sculpt(person: Person, url: str) -> str:
    return person.start("image-to-3d-object", model="triposr", image_url=url)


@pytest.mark.slow
def test_silent_hosts_hold_no_slot_and_others_go_on(people: OpenAccount, silent: Silent) -> None:
    """Four runs of two attackers wait for a host that says nothing: more than there are slots."""
    attackers = [people(name) for name in ("mallory", "trudy")]
    ada = people("ada")
    theirs = [(attacker, sculpt(attacker, silent.url)) for attacker in attackers for _ in range(2)]
    for _ in theirs:
        assert silent.reached.acquire(timeout=30.0)

    own = ada.wait(ada.start("rehearsal", model="slow", duration=0))
    theirs_now = [attacker.generation(id)["status"] for attacker, id in theirs]
    with serving(flat_png(64, 64)) as address:
        with_a_file = ada.wait(sculpt(ada, address))

    assert "success" == own["status"], own["error"]
    assert [] == [status for status in theirs_now if status in FINAL]
    assert with_a_file["status"] in FINAL  # one colour is no object; but it was looked at beside them
    assert "downloaded" not in str(with_a_file["error"])


def test_a_picture_of_thirty_thousand_scans_is_refused_and_free(people: OpenAccount) -> None:
    mallory = people("mallory")
    with serving(jpeg_of_scans(30_000)) as address:
        ended = mallory.wait(sculpt(mallory, address))

    assert "error" == ended["status"]
    assert "more than 100 scans" in ended["error"]
    assert 100 == mallory.credits()


def test_one_account_with_long_runs_leaves_a_place(people: OpenAccount) -> None:
    """Pro, and running as much as there are slots; somebody else's run is done while those are under way."""
    mallory, ada = people("mallory", plan="pro"), people("ada")
    theirs = [mallory.start("rehearsal", model="slow", duration=120) for _ in range(4)]
    own = ada.wait(ada.start("rehearsal", model="slow", duration=0))
    theirs_now = [mallory.generation(id)["status"] for id in theirs]

    assert "success" == own["status"], own["error"]
    assert [] == [status for status in theirs_now if status in FINAL]


@pytest.mark.slow
def test_a_short_run_beside_two_attackers_is_done_within_seconds(people: OpenAccount, silent: Silent) -> None:
    attackers = [people(name) for name in ("mallory", "trudy")]
    ada = people("ada")
    ada.wait(ada.start("drum-generator", model="drumgen", seed=7))  # imports are warm
    with serving(jpeg_of_scans(30_000)) as scans:
        for attacker in attackers:
            sculpt(attacker, silent.url)
            sculpt(attacker, scans)
        assert silent.reached.acquire(timeout=30.0)
        started = time.monotonic()
        own = ada.wait(ada.start("drum-generator", model="drumgen", seed=8))
        seconds = time.monotonic() - started

    assert "success" == own["status"], own["error"]
    assert seconds <= ANSWER_SECONDS
