"""The whole examination of an engine: itself first, then each of its models."""

import tempfile
from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

from mediamill.catalogue import Catalogue, Limits, Model
from mediamill.engines import (
    EngineEntry,
    EngineHost,
    InputValue,
    Place,
    Readiness,
    ReadyState,
    Registry,
    ResidentSetup,
    WeightsHere,
    found_devices,
    set_up_resident,
)
from mediamill.testing import judgement, probe, resident
from mediamill.testing.examining import Examining
from mediamill.testing.findings import Check, Finding, skipped, verdict_on
from mediamill.testing.samples import SampleOverrides, UnusableInput, example, files_of, odd_files_of, odd_input
from mediamill.testing.sentences import sentence_faults
from mediamill.testing.subject import agreement_finding, catalogue_finding, import_finding
from mediamill.testing.trial import Bench, Trial


@dataclass(frozen=True)
class Examination(Examining):
    """What is examined, and with what."""

    entry: EngineEntry
    catalogue: Catalogue
    material: SampleOverrides = field(default_factory=SampleOverrides)
    limits: Limits | None = None  # in place of each model's own
    options: Mapping[str, object] = field(default_factory=dict)  # of a resident engine
    weights: WeightsHere = field(default_factory=lambda: WeightsHere(Path()))  # that it may need
    decisive: ClassVar[frozenset[Check]] = frozenset({Check.IMPORT, Check.AGREEMENT})

    async def of_itself(self) -> AsyncIterator[Finding]:
        """The findings that need no run."""
        yield verdict_on(Check.DESCRIPTION, [])  # an EngineEntry has been read
        yield catalogue_finding(self.entry, self.catalogue)
        imported = import_finding(self.entry)
        yield imported
        if "cannot be imported" not in imported.sentence:
            yield agreement_finding(self.entry)
            yield ready_finding(await self._registry().readiness(self.entry))

    async def of_model(self, model: Model) -> AsyncIterator[Finding]:
        """The findings on runs of the model's example."""
        name = f"{model.tool}/{model.slug}"
        async with self._bench() as bench:
            if isinstance(bench, str):
                yield skipped(Check.EXAMPLE, bench, name)
                return
            try:
                input = example(model, self.material)
            except UnusableInput as fault:
                yield skipped(Check.EXAMPLE, f"The input to test with does not fit. {fault}", name)
                return
            limits = self.limits or model.limits
            with tempfile.TemporaryDirectory() as folder:
                files = files_of(model, Path(folder), self.material)
                async with self._probed(bench, model, input, files, limits) as trial:
                    for finding in judgement.judged(
                        trial, self.catalogue.tools[model.tool], model, limits, bench.needs
                    ):
                        yield finding
                    first = trial.digest()
                if not self.entry.is_deterministic:
                    yield skipped(Check.DETERMINISM, "Its TOML file does not promise it.", name)
                elif first is not None:
                    async with bench.tried(self.entry.target, model, input, files, limits, self._place(model)) as trial:
                        yield judgement.determinism_finding(first, trial.digest(), name)
                if (setup := self._resident) is not None and first is not None:
                    shown = resident.Example(setup, model, input, files, limits)
                    yield await resident.warm_finding(bench, shown)
                    yield await resident.steps_finding(bench, shown)

    async def of_odd_inputs(self, model: Model) -> AsyncIterator[Finding]:
        """The finding on an input that says nothing."""
        yield await self.of_odd_input(model)

    async def of_odd_input(self, model: Model) -> Finding:
        """What becomes of an input that says nothing."""
        name = f"{model.tool}/{model.slug}"
        input = odd_input(model)
        if input is None:
            return skipped(Check.ODD_INPUT, "It takes neither text nor files.", name)
        async with self._bench() as bench:
            if isinstance(bench, str):
                return skipped(Check.ODD_INPUT, bench, name)
            with tempfile.TemporaryDirectory() as folder:
                files = odd_files_of(model, Path(folder))
                async with self._probed(bench, model, input, files, self.limits or model.limits) as trial:
                    return verdict_on(Check.ODD_INPUT, judgement.odd_input_faults(trial), name)

    @asynccontextmanager
    async def _bench(self) -> AsyncIterator[Bench | str]:
        """A host that gives every run a process of its own; a sentence where the engine is not ready."""
        registry = self._registry()
        readiness = await registry.readiness(self.entry)
        if readiness.state is not ReadyState.READY:
            yield f"Not ready: {readiness.sentence}"
            return
        with tempfile.TemporaryDirectory(prefix="mediamill-testing-") as folder:
            devices = {"gpu": found_devices(), "cpu": ("cpu",)}
            host = EngineHost(slots=1, folder=Path(folder) / "spool", runs_max=1, devices=devices)
            await host.start()
            try:
                yield Bench(host, registry.needs_of(self.entry))
            finally:
                await host.stop()

    @property
    def _resident(self) -> ResidentSetup | None:
        if self.entry.kind != "resident":
            return None
        return set_up_resident(self.entry, self.options, self.weights)

    def _registry(self) -> Registry:
        return Registry([self.entry], {}, residents={self.entry.name: setup} if (setup := self._resident) else {})

    def _place(self, model: Model) -> Place | None:
        return None if (setup := self._resident) is None else resident.place_of(setup, model)

    def _probed(
        self,
        bench: Bench,
        model: Model,
        input: Mapping[str, InputValue],
        files: Mapping[str, Path],
        limits: Limits,
    ) -> AbstractAsyncContextManager[Trial]:
        """One run by the probe, wherever the engine lives."""
        if (setup := self._resident) is not None:
            place = resident.probed_place(setup, model)
            return bench.tried(resident.TARGET, model, input, files, limits, place)
        return bench.tried(probe.TARGET, model, probe.probed(input, self.entry.target), files, limits)


def ready_finding(readiness: Readiness) -> Finding:
    """What ready() answered."""
    if readiness.state is ReadyState.UNKNOWN:
        return verdict_on(Check.READY, [readiness.sentence])
    if readiness.state is ReadyState.MISSING:
        return verdict_on(Check.READY, sentence_faults(readiness.sentence, "What ready() answers"))
    return verdict_on(Check.READY, [])
