"""Services that the journeys start, stop, kill and start again."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.fleet.balanced import start_service
from tests.service import Program, Service


@pytest.fixture(scope="session")
def mill(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service that nobody harms."""
    started = start_service(tmp_path_factory.mktemp("mill"), rate_limit="off")
    yield started
    started.close()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service with a tool that takes as long, and fails as often, as it is told to."""
    started = start_service(tmp_path_factory.mktemp("house"), rehearsal="true", slots_cpu="2", rate_limit="off")
    yield started
    started.close()


@pytest.fixture
def open_mill(tmp_path: Path) -> Iterator[Callable[..., Service]]:
    """Opens services of one's own; all of them are closed at the end."""
    opened: list[Service] = []

    def open_mill(*flags: str, **settings: str) -> Service:
        opened.append(start_service(tmp_path / f"mill{len(opened)}", *flags, rate_limit="off", **settings))
        return opened[-1]

    yield open_mill
    for service in opened:
        service.close()


@pytest.fixture
def hire() -> Iterator[Callable[..., Program]]:
    """Hires workers; all of them are gone at the end."""
    hired: list[Program] = []

    def hire(service: Service, **settings: str) -> Program:
        hired.append(service.hire(**settings))
        return hired[-1]

    yield hire
    for worker in hired:
        worker.close()
