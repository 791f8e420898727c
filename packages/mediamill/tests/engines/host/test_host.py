"""The host: engines kept warm in processes of their own, told of and telling what they must, and nothing else."""

import asyncio
import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from mediamill.catalogue import Limits
from mediamill.engines import EnginesStopped, Failed, Made, Refused, RunFailure, RunOutcome, Scope, Unavailable
from mediamill.engines.host import kernels
from mediamill.engines.host.jail import landlock
from tests.engines.mill import Mill, marked, parent_of, running, until
from tests.places import PYTHONPATH
from tests.service import until as until_seen

SHORT = Limits(seconds=0.3, memory_mb=500, output_mb=20)
AMPLE = Limits(seconds=2.0, memory_mb=500, output_mb=20)  # for what takes a moment, on a busy machine


async def test_an_engine_gets_its_input_and_makes_its_file(mill: Mill) -> None:
    outcome = await mill.run("Prompt", "a grey heron, “slowly” 鷺", checkpoint="job-6")

    assert isinstance(outcome, Made)
    assert mill.contents.decode() == "a grey heron, “slowly” 鷺|job-6"


async def test_engines_stay_warm_and_settle_in_one_process_each(wide_mill: Mill) -> None:
    seen = set()
    for number in range(1, 4):
        await wide_mill.run("Whole")
        await wide_mill.run("Counts")
        process, runs = map(int, wide_mill.contents.split())
        seen.add(process)

        assert number == runs
    assert len(seen) == 1


async def test_what_a_process_has_imported_is_loaded_until_it_ends(mill: Mill) -> None:
    assert mill.host.loaded == frozenset()
    await mill.run("Whole")
    (whole,) = mill.host.loaded
    assert whole.endswith(":Whole")
    await mill.run("Segfaults")

    assert mill.host.loaded == frozenset()


async def test_only_so_many_are_launched_before_they_are_needed(tmp_path: Path) -> None:
    async with running(Mill(tmp_path / "spool", slots=2, warm=1)) as mill:
        await until(lambda: mill.host.children == 1)
        held = [asyncio.create_task(mill.run("Hangs")) for _ in range(2)]
        await until(lambda: mill.host.children == 2)
        for one in held:
            one.cancel()
        await asyncio.wait(held)

        assert mill.host.children == 1
        assert isinstance(await mill.run("Whole"), Made)


async def test_progress_and_checkpoints_arrive_in_order(mill: Mill) -> None:
    outcome = await mill.run("Tells")

    assert isinstance(outcome, Made)
    assert mill.progress[0] == (0.25, "mixing")
    assert mill.progress[-1] == (0.75, "mastering")
    assert mill.checkpoints == ["job-7"]


@pytest.mark.slow
async def test_an_engine_waits_until_its_checkpoint_is_durable(mill: Mill, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, durable = asyncio.Event(), asyncio.Event()

    async def keep(text: str) -> None:
        asked.set()
        await durable.wait()

    monkeypatch.setattr(mill, "keep", keep)
    run = asyncio.create_task(mill.run("Tells", limits=AMPLE))
    await asked.wait()
    over = time.monotonic() + 1.5 * AMPLE.seconds
    await until(lambda: time.monotonic() > over)  # a slow store takes none of the engine's time

    assert not run.done()
    assert "mastering" not in {stage for _, stage in mill.progress}
    durable.set()
    assert isinstance(await run, Made)


class LeaseLost(Exception):
    pass


async def test_a_checkpoint_that_cannot_be_kept_ends_the_run(mill: Mill, monkeypatch: pytest.MonkeyPatch) -> None:
    async def keep(text: str) -> None:
        raise LeaseLost

    monkeypatch.setattr(mill, "keep", keep)
    await mill.run("Whole")
    before = mill.processes()

    with pytest.raises(LeaseLost):
        await mill.run("Tells")
    assert set() == before & mill.processes()
    assert mill.leftovers() == []


async def test_a_flood_of_progress_becomes_a_trickle(mill: Mill) -> None:
    outcome = await mill.run("Chatters")

    assert isinstance(outcome, Made)
    assert 1 <= len(mill.progress) <= 50
    assert all(0 <= fraction <= 1 for fraction, _ in mill.progress)


@pytest.mark.slow
async def test_imports_do_not_count_as_running(mill: Mill) -> None:
    assert isinstance(await mill.run("TakesLongToImport", limits=AMPLE), Made)


async def test_imports_have_a_limit_of_their_own(tmp_path: Path) -> None:
    async with running(Mill(tmp_path / "spool", import_seconds_max=0.3)) as mill:
        outcome = await mill.run("ImportsForever")

        assert isinstance(outcome, Failed)
        assert outcome.reason == RunFailure.TIMED_OUT
        assert set() == mill.strays()


async def test_what_is_unavailable_says_for_how_long_and_what_of_it(mill: Mill) -> None:
    assert await mill.run("Overloaded") == Unavailable("429: too many requests.", 30.0, Scope.KEY)


async def test_a_scope_that_there_is_not_is_the_engines_fault(mill: Mill) -> None:
    outcome = await mill.run("UnavailableForWho")

    assert isinstance(outcome, Failed)
    assert outcome.reason is RunFailure.RAISED


async def test_a_refusal_is_passed_on_in_the_engines_words(mill: Mill) -> None:
    assert Refused("This engine speaks no Klingon; write English.") == await mill.run("Refuses")


async def test_a_failure_is_passed_on_in_the_engines_words(mill: Mill) -> None:
    expected = Failed(RunFailure.RAISED, "The mill is being cleaned; please try again in an hour.")

    assert expected == await mill.run("Fails")


async def test_a_sentence_that_shows_the_inside_is_replaced(mill: Mill) -> None:
    outcome = await mill.run("RefusesWithInsides")

    assert isinstance(outcome, Refused)
    assert "input.wav" not in outcome.sentence


async def test_the_log_names_the_generation_and_the_fault_but_never_the_prompt(
    mill: Mill, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG, logger="mediamill.engines"):
        await mill.run("Prints", "embarrassing secrets")

    assert "gen_ada" in caplog.text
    assert "ValueError: a fault of its own" in caplog.text
    assert "about to fail on" in caplog.text
    assert "embarrassing" not in caplog.text
    assert "secrets" not in caplog.text


async def test_sound_is_measured_not_believed(mill: Mill) -> None:
    outcome = await mill.run("PlaysSilence")

    assert isinstance(outcome, Made)
    assert outcome.artifact.seconds == 1.5


async def test_a_picture_gets_a_thumbnail_from_the_host(mill: Mill) -> None:
    outcome = await mill.run("Paints", "whole")

    assert isinstance(outcome, Made)
    assert outcome.artifact.thumbnail is not None
    assert "thumbnail.webp" == outcome.artifact.thumbnail.name
    assert mill.thumbnail.startswith(b"RIFF")


async def test_a_file_that_cannot_be_drawn_is_made_all_the_same(mill: Mill) -> None:
    outcome = await mill.run("Paints", "torn")

    assert isinstance(outcome, Made)
    assert outcome.artifact.thumbnail is None


async def test_an_object_is_made_without_the_extra_and_the_log_says_what_to_install(
    mill: Mill, caplog: pytest.LogCaptureFixture
) -> None:
    outcome = await mill.run("ModelsWithoutCodecs")

    assert isinstance(outcome, Made)
    assert outcome.artifact.thumbnail is None
    assert "There is no thumbnail of object.glb: " in caplog.text
    assert 'is not installed: pip install "mediamill[codecs]".' in caplog.text


async def test_an_engine_finds_a_clean_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEDIAMILL_SECRET_KEY", "do not tell")
    async with running(Mill(tmp_path / "spool")) as mill:
        await mill.run("LooksRound")
    found = dict(line.partition("=")[::2] for line in mill.contents.decode().splitlines())

    assert "do not tell" not in mill.contents.decode()
    assert {
        "HOME", "LANG", "LC_ALL", "LOGNAME", "MEDIAMILL_ENGINE_PROCESS", "MILL", "MKL_NUM_THREADS",
        "NUMEXPR_NUM_THREADS",
        "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "OPENCV_IPP", "OPENCV_LOG_LEVEL", "ORT_DISABLE_TELEMETRY",
        "PATH", "PYTHONFAULTHANDLER", "PYTHONHASHSEED",
        "PYTHONUNBUFFERED", "PYTHONUTF8", "TMPDIR", "TZ", "USER", *kernels.here(),
    } == {name for name in found if name.isupper()}  # fmt: skip
    assert "gen_ada" in found["cwd"]
    assert found["cwd"] == found["TMPDIR"] == found["tempdir"]
    assert found["HOME"] != found["cwd"]
    assert found["umask"] == "077"
    assert found["stdin"] == "True"
    assert found["files"].split() == ["other"] * 3 + ["pipe", "pipe", "socket"]  # /dev/null, two handles of /proc
    assert found["heavy"] == ""


async def test_a_worn_process_is_replaced(tmp_path: Path) -> None:
    async with running(Mill(tmp_path / "spool", runs_max=2)) as mill:
        seen = []
        for _ in range(4):
            await mill.run("Counts")
            seen.append(mill.contents.split()[1])

        assert seen == [b"1", b"2", b"1", b"2"]


async def test_a_process_that_stays_fat_is_replaced(tmp_path: Path) -> None:
    async with running(Mill(tmp_path / "spool", resting_megabytes_max=1)) as mill:
        for _ in range(2):
            await mill.run("Counts")

            assert mill.contents.split()[1] == b"1"


async def test_no_more_run_at_once_than_there_are_slots(wide_mill: Mill) -> None:
    mill = wide_mill
    runs = [asyncio.create_task(mill.run("Hangs")) for _ in range(2)]
    await until(lambda: len(mill.progress) == 2)
    runs.append(asyncio.create_task(mill.run("Hangs")))
    await until(lambda: len(mill.leftovers()) == 3)

    assert len({pid for pid in mill.processes() if parent_of(pid) != os.getpid()}) == 2
    assert len(mill.progress) == 2
    runs[0].cancel()
    await until(lambda: len(mill.progress) == 3)
    for run in runs:
        run.cancel()
    ends = await asyncio.gather(*runs, return_exceptions=True)
    assert {type(end) for end in ends} == {asyncio.CancelledError}


@pytest.mark.parametrize("engine", ["Hangs", "HangsWithEscapedChild"])
async def test_cancelling_leaves_nothing(mill: Mill, engine: str) -> None:
    run = asyncio.create_task(mill.run(engine))
    await until(lambda: bool(mill.progress))
    before = mill.processes()
    run.cancel()

    with pytest.raises(asyncio.CancelledError):
        await run
    assert set() == before & mill.processes()
    assert mill.leftovers() == []
    assert isinstance(await mill.run("Whole"), Made)


async def test_a_process_that_died_at_rest_is_not_the_fault_of_the_next_request(mill: Mill) -> None:
    await mill.run("Counts")
    os.kill(int(mill.contents.split()[0]), signal.SIGKILL)  # as the kernel does when memory runs out

    assert isinstance(await mill.run("Counts"), Made)


async def test_garbage_after_a_run_is_not_the_fault_of_the_next_request(mill: Mill) -> None:
    await mill.run("Whole")
    assert isinstance(await mill.run("TalksAfterwards"), Made)
    talked = Path(f"/proc/{mill.contents.decode()}/task")
    await until(lambda: not talked.exists() or len(list(talked.iterdir())) == 1)  # its thread has ended

    assert isinstance(await mill.run("Whole"), Made)


async def test_what_a_killed_keeper_kept_is_found(mill: Mill) -> None:
    run = asyncio.create_task(mill.run("HangsWithEscapedChild"))
    await until(lambda: bool(mill.progress))
    before = mill.processes()
    for pid in before:
        if parent_of(pid) == os.getpid():
            os.kill(pid, signal.SIGKILL)

    assert reason_of(await run) == RunFailure.CRASHED
    assert set() == before & mill.processes()


async def test_a_stopped_keeper_does_not_hold_up_the_end(mill: Mill, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mediamill.engines.host.process.END_SECONDS_MAX", 0.2)
    run = asyncio.create_task(mill.run("HangsWithEscapedChild", limits=SHORT))
    await until(lambda: bool(mill.progress))
    before = mill.processes()
    for pid in before:
        if parent_of(pid) == os.getpid():
            os.kill(pid, signal.SIGSTOP)

    assert reason_of(await run) == RunFailure.TIMED_OUT
    assert set() == before & mill.processes()


def reason_of(outcome: RunOutcome) -> RunFailure:
    assert isinstance(outcome, Failed)
    return outcome.reason


@pytest.mark.skipif(landlock.abi() < landlock.ABI_RENAME, reason="this kernel has no Landlock")
async def test_an_engine_cannot_write_outside_its_folders(mill: Mill, tmp_path: Path) -> None:
    outside = tmp_path / "outside.txt"

    assert reason_of(await mill.run("WritesOutside", str(outside))) == RunFailure.RAISED
    assert not outside.exists()


@pytest.mark.skipif(landlock.abi() < landlock.ABI_SCOPE, reason="this kernel's Landlock does not confine signals")
async def test_an_engine_cannot_kill_its_neighbours(mill: Mill, neighbour: subprocess.Popen[bytes]) -> None:
    assert reason_of(await mill.run("KillsService", str(neighbour.pid))) == RunFailure.RAISED
    assert neighbour.poll() is None


@pytest.fixture
def neighbour() -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as process:
        yield process
        process.communicate(b"\n")


@pytest.mark.skipif(landlock.abi() < landlock.ABI_RENAME, reason="this kernel has no Landlock")
async def test_an_engine_cannot_read_the_environment_of_the_service(mill: Mill) -> None:
    assert reason_of(await mill.run("ReadsEnvironment", str(os.getpid()))) == RunFailure.RAISED


async def test_stopping_ends_what_is_under_way(tmp_path: Path) -> None:
    mill = Mill(tmp_path / "spool")
    await mill.host.start()
    run = asyncio.create_task(mill.run("Hangs"))
    await until(lambda: bool(mill.progress))
    await mill.host.stop()

    with pytest.raises(EnginesStopped):
        await run
    assert set() == mill.processes()
    with pytest.raises(EnginesStopped):
        await mill.run("Whole")


async def test_where_engines_cannot_run_the_service_runs_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sys, "platform", "plan9")
    async with running(Mill(tmp_path / "spool")) as mill:
        outcome = await mill.run("Whole")

    assert reason_of(outcome) == RunFailure.UNSUPPORTED
    assert "Engines run on Linux only, this is plan9" in caplog.text


@pytest.mark.slow
@pytest.mark.parametrize("anyio_backend", [("asyncio", {"use_uvloop": True})], ids=["uvloop"])
async def test_all_of_it_works_on_uvloop(mill: Mill) -> None:
    outcomes = [await mill.run(engine, limits=AMPLE) for engine in ("Tells", "Segfaults", "FloodsStderr", "Whole")]

    assert [Made, Failed, Failed, Made] == [type(outcome) for outcome in outcomes]
    assert set() == mill.strays()


SERVICE = """
import asyncio, sys
from pathlib import Path
from mediamill.catalogue import Limits
from mediamill.engines import EngineHost, Request

async def main():
    host = EngineHost(slots=2, folder=Path(sys.argv[1]), environment={"MILL": sys.argv[2]})
    await host.start()
    async def keep(text): pass
    async def run():
        async with host.folder_for("gen_ada", 1) as folder:
            await host.run("tests.engines.faulty:HangsWithEscapedChild", Request("gen_ada", "t", "m", {}, folder),
                limits=Limits(60.0, 500, 20), on_progress=lambda *_: print("runs", flush=True), on_checkpoint=keep)
    await asyncio.gather(run(), run())

asyncio.run(main())
"""


async def test_nothing_survives_the_kill_of_the_service(tmp_path: Path) -> None:
    mark = f"mark-{os.urandom(8).hex()}"
    leftovers = Mill(tmp_path).leftovers
    await asyncio.to_thread(kill_a_service_at_work, tmp_path, mark)

    await until(lambda: not set(marked(mark)), seconds=2.0)
    assert len(leftovers()) == 2
    async with running(Mill(tmp_path)):
        assert leftovers() == []


def kill_a_service_at_work(folder: Path, mark: str) -> None:
    command = [sys.executable, "-c", SERVICE, str(folder), mark]
    environment = {**os.environ, "PYTHONPATH": PYTHONPATH}
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment) as service:
        assert service.stdout is not None
        assert service.stdout.readline() + service.stdout.readline() == b"runs\nruns\n"
        # Two supervisors, two engines, two grandchildren that escaped: the last ones may just be starting.
        until_seen(lambda: len(set(marked(mark))) >= 6, seconds=10.0, what="all six run")
        service.kill()


def test_the_service_process_stays_light() -> None:
    heavy = {"numpy", "scipy", "av", "PIL", "pyloudnorm"}
    program = "import sys, mediamill.engines as e; e.EngineHost, e.Registry; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True).stdout

    assert set() == heavy & set(loaded.split())


def test_an_engine_process_does_not_load_the_host() -> None:
    program = "import sys, mediamill.engines.host.child; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, text=True).stdout

    assert set() == {"asyncio", "pydantic_core", "mediamill.catalogue"} & set(loaded.split())
