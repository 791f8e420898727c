"""The world of its own that a command can be run in."""

import subprocess
from pathlib import Path

import pytest

from tests.places import REPOSITORY
from tests.world.enter import NAME_SERVER, command_inside, unavailable


@pytest.fixture(autouse=True)
def _inside_is_possible() -> None:
    if reason := unavailable():
        pytest.skip(f"no network namespace here: {reason}")


def run_inside(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command_inside(*arguments), capture_output=True, text=True, cwd=REPOSITORY, timeout=30)


def test_the_command_decides_how_it_ends() -> None:
    ended = run_inside("sh", "-c", "echo here; echo there >&2; exit 7")

    assert (7, "here\n", "there\n") == (ended.returncode, ended.stdout, ended.stderr)


def test_there_is_no_way_to_the_real_network() -> None:
    links = run_inside("ip", "-brief", "link").stdout.splitlines()

    assert ["lo"] == [link.split()[0] for link in links]


def test_names_are_ours_inside_and_untouched_outside() -> None:
    before = Path("/etc/resolv.conf").read_text()

    assert run_inside("cat", "/etc/resolv.conf").stdout.startswith(f"nameserver {NAME_SERVER}\n")
    assert before == Path("/etc/resolv.conf").read_text()


def test_a_command_that_is_none_says_so() -> None:
    ended = run_inside("/no/such/command")

    assert ended.returncode == 1
    assert "no world of our own" in ended.stderr
