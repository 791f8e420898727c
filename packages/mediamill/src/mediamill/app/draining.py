"""Draining engines: a file has them no more while their jobs run. They are known again after a restart."""

import logging
from dataclasses import dataclass

import orjson

from mediamill import jobs
from mediamill.assembly import secret_sources
from mediamill.config import InvalidSettings, Settings
from mediamill.db import Database, StoreBusy, StoreFailed, Transaction
from mediamill.engines import Registry, RemoteSetup, set_up_one

log = logging.getLogger("mediamill")


@dataclass(frozen=True, slots=True)
class Known:
    """What the database knows."""

    sections: dict[str, str]
    with_jobs: list[str]


async def take_up_drained(database: Database, settings: Settings, registry: Registry) -> None:
    """Remember the sections of engines that are configured, and let drain what has jobs and is not."""
    known = await database.read(read)
    now = {name: orjson.dumps(settings.engine.get(name, {})).decode() for name in registry.setups}
    changed = {name: section for name, section in now.items() if known.sections.get(name) != section}
    if changed:
        try:
            await database.write(lambda tx: jobs.remember_sections(tx, changed))
        except (StoreBusy, StoreFailed) as error:
            log.warning("sections of engines are not remembered: %s", error)
    for name in known.with_jobs:
        section = known.sections.get(name)
        if section is None or registry.setup_of(name) is not None:
            continue
        if (setup := set_up_again(settings, registry, name, section)) is not None:
            registry.drain(setup)
            log.info("%s is not configured any more: it only ends its jobs", name)


def read(tx: Transaction) -> Known:
    """In one transaction."""
    return Known(jobs.sections(tx), jobs.engines(tx))


def set_up_again(settings: Settings, registry: Registry, name: str, section: str) -> RemoteSetup | None:
    """The engine as it was; None where that cannot be: its jobs wait, with an alert."""
    try:
        return set_up_one(registry.entries, name, orjson.loads(section), secret_sources(settings))
    except InvalidSettings as fault:
        log.warning("jobs of %s wait for its section: %s", name, fault)
        return None
