"""The hammer in short: `make hammer` swings it longer."""

from pathlib import Path

import pytest

from tests.reliability.hammer import hammered

KILLS = 60
pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("hammer")]


def test_nothing_is_lost_whatever_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", "")  # set by the hammer, and put back afterwards
    told = hammered(tmp_path, KILLS, seed=20260131)

    assert [] == told.faults
    assert told.accepted > KILLS
    assert told.webhooks > 0
