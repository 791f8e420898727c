"""Each layer of the jail by itself: what it keeps, what it lets through, and what it says where it is missing."""

import errno
import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from mediamill.engines.host import jail
from mediamill.engines.host.jail import attacks, landlock, seccomp, syscalls
from tests.engines.host.jail.cells import answer_of, jailed

needs_landlock = pytest.mark.skipif(landlock.abi() < landlock.ABI_RENAME, reason="this kernel has no Landlock")


def test_it_is_refused_where_a_second_thread_would_stay_outside(tmp_path: Path) -> None:
    def with_a_thread() -> str:
        wait = threading.Event()
        threading.Thread(target=wait.wait, daemon=True).start()
        try:
            jail.enter(jail.Profile(home=tmp_path))
        except jail.HasThreads:
            return "refused"
        return "entered"

    assert answer_of(with_a_thread) == "refused"


def test_no_capability_is_left(tmp_path: Path) -> None:
    def capabilities() -> list[str]:
        with Path("/proc/self/status").open() as status:  # opened outside, it can be read inside
            jail.enter(jail.Profile(home=tmp_path))
            return [line for line in status if line.startswith(("Cap", "NoNewPrivs"))]

    lines = answer_of(capabilities)

    assert lines[-1].split() == ["NoNewPrivs:", "1"]
    held = {name: int(value, 16) for name, value in (line.split() for line in lines[:-1])}
    assert (held["CapEff:"], held["CapPrm:"], held["CapInh:"], held["CapAmb:"]) == (0, 0, 0, 0)
    assert held["CapBnd:"] == 0 or os.getuid() != 0  # an ordinary user cannot empty it, and gains nothing by it


def test_copying_files_and_running_programs_work_at_home(tmp_path: Path) -> None:
    def work() -> list[str]:
        Path("a").write_bytes(b"content")
        shutil.copy2("a", "b")
        Path("below").mkdir()
        Path("b").rename("below/b")
        subprocess.run(["cp", "-p", "below/b", "c"], check=True)
        subprocess.run(["sh", "-c", "cat c > d"], check=True)
        subprocess.run([sys.executable, "-c", "import json; open('e', 'w').write('content')"], check=True)
        pair = os.pipe()
        threading.Thread(target=os.write, args=(pair[1], b"x")).start()
        return [os.read(pair[0], 1).decode(), *(Path(name).read_text() for name in ("below/b", "c", "d", "e"))]

    assert jailed(work, jail.Profile(home=tmp_path)) == ["x", *["content"] * 4]


@needs_landlock
def test_what_a_profile_names_can_be_read_and_nothing_else(tmp_path: Path) -> None:
    weights, other, home = tmp_path / "weights", tmp_path / "other", tmp_path / "home"
    for folder in (weights, other, home):
        folder.mkdir()
        (folder / "file").write_text(folder.name)

    def look() -> list[str]:
        found = [(weights / "file").read_text(), (home / "file").read_text()]
        for denied in (lambda: (other / "file").read_text(), lambda: (weights / "file").write_text("mine")):
            try:
                denied()
            except PermissionError:
                found.append("denied")
        return found

    assert jailed(look, jail.Profile(home=home, readable=(weights,))) == ["weights", "home", "denied", "denied"]


def test_a_folder_moved_home_is_reached_and_moved_away_is_not(tmp_path: Path) -> None:
    home, request = tmp_path / "home", tmp_path / "request"
    for folder in (home, request):
        folder.mkdir()
    (request / "input").write_text("a recording")
    come, go, answers = os.pipe(), os.pipe(), os.pipe()

    def work() -> list[str]:
        os.read(come[0], 1)
        found = [(home / "run" / "input").read_text()]
        os.write(answers[1], b"x")
        os.read(go[0], 1)
        try:
            (request / "input").read_text()
        except OSError as fault:
            found.append(errno.errorcode[fault.errno or 0])
        return found

    def host() -> list[str]:
        pid = os.fork()
        if pid == 0:
            request.rename(home / "run")
            os.write(come[1], b"x")
            os.read(answers[0], 1)
            (home / "run").rename(request)
            os.write(go[1], b"x")
            os._exit(0)
        found: list[str] = jailed(work, jail.Profile(home=home))
        os.waitpid(pid, 0)
        return found

    expected = "EACCES" if landlock.abi() else None
    assert answer_of(host) == ["a recording", *([expected] if expected else [])]


def test_an_engine_with_network_has_tcp_to_its_ports_alone(tmp_path: Path) -> None:
    import socket

    with socket.create_server(("127.0.0.1", 0)) as listener, socket.create_server(("127.0.0.1", 0)) as other:
        open_port, closed_port = listener.getsockname()[1], other.getsockname()[1]

        def call() -> list[str]:
            found = []
            for family, protocol, port in (
                (socket.AF_INET, 0, open_port), (socket.AF_INET, 0, closed_port),
                (socket.AF_INET, attacks.IPPROTO_MPTCP, open_port), (attacks.AF_NETLINK, 0, 0),
            ):  # fmt: skip
                try:
                    with socket.socket(family, socket.SOCK_STREAM, protocol) as end:
                        end.connect(("127.0.0.1", port))
                    found.append("connected")
                except PermissionError:
                    found.append("denied")
            return found

        found = jailed(call, jail.Profile(home=tmp_path, ports=(open_port,)))

    others = "denied" if landlock.abi() >= landlock.ABI_NETWORK else "connected"
    assert found == ["connected", others, "denied", "denied"]


def test_without_landlock_the_other_layers_hold_and_say_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(landlock, "abi", lambda: 0)

    def enter() -> list[object]:
        layers = jail.enter(jail.Profile(home=tmp_path))
        return [layers.landlock, layers.filtered]

    assert answer_of(enter) == [0, True]


@needs_landlock
@pytest.mark.parametrize("abi", range(1, landlock.abi() + 1))
def test_an_older_landlock_confines_files_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, abi: int) -> None:
    monkeypatch.setattr(landlock, "abi", lambda: abi)
    outside = tmp_path / "outside"
    outside.write_text("secret")
    home = tmp_path / "home"
    home.mkdir()

    def read() -> str:
        (home / "mine").write_text("x")
        (home / "mine").write_text("y")
        try:
            return outside.read_text()
        except PermissionError:
            return "denied"

    assert jailed(read, jail.Profile(home=home)) == "denied"


def test_both_machines_have_every_call_that_either_has() -> None:
    only_x86 = {
        "inotify_init", "iopl", "ioperm", "modify_ldt", "uselib", "chmod", "chown", "lchown", "utime", "utimes",
        "futimesat", "mknod", "open",
    }  # fmt: skip
    for table in (*seccomp.ANSWERS, syscalls.ONLY_SELF, syscalls.JUDGED):
        x86, arm = syscalls.numbers(table, arm=False), syscalls.numbers(table, arm=True)
        assert x86.keys() - arm.keys() <= only_x86
        for numbers in (x86, arm):
            assert len(set(numbers.values())) == len(numbers)
            assert max(numbers.values()) <= syscalls.NEWEST


@pytest.mark.parametrize("online", [False, True])
@pytest.mark.parametrize("arm", [False, True])
def test_every_jump_of_the_filter_lands_in_it(online: bool, arm: bool) -> None:
    program = seccomp.filter_program(online=online, arm=arm)
    steps = [program[at : at + 8] for at in range(0, len(program), 8)]

    assert len(steps) < 4_096  # the kernel's limit
    for at, step in enumerate(steps):
        code, if_true, if_false = int.from_bytes(step[:2], sys.byteorder), step[2], step[3]
        if code & 0x07 == 0x05:
            assert at + 1 + max(if_true, if_false) < len(steps)
    assert steps[-1] == seccomp.ALLOWED
