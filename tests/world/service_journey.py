"""Every hostile URL and some honest ones through the four doors of a service that really runs, in a world of its own.

    python -m tests.world.enter -- python -m tests.world.service_journey

All are sent to a service without a worker: what contacts anybody then was done at accept. Then the names change, the
service starts again with its worker, and whatever it had accepted takes its course. Prints what came of it as JSON.
"""

import asyncio
import itertools
import json
import os
import struct
import sys
import tempfile
import zlib
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tests.dispatch.engines import write_recording
from tests.outbound.stranger import answer
from tests.places import PYTHONPATH
from tests.service import Person, Service, until
from tests.world.hostile import CHANGING_HOST, HOSTILE_ANSWERS, PUBLIC, REDIRECTOR, hostile_urls
from tests.world.journey import HONEST_NAMES, HONEST_URLS, fall_into_traps
from tests.world.name_server import says
from tests.world.servers import Call, redirecting
from tests.world.world import World

CLIENTS = 8
CREDITS = 1_000_000
END_SECONDS = 60.0
PAGE = 100
DELIVERIES_MAX = 1_000
UNCERTIFIED_HOST = "uncertified.example"
HONEST_INPUT_ORIGINS = ["http://good.example", "http://good.example:8080"]
SETTINGS = {
    "rate_limit": "off",
    "webhook_delays": "0.2,0.2",
    "running_pro": "64",
    "slots_cpu": "6",
    "engines": json.dumps(
        {
            "drum-generator/drumgen": "tests.world.engines:Taps",
            "image-to-3d-object/triposr": "tests.world.engines:Sculpts",
            "voice-isolator/voicevendor-voice-isolator": "tests.dispatch.engines:Isolates",
            "song-splitter/demucs": "tests.dispatch.engines:Isolates",
        }
    ),
}


@dataclass(frozen=True)
class Door:
    """A field that takes a URL, and what an honest server has there."""

    field: str
    tool: str
    model: str
    path: str

    @property
    def is_webhook(self) -> bool:
        return self.field == "webhook"

    def own(self, url: str) -> str:
        """The URL with a changing host that only this door asks for: its turns are counted by name."""
        label = self.field.removeprefix("input.").replace("_", "-")
        return url.replace(CHANGING_HOST, f"{label}.{CHANGING_HOST}")


DOORS = (
    Door("webhook", "drum-generator", "drumgen", "/hook"),
    Door("input.image_url", "image-to-3d-object", "triposr", "/picture.png"),
    Door("input.audio_url", "voice-isolator", "voicevendor-voice-isolator", "/sound.wav"),
    Door("input.file", "song-splitter", "demucs", "/sound.wav"),
)


@dataclass
class Passage:
    """One URL at one door: what was answered, and what came of it if it was accepted."""

    door: Door
    kind: str
    url: str
    mark: str = ""  # the path by which an honest server knows it
    status: int = 0
    faults: list[str] | None = None  # "field code"
    id: str | None = None
    result: str | None = None  # how the generation ended
    error: str | None = None
    delivery: str | None = None  # what the webhook came to
    attempts: int = 0
    troubles: list[str] | None = None


def passages() -> list[Passage]:
    """All of them, in the order in which they are sent."""
    marks = itertools.count()
    found = []
    for door in DOORS:
        found += [Passage(door, hostile.kind, door.own(hostile.url)) for hostile in hostile_urls()]
        found.append(Passage(door, "another's certificate", f"https://{UNCERTIFIED_HOST}{door.path}"))
        for origin in origins(HONEST_URLS) + ([] if door.is_webhook else HONEST_INPUT_ORIGINS):
            mark = f"{door.path}?mark={next(marks)}"
            found.append(Passage(door, "honest", f"{origin}{mark}", mark))
        if not door.is_webhook:
            mark = f"{door.path}?mark={next(marks)}"
            hops = ("https://good.example", f"https://{REDIRECTOR}", f"https://six.example{mark}")
            found.append(Passage(door, "honest", redirecting(f"http://{REDIRECTOR}", *hops), mark))
    return found


def origins(urls: Iterable[str]) -> list[str]:
    """Scheme, host and port of each, once."""
    return list(dict.fromkeys("{0.scheme}://{0.netloc}".format(urlsplit(url)) for url in urls))


def name_for_accept(world: World) -> None:
    """What every name says first, however often it is asked for."""
    for name, replies in (HONEST_NAMES | HOSTILE_ANSWERS).items():
        world.host(name, replies[0])
    for door in DOORS:
        world.host(door.own(CHANGING_HOST), says(PUBLIC))
    world.names.tell(UNCERTIFIED_HOST, says(PUBLIC))


def name_for_work(world: World) -> None:
    """What the names that change say from now on."""
    for name, replies in HOSTILE_ANSWERS.items():
        world.host(name, *(replies[1:] or replies))
    for door in DOORS:
        world.host(door.own(CHANGING_HOST), says(PUBLIC), says("127.0.0.1"))  # before its redirect, and after


def furnish(world: World, folder: Path) -> None:
    """Files that the engines' inputs can be, on every server."""
    recording = write_recording(folder / "sound.wav", 0.2).read_bytes()
    world.servers.behaviours = {"/sound.wav": answer(recording), "/picture.png": answer(picture())}


def picture() -> bytes:
    """One grey pixel as PNG."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack("!I", len(content)) + kind + content + struct.pack("!I", zlib.crc32(kind + content))

    header = struct.pack("!IIBBBBB", 1, 1, 8, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"\0\x80")) + chunk(b"IEND", b"")
    )


def send_all(ada: Person, all_passages: list[Passage]) -> None:
    """Several at once."""
    with ThreadPoolExecutor(CLIENTS) as clients:
        for _ in clients.map(lambda passage: send(ada, passage), all_passages):
            pass


def send(ada: Person, passage: Passage) -> None:
    """POST /api/run with the URL at its door."""
    door, url = passage.door, passage.url
    if door.is_webhook:
        response = ada.run(door.tool, {"model": door.model, "seed": 1}, webhook=url)
    else:
        response = ada.run(door.tool, {"model": door.model, door.field.removeprefix("input."): url})
    passage.status = response.status_code
    said = response.json()
    if response.status_code == 200:
        passage.id = said["id"]
    else:
        passage.faults = [f"{fault['field']} {fault['code']}" for fault in said.get("errors", [])]


def see_the_end(service: Service, ada: Person, all_passages: list[Passage]) -> None:
    """Wait until everything that was accepted has ended, and write down how."""
    accepted = {passage.id: passage for passage in all_passages if passage.id}
    until(
        lambda: ada.total("success") + ada.total("error") == len(accepted),
        seconds=END_SECONDS,
        what="every generation has ended",
    )
    for offset in range(0, len(accepted), PAGE):
        for shown in ada.get(f"/api/generations?limit={PAGE}&offset={offset}").json()["data"]:
            accepted[shown["id"]].result, accepted[shown["id"]].error = shown["status"], shown["error"]
    until(lambda: not deliveries(service, "pending"), seconds=END_SECONDS, what="no webhook is to be sent any more")
    for delivery in deliveries(service):
        passage = accepted[delivery["id"]]
        passage.delivery, passage.attempts = delivery["status"], delivery["attempts"]
    moved = [passage for passage in accepted.values() if passage.delivery and has_moved(passage)]
    for passage in moved:
        shown = service.told("webhooks", "show", str(passage.id))
        passage.troubles = [attempt["trouble"] or str(attempt["status"]) for attempt in shown["attempts"]]


def deliveries(service: Service, status: str | None = None) -> list[dict[str, Any]]:
    """What the operator sees of them."""
    flags = ("--status", status) if status else ()
    listed: list[dict[str, Any]] = service.told("webhooks", "list", "--limit", str(DELIVERIES_MAX), *flags)
    return listed


def has_moved(passage: Passage) -> bool:
    """Whether it says another address when it is contacted."""
    return "//rebinding" in passage.url or CHANGING_HOST in passage.url or UNCERTIFIED_HOST in passage.url


def heard(world: World, service: Service) -> list[str]:
    """Whom the service contacted since the last time."""
    contacts = world.contacts(besides=frozenset({("127.0.0.1", service.port)}))
    return sorted({f"{contact.protocol} {contact.address} {contact.port}" for contact in contacts})


def described(call: Call) -> dict[str, Any]:
    """A connection that spoke HTTP, as the server saw it."""
    assert call.asked is not None
    asked = call.asked
    return {
        "place": f"{call.address} {call.port}",
        "method": asked.method,
        "target": asked.target,
        "headers": {name.lower(): value for name, value in asked.headers.items()},
        "body": asked.body.decode(),
    }


async def travel(world: World, folder: Path) -> dict[str, Any]:
    """Through all doors at once, in two parts: what is done at accept, and what afterwards."""
    name_for_accept(world)
    furnish(world, folder)
    service = Service(folder / "data", "--no-worker", **SETTINGS)
    all_passages = passages()
    try:
        await asyncio.to_thread(service.start)
        ada = await asyncio.to_thread(lambda: service.open_account("ada", plan="pro", credits=CREDITS))
        await asyncio.to_thread(send_all, ada, all_passages)
        at_accept = heard(world, service)
        await asyncio.to_thread(service.terminate)
        name_for_work(world)
        asked_at_accept = len(world.names.questions)
        service.flags = ()
        await asyncio.to_thread(service.start)
        await asyncio.to_thread(see_the_end, service, ada, all_passages)
        afterwards = heard(world, service)
        is_exact = await asyncio.to_thread(service.is_exact)
    finally:
        await asyncio.to_thread(service.close)
    return {
        "passages": [{**asdict(passage), "door": passage.door.field} for passage in all_passages],
        "heard at accept": at_accept,
        "heard afterwards": afterwards,
        "asked again": sorted({question.name for question in world.names.questions[asked_at_accept:]}),
        "calls": [described(call) for call in world.servers.calls if call.asked],
        "exact": is_exact,
    }


async def main() -> None:
    # For the service's process, which finds our engines there.
    os.environ["PYTHONPATH"] = PYTHONPATH
    with tempfile.TemporaryDirectory() as text:
        async with World(Path(text)) as world:
            report = await travel(world, Path(text))
            report["caught"] = await fall_into_traps(world)
    json.dump(report, sys.stdout)


if __name__ == "__main__":
    asyncio.run(main())
