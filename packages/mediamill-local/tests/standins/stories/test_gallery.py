"""One service with two local models: what callers and operators see of pictures, cancels and kills."""

import os
import signal
from collections.abc import Callable

import pytest

from tests.service import Person, Service, until
from tests.standins.stories.people import (
    FLUX,
    MADE_SECONDS,
    PRICE,
    Z_IMAGE,
    ask,
    engine_processes,
    events_of,
    loaded_in,
    metric,
    receive,
    size_of,
    wait_for_step,
)

pytestmark = pytest.mark.xdist_group("gallery")
ENGINES = {f"create-image/{FLUX}": "local.flux2", f"create-image/{Z_IMAGE}": "local.zimage"}
CREDITS = 10_000
LOADS = "mediamill_device_loads_total"
RESTARTS = "mediamill_device_restarts_total"


@pytest.fixture(scope="module")
def gallery(open_gallery: Callable[..., Service]) -> Service:
    return open_gallery(ENGINES, lease_seconds="6")


@pytest.fixture(scope="module")
def ada(gallery: Service) -> Person:
    return gallery.open_account("ada", credits=CREDITS)


@pytest.fixture(scope="module")
def fox(ada: Person) -> bytes:
    """What seed 7 makes."""
    return receive(ada, ask(ada))


def test_ada_follows_a_picture_from_its_first_step_to_its_end(ada: Person, gallery: Service) -> None:
    before = ada.credits()
    id = ask(ada, prompt="a heron", seed=1)
    events = list(events_of(ada, id))
    facts = ada.generation_facts(id)
    progress = [told["progress"] for name, told in events if name == "progress"]
    stages = {told["stage"] for name, told in events if name == "progress"}

    assert [told["status"] for name, told in events if name == "status"][-1] == "success"
    assert progress == sorted(progress)
    assert "denoising" in stages
    assert size_of(receive(ada, id)) == (64, 64)
    assert (facts["engine"], facts["credits"]["captured"]) == ("local.flux2", PRICE[FLUX])
    assert facts["provenance"]["weights"].startswith("black-forest-labs/FLUX.2-klein-4B")
    assert "Apache-2.0" in facts["provenance"]["weights"]
    assert before - ada.credits() == PRICE[FLUX]


def test_one_seed_makes_one_picture(ada: Person, fox: bytes) -> None:
    assert receive(ada, ask(ada)) == fox
    assert receive(ada, ask(ada, seed=8)) != fox


def test_two_models_that_fit_are_loaded_once(ada: Person, gallery: Service, fox: bytes) -> None:
    receive(ada, ask(ada, Z_IMAGE))
    before = metric(gallery.address, ada, LOADS)
    for seed in (11, 12):
        receive(ada, ask(ada, FLUX, seed=seed))
        receive(ada, ask(ada, Z_IMAGE, seed=seed))

    assert before != {}
    assert metric(gallery.address, ada, LOADS) == before
    until(lambda: len(loaded_in(gallery)) == 2, seconds=MADE_SECONDS, what="a beat has told of both")
    assert {one.split()[0] for one in loaded_in(gallery)} == {"local.flux2", "local.zimage"}


def test_a_cancelled_picture_costs_nothing_and_what_is_loaded_stays(ada: Person, gallery: Service, fox: bytes) -> None:
    credits, loads = ada.credits(), metric(gallery.address, ada, LOADS)
    id = ask(ada, prompt="nobody will see this")
    wait_for_step(ada, id)
    cancelled = ada.request("POST", f"/ext/generations/{id}/cancel")

    assert cancelled.status_code == 200, cancelled.text
    assert ada.wait(id)["status"] == "error"
    assert ada.credits() == credits
    assert receive(ada, ask(ada)) == fox
    assert metric(gallery.address, ada, LOADS) == loads


def test_a_device_that_is_killed_in_mid_run_is_started_again_and_the_picture_is_made(
    ada: Person, gallery: Service, fox: bytes
) -> None:
    credits, restarts = ada.credits(), metric(gallery.address, ada, RESTARTS)
    id = ask(ada)
    wait_for_step(ada, id)
    for process in engine_processes(gallery):
        os.kill(process, signal.SIGKILL)

    assert receive(ada, id) == fox
    facts = ada.generation_facts(id)
    assert [one["outcome"] for one in facts["attempts"]] == ["failed", "success"]
    assert credits - ada.credits() == PRICE[FLUX]
    assert sum(metric(gallery.address, ada, RESTARTS).values()) == sum(restarts.values()) + 1
    assert gallery.is_exact()
