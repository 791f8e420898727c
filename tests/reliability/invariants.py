"""What holds of a data folder whatever happened to its processes: one function, used wherever something was killed.

I1 what was answered 2xx exists · I2 one terminal status, never left · I3 a hold ends once · I4 credits are conserved
I5 `success` has whole media · I6 `success` with a webhook has one delivery · I7 a webhook says what GET shows
I8 never a webhook for `error` · I9 no file and no process is left over · I10 nothing is stuck
"""

import json
import os
import sqlite3
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from mediamill.formats import content_matches
from tests.service import Service, every_process, parent_of

FINAL = ("success", "error")
Row = sqlite3.Row | Mapping[str, Any]


def broken_invariants(
    service: Service,
    *,
    promised: Collection[str],
    seen_ended: Mapping[str, str] | None = None,
    received: Collection[bytes] = (),
) -> list[str]:
    """Every invariant that does not hold of a service that has come to rest, in words; empty when all hold.

    `promised`: ids answered 2xx. `seen_ended`: statuses that a client saw as final. `received`: webhook bodies.
    """
    with closing(sqlite3.connect(f"file:{service.folder}/mediamill.db?mode=ro", uri=True)) as connection:
        connection.row_factory = sqlite3.Row
        rows = {row["id"]: row for row in connection.execute("SELECT * FROM generations")}
        events = list(connection.execute("SELECT * FROM generation_events ORDER BY generation_id, number"))
    return [
        *(f"I1: {id} was promised and is not there" for id in promised if id not in rows),
        *left_its_end(rows, events, seen_ended or {}),
        *books(service),
        *media(service, rows),
        *webhooks(rows, received),
        *leftovers(service, rows),
        *(f"I10: {id} is still {row['status']}" for id, row in rows.items() if row["status"] not in FINAL),
    ]


def left_its_end(rows: Mapping[str, Row], events: Sequence[Row], seen_ended: Mapping[str, str]) -> Iterator[str]:
    """I2."""
    for id, status in seen_ended.items():
        if id in rows and rows[id]["status"] != status:
            yield f"I2: {id} was seen as {status} and is {rows[id]['status']}"
    ends: dict[str, int] = {}
    for event in events:
        if event["generation_id"] in ends:
            yield f"I2: {event['generation_id']} went on to {event['status']} after its end"
        if event["status"] in FINAL:
            ends[event["generation_id"]] = event["number"]


def books(service: Service) -> Iterator[str]:
    """I3, I4, I6, I8, as `mediamill reconcile` proves them."""
    told = json.loads(service.call_command("reconcile", "--json").stdout)
    for one in told["discrepancies"]:
        yield f"I3/I4/I6/I8: {one['subject']}: {one['fault']}"


def media(service: Service, rows: Mapping[str, sqlite3.Row]) -> Iterator[str]:
    """I5."""
    for id, row in rows.items():
        if row["status"] != "success":
            if row["output_key"] is not None:
                yield f"I5: {id} is {row['status']} and has an output"
            continue
        path = service.folder / "media" / (row["output_key"] or "nothing")
        if not path.is_file() or not path.stat().st_size or not content_matches(path, path.suffix):
            yield f"I5: the output of {id} is not whole: {row['output_key']}"


def webhooks(rows: Mapping[str, Row], received: Collection[bytes]) -> Iterator[str]:
    """I7 and I8, from the receiver's side: every webhook that was owed came, and says what the row says."""
    bodies = [json.loads(body) for body in received]
    came = {body["id"] for body in bodies}
    for body in bodies:
        row = rows.get(body["id"])
        if row is None or row["status"] != "success" or not body["output"].endswith(row["output_key"]):
            yield f"I7/I8: the webhook of {body['id']} says what is not so"
    for id, row in rows.items():
        if received and row["webhook"] and row["status"] == "success" and id not in came:
            yield f"I6: the webhook of {id} never came"


def leftovers(service: Service, rows: Mapping[str, sqlite3.Row]) -> Iterator[str]:
    """I9: work folders, half stored files, media of nobody, engine processes without a service."""
    for path in (service.folder / "work").rglob("gen_*"):
        yield f"I9: {path} was left over"
    for path in (service.folder / "media" / ".staging").glob("*/*"):
        yield f"I9: {path} was left over"
    kept = {row[column] for row in rows.values() for column in ("output_key", "thumbnail_key")}
    for path in (service.folder / "media").glob("gen_*/*"):
        if str(path.relative_to(service.folder / "media")) not in kept:
            yield f"I9: {path} belongs to nobody"
    family = {service.process.pid, *service.descendants()} if service.runs else set()
    for pid in set(engine_processes(service.folder)) - family:
        yield f"I9: process {pid} was left over"


def engine_processes(folder: Path) -> Iterator[int]:
    """Living processes that name this data folder, but for whoever asks."""
    for pid in every_process():
        if pid in (os.getpid(), os.getppid()):
            continue
        try:
            command = Path(f"/proc/{pid}/cmdline").read_bytes()
        except OSError:
            continue
        if str(folder).encode() in command and parent_of(pid) is not None:
            yield pid
