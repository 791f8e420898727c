"""Room on the disk: no new work is taken before there is none left for the results."""

import shutil
import time

from mediamill.web.call import Shop
from mediamill.web.problems import UNAVAILABLE, Refusal

MEGABYTE = 1_000_000
BELIEVED_SECONDS = 1.0  # how long one look counts: a look costs a system call
_looks: dict[str, tuple[float, int]] = {}


def refuse_without_room(shop: Shop) -> None:
    """Raises 503 when the disk of the data folder has less room left than the operator wants."""
    if free_bytes(str(shop.settings.data_dir)) < shop.settings.disk_free_megabytes_min * MEGABYTE:
        raise Refusal(UNAVAILABLE)


def free_bytes(folder: str) -> int:
    """What is left on the disk of this folder, a second ago at most."""
    looked_at, free = _looks.get(folder, (-BELIEVED_SECONDS, 0))
    now = time.monotonic()
    if now - looked_at >= BELIEVED_SECONDS:
        free = shutil.disk_usage(folder).free
        _looks[folder] = (now, free)
    return free
