"""Devices: what is loaded stays, within a budget, whatever becomes of the runs."""

import asyncio
import logging
import os
import signal
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from mediamill.catalogue import Limits
from mediamill.engines import (
    DeviceState,
    EnginesStopped,
    Failed,
    Made,
    Needs,
    Request,
    Residence,
    RunFailure,
    RunOutcome,
)
from mediamill.engines.host import devices as devices_module
from mediamill.engines.host import housekeeping
from mediamill.engines.host.process import Cell, EngineProcess, Resting
from tests.engines.environments import environment_at
from tests.engines.mill import LIMITS, Mill, running, until

ENGINES = (
    *("BreaksTheDriver", "CannotLoad", "Catches", "DeafSteps", "Keeps", "Leaks", "LeavesAThread", "LooksRound"),
    *("NamesItsEnvironment", "Reads", "SleepsWhileLoading", "Steps", "TooLarge"),
)
BUDGET = 800  # bytes: the small and the large weights fit, the middle ones beside the small


class DeviceMill(Mill):
    """Runs the engines of `resident`; the model is the name of the weights."""

    async def make(
        self,
        weights: str = "small",
        engine: str = "Keeps",
        prompt: str = "a heron",
        *,
        limits: Limits = LIMITS,
        residence: Residence | None = None,
    ) -> RunOutcome:
        """One generation; what it says of itself is in `contents`."""
        async with self.host.folder_for("gen_ada", 1) as folder:
            outcome = await self.host.run(
                target(engine),
                Request("gen_ada", "tests", weights, {"prompt": prompt}, folder),
                limits=limits,
                on_progress=lambda fraction, stage: self.progress.append((fraction, stage)),
                on_checkpoint=self.keep,
                place=(residence or Residence("cpu"), weights),
            )
            artifact = folder / "artifact.bin"
            self.contents = artifact.read_bytes() if artifact.is_file() else b""
        return outcome

    @property
    def told(self) -> tuple[str, int, str, str, int]:
        """Greeting, process, device, weights, and how many runs they have seen."""
        greeting, process, device, weights, runs = self.contents.decode().split()
        return greeting, int(process), device, weights, int(runs)

    @property
    def device(self) -> DeviceState:
        """The only one."""
        (state,) = self.host.devices
        return state

    @property
    def loaded(self) -> list[str]:
        """Weights, the one that was not used for longest first."""
        return [name.partition(" ")[2] for name in self.device.loaded]


def target(engine: str) -> str:
    return f"tests.engines.resident:{engine}"


@pytest.fixture
async def mill(tmp_path: Path) -> AsyncIterator[DeviceMill]:
    async with running(DeviceMill(tmp_path / "spool", slots=2, warm=0, device_bytes=BUDGET)) as started:
        assert isinstance(started, DeviceMill)
        started.host.settle({target(engine): Residence("cpu") for engine in ENGINES})
        yield started


# -- what is loaded ------------------------------------------------------------------------------------------------


async def test_weights_are_loaded_once(mill: DeviceMill) -> None:
    for run in (1, 2, 3):
        assert isinstance(await mill.make("small"), Made)
        assert mill.told[2:] == ("cpu", "small", run)

    assert (mill.device.loads, mill.device.loaded) == (1, {f"{target('Keeps')} small": 100})


async def test_two_that_fit_are_not_reloaded_when_they_take_turns(mill: DeviceMill) -> None:
    for _ in range(3):
        await mill.make("small")
        await mill.make("large")

    assert (mill.device.loads, mill.told[3:]) == (2, ("large", 3))


async def test_what_was_not_used_for_longest_makes_room(mill: DeviceMill) -> None:
    await mill.make("large")
    await mill.make("small")
    await mill.make("middle")

    assert mill.loaded == ["small", "middle"]
    await mill.make("large")
    assert (mill.loaded, mill.told[4]) == (["small", "large"], 1) or mill.loaded == ["large"]


async def test_pinned_weights_make_no_room(mill: DeviceMill) -> None:
    pinned = Residence("cpu", pinned=("large",))
    await mill.make("large", residence=pinned)
    await mill.make("small", residence=pinned)
    await mill.make("middle", residence=pinned)
    await mill.make("large", residence=pinned)

    assert mill.told[3:] == ("large", 2)


async def test_what_is_to_be_preloaded_is_there_before_the_first_run(mill: DeviceMill) -> None:
    residence = Residence("cpu", preload=("large", "small"))
    mill.host.settle({target("Keeps"): residence})
    await until(lambda: mill.loaded == ["large", "small"])
    await mill.make("large", residence=residence)

    assert (mill.device.loads, mill.device.restarts) == (2, 0)


async def test_weights_that_cannot_be_preloaded_are_told_to_the_operator(
    mill: DeviceMill, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR, logger="mediamill.engines"):
        mill.host.settle({target("CannotLoad"): Residence("cpu", preload=("small",))})
        await until(lambda: "cpu: small cannot be preloaded" in caplog.text)

    assert "the weights are gone" in caplog.text
    assert isinstance(await mill.make("small"), Made)


async def test_an_engine_that_cannot_load_fails_alone(mill: DeviceMill) -> None:
    await mill.make("small")

    assert reason_of(await mill.make("large", "CannotLoad")) is RunFailure.RAISED
    await mill.make("small")
    assert mill.told[4] == 2


async def test_loading_takes_none_of_a_runs_time(mill: DeviceMill) -> None:
    assert isinstance(await mill.make("small", "SleepsWhileLoading", limits=Limits(0.8, 500, 20)), Made)


async def test_options_reach_the_engine_and_others_need_another_process(mill: DeviceMill) -> None:
    await mill.make("small")
    first = mill.told
    await mill.make("small", residence=Residence("cpu", options={"greeting": "welcome"}))

    assert (first[0], mill.told[0], mill.told[4], mill.device.restarts) == ("made", "welcome", 1, 1)
    assert mill.told[1] != first[1]


# -- runs that are cancelled ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", ["Steps", "Catches"])
async def test_a_cancelled_run_ends_at_its_next_step_and_what_is_loaded_stays(mill: DeviceMill, engine: str) -> None:
    await mill.make("small", engine)
    process = mill.told[1]
    mill.progress.clear()
    run = asyncio.create_task(mill.make("small", engine, "slowly"))
    await until(lambda: any(stage for _, stage in mill.progress))
    run.cancel()
    with pytest.raises(asyncio.CancelledError):
        await run

    assert mill.leftovers() == []
    await mill.make("small", engine)
    assert (mill.told[1], mill.told[4], mill.device.restarts) == (process, 2, 0)


async def test_a_run_that_is_cancelled_while_weights_load_lets_them_be_loaded(mill: DeviceMill) -> None:
    run = asyncio.create_task(mill.make("small", "SleepsWhileLoading"))
    await until(lambda: mill.device.is_up and bool(mill.leftovers()))
    run.cancel()
    with pytest.raises(asyncio.CancelledError):
        await run
    await mill.make("small", "SleepsWhileLoading")

    assert (mill.device.restarts, mill.told[4]) == (0, 1)


async def test_a_run_that_does_not_hear_is_killed(mill: DeviceMill, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(devices_module, "CANCEL_SECONDS_MAX", 0.2)
    run = asyncio.create_task(mill.make("small", "DeafSteps"))
    await until(lambda: (0.1, "thinking") in mill.progress)
    run.cancel()
    with pytest.raises(asyncio.CancelledError):
        await run

    assert mill.leftovers() == []
    assert isinstance(await mill.make("small"), Made)
    assert mill.device.restarts == 1


async def test_whoever_comes_next_waits_until_the_process_is_at_rest(
    mill: DeviceMill, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the run before was cancelled when all was done but that."""
    told: list[str] = []
    resting, may_rest = asyncio.Event(), asyncio.Event()
    begin, rest = EngineProcess.begin, EngineProcess.rest

    async def begun(process: EngineProcess, *args: Any, **limits: Any) -> None:
        told.append("begun")
        await begin(process, *args, **limits)

    async def rested(process: EngineProcess) -> Resting:
        resting.set()
        await may_rest.wait()
        told.append("rested")
        return await rest(process)

    monkeypatch.setattr(EngineProcess, "begin", begun)
    monkeypatch.setattr(EngineProcess, "rest", rested)
    run = asyncio.create_task(mill.make("small"))
    await resting.wait()
    following = asyncio.create_task(mill.make("small"))
    run.cancel()
    await asyncio.wait({run})
    for _ in range(50):  # whatever it would do before its turn
        await asyncio.sleep(0)
    may_rest.set()

    assert isinstance(await following, Made)
    assert told == ["begun", "rested", "begun", "rested"]


async def test_nothing_is_launched_for_what_waits_while_the_host_stops(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    launched: list[Cell] = []

    class Noted(EngineProcess):
        def __init__(self, cell: Cell, environment: Mapping[str, str]) -> None:
            launched.append(cell)
            super().__init__(cell, environment)

    monkeypatch.setattr(housekeeping, "EngineProcess", Noted)
    async with running(DeviceMill(tmp_path / "spool", slots=2, warm=0)) as mill:
        assert isinstance(mill, DeviceMill)
        runs = [asyncio.create_task(mill.make("small", "DeafSteps")) for _ in range(2)]
        await until(lambda: bool(mill.progress))
        await mill.host.stop()
        ends = await asyncio.gather(*runs, return_exceptions=True)

    assert [type(end) for end in ends] == [EnginesStopped] * 2
    assert len(launched) == 1


async def test_a_silent_run_has_timed_out(tmp_path: Path) -> None:
    async with running(DeviceMill(tmp_path / "spool", warm=0, silent_seconds_max=0.3)) as mill:
        assert isinstance(mill, DeviceMill)
        assert reason_of(await mill.make("small", "DeafSteps")) is RunFailure.TIMED_OUT
        assert isinstance(await mill.make("small"), Made)
        assert mill.device.restarts == 1


# -- memory --------------------------------------------------------------------------------------------------------


async def test_a_run_that_finds_no_memory_begins_anew_on_an_empty_device(mill: DeviceMill) -> None:
    await mill.make("small")
    await mill.make("large", "TooLarge")
    outcome = await mill.make("large", "TooLarge")

    assert isinstance(outcome, Made)
    assert (mill.device.memory_retries, mill.loaded) == (1, ["large"])


async def test_a_run_that_never_finds_memory_fails_and_may_be_tried_again(mill: DeviceMill) -> None:
    outcome = await mill.make("large", "TooLarge", "always")

    assert reason_of(outcome) is RunFailure.MEMORY
    assert isinstance(await mill.make("small"), Made)
    assert mill.device.restarts == 0


async def test_a_broken_context_ends_the_process(mill: DeviceMill) -> None:
    await mill.make("small")
    first = mill.told[1]

    assert reason_of(await mill.make("small", "BreaksTheDriver")) is RunFailure.RAISED
    await mill.make("small")
    assert mill.told[1] != first


async def test_a_process_that_grows_is_renewed(mill: DeviceMill, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(devices_module, "CREEP_BYTES_MAX", 100_000_000)
    for _ in range(3):
        await mill.make("small", "Leaks")
    assert mill.device.restarts == 0
    await mill.make("small", "Leaks")

    assert (mill.device.restarts, mill.told[4]) == (1, 1)


async def test_a_worn_process_is_renewed(mill: DeviceMill, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(devices_module, "RUNS_MAX", 2)
    runs = []
    for _ in range(4):
        await mill.make("small")
        runs.append(mill.told[4])

    assert runs == [1, 2, 1, 2]


# -- processes that die --------------------------------------------------------------------------------------------


async def test_a_process_killed_in_a_run_costs_that_run(mill: DeviceMill) -> None:
    await mill.make("small", "Steps")
    process = mill.told[1]
    mill.progress.clear()
    run = asyncio.create_task(mill.make("small", "Steps", "slowly"))
    await until(lambda: any(stage for _, stage in mill.progress))
    os.kill(process, signal.SIGKILL)

    assert reason_of(await run) is RunFailure.CRASHED
    assert mill.leftovers() == []
    await mill.make("small", "Steps")
    assert (mill.told[4], mill.device.restarts) == (1, 1)


async def test_a_process_that_died_at_rest_is_nobodys_fault(mill: DeviceMill) -> None:
    await mill.make("small")
    os.kill(mill.told[1], signal.SIGKILL)

    assert isinstance(await mill.make("small"), Made)


async def test_a_thread_that_goes_on_disturbs_nobody(mill: DeviceMill) -> None:
    for run in (1, 2, 3):
        assert isinstance(await mill.make("small", "LeavesAThread"), Made)
        assert mill.told[4] == run


async def test_weights_are_read_from_their_folder_and_what_is_brought_anew_is_loaded_anew(
    mill: DeviceMill, tmp_path: Path
) -> None:
    told = []
    for stamp, greeting in enumerate(("hello", "welcome")):
        folder = tmp_path / "weights" / "greeting"
        if folder.exists():
            folder.rename(tmp_path / "weights" / "greeting.former")
        folder.mkdir(parents=True)
        (folder / "greeting.txt").write_text(greeting)
        residence = Residence("cpu", Needs(readable=(folder,)), weights_home=folder.parent, stamps=(stamp,))
        for _ in range(2):
            await mill.make("small", "Reads", residence=residence)
            told.append((mill.told[3], mill.told[4]))

    assert told == [("hello", 1), ("hello", 2), ("welcome", 1), ("welcome", 2)]


async def test_libraries_find_that_they_are_offline(mill: DeviceMill) -> None:
    await mill.make("small", "LooksRound")
    found = dict(line.partition("=")[::2] for line in mill.contents.decode().splitlines())

    assert (found["HF_HUB_OFFLINE"], found["TRANSFORMERS_OFFLINE"]) == ("1", "1")
    assert found["OMP_NUM_THREADS"] == str(os.cpu_count())
    assert found["OMP_WAIT_POLICY"] == "PASSIVE"


async def test_an_engine_runs_in_an_environment_of_its_own_and_its_neighbour_without(
    mill: DeviceMill, tmp_path: Path
) -> None:
    python = environment_at(tmp_path / "voices")
    await mill.make("small", "Keeps")
    await mill.make("small", "NamesItsEnvironment", residence=Residence("cpu", python=python))
    named = mill.contents.decode()
    await mill.make("small", "Keeps")

    assert named == f"kraak|of the herons|pydantic|{tmp_path / 'voices'}"
    assert (mill.told[0], mill.device.restarts) == ("made", 2)


# -- several devices -----------------------------------------------------------------------------------------------


async def test_runs_go_where_their_weights_are_and_else_where_nobody_waits(tmp_path: Path) -> None:
    pools = {"gpu": ("cuda:0", "cuda:1")}  # engines without a library do not ask the driver
    mill = DeviceMill(tmp_path / "spool", slots=2, warm=0, devices=pools, device_bytes=BUDGET)
    residence = Residence("gpu")
    async with running(mill):
        await mill.make("large", residence=residence)
        first = mill.told[2]
        await mill.make("middle", residence=residence)
        second = mill.told[2]
        await mill.make("large", residence=residence)

        assert (first, second, mill.told[2:]) == ("cuda:0", "cuda:1", ("cuda:0", "large", 2))
        await mill.make("small", "Steps", residence=residence)
        warm = mill.told[2]
        mill.progress.clear()
        slow = asyncio.create_task(mill.make("small", "Steps", "slowly", residence=residence))
        await until(lambda: any(stage for _, stage in mill.progress))
        await mill.make("small", "Steps", residence=residence)
        assert mill.told[2] != warm
        assert isinstance(await slow, Made)
        assert mill.told[2] == warm


def reason_of(outcome: RunOutcome) -> RunFailure:
    assert isinstance(outcome, Failed)
    return outcome.reason
