"""Runs the attacks in a real engine process: what is open on this machine, and which layer is missing."""

import asyncio
import ctypes
import json
import os
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from mediamill.catalogue import Limits
from mediamill.engines.engine import Artifact, Needs, Report, Request, ToolModel
from mediamill.engines.host.host import EngineHost
from mediamill.engines.host.jail import attacks, landlock, scene
from mediamill.engines.host.outcome import Failed, Made
from mediamill.engines.host.users import engine_users

LIMITS = Limits(seconds=60.0, memory_mb=500, output_mb=1)
PR_GET_SECCOMP, SECCOMP_MODE_FILTER = 21, 2
NAME = "found.bin"


@dataclass(frozen=True, slots=True)
class Confinement:
    """How an engine process is confined here."""

    tried: int
    open: tuple[str, ...]  # what must not succeed and did
    landlock: int  # its version; 0: none
    filtered: bool
    uid: int
    shared_user: str | None  # why engines are the service's user; None where they are another
    failure: str | None = None  # why nothing could be tried


def confinement(folder: Path | None, private: Iterable[Path]) -> Confinement:
    """Try every attack in an engine process of a host in `folder` (None: a temporary one). Blocks for a second or two,
    and forks: call it where no other thread runs.
    """
    with tempfile.TemporaryDirectory(prefix="mediamill-doctor-") as made:
        place = Path(made)
        place.chmod(0o711)
        data, library = place / "data", place / "library"
        for path in (data, library):
            path.mkdir()
            path.chmod(0o755)
        with scene.set_up(data, library) as staged:
            return asyncio.run(_try_attacks(folder or place / "work", tuple(private), staged))


async def _try_attacks(folder: Path, private: tuple[Path, ...], staged: scene.AttackScene) -> Confinement:
    host = EngineHost(slots=1, folder=folder, private=private)
    await host.start()
    try:
        async with host.folder_for("drill", 1) as place:
            outcome = await host.run(
                f"{__name__}:Drill",
                Request("drill", "doctor", "drill", {"scene": staged.as_text()}, place),
                limits=LIMITS,
                on_progress=lambda fraction, stage: None,  # noqa: ARG005
                on_checkpoint=_nothing,
                needs=Needs(readable=(Path(staged.library),)),
            )
            shared = engine_users(folder).reason
            if not isinstance(outcome, Made):
                sentence = outcome.sentence if isinstance(outcome, Failed) else "The engine did not answer."
                return Confinement(0, (), 0, False, os.getuid(), shared, sentence)
            found = json.loads(outcome.artifact.path.read_bytes())
    finally:
        await host.stop()
    return Confinement(**{**found, "open": tuple(found["open"])}, shared_user=shared)


async def _nothing(text: str) -> None:
    """The drill keeps no checkpoint."""


class Drill:
    """An engine that attacks."""

    name = "doctor/drill"
    serves: frozenset[ToolModel] = frozenset()

    def ready(self) -> str | None:
        """Always."""
        return None

    def generate(self, request: Request, report: Report) -> Artifact:  # noqa: ARG002 (an engine's)
        """What came of each attack."""
        found = attacks.attempts(scene.AttackScene.from_text(str(request.input["scene"])))
        mode = ctypes.CDLL(None).prctl(PR_GET_SECCOMP, 0, 0, 0, 0)
        result = {
            "tried": len(found),
            "open": attacks.open_ones(found),
            "landlock": landlock.abi(),
            "filtered": mode == SECCOMP_MODE_FILTER,
            "uid": os.getuid(),
        }
        path = request.folder / NAME
        path.write_text(json.dumps(result))
        return Artifact(path)
