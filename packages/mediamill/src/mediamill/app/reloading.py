"""Reload: a running process reads lists of engines, their sections and their secrets again, whole or not at all."""

import asyncio
import logging
from functools import partial

from mediamill import breakers, config, generations, jobs, workers
from mediamill.app.draining import take_up_drained
from mediamill.app.service import Service
from mediamill.assembly import engine_registry
from mediamill.catalogue import Catalogue
from mediamill.config import Settings
from mediamill.db import Transaction
from mediamill.dispatch import Waker
from mediamill.dispatch.remote.vendors import Vendors
from mediamill.engines import REMOTE_POOL, Registry
from mediamill.errors import MediamillError
from mediamill.outbound import Guard

RELOADED = ("engines", "engine", "credit_price", "min_margin")  # of the settings; all others need a restart

log = logging.getLogger("mediamill")


async def reload(service: Service) -> str | None:
    """Read them again; None when they hold from now on, else what is wrong with them: then nothing has changed.

    Jobs under way keep engine, key and address. The outcome is in the log and in the process's row.
    """
    fault: str | None = None
    async with service.reloading:
        try:
            settings, registry = await asyncio.to_thread(read_again, service.settings, service.catalogue, service.guard)
        except (MediamillError, OSError) as error:
            fault = str(error)
            log.error("nothing was reloaded: %s", fault)
        else:
            await take_over(service, settings, registry)
            log.info("engines, their sections and keys were reloaded")
        await service.database.write(partial(workers.note_reload, name=service.worker, fault=fault))
        return fault


def read_again(settings: Settings, catalogue: Catalogue, guard: Guard) -> tuple[Settings, Registry]:
    """The settings with those that can be reloaded as they are now, and their registry. Raises InvalidSettings."""
    fresh = config.read(data_dir=settings.data_dir)
    changed = settings.model_copy(update={name: getattr(fresh, name) for name in RELOADED})
    registry = engine_registry(changed, catalogue)
    vendors = Vendors(guard)
    for setup in registry.setups.values():
        if setup.missing is None:
            for key in setup.usable_keys():
                vendors.client(setup, key)  # which says what is wrong with an address or a key
    return changed, registry


async def take_over(service: Service, settings: Settings, registry: Registry) -> None:
    """From now on these hold."""
    changed = changed_keys(service.registry, registry)
    service.registry.forget_drained(await service.database.read(jobs.engines))
    service.settings = settings
    service.registry.replace(registry)
    await take_up_drained(service.database, settings, service.registry)
    await service.serve_anew()
    if changed:
        await service.database.write(partial(try_anew, keys=changed, waker=service.waker))
        for engine, _ in changed:
            service.wake_looks(engine)


def changed_keys(before: Registry, now: Registry) -> list[tuple[str, str]]:
    """Engine and id of the keys that have another secret than before, or were not there."""
    found = []
    for setup in now.setups.values():
        old = before.setup_of(setup.name)
        for key in setup.usable_keys():
            known = old.key(key.id) if old else None
            if known is None or known.secret != key.secret:
                found.append((setup.name, key.id))
    return found


def try_anew(tx: Transaction, keys: list[tuple[str, str]], waker: Waker) -> None:
    """What their vendor said of the old ones does not count for long: what waited for them is tried and looked at."""
    for engine, key_id in keys:
        breakers.try_now(tx, engine, key_id)
        jobs.look_now(tx, engine, key_id)
    waker.enqueue(tx, generations.end_waits(tx, REMOTE_POOL))
