"""The program whose forks decode: it imports the decoders once, computes nothing, and has one thread.

It also keeps its forks: each has a deadline; everything a fork leaves behind is killed, and when the service hangs up,
because it stops or was killed, all of them. All forks share this process's addresses: it is renewed now and then.

    service → zygote   {"decode": number, "folder": …, "kind": …, "seconds_max": …, "bytes_max": …, "uid": …, "wall": …}
                       {"cancel": number}
    zygote → service   {"ready": threads}
                       {"ended": number, "status": exit code or −signal, "late": whether it was, "answer": {…}}
"""

import importlib
import json
import os
import select
import signal
import socket
import sys
import time
import traceback
from contextlib import suppress
from dataclasses import dataclass
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import Any

startup = ModuleType("startup")
SourceFileLoader("startup", str(Path(__file__).parents[1] / "startup.py")).exec_module(startup)

TICK_MILLISECONDS = 50  # between looks at deadlines and at what forks left behind, while there are any
ANSWER_BYTES_MAX = 16 * 1024
READ_BYTES = 64 * 1024


@dataclass(slots=True)
class Fork:
    """One file's process."""

    number: int
    pid: int
    answer: int  # the descriptor it answers on
    deadline: float
    written: bytes = b""  # what it answered so far
    late: bool = False


def main() -> None:
    """Import, then fork for each order until the service hangs up."""
    plan = json.loads(sys.argv[1])
    control = socket.socket(fileno=plan["control"])
    control.set_inheritable(False)
    os.setsid()
    os.umask(0o077)
    startup.yield_to_service()
    startup.prctl(startup.PR_SET_CHILD_SUBREAPER, 1)
    startup.prctl(startup.PR_SET_NO_NEW_PRIVS, 1)
    for number in startup.IGNORED_SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    startup.import_site(plan["path"])
    one_file = importlib.import_module("mediamill.engines.decoder.one_file")
    importlib.import_module("PIL.Image").init()  # every reader, before the jail shuts
    zygote = Zygote(control, one_file, tuple(Path(path) for path in plan["readable"]))
    zygote.send({"ready": len(list(Path("/proc/self/task").iterdir()))})
    try:
        zygote.serve()
    finally:
        zygote.end_everything()


class Zygote:
    """The loop between the service and the forks."""

    def __init__(self, control: socket.socket, one_file: Any, readable: tuple[Path, ...]) -> None:
        self.control = control
        self.one_file = one_file
        self.readable = readable
        self.forks: dict[int, Fork] = {}  # by the descriptor they answer on
        self.half_line = b""

    def serve(self) -> None:
        """Return when the service has hung up."""
        while True:
            poll = select.poll()
            for descriptor in (self.control.fileno(), *self.forks):
                poll.register(descriptor, select.POLLIN)
            ready = {descriptor for descriptor, _ in poll.poll(TICK_MILLISECONDS if self.forks else None)}
            if self.control.fileno() in ready and not self.listen():
                return
            for fork in list(self.forks.values()):
                fork.late = fork.late or time.monotonic() > fork.deadline
                if fork.late or (fork.answer in ready and not self.read(fork)):
                    self.end(fork)

    def listen(self) -> bool:
        """Take orders; False when the service has hung up."""
        try:
            data = self.control.recv(READ_BYTES)
        except ConnectionResetError:
            return False
        *lines, self.half_line = (self.half_line + data).split(b"\n")
        for line in lines:
            order = json.loads(line)
            if "decode" in order:
                self.begin(order)
            else:
                for fork in [fork for fork in self.forks.values() if fork.number == order["cancel"]]:
                    self.end(fork)
        return bool(data)

    def begin(self, order: dict[str, Any]) -> None:
        """Fork for one file."""
        answer, theirs = os.pipe()
        zygote = os.getpid()
        try:
            pid = os.fork()
        except OSError:
            os.close(answer)
            os.close(theirs)
            return self.send({"ended": order["decode"], "status": None, "late": False, "answer": {}})
        if pid == 0:
            self.become_fork(order, zygote, theirs)
        os.close(theirs)
        self.forks[answer] = Fork(order["decode"], pid, answer, time.monotonic() + order["wall"])

    def become_fork(self, order: dict[str, Any], zygote: int, answer: int) -> None:
        """In the fork: close what is the zygote's, decode, and never return."""
        status = 1
        try:
            os.setsid()
            startup.prctl(startup.PR_SET_PDEATHSIG, signal.SIGKILL)  # the zygote has one thread only, this is safe
            if os.getppid() == zygote:
                os.closerange(3, answer)
                os.closerange(answer + 1, max(self.control.fileno(), *self.forks, answer) + 1)
                for number in startup.IGNORED_SIGNALS:
                    signal.signal(number, signal.SIG_DFL)
                self.one_file.run(order, answer, self.readable)
                status = 0
        except BaseException:  # noqa: BLE001 (reported by its exit; the zygote goes on)
            os.write(answer, json.dumps({"broke": traceback.format_exc()[-ANSWER_BYTES_MAX // 4 :]}).encode())
        finally:
            os._exit(status)

    def read(self, fork: Fork) -> bool:
        """Read a fork's answer; False at its end."""
        data = os.read(fork.answer, READ_BYTES)
        fork.written += data
        return bool(data) and len(fork.written) <= ANSWER_BYTES_MAX

    def end(self, fork: Fork) -> None:
        """Kill what may be left of it, and report how it ended."""
        del self.forks[fork.answer]
        os.close(fork.answer)
        for kill in (os.killpg, os.kill):  # one that has ended keeps its status; it is not reaped yet
            with suppress(ProcessLookupError):  # it leads no group yet
                kill(fork.pid, signal.SIGKILL)
        status = os.waitstatus_to_exitcode(os.waitpid(fork.pid, 0)[1])
        self.end_strays()
        try:
            answer = json.loads(fork.written or b"{}") if len(fork.written) <= ANSWER_BYTES_MAX else {}
        except ValueError:
            answer = {}
        self.send({"ended": fork.number, "status": status, "late": fork.late, "answer": answer})

    def end_strays(self) -> None:
        """Kill what dead forks left: whatever is our child now and is no fork we know."""
        known = {fork.pid for fork in self.forks.values()}
        while strays := {pid for pid in children() if pid not in known}:
            for pid in strays:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, 0)

    def end_everything(self) -> None:
        """Kill every fork and what they started."""
        for fork in self.forks.values():
            os.kill(fork.pid, signal.SIGKILL)  # not reaped yet: its number names nobody else
        self.forks.clear()
        self.end_strays()

    def send(self, message: dict[str, object]) -> None:
        """Send a message to the service, unless it is gone."""
        with suppress(BrokenPipeError, ConnectionResetError):
            self.control.sendall(json.dumps(message).encode() + b"\n")


def children() -> set[int]:
    """The pids of this process's children, orphans of its descendants included."""
    found = set()
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            with suppress(OSError):
                if int((entry / "stat").read_bytes().rpartition(b")")[2].split()[1]) == os.getpid():
                    found.add(int(entry.name))
    return found


if __name__ == "__main__":
    main()
