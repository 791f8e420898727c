"""A process claims what its own catalogue and engines can run, in its pools; the rest is left to others."""

from functools import partial
from pathlib import Path

import pytest

from mediamill import app, assembly, config, dispatch, generations
from mediamill.accounts import Account
from mediamill.config import Settings
from mediamill.db import Database
from mediamill.dispatch import Maintenance
from mediamill.generations import NewGeneration, Status
from mediamill.storage import open_storage
from mediamill.workers import Served, Worker, register
from tests.clock import FrozenClock

HOLOGRAMS = """
name = "Holograms"
description = "Light that stands in the air."
category = "3d"
output_type = "object"
primary = "one"

[models.one]
name = "One"
description = "The only one."
pool = "gpu"
price = { rule = "fixed", credits = 1 }

[models.one.fields.prompt]
kind = "text"
description = "What to show."
required = true
length_max = 100
example = "a fox"
"""


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Of an operator with a tool of which no engine is installed."""
    (tmp_path / "catalogue").mkdir()
    (tmp_path / "catalogue" / "holograms.toml").write_text(HOLOGRAMS)
    return config.read(data_dir=tmp_path / "data", catalogue_dir=tmp_path / "catalogue")


def service(settings: Settings, *pools: str) -> app.Service:
    return app.Service(settings, serves=False, pools=assembly.pools_of(settings, pools))


def test_a_model_without_an_engine_here_is_left_to_workers_that_have_one(settings: Settings) -> None:
    worker = service(settings, "cpu", "gpu")

    assert Served("cpu", "drum-generator", "drumgen") in worker.served()
    assert not [one for one in worker.served() if one.tool == "holograms"]
    assert ("holograms", "one") not in (worker.dispatcher.models or ())
    assert ("drum-generator", "drumgen") in (worker.dispatcher.models or ())
    assert [Served("gpu", "holograms", "one")] == worker.lacking()
    assert not service(settings, "cpu").lacking()


def test_a_chosen_engine_serves_its_model_in_its_pool(settings: Settings) -> None:
    chosen = settings.model_copy(update={"engines": {"holograms/one": "holograms.engine:Engine"}})

    assert Served("gpu", "holograms", "one") in service(chosen, "cpu", "gpu").served()
    assert not [one for one in service(chosen, "cpu").served() if one.pool == "gpu"]


def test_the_catalogues_digest_tells_what_can_be_asked_for(settings: Settings, tmp_path: Path) -> None:
    here, there = service(settings, "cpu").catalogue, assembly.load_catalogue(config.read(data_dir=tmp_path))
    again = service(settings, "gpu").catalogue

    assert here.digest() == again.digest() != there.digest()


async def test_what_nobody_runs_is_named_in_one_sentence_and_ended(
    database: Database, ada: Account, clock: FrozenClock, tmp_path: Path
) -> None:
    """By any process that keeps house, one that only serves too."""
    for number in range(7):
        order = NewGeneration(ada.id, "holograms", f"model-{number}", "object", "{}", "{}", None, "gpu", 0, 7)
        await database.write(partial(generations.accept, new=order))
    front = Worker("front:heron", "1", "a", ())
    await database.write(lambda tx: register(tx, front, [], alive_ms=30_000))
    maintenance = Maintenance(database, open_storage(tmp_path / "media"), waiting_ms_max=3_600_000)
    (warning,) = await database.read(dispatch.warnings)
    assert await maintenance.end_unserved() == 0
    clock.advance(3_600_000)

    assert warning == (
        "Generations wait for holograms/model-0, holograms/model-1, holograms/model-2, holograms/model-3, "
        "holograms/model-4 and 2 more, which no live worker runs. "
        "Start a worker for the pool gpu whose catalogue and engines have them."
    )
    assert await maintenance.end_unserved() == 7
    assert await maintenance.forget_workers() == 0
    clock.advance(86_400_000)
    assert await maintenance.forget_workers() == 1
    counted = await database.read(lambda tx: generations.total(tx, ada.id, Status.ERROR))
    assert (counted, await database.read(dispatch.warnings)) == (7, [])
