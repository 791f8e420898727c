"""Trying mutants: each in a process forked from one that has collected the tests, with the tests that reach the fault.

The tests run once on the code as it is, which tells how long each takes and what it executes. Then each fault is put
into a fork of its own, and the tests that execute that function or query run there until one of them fails.
"""

import os
import pickle
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from scripts.mutants.copies import copy_repository, enter
from scripts.mutants.forks import last_of_this_process
from scripts.mutants.mutant import Mutant
from scripts.mutants.parts import ROOT
from scripts.mutants.session import collect_and_try

# Tests that wait for the disk to sync wait for nothing there.
IN_MEMORY = Path("/dev/shm")


class NothingTested(Exception):
    """The tests of a part found nothing to run, or fail without any fault."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of one mutant."""

    mutant: Mutant
    noticed: bool
    by: str  # the test that failed; empty when the tests hung, or broke down


def verdicts_on(mutants: list[Mutant], tests: tuple[str, ...], jobs: int) -> Iterator[Verdict]:
    """Each as soon as it is known. Raises NothingTested when the tests do not pass on the code as it is."""
    with tempfile.TemporaryDirectory(prefix="mutants-", dir=IN_MEMORY if IN_MEMORY.is_dir() else None) as name:
        folder = Path(name).resolve()
        copy_repository(ROOT, folder / "copy")
        readable, writable = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(readable)
            try_all(mutants, tests, folder, jobs, writable)
        os.close(writable)
        with os.fdopen(readable, "rb") as results:
            tried = 0
            while (verdict := received(results)) is not None:
                position, noticed, by = verdict
                yield Verdict(mutants[position], noticed, by)
                tried += 1
        os.waitpid(child, 0)
        if tried < len(mutants):
            raise NothingTested(f"{' '.join(tests)}\n{(folder / 'output.txt').read_text(errors='replace')[-4_000:]}")


def received(results: BinaryIO) -> tuple[int, bool, str] | None:
    try:
        verdict: tuple[int, bool, str] = pickle.load(results)
    except EOFError:
        return None
    return verdict


def try_all(mutants: list[Mutant], tests: tuple[str, ...], folder: Path, jobs: int, results: int) -> None:
    """In a forked process, which ends here."""
    with last_of_this_process():
        with (folder / "output.txt").open("wb") as output:
            os.dup2(output.fileno(), 1)
            os.dup2(output.fileno(), 2)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        enter(folder / "copy")
        collect_and_try(mutants, tests, folder, jobs, results)
