"""What operators have stopped: what is refused, what waits, and what is worked off."""

from mediamill import dispatch, workers
from mediamill.db import Database
from mediamill.workers import SERVICE, HaltKind, HaltMode, Halts, Orders
from tests.clock import FrozenClock

DRUMS, RAIN = ("drum-generator", "drumgen"), ("sound-effects", "rain")


async def halted(database: Database, kind: HaltKind, name: str, mode: HaltMode, reason: str = "") -> Halts:
    await database.write(lambda tx: workers.halt(tx, kind, name, mode, reason))
    return await database.read(workers.halts)


async def test_a_paused_tool_refuses_and_lets_its_work_wait(database: Database) -> None:
    halts = await halted(database, HaltKind.TOOL, "drum-generator", HaltMode.PAUSED)

    assert halts.of_creates(*DRUMS, "cpu") is not None
    assert halts.of_creates(*RAIN, "cpu") is None
    assert halts.claimed([DRUMS, RAIN]) == {RAIN}


async def test_a_draining_model_refuses_and_is_worked_off(database: Database) -> None:
    halts = await halted(database, HaltKind.MODEL, "drum-generator/drumgen", HaltMode.DRAINING)

    assert halts.of_creates(*DRUMS, "cpu") is not None
    assert halts.of_creates("drum-generator", "another", "cpu") is None
    assert halts.claimed([DRUMS, RAIN]) == {DRUMS, RAIN}


async def test_a_draining_pool_refuses_what_would_wait_there(database: Database) -> None:
    halts = await halted(database, HaltKind.POOL, "gpu", HaltMode.DRAINING)

    assert halts.of_creates(*DRUMS, "gpu") is not None
    assert halts.of_creates(*DRUMS, "cpu") is None


async def test_maintenance_refuses_everything_first(database: Database) -> None:
    await halted(database, HaltKind.TOOL, "drum-generator", HaltMode.PAUSED, "broken")
    halts = await halted(database, HaltKind.SERVICE, SERVICE, HaltMode.DRAINING, "Back at noon.")
    found = halts.of_creates(*DRUMS, "cpu")

    assert found is not None
    assert (found.kind, found.reason) == (HaltKind.SERVICE, "Back at noon.")


async def test_the_first_instant_counts_and_the_last_reason(database: Database, clock: FrozenClock) -> None:
    first = clock()
    await halted(database, HaltKind.POOL, "gpu", HaltMode.DRAINING, "new card")
    clock.advance(5)
    (halt,) = (await halted(database, HaltKind.POOL, "gpu", HaltMode.DRAINING, "the old one again")).every

    assert (halt.since, halt.reason) == (first, "the old one again")
    lifted = await database.write(lambda tx: workers.lift_halt(tx, HaltKind.POOL, "gpu"))
    assert lifted == halt
    assert await database.write(lambda tx: workers.lift_halt(tx, HaltKind.POOL, "gpu")) is None
    assert await database.read(lambda tx: workers.orders_of(tx, "anybody")) == Orders()


async def test_an_operator_is_reminded_of_what_is_stopped(database: Database, clock: FrozenClock) -> None:
    await halted(database, HaltKind.TOOL, "drum-generator", HaltMode.PAUSED, "it crashes")
    await halted(database, HaltKind.SERVICE, SERVICE, HaltMode.DRAINING)
    maintenance, tool = await database.read(dispatch.warnings)

    assert "`mediamill maintenance end`" in maintenance
    assert "drum-generator is paused since" in tool
    assert "(it crashes). `mediamill tools resume drum-generator`" in tool
