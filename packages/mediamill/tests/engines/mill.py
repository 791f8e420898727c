"""A host under test, and what can be seen of its processes from outside."""

import asyncio
import os
import secrets
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from mediamill.catalogue import Limits
from mediamill.engines import NOTHING_MORE, EngineHost, Needs, Request, RunOutcome

LIMITS = Limits(seconds=20.0, memory_mb=500, output_mb=20)
DEADLINE_SECONDS = 10.0


class Mill:
    """Runs the engines of `faulty` on a host, and knows the marked processes of that host."""

    def __init__(self, folder: Path, *, slots: int = 1, **settings: Any) -> None:
        self.folder = folder
        self.mark = f"mark-{secrets.token_hex(8)}"
        self.host = EngineHost(
            slots=slots,
            folder=folder,
            environment={"MILL": self.mark},
            **settings,
        )
        self.progress: list[tuple[float, str]] = []
        self.checkpoints: list[str] = []
        self.contents = b""  # of the last artifact
        self.thumbnail = b""  # of the last artifact

    async def run(
        self,
        engine: str,
        prompt: str = "a heron",
        *,
        limits: Limits = LIMITS,
        checkpoint: str | None = None,
        needs: Needs = NOTHING_MORE,
    ) -> RunOutcome:
        """One generation, from its folder to its outcome."""
        async with self.host.folder_for("gen_ada", 1) as folder:
            request = Request("gen_ada", "tests", "faulty", {"prompt": prompt}, folder, checkpoint=checkpoint)
            outcome = await self.host.run(
                f"tests.engines.faulty:{engine}",
                request,
                limits=limits,
                on_progress=lambda fraction, stage: self.progress.append((fraction, stage)),
                on_checkpoint=self.keep,
                needs=needs,
            )
            artifact = folder / "artifact.bin"
            thumbnail = folder / "thumbnail.webp"
            self.thumbnail = thumbnail.read_bytes() if thumbnail.is_file() else b""
            self.contents = artifact.read_bytes() if artifact.is_file() and not artifact.is_symlink() else b""
        return outcome

    async def keep(self, text: str) -> None:
        """Make a checkpoint durable."""
        self.checkpoints.append(text)

    def processes(self) -> set[int]:
        """The living processes that this host started, or that were started by them."""
        return set(marked(self.mark))

    def strays(self) -> set[int]:
        """Those among them that are neither a supervisor, which is our child, nor the child of one."""
        parents = {pid: parent_of(pid) for pid in self.processes()}
        supervisors = {pid for pid, parent in parents.items() if parent == os.getpid()}
        return {
            pid for pid, parent in parents.items() if pid not in supervisors and parent not in supervisors and parent
        }

    def leftovers(self) -> list[Path]:
        """Folders of requests."""
        return list(self.folder.rglob("gen_*"))


@asynccontextmanager
async def running(mill: Mill) -> AsyncIterator[Mill]:
    """The mill at work; when it has stopped, no process and no file may be left."""
    await mill.host.start()
    try:
        yield mill
    finally:
        await mill.host.stop()
    assert set() == mill.processes()
    assert [path.name for path in mill.folder.rglob("*")] == ["lock"]


def marked(mark: str) -> Iterator[int]:
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal() and mark in contents(folder / "environ"):
            yield int(folder.name)


def parent_of(pid: int) -> int:
    """0 when there is no such process."""
    stat = contents(Path(f"/proc/{pid}/stat"))
    return int(stat.rpartition(")")[2].split()[1]) if stat else 0


def contents(path: Path) -> str:
    try:
        return path.read_text(errors="replace")
    except OSError:
        return ""


async def until(condition: Callable[[], bool], *, seconds: float = DEADLINE_SECONDS) -> None:
    """Wait until the condition holds, at most so long."""
    due = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < due, "the condition did not come about in time"
        await asyncio.sleep(0.005)
