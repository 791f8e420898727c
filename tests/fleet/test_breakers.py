"""A vendor that refuses the key: what one worker has learnt holds for all of them, and the operator is told once."""

import json
import signal
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from tests.fakes.fal import KEY, FakeFal
from tests.fakes.server import Stage, running
from tests.fleet.fleet import Fleet
from tests.service import Service, until

pytestmark = pytest.mark.fleet
SECONDS = 60.0
MANY = 6
PICTURE = {"model": "nano-banana", "prompt": "a heron"}
SECTION = """
[engines]
"create-image/nano-banana" = "fal"
[engine."fal"]
base_url = "{base}"
upload_url = "{base}"
key_file = "{key}"
"""


class Told(ThreadingHTTPServer):
    """Takes the operator's alerts at 127.0.0.1."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Taker)
        self.alerts: list[tuple[str, str]] = []  # kind, state
        Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/alerts"


class Taker(BaseHTTPRequestHandler):
    server: Told

    def do_POST(self) -> None:
        told = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.alerts.append((told["kind"], told["state"]))
        self.send_response(204)
        self.end_headers()

    def log_message(self, format: str, *arguments: object) -> None:
        """Nothing to say."""


@pytest.fixture
def fal() -> Iterator[FakeFal]:
    server, fake = Stage(), FakeFal()
    with running(server):
        server.enter(fake)
        yield fake


@pytest.fixture
def operator() -> Iterator[Told]:
    told = Told()
    yield told
    told.shutdown()
    told.server_close()


def test_a_refused_key_stops_every_worker_and_is_told_once(
    open_fleet: Callable[..., Fleet], fal: FakeFal, operator: Told, tmp_path: Path
) -> None:
    key = tmp_path / "key"
    key.write_text("not-the-one")
    key.chmod(0o600)
    fleet = open_fleet(alert_url=operator.url)
    (fleet.folder / "mediamill.toml").write_text(SECTION.format(base=fal.base, key=key))
    fronts = [fleet.front(), fleet.front()]
    workers = [fleet.worker("--pools", "remote"), fleet.worker("--pools", "remote")]
    mina = fronts[0].open_account("mina", credits=100)
    first = mina.start("create-image", **PICTURE)
    until(lambda: operator.alerts, seconds=SECONDS, what="the operator is told of the key")
    later = [mina.at(front).start("create-image", **PICTURE) for front in fronts for _ in range(MANY // 2)]
    until(
        lambda: all(mina.generation(id)["status"] == "pending" for id in later),
        seconds=SECONDS,
        what="what came later waits for the key, too",
    )

    assert submits(fal) == 1, "one worker asked, and all know"
    assert [["key_refused"]] * 2 == [open_alerts(front) for front in fronts]
    key.write_text(KEY)
    for program in (*fronts, *workers):
        program.process.send_signal(signal.SIGHUP)
    assert ["success"] * (MANY + 1) == [mina.wait(id)["status"] for id in (first, *later)]
    assert len(fal.ledger) == MANY + 1
    until(lambda: len(operator.alerts) > 1, seconds=SECONDS, what="the operator is told of the end")
    assert [("key_refused", "open"), ("key_refused", "resolved")] == operator.alerts
    assert fronts[0].is_exact()


def submits(fal: FakeFal) -> int:
    """How often a picture was asked for."""
    return sum(asked.method == "POST" and "/storage/" not in asked.path for asked in fal.asked)


def open_alerts(front: Service) -> list[str]:
    """The kinds of alerts that a front's machine shows as open."""
    return [alert["kind"] for alert in front.told("alerts", "list", "--open")]
