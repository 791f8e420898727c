"""What a process makes sure of before it joins the others that share its database."""

import logging
from functools import partial

from mediamill import workers
from mediamill.assembly import open_secrets
from mediamill.catalogue import Catalogue
from mediamill.config import Settings
from mediamill.db import Database
from mediamill.engines import Registry
from mediamill.storage import Storage, StorageFailed, StorageUnusable

log = logging.getLogger("mediamill")


async def agree_on_secret(database: Database, settings: Settings) -> None:
    """Have the secret that the keys in the database were made with. Raises OtherSecret."""
    mark = open_secrets(settings).mark
    if not await database.read(partial(workers.check_secret, mark=mark)):
        await database.write(partial(workers.agree_on_secret, mark=mark))


def warn(settings: Settings, catalogue: Catalogue, registry: Registry) -> None:
    """Log which installed packages are left out, and what is set up in a way that no public service should be."""
    for tools in catalogue.broken:
        log.error("the tools %s of %s are left out: %s", tools.name, tools.package, tools.fault)
    for engine in registry.broken:
        log.error("the engine %s of %s is left out: %s", engine.name, engine.package, engine.fault)
    if settings.allowed_networks:
        networks = ", ".join(str(network) for network in settings.allowed_networks)
        log.warning("URLs of callers may reach %s (MEDIAMILL_ALLOWED_NETWORKS): for development only", networks)


async def try_storage(storage: Storage) -> None:
    """Find settings that cannot work now, not at the first result; a storage that is only away is waited for."""
    try:
        await storage.try_out()
    except StorageUnusable:
        raise
    except StorageFailed as error:
        log.error("%s. What is made waits until it answers", str(error).rstrip("."))
