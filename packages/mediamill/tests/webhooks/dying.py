"""A process that delivers, and dies by SIGKILL at a named point.

    python -m tests.webhooks.dying DATABASE RECEIVED POINT

Every post appends the generation's id to the file RECEIVED: that is the receiver, which answers 200.
"""

import asyncio
import os
import signal
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mediamill import webhooks
from mediamill.db import SqliteDatabase
from mediamill.dispatch import Deliverer
from mediamill.outbound import Answer
from tests.webhooks.receivers import SECRETS

POINTS = ("claimed", "posted", "marking", "marked")
WORKER = "serve:dying"


class Mortal(Deliverer):
    """Dies where it was told to."""

    point = ""

    async def attempt(self, begun: Any) -> None:
        self.pass_by("claimed")
        await super().attempt(begun)

    async def settle(self, begun: Any, outcome: Any) -> Any:
        self.pass_by("posted")
        settled = await super().settle(begun, outcome)
        self.pass_by("marked")
        return settled

    def pass_by(self, point: str) -> None:
        if point == self.point:
            os.kill(os.getpid(), signal.SIGKILL)


def receiver(received: Path) -> Any:
    async def post(url: str, body: bytes, headers: Mapping[str, str], *, account_id: str) -> Answer:
        with received.open("a") as file:
            file.write(f"{headers['webhook-id']}\n")
        return Answer(200, None, 1, None)

    return post


async def main(database_file: Path, received: Path, point: str) -> None:
    database = SqliteDatabase(database_file)
    await database.start()
    deliverer = Mortal(worker=WORKER, database=database, post=receiver(received), secrets=SECRETS, delays_ms=(5_000,))
    deliverer.point = point
    settle = webhooks.settle

    def settle_and_pass(*arguments: Any) -> Any:
        settled = settle(*arguments)
        deliverer.pass_by("marking")  # inside the transaction, before its commit
        return settled

    setattr(webhooks, "settle", settle_and_pass)  # noqa: B010 (an assignment is what mypy forbids)
    deliverer.start()
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]))
