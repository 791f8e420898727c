"""Copies of the repository, in which tests run and files may be made faulty."""

import os
import shutil
import sys
from pathlib import Path

COPIED = ("packages", "tests", "scripts", "conftest.py", "pyproject.toml", "README.md", "docs")


def copy_repository(source: Path, target: Path) -> None:
    """What the tests run in, whatever is edited meanwhile."""
    for name in COPIED:
        if (source / name).is_dir():
            shutil.copytree(source / name, target / name, ignore=shutil.ignore_patterns("__pycache__", ".venv"))
        elif (source / name).exists():
            shutil.copy2(source / name, target / name)


def enter(copy: Path) -> None:
    """Make the copy the place that code is imported from, here and in processes started from here."""
    os.chdir(copy)
    sources = [str(path) for path in (*sorted(copy.glob("packages/*/src")), *sorted(copy.glob("packages/*")), copy)]
    sys.path[:0] = sources
    os.environ["PYTHONPATH"] = os.pathsep.join(sources)
    # Bytecode is told by a file's second and size, which two mutants may share.
    sys.dont_write_bytecode = True
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
