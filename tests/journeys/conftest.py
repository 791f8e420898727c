"""Services that the journeys start, stop, kill and start again."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.service import Program, Service


@pytest.fixture(scope="session")
def mill(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service that nobody harms."""
    started = Service(tmp_path_factory.mktemp("mill") / "data", rate_limit="off").start()
    yield started
    started.close()


@pytest.fixture
def open_mill(tmp_path: Path) -> Iterator[Callable[..., Service]]:
    """Opens services of one's own; all of them are closed at the end."""
    opened: list[Service] = []

    def open_mill(*flags: str, **settings: str) -> Service:
        service = Service(tmp_path / f"data{len(opened)}", *flags, rate_limit="off", **settings)
        opened.append(service)
        return service.start()

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
