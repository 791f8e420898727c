"""Validates an engine's file: a regular file in the request's folder, neither empty nor too large."""

import stat
from pathlib import Path

from mediamill.engines.engine import Artifact
from mediamill.engines.host.outcome import Failed, Made, RunFailure, failed
from mediamill.units import MEGABYTE


def validate(artifact: Artifact, folder: Path, *, output_mb: int) -> Made | Failed:
    """The outcome: the engine's files if they are valid, else the failure."""
    for path in filter(None, (artifact.path, artifact.thumbnail)):
        size = plain_file_size(path, folder)
        if not size:
            return failed(RunFailure.BAD_ARTIFACT)
        if size > output_mb * MEGABYTE:
            return failed(RunFailure.OUTPUT)
    return Made(artifact)


def plain_file_size(path: Path, folder: Path) -> int:
    """Bytes of a plain file that lies in the folder by no link of any kind; 0 for everything else."""
    try:
        facts = path.lstat()
        inside = path.resolve(strict=True) == folder.resolve(strict=True) / path.relative_to(folder)
    except (OSError, ValueError, RuntimeError):
        return 0  # missing, outside, or links in a circle
    return facts.st_size if inside and stat.S_ISREG(facts.st_mode) and facts.st_nlink == 1 else 0
