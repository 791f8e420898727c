"""A service of several processes: fronts and workers with a data folder each, on one PostgreSQL and one storage."""

import os
from collections.abc import Sequence
from pathlib import Path

from tests.postgres import drop_postgres_database, new_postgres_database
from tests.service import MEDIAMILL, Program, Service

THIS_VERSION = (str(MEDIAMILL),)
SECRET = "the same long and random text everywhere"
LEASE_SECONDS = "3"  # so that what a dead process held is soon taken up


def late_seconds() -> float:
    """How long after the end of a lease another worker has begun, at most: more where others want the cores, too."""
    return 5.0 * max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


class Fleet:
    """Starts processes that share everything that has to be shared and nothing else."""

    def __init__(self, folder: Path, on_server: bool = True, /, **settings: str) -> None:
        """Not `on_server`: they share a file of SQLite, as processes of one machine may. A `database_url` that is
        given is somebody else's, who takes it away.
        """
        self.folder = folder
        self.on_server = on_server and "database_url" not in settings
        own = new_postgres_database() if self.on_server else f"sqlite:///{folder / 'mill.db'}"
        self.database_url = settings.get("database_url", own)
        self.settings = {
            "database_url": self.database_url,
            "storage_url": str(folder / "media"),
            "secret_key": SECRET,
            "lease_seconds": LEASE_SECONDS,
            "rate_limit": "off",
            **settings,
        }
        self.processes: list[Program] = []

    def front(self, *, program: Sequence[str] = THIS_VERSION, **settings: str) -> Service:
        """A `serve --no-worker` that listens."""
        return self.serve("--no-worker", program=program, **settings)

    def serve(self, *flags: str, program: Sequence[str] = THIS_VERSION, **settings: str) -> Service:
        """A `serve` that listens."""
        service = Service(self.new_folder("front"), *flags, **{**self.settings, **settings})
        service.program = program
        self.processes.append(service)
        return service.start()

    def worker(self, *flags: str, program: Sequence[str] = THIS_VERSION, **settings: str) -> Program:
        """A `worker` with a data folder of its own."""
        folder = self.new_folder("worker")
        worker = Program(
            ("worker", "--data-dir", str(folder), *flags), folder, {"slots_cpu": "1", **self.settings, **settings}
        )
        worker.program = program
        self.processes.append(worker)
        worker.begin()
        return worker

    def new_folder(self, kind: str) -> Path:
        return self.folder / f"{kind}{len(self.processes)}"

    def close(self) -> None:
        """Make sure that all are gone."""
        for process in reversed(self.processes):
            process.close()
        if self.on_server:
            drop_postgres_database(self.database_url)
