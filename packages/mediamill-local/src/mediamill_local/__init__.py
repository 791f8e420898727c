"""Open models on this machine: which weights there are to pull, as rows of data."""

__version__ = "0.1.0"
