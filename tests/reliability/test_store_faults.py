"""Disks that are full, fail, or are held by somebody else: what was answered 2xx stays, every answer is true, and the
service goes on without a restart once the disk gives again."""

import errno
import io
import os
import resource
import sqlite3
import subprocess
import threading
import time
import wave
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from mediamill.storage import StorageFailed, open_storage
from tests.reliability.harm import (
    Callers,
    HarmedService,
    SmallDisks,
    SyncFaults,
    judged,
    narrow,
    open_descriptors,
    untrue,
)
from tests.service import GREETING, START_SECONDS, Person, Service, until

pytestmark = pytest.mark.slow

RECOVERY_SECONDS = 10.0  # from room on the disk to the first accepted run
REST_SECONDS = 90.0  # for what was under way: a last try waits for 10 s
SWEPT_SECONDS = 30.0
PICTURE = {"model": "flaky", "failures": 0}
ROOMY = {"disk_free_megabytes_min": "0"}  # the guard against full disks is off: the disk itself says no
PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x02\0\0\0"  # as far as anybody looks

Open = Callable[..., HarmedService]


@pytest.fixture
def opened() -> Iterator[Open]:
    """Starts a harmed service; all of them are gone at the end."""
    services: list[HarmedService] = []

    def opened(service: HarmedService) -> HarmedService:
        services.append(service)
        service.start()
        return service

    yield opened
    for service in services:
        service.close()


@pytest.fixture
def disks(tmp_path: Path) -> Iterator[SmallDisks]:
    """24 MB for the database, 64 each for media and the engines' work."""
    try:
        made = SmallDisks(tmp_path / "data", data="24m", media="64m", work="64m")
    except (PermissionError, FileNotFoundError) as error:
        pytest.skip(f"no private mount namespace here: {error}")
    yield made
    made.close()


@pytest.fixture
def syncs(tmp_path: Path) -> SyncFaults:
    """Syncs of the database that fail when told to."""
    try:
        return SyncFaults(tmp_path, "/mediamill.db")
    except FileNotFoundError as error:
        pytest.skip(f"syncs cannot be made to fail here: {error}")


def settled(service: HarmedService, mina: Person, promised: list[str]) -> None:
    """It comes to rest, and every invariant holds."""

    def at_rest() -> bool:
        return not any(mina.total(status) for status in ("processing", "pending", "uploading"))

    until(at_rest, seconds=REST_SECONDS, what="everything has ended")
    ends_at = time.monotonic() + SWEPT_SECONDS  # leftovers of lost tries are swept within seconds
    while (broken := judged(service, promised)) and time.monotonic() < ends_at:
        threading.Event().wait(0.5)
    assert [] == broken


# -- no room -----------------------------------------------------------------------------------------------------------


def refuses_truly(service: HarmedService, take: Callable[[], None], give: Callable[[], None]) -> None:
    """Room for the database is taken and given again under load: no lie, no loss, no restart."""
    mina = service.open_account("mina", credits=100_000)
    callers = Callers(mina, 4)
    with callers.calling():
        until(lambda: callers.answers[200] >= 10, seconds=30, what="it works")
        under_way = [mina.start("rehearsal", model="slow", duration=1) for _ in range(2)]
        take()
        until(lambda: callers.answers[503] >= 30, seconds=30, what="callers are told")
        until(lambda: "is not written yet" in service.log, seconds=30, what="an end waits to be kept")
        until(lambda: readiness(mina) == (503, False), seconds=30, what="it says that it is not ready")
        assert mina.get("/api/generations?limit=1").status_code == 200  # what can be read is read
        assert mina.credits() >= 0
        give()
        accepted = callers.answers[200]
        until(lambda: callers.answers[200] >= accepted + 10, seconds=RECOVERY_SECONDS, what="it accepts again")
        until(lambda: readiness(mina) == (200, True), seconds=RECOVERY_SECONDS, what="it says that it is ready")
    assert [] == callers.faults
    settled(service, mina, [*under_way, *callers.accepted])

    assert {"success"} == {mina.generation(id)["status"] for id in under_way}
    assert mina.total() == len(callers.accepted) + 2  # nothing that was refused is there either
    assert "never retrieved" not in service.log


def readiness(person: Person) -> tuple[int, bool]:
    """What /readyz says, and whether it finds the database well."""
    answer = person.get("/readyz")
    return answer.status_code, answer.json()["checks"]["database"] == "ok"


def test_a_full_database_disk_refuses_truly_and_goes_on_when_there_is_room(disks: SmallDisks, opened: Open) -> None:
    service = opened(HarmedService(disks.seen, inside=disks.inside, prefix=disks.prefix, **ROOMY))

    refuses_truly(service, lambda: disks.fill("data"), lambda: disks.free("data"))


def test_a_database_that_may_not_grow_refuses_truly_and_goes_on_when_it_may(tmp_path: Path, opened: Open) -> None:
    """The same without small disks, for systems that give us none: a limit on the size of files."""
    service = opened(HarmedService(tmp_path / "data"))
    pid, log = service.process.pid, service.folder / "mediamill.db-wal"
    usual = resource.prlimit(pid, resource.RLIMIT_FSIZE)

    def take() -> None:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (log.stat().st_size, usual[1]))

    def give() -> None:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, usual)

    refuses_truly(service, take, give)


def recording() -> bytes:
    """A second of silence, 88 kB."""
    written = io.BytesIO()
    with wave.open(written, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(44_100)
        sound.writeframes(bytes(88_200))
    return written.getvalue()


BROKEN_RUNS = {
    "The engine broke down while it worked on this. Please try again.",
    "The engine could not finish this generation; please try again.",
}


def test_runs_without_room_cost_nothing_and_work_again_when_there_is_some(disks: SmallDisks, opened: Open) -> None:
    service = opened(HarmedService(disks.seen, inside=disks.inside, prefix=disks.prefix, tries="2", **ROOMY))
    mina = service.open_account("mina", credits=100)
    before = mina.wait(mina.start("rehearsal", **PICTURE))
    disks.fill("work")
    descriptors = open_descriptors(service.process.pid)
    ids = [mina.start("rehearsal", **PICTURE) for _ in range(8)]
    ended = [mina.wait(id) for id in ids]
    assert {"error"} == {one["status"] for one in ended}
    assert {one["error"] for one in ended} <= BROKEN_RUNS
    assert 99 == mina.credits()
    assert open_descriptors(service.process.pid) < descriptors + 8
    assert 200 == mina.client.get(f"{service.address}/media/{before['output'].partition('/media/')[2]}").status_code

    waiting = mina.start("rehearsal", **PICTURE)
    until(lambda: mina.generation(waiting)["status"] == "pending", seconds=20, what="its first try failed")
    disks.free("work")
    assert "success" == mina.wait(waiting)["status"]
    settled(service, mina, [before["id"], *ids, waiting])


def test_results_without_room_are_kept_and_stored_when_there_is_some(disks: SmallDisks, opened: Open) -> None:
    service = opened(HarmedService(disks.seen, inside=disks.inside, prefix=disks.prefix, **ROOMY))
    mina = service.open_account("mina", credits=100)
    before = mina.wait(mina.start("rehearsal", **PICTURE))
    disks.fill("media")
    ids = [mina.start("rehearsal", **PICTURE) for _ in range(4)]
    until(
        lambda: {"uploading"} == {mina.generation(id)["status"] for id in ids}, seconds=60, what="all are made and kept"
    )
    assert 200 == mina.client.get(f"{service.address}/media/{before['output'].partition('/media/')[2]}").status_code
    disks.free("media")

    assert {"success"} == {mina.wait(id)["status"] for id in ids}
    settled(service, mina, [before["id"], *ids])


@pytest.mark.parametrize("name", ["media", "data"])
def test_an_upload_without_room_is_put_off(disks: SmallDisks, opened: Open, name: str) -> None:
    service = opened(HarmedService(disks.seen, inside=disks.inside, prefix=disks.prefix, **ROOMY))
    mina = service.open_account("mina", credits=10)
    disks.fill(name)
    for _ in range(3):
        refused = mina.request("POST", "/ext/files", body=recording())
        assert untrue(refused) is None
    disks.free(name)
    taken = mina.request("POST", "/ext/files", body=recording())

    assert 200 == taken.status_code
    left = [path for path in (disks.seen / "uploads").rglob("*") if path.is_file() and path.suffix != ".lock"]
    assert [] == left


def test_media_that_may_only_be_read_are_read(disks: SmallDisks, opened: Open) -> None:
    service = opened(HarmedService(disks.seen, inside=disks.inside, prefix=disks.prefix, **ROOMY))
    mina = service.open_account("mina", credits=100)
    before = mina.wait(mina.start("rehearsal", **PICTURE))
    service.close()
    disks.remount("media", "ro")
    service.start()
    mina = Person(service, mina.id, mina.email, mina.key)
    under_way = mina.start("rehearsal", **PICTURE)
    until(lambda: mina.generation(under_way)["status"] == "uploading", seconds=20, what="its result is kept")
    assert 200 == mina.client.get(f"{service.address}/media/{before['output'].partition('/media/')[2]}").status_code
    assert untrue(mina.request("POST", "/ext/files", body=recording())) is None
    disks.remount("media", "rw")

    assert "success" == mina.wait(under_way)["status"]
    settled(service, mina, [before["id"], under_way])


def test_a_start_without_room_is_one_sentence_and_the_next_one_works(disks: SmallDisks, opened: Open) -> None:
    disks.fill("data")
    service = HarmedService(disks.seen, inside=disks.inside, prefix=disks.prefix, **ROOMY)
    done = service.run_command("serve", "--port", "0")
    disks.free("data")

    assert 1 == done.returncode
    assert done.stderr.splitlines()[-1].startswith("mediamill: ")
    assert "Traceback" not in done.stderr
    opened(service)
    mina = service.open_account("mina", credits=10)
    id = mina.start("rehearsal", **PICTURE)
    settled(service, mina, [id])


async def test_a_put_that_cannot_begin_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first put of a process sets up its desk; on a disk without room every put tries that again."""
    storage = open_storage(tmp_path / "media")
    (tmp_path / "made").write_bytes(PNG)
    descriptors = open_descriptors(os.getpid())

    def no_room(path: Path, **_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    with monkeypatch.context() as disk:
        disk.setattr(Path, "mkdir", no_room)
        for _ in range(5):
            with pytest.raises(StorageFailed, match="No space left"):
                await storage.put("gen_1/a.png", tmp_path / "made")

    assert descriptors == open_descriptors(os.getpid())
    assert [] == list((tmp_path / "media" / ".staging").iterdir())
    await storage.put("gen_1/a.png", tmp_path / "made")
    assert PNG == (tmp_path / "media" / "gen_1" / "a.png").read_bytes()


# -- syncs that fail ---------------------------------------------------------------------------------------------------


def survives_a_failed_sync(service: HarmedService, syncs: SyncFaults, nth: int, times: int) -> None:
    """The n-th sync from now fails under load; then kill -9, a restart, and judgement."""
    mina = service.open_account(f"mina{nth}x{times}", credits=100_000)
    callers = Callers(mina, 4)
    with callers.calling():
        until(lambda: callers.answers[200] >= 5, seconds=30, what="it works")
        syncs.fail(nth, times)
        until(lambda: syncs.failed == times, seconds=30, what="the syncs have failed")
        accepted = callers.answers[200]
        until(lambda: callers.answers[200] >= accepted + 10, seconds=RECOVERY_SECONDS, what="it accepts again")
        callers.stopping.set()
        service.kill()
    syncs.fail(0, 0)
    service.start()
    assert [] == callers.faults
    settled(service, mina, callers.accepted)


@pytest.fixture
def flawed(tmp_path: Path, syncs: SyncFaults, opened: Open) -> HarmedService:
    """A service whose database's syncs can be made to fail."""
    service = opened(HarmedService(tmp_path / "data", prefix=syncs.prefix))
    assert syncs.calls > 0  # they go through our hands
    return service


def test_what_was_answered_outlives_a_failed_sync(flawed: HarmedService, syncs: SyncFaults) -> None:
    for nth, times in ((1, 1), (2, 5)):
        survives_a_failed_sync(flawed, syncs, nth, times)


def test_what_was_answered_outlives_every_failed_sync(flawed: HarmedService, syncs: SyncFaults) -> None:
    for nth in range(1, 26):
        survives_a_failed_sync(flawed, syncs, nth, 1)
    for times in (2, 3, 10, 40):
        survives_a_failed_sync(flawed, syncs, 1, times)


def starts_or_says_why(folder: Path, syncs: SyncFaults, nth: int) -> bool:
    """A first start whose n-th sync fails either works or ends in a sentence; the next one works. Whether it failed."""
    service = HarmedService(folder, prefix=syncs.prefix)
    service.command = ("serve", "--host", "127.0.0.1", "--port", "0", "--data-dir", str(folder))
    syncs.fail(nth, 1)
    service.begin()
    until(lambda: not service.runs or service.greetings(), seconds=START_SECONDS, what="it started or did not")
    if not service.runs:
        assert 1 == service.process.returncode, service.log
        assert service.log.splitlines()[-1].startswith("mediamill: The database could not keep this: "), service.log
        assert "Traceback" not in service.log
    service.close()
    failed = syncs.failed == 1
    syncs.fail(0, 0)
    service.start()
    assert service.greetings()[-1].startswith(GREETING)
    assert service.is_exact()
    service.close()
    return failed


def test_a_first_start_survives_a_failed_sync(tmp_path: Path, syncs: SyncFaults) -> None:
    assert starts_or_says_why(tmp_path / "data", syncs, 2)


def test_a_first_start_survives_every_failed_sync(tmp_path: Path, syncs: SyncFaults) -> None:
    failed = [starts_or_says_why(tmp_path / f"data{nth}", syncs, nth) for nth in range(1, 13)]

    assert all(failed[:8])


def test_media_whose_sync_fails_are_stored_by_the_next_try(tmp_path: Path, opened: Open) -> None:
    try:
        syncs = SyncFaults(tmp_path, "/media/")
    except FileNotFoundError as error:
        pytest.skip(f"syncs cannot be made to fail here: {error}")
    service = opened(HarmedService(tmp_path / "data", prefix=syncs.prefix))
    mina = service.open_account("mina", credits=10)
    for nth in (1, 2, 3):  # the file's own, its folder's, the folder's above
        syncs.fail(nth, 1)
        id = mina.start("rehearsal", **PICTURE)
        assert "success" == mina.wait(id)["status"]
        assert 1 == syncs.failed
    settled(service, mina, [id])


# -- somebody else holds it --------------------------------------------------------------------------------------------


@contextmanager
def held(service: Service) -> Iterator[None]:
    """Another process is in a transaction of its own."""
    with closing(sqlite3.connect(service.folder / "mediamill.db", timeout=30, isolation_level=None)) as stranger:
        stranger.execute("BEGIN IMMEDIATE")
        yield
        stranger.execute("ROLLBACK")


def test_a_lock_held_for_a_while_costs_time_and_nothing_else(tmp_path: Path, opened: Open) -> None:
    service = opened(HarmedService(tmp_path / "data"))
    mina = service.open_account("mina", credits=1_000)
    callers = Callers(mina, 4)
    with callers.calling():
        until(lambda: callers.answers[200] >= 5, seconds=30, what="it works")
        with held(service):
            accepted = callers.answers[200]
            threading.Event().wait(2.5)  # longer than a lease
            assert callers.answers[200] <= accepted + 6
        accepted = callers.answers[200]
        until(lambda: callers.answers[200] >= accepted + 10, seconds=RECOVERY_SECONDS, what="it accepts again")
    assert [] == callers.faults
    assert {200} == set(callers.answers)
    settled(service, mina, callers.accepted)


def test_a_lock_held_for_longer_is_said_to_the_callers(tmp_path: Path, opened: Open) -> None:
    service = opened(HarmedService(tmp_path / "data", program=narrow("sqlite", BUSY_MILLISECONDS=300)))
    mina = service.open_account("mina", credits=1_000)
    callers = Callers(mina, 4)
    with callers.calling():
        until(lambda: callers.answers[200] >= 5, seconds=30, what="it works")
        with held(service):
            until(lambda: callers.answers[503] >= 12, seconds=30, what="callers are told")
        accepted = callers.answers[200]
        until(lambda: callers.answers[200] >= accepted + 10, seconds=RECOVERY_SECONDS, what="it accepts again")
    assert [] == callers.faults
    settled(service, mina, callers.accepted)

    assert mina.total() == len(callers.accepted)


def test_a_full_queue_refuses_at_once_and_loses_nothing(tmp_path: Path, opened: Open) -> None:
    service = opened(HarmedService(tmp_path / "data", program=narrow("gathering", WAITING_MAX=4)))
    mina = service.open_account("mina", credits=1_000)
    mina.start("rehearsal", **PICTURE)  # the key's use is noted

    def call(_: int) -> tuple[str | None, float]:
        started = time.monotonic()
        response = mina.run("rehearsal", PICTURE)
        took = time.monotonic() - started
        if response.status_code == 200:
            return response.json()["id"], took
        assert untrue(response) is None
        return None, took

    with ThreadPoolExecutor(30) as many:
        with held(service):
            answers = [many.submit(call, number) for number in range(30)]
            until(lambda: sum(one.done() for one in answers) >= 20, seconds=8, what="most are refused at once")
        told = [one.result() for one in answers]
    accepted = [id for id, _ in told if id]
    assert 1 <= len(accepted) <= 10
    settled(service, mina, accepted)

    assert mina.total() == len(accepted) + 1


def test_a_disk_below_the_operators_limit_takes_no_new_run(disks: SmallDisks, opened: Open) -> None:
    service = opened(HarmedService(disks.seen, inside=disks.inside, prefix=disks.prefix))  # wants 200 MB, has 24
    mina = service.open_account("mina", credits=10)

    assert untrue(mina.run("rehearsal", PICTURE)) is None
    assert 10 == mina.credits()


def test_what_is_harmed_is_harmed(disks: SmallDisks) -> None:
    """A test of the tools: a full disk is full, and a full one beside it is not needed for that."""
    disks.fill("media")
    with pytest.raises(OSError, match="No space left"):
        (disks.seen / "media" / "more").write_bytes(b"x" * 8_192)
    (disks.seen / "work" / "more").write_bytes(b"x" * 8_192)
    disks.remount("work", "ro")
    with pytest.raises(OSError, match="Read-only"):
        (disks.seen / "work" / "still more").write_bytes(b"x")
    assert subprocess.run(["stat", disks.inside / "media"], capture_output=True).returncode != 0  # only in there
