"""A world without waiting: a vendor in memory that keeps books, and processes that die when a test wants it."""

import itertools
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from ipaddress import ip_network
from pathlib import Path
from typing import Any, TypeVar, cast

import orjson

from mediamill import catalogue, credits, generations, jobs, purchases
from mediamill.accounts import Account, Plan, open_account
from mediamill.catalogue import Limits
from mediamill.credits import Discrepancy
from mediamill.db import Database, Transaction
from mediamill.db.query import query_of
from mediamill.dispatch import AttemptRunner, AttemptWriter, Inputs
from mediamill.dispatch.attempt import ActiveAttempt, Slots
from mediamill.dispatch.remote.buyer import Buyer
from mediamill.dispatch.remote.look import JobLook
from mediamill.dispatch.remote.results import ResultFetcher
from mediamill.dispatch.remote.vendors import Vendors
from mediamill.engines import (
    Artifact,
    EngineEntry,
    EngineHost,
    Finished,
    Job,
    Made,
    Registry,
    RemoteEngine,
    RemoteOptions,
    RemoteSetup,
    Request,
    RunOutcome,
    SpendingCap,
    VendorClient,
    VendorKey,
)
from mediamill.engines.remote import Estimate, Look, Running, StepDone, Vendor
from mediamill.formats import write_png
from mediamill.generations import FINAL, Accepted, Generation, NewGeneration, Policy
from mediamill.jobs import JobRow
from mediamill.outbound import Guard
from mediamill.purchases import Purchase
from mediamill.storage import Storage, open_storage
from mediamill.telemetry import Metrics
from tests.clock import FrozenClock

BASE = "http://localhost:8000"
LEASE_MS = 30_000
POLICY = Policy(lease_ms=LEASE_MS, tries=3, waiting_ms_max=86_400_000, running_max={Plan.FREE: 2, Plan.PRO: 1_000})
MODEL = ("create-image", "nano-banana")
PRICE = 40_000  # millionths
STEP_PRICE = 25_000  # of its first step alone
TYPICAL_SECONDS = 20.0
FALL_OVER_SECONDS = 30.0
TIMEOUT_SECONDS = 600.0
PAUSE_MS = 1_000  # where nothing is due at a known time
NEXT_DUE = query_of(
    "next_due",
    """
SELECT MIN(at) AS at FROM (
    SELECT MIN(look_at) AS at FROM jobs WHERE look_at > :now
    UNION ALL SELECT MIN(due_at) FROM generations WHERE lease_owner IS NULL AND finished_at IS NULL AND due_at > :now
    UNION ALL SELECT MIN(lease_expires_at) FROM generations WHERE lease_expires_at > :now
) AS times
""",
)
STEPS_MAX = 4_000  # a story that takes more has lost its way

T = TypeVar("T")


class Killed(BaseException):
    """kill -9 at a point."""


@dataclass
class Sale:
    """What a vendor sold."""

    number: int
    generation_id: str
    is_cancelled: bool = False
    steps: int = 0  # that were bought after it


class MemoryVendor:
    """Sells pictures. Its ledger says what it bills; scripts say what it answers, the plain truth by default."""

    def __init__(self, *, looks: int = 2) -> None:
        self.looks = looks  # at which a job still runs
        self.advances: list[BaseException] = []  # what comes instead of the answer that sells a step
        self.lost_steps: list[BaseException] = []  # what comes after one was sold
        self.sales: list[Sale] = []
        self.looked: dict[int, int] = {}
        self.submits: list[Callable[[Sale], Job | Finished | BaseException] | BaseException] = []
        self.answers: list[Look | BaseException] = []  # to looks, before the truth

    def sell(self, request: Request) -> Sale:
        sale = Sale(len(self.sales), request.generation_id)
        self.sales.append(sale)
        return sale

    def sold_for(self, generation_id: str) -> list[Sale]:
        return [sale for sale in self.sales if sale.generation_id == generation_id]


class MemoryEngine(RemoteEngine):
    """Buys from a MemoryVendor."""

    base_url = "https://memory.example"

    def __init__(
        self,
        vendor: MemoryVendor,
        *,
        has_history: bool,
        is_synchronous: bool,
        point: "Points",
        has_steps: bool = False,
        timeout_seconds: float = TIMEOUT_SECONDS,
    ) -> None:
        super().__init__(RemoteOptions(timeout_seconds=timeout_seconds))
        self.memory = vendor
        self.history = has_history
        self.is_synchronous = is_synchronous
        self.has_steps = has_steps
        self.point = point

    def has_history(self, tool: str, model: str) -> bool:
        return self.history

    def typical_seconds(self, tool: str, model: str) -> float:
        return TYPICAL_SECONDS

    def estimate(self, request: Request) -> Estimate | None:
        return Estimate(PRICE, "0.04 an image")

    async def submit(self, request: Request, vendor: Vendor) -> Job | Finished:
        await self.point.reached("before the submit")
        script = self.memory.submits.pop(0) if self.memory.submits else None
        if isinstance(script, BaseException):
            raise script
        sale = self.memory.sell(request)
        await self.point.reached("the vendor has sold it")
        answer = script(sale) if script else self.answer(sale, request)
        if isinstance(answer, BaseException):
            raise answer
        return answer

    def answer(self, sale: Sale, request: Request) -> Job | Finished:
        return picture() if self.is_synchronous else Job({"number": str(sale.number)}, look_in=1.0)

    async def poll(self, job: Job, vendor: Vendor) -> Look:
        await self.point.reached("before a look")
        if self.memory.answers:
            answer = self.memory.answers.pop(0)
            if isinstance(answer, BaseException):
                raise answer
            return answer
        number = int(job.handle["number"])
        seen = self.memory.looked[number] = self.memory.looked.get(number, 0) + 1
        if seen <= self.memory.looks:
            return Running(stage="running")
        return StepDone(STEP_PRICE) if self.has_steps and "step" not in job.handle else picture()

    async def advance(self, job: Job, vendor: Vendor) -> Job:
        await self.point.reached("before the step")
        if self.memory.advances:
            raise self.memory.advances.pop(0)
        sale = self.memory.sales[int(job.handle["number"])]
        sale.steps += 1
        await self.point.reached("the vendor has sold the step")
        if self.memory.lost_steps:
            raise self.memory.lost_steps.pop(0)
        return Job({**job.handle, "step": str(sale.steps)})

    async def find_step(self, job: Job, since: int, vendor: Vendor) -> Job | None:
        await self.point.reached("before the search for a step")
        sale = self.memory.sales[int(job.handle["number"])]
        return Job({**job.handle, "step": str(sale.steps)}) if sale.steps else None

    async def cancel(self, job: Job, vendor: Vendor) -> None:
        await self.point.reached("before the cancel")
        self.memory.sales[int(job.handle["number"])].is_cancelled = True

    async def find(self, request: Request, since: int, vendor: Vendor) -> Job | Finished | None:
        await self.point.reached("before the search")
        sold = self.memory.sold_for(request.generation_id)
        return self.answer(sold[-1], request) if sold else None


def picture() -> Finished:
    """A finished picture."""
    return Finished(("https://memory.example/picture.png",), ".png", cost=PRICE)


@dataclass
class Points:
    """Counts the points at which a process may die, and kills it at one of them."""

    kill_at: int | None = None
    names: list[str] = field(default_factory=list)

    async def reached(self, name: str) -> None:
        self.names.append(name)
        if self.kill_at == len(self.names) - 1:
            raise Killed(name)


class MortalDatabase:
    """A database before and after each of whose writes its process may die."""

    def __init__(self, database: Database, points: Points) -> None:
        self.database = database
        self.points = points

    async def write(self, verb: Callable[[Transaction], T]) -> T:
        await self.points.reached("before a write")
        done = await self.database.write(verb)
        await self.points.reached("after a write")
        return done

    def __getattr__(self, name: str) -> Any:
        return getattr(self.database, name)


class InstantFetcher:
    """Every result is a small picture."""

    def __init__(self, points: Points) -> None:
        self.points = points
        self.faults: list[BaseException] = []

    async def fetch(self, finished: Finished, vendor: VendorClient, request: Request, limits: Limits) -> RunOutcome:
        await self.points.reached("before the download")
        if self.faults:
            raise self.faults.pop(0)
        path = request.folder / "result.png"
        write_png(path, b"\x00\xff\x00\x00", width=1, height=1, channels=3)
        return Made(Artifact(path))


class Folders:
    """Private folders without processes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.numbers = itertools.count()

    @asynccontextmanager
    async def folder_for(self, name: str, attempt: int) -> AsyncIterator[Path]:
        made = self.folder / f"{name}-{attempt}-{next(self.numbers)}"
        made.mkdir()
        yield made


class Process:
    """A worker: it takes one step at a time, and may be killed at any point."""

    def __init__(self, world: "World", name: str, points: Points) -> None:
        self.world = world
        self.name = name
        database = cast(Database, MortalDatabase(world.database, points))
        folders = cast(EngineHost, Folders(world.folder))
        world.engine.point = points
        world.fetcher.points = points
        fetcher = cast(ResultFetcher, world.fetcher)
        write = AttemptWriter(
            worker=name,
            database=database,
            storage=world.storage,
            policy=POLICY,
            media_base=f"{BASE}/media",
            dispatch=lambda _tx, _intents: None,
        )
        vendors = Vendors(Guard(allowed_networks=(ip_network("127.0.0.0/8"),)))
        self.buyer = Buyer(
            worker=name,
            database=database,
            registry=world.registry,
            vendors=vendors,
            fetcher=fetcher,
            currency="USD",
            on_job=lambda _tx, _engine: None,
            metrics=Metrics(),
        )
        self.runner = AttemptRunner(
            write=write,
            catalogue=world.catalogue,
            registry=world.registry,
            host=folders,
            inputs=cast(Inputs, NoInputs()),
            buyer=self.buyer,
            fall_over_seconds=FALL_OVER_SECONDS,
            monotonic=lambda: world.clock.now / 1_000,
        )
        self.look = JobLook(
            write=write,
            catalogue=world.catalogue,
            registry=world.registry,
            host=folders,
            vendors=vendors,
            fetcher=fetcher,
            downloads=1,
        )

    async def claim(self) -> Generation | None:
        models = {MODEL} - self.runner.held_back()
        claim = partial(generations.claim, worker=self.name, pool="remote", policy=POLICY, models=models)
        return await self.world.database.write(claim)

    async def run(self, generation: Generation) -> None:
        slots = Slots(8, lambda: None)
        await self.runner.run(ActiveAttempt(generation, slots))

    async def claim_look(self) -> JobRow | None:
        for engine in (self.world.engine_name, *self.world.others):
            claim = partial(jobs.claim_looks, looker=self.name, engine=engine, limit=1)
            if claimed := await self.world.database.write(claim):
                return claimed[0]
        return None

    async def step(self) -> bool:
        """Whatever is due; whether anything was."""
        if (generation := await self.claim()) is not None:
            await self.run(generation)
            return True
        if (row := await self.claim_look()) is not None:
            await self.look.at(row)
            return True
        return False


class NoInputs:
    """For models that take no files."""

    async def fetch(self, *_: object) -> dict[str, object]:
        return {}


class World:
    """A database, a vendor, and one worker after another."""

    def __init__(self, folder: Path, database: Database, clock: FrozenClock, vendor: MemoryVendor, **kind: Any) -> None:
        self.folder = folder
        self.database = database
        self.clock = clock
        self.vendor = vendor
        self.catalogue = catalogue.load()
        self.storage: Storage = open_storage(folder / "media")
        self.engine_name = "memory"
        self.engine = MemoryEngine(vendor, point=Points(), **kind)
        self.fetcher = InstantFetcher(Points())
        self.others: dict[str, MemoryEngine] = {}
        self.keys: tuple[VendorKey, ...] = (VendorKey("", None),)
        self.cap = SpendingCap()
        self.set_up()
        self.processes = 0

    def set_up(self, **limits: Any) -> None:
        """As mediamill.toml would."""
        setups = [RemoteSetup(self.engine_name, self.engine, self.keys, self.cap, is_configured=True, **limits)]
        setups += [
            RemoteSetup(name, engine, (VendorKey("", None),), SpendingCap(), is_configured=True)
            for name, engine in self.others.items()
        ]
        entries = [EngineEntry(one.name, "tests:MemoryEngine", frozenset({MODEL}), kind="remote") for one in setups]
        self.registry = Registry(entries, {"/".join(MODEL): [one.name for one in setups]}, (), setups)

    def add_engine(self, name: str) -> MemoryVendor:
        """The next in the operator's list: another vendor."""
        vendor = MemoryVendor()
        self.others[name] = MemoryEngine(vendor, has_history=False, is_synchronous=False, point=Points())
        self.set_up()
        return vendor

    def hire(self, points: Points | None = None) -> Process:
        """A new worker."""
        self.processes += 1
        return Process(self, f"worker:{self.processes}", points or Points())

    async def open_account(self, email: str = "ada@example.com", first_credits: int = 1_000) -> Account:
        return await self.database.write(lambda tx: open_account(tx, email, Plan.PRO, first_credits))

    async def order(self, account: Account) -> str:
        """A picture; its generation's id."""
        model = self.catalogue.tools[MODEL[0]].models[MODEL[1]]
        values = orjson.dumps({"prompt": "a heron", "aspect_ratio": "1:1", "seed": 7}).decode()
        new = NewGeneration(
            account.id, *MODEL, "image", values, values, None, "remote", model.quote(orjson.loads(values)), 7
        )
        accepted = await self.database.write(lambda tx: generations.accept(tx, new))
        assert isinstance(accepted, Accepted)
        return accepted.id

    async def read(self, generation_id: str) -> Generation:
        found = await self.database.read(lambda tx: generations.find(tx, generation_id))
        assert found is not None
        return found

    async def purchases_of(self, generation_id: str) -> list[Purchase]:
        return await self.database.read(lambda tx: purchases.of_generation(tx, generation_id))

    async def finish(self, generation_id: str, process: Process | None = None) -> Generation:
        """Go on until it has ended and nobody looks at anything any more."""
        process = process or self.hire()
        for _ in range(STEPS_MAX):
            if await process.step():
                continue
            found = await self.read(generation_id)
            left = await self.database.read(lambda tx: jobs.engines(tx))
            if found.status in FINAL and not left:
                return found
            await self.pass_time()
            await self.rescue()
        raise AssertionError(f"{found.status}, {await self.purchases_of(generation_id)}")

    async def pass_time(self) -> None:
        """Until something is due: a look, a generation that waits, the end of a dead worker's lease."""

        (row,) = await self.database.read(lambda tx: tx.all(NEXT_DUE, now=self.clock.now))
        at = cast("int | None", row["at"])
        self.clock.now = self.clock.now + PAUSE_MS if at is None else max(self.clock.now + 1, at)

    async def rescue(self) -> None:
        """Take back what dead workers held."""
        await self.database.write(lambda tx: generations.rescue(tx, POLICY))

    def billed(self) -> int:
        """What the vendor bills for everything that it sold, in millionths."""
        sales = self.vendor.sales
        if not self.engine.has_steps:
            return PRICE * len(sales)
        return sum(STEP_PRICE + sale.steps * (PRICE - STEP_PRICE) for sale in sales)

    async def discrepancies(self) -> list[Discrepancy]:
        """Where the books do not agree."""
        return await self.database.read(lambda tx: [*credits.discrepancies(tx), *generations.discrepancies(tx)])
