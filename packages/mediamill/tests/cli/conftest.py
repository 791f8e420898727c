"""An operator in a folder of their own, and a vendor whose engine is installed."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.operator import Operator
from tests.studio.installed import install
from tests.studio.vendor import Studio, running


@pytest.fixture
def operator(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Operator:
    monkeypatch.setenv("MEDIAMILL_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    return Operator(tmp_path)


@pytest.fixture
def with_studio(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The engine is installed; nothing is configured."""
    install(tmp_path, monkeypatch)


@pytest.fixture
def studio(tmp_path: Path, with_studio: None) -> Iterator[Studio]:
    """The vendor at work."""
    folder = tmp_path / "studio"
    folder.mkdir()
    with running(Studio(folder)) as at_work:
        yield at_work
