"""Writes that cost money or work when they are lost: offered again until the database takes them."""

import asyncio
import logging
from collections.abc import Callable
from itertools import chain, repeat
from typing import TypeVar

from mediamill.db import Database, StoreBusy, StoreFailed, Transaction

# Before the next offer; the last one counts for all further. Short, for who comes late may find its lease taken back.
PAUSES_SECONDS = (0.2, 0.5, 1.0)

T = TypeVar("T")

log = logging.getLogger("mediamill.dispatch")


async def durably(database: Database, write: Callable[[Transaction], T], what: str) -> T:
    """Its answer, once it is kept. An outage is logged once, as `what` that is not written yet.

    It does not give up: whether a lease ended meanwhile, the write itself is told by its fence. It may have been kept
    before (its answer was lost), and has to find that out.
    """
    for number, pause in enumerate(chain(PAUSES_SECONDS, repeat(PAUSES_SECONDS[-1]))):
        try:
            return await database.write(write)
        except (StoreBusy, StoreFailed) as error:
            if number == 0:
                log.warning("%s is not written yet: %s", what, error)
            await asyncio.sleep(pause)
    raise AssertionError
