"""The session of pytest in which mutants are tried: it collects the tests once and runs them in forks."""

import gc
import os
import pickle
import shlex
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

import pytest
from hypothesis import Phase, settings

from scripts.mutants.copies import copy_repository, enter
from scripts.mutants.forks import last_of_this_process
from scripts.mutants.in_place import Imported, NeedsFreshProcess, put_in_place
from scripts.mutants.mutant import Mutant
from scripts.mutants.traces import Tracer, Traces, reaches

# What measures memory does not stand being watched, and takes long.
PYTEST_OPTIONS = shlex.split(
    "-x -q -m 'not slow' -k 'not memory' -p no:cacheprovider -W ignore::pytest.PytestAssertRewriteWarning"
)
# A mutant that makes a test hang is noticed by whoever runs it: when it takes so much longer than without it.
PATIENCE = 10
SECONDS_MIN = 30.0  # for a machine that is busy for a moment
FAILURES = 2  # of one test, one after the other: the first may be owed to a busy machine
SECONDS_FRESH_MAX = 600.0  # for a new interpreter, which collects the tests first
LOOK_SECONDS = 0.02


def collect_and_try(mutants: list[Mutant], tests: tuple[str, ...], folder: Path, jobs: int, results: int) -> None:
    """Import the service and its tests, and try the mutants in place of pytest's own loop."""
    # Verdicts are the same in every run, and a failure is enough: nobody reads the smallest example.
    settings.register_profile("once", phases=(Phase.explicit, Phase.generate), database=None, derandomize=True)
    settings.load_profile("once")
    trials = Trials(mutants, folder, jobs, results)
    trials.tracer.start()
    pytest.main([*PYTEST_OPTIONS, *tests], plugins=[trials])


@dataclass(frozen=True, slots=True)
class Child:
    """A process that tries one mutant."""

    position: int  # of the mutant
    folder: Path
    ends_at: float


class Trials:
    """A plug-in of pytest that learns what each test executes, and then tries every mutant."""

    def __init__(self, mutants: list[Mutant], folder: Path, jobs: int, results: int) -> None:
        self.mutants = mutants
        self.folder = folder
        self.copy = folder / "copy"
        self.jobs = jobs
        self.results = results
        self.tracer = Tracer(self.copy)
        self.traces = Traces()
        self.imported = Imported({}, {})
        self.on_report: Callable[[pytest.TestReport], None] = lambda _report: None
        self.killers: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)  # what noticed faults of a place

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.on_report(report)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.tracer.stop()
        self.traces.while_importing = self.tracer.take()
        if session.testsfailed or not session.items:
            return True
        self.traces = self.traced(session)
        if not self.traces.failed:
            self.imported = Imported.found(self.copy)
            gc.collect()
            gc.freeze()  # what is imported is shared with every fork
            self.try_mutants(session)
        return True

    def traced(self, session: pytest.Session) -> Traces:
        """What the tests do on the code as it is, in a process of its own: this one stays as it was."""
        learned = self.folder / "traces"
        child = os.fork()
        if child == 0:
            with last_of_this_process():
                keep_files_in(self.folder / "tmp")
                learned.write_bytes(pickle.dumps(self.learn(session)))
        os.waitpid(child, 0)
        found: Traces = pickle.loads(learned.read_bytes())
        return found

    def learn(self, session: pytest.Session) -> Traces:
        traces = self.traces

        def note(report: pytest.TestReport) -> None:
            traces.seconds[report.nodeid] = traces.seconds.get(report.nodeid, 0.0) + report.duration
            if report.failed:
                traces.failed.append(report.nodeid)

        self.on_report = note
        self.tracer.start()
        for item, following in zip(session.items, [*session.items[1:], None], strict=True):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            traces.places[item.nodeid] = self.tracer.take()
            if traces.failed:  # being watched takes time, which some tests have not got
                traces.failed.clear()
                self.tracer.stop()
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
                self.tracer.start()
            if traces.failed:
                print(f"failed on the code as it is: {traces.failed}")
                break
        self.tracer.stop()
        return traces

    def try_mutants(self, session: pytest.Session) -> None:
        """As many at a time as there are jobs."""
        waiting = list(range(len(self.mutants)))[::-1]
        under_way: dict[int, Child] = {}
        while waiting or under_way:
            while waiting and len(under_way) < self.jobs:
                position = waiting.pop()
                if (child := self.start(position, session)) is None:
                    self.tell(position, noticed=False)
                else:
                    under_way.update([child])
            for process in [process for process in under_way if self.has_ended(process, under_way[process])]:
                del under_way[process]
            time.sleep(LOOK_SECONDS)

    def start(self, position: int, session: pytest.Session) -> tuple[int, Child] | None:
        """A process that tries one mutant; None when no test executes the place of the fault."""
        mutant = self.mutants[position]
        imports_it = any(reaches(place, mutant) for place in self.traces.while_importing)
        tests = [item.nodeid for item in session.items] if imports_it else self.in_order(mutant)
        if not tests:
            return None
        folder = self.folder / str(position)
        folder.mkdir()
        process = os.fork()
        if process == 0:
            with last_of_this_process():
                keep_files_in(folder / "tmp")
                os.setsid()
                self.try_one(mutant, tests, folder, session, fresh=imports_it)
        seconds_max = sum(self.seconds_for(test) for test in tests)
        return process, Child(position, folder, time.monotonic() + max(seconds_max, SECONDS_FRESH_MAX))

    def seconds_for(self, test: str) -> float:
        """How long it may take with a fault."""
        return SECONDS_MIN + PATIENCE * self.traces.seconds[test]

    def in_order(self, mutant: Mutant) -> list[str]:
        """Tests that noticed another fault of this place, then the quickest."""
        killers = self.killers[mutant.file, mutant.place]
        return sorted(self.traces.tests_of(mutant), key=lambda test: -killers[test])

    def try_one(self, mutant: Mutant, tests: list[str], folder: Path, session: pytest.Session, *, fresh: bool) -> None:
        """Returns when every test passes."""
        try:
            if fresh:
                raise NeedsFreshProcess
            put_in_place(mutant, self.copy / mutant.file, self.imported)
        except NeedsFreshProcess:
            try_afresh(mutant, tests, self.copy, folder / "copy")

        failures: list[str] = []

        def note(report: pytest.TestReport) -> None:
            if report.failed:
                failures.append(report.nodeid)

        self.on_report = note
        items = {item.nodeid: item for item in session.items}
        for test, following in zip(tests, [*tests[1:], None], strict=True):
            item = items[test]
            for _ in range(FAILURES):
                failures.clear()
                signal.setitimer(signal.ITIMER_REAL, self.seconds_for(test))  # ends the process
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=items[following] if following else None)
                if not failures:
                    break
            else:
                (folder / "by").write_text(test)
                os._exit(1)

    def has_ended(self, process: int, child: Child) -> bool:
        """Whether it has; then its verdict is told, and nothing of it is left."""
        found, status = os.waitpid(process, os.WNOHANG)
        hangs = not found and time.monotonic() > child.ends_at
        if not found and not hangs:
            return False
        with suppress(ProcessLookupError):
            os.killpg(process, signal.SIGKILL)  # what tests started and a fault left behind
        if hangs:
            os.waitpid(process, 0)
        by = child.folder / "by"
        self.tell(child.position, noticed=hangs or status != 0, by=by.read_text() if by.exists() else "")
        shutil.rmtree(child.folder, ignore_errors=True)
        return True

    def tell(self, position: int, *, noticed: bool, by: str = "") -> None:
        mutant = self.mutants[position]
        if by:
            self.killers[mutant.file, mutant.place][by] += 1
        os.write(self.results, pickle.dumps((position, noticed, by)))


def keep_files_in(temporary: Path) -> None:
    """Whatever tests leave behind from now on lies where it is removed."""
    temporary.mkdir()
    os.environ.update(TMPDIR=str(temporary), PYTEST_DEBUG_TEMPROOT=str(temporary))
    tempfile.tempdir = None


def try_afresh(mutant: Mutant, tests: list[str], source: Path, copy: Path) -> NoReturn:
    """With a new interpreter, where the fault is in the file before anything is imported."""
    copy_repository(source, copy)
    (copy / mutant.file).write_text(mutant.text)
    enter(copy)
    os.execv(sys.executable, [sys.executable, "-m", "pytest", *PYTEST_OPTIONS, *tests])
