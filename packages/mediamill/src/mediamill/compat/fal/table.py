"""fal's endpoints as we have them."""

from mediamill.compat.table import read_table

NAME = "fal"
TABLE = read_table(__file__)
BASE = f"/compat/{NAME}"
QUEUE, RUN, REST = f"{BASE}/queue", f"{BASE}/run", f"{BASE}/rest"  # what their hosts `queue.`, `` and `rest.` have


def app_of(endpoint: str) -> str:
    """Owner and application of an endpoint: where its requests are looked at."""
    return "/".join(endpoint.split("/")[:2])
