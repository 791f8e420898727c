"""A process that answers and one that works, on a device with room for one model: kills, room, and rehearsed faults."""

from collections.abc import Callable, Iterator

import pytest

from tests.ports import free_port
from tests.service import Person, Program, Service, until
from tests.standins.stories.people import (
    FLUX,
    MADE_SECONDS,
    PRICE,
    REHEARSED,
    Z_IMAGE,
    ask,
    loaded_in,
    metric,
    receive,
    wait_for_step,
)
from tests.standins.stories.rehearsed import CALL_HOME, TOO_LARGE

pytestmark = pytest.mark.xdist_group("fleet of two")
REHEARSING = Z_IMAGE  # the model that the rehearsing engine makes here
ENGINES = {f"create-image/{FLUX}": "local.flux2", f"create-image/{REHEARSING}": "tests.rehearsed"}
LOADED_BYTES, RETRIES = "mediamill_device_loaded_bytes", "mediamill_device_memory_retries_total"
ROOM_MEGABYTES = "3"  # for one of the two, and a run


class Fleet:
    """The front, and whoever works at the moment."""

    def __init__(self, front: Service) -> None:
        self.front = front
        self.metrics_port = free_port()
        self.hire()

    def hire(self) -> None:
        """Somebody begins to work."""
        self.worker: Program = self.front.hire("--metrics-port", str(self.metrics_port))

    def metric(self, person: Person, name: str) -> dict[str, float]:
        """Of the worker, once it listens."""
        return metric(f"http://127.0.0.1:{self.metrics_port}", person, name)


@pytest.fixture(scope="module")
def fleet(open_gallery: Callable[..., Service], rehearsed: None) -> Iterator[Fleet]:
    front = open_gallery(ENGINES, "--no-worker", more=REHEARSED, lease_seconds="6", device_megabytes=ROOM_MEGABYTES)
    found = Fleet(front)
    yield found
    found.worker.close()


@pytest.fixture(scope="module")
def grace(fleet: Fleet) -> Person:
    return fleet.front.open_account("grace", credits=10_000)


@pytest.fixture(scope="module")
def fox(grace: Person) -> bytes:
    """What seed 7 makes here."""
    return receive(grace, ask(grace))


def test_a_run_that_found_too_little_memory_begins_anew(grace: Person, fleet: Fleet) -> None:
    picture = receive(grace, ask(grace, REHEARSING, TOO_LARGE))

    assert receive(grace, ask(grace, REHEARSING, TOO_LARGE.upper())) != picture
    assert sum(fleet.metric(grace, RETRIES).values()) == 1


def test_nothing_is_reached_over_the_network_from_the_process_of_a_device(grace: Person, fleet: Fleet) -> None:
    receive(grace, ask(grace, REHEARSING, f"{CALL_HOME}{fleet.front.port}"))


def test_what_does_not_fit_beside_another_model_takes_its_place(grace: Person, fleet: Fleet, fox: bytes) -> None:
    for seed in range(2):
        receive(grace, ask(grace, REHEARSING, seed=seed))
        assert len(fleet.metric(grace, LOADED_BYTES)) == 1
        until(
            lambda: loaded_in(fleet.front) == {"tests.rehearsed flux2-klein"},
            seconds=MADE_SECONDS,
            what="a beat has told of it",
        )
        assert receive(grace, ask(grace)) == fox
    assert len(fleet.metric(grace, LOADED_BYTES)) == 1


def test_a_worker_that_is_killed_in_mid_run_loses_nothing(grace: Person, fleet: Fleet, fox: bytes) -> None:
    before = grace.credits()
    id = ask(grace)
    wait_for_step(grace, id)
    fleet.worker.kill()
    fleet.hire()

    assert receive(grace, id) == fox
    assert before - grace.credits() == PRICE[FLUX]
    assert [one["outcome"] for one in grace.generation_facts(id)["attempts"]][-1] == "success"
    assert fleet.front.is_exact()


def test_another_installation_makes_the_same_picture_of_the_same_seed(
    grace: Person, fox: bytes, open_gallery: Callable[..., Service]
) -> None:
    ben = open_gallery({f"create-image/{FLUX}": "local.flux2"}).open_account("ben", credits=100)

    assert receive(ben, ask(ben)) == fox
