"""The command line: operators' commands work on the data folder, `generate` on the public interface."""

from mediamill.cli.main import main

__all__ = ["main"]
