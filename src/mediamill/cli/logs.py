"""What the service writes to stderr."""

import logging
import sys

FORMAT = "%(asctime)s %(levelname)-7s %(name)s: %(message)s"


def set_up_logs(level: str) -> None:
    """One line per event; other packages speak only when something is wrong."""
    logging.basicConfig(stream=sys.stderr, format=FORMAT, level=logging.WARNING)
    logging.getLogger("mediamill").setLevel(level.upper())
