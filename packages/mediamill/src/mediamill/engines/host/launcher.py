"""The program between the service and one engine process: starts it, watches it, and kills it with its descendants.

Run by its path with the standard library alone, so that limits and supervisor are in place before anything heavy is
imported. The supervisor is a subreaper: whatever the engine starts stays below it, `setsid` and double forks included.
Its lifeline is a socket to the host; when that closes, because the host ends the run or the service was killed, it
kills everything below it and exits. A process is signalled through a handle or before it is reaped, so its pid cannot
have become another's.

    host → supervisor   {"watch": {"memory": bytes, "output": bytes, "folders": [path, …]}}      a run begins
                        {"rest": true}                                                           a run is over
    supervisor → host   {"resting": {"resident": bytes, "strays": processes besides the engine}}
                        {"ended": {"status": exit code or −signal, "breach": which limit or ""}} nothing is left
"""

import importlib
import json
import os
import resource
import select
import signal
import sys
import time
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import Any

startup = ModuleType("startup")
SourceFileLoader("startup", str(Path(__file__).parents[1] / "startup.py")).exec_module(startup)

TICK_SECONDS = 0.05  # how often a running engine's memory is looked at
TICKS_PER_OUTPUT = 5  # what it wrote is looked at more rarely: every 250 ms
NON_DESCENDANT_SECONDS = 1.0  # how long a pid is taken for no descendant's: pids are used again
KILL_PAUSE_SECONDS = 0.02  # between two rounds of killing
STOP_ROUNDS_MAX = 100  # a bomb forks while it is being stopped; it is killed between two such attempts
PROCESSES_MAX = 64  # of one run: an encoder or two with helpers, not a fork bomb
FILES_MAX = 20_000  # of one run: inodes run out too
OPEN_FILES_MAX = 1_024
# Only to slow down fork bombs. The kernel counts all threads of the user, so it stands well above what runs already;
# root is exempt from it.
THREADS_SPARE = 512
PAGE_BYTES = resource.getpagesize()


def main() -> None:
    """Start the engine process that the plan in the first argument describes, and supervise it to its end."""
    plan = json.loads(sys.argv[1])
    lifeline, engine_end = plan["lifeline"], plan["engine_end"]
    for end in (lifeline, engine_end):
        os.set_inheritable(end, False)
    os.setsid()
    os.umask(0o077)
    _limit()
    startup.prctl(startup.PR_SET_NO_NEW_PRIVS, 1)  # set-user-id programs give an engine nothing
    startup.prctl(startup.PR_SET_CHILD_SUBREAPER, 1)
    for number in startup.IGNORED_SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    signal.signal(signal.SIGCHLD, lambda *_: None)  # only to be woken by it
    supervisor = os.getpid()
    engine = os.fork()
    if engine == 0:
        os.close(lifeline)
        _become_engine(plan, supervisor)
    else:
        os.close(engine_end)
        Supervisor(engine, lifeline).run()


def _limit() -> None:
    """Limits that hold for the engine and all below it; the size of a file is set anew for each run."""
    _lower(resource.RLIMIT_CORE, 0)
    _lower(resource.RLIMIT_NOFILE, OPEN_FILES_MAX)
    threads = int(Path("/proc/loadavg").read_text().split()[3].split("/")[1])
    _lower(resource.RLIMIT_NPROC, threads + THREADS_SPARE)


def _lower(what: int, limit: int) -> None:
    hard = resource.getrlimit(what)[1]
    lowered = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
    resource.setrlimit(what, (lowered, lowered))


def _become_engine(plan: dict[str, Any], supervisor: int) -> None:
    """In the fork: detach from the supervisor, then import engines and take orders until the host hangs up."""
    os.setsid()  # a session of its own: `kill(0, …)` in an engine does not reach its supervisor
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    for number in startup.IGNORED_SIGNALS:
        # A handler, not SIG_IGN: a program that the engine starts gets the default back and can be terminated.
        signal.signal(number, lambda *_: None)
    startup.prctl(
        startup.PR_SET_PDEATHSIG, signal.SIGKILL
    )  # should somebody kill the supervisor; it has one thread only, this is safe
    if os.getppid() != supervisor:
        sys.exit("the supervisor is gone")
    startup.yield_to_service()
    startup.import_site(plan["path"], own_first=plan["own_first"])
    program = importlib.import_module(f"mediamill.engines.host.{plan['program']}")
    program.serve(plan["engine_end"], cell=plan["cell"])


class Supervisor:
    """Waits for the host, for the end of the engine and, while it runs, for a broken limit."""

    def __init__(self, engine: int, lifeline: int) -> None:
        self.engine = engine
        self.lifeline = lifeline
        self.wake, write = os.pipe()
        os.set_blocking(self.wake, False)
        os.set_blocking(write, False)
        signal.set_wakeup_fd(write, warn_on_full_buffer=False)
        self.tree = ProcessTree()
        self.watch: Watch | None = None
        self.level = 0  # bytes that the engine held when its last run was over
        self.half_line = b""

    def run(self) -> None:
        """Return when no process of the engine is left; report that to the host if it still listens."""
        breach = ""
        try:
            breach = self._wait_for_the_end()
        finally:
            status = self._end_tree()
            self._send({"ended": {"status": status, "breach": breach}})

    def _wait_for_the_end(self) -> str:
        """Until the host hangs up, the engine ends (both "") or breaks a limit (its name)."""
        poll = select.poll()
        poll.register(self.lifeline, select.POLLIN)
        poll.register(self.wake, select.POLLIN)
        while not self._engine_has_ended():
            ready = {end for end, _ in poll.poll(None if self.watch is None else TICK_SECONDS * 1_000)}
            if self.wake in ready:
                self._drain_wake()
            if self.lifeline in ready and not self._listen():
                return ""
            if self.watch is not None and (breach := self.watch.breach(self.tree)):
                return breach
        return ""

    def _engine_has_ended(self) -> bool:
        """Whether the engine has exited; it is not reaped yet, unlike orphans that exited."""
        while ended := os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT):
            if ended.si_pid == self.engine:
                return True
            os.waitpid(ended.si_pid, 0)
        return False

    def _listen(self) -> bool:
        """Handle the host's orders; False when it has hung up."""
        try:
            data = os.read(self.lifeline, 65_536)
        except ConnectionResetError:
            return False
        *lines, self.half_line = (self.half_line + data).split(b"\n")
        for line in lines:
            order = json.loads(line)
            if "watch" in order:
                self.watch = Watch(**order["watch"], level=self.level)
            else:
                self.watch = None
                self._send({"resting": self._resting()})
        return bool(data)

    def _resting(self) -> dict[str, int]:
        residents = self.tree.residents()
        strays = sum(1 for pid, resident in residents.items() if pid != self.engine and resident)
        self.level = residents.get(self.engine, 0)
        return {"resident": self.level, "strays": strays}

    def _send(self, message: dict[str, object]) -> None:
        try:
            os.write(self.lifeline, json.dumps(message).encode() + b"\n")
        except BrokenPipeError:
            return  # the service was killed: nobody is left to notify

    def _end_tree(self) -> int | None:
        """SIGKILL to everything below until nothing is left; the engine's exit code, negative for a signal."""
        status = None
        try:
            os.killpg(self.engine, signal.SIGKILL)  # not reaped yet: its number names no other group
        except ProcessLookupError:
            os.kill(self.engine, signal.SIGKILL)  # it does not lead a group yet
        while True:
            select.select([self.wake], [], [], KILL_PAUSE_SECONDS)
            self._drain_wake()
            try:
                while (ended := os.waitpid(-1, os.WNOHANG))[0]:
                    if ended[0] == self.engine:
                        status = os.waitstatus_to_exitcode(ended[1])
            except ChildProcessError:
                return status
            tree = self._stopped_tree()
            for pid in tree.members:
                tree.send(pid, signal.SIGKILL)

    def _stopped_tree(self) -> "ProcessTree":
        """Stop every descendant: none forks any more, and none frees a process slot for another one to fork into."""
        tree = ProcessTree()
        stopped: set[int] = set()
        for _ in range(STOP_ROUNDS_MAX):
            if not (running := tree.look() - stopped):
                break
            for pid in running:
                tree.send(pid, signal.SIGSTOP)
            stopped |= running
        return tree

    def _drain_wake(self) -> None:
        try:
            os.read(self.wake, 65_536)
        except BlockingIOError:
            return


@dataclass
class Watch:
    """The limits of one run."""

    memory: int  # bytes resident, of all its processes together, beyond the level
    output: int  # bytes on disk
    folders: list[str]
    level: int  # bytes that a warm engine held before: libraries and what it keeps of earlier runs
    ticks: int = 0

    def breach(self, tree: "ProcessTree") -> str:
        """The limit that is exceeded now, or ""."""
        residents = tree.residents()
        if len(residents) > PROCESSES_MAX:
            return "processes"
        # Measured twice: while processes end, shared pages move from one process's count to another's.
        allowed = self.level + self.memory
        if sum(residents.values()) > allowed and all(_shared_out(residents) > allowed for _ in range(2)):
            return "memory"
        self.ticks += 1
        if self.ticks % TICKS_PER_OUTPUT == 0 and _written(self.folders) > self.output:
            return "output"
        return ""


@dataclass
class ProcessTree:
    """The processes below this one. Only those born since the last look are asked for their parent."""

    members: set[int] = field(default_factory=set)
    non_descendants: set[int] = field(default_factory=set)
    fresh_until: float = 0.0

    def residents(self) -> dict[int, int]:
        """Pid → resident bytes of every process below this one; 0 for one that has ended."""
        return {pid: _resident(pid) for pid in self.look()}

    def look(self) -> set[int]:
        """The pids of the processes below this one, some of which may have ended."""
        if (now := time.monotonic()) > self.fresh_until:
            self.members, self.non_descendants = set(), set()
            self.fresh_until = now + NON_DESCENDANT_SECONDS
        living = _living_pids()
        self.members &= living
        self.non_descendants &= living
        parents = {pid: _parent_of(pid) for pid in living - self.members - self.non_descendants}
        # Whose parent is ending just now is asked again at the next look: it may be about to become our child.
        ending = {pid for pid, parent in parents.items() if parent is None}
        known = {os.getpid(), *self.members}
        while born := {pid for pid, parent in parents.items() if parent in known}:
            self.members |= born
            known = born
            parents = {pid: parent for pid, parent in parents.items() if pid not in born}
        self.non_descendants |= {pid for pid, parent in parents.items() if parent in living - ending or parent == 0}
        return self.members

    def send(self, pid: int, number: int) -> None:
        """Signal a member, unless its pid has become another's meanwhile."""
        try:
            handle = os.pidfd_open(pid)
        except ProcessLookupError:
            return
        try:
            if _parent_of(pid) in {os.getpid(), *self.members}:
                signal.pidfd_send_signal(handle, number)
        except ProcessLookupError:
            return
        finally:
            os.close(handle)


def _living_pids() -> set[int]:
    with os.scandir("/proc") as entries:
        return {int(entry.name) for entry in entries if entry.name.isdecimal()}


def _parent_of(pid: int) -> int | None:
    """The parent of a process; 0 for the first one, None when there is no such process any more."""
    stat = _read(f"/proc/{pid}/stat")
    return int(stat.rpartition(b")")[2].split()[1]) if stat else None


def _resident(pid: int) -> int:
    statm = _read(f"/proc/{pid}/statm")
    return int(statm.split()[1]) * PAGE_BYTES if statm else 0


def _shared_out(pids: Collection[int]) -> int:
    """Bytes that the processes hold now, with pages that several of them share (after a fork) counted once."""
    if len(pids) == 1:
        return sum(map(_resident, pids))
    total = 0
    for pid in pids:
        lines = _read(f"/proc/{pid}/smaps_rollup").splitlines()
        shares = [int(line.split()[1]) * 1_024 for line in lines if line.startswith(b"Pss:")]
        total += shares[0] if shares else _resident(pid)
    return total


def _read(path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError:
        return b""  # the process has ended


def _written(folders: Iterable[str]) -> int:
    """Bytes on disk below the folders; more than any limit when the files are too many."""
    total, files, waiting = 0, 0, list(folders)
    while waiting:
        try:
            with os.scandir(waiting.pop()) as entries:
                for entry in entries:
                    files += 1
                    if files > FILES_MAX:
                        return sys.maxsize
                    total += entry.stat(follow_symlinks=False).st_blocks * 512
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(entry.path)
        except OSError:
            continue  # removed meanwhile
    return total


if __name__ == "__main__":
    main()
