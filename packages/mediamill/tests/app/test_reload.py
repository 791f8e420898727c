"""A running process reads its engines again: jobs under way go on as they were bought, new work follows the file."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Collection, Iterator
from pathlib import Path

import orjson
import pytest

from mediamill import alerts, app, assembly, breakers, config, credits, generations, jobs, workers
from mediamill.accounts import Account, Plan, open_account
from mediamill.alerts import AlertKind
from mediamill.app import Service
from mediamill.db import Transaction
from mediamill.generations import Accepted, NewGeneration, Status
from mediamill.workers import Served
from tests.studio.installed import install
from tests.studio.vendor import KEY, Studio, running

DEADLINE_SECONDS = 120.0
JOBS = 100
NEW_KEY = "st-fedcba9876543210"
MODEL = ("create-image", "nano-banana")
ONE_KEY = '[engine."studio"]\nbase_url = "{base}"\nkey_file = "house.key"\n'
TWO_KEYS = """
[engine."studio"]
base_url = "{base}"
keys = [{{name = "house", key_file = "house.key"}}, {{name = "night", key_file = "night.key", concurrency = 1}}]
"""


@pytest.fixture
def studio(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Studio]:
    """The vendor at work, its engine installed, and a file with its key in the working folder."""
    install(tmp_path, monkeypatch)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MEDIAMILL_RUNNING_PRO", "1000")
    monkeypatch.setenv("MEDIAMILL_SLOTS_REMOTE", "32")
    monkeypatch.setenv("MEDIAMILL_SLOTS_CPU", "1")
    Path("house.key").write_text(KEY)
    with running(Studio(tmp_path)) as at_work:
        yield at_work


class Shop:
    """A worker of the studio, and Ada, who orders pictures."""

    def __init__(self, studio: Studio) -> None:
        self.studio = studio
        self.ada: Account | None = None

    def keeps(self, name: str, key: str) -> None:
        Path(f"{name}.key").write_text(key)

    def loses(self, name: str) -> None:
        Path(f"{name}.key").unlink()

    def settles(self, toml: str) -> None:
        Path("mediamill.toml").write_text(toml.format(base=self.studio.base))

    async def opens(self) -> None:
        await self.starts()
        database = self.service.database
        self.ada = await database.write(lambda tx: open_account(tx, "ada@example.com", Plan.PRO, 10_000))

    async def starts(self, pools: Collection[str] | None = None) -> None:
        settings = config.read(data_dir=Path("data"))
        self.service = Service(settings, serves=False, pools=assembly.pools_of(settings, pools))
        await self.service.start()

    async def orders(self, count: int = 1) -> list[str]:
        return [await self.order(seed) for seed in range(count)]

    async def order(self, seed: int) -> str:
        assert self.ada is not None
        model = self.service.catalogue.tools[MODEL[0]].models[MODEL[1]]
        values: dict[str, str | int | float] = {"prompt": "a heron", "aspect_ratio": "1:1", "seed": seed}
        text, pool = orjson.dumps(values).decode(), self.service.registry.pools_of(model)[0]
        new = NewGeneration(self.ada.id, *MODEL, "image", text, text, None, pool, model.quote(values), seed)
        accepted = await self.service.database.write(lambda tx: generations.accept(tx, new))
        assert isinstance(accepted, Accepted)
        await self.service.database.write(lambda tx: self.service.waker.enqueue(tx, accepted.intents))
        return accepted.id

    async def ended(self, ids: list[str]) -> dict[Status, int]:
        """As soon as all of them have ended, how."""

        def states(tx: Transaction) -> list[Status]:
            return [one.status for id in ids if (one := generations.find(tx, id)) is not None]

        await self.until(lambda tx: set(states(tx)) <= generations.FINAL)
        found = await self.service.database.read(states)
        return {status: found.count(status) for status in set(found)}

    async def until(self, condition: Callable[[Transaction], object]) -> None:
        """Wait until something stands in the database."""
        async with asyncio.timeout(DEADLINE_SECONDS):
            while True:
                if await self.service.database.read(condition):
                    return
                await asyncio.sleep(0.02)

    async def under_way(self) -> dict[str, int]:
        return await self.service.database.read(lambda tx: jobs.under_way(tx, "studio"))

    async def looked_at(self, count: int, key: str) -> None:
        """Wait until so many jobs were looked at with this key, from now on."""
        begun = len(self.studio.looks)
        await until(lambda: len({job for job, used in self.studio.looks[begun:] if used == key}) == count)


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(DEADLINE_SECONDS):
        while True:
            if condition():
                return
            await asyncio.sleep(0.02)


@pytest.fixture
async def shop(studio: Studio) -> AsyncIterator[Shop]:
    opened = Shop(studio)
    opened.settles(ONE_KEY)
    await opened.opens()
    yield opened
    await opened.service.stop()


@pytest.mark.slow
async def test_a_hundred_jobs_go_on_through_a_rotated_key_and_an_engine_that_is_dropped(shop: Shop) -> None:
    studio, service = shop.studio, shop.service
    ids = await shop.orders(JOBS)
    await until(lambda: len(studio.jobs) == JOBS)
    shop.keeps("house", NEW_KEY)
    studio.keys = {NEW_KEY}
    assert await app.reload(service) is None
    await shop.looked_at(JOBS, NEW_KEY)

    shop.settles("")
    assert await app.reload(service) is None
    entry = service.registry.engine_for(*MODEL)
    known = await service.database.read(workers.known_models)
    await shop.looked_at(JOBS, NEW_KEY)
    assert entry is not None
    assert entry.name == "procedural.painter"
    assert (Served("cpu", *MODEL) in known, Served("remote", *MODEL) in known) == (True, False)
    assert (list(service.registry.setups), list(service.registry.draining)) == ([], ["studio"])

    studio.refused = set(list(studio.jobs)[2:])
    studio.is_drawing = False
    assert await shop.ended(ids) == {Status.SUCCESS: 2, Status.ERROR: JOBS - 2}
    assert len(studio.jobs) == JOBS
    await shop.until(lambda tx: not jobs.engines(tx))  # the row of a job goes after its generation has ended
    assert await app.reload(service) is None
    assert list(service.registry.draining) == []
    assert await service.database.read(credits.discrepancies) == []


@pytest.mark.parametrize(
    ("pools", "is_reloaded"),
    [(["remote"], False), pytest.param(None, True, marks=pytest.mark.slow)],
)
async def test_an_engine_that_is_dropped_ends_its_jobs_after_a_restart(
    shop: Shop, pools: list[str] | None, *, is_reloaded: bool
) -> None:
    """With a reload before and without one; also by a worker that has nothing else to do."""
    studio = shop.studio
    ids = await shop.orders(2)
    await until(lambda: len(studio.jobs) == 2)
    shop.settles("")
    if is_reloaded:
        assert await app.reload(shop.service) is None
    await shop.service.stop()
    await shop.starts(pools)
    service = shop.service
    assert (list(service.registry.setups), list(service.registry.draining)) == ([], ["studio"])
    alerting = service.maintenance().alerting
    assert alerting is not None
    await alerting.watch_vendors()
    assert await service.database.read(alerts.open_ones) == []

    studio.is_drawing = False
    assert await shop.ended(ids) == {Status.SUCCESS: 2}
    assert len(studio.jobs) == 2
    await shop.until(lambda tx: not jobs.engines(tx))
    assert await app.reload(service) is None
    assert list(service.registry.draining) == []


@pytest.mark.slow
async def test_jobs_whose_section_cannot_be_set_up_again_wait_with_an_alert(
    shop: Shop, caplog: pytest.LogCaptureFixture
) -> None:
    """The key's file went with the section."""
    ids = await shop.orders()
    await until(lambda: len(shop.studio.jobs) == 1)
    await shop.service.stop()
    shop.settles("")
    shop.loses("house")
    with caplog.at_level(logging.WARNING):
        await shop.starts()
    alerting = shop.service.maintenance().alerting
    assert alerting is not None
    await alerting.watch_vendors()

    assert "jobs of studio wait for its section" in caplog.text
    (alert,) = await shop.service.database.read(alerts.open_ones)
    assert (alert.kind, alert.subject) == (AlertKind.JOB_WITHOUT_KEY, "studio")
    await shop.service.stop()
    shop.settles(ONE_KEY)
    shop.keeps("house", KEY)
    shop.studio.is_drawing = False
    await shop.starts()
    assert await shop.ended(ids) == {Status.SUCCESS: 1}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("toml", "fault"),
    [
        ("port = ", "mediamill.toml"),
        ('[engine."atelier"]\nkey_env = "X"\n', "no installed engine has such settings"),
        ('[engine."studio"]\nbase_url = "{base}"\nconcurrency = -1\n', "concurrency"),
        ('[engine."studio"]\nbase_url = "{base}"\nkey_file = "no.key"\n', "no.key cannot be read"),
        ('[engine."studio"]\nbase_url = "nowhere"\nkey_file = "house.key"\n', "base_url"),
        ('[engines]\n"create-image/nano-banana" = "atelier"\n', "there is no engine `atelier`"),
    ],
)
async def test_a_faulty_file_changes_nothing(
    shop: Shop, toml: str, fault: str, caplog: pytest.LogCaptureFixture
) -> None:
    service = shop.service
    before, settings = service.registry.setups, service.settings
    shop.keeps("house", NEW_KEY)
    shop.settles(toml)
    with caplog.at_level(logging.ERROR):
        said = await app.reload(service)
    (row,) = await service.database.read(workers.alive)

    assert said is not None
    assert fault in said
    assert f"nothing was reloaded: {said}" in caplog.text
    assert (row.reload_fault, row.reloaded_at is None) == (said, False)
    assert service.registry.setups is before
    assert service.settings is settings


@pytest.mark.slow
async def test_a_job_whose_key_is_taken_out_waits_with_an_alert_until_it_is_back(shop: Shop) -> None:
    shop.keeps("night", NEW_KEY)
    shop.studio.keys = {KEY, NEW_KEY}
    shop.settles(TWO_KEYS)
    assert await app.reload(shop.service) is None
    ids = await shop.orders(3)
    await shop.until(lambda tx: sum(jobs.under_way(tx, "studio").values()) == 3)
    bought = await shop.under_way()
    assert set(bought) == {"house", "night"}
    shop.settles(TWO_KEYS.replace(', {{name = "night", key_file = "night.key", concurrency = 1}}', ""))
    assert await app.reload(shop.service) is None
    shop.studio.is_drawing = False
    alerting = shop.service.maintenance().alerting
    assert alerting is not None
    await alerting.watch_vendors()
    open_ones = await shop.service.database.read(alerts.open_ones)

    assert [(one.kind, one.subject) for one in open_ones] == [(AlertKind.JOB_WITHOUT_KEY, "studio, key night")]
    shop.settles(TWO_KEYS)
    assert await app.reload(shop.service) is None
    assert await shop.ended(ids) == {Status.SUCCESS: 3}


async def test_an_engine_that_is_added_serves_at_once_in_a_pool_that_was_closed(studio: Studio) -> None:
    shop = Shop(studio)
    shop.settles("")
    await shop.opens()
    try:
        assert "remote" not in shop.service.pools
        shop.settles(ONE_KEY)
        studio.is_drawing = False
        assert await app.reload(shop.service) is None
        (row,) = await shop.service.database.read(workers.alive)
        assert "remote" in row.pools
        assert await shop.ended(await shop.orders()) == {Status.SUCCESS: 1}
        assert len(studio.jobs) == 1
    finally:
        await shop.service.stop()


async def test_a_key_that_was_refused_is_tried_again_once_it_is_another(shop: Shop) -> None:
    shop.studio.keys = {NEW_KEY}
    ids = await shop.orders()
    database = shop.service.database
    await shop.until(breakers.open_breakers)
    shop.studio.is_drawing = False
    shop.keeps("house", NEW_KEY)
    assert await app.reload(shop.service) is None

    (breaker,) = await database.read(breakers.open_breakers)
    assert breaker.open_until <= await database.read(lambda tx: tx.now())
    shop.service.dispatcher.wakes["remote"].set()
    assert set(await shop.orders()).isdisjoint(ids)
    await shop.until(lambda tx: not breakers.open_breakers(tx))
