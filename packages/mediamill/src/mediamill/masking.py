"""Values as operators may see them: secrets, and the passwords within addresses, are masked."""

import re
from collections.abc import Mapping
from typing import Any

MASK = "•••"
SECRET = re.compile(r"(secret|password|token|authorization|(^|_)key)$")  # of names; key_env and key_file say only where
USER_INFO = re.compile(r"(?<=://)[^/@\s]+@")
SECRET_PATHS = frozenset({"alert_url"})  # whoever knows them may post there
PATH = re.compile(r"(?<=[^:/])/.*")
QUERY = re.compile(r"\?.*")


def masked(name: str, value: Any) -> str | None:
    """A value by its name, as text; None stays None."""
    if value is None:
        return None
    if SECRET.search(name):
        return MASK
    if name in SECRET_PATHS:
        return PATH.sub(f"/{MASK}", str(value))
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {masked(str(key), one)}" for key, one in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(str(masked(name.removesuffix("s"), one)) for one in value)
    return QUERY.sub(f"?{MASK}", USER_INFO.sub(f"{MASK}@", str(value))) if isinstance(value, str) else str(value)
