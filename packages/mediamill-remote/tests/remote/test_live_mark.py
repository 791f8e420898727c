"""Tests that buy from real vendors are off unless they are asked for; a fake takes the vendor's place here."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fakes.fal import KEY, FakeFal
from tests.places import REPOSITORY

SECONDS_MAX = 300
SETTINGS = """
[engine."fal"]
base_url = "{base}"
upload_url = "{base}"
key_env = "KEY_OF_THE_FAKE"
"""


def live_tests(folder: Path, fal: FakeFal, *arguments: str, config: bool = True) -> subprocess.CompletedProcess[str]:
    """A run of its own in which only loopback is a vendor."""
    (folder / "mediamill.toml").write_text(SETTINGS.format(base=fal.base))
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("MEDIAMILL_", "PYTEST_"))}
    environment |= {"MEDIAMILL_DATA_DIR": str(folder / "data"), "KEY_OF_THE_FAKE": KEY}
    environment |= {"MEDIAMILL_CONFIG": str(folder / "mediamill.toml")} if config else {}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/live", *arguments]
    return subprocess.run(
        command, cwd=REPOSITORY, env=environment, capture_output=True, text=True, timeout=SECONDS_MAX, check=False
    )


@pytest.mark.slow
def test_nothing_is_bought_by_default(tmp_path: Path, fal: FakeFal) -> None:
    plain = live_tests(tmp_path, fal)
    quick = live_tests(tmp_path, fal, "-m", "not slow")

    assert "1 deselected" in plain.stdout, plain.stdout
    assert "1 deselected" in quick.stdout, quick.stdout
    assert fal.asked == []


@pytest.mark.slow
def test_nothing_is_bought_where_no_settings_are_named(tmp_path: Path, fal: FakeFal) -> None:
    run = live_tests(tmp_path, fal, "-m", "live", config=False)

    assert "1 skipped" in run.stdout, run.stdout
    assert fal.asked == []


@pytest.mark.slow
def test_the_cheapest_call_is_made_and_its_cost_printed(tmp_path: Path, fal: FakeFal) -> None:
    run = live_tests(tmp_path, fal, "-m", "live")

    assert run.returncode == 0, run.stdout + run.stderr
    assert "fal: song-splitter/demucs: It cost 0.0014; 0.0014 estimated." in run.stdout
    assert fal.ledger.only.model == "fal-ai/demucs"
    assert KEY not in run.stdout
