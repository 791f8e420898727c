"""Whatever an engine does: the right outcome, nothing of it left alive or on disk, and the next run works."""

import asyncio

import pytest

from mediamill.catalogue import Limits
from mediamill.engines import Failed, Made, RunFailure
from tests.engines.mill import LIMITS, Mill

SHORT = Limits(seconds=0.3, memory_mb=500, output_mb=20)
LITTLE_MEMORY = Limits(seconds=20.0, memory_mb=150, output_mb=20)
LITTLE_OUTPUT = Limits(seconds=20.0, memory_mb=500, output_mb=3)

FAULTS = [
    ("Raises", LIMITS, RunFailure.RAISED),
    ("ExitsPolitely", LIMITS, RunFailure.RAISED),
    ("CheckpointsTooMuch", LIMITS, RunFailure.RAISED),
    ("Exits", LIMITS, RunFailure.CRASHED),
    ("Segfaults", LIMITS, RunFailure.CRASHED),
    ("CannotBeImported", LIMITS, RunFailure.CRASHED),
    ("ExitsWithEscapedChild", LIMITS, RunFailure.CRASHED),
    ("Hangs", SHORT, RunFailure.TIMED_OUT),
    ("HangsDeaf", SHORT, RunFailure.TIMED_OUT),
    ("Spins", SHORT, RunFailure.TIMED_OUT),
    ("Stops", SHORT, RunFailure.TIMED_OUT),
    ("HangsWithChild", SHORT, RunFailure.TIMED_OUT),
    ("HangsWithEscapedChild", SHORT, RunFailure.TIMED_OUT),
    ("FloodsStderr", SHORT, RunFailure.TIMED_OUT),
    ("EatsMemory", LITTLE_MEMORY, RunFailure.MEMORY),
    ("EatsMemoryBelow", LITTLE_MEMORY, RunFailure.MEMORY),
    ("RunsOutOfMemory", LIMITS, RunFailure.MEMORY),
    ("StartsMany", LIMITS, RunFailure.PROCESSES),
    ("WritesMuch", LITTLE_OUTPUT, RunFailure.OUTPUT),
    ("WritesMany", LITTLE_OUTPUT, RunFailure.OUTPUT),
    ("TalksGarbage", LIMITS, RunFailure.GARBAGE),
    ("TalksForever", LIMITS, RunFailure.GARBAGE),
    ("TalksNested", LIMITS, RunFailure.GARBAGE),
    ("TalksOfAnotherRun", LIMITS, RunFailure.GARBAGE),
    ("ReturnsNone", LIMITS, RunFailure.RAISED),
    ("MakesNothing", LIMITS, RunFailure.BAD_ARTIFACT),
    ("MakesEmpty", LIMITS, RunFailure.BAD_ARTIFACT),
    ("MakesFolder", LIMITS, RunFailure.BAD_ARTIFACT),
    ("MakesLink", LIMITS, RunFailure.BAD_ARTIFACT),
    ("MakesFolderLink", LIMITS, RunFailure.BAD_ARTIFACT),
    ("MakesPipe", LIMITS, RunFailure.BAD_ARTIFACT),
    ("ReturnsOutsider", LIMITS, RunFailure.BAD_ARTIFACT),
    ("ReturnsRelativeOutsider", LIMITS, RunFailure.BAD_ARTIFACT),
    ("BadThumbnail", LIMITS, RunFailure.BAD_ARTIFACT),
    ("PlaysText", LIMITS, RunFailure.BAD_ARTIFACT),
]
# The worst of each reason; the others have their turn in the slow tests.
QUICK = {
    "CheckpointsTooMuch", "EatsMemoryBelow", "ExitsWithEscapedChild", "HangsWithEscapedChild", "MakesLink",
    "ReturnsOutsider", "Segfaults", "StartsMany", "Stops", "TalksForever", "WritesMuch",
}  # fmt: skip
# After these the process cannot be trusted any more; after the others it may be as good as before.
DEADLY = {RunFailure.CRASHED, RunFailure.TIMED_OUT, RunFailure.PROCESSES, RunFailure.GARBAGE}


@pytest.mark.parametrize(
    ("engine", "limits", "reason"),
    [pytest.param(*fault, id=fault[0], marks=() if fault[0] in QUICK else pytest.mark.slow) for fault in FAULTS],
)
async def test_a_fault_has_its_reason_and_leaves_nothing(
    mill: Mill, engine: str, limits: Limits, reason: RunFailure
) -> None:
    await mill.run("Counts")
    first = int(mill.contents.split()[0])

    outcome = await mill.run(engine, limits=limits)

    assert isinstance(outcome, Failed)
    assert reason == outcome.reason
    assert outcome.sentence.startswith("The engine ")
    assert outcome.sentence.endswith(".")
    assert set() == mill.strays()
    assert reason not in DEADLY or first not in mill.processes()
    assert mill.leftovers() == []
    assert isinstance(await mill.run("Whole"), Made)


async def test_the_other_slot_does_not_notice(wide_mill: Mill) -> None:
    mill = wide_mill
    await mill.run("Counts")
    await mill.run("Counts")
    process, runs = map(int, mill.contents.split())

    for engine in ("Segfaults", "StartsMany", "TalksForever", "EatsMemory"):
        _, outcome = await asyncio.gather(mill.run("Counts"), mill.run(engine, limits=LITTLE_MEMORY))
        assert isinstance(outcome, Failed)
    await mill.run("Counts")

    # Whoever had imported `Counts` ran it again each time, and ran nothing else.
    assert [process, runs + 5] == list(map(int, mill.contents.split()))


async def test_a_process_left_behind_by_a_successful_run_is_ended_with_it(mill: Mill) -> None:
    assert isinstance(await mill.run("LeavesChild"), Made)
    assert set() == mill.strays()


async def test_pages_that_processes_share_count_once(mill: Mill) -> None:
    outcome = await mill.run("SharesMemory", limits=Limits(seconds=20.0, memory_mb=200, output_mb=20))

    assert isinstance(outcome, Made)


async def test_a_folder_that_nobody_may_enter_is_swept_all_the_same(mill: Mill) -> None:
    assert isinstance(await mill.run("LocksFolder"), Made)
    assert mill.leftovers() == []
