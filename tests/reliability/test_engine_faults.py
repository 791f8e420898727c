"""Engines at their worst, through the whole service: a clear error, credits back, nothing left, nobody else hurt."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.places import PYTHONPATH
from tests.reliability.invariants import broken_invariants
from tests.service import Person, Service, until

TIMES = 20
# Engine class -> (limit in seconds, limit in MB of memory, limit in MB of output)
FAULTS = {
    "Segfaults": (10, 500, 20),
    "Exits": (10, 500, 20),
    "Hangs": (1, 500, 20),
    "HangsDeaf": (1, 500, 20),  # ignores SIGTERM
    "Spins": (1, 500, 20),
    "EatsMemory": (10, 200, 20),
    "StartsMany": (10, 500, 20),
    "HangsWithChild": (1, 500, 20),
    "HangsWithEscapedChild": (1, 500, 20),  # a grandchild in a session of its own
    "WritesMuch": (10, 500, 3),  # 10 GB, were it let
    "WritesMany": (10, 500, 3),
    "FloodsStderr": (1, 500, 20),
    "TalksGarbage": (10, 500, 20),
    "ReturnsOutsider": (10, 500, 20),
}
TOOL = """
name = "Faulty"
description = "Engines at their worst."
category = "image"
output_type = "image"
primary = "{primary}"
"""
MODEL = """
[models.{slug}]
name = "{name}"
description = "{name}."
price = {{ rule = "fixed", credits = 5 }}
limits = {{ seconds = {seconds}, memory_mb = {memory}, output_mb = {output} }}
[models.{slug}.fields.prompt]
kind = "text"
description = "Anything."
default = "x"
example = "x"
"""
pytestmark = pytest.mark.xdist_group("engine-faults")


def slug(name: str) -> str:
    return "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("-")


@pytest.fixture
def ward(tmp_path: Path) -> Iterator[Service]:
    """A service with an engine for every fault; a try that is lost is the last."""
    tools = tmp_path / "tools"
    tools.mkdir()
    models = [
        MODEL.format(slug=slug(name), name=name, seconds=seconds, memory=memory, output=output)
        for name, (seconds, memory, output) in FAULTS.items()
    ]
    (tools / "faulty.toml").write_text(TOOL.format(primary=slug("Segfaults")) + "".join(models))
    chosen = [f'"faulty/{slug(name)}" = "tests.engines.faulty:{name}"' for name in FAULTS]
    (tmp_path / "mediamill.toml").write_text("\n".join(["[engines]", *chosen]) + "\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", PYTHONPATH)
        settings = {"rate_limit": "off", "slots_cpu": "2", "tries": "1", "rehearsal": "true", "running_pro": "50"}
        service = Service(tmp_path / "data", catalogue_dir=str(tools), **settings).start()
    yield service
    service.close()


def suffered(service: Service, mina: Person, names: list[str], times: int) -> None:
    """Each fault so often, with a healthy neighbour all the while."""
    before = mina.credits()
    neighbours = [mina.start("rehearsal", model="slow", duration=0.2) for _ in range(2 * len(names))]
    ids = {mina.run("faulty", {"model": slug(name)}).json()["id"]: name for name in names for _ in range(times)}
    for id, name in ids.items():
        shown = mina.wait(id, seconds=240)
        assert "error" == shown["status"], name
        assert shown["error"].endswith("."), name
        assert shown["output"] is None, name
    assert ["success"] * len(neighbours) == [mina.wait(id)["status"] for id in neighbours]
    after = mina.start("rehearsal", model="slow", duration=0)
    assert "success" == mina.wait(after)["status"]
    assert before - len(neighbours) - 1 == mina.credits()
    until(
        lambda: not broken_invariants(service, promised=[*ids, *neighbours, after]),
        seconds=10,
        what="every invariant holds",
    )


@pytest.mark.slow
def test_every_fault_once(ward: Service) -> None:
    suffered(ward, ward.open_account("mina", credits=10_000), [*FAULTS], 1)


@pytest.mark.slow
@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_twenty_times(ward: Service, name: str) -> None:
    suffered(ward, ward.open_account("mina", credits=10_000), [name], TIMES)


def test_faults_are_tried_again_where_there_are_tries(tmp_path: Path, open_mill: Callable[..., Service]) -> None:
    house = open_mill(rehearsal="true", slots_cpu="2")
    mina = house.open_account("mina", credits=10)
    id = mina.start("rehearsal", model="flaky", failures=1)

    assert "success" == mina.wait(id)["status"]
    assert [] == broken_invariants(house, promised=[id])
