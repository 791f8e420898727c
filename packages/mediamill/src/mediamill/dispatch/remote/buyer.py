"""Submits to vendors: intended before, recorded after, never repeated; a lost answer is looked into first."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from mediamill import breakers, generations, jobs, purchases
from mediamill.catalogue import Limits
from mediamill.db import Database, StoreBusy, StoreFailed, Transaction
from mediamill.dispatch.attempt_writer import LeaseLost
from mediamill.dispatch.durably import durably
from mediamill.dispatch.remote.admission import Admitted, NotNow, admit
from mediamill.dispatch.remote.cuts import Cuts
from mediamill.dispatch.remote.learned import LearnedLimits
from mediamill.dispatch.remote.records import (
    closed,
    lost_purchases,
    model_of,
    settled,
    unknown_purchases,
    unreached,
    void_intents,
)
from mediamill.dispatch.remote.results import ResultFetcher
from mediamill.dispatch.remote.steps import KeptHandle
from mediamill.dispatch.remote.vendors import Vendors
from mediamill.engines import (
    REFUSED,
    AnswerLost,
    EngineFailed,
    EngineRefused,
    EngineUnavailable,
    Estimate,
    Failed,
    Finished,
    Job,
    NotSent,
    Refused,
    Registry,
    RemoteSetup,
    Request,
    ResultNotFetched,
    RunFailure,
    RunOutcome,
    Scope,
    failed,
    presentable,
)
from mediamill.generations import Generation
from mediamill.jobs import Wish
from mediamill.purchases import NewPurchase, Purchase, PurchaseState
from mediamill.telemetry import Metrics, log_warning

LOST_MAX = 2  # purchases of one generation whose answers were lost: then it ends
UNREACHED_SECONDS = 5.0  # before the next try when the vendor was not reached
SEARCH_SECONDS = 15.0  # before the vendor is asked again what was bought
SUBMIT_GRACE_SECONDS = 20.0  # for a submit under way when its attempt is cancelled: its answer is worth money
FIRST_LOOK_SECONDS = 1.0
RATE_SECONDS_MAX = 60.0  # "try again in" up to this is about rate; more is about the key or its money
LOST = "An answer of {engine} was lost; what it bought may still be running."
UNFINISHED = "This could not be finished. Please try again."

T = TypeVar("T")

log = logging.getLogger("mediamill.dispatch")


@dataclass(frozen=True, slots=True)
class AtVendor:
    """A vendor works on it: its job holds the generation, and no process waits."""


@dataclass(frozen=True, slots=True)
class Order:
    """What a generation wants of a remote engine."""

    generation: Generation
    setup: RemoteSetup
    request: Request
    limits: Limits
    input_seconds: float | None  # of the recording that came in, if one did


Bought = RunOutcome | NotNow | AtVendor


class Buyer:
    """Buys from vendors for the attempts of one process."""

    def __init__(
        self,
        *,
        worker: str,
        database: Database,
        registry: Registry,
        vendors: Vendors,
        fetcher: ResultFetcher,
        currency: str,
        on_job: Callable[[Transaction, str], None],
        metrics: Metrics,
    ) -> None:
        """`on_job(tx, engine)` is told of each job that is under way from now on."""
        self.worker = worker
        self.database = database
        self.registry = registry
        self.vendors = vendors
        self.fetcher = fetcher
        self.currency = currency
        self.on_job = on_job
        self.metrics = metrics
        self.cuts = Cuts()
        self.learned = LearnedLimits()

    async def buy(self, order: Order) -> Bought:
        """Have the vendor make it. Raises LeaseLost when another attempt owns the generation by now."""
        id = order.generation.id
        has_bought = await self.database.read(partial(purchases.of_generation, generation_id=id))
        # Most have not, and cost no write.
        for purchase in await self.database.write(partial(lost_purchases, generation_id=id)) if has_bought else ():
            if (known := await self.trace(order, purchase)) is not None:
                return known
        try:
            estimate = order.setup.engine.estimate(order.request)
        except EngineRefused as refusal:
            return Refused(self.sentence(str(refusal), order))
        outcome = await self.buy_once(order, estimate)
        for _ in order.setup.keys[1:]:
            if not (isinstance(outcome, NotNow) and outcome.is_fault_of_key):
                break
            outcome = await self.buy_once(order, estimate)
        return outcome

    async def buy_once(self, order: Order, estimate: Estimate | None) -> Bought:
        """One purchase with the least busy key, if it may be made now. Raises LeaseLost."""
        try:
            admitted = await self.database.write(partial(self.admit, order=order, estimate=estimate))
        except (StoreBusy, StoreFailed):
            # It may have been kept all the same; nothing was sent.
            forget = partial(void_intents, generation=order.generation)
            await durably(self.database, forget, f"that nothing was bought for {order.generation.id}")
            raise
        if isinstance(admitted, NotNow):
            return admitted
        submit = asyncio.create_task(self.submit(order, admitted))
        try:
            outcome = await asyncio.shield(submit)
        except asyncio.CancelledError:
            await uncancelled(end_submit(submit))
            raise
        return await self.fetched(order, outcome, admitted.purchase)

    async def trace(self, order: Order, purchase: Purchase) -> Bought | None:
        """What became of a purchase whose answer was lost; None when a further one may be made."""
        setup = self.registry.setup_of(purchase.engine)
        key = setup.key(purchase.key_id) if setup else None
        has_history = setup is not None and setup.engine.has_history(purchase.tool, purchase.model)
        if setup is not None and key is not None and has_history:
            vendor = self.vendors.client(setup, key)
            try:
                found = await setup.engine.find(order.request, purchase.intended_at, vendor)
            except Exception as fault:  # noqa: BLE001 (whatever it is, the question is still open)
                log.warning("generation %s: %s cannot say what was bought: %s", order.generation.id, setup.name, fault)
                return NotNow(LOST.format(engine=purchase.engine), SEARCH_SECONDS, may_fall_over=False)
            if found is None:
                await self.database.write(partial(purchases.void, purchase_id=purchase.id))  # unless it is settled
                return None
            bought = Order(order.generation, setup, order.request, order.limits, order.input_seconds)
            return await self.fetched(bought, await self.record(bought, purchase, found), purchase)
        if purchase.state is PurchaseState.SETTLED:
            return None
        lost = await self.database.read(partial(unknown_purchases, generation_id=order.generation.id))
        if len(lost) >= LOST_MAX:
            return Refused(UNFINISHED)
        typical = setup.engine.typical_seconds(purchase.tool, purchase.model) if setup else 0.0
        left = await self.database.read(lambda tx: purchase.intended_at / 1_000 + typical - tx.now() / 1_000)
        return NotNow(LOST.format(engine=purchase.engine), left, may_fall_over=False) if left > 0 else None

    def admit(self, tx: Transaction, order: Order, estimate: Estimate | None) -> Admitted | NotNow:
        """The intent, in its transaction."""
        generation = order.generation
        new = NewPurchase(
            generation_id=generation.id,
            account_id=generation.account_id,
            api_key_id=generation.api_key_id or "",
            attempt=generation.attempt,
            tool=generation.tool,
            model=generation.model,
            engine=order.setup.name,
            key_id="",
            currency=self.currency,
            estimate=estimate.amount if estimate else None,
            price_line=estimate.line if estimate else None,
        )
        if not generations.is_held(tx, generation, self.worker):
            raise LeaseLost
        return admit(tx, order.setup, new, self.learned)

    async def submit(self, order: Order, admitted: Admitted) -> Finished | RunOutcome | NotNow | AtVendor:
        """The call that is billed, and what it came to, recorded."""
        setup, purchase = order.setup, admitted.purchase
        vendor = self.vendors.client(setup, admitted.key).traced(order.request.trace)
        try:
            result = await setup.engine.submit(order.request, vendor)
            return await self.record(order, purchase, result)
        except EngineRefused as refusal:
            await self.close(purchase, refusal)
            return Refused(self.sentence(str(refusal), order))
        except EngineFailed as failure:
            await self.close(purchase, failure)
            return Failed(RunFailure.RAISED, self.sentence(str(failure), order, failed(RunFailure.RAISED).sentence))
        except EngineUnavailable as outage:
            return await self.unavailable(order, purchase, outage)
        except NotSent as fault:
            await self.durably(purchase, partial(unreached, purchase=purchase, reason=str(fault)))
            return NotNow(str(fault), UNREACHED_SECONDS)
        except LeaseLost:
            raise
        except asyncio.CancelledError:
            await self.database.write(partial(purchases.mark_unknown, purchase_id=purchase.id))
            raise
        except Exception as fault:
            if not isinstance(fault, AnswerLost):
                log.exception("generation %s: %s broke down in a submit", order.generation.id, setup.name)
            return await self.lost(order, purchase, fault)

    async def record(self, order: Order, purchase: Purchase, result: Job | Finished) -> Finished | AtVendor:
        """The vendor has accepted it. Raises LeaseLost."""
        self.cuts.forget(order.setup.name)
        if isinstance(result, Finished):
            await self.durably(purchase, partial(settled, purchase=purchase, cost=result.cost))
            return result
        if not await self.durably(purchase, partial(self.open, order=order, purchase=purchase, job=result)):
            raise LeaseLost
        return AtVendor()

    def open(self, tx: Transaction, order: Order, purchase: Purchase, job: Job) -> bool:
        """The job is under way; it holds the generation, unless that ended meanwhile: then the job is cancelled."""
        if (known := purchases.find(tx, purchase.id)) is not None and known.job is not None:
            return True  # by a commit whose answer was lost, or by an attempt that searched for it
        handle = written(job, order)
        is_held = generations.hand_to_job(tx, order.generation, self.worker, purchase.id)
        purchases.opened(tx, purchase.id, handle)
        if not is_held:
            purchases.mark_orphaned(tx, purchase.id)
        first = FIRST_LOOK_SECONDS if job.look_in is None else job.look_in
        jobs.start(
            tx,
            purchase_id=purchase.id,
            generation_id=order.generation.id,
            engine=order.setup.name,
            key_id=purchase.key_id,
            handle=handle,
            look_in_ms=round(first * 1_000) if is_held else 0,
            deadline_in_ms=round(order.setup.engine.options.timeout_seconds * 1_000),
            wish=Wish.RESULT if is_held else Wish.CANCEL,
        )
        breakers.succeeded(tx, order.setup.name, purchase.key_id, model_of(purchase))
        self.on_job(tx, order.setup.name)
        return is_held

    async def fetched(
        self, order: Order, outcome: Finished | RunOutcome | NotNow | AtVendor, purchase: Purchase
    ) -> Bought:
        """The artifact, where the answer was the result itself."""
        if not isinstance(outcome, Finished):
            return outcome
        key = order.setup.key(purchase.key_id)
        assert key is not None, "it has just been used"
        try:
            return await self.fetcher.fetch(outcome, self.vendors.client(order.setup, key), order.request, order.limits)
        except ResultNotFetched as fault:
            log.warning("generation %s: the result was not fetched: %s", order.generation.id, fault)
            return failed(RunFailure.BAD_ARTIFACT)

    async def close(self, purchase: Purchase, final: EngineRefused | EngineFailed) -> None:
        """The vendor has answered, and not with a result."""
        await self.durably(purchase, partial(closed, purchase=purchase, cost=final.facts.get("cost")))

    async def unavailable(self, order: Order, purchase: Purchase, outage: EngineUnavailable) -> NotNow:
        """Nothing was bought: others wait too, for as long as it may take."""
        self.metrics.engine_unavailable.labels(order.setup.name, outage.scope.value).inc()
        reason = self.sentence(str(outage), order, order.setup.name)
        is_rate = outage.scope is Scope.KEY and outage.retry_after <= RATE_SECONDS_MAX

        def note(tx: Transaction) -> bool:
            purchases.void(tx, purchase.id)
            if is_rate:
                busy = purchases.under_way(tx, purchase.engine).get(purchase.key_id, 0)
                self.learned.lower(purchase.engine, purchase.key_id, busy)
                return False
            retry_ms = round(outage.retry_after * 1_000)
            match outage.scope:
                case Scope.KEY:
                    breakers.trip(tx, purchase.engine, purchase.key_id, breakers.EVERY, reason, retry_ms)
                case Scope.MODEL:
                    breakers.trip(tx, purchase.engine, breakers.EVERY, model_of(purchase), reason, retry_ms)
                case Scope.ENGINE:
                    return breakers.failed(tx, purchase.engine, reason, retry_ms)
            return True

        if await self.durably(purchase, note):
            self.warn("engine unavailable", purchase, reason)
        return NotNow(reason, outage.retry_after, is_fault_of_key=outage.scope is Scope.KEY)

    async def lost(self, order: Order, purchase: Purchase, fault: Exception) -> NotNow:
        """It may have been bought: wait, then find out."""
        pattern = self.cuts.note(purchase.engine, fault.facts.get("seconds") if isinstance(fault, AnswerLost) else None)
        reason = self.sentence(str(fault), order, LOST.format(engine=purchase.engine))

        def note(tx: Transaction) -> None:
            purchases.mark_unknown(tx, purchase.id)
            if pattern is not None:
                breakers.pause(tx, purchase.engine, pattern, by_itself=True)
            else:
                breakers.failed(tx, purchase.engine, reason)

        await self.durably(purchase, note)
        self.warn("answer lost", purchase, pattern or reason)
        engine, model = order.setup.engine, (purchase.tool, purchase.model)
        again = SEARCH_SECONDS if engine.has_history(*model) else engine.typical_seconds(*model)
        return NotNow(reason, again, may_fall_over=False)

    async def durably(self, purchase: Purchase, write: Callable[[Transaction], T]) -> T:
        """Write what a vendor said of it, however long that takes: nobody can be asked a second time."""
        return await durably(self.database, write, f"what {purchase.engine} said of {purchase.id}")

    def sentence(self, text: str, order: Order, instead: str = REFUSED) -> str:
        """A sentence that may be shown."""
        return presentable(text, instead=instead, secret=str(order.request.folder))

    def warn(self, event: str, purchase: Purchase, reason: str) -> None:
        """One line for the operator."""
        log_warning(
            log,
            event,
            trace=None,
            generation=purchase.generation_id,
            engine=purchase.engine,
            key=purchase.key_id,
            model=model_of(purchase),
            purchase=purchase.id,
            reason=reason,
        )


def written(job: Job, order: Order) -> str:
    """What later looks need. Raises ValueError for a handle that is too long."""
    return KeptHandle(dict(job.handle), order.setup.base_url, order.input_seconds).written()


async def end_submit(submit: asyncio.Task[Any]) -> None:
    """Wait for an answer that is worth money, and then no more."""
    await asyncio.wait({submit}, timeout=SUBMIT_GRACE_SECONDS)
    submit.cancel()
    await asyncio.wait({submit})


async def uncancelled(work: Coroutine[Any, Any, None]) -> None:
    """See to the end of it, however often the caller is cancelled: each beat cancels what was lost."""
    task = asyncio.create_task(work)
    while not task.done():
        with suppress(asyncio.CancelledError):
            await asyncio.shield(task)
