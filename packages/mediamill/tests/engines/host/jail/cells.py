"""Forked processes to try things in, under this or another user, in the jail or out of it."""

import json
import os
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from mediamill.engines.host import jail
from mediamill.engines.host.jail import calls

PR_SET_DUMPABLE = 4


def become(uid: int) -> None:
    """An ordinary user, as one who has just logged in."""
    os.setgroups([])
    os.setresgid(uid, uid, uid)
    os.setresuid(uid, uid, uid)
    calls.prctl(PR_SET_DUMPABLE, 1)


def answer_of(work: Callable[[], Any], *, uid: int | None = None) -> Any:
    """What the work returns (as JSON) in a forked process, as another user if one is given."""
    answers, end = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            os.close(answers)
            if uid is not None:
                become(uid)
            said = json.dumps({"answer": work()})
        except BaseException as fault:  # noqa: BLE001 (told to whoever asked)
            said = json.dumps({"fault": repr(fault)})
        with os.fdopen(end, "w") as stream:
            stream.write(said)
        os._exit(0)
    os.close(end)
    with os.fdopen(answers) as stream:
        said = json.loads(stream.read() or '{"fault": "it died"}')
    os.waitpid(pid, 0)
    assert "fault" not in said, said["fault"]
    return said["answer"]


def jailed(work: Callable[[], Any], profile: jail.Profile) -> Any:
    """What the work returns in a fork of this process that has entered the jail, at home."""

    def inside() -> Any:
        os.chdir(profile.home)
        search = jail.readable_paths(sys.path, private=(profile.home,), workplace=profile.home)
        jail.enter(replace(profile, readable=(*search.paths, *profile.readable)))
        return work()

    return answer_of(inside)
