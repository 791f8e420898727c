"""What a process that works in some pools can offer: models, and whether their engines are ready."""

from collections.abc import Collection
from functools import partial

from mediamill.catalogue import Catalogue
from mediamill.engines import EngineEntry, ReadyState, Registry
from mediamill.http import EngineCheck
from mediamill.workers import Served


def models_in(catalogue: Catalogue, registry: Registry, pools: Collection[str]) -> list[Served]:
    """Every model of the catalogue, in each of these pools that an engine of the model works in."""
    return [
        Served(pool, model.tool, model.slug)
        for model in catalogue.models()
        for pool in registry.pools_of(model)
        if pool in pools
    ]


def checks_of_engines(catalogue: Catalogue, registry: Registry, pools: Collection[str]) -> dict[str, EngineCheck]:
    """Whether each engine that may run in these pools is ready."""
    entries = {
        entry.name: entry
        for model in catalogue.models()
        if model.pool in pools
        for entry in registry.engines_for(model.tool, model.slug)
    }

    async def is_ready(entry: EngineEntry) -> bool:
        return (await registry.readiness(entry)).state is ReadyState.READY

    return {name: partial(is_ready, entry) for name, entry in entries.items()}
