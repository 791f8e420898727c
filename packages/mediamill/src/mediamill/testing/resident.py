"""Resident engines in the kit: what is tried with them on a device of their own."""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from mediamill.catalogue import Limits, Model
from mediamill.engines import (
    Artifact,
    DeviceState,
    EngineEntry,
    InputValue,
    Place,
    Report,
    Request,
    ResidentEngine,
    ResidentOptions,
    ResidentSetup,
    WeightsFolders,
    WeightsHere,
    set_up_resident,
)
from mediamill.testing.findings import Check, Finding, skipped, verdict_on
from mediamill.testing.probe import recorded
from mediamill.testing.trial import Bench, Trial

TARGET = "mediamill.testing.resident:ProbeResident"


@dataclass(frozen=True, slots=True)
class ProbeOptions(ResidentOptions):
    """Which engine it passes on to, and what that is set up with."""

    target: str = ""
    given: dict[str, Any] = field(default_factory=dict)


class ProbeResident(ResidentEngine):
    """Passes on to the engine that its options name, and writes down what the host smooths over."""

    Options = ProbeOptions

    def __init__(self, options: ProbeOptions, folders: WeightsFolders) -> None:
        super().__init__(options, folders)
        entry = EngineEntry(options.target, options.target, frozenset(), kind="resident")
        self._engine = set_up_resident(entry, options.given, WeightsHere(folders.home)).engine

    def rows(self) -> tuple[str, ...]:
        """As the engine."""
        return self._engine.rows()

    def weights_of(self, tool: str, model: str) -> str:
        """As the engine."""
        return self._engine.weights_of(tool, model)

    def bytes_wanted(self, weights: str) -> int:
        """As the engine."""
        return self._engine.bytes_wanted(weights)

    def load(self, weights: str, device: str) -> Any:
        """As the engine."""
        return self._engine.load(weights, device)

    def bytes_held(self, loaded: Any) -> int:
        """As the engine."""
        return self._engine.bytes_held(loaded)

    def generate(self, loaded: Any, request: Request, report: Report) -> Artifact:
        """What the engine made."""
        return recorded(request, report, lambda recorder: self._engine.generate(loaded, request, recorder))


def place_of(setup: ResidentSetup, model: Model) -> Place:
    """Where the engine itself runs a model."""
    return setup.residence, setup.engine.weights_of(model.tool, model.slug)


def probed_place(setup: ResidentSetup, model: Model) -> Place:
    """Where the probe does."""
    residence, weights = place_of(setup, model)
    return replace(residence, options={"target": setup.entry.target, "given": dict(setup.given)}), weights


@dataclass(frozen=True, slots=True)
class Example:
    """The example of a model, as the engine itself makes it."""

    setup: ResidentSetup
    model: Model
    input: Mapping[str, InputValue]
    files: Mapping[str, Path]
    limits: Limits

    @property
    def name(self) -> str:
        """Of the model."""
        return f"{self.model.tool}/{self.model.slug}"

    def on(self, bench: Bench, on_progress: Callable[[], None] = lambda: None) -> AbstractAsyncContextManager[Trial]:
        """One run."""
        place = place_of(self.setup, self.model)
        return bench.tried(self.setup.entry.target, self.model, self.input, self.files, self.limits, place, on_progress)


async def warm_finding(bench: Bench, example: Example) -> Finding:
    """Two runs on the same weights."""
    name, digests = example.name, []
    for _ in range(2):
        async with example.on(bench) as trial:
            digests.append(trial.digest())
    if None in digests:
        return verdict_on(Check.WARM, ["It made the example once and failed on the same weights."], name)
    if not example.setup.entry.is_deterministic:
        return verdict_on(Check.WARM, [], name)
    same = len(set(digests)) == 1
    return verdict_on(Check.WARM, [] if same else ["Its second run on the same weights made a different file."], name)


async def steps_finding(bench: Bench, example: Example) -> Finding:
    """A run that is cancelled as soon as it reports a step."""
    name, begun = example.name, asyncio.Event()

    async def run() -> None:
        async with example.on(bench, begun.set):
            return

    running, waiting = asyncio.create_task(run()), asyncio.create_task(begun.wait())
    await asyncio.wait({running, waiting}, return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()
    if not running.cancel():
        return skipped(Check.STEPS, "The example was made before it reported a step.", name)
    before = restarts(bench.host.devices)
    await asyncio.wait({running})
    lost = restarts(bench.host.devices) > before or not any(device.loaded for device in bench.host.devices)
    fault = "Its process had to be killed, and everything loaded was lost: report each step with report.progress()."
    return verdict_on(Check.STEPS, [fault] if lost else [], name)


def restarts(devices: list[DeviceState]) -> int:
    """Of all of them."""
    return sum(device.restarts for device in devices)
