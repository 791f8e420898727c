"""What is stopped and goes on again: pools, tools, models, processes, vendors' engines, the service itself."""

from collections.abc import Callable, Iterable
from typing import Any

from starlette.responses import Response

from mediamill import admin, clock, dispatch, generations, workers
from mediamill.breakers import Breaker
from mediamill.catalogue import Model, Pool, Tool
from mediamill.db import Transaction
from mediamill.dispatch import EngineStanding, KeyStanding
from mediamill.http.admin.fields import fields_of
from mediamill.http.context import AppContext, Call, answer
from mediamill.http.problems import MODEL_NOT_FOUND, NOT_FOUND, TOOL_NOT_FOUND, Refusal
from mediamill.units import MILLIONTHS
from mediamill.workers import SERVICE, Halt, HaltKind, HaltMode, Halts

OPEN = "open"  # of what nobody has stopped
POOLS = frozenset(Pool)


async def list_pools(call: Call) -> Response:
    """Every pool: whether it is stopped, what waits and runs there, and who works for it."""

    def find(tx: Transaction) -> list[dict[str, Any]]:
        backlogs = {one.pool: one for one in generations.backlogs(tx)}
        alive, halts = workers.alive(tx), workers.halts(tx)
        paused = {one.pool: one for one in workers.paused_pools(tx)}
        found = []
        for pool in Pool:
            backlog, stop = backlogs.get(pool.value), paused.get(pool.value)
            halt = halts.of(HaltKind.POOL, pool.value)
            due = backlog.oldest_due_at if backlog else None
            found.append(
                {
                    "pool": pool.value,
                    **(
                        {"state": "paused", "since": clock.iso(stop.since), "reason": stop.reason}
                        if stop
                        else state_of(halt)
                    ),
                    "waiting": backlog.waiting if backlog else 0,
                    "running": backlog.running if backlog else 0,
                    "oldestSeconds": None if due is None else max(0, tx.now() - due) / 1_000,
                    "slots": sum(worker.slots_of_pools().get(pool.value, 0) for worker in alive),
                    "workers": sum(pool.value in worker.pools for worker in alive),
                }
            )
        return found

    return answer({"data": await call.context.database.read_in_thread(find)})


async def pause_pool(call: Call) -> Response:
    """Nobody claims anything of it; what is ordered waits."""
    pool, reason = pool_in(call), await reason_in(call)
    return await done(call, lambda tx: admin.pause_pool(tx, call.operator, pool, reason))


async def drain_pool(call: Call) -> Response:
    """Nothing new is accepted for it; what waits is worked off."""
    pool, reason = pool_in(call), await reason_in(call)
    return await done(call, lambda tx: admin.drain_pool(tx, call.operator, pool, reason))


async def resume_pool(call: Call) -> Response:
    """It goes on."""
    pool = pool_in(call)
    return await done(call, lambda tx: admin.resume_pool(tx, call.operator, pool))


async def list_tools(call: Call) -> Response:
    """Every tool with its models: whether they are stopped, which engines make them, and whether a worker runs them."""
    context = call.context

    def find(tx: Transaction) -> list[dict[str, Any]]:
        halts, alive = workers.halts(tx), {worker.name for worker in workers.alive(tx)}
        served = {(one.tool, one.model) for name, one in workers.served_by(tx) if name in alive}
        return [tool_item(tool, context, halts, served) for tool in context.catalogue.tools.values()]

    return answer({"data": await context.database.read_in_thread(find)})


async def pause_tool(call: Call) -> Response:
    """Nothing new is accepted, and what waits goes on waiting."""
    return await stop(call, HaltKind.TOOL, tool_in(call).slug, HaltMode.PAUSED)


async def drain_tool(call: Call) -> Response:
    """Nothing new is accepted; what waits is worked off."""
    return await stop(call, HaltKind.TOOL, tool_in(call).slug, HaltMode.DRAINING)


async def resume_tool(call: Call) -> Response:
    """It goes on."""
    name = tool_in(call).slug
    return await done(call, lambda tx: admin.go_on(tx, call.operator, HaltKind.TOOL, name))


async def pause_model(call: Call) -> Response:
    """Nothing new is accepted, and what waits goes on waiting."""
    return await stop(call, HaltKind.MODEL, model_in(call), HaltMode.PAUSED)


async def drain_model(call: Call) -> Response:
    """Nothing new is accepted; what waits is worked off."""
    return await stop(call, HaltKind.MODEL, model_in(call), HaltMode.DRAINING)


async def resume_model(call: Call) -> Response:
    """It goes on."""
    name = model_in(call)
    return await done(call, lambda tx: admin.go_on(tx, call.operator, HaltKind.MODEL, name))


async def get_maintenance(call: Call) -> Response:
    """Whether anything new is accepted at all."""
    halts = await call.context.database.read_one(workers.halts)
    return answer(maintenance_item(halts.of(HaltKind.SERVICE, SERVICE)))


async def begin_maintenance(call: Call) -> Response:
    """Nothing new is accepted; callers are told the sentence."""
    fields = await fields_of(call)
    sentence = fields.text("sentence", default="")
    fields.check()
    return await done(call, lambda tx: admin.begin_maintenance(tx, call.operator, sentence))


async def end_maintenance(call: Call) -> Response:
    """New generations are accepted again."""
    return await done(call, lambda tx: admin.end_maintenance(tx, call.operator))


async def list_workers(call: Call) -> Response:
    """Every process that is alive: where it runs, its pools with their slots, what it runs and holds."""
    listing = await call.context.database.read_in_thread(dispatch.list_processes)
    return answer({"data": [listing.item_of(worker) for worker in listing.alive]})


async def drain_worker(call: Call) -> Response:
    """It finishes what runs and claims nothing more."""
    return await done(call, lambda tx: admin.drain_workers(tx, call.operator, [call.path["name"]]))


async def resume_worker(call: Call) -> Response:
    """It claims again."""
    return await done(call, lambda tx: admin.resume_workers(tx, call.operator, [call.path["name"]]))


async def list_engines(call: Call) -> Response:
    """Every vendor's engine: paused, open or draining, why, since when, its next probe, jobs, money and caps."""
    context = call.context
    setups = {**context.registry.draining, **context.registry.setups}
    found = await context.database.read_in_thread(lambda tx: dispatch.standings(tx, setups))
    drained = set(context.registry.draining)
    missing = {name: setup.missing for name, setup in context.registry.setups.items()}
    items = [{**engine_item(one, one.engine in drained), "missing": missing.get(one.engine)} for one in found]
    return answer({"data": items})


async def pause_engine(call: Call) -> Response:
    """Nothing more is submitted; jobs under way go on."""
    name, reason = engine_in(call), await reason_in(call)
    return await done(call, lambda tx: admin.pause_engine(tx, call.operator, name, reason))


async def resume_engine(call: Call) -> Response:
    """It works again, as far as its breakers let it."""
    name = engine_in(call)
    return await done(call, lambda tx: admin.resume_engine(tx, call.operator, name))


async def stop(call: Call, kind: HaltKind, name: str, mode: HaltMode) -> Response:
    """Pause or drain it."""
    reason = await reason_in(call)
    return await done(call, lambda tx: admin.stop(tx, call.operator, kind, name, mode, reason))


async def done(call: Call, act: Callable[[Transaction], object]) -> Response:
    """Do it, and have this process know at once: 200 with whether anything changed."""

    def work(tx: Transaction) -> bool:
        changed = act(tx)
        tx.on_commit(call.context.halts.forget)
        return changed is not False

    return answer({"changed": await call.context.database.write(work)})


async def reason_in(call: Call) -> str:
    """Why, for whoever looks later."""
    fields = await fields_of(call)
    reason = fields.text("reason", default="")
    fields.check()
    return reason


def pool_in(call: Call) -> str:
    """The pool in the path. Raises 404."""
    if call.path["pool"] not in POOLS:
        raise Refusal(NOT_FOUND)
    return call.path["pool"]


def tool_in(call: Call) -> Tool:
    """The tool in the path. Raises 404."""
    tool = call.context.catalogue.tools.get(call.path["tool"])
    if tool is None:
        raise Refusal(TOOL_NOT_FOUND)
    return tool


def model_in(call: Call) -> str:
    """The model in the path, as tool/model. Raises 404."""
    tool = tool_in(call)
    if call.path["model"] not in tool.models:
        raise Refusal(MODEL_NOT_FOUND)
    return f"{tool.slug}/{call.path['model']}"


def engine_in(call: Call) -> str:
    """The vendor's engine in the path. Raises 404."""
    if call.context.registry.setup_of(call.path["name"]) is None:
        raise Refusal(NOT_FOUND)
    return call.path["name"]


def state_of(halt: Halt | None) -> dict[str, Any]:
    """Whether something is stopped, since when and why."""
    if halt is None:
        return {"state": OPEN, "since": None, "reason": ""}
    return {"state": halt.mode.value, "since": clock.iso(halt.since), "reason": halt.reason}


def maintenance_item(halt: Halt | None) -> dict[str, Any]:
    """Whether there is maintenance."""
    return {
        "active": halt is not None,
        "since": clock.iso(halt.since) if halt else None,
        "sentence": halt.reason if halt else "",
    }


def tool_item(tool: Tool, context: AppContext, halts: Halts, served: set[tuple[str, str]]) -> dict[str, Any]:
    """A tool with its models."""
    models = [model_item(model, context, halts, served) for model in tool.models.values()]
    return {"slug": tool.slug, "name": tool.name, **state_of(halts.of(HaltKind.TOOL, tool.slug)), "models": models}


def model_item(model: Model, context: AppContext, halts: Halts, served: set[tuple[str, str]]) -> dict[str, Any]:
    """A model."""
    return {
        "slug": model.slug,
        "name": model.name,
        **state_of(halts.of(HaltKind.MODEL, f"{model.tool}/{model.slug}")),
        "pools": list(context.registry.pools_of(model)),
        "engines": [entry.name for entry in context.registry.engines_for(model.tool, model.slug)],
        "isServed": (model.tool, model.slug) in served,
    }


def engine_item(standing: EngineStanding, is_drained: bool) -> dict[str, Any]:
    """A vendor's engine."""
    pause, opened = standing.pause, [one for one in standing.breakers if not one.key_id and not one.model]
    gone = is_drained or not standing.is_configured
    state = "paused" if pause else "draining" if gone else OPEN if not opened else "broken"
    since = pause.since if pause else opened[0].opened_at if opened else None
    return {
        "engine": standing.engine,
        "state": "working" if state == OPEN else state,
        "since": clock.iso_or_none(since),
        "reason": pause.reason if pause else opened[0].reason if opened else "",
        "isByItself": bool(pause and pause.by_itself),
        "breakers": breaker_items(standing.breakers),
        "total": key_item(standing.total),
        "keys": [key_item(key) for key in standing.keys],
    }


def breaker_items(breakers: Iterable[Breaker]) -> list[dict[str, Any]]:
    """What does not work just now, and when it is tried again."""
    return [
        {
            "key": one.key_id or None,
            "model": one.model or None,
            "openedAt": clock.iso(one.opened_at),
            "nextProbeAt": clock.iso(one.open_until),
            "reason": one.reason,
            "needsOperator": one.for_operator,
        }
        for one in breakers
    ]


def key_item(key: KeyStanding) -> dict[str, Any]:
    """A key of an engine, or all of them: jobs under way and money, in the currency of the service."""
    spent = {
        name: {"period": one.period, "used": one.used / MILLIONTHS, "cap": one.cap and one.cap / MILLIONTHS}
        for name, one in (("today", key.today), ("thisMonth", key.this_month))
    }
    return {"key": key.key_id or None, "jobs": key.jobs, **spent}
