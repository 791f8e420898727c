"""Nothing that a hostile engine tries succeeds in the jail, whoever the service runs as."""

import os
import platform
import shutil
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from mediamill.engines.host import jail
from mediamill.engines.host.jail import attacks, landlock, scene, seccomp
from tests.engines.host.jail.cells import answer_of, jailed

NOBODY, ENGINE = 65_534, 60_600
ROOT = os.getuid() == 0


complete = pytest.mark.skipif(
    landlock.abi() < landlock.ABI_SCOPE or platform.machine() not in seccomp.MACHINES,
    reason="this kernel's Landlock is older than 6 (Linux 6.12): SECURITY.md says what is open then",
)


@dataclass(frozen=True)
class Users:
    """Who the service runs as, and who its engines; None: who runs the tests."""

    service: int | None = None
    engine: int | None = None


WHO = {
    "as-we-are": Users(),
    "root-with-engines-as-another-user": Users(engine=ENGINE),
    "an-ordinary-user": Users(service=NOBODY),
}
# Where there is no jail these succeed for everybody, on every kernel and in every container: else they prove nothing.
ANYBODY_CAN = {
    *("read the secret key", "read the database", "read another account's media", "read a neighbour's request"),
    *("list the data folder", "read the machine's users", "read the service's environment"),
    *("read the service's command line", "list the service's files", "read the supervisor's environment"),
    *("open up the secret key", "touch the secret key", "empty the secret key", "link the secret key into its folder"),
    *("write into a neighbour's request", "take a neighbour's file", "empty a library that it may read"),
    *("write to /tmp", "run what it wrote", "watch the data folder"),
    *("connect by TCP", "listen by TCP", "send by UDP", "make a netlink socket"),
    *("connect to a named socket", "connect to an abstract socket"),
    *("signal the service", "signal the service by a handle", "signal the supervisor", "slow the service down"),
    *("take files away from the service", "take cores away from the service"),
    *("share memory by System V", "type into a terminal"),
}


@pytest.fixture(
    scope="module",
    params=[pytest.param(who, id=name, marks=() if who == Users() else pytest.mark.slow) for name, who in WHO.items()],
)
def users(request: pytest.FixtureRequest) -> Users:
    who: Users = request.param
    if not ROOT and who != Users():
        pytest.skip("only root can become another user")
    return who


@pytest.fixture(scope="module")
def place() -> Iterator[Path]:
    """Where every user can come to: pytest's own folders are for one user alone."""
    folder = Path(tempfile.mkdtemp(prefix="mediamill-jail-"))
    folder.chmod(0o711)
    yield folder
    shutil.rmtree(folder)


def tried(place: Path, users: Users, attempt: Callable[[scene.AttackScene, Path], dict[str, str]]) -> dict[str, str]:
    """What the attempt found in a scene of its own, all of it as the service's user."""
    data = Path(tempfile.mkdtemp(dir=place))
    library, home = data / "library", data / "work/mine"
    home.mkdir(parents=True)
    for folder in (data, data / "work"):
        folder.chmod(0o711)
    for path in (data, data / "work", home):
        os.chown(path, users.service or os.getuid(), -1)
    if users.engine is not None:
        os.chown(home, users.engine, users.engine)

    def inside() -> dict[str, str]:
        with scene.set_up(data, library) as staged:
            return attempt(staged, home)

    found: dict[str, str] = answer_of(inside, uid=users.service)
    return found


@pytest.mark.slow
@complete
def test_in_the_jail_no_attack_succeeds(place: Path, users: Users) -> None:
    def attempt(staged: scene.AttackScene, home: Path) -> dict[str, str]:
        profile = jail.Profile(home=home, uid=users.engine, readable=(Path(staged.library),))
        found: dict[str, str] = jailed(lambda: attacks.attempts(staged), profile)
        return found

    found = tried(place, users, attempt)

    assert len(found) >= 62
    assert attacks.open_ones(found) == []


@pytest.mark.slow
def test_without_the_jail_the_same_attacks_succeed(place: Path, users: Users) -> None:
    def attempt(staged: scene.AttackScene, home: Path) -> dict[str, str]:
        os.chdir(home)
        found: dict[str, str] = answer_of(lambda: attacks.attempts(staged))
        return found

    if users.engine is not None:
        pytest.skip("another user alone keeps much of this")
    found = tried(place, users, attempt)

    assert set() == ANYBODY_CAN - set(attacks.open_ones(found))


SIGNALS = {"signal the service", "signal the service by a handle", "signal the supervisor"}


@pytest.mark.slow
@complete
@pytest.mark.parametrize(
    ("version", "whose", "left"),
    [(5, Users(service=NOBODY), SIGNALS), (1, Users(service=NOBODY), SIGNALS), (1, Users(engine=ENGINE), set())],
)
def test_an_older_landlock_leaves_open_what_is_said_of_it(
    place: Path, monkeypatch: pytest.MonkeyPatch, version: int, whose: Users, left: set[str]
) -> None:
    if not ROOT:
        pytest.skip("only root can become another user")
    monkeypatch.setattr(landlock, "abi", lambda: version)

    def attempt(staged: scene.AttackScene, home: Path) -> dict[str, str]:
        profile = jail.Profile(home=home, uid=whose.engine, readable=(Path(staged.library),))
        found: dict[str, str] = jailed(lambda: attacks.attempts(staged), profile)
        return found

    assert set(attacks.open_ones(tried(place, whose, attempt))) == left


@pytest.mark.slow
@complete
def test_without_landlock_another_user_still_keeps_the_data(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not ROOT:
        pytest.skip("only root can become another user")
    monkeypatch.setattr(landlock, "abi", lambda: 0)

    def attempt(staged: scene.AttackScene, home: Path) -> dict[str, str]:
        found: dict[str, str] = jailed(lambda: attacks.attempts(staged), jail.Profile(home=home, uid=ENGINE))
        return found

    assert set(attacks.open_ones(tried(place, Users(engine=ENGINE), attempt))) == {
        "read the machine's users", "read the service's command line", "write into shared memory", "write to /tmp",
    }  # fmt: skip
