"""The measuring tools: answers are cut, goals judged, the page written part by part, loads really counted."""

import asyncio
import json
import os
import sqlite3
import sys
import threading
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from mediamill.db.migrate import migrate
from scripts.benches import machine, page, seed
from scripts.benches.disk import SlowSync, counted, sync_ms
from scripts.benches.goals import Finding, at_least, at_most, short
from scripts.benches.load import Group, Seen, apply, percentile, size_of_answer
from scripts.benches.measures import meters_in
from scripts.benches.requests import get, post
from scripts.benches.rounds import cpu_seconds, middle, ratio, thrift
from scripts.benches.servers import running
from scripts.peers.__main__ import cells
from scripts.peers.contest import Result
from scripts.peers.known import PEERS
from scripts.peers.peer import NotSetUp, Peer, set_up


def seen(name: str, rate: float, p50_ms: float = 1.0) -> Seen:
    return Seen(name, round(rate * 2), 2.0, p50_ms, p50_ms * 2, p50_ms * 3)


def test_an_answer_is_whole_when_its_body_is() -> None:
    answer = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nCONTENT-LENGTH: 5\r\n\r\nheron"

    assert size_of_answer(answer[:20]) is None
    assert len(answer) == size_of_answer(answer[:-3])
    assert len(answer) == size_of_answer(answer + b"HTTP/1.1 200 OK\r\n")


def test_an_answer_without_a_length_is_refused() -> None:
    with pytest.raises(ValueError, match="without Content-Length"):
        size_of_answer(b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n")


@pytest.mark.parametrize(("share", "expected"), [(0.5, 50), (0.95, 95), (0.99, 99), (1.0, 100), (0.001, 1)])
def test_percentiles_are_values_that_were_seen(share: float, expected: int) -> None:
    assert expected == percentile(list(range(100, 0, -1)), share)


def test_a_request_carries_key_length_and_body() -> None:
    head, _, body = post("mm_key", b'{"a":1}', Prefer="wait=1").partition(b"\r\n\r\n")

    assert b'{"a":1}' == body
    assert {b"POST /api/run HTTP/1.1", b"Authorization: mm_key", b"Content-Length: 7", b"Prefer: wait=1"} <= set(
        head.split(b"\r\n")
    )
    assert b"Authorization" not in get("/")


def test_goals_have_a_good_side() -> None:
    assert "reached" == Finding("GET", 0.41, "E", at_least(0.40)).verdict
    assert "**missed**" == Finding("GET", 0.39, "E", at_least(0.40)).verdict
    assert "reached" == Finding("memory", 89.0, "MB", at_most(90.0)).verdict
    assert "**missed**" == Finding("memory", 91.0, "MB", at_most(90.0)).verdict
    assert "" == Finding("POST", 0.1, "V").verdict
    assert ("disk", "–", "≥ 10.0 ×", "skipped", "no cc") == Finding("disk", None, "×", at_least(10.0), "no cc").cells()


@pytest.mark.parametrize(
    ("figure", "text"),
    [(12_345.6, "12,346"), (45.67, "45.7"), (0.4, "0.40"), (0.0625, "0.0625"), (0.009_765, "0.00976")],
)
def test_figures_show_what_matters(figure: float, text: str) -> None:
    assert text == short(figure)


def test_a_ratio_compares_within_each_round() -> None:
    rounds = {
        "ours": [seen("ours", 50), seen("ours", 10), seen("ours", 45)],
        "e": [seen("e", 100), seen("e", 20), seen("e", 90)],
    }

    assert ratio(rounds, "ours", "e") == pytest.approx(0.5)
    assert middle(rounds["ours"]).rate == pytest.approx(45)


def test_cpu_time_is_compared_likewise() -> None:
    rounds = {"ours": [replace(seen("ours", 1), cpu_us=80.0)], "e": [replace(seen("e", 1), cpu_us=40.0)]}

    assert thrift(rounds, "ours", "e") == pytest.approx(0.5)
    before = cpu_seconds(os.getpid())
    sum(number * number for number in range(400_000))
    assert cpu_seconds(os.getpid()) > before


def test_meters_are_added_up_over_their_labels() -> None:
    text = (
        "# HELP mediamill_generations_total States.\n"
        'mediamill_generations_total{model="a",state="accepted",tool="t"} 3.0\n'
        'mediamill_generations_total{model="b",state="accepted",tool="t"} 4.0\n'
        "mediamill_store_commits_total 1.2e+02\n"
    )

    assert {"mediamill_generations_total": 7.0, "mediamill_store_commits_total": 120.0} == meters_in(text)


def test_each_tool_writes_its_own_part_of_the_page(tmp_path: Path) -> None:
    file = tmp_path / "benchmarks.md"
    page.write_part("service", "first figures", file)
    file.write_text(f"{file.read_text()}\nA word by hand.\n\n<!-- crafts -->\nothers' part\n<!-- /crafts -->\n")
    page.write_part("peers", "of peers", file)
    page.write_part("service", "second figures", file)

    text = file.read_text()
    assert text.startswith("# Benchmarks\n")
    assert "first figures" not in text
    assert "<!-- service -->\nsecond figures\n<!-- /service -->" in text
    assert "A word by hand." in text
    assert "<!-- crafts -->\nothers' part\n<!-- /crafts -->" in text
    assert text.endswith("<!-- peers -->\nof peers\n<!-- /peers -->\n")


def test_the_page_says_when_the_machine_was_busy() -> None:
    calm = machine.Machine("AMD", 4, "Linux 6", "CPython 3.11", "0.1.0", load_before=0.3)
    busy = machine.Machine("AMD", 4, "Linux 6", "CPython 3.11", "0.1.0", load_before=6.0)

    assert "busy" not in page.facts(calm, "make bench", 0.3)
    assert "busy with other work" in page.facts(busy, "make bench", 0.3)
    assert "EPYC 9" == machine.cpu_name("processor\t: 0\nmodel name\t: EPYC 9\n\nmodel name\t: EPYC 9\n")


def test_tables_have_as_many_cells_in_every_row() -> None:
    findings = page.findings_table([Finding("GET", 0.41, "E", at_least(0.40)), Finding("POST", None, "V")])
    loads = page.loads_table([seen("GET", 9)])

    assert [6] * 4 == [line.count("|") for line in findings.splitlines()]
    assert [7] * 3 == [line.count("|") for line in loads.splitlines()]
    assert "| GET | 0.41 E | ≥ 0.40 E | reached |  |" in findings


def test_a_load_is_counted_as_the_server_counts_it() -> None:
    async def serve(ready: Callable[[int], None], stop: threading.Event) -> None:
        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            refusals = 1
            while await reader.readline():
                await reader.readuntil(b"\r\n\r\n")
                status = b"409 Conflict" if refusals else b"202 Accepted"
                refusals = 0
                writer.write(b"HTTP/1.1 " + status + b"\r\nContent-Length: 2\r\n\r\n{}")
            writer.close()

        server = await asyncio.start_server(answer, "127.0.0.1", 0)
        ready(server.sockets[0].getsockname()[1])
        await asyncio.to_thread(stop.wait)
        server.close()

    ports: list[int] = []
    listening, stop = threading.Event(), threading.Event()

    def ready(port: int) -> None:
        ports.append(port)
        listening.set()

    thread = threading.Thread(target=lambda: asyncio.run(serve(ready, stop)))
    thread.start()
    listening.wait()
    try:
        address = ("127.0.0.1", ports[0])
        (found,) = apply(Group("few", address, (get("/"),), 2, refused=409), seconds=0.2)
        with pytest.raises(RuntimeError, match="409 Conflict"):
            apply(Group("strict", address, (get("/"),), 1), seconds=0.2)
    finally:
        stop.set()
        thread.join()

    assert found.answers > 10
    assert found.total >= found.answers
    assert 0 < found.p50_ms <= found.p95_ms <= found.p99_ms


def test_one_sync_takes_some_time(tmp_path: Path) -> None:
    assert 0 < sync_ms(tmp_path) < 1_000
    assert [] == list(tmp_path.iterdir())


def test_without_a_compiler_the_slow_disk_is_skipped_with_its_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))

    assert "no C compiler (cc) is installed" == SlowSync.build(tmp_path)


def test_syncs_are_counted_in_a_file(tmp_path: Path) -> None:
    counter = tmp_path / "syncs"
    environment = SlowSync(tmp_path / "slow_sync.so").environment(counter)

    assert "4000" == environment["SLOW_SYNC_MICROSECONDS"]
    assert 0 == counted(counter)
    counter.write_bytes((513).to_bytes(8, "little"))
    assert 513 == counted(counter)


def test_seeded_rows_are_counted(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "mediamill.db", isolation_level=None) as connection:
        migrate(connection)
        connection.execute(
            "INSERT INTO accounts (id, email, email_key, plan, served_at, created_at)"
            " VALUES ('acc_1', 'a@b.c', 'a@b.c', 'pro', 0, 0)"
        )
        connection.execute("INSERT INTO generation_counts VALUES ('acc_1', 'success', 0)")
        before = connection.execute("SELECT COUNT(*) FROM sqlite_master WHERE type = 'index'").fetchone()
    connection.close()
    seed.seed(tmp_path, "acc_1", 250)

    with sqlite3.connect(tmp_path / "mediamill.db") as connection:
        assert (250,) == connection.execute("SELECT total FROM generation_counts").fetchone()
        assert (250,) == connection.execute("SELECT SUM(runs) FROM usage_daily").fetchone()
        assert (250, 250) == connection.execute("SELECT COUNT(*), COUNT(DISTINCT id) FROM generations").fetchone()
        assert before == connection.execute("SELECT COUNT(*) FROM sqlite_master WHERE type = 'index'").fetchone()
    connection.close()
    ids = seed.some_ids(tmp_path, 250, 50)
    assert 50 == len(set(ids))
    assert all(id.startswith("gen_") and len(id) == 36 for id in ids)


def test_the_vendor_that_is_measured_with_takes_jobs_and_never_ends_them(tmp_path: Path) -> None:
    program = [sys.executable, "-m", "scripts.benches.vendor", "0"]
    with running(program, tmp_path / "log") as vendor, closing(HTTPConnection(*vendor.address)) as connection:
        connection.request("POST", "/fal-ai/heron/fast", b'{"prompt":"a heron"}')
        taken = json.loads(connection.getresponse().read())
        connection.request("GET", urlsplit(taken["status_url"]).path)
        look = connection.getresponse()

        assert f"/fal-ai/heron/requests/{taken['request_id']}/status" == urlsplit(taken["status_url"]).path
        assert (202, "IN_PROGRESS") == (look.status, json.loads(look.read())["status"])


def test_a_peer_that_cannot_be_set_up_says_why(tmp_path: Path) -> None:
    peer = Peer("none", (), lambda _: [], "/", b"", lambda _: 0, missing=lambda: "redis-server is not installed")

    with pytest.raises(NotSetUp, match="redis-server is not installed"):
        set_up(peer, tmp_path)
    assert "skipped" in cells(Result(peer, {}, {}, skipped="redis-server is not installed"))


def test_a_peer_is_judged_at_32_connections() -> None:
    bentoml = PEERS[0]
    row = cells(Result(bentoml, {32: 500.0, 256: 600.0}, {32: 8.1, 256: 7.0}, accepted=100, survived=0))

    assert ("BentoML tasks", "500", "600", "8.10 × / 7.00 ×", "≥ 8 × (32)", "reached", "0 of 100") == row
