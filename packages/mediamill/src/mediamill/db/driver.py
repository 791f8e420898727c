"""The driver of PostgreSQL, which is an extra of its own."""

from importlib.util import find_spec

from mediamill.errors import MediamillError


class DriverMissing(MediamillError):
    """PostgreSQL needs a driver that is not installed: pip install 'mediamill[fleet]'."""

    code = "driver_missing"


def require_driver() -> None:
    """Raises DriverMissing."""
    if find_spec("psycopg") is None:
        raise DriverMissing
