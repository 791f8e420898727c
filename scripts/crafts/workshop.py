"""One run of a built-in model, as the service would have it run: checked input, engine process, limits."""

import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from mediamill.catalogue import Checked, Model
from mediamill.engines import EngineEntry, EngineHost, Made, Registry, Request, RunOutcome
from scripts.crafts.witness import TARGET, Spent, spent_in, witnessed

SEED = 7  # where a model takes one


@dataclass(frozen=True, slots=True)
class Run:
    """What came of it; `folder` is there as long as the run is looked at."""

    outcome: RunOutcome
    spent: Spent | None
    wall_seconds: float
    folder: Path

    @property
    def file(self) -> Path | None:
        return self.outcome.artifact.path if isinstance(self.outcome, Made) else None


def engine_of(registry: Registry, model: Model) -> EngineEntry | None:
    """The engine of the model, if it is ready here."""
    entry = registry.engine_for(model.tool, model.slug)
    return entry if entry is not None and registry.ready(entry) is None else None


@asynccontextmanager
async def running(
    host: EngineHost,
    entry: EngineEntry,
    model: Model,
    input: Mapping[str, object],
    *,
    name: str,
    files: Mapping[str, Path] | None = None,
    thumbnail: bool = False,
) -> AsyncIterator[Run]:
    """The run of one input. Raises ValueError for what the service would not accept."""
    urls = {field.name: "https://example.com/file" for field in model.url_fields}
    checked = model.check({"model": model.slug, **urls, **input})
    if not isinstance(checked, Checked):
        raise ValueError(f"{model.tool}/{model.slug}: {checked[0].message}")
    async with host.folder_for(name, 1) as folder:
        values = witnessed(checked.drawn(lambda _: SEED).values, entry.target, thumbnail=thumbnail)
        request = Request(name, model.tool, model.slug, values, folder, files or {})
        began = time.monotonic()
        outcome = await host.run(
            TARGET, request, limits=model.limits, on_progress=lambda *_: None, on_checkpoint=kept_nowhere
        )
        yield Run(outcome, spent_in(folder), time.monotonic() - began, folder)


async def kept_nowhere(text: str) -> None:
    """A checkpoint that no later attempt will need."""
