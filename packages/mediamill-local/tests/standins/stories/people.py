"""What the stories ask for, and what they look at."""

import io
import json
from collections.abc import Iterator
from typing import Any

from tests.service import Person, Program, Service, parent_of, until

FLUX, Z_IMAGE = "flux-2-flex", "nano-banana"  # models of the interface
PRICE = {FLUX: 10, Z_IMAGE: 8}
MADE_SECONDS = 240.0  # on two cores that others use: libraries are imported, weights loaded
# Small pictures; so many steps that a run can be met in the middle.
SECTIONS = """
[engine."local.flux2"]
scale = 0.07
steps = 40
[engine."local.zimage"]
scale = 0.07
steps = 2
"""
REHEARSED = """
[engine."tests.rehearsed"]
scale = 0.07
steps = 2
"""


def ask(person: Person, model: str = FLUX, prompt: str = "a red fox", seed: int = 7) -> str:
    """A picture, started: its id."""
    return person.start("create-image", model=model, prompt=prompt, seed=seed)


def receive(person: Person, id: str) -> bytes:
    """Its bytes, once it is made."""
    ended = person.wait(id, seconds=MADE_SECONDS)
    assert ended["status"] == "success", ended
    answer = person.client.get(ended["output"].replace(person.service.public_url, person.service.address))
    assert answer.status_code == 200, answer.text
    return answer.content


def size_of(picture: bytes) -> tuple[int, int]:
    """In pixels; it is a PNG that can be decoded, and not of one colour."""
    from PIL import Image

    with Image.open(io.BytesIO(picture)) as opened:
        opened.load()
        assert opened.format == "PNG"
        assert any(low < high for low, high in opened.convert("RGB").getextrema())  # type: ignore[misc]
        return opened.size


def events_of(person: Person, id: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Its event stream, to the end."""
    headers = {"Authorization": person.key}
    with person.client.stream(
        "GET", f"{person.service.address}/ext/generations/{id}/events", headers=headers, timeout=MADE_SECONDS
    ) as stream:
        name = ""
        for line in stream.iter_lines():
            if line.startswith("event: "):
                name = line.removeprefix("event: ")
            elif line.startswith("data: "):
                yield name, json.loads(line.removeprefix("data: "))


def wait_for_step(person: Person, id: str) -> None:
    """Until it denoises."""
    until(
        lambda: person.generation_facts(id)["stage"] == "denoising",
        seconds=MADE_SECONDS,
        what=f"{id} denoises",
    )


def loaded_in(service: Service) -> set[str]:
    """What the process that works has loaded, as its last beat told."""
    return {one for worker in service.told("workers", "list") for one in worker["loaded"]}


def metric(address: str, person: Person, name: str) -> dict[str, float]:
    """The values of a metric, by its labels."""
    lines = person.client.get(f"{address}/metrics").text.splitlines()
    return {line.rsplit(" ", 1)[0]: float(line.rsplit(" ", 1)[1]) for line in lines if line.startswith(name)}


def engine_processes(program: Program) -> list[int]:
    """Those that engines live in: they started no other one."""
    below = program.descendants()
    parents = {parent_of(process) for process in below}
    return [process for process in below if process not in parents]
