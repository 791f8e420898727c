"""Whatever an engine does: the right outcome, nothing of it left alive or on disk, and the next run works."""

import asyncio

import pytest

from mediamill.catalogue import Limits
from mediamill.engines import Failed, Made, Reason
from tests.engines.mill import LIMITS, Mill

SHORT = Limits(seconds=0.3, memory_mb=500, output_mb=20)
LITTLE_MEMORY = Limits(seconds=20.0, memory_mb=150, output_mb=20)
LITTLE_OUTPUT = Limits(seconds=20.0, memory_mb=500, output_mb=3)

FAULTS = [
    ("Raises", LIMITS, Reason.RAISED),
    ("ExitsPolitely", LIMITS, Reason.RAISED),
    ("CheckpointsTooMuch", LIMITS, Reason.RAISED),
    ("Exits", LIMITS, Reason.CRASHED),
    ("Segfaults", LIMITS, Reason.CRASHED),
    ("CannotBeImported", LIMITS, Reason.CRASHED),
    ("ExitsWithEscapedChild", LIMITS, Reason.CRASHED),
    ("Hangs", SHORT, Reason.TIMED_OUT),
    ("HangsDeaf", SHORT, Reason.TIMED_OUT),
    ("Spins", SHORT, Reason.TIMED_OUT),
    ("Stops", SHORT, Reason.TIMED_OUT),
    ("HangsWithChild", SHORT, Reason.TIMED_OUT),
    ("HangsWithEscapedChild", SHORT, Reason.TIMED_OUT),
    ("FloodsStderr", SHORT, Reason.TIMED_OUT),
    ("EatsMemory", LITTLE_MEMORY, Reason.MEMORY),
    ("EatsMemoryBelow", LITTLE_MEMORY, Reason.MEMORY),
    ("RunsOutOfMemory", LIMITS, Reason.MEMORY),
    ("StartsMany", LIMITS, Reason.PROCESSES),
    ("WritesMuch", LITTLE_OUTPUT, Reason.OUTPUT),
    ("WritesMany", LITTLE_OUTPUT, Reason.OUTPUT),
    ("TalksGarbage", LIMITS, Reason.GARBAGE),
    ("TalksForever", LIMITS, Reason.GARBAGE),
    ("TalksNested", LIMITS, Reason.GARBAGE),
    ("TalksOfAnotherRun", LIMITS, Reason.GARBAGE),
    ("ReturnsNone", LIMITS, Reason.RAISED),
    ("MakesNothing", LIMITS, Reason.BAD_ARTIFACT),
    ("MakesEmpty", LIMITS, Reason.BAD_ARTIFACT),
    ("MakesFolder", LIMITS, Reason.BAD_ARTIFACT),
    ("MakesLink", LIMITS, Reason.BAD_ARTIFACT),
    ("MakesFolderLink", LIMITS, Reason.BAD_ARTIFACT),
    ("MakesPipe", LIMITS, Reason.BAD_ARTIFACT),
    ("ReturnsOutsider", LIMITS, Reason.BAD_ARTIFACT),
    ("ReturnsRelativeOutsider", LIMITS, Reason.BAD_ARTIFACT),
    ("BadThumbnail", LIMITS, Reason.BAD_ARTIFACT),
    ("PlaysText", LIMITS, Reason.BAD_ARTIFACT),
]
# The worst of each reason; the others have their turn in the slow tests.
QUICK = {
    "CheckpointsTooMuch", "EatsMemoryBelow", "ExitsWithEscapedChild", "HangsWithEscapedChild", "MakesLink",
    "ReturnsOutsider", "Segfaults", "StartsMany", "Stops", "TalksForever", "WritesMuch",
}  # fmt: skip
# After these the process cannot be trusted any more; after the others it may be as good as before.
DEADLY = {Reason.CRASHED, Reason.TIMED_OUT, Reason.PROCESSES, Reason.GARBAGE}


@pytest.mark.parametrize(
    ("engine", "limits", "reason"),
    [pytest.param(*fault, id=fault[0], marks=() if fault[0] in QUICK else pytest.mark.slow) for fault in FAULTS],
)
async def test_a_fault_has_its_reason_and_leaves_nothing(
    mill: Mill, engine: str, limits: Limits, reason: Reason
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
