"""Environments of other interpreters: which can be used, and what is found in them."""

from pathlib import Path

import pytest

from mediamill.engines.environments import fault_of, finds
from tests.engines.environments import environment_at


@pytest.fixture(scope="session")
def other(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of an environment with one library, `herons`, and an `orjson` of its own."""
    return environment_at(tmp_path_factory.mktemp("environments") / "voices")


def test_an_environment_of_the_same_python_can_be_used(other: Path) -> None:
    assert fault_of("") is None
    assert fault_of(str(other)) is None


def test_what_is_there_is_found_without_importing_it(other: Path) -> None:
    assert finds(str(other), "herons")
    assert finds(str(other), "mediamill")  # what it lacks is found among the service's packages
    assert not finds(str(other), "egrets")
    assert not finds("", "herons")
    assert not finds("/nowhere/bin/python", "herons")


def test_what_cannot_be_used_is_said(tmp_path: Path) -> None:
    old, broken = tmp_path / "old", tmp_path / "broken"
    old.write_text("#!/bin/sh\necho 3.9\n")
    broken.write_text("#!/bin/sh\nexit 1\n")
    for script in (old, broken):
        script.chmod(0o755)

    assert "has to be a full path" in str(fault_of("bin/python"))
    assert "there is no interpreter at /nowhere" in str(fault_of("/nowhere/bin/python"))
    assert f"{old} is Python 3.9; mediamill runs with 3." in str(fault_of(str(old)))
    assert str(fault_of(str(broken))) == f"{broken} cannot be run as a Python interpreter"
