"""One run of the engine under test, as the service would do it: in a child process, jailed and limited."""

import hashlib
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from mediamill.catalogue import Limits, Model
from mediamill.engines import EngineHost, InputValue, Made, Needs, Place, Request, RunOutcome
from mediamill.testing.probe import Record, read_record
from mediamill.testing.samples import SEED

GENERATION = "conformance"


@dataclass(frozen=True, slots=True)
class Trial:
    """What came of one run; its files are there as long as `tried` has not ended."""

    outcome: RunOutcome
    record: Record | None  # of a run by the probe that was not killed
    processes_left: int

    @property
    def made(self) -> Path | None:
        """The file."""
        return self.outcome.artifact.path if isinstance(self.outcome, Made) else None

    def digest(self) -> str | None:
        """Of the file's bytes."""
        if self.made is None:
            return None
        with self.made.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()


@dataclass(frozen=True, slots=True)
class Bench:
    """Where runs are tried."""

    host: EngineHost
    needs: Needs

    @asynccontextmanager
    async def tried(
        self,
        target: str,
        model: Model,
        input: Mapping[str, InputValue],
        files: Mapping[str, Path],
        limits: Limits,
        place: Place | None = None,
        on_progress: Callable[[], None] = lambda: None,
    ) -> AsyncIterator[Trial]:
        """One run of `target`, on a device where it has a `place`; the files are copied."""
        async with self.host.folder_for(GENERATION, 1) as folder:
            copies = {name: copied(path, folder, name) for name, path in files.items()}
            request = Request(GENERATION, model.tool, model.slug, input, folder, copies, seed=SEED)
            left_before = self.host.processes_left
            outcome = await self.host.run(
                target,
                request,
                limits=limits,
                on_progress=lambda *_: on_progress(),
                on_checkpoint=keep_nowhere,
                needs=self.needs,
                place=place,
            )
            yield Trial(outcome, read_record(folder), self.host.processes_left - left_before)


def copied(path: Path, folder: Path, name: str) -> Path:
    """The file as the service hands it to an engine: named by its field."""
    copy = folder / f"{name}{path.suffix}"
    copy.write_bytes(path.read_bytes())
    return copy


async def keep_nowhere(text: str) -> None:
    """A checkpoint that no later attempt will need."""
