"""The service never installs torch, and its libraries stand on the service's own packages."""

import re

from tests.places import REPOSITORY

PIN = re.compile(r"^([a-z0-9-]+)==(\S+)( ;[^\\\n]*)?", re.M)
SERVICE = (REPOSITORY / "requirements.lock").read_text()
LOCAL = (REPOSITORY / "packages/mediamill-local/requirements-local.lock").read_text()


def test_no_lock_has_torch_or_what_it_calculates_with() -> None:
    heavy = re.compile(r"(torch|nvidia|cuda|triton)")

    assert [pin[1] for pin in PIN.finditer(SERVICE + LOCAL) if heavy.match(pin[1])] == []


def test_packages_of_both_locks_have_the_same_version() -> None:
    service, local = ({(pin[1], pin[2]) for pin in PIN.finditer(lock)} for lock in (SERVICE, LOCAL))
    shared = {name for name, _ in service} & {name for name, _ in local}

    assert len(shared) > 20
    assert {one for one in local if one[0] in shared} <= service
