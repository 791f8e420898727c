"""Running tests against one mutant: in a copy of the repository, in a forked process that has the libraries already."""

import contextlib
import importlib
import os
import shlex
import shutil
import signal
import sys
import time
import traceback
from collections.abc import Iterator
from pathlib import Path

from scripts.mutants.mutant import Mutant
from scripts.mutants.parts import ROOT

COPIED = ("src", "tests", "scripts", "pyproject.toml", "README.md", "docs")
# Imported once, in the process that forks: what tests and service import from elsewhere.
LIBRARIES = (
    "pytest",
    "hypothesis",
    "anyio",
    "starlette.applications",
    "pydantic",
    "pydantic_settings",
    "orjson",
    "httpcore2",
    "obstore",
    "prometheus_client",
    "standardwebhooks",
    "click",
    "trustme",
)
# Its plug-ins are imported by then: their assertions need not be rewritten.
PYTEST_OPTIONS = shlex.split("-x -q -m 'not slow' -p no:cacheprovider -W ignore::pytest.PytestAssertRewriteWarning")
# A mutant that makes the tests hang is noticed by whoever runs them: when they take so much longer than without it.
PATIENCE = 5
HANGING_SECONDS = 600.0  # for the code as it is
NOTHING_COLLECTED = 5  # pytest's exit status


class NothingTested(Exception):
    """The tests of a part found nothing to run, or fail without any fault."""


def import_libraries() -> None:
    """So that every fork has them."""
    for library in LIBRARIES:
        importlib.import_module(library)


@contextlib.contextmanager
def copy_of_the_repository(folder: Path) -> Iterator[Path]:
    """A place where a file may be made faulty."""
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, folder / name)
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


def is_noticed(mutant: Mutant, copy: Path, tests: tuple[str, ...], *, seconds_max: float) -> bool:
    """Whether a test fails, an import fails, or something hangs, with this fault in the copy."""
    file = copy / mutant.file
    original = file.read_bytes()
    file.write_text(mutant.text)
    try:
        return exit_status(copy, tests, seconds_max=seconds_max, keep_bytecode=False) != 0
    finally:
        file.write_bytes(original)


def seconds_allowed(copy: Path, tests: tuple[str, ...]) -> float:
    """How long the tests may take with a fault. Raises NothingTested when they do not pass on the code as it is."""
    started = time.monotonic()
    if (status := exit_status(copy, tests, seconds_max=HANGING_SECONDS)) != 0:
        said = output_of(copy).read_text(errors="replace")[-2_000:]
        raise NothingTested(f"{' '.join(tests)}: pytest ended with {status} on the code as it is\n{said}")
    return PATIENCE * (time.monotonic() - started)


def output_of(copy: Path) -> Path:
    """What pytest printed last."""
    return copy.with_name("output.txt")


def exit_status(copy: Path, tests: tuple[str, ...], *, seconds_max: float, keep_bytecode: bool = True) -> int:
    """pytest's, or -1 when it had to be killed.

    Bytecode is told by a file's second and size: two mutants of a moment would be taken for one another.
    """
    child = os.fork()
    if child == 0:
        sys.dont_write_bytecode = not keep_bytecode
        run_tests(copy, tests)
    ends_at = time.monotonic() + seconds_max
    descriptor = os.pidfd_open(child)
    try:
        while True:
            found, status = os.waitpid(child, os.WNOHANG)
            if found:
                return os.waitstatus_to_exitcode(status)
            if time.monotonic() > ends_at:
                os.killpg(child, signal.SIGKILL)
                os.waitpid(child, 0)
                return -1
            time.sleep(0.02)
    finally:
        os.close(descriptor)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)  # what tests started and a fault left behind


def run_tests(copy: Path, tests: tuple[str, ...]) -> None:
    """In the forked process: never returns."""
    status = 1
    try:
        os.setsid()
        os.chdir(copy)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        output = os.open(output_of(copy), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        for stream in (1, 2):
            os.dup2(output, stream)
        sys.path[:0] = [str(copy / "src"), str(copy)]
        os.environ["PYTHONPATH"] = f"{copy / 'src'}{os.pathsep}{copy}"
        for name in [name for name in sys.modules if name.split(".")[0] in ("mediamill", "tests")]:
            del sys.modules[name]
        pytest = importlib.import_module("pytest")
        found = [test for test in tests if (copy / test).exists()]
        status = int(pytest.main([*PYTEST_OPTIONS, *found]))
        if status == NOTHING_COLLECTED:
            status = 0
    except BaseException:
        traceback.print_exc()
        raise
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)
