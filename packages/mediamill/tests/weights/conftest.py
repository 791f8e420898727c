"""A hub on loopback and a folder for weights."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from mediamill.weights import WeightsLock, WeightsPlace, WeightsRow, accept, alone, known_lock, place_of
from mediamill.weights.hub import Hub
from mediamill.weights.pull import plan_pull, pull
from tests.weights.samples import ROW
from tests.weights.stand_in import StandIn, running

NOW = 1_790_000_000_000
Pull = Callable[..., WeightsLock]


@pytest.fixture
def hub() -> Iterator[StandIn]:
    with running(StandIn()) as at_work:
        yield at_work


@pytest.fixture
def place(tmp_path: Path) -> WeightsPlace:
    return place_of(tmp_path / "weights", ROW.name)


@pytest.fixture
def pauses() -> list[float]:
    """How long each pause between two tries would have been."""
    return []


@pytest.fixture
def pulls(hub: StandIn, place: WeightsPlace, pauses: list[float]) -> Iterator[Pull]:
    clients: dict[str | None, Hub] = {}  # a client takes longer to make than a pull

    def pulls(
        row: WeightsRow = ROW, commit: str | None = None, token: str | None = None, licence: str | None = None
    ) -> WeightsLock:
        """One whole pull, whatever is there already."""
        client = clients.get(token) or clients.setdefault(token, Hub(hub.base, token))
        with alone(place):
            accepted = accept(row, licence, known_lock(place.folder), now=NOW)
            plan = plan_pull(row, place, client, commit, spare=0, pause=pauses.append)
            return pull(plan, place, client, accepted, report=lambda _: lambda _: None, pause=pauses.append)

    yield pulls
    for client in clients.values():
        client.close()
