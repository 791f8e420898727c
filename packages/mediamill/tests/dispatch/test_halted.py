"""What was stopped is not claimed, from the moment on that a process hears of it."""

from types import SimpleNamespace
from typing import cast

from mediamill import workers
from mediamill.accounts import Account
from mediamill.db import Database
from mediamill.dispatch import AttemptRunner, WorkerLoop
from mediamill.generations import Policy
from mediamill.workers import HaltKind, HaltMode
from tests.generations.stage import Stage

SPEECH, RAIN = ("text-to-speech", "voicevendor-tts"), ("sound-effects", "rain")


async def test_what_waits_for_a_paused_tool_waits_until_it_goes_on(
    database: Database, policy: Policy, ada: Account
) -> None:
    loop = WorkerLoop(worker="heron", database=database, policy=policy, pools={}, models=[SPEECH, RAIN])
    catalogue = SimpleNamespace(
        models=lambda: [SimpleNamespace(tool=tool, slug=model) for tool, model in (SPEECH, RAIN)]
    )
    loop.runner = cast(AttemptRunner, SimpleNamespace(held_back=set, catalogue=catalogue))

    async def hear() -> set[tuple[str, str]] | None:
        loop.obey(await database.read(lambda tx: workers.orders_of(tx, "heron")))
        return loop.models_to_claim()

    stage = Stage(database, policy)
    await stage.accept(ada)
    assert await hear() == {SPEECH, RAIN}

    await database.write(lambda tx: workers.halt(tx, HaltKind.TOOL, "text-to-speech", HaltMode.PAUSED, ""))
    assert await hear() == {RAIN}
    await database.write(lambda tx: workers.halt(tx, HaltKind.TOOL, "text-to-speech", HaltMode.DRAINING, ""))
    assert await hear() == {SPEECH, RAIN}
    await database.write(lambda tx: workers.halt(tx, HaltKind.MODEL, "/".join(SPEECH), HaltMode.PAUSED, ""))
    assert await hear() == {RAIN}

    loop.models = None  # it runs anything
    assert await hear() == {RAIN}
    await database.write(lambda tx: workers.lift_halt(tx, HaltKind.MODEL, "/".join(SPEECH)))
    await database.write(lambda tx: workers.lift_halt(tx, HaltKind.TOOL, "text-to-speech"))
    assert await hear() is None
