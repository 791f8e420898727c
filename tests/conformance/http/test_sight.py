"""What an operator sees of a service: /metrics, log lines, traces; and what nobody sees there."""

import json
import re
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx2
import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from prometheus_client.parser import text_string_to_metric_families

from tests.service import Person, Service, until

SECRET_PROMPT = "the heron's secret is under the third stone"
TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
DRUMS: dict[str, Any] = {"model": "drumgen", "seed": 7}
SOON: dict[str, Any] = {"model": "slow", "duration": 0}
pytestmark = pytest.mark.xdist_group("sight")


class Collector(ThreadingHTTPServer):
    """Takes traces as an OpenTelemetry collector does."""

    def __init__(self) -> None:
        self.spans: list[Any] = []
        super().__init__(("127.0.0.1", 0), Taker)
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Taker(BaseHTTPRequestHandler):
    server: Collector

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.headers.get("Content-Encoding") == "gzip":
            import gzip

            body = gzip.decompress(body)
        sent = ExportTraceServiceRequest.FromString(body)
        self.server.spans += [
            span for resource in sent.resource_spans for scope in resource.scope_spans for span in scope.spans
        ]
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        """Quiet."""


@pytest.fixture(scope="module")
def collector() -> Iterator[Collector]:
    started = Collector()
    yield started
    started.shutdown()
    started.server_close()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, collector: Collector) -> Iterator[Service]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", f"http://127.0.0.1:{collector.server_address[1]}")
        patch.setenv("OTEL_BSP_SCHEDULE_DELAY", "100")
        started = Service(tmp_path_factory.mktemp("house") / "data", rehearsal="true", rate_limit="off").start()
    yield started
    started.close()


@pytest.fixture(scope="module")
def mina(house: Service) -> Person:
    return house.open_account("mina", credits=1_000)


Samples = dict[tuple[str, frozenset[tuple[str, str]]], float]


def samples(service: Service) -> Samples:
    return page_of(service.address)


def page_of(address: str) -> Samples:
    page = httpx2.get(f"{address}/metrics", trust_env=False)
    assert (200, "text/plain; version=0.0.4; charset=utf-8") == (page.status_code, page.headers["Content-Type"])
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(page.text)
        for sample in family.samples
    }


def value(service: Service, name: str, **labels: str) -> float:
    return samples(service).get((name, frozenset(labels.items())), 0.0)


def log_lines(service: Service, **facts: str) -> list[dict[str, Any]]:
    lines = [json.loads(line) for line in service.log.splitlines() if line.startswith("{")]
    return [line for line in lines if facts.items() <= line.items()]


def test_what_happens_is_counted(house: Service, mina: Person) -> None:
    rehearsed = [mina.wait(mina.start("rehearsal", **SOON)) for _ in range(2)]
    mina.wait(mina.start("drum-generator", **DRUMS))
    refused = mina.run("drum-generator", {"model": "no"})

    assert (["success"] * 2, 404) == ([one["status"] for one in rehearsed], refused.status_code)
    assert 1 == value(house, "mediamill_generations_total", tool="drum-generator", model="drumgen", state="success")
    assert 1 == value(house, "mediamill_generations_total", tool="drum-generator", model="drumgen", state="accepted")
    assert 3 == value(house, "mediamill_http_requests_total", method="POST", route="/api/run", status="200")
    assert 1 == value(house, "mediamill_http_requests_total", method="POST", route="/api/run", status="404")
    assert 1 == value(house, "mediamill_engine_seconds_count", tool="drum-generator", model="drumgen")
    assert 2 == value(house, "mediamill_credits_captured_total")
    assert 0 == value(house, "mediamill_credits_held")
    assert value(house, "mediamill_engine_children") >= 1
    assert 0 < value(house, "mediamill_store_commits_total") <= value(house, "mediamill_store_writes_total")
    assert value(house, "mediamill_store_commit_writes_count") > 0


def test_a_queue_is_seen_with_its_age(tmp_path: Path) -> None:
    service = Service(tmp_path / "data", "--no-worker", rate_limit="off").start()
    levels = ("mediamill_queue_depth", "mediamill_queue_oldest_seconds", "mediamill_running")
    try:
        before = [samples(service)[name, frozenset({("pool", "cpu")})] for name in levels]
        nils = service.open_account("nils")
        for _ in range(3):
            nils.start("drum-generator", **DRUMS)
        aged = until(
            lambda: value(service, "mediamill_queue_oldest_seconds", pool="cpu") > 0, seconds=5, what="the queue ages"
        )
        depth, running = (value(service, name, pool="cpu") for name in ("mediamill_queue_depth", "mediamill_running"))
    finally:
        service.close()

    assert ([0, 0, 0], True, 3, 0) == (before, aged, depth, running)


def test_no_label_names_a_generation_or_a_path_that_somebody_made_up(house: Service, mina: Person) -> None:
    id = mina.start("rehearsal", **SOON)
    mina.wait(id)
    for path in ("/api/nonsense-31", f"/api/generations/{id}/more", "/wp-login.php", "/media/x/y"):
        mina.get(path)
    page = httpx2.get(f"{house.address}/metrics", trust_env=False).text

    assert id not in page
    assert mina.id not in page
    assert not re.search(r"nonsense|wp-login", page)
    assert 'route="other"' in page


def test_metrics_are_for_the_operators_networks(tmp_path: Path) -> None:
    service = Service(tmp_path / "data", "--no-worker", metrics_networks="10.0.0.0/8").start()
    try:
        page = httpx2.get(f"{service.address}/metrics", trust_env=False)
    finally:
        service.close()

    assert (404, {"message": "Not found"}) == (page.status_code, page.json())


def test_every_request_and_every_state_is_a_line_with_one_id(house: Service, mina: Person) -> None:
    body = json.dumps({"tool": "rehearsal", "input": SOON}).encode()
    headers = {"Content-Type": "application/json", "traceparent": TRACE}
    id = mina.request("POST", "/api/run", body=body, headers=headers).json()["id"]
    mina.wait(id)
    (request,) = until(
        lambda: log_lines(house, request=TRACE[3:35], event="request"), seconds=5, what="the request's line"
    )
    states = log_lines(house, request=TRACE[3:35], event="generation", generation=id)

    assert ("POST", "/api/run", 200, mina.id) == (
        request["method"],
        request["route"],
        request["status"],
        request["account"],
    )
    assert "success" == states[-1]["status"]
    assert [id] == [line["generation"] for line in log_lines(house, request=TRACE[3:35], event="accepted")]


def test_no_line_holds_a_key_or_a_prompt(house: Service, mina: Person) -> None:
    mina.wait(mina.start("text-to-speech", model="voicevendor-tts", prompt=SECRET_PROMPT))
    mina.run("text-to-speech", {"model": "voicevendor-tts", "prompt": SECRET_PROMPT, "voice": "Nobody"})
    httpx2.get(f"{house.address}/api/account?key={mina.key}", headers={"Authorization": "mm_wrong"}, trust_env=False)
    until(lambda: any(line["status"] == 401 for line in log_lines(house, event="request")), seconds=5, what="the 401")

    assert SECRET_PROMPT not in house.log
    assert mina.key not in house.log
    assert "mm_wrong" not in house.log


def test_a_trace_goes_from_the_request_to_the_engine(house: Service, mina: Person, collector: Collector) -> None:
    trace = "00-1111111111111111222222222222222a-b7ad6b7169203331-01"
    body = json.dumps({"tool": "rehearsal", "input": SOON}).encode()
    mina.wait(
        mina.request(
            "POST", "/api/run", body=body, headers={"Content-Type": "application/json", "traceparent": trace}
        ).json()["id"]
    )

    def spans() -> dict[str, Any]:
        mine = [span for span in collector.spans if span.trace_id.hex() == trace[3:35]]
        return {span.name: span for span in mine} if len(mine) >= 2 else {}

    seen = until(spans, seconds=10, what="both spans")
    request, engine = seen["POST /api/run"], seen["engine procedural.rehearsal"]

    assert trace[36:52] == request.parent_span_id.hex()
    assert request.span_id == engine.parent_span_id


OF_THE_DATABASE = ("mediamill_queue_depth", "mediamill_workers", "mediamill_credits_held")


@pytest.mark.slow
@pytest.mark.parametrize("hired", [0, 2])
def test_the_same_is_seen_of_one_process_and_of_several(tmp_path: Path, hired: int) -> None:
    flags = ("--no-worker",) if hired else ()
    service = Service(tmp_path / "data", *flags, rehearsal="true", rate_limit="off").start()
    workers = [service.hire("--metrics-port", "0") for _ in range(hired)]
    try:
        until(lambda: len(metrics_addresses(service)) == hired, seconds=30, what="the workers tell where they are")
        addresses = metrics_addresses(service)
        ola = service.open_account("ola", credits=10)
        broken = ola.wait(ola.start("rehearsal", model="always-fails", prompt="The heron flew away."))
        flaky = ola.wait(ola.start("rehearsal", model="flaky", failures=1))
        until(lambda: has_told([service.address, *addresses]), seconds=30, what="ends and engines are told")
        served = samples(service)
        told = [page_of(address) for address in addresses]
        line = until(lambda: attempts_failed(service), seconds=5, what="the failed attempt has a line")[0]
        health = [httpx2.get(f"{address}/{page}", trust_env=False) for address in addresses for page in HEALTH]
    finally:
        ended = [worker.terminate() for worker in workers]
        service.close()

    def total(name: str, **labels: str) -> float:
        return sum(
            value
            for page in (served, *told)
            for (found, of), value in page.items()
            if found == name and labels.items() <= dict(of).items()
        )

    engine = {"tool": "rehearsal", "engine": "procedural.rehearsal"}
    assert ("error", "success") == (broken["status"], flaky["status"])
    assert [2, 1, 1, 1] == [
        total("mediamill_generations_total", tool="rehearsal", state=state)
        for state in ("accepted", "pending", "success", "error")
    ]
    assert 1 == total("mediamill_attempts_total", **engine, model="always-fails", outcome="error", reason="refused")
    assert 1 == total("mediamill_attempts_total", **engine, model="flaky", outcome="failed", reason=line["reason"])
    assert 1 == total("mediamill_attempts_total", **engine, model="flaky", outcome="success", reason="")
    assert 3 == total("mediamill_attempts_total")
    assert 3 == total("mediamill_engine_seconds_count")
    assert 1 == total("mediamill_credits_captured_total")
    assert 0 == total("mediamill_storage_failures_total")
    assert max(hired, 1) == total("mediamill_engine_ready", engine="procedural.rehearsal")
    assert max(hired, 1) == total("mediamill_workers", pool="cpu")
    assert time.time() - total("mediamill_worker_beat_timestamp_seconds", pool="cpu") < 60
    assert not [name for page in told for name, _ in page if name in OF_THE_DATABASE]
    assert (flaky["id"], "rehearsal", "flaky", "procedural.rehearsal", 1) == tuple(
        line[name] for name in ("generation", "tool", "model", "engine", "attempt")
    )
    assert [200, 200, 404] * hired == [answer.status_code for answer in health]
    assert [0] * hired == ended


def has_told(addresses: list[str]) -> bool:
    """Whether three attempts have been counted, and every process that works has heard that its engine is ready."""
    pages = [page_of(address) for address in addresses]
    ended = sum(value for page in pages for (name, _), value in page.items() if name == "mediamill_attempts_total")
    ready = ("mediamill_engine_ready", frozenset({("engine", "procedural.rehearsal")}))
    return ended == 3 and all(page.get(ready) == 1 for page in pages[-max(len(pages) - 1, 1) :])


HEALTH = ("healthz", "readyz", "api/account")


def metrics_addresses(service: Service) -> list[str]:
    """Where the workers say that their pages are."""
    file = service.folder.parent / "data.worker.log"
    return re.findall(r"metrics are at (\S+)/metrics", file.read_text()) if file.exists() else []


def attempts_failed(service: Service) -> list[dict[str, Any]]:
    """The log lines of failed attempts, whichever process they happened in."""
    lines = [line for file in service.folder.parent.glob("data.*.log") for line in file.read_text().splitlines()]
    return [line for line in map(json.loads, lines) if line.get("event") == "attempt failed"]


@pytest.mark.slow
def test_the_metrics_of_a_worker_are_for_the_operators_networks(tmp_path: Path) -> None:
    service = Service(tmp_path / "data", "--no-worker").start()
    worker = service.hire("--metrics-port", "0", metrics_networks="10.0.0.0/8")
    try:
        (address,) = until(lambda: metrics_addresses(service), seconds=30, what="the worker tells where it is")
        answers = [httpx2.get(f"{address}/{page}", trust_env=False) for page in ("metrics", "readyz")]
    finally:
        worker.terminate()
        service.close()

    assert [404, 200] == [answer.status_code for answer in answers]
    assert {"status": "ready"} == answers[1].json()
