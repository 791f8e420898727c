"""Engines that break in every way an engine can break, and a few that do not."""

import ctypes
import os
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import threading
import time
import wave
from pathlib import Path
from typing import NoReturn

from mediamill.engines import Artifact, EngineFailed, EngineRefused, EngineUnavailable, Report, Request, ToolModel

FOREVER = "while True: __import__('time').sleep(60)"


class Whole:
    """What all of these engines promise in the same words."""

    name = "tests/faulty"
    serves: frozenset[ToolModel] = frozenset({("tests", "faulty")})

    def ready(self) -> str | None:
        return None

    def generate(self, request: Request, report: Report) -> Artifact:
        return written(request, b"made")


def written(request: Request, content: bytes, name: str = "artifact.bin") -> Artifact:
    path = request.folder / name
    path.write_bytes(content)
    return Artifact(path)


def wait_forever() -> NoReturn:
    while True:
        time.sleep(60)


class Prompt(Whole):
    """Writes the prompt it was given, and the checkpoint of an earlier attempt."""

    def generate(self, request: Request, report: Report) -> Artifact:
        return written(request, f"{request.input['prompt']}|{request.checkpoint}".encode())


class Tells(Whole):
    """Reports progress and a checkpoint."""

    def generate(self, request: Request, report: Report) -> Artifact:
        report.progress(0.25, "mixing")
        report.checkpoint("job-7")
        report.progress(0.75, "mastering")
        return written(request, b"made after the checkpoint")


class Chatters(Whole):
    """Reports progress far more often than anybody wants to know."""

    def generate(self, request: Request, report: Report) -> Artifact:
        for step in range(100_000):
            report.progress(step / 100_000, "counting")
        return written(request, b"counted")


class CheckpointsTooMuch(Whole):
    def generate(self, request: Request, report: Report) -> Artifact:
        report.checkpoint("x" * 5_000)
        return written(request, b"unreachable")


class Counts(Whole):
    """Says in which process it ran, and how often its instance did."""

    def __init__(self) -> None:
        self.runs = 0

    def generate(self, request: Request, report: Report) -> Artifact:
        self.runs += 1
        return written(request, f"{os.getpid()} {self.runs}".encode())


DESCRIPTORS = range(4096)  # more than a process of many tests has open: ours keeps the number that it had there


class LooksRound(Whole):
    """Writes down what an engine process finds: environment, folder, open files, umask."""

    def generate(self, request: Request, report: Report) -> Artifact:
        umask = os.umask(0)
        os.umask(umask)
        kinds = sorted(filter(None, map(kind, DESCRIPTORS)))  # /proc is not to be read
        lines = [f"{name}={value}" for name, value in sorted(os.environ.items())]
        lines += [f"cwd={Path.cwd()}", f"tempdir={tempfile.gettempdir()}", f"umask={umask:03o}"]
        lines += [f"files={' '.join(kinds)}", f"stdin={os.fstat(0).st_rdev == Path('/dev/null').stat().st_rdev}"]
        lines += [f"heavy={' '.join(sorted({'numpy', 'asyncio', 'pydantic_core'} & sys.modules.keys()))}"]
        return written(request, "\n".join(lines).encode())


def kind(number: int) -> str:
    try:
        mode = os.fstat(number).st_mode
    except OSError:
        return ""  # not open
    return "socket" if stat.S_ISSOCK(mode) else "pipe" if stat.S_ISFIFO(mode) else "other"


class Raises(Whole):
    def generate(self, request: Request, report: Report) -> Artifact:
        raise RuntimeError(f"cannot make {request.input['prompt']} in {request.folder}")


class Fails(Whole):
    def generate(self, request: Request, report: Report) -> Artifact:
        raise EngineFailed(sentence="The mill is being cleaned; please try again in an hour.")


class Refuses(Whole):
    def generate(self, request: Request, report: Report) -> Artifact:
        raise EngineRefused(sentence="This engine speaks no Klingon; write English.")


class Overloaded(Whole):
    def generate(self, request: Request, report: Report) -> Artifact:
        raise EngineUnavailable("429: too many requests.", 30, "key")


class UnavailableForWho(Whole):
    def generate(self, request: Request, report: Report) -> Artifact:
        raise EngineUnavailable("Somebody is busy.", 30, "everybody")


class RefusesWithInsides(Whole):
    def generate(self, request: Request, report: Report) -> Artifact:
        raise EngineRefused(sentence=f"Cannot read {request.folder}/input.wav")


class Exits(Whole):
    def generate(self, request: Request, report: Report) -> Artifact:
        os._exit(3)


class ExitsPolitely(Whole):
    def generate(self, request: Request, report: Report) -> Artifact:
        sys.exit("no more of this")


class Segfaults(Whole):
    def generate(self, request: Request, report: Report) -> Artifact:
        ctypes.string_at(0)
        raise AssertionError("unreachable")


class CannotBeImported(Whole):
    def __init__(self) -> None:
        os._exit(4)


class TakesLongToImport(Whole):
    def __init__(self) -> None:
        time.sleep(2.2)


class ImportsForever(Whole):
    def __init__(self) -> None:
        wait_forever()


class Hangs(Whole):
    def generate(self, request: Request, report: Report) -> Artifact:
        report.progress(0.5, "hanging")
        wait_forever()


class HangsDeaf(Whole):
    """Ignores every signal it can."""

    def generate(self, request: Request, report: Report) -> Artifact:
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGALRM, signal.SIGUSR1):
            signal.signal(number, signal.SIG_IGN)
        wait_forever()


class Spins(Whole):
    def generate(self, request: Request, report: Report) -> Artifact:
        while True:
            pass


class Stops(Whole):
    """Stops itself: it does not even run any more."""

    def generate(self, request: Request, report: Report) -> Artifact:
        os.kill(os.getpid(), signal.SIGSTOP)
        wait_forever()


class EatsMemory(Whole):
    def generate(self, request: Request, report: Report) -> Artifact:
        eaten = []
        while True:
            eaten.append(b"x" * 4_000_000)
            time.sleep(0.001)


class EatsMemoryBelow(Whole):
    """A program that it starts eats, not the engine."""

    def generate(self, request: Request, report: Report) -> Artifact:
        subprocess.run([sys.executable, "-c", "eaten = [b'x' * 10**6 for _ in range(300)]\n" + FOREVER])
        raise AssertionError("unreachable")


class SharesMemory(Whole):
    """Holds 60 MB in each of six processes, but they are the same 60 MB."""

    def generate(self, request: Request, report: Report) -> Artifact:
        shared = b"x" * 60_000_000
        below = []
        for _ in range(5):
            pid = os.fork()
            if pid == 0:
                time.sleep(0.3)
                os._exit(0)
            below.append(pid)
        for pid in below:
            os.waitpid(pid, 0)
        return written(request, shared[:10])


class RunsOutOfMemory(Whole):
    def generate(self, request: Request, report: Report) -> Artifact:
        bytearray(1 << 60)
        raise AssertionError("unreachable")


class LeavesChild(Whole):
    """Makes its artifact, but a process it started is still there."""

    def generate(self, request: Request, report: Report) -> Artifact:
        subprocess.Popen([sys.executable, "-c", FOREVER])
        return written(request, b"made")


class HangsWithChild(Whole):
    def generate(self, request: Request, report: Report) -> Artifact:
        subprocess.Popen([sys.executable, "-c", FOREVER])
        wait_forever()


class HangsWithEscapedChild(Whole):
    """The grandchild has a session of its own and no parent any more."""

    def generate(self, request: Request, report: Report) -> Artifact:
        start_escaped()
        report.progress(0.5, "escaped")
        wait_forever()


class ExitsWithEscapedChild(Whole):
    def generate(self, request: Request, report: Report) -> Artifact:
        start_escaped()
        os._exit(3)


def start_escaped() -> None:
    """Fork twice, each time into a session of its own, and wait until the middle process is gone."""
    middle = os.fork()
    if middle == 0:
        os.setsid()
        if os.fork() == 0:
            os.setsid()
            os.execv(sys.executable, [sys.executable, "-c", FOREVER])
        os._exit(0)
    os.waitpid(middle, 0)


class KillsService(Whole):
    """Sends SIGKILL to the process whose pid is the prompt."""

    def generate(self, request: Request, report: Report) -> Artifact:
        os.kill(int(str(request.input["prompt"])), signal.SIGKILL)
        return written(request, b"murder")


class ReadsEnvironment(Whole):
    """Reads the environment, secrets and all, of the process whose pid is the prompt."""

    def generate(self, request: Request, report: Report) -> Artifact:
        return written(request, Path(f"/proc/{request.input['prompt']}/environ").read_bytes())


class StartsMany(Whole):
    def generate(self, request: Request, report: Report) -> Artifact:
        for _ in range(100):
            if os.fork() == 0:
                os.setsid()
                wait_forever()
        wait_forever()


class WritesMuch(Whole):
    """One file that grows and grows."""

    def generate(self, request: Request, report: Report) -> Artifact:
        with (request.folder / "artifact.bin").open("wb") as file:
            while True:
                file.write(b"x" * 1_000_000)


class WritesMany(Whole):
    """Many files, each of them small."""

    def generate(self, request: Request, report: Report) -> Artifact:
        for number in range(1_000_000):
            (request.folder / str(number)).write_bytes(b"x" * 500_000)
            time.sleep(0.005)
        raise AssertionError("unreachable")


class LocksFolder(Whole):
    """Leaves files in folders that nobody may enter."""

    def generate(self, request: Request, report: Report) -> Artifact:
        inner = request.folder / "inner"
        inner.mkdir()
        (inner / "file").write_bytes(b"x")
        inner.chmod(0)
        return written(request, b"made")


class FloodsStderr(Whole):
    def generate(self, request: Request, report: Report) -> Artifact:
        while True:
            os.write(2, b"noise " * 10_000)


class Prints(Whole):
    def generate(self, request: Request, report: Report) -> Artifact:
        print(f"about to fail on {request.input['prompt']}")
        raise ValueError("a fault of its own")


class TalksGarbage(Whole):
    """Finds the socket to the host and writes into it what it likes."""

    garbage = b"\x00\xff this is not JSON\n"

    def generate(self, request: Request, report: Report) -> Artifact:
        for number in DESCRIPTORS[3:]:
            try:
                if stat.S_ISSOCK(os.fstat(number).st_mode):
                    socket.socket(fileno=os.dup(number)).sendall(self.garbage)
            except OSError:
                continue
        wait_forever()


class TalksForever(TalksGarbage):
    garbage = b"x" * 5_000_000


class TalksNested(TalksGarbage):
    garbage = b"[" * 100_000 + b"\n"


class TalksOfAnotherRun(TalksGarbage):
    garbage = b'{"run": 99, "type": "started"}\n'


class TalksAfterwards(Whole):
    """Is done, but a thread of it writes garbage later: the next run must not suffer for it."""

    def generate(self, request: Request, report: Report) -> Artifact:
        number = next(n for n in DESCRIPTORS[3:] if is_socket(n))
        threading.Thread(target=self.talk, args=(os.dup(number),), daemon=True).start()
        return written(request, str(os.getpid()).encode())

    def talk(self, number: int) -> None:
        time.sleep(0.02)
        socket.socket(fileno=number).sendall(b"garbage\n")


def is_socket(number: int) -> bool:
    try:
        return stat.S_ISSOCK(os.fstat(number).st_mode)
    except OSError:
        return False


class MakesNothing(Whole):
    def generate(self, request: Request, report: Report) -> Artifact:
        return Artifact(request.folder / "nothing.bin")


class MakesEmpty(Whole):
    def generate(self, request: Request, report: Report) -> Artifact:
        return written(request, b"")


class MakesFolder(Whole):
    def generate(self, request: Request, report: Report) -> Artifact:
        (request.folder / "artifact.bin").mkdir()
        return Artifact(request.folder / "artifact.bin")


class MakesLink(Whole):
    def generate(self, request: Request, report: Report) -> Artifact:
        (request.folder / "artifact.bin").symlink_to("/etc/passwd")
        return Artifact(request.folder / "artifact.bin")


class MakesFolderLink(Whole):
    """The file is no link, but the folder it lies in is."""

    def generate(self, request: Request, report: Report) -> Artifact:
        (request.folder / "inner").symlink_to("/etc")
        return Artifact(request.folder / "inner" / "passwd")


class MakesPipe(Whole):
    def generate(self, request: Request, report: Report) -> Artifact:
        os.mkfifo(request.folder / "artifact.bin")
        return Artifact(request.folder / "artifact.bin")


class ReturnsOutsider(Whole):
    def generate(self, request: Request, report: Report) -> Artifact:
        return Artifact(Path("/etc/passwd"))


class ReturnsRelativeOutsider(Whole):
    def generate(self, request: Request, report: Report) -> Artifact:
        return Artifact(request.folder / ".." / "lock")


class ReturnsNone(Whole):
    def generate(self, request: Request, report: Report) -> Artifact:
        return None  # type: ignore[return-value]


class BadThumbnail(Whole):
    def generate(self, request: Request, report: Report) -> Artifact:
        made = written(request, b"made")
        return Artifact(made.path, thumbnail=request.folder / "no-thumbnail.png")


class WritesOutside(Whole):
    """Writes where the prompt says, which is not its folder."""

    def generate(self, request: Request, report: Report) -> Artifact:
        Path(str(request.input["prompt"])).write_text("mediamill was here")
        return written(request, b"made")


class PlaysSilence(Whole):
    """A second and a half of silence, which it believes to be a week."""

    def generate(self, request: Request, report: Report) -> Artifact:
        path = request.folder / "silence.wav"
        with wave.open(str(path), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(8_000)
            file.writeframes(bytes(2 * 12_000))
        return Artifact(path, seconds=604_800.0)


class PlaysText(Whole):
    def generate(self, request: Request, report: Report) -> Artifact:
        return written(request, b"this is no sound at all\n" * 100, "text.wav")


class Paints(Whole):
    """Makes a red picture; the prompt says what is wrong with it."""

    def generate(self, request: Request, report: Report) -> Artifact:
        from tests.codecs.samples import flat_png

        content = flat_png(64, 32)
        return written(request, content[:60] if request.input["prompt"] == "torn" else content, "picture.png")


class ModelsWithoutCodecs(Whole):
    """Makes an object where the extra `codecs` is not installed."""

    def generate(self, request: Request, report: Report) -> Artifact:
        from tests.codecs.samples import glb

        sys.modules.update(dict.fromkeys(("scipy", "embreex", "cv2"), None))  # type: ignore[arg-type]
        return written(request, glb(), "object.glb")


class Hoards(Whole):
    """Keeps 150 MB from its first run on, as a library does that caches."""

    def __init__(self) -> None:
        self.hoard = b""

    def generate(self, request: Request, report: Report) -> Artifact:
        self.hoard = self.hoard or b"x" * 150_000_000
        return written(request, str(os.getpid()).encode())


class SwapsFolder(Whole):
    """Puts a link to the folder of the prompt in the place of its own."""

    def generate(self, request: Request, report: Report) -> Artifact:
        request.folder.rename(Path.home() / "elsewhere")
        request.folder.symlink_to(str(request.input["prompt"]))
        return Artifact(request.folder / "artifact.bin")


class Connects(Whole):
    """Says whether it can connect to the port of the prompt, and read the file `weights` beside the test."""

    def generate(self, request: Request, report: Report) -> Artifact:
        port, _, weights = str(request.input["prompt"]).partition(" ")
        said = [str(os.getpid())]
        for attempt in (lambda: socket.create_connection(("127.0.0.1", int(port))).close(), Path(weights).read_bytes):
            try:
                attempt()
                said.append("yes")
            except PermissionError:
                said.append("no")
        return written(request, " ".join(said).encode())
