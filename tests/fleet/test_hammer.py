"""The hammer on a fleet, in short with light work, at length with what engines really make."""

from pathlib import Path

import pytest

from tests.fleet.hammer import hammered
from tests.fleet.harmed import LIGHT
from tests.reliability.hammer import MENU, Menu

pytestmark = [pytest.mark.fleet, pytest.mark.slow, pytest.mark.xdist_group("fleet-hammer")]


@pytest.mark.parametrize(
    ("kills", "seed", "menu"),
    [
        pytest.param(10, 20260131, LIGHT, id="short"),
        pytest.param(150, 20260201, MENU, id="long"),
    ],
)
def test_nothing_is_lost_whatever_is_killed(tmp_path: Path, kills: int, seed: int, menu: Menu) -> None:
    told = hammered(tmp_path / "fleet", kills, seed, menu)

    assert told.faults == []
    assert told.accepted > kills
    assert told.webhooks > 0
