"""The database refuses any write of a purchase, or keeps it and loses the answer: nothing is bought or made twice."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from mediamill.db import SqliteDatabase, StoreFailed
from mediamill.dispatch import durably, results
from mediamill.generations import Status
from mediamill.jobs import JobRow
from mediamill.purchases import PurchaseState
from tests.clock import FrozenClock
from tests.dispatch.remote.test_killed import KINDS, RARELY
from tests.dispatch.remote.world import MemoryVendor, Points, World
from tests.new_database import new_database

REFUSALS = 40  # of one write: more than anybody counts to
WRITES_MIN = 3  # in a life: the intent, the answer, the end
# Of a job: longer than so many refusals of a look, each of which costs a lease. No step is bought after it.
TIMEOUT_SECONDS = 3_600.0


class Trouble(Points):
    """The n-th write of a process: refused for a while, or kept while its answer is lost."""

    def __init__(self, place: int | None, *, is_kept: bool = False) -> None:
        super().__init__()
        self.place = place
        self.is_kept = is_kept
        self.begun = self.refused = 0

    async def reached(self, name: str) -> None:
        await super().reached(name)
        if name == "before a write":
            self.begun += self.refused in (0, REFUSALS)
            if not self.is_kept and self.begun - 1 == self.place and self.refused < REFUSALS:
                self.refused += 1
                raise StoreFailed(fault="it is away")
        elif name == "after a write" and self.is_kept and self.begun - 1 == self.place and not self.refused:
            self.refused = REFUSALS
            raise StoreFailed(fault="what became of it is not known")


async def one_life(folder: Path, kind: str, trouble: Trouble) -> tuple[World, str]:
    """A picture from order to end, by one process."""
    clock = FrozenClock()
    database = SqliteDatabase(folder / "mediamill.db", now=clock)
    await database.start()
    world = World(folder, database, clock, MemoryVendor(), timeout_seconds=TIMEOUT_SECONDS, **KINDS[kind])
    generation_id = await world.order(await world.open_account())
    process = world.hire(trouble)
    look = process.look.at

    async def look_again_later(row: JobRow) -> None:
        with suppress(StoreFailed):  # a look that breaks down is repeated when its lease is over; nothing else may
            await look(row)

    process.look.at = look_again_later  # type: ignore[method-assign]
    await world.finish(generation_id, process)
    return world, generation_id


@pytest.fixture
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Each with a database that nothing is in."""
    monkeypatch.setattr(durably, "PAUSES_SECONDS", (0.0,))
    monkeypatch.setattr(results, "QUIET_STORING_SECONDS", 60.0)  # as many writes on a busy machine as on others

    def folders() -> Iterator[Path]:
        for number in range(1_000):
            folder = tmp_path / str(number)
            folder.mkdir()
            (folder / "mediamill.db").write_bytes(template)
            yield folder

    template = new_database()
    return folders()


@pytest.mark.parametrize("is_kept", [False, True], ids=["refused", "kept, and the answer lost"])
@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=[pytest.mark.slow] if kind in RARELY else []) for kind in KINDS]
)
async def test_an_outage_at_any_write_costs_no_purchase_and_no_try(
    kind: str, is_kept: bool, folders: Iterator[Path]
) -> None:
    calm = Trouble(None)
    world, _ = await one_life(next(folders), kind, calm)
    await world.database.stop()
    assert calm.begun >= WRITES_MIN

    for place in range(calm.begun):
        trouble = Trouble(place, is_kept=is_kept)
        world, generation_id = await one_life(next(folders), kind, trouble)
        story = f"write {place} of {calm.begun}"
        made = await world.read(generation_id)
        bought = await world.purchases_of(generation_id)
        kept = {file.key async for file in world.storage.list()}

        assert trouble.refused == REFUSALS, story
        assert (made.status, made.losses) == (Status.SUCCESS, 0), story
        assert len(world.vendor.sales) == 1, story
        assert [one.state for one in bought if one.state is not PurchaseState.VOID] == [PurchaseState.SETTLED], story
        assert kept == {key for key in (made.output_key, made.thumbnail_key) if key}, story
        assert await world.discrepancies() == [], story
        await world.database.stop()


async def test_an_outage_is_told_once(folders: Iterator[Path], caplog: pytest.LogCaptureFixture) -> None:
    world, _ = await one_life(next(folders), "synchronous", Trouble(1))
    await world.database.stop()

    assert [line for line in caplog.messages if "is not written yet" in line] == [
        line for line in caplog.messages if line.startswith("what memory said of pur_")
    ]
    assert len([line for line in caplog.messages if "is not written yet" in line]) == 1
