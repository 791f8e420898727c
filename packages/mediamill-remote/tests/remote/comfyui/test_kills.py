"""kill -9 between every two steps of a prompt at a ComfyUI: it has the generation's id, and is queued once."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.fakes.comfyui import FakeComfyUI
from tests.fakes.server import running
from tests.remote.kills import ROUNDS, Deadly, Moment, accounts_for, all_ended, points, survive
from tests.remote.serving import COMFYUI, serving
from tests.service import Person, Service

POINTS = points("submit") + points("status", "queue", "file", "forget", moments=(Moment.BEFORE, Moment.AFTER))


class DeadlyComfyUI(Deadly, FakeComfyUI):
    """A ComfyUI at whose requests a process can be killed."""


@contextmanager
def comfyui_service(folder: Path, *flags: str, **settings: str) -> Iterator[tuple[DeadlyComfyUI, Service]]:
    comfy = DeadlyComfyUI()
    with running(comfy) as base:
        section = COMFYUI.replace("{base}", base)
        # On a slow machine one generation meets more deaths than it has tries.
        with serving(folder, section, {}, *flags, running_pro="1000", tries="100", **settings) as service:
            yield comfy, service


def pictures(person: Person) -> Callable[[int], str]:
    return lambda number: person.start("create-image", model="flux-2-flex", prompt=f"heron {number}", seed=number)


@pytest.mark.slow
def test_a_prompt_is_queued_once_whenever_the_service_is_killed(tmp_path: Path) -> None:
    with comfyui_service(tmp_path) as (comfy, service):
        ada = service.open_account("ada", credits=100_000)

        ordered, _ = survive(comfy, pictures(ada), service, service.start, POINTS, ROUNDS)

        assert {one["error"] for one in all_ended(ada, ordered)} == {None}
        accounts_for(service, comfy, ordered, least=len(ordered), most=len(ordered))
        assert len({one.id for one in comfy.ledger.purchases}) == len(ordered)


@pytest.mark.slow
def test_another_worker_finds_what_a_dead_one_had_queued(tmp_path: Path) -> None:
    with comfyui_service(tmp_path, "--no-worker", lease_seconds="6") as (comfy, service):
        ada = service.open_account("ada", credits=100_000)
        where = points("submit")

        ordered, last = survive(comfy, pictures(ada), service.hire(), service.hire, where, len(where[:ROUNDS]))

        assert {one["error"] for one in all_ended(ada, ordered)} == {None}
        accounts_for(service, comfy, ordered, least=len(ordered), most=len(ordered))
        last.close()
