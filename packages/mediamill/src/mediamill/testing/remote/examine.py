"""The whole examination of a remote engine: itself, then each of its models; it buys only where it is told to."""

import tempfile
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

from mediamill.catalogue import Catalogue, Limits, Model
from mediamill.dispatch import ResultFetcher
from mediamill.engines import (
    EngineEntry,
    EngineHost,
    RemoteEngine,
    RemoteSetup,
    Request,
    SecretSources,
    VendorClient,
    set_up_all,
)
from mediamill.outbound import Guard
from mediamill.testing.examining import Examining
from mediamill.testing.findings import Check, Finding, Verdict, skipped, verdict_on, warned
from mediamill.testing.remote.declaration import (
    address_faults,
    call_faults,
    disagreements,
    option_faults,
    overrides,
)
from mediamill.testing.remote.promises import (
    described,
    estimate_finding,
    lost_answer_finding,
    offer_faults,
    typical_faults,
)
from mediamill.testing.remote.purchase import PAUSE_SECONDS, Trade, another
from mediamill.testing.remote.vendors import FreeVendor, Nobody
from mediamill.testing.samples import SEED, SampleOverrides, UnusableInput, example, files_of
from mediamill.testing.sentences import sentence_faults
from mediamill.testing.subject import catalogue_finding, import_finding
from mediamill.testing.trial import GENERATION

IMPORT_BUSY_SECONDS_MAX = 1.0  # of a processor: the service imports every remote engine that is set up
NOT_BOUGHT = "Nothing is bought unless you say so (`--buy`)."


@dataclass(frozen=True)
class RemoteExamination(Examining):
    """What is examined, and with what."""

    entry: EngineEntry
    catalogue: Catalogue
    setup: RemoteSetup
    material: SampleOverrides = field(default_factory=SampleOverrides)
    buys: bool = False  # each model's example, twice where a job can be called off or searched for
    limits: Limits | None = None  # in place of each model's own
    pause_seconds: float = PAUSE_SECONDS  # between looks
    decisive: ClassVar[frozenset[Check]] = frozenset({Check.IMPORT})

    async def of_itself(self) -> AsyncIterator[Finding]:
        """The findings on no model."""
        kind = type(self.engine)
        yield verdict_on(Check.DESCRIPTION, [])  # an EngineEntry has been read
        yield catalogue_finding(self.entry, self.catalogue)
        yield import_finding(self.entry, IMPORT_BUSY_SECONDS_MAX)
        yield verdict_on(Check.AGREEMENT, disagreements(self.engine, self.entry))
        yield verdict_on(Check.OPTIONS, option_faults(kind))
        yield verdict_on(Check.CALLS, call_faults(kind))
        faults = list(address_faults(self.setup))
        yield verdict_on(Check.ADDRESSES, faults)
        missing = self.engine.ready()
        said = () if missing is None else sentence_faults(missing[:1].upper() + missing[1:], "What ready() answers")
        yield verdict_on(Check.READY, said)
        if not faults:
            yield await self.key_finding()

    async def key_finding(self) -> Finding:
        """What the engine's own check says; it may buy nothing."""
        if not overrides(type(self.engine), "check"):
            return skipped(Check.KEY, "It has no check().")
        if (missing := self.setup.missing) is not None:
            return skipped(Check.KEY, f"Not ready: {missing}")
        async with self.client() as client:
            vendor = FreeVendor(client)
            try:
                wrong = await self.engine.check(vendor)
            except Exception as fault:  # noqa: BLE001 (third-party code: whatever it raises is reported)
                wrong, raised = None, [f"check() raises {described(fault)}"]
            else:
                raised = []
        bought = [f"check() buys: {', '.join(one.path for one in vendor.wanted)}."] if vendor.wanted else []
        if bought or raised or wrong is None:
            return verdict_on(Check.KEY, bought or raised)
        return warned(Check.KEY, f"check() says: {wrong}")

    async def of_model(self, model: Model) -> AsyncIterator[Finding]:
        """The findings on one model's example."""
        name = f"{model.tool}/{model.slug}"
        yield verdict_on(Check.OFFERS, offer_faults(self.engine, model), name)
        yield verdict_on(Check.TYPICAL_SECONDS, typical_faults(self.engine, model), name)
        with tempfile.TemporaryDirectory(prefix="mediamill-testing-") as folder:
            request = self.request(model, Path(folder))
            if isinstance(request, str):
                yield skipped(Check.EXAMPLE, request, name)
                return
            yield estimate_finding(self.engine, request, name)
            if not self.buys or self.setup.missing:
                yield await lost_answer_finding(self.engine, request, Nobody(), name)
                yield skipped(Check.EXAMPLE, f"Not ready: {self.setup.missing}" if self.buys else NOT_BOUGHT, name)
                return
        async for finding in self.of_purchases(model):
            yield finding

    async def of_purchases(self, model: Model) -> AsyncIterator[Finding]:
        """What comes of buying the model's example, and of buying it once more."""
        async with self.trade(model) as (trade, request):
            yield await lost_answer_finding(self.engine, request, FreeVendor(trade.vendor), trade.name)
            is_made = makes_jobs = False
            async for finding in trade.of_purchase(request):
                is_made |= finding.check is Check.EXAMPLE and finding.verdict is Verdict.PASSED
                makes_jobs |= finding.check is Check.JOB
                yield finding
            if is_made:
                async for finding in trade.of_second_purchase(another(request), makes_jobs=makes_jobs):
                    yield finding

    @asynccontextmanager
    async def trade(self, model: Model) -> AsyncIterator[tuple[Trade, Request]]:
        """Where the model is bought, with its example. Raises UnusableInput."""
        tool, limits = self.catalogue.tools[model.tool], self.limits or model.limits
        with tempfile.TemporaryDirectory(prefix="mediamill-testing-") as folder:
            host = EngineHost(slots=1, folder=Path(folder) / "spool", runs_max=1)
            await host.start()
            try:
                async with self.client() as client, host.folder_for(GENERATION, 1) as workplace:
                    request = self.request(model, workplace)
                    if isinstance(request, str):
                        raise UnusableInput(request)
                    fetcher = ResultFetcher(host, 1)
                    yield Trade(self.engine, client, fetcher, tool, model, limits, self.pause_seconds), request
            finally:
                await host.stop()

    def request(self, model: Model, folder: Path) -> Request | str:
        """The model's example as an engine gets it; a sentence where there is none."""
        try:
            input = example(model, self.material)
        except UnusableInput as fault:
            return f"The input to test with does not fit. {fault}"
        files = files_of(model, folder, self.material)
        return Request(GENERATION, model.tool, model.slug, input, folder, files, seed=SEED)

    @asynccontextmanager
    async def client(self) -> AsyncIterator[VendorClient]:
        """The service's own way to the vendor, with the first key that can be used."""
        key = next(iter(self.setup.usable_keys()), None)
        client = VendorClient(
            Guard(),
            base_url=self.setup.base_url,
            key=key.secret if key else None,
            key_header=self.engine.key_header,
            hosts=self.engine.file_hosts(),
            key_hosts=self.engine.key_hosts,
        )
        try:
            yield client
        finally:
            await client.aclose()

    @property
    def engine(self) -> RemoteEngine:
        """The engine as it is configured."""
        return self.setup.engine


def set_up(entry: EngineEntry, options: Mapping[str, object], key: str | None) -> RemoteSetup:
    """A remote engine with these options of `[engine."name"]`, and this key. Raises InvalidSettings."""
    sources = SecretSources(environment=lambda _: None, file=lambda _: "", stored=lambda _: key)
    _, (setup,) = set_up_all([entry], {entry.name: options}, [], sources)
    return setup
