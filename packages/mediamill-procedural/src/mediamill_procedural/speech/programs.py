"""The program that better English comes from, looked for without loading anything else."""

import shutil


def flite_program() -> str | None:
    """Where flite is, None where it is not installed."""
    return shutil.which("flite")
