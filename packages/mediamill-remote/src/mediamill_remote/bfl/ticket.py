"""What a job's handle keeps: where the task is looked at, and all of the model's table that later looks need."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from mediamill_remote.tickets import ResultTicket

TASK_ID = re.compile(r"[A-Za-z0-9_-]{1,120}")
URL = re.compile(r"[\x21-\x7e]{1,400}")
CLUSTER = re.compile(r"api\.([a-z0-9-]+\.)?bfl\.ai")  # hosts that are sent the key: `key_hosts` of the engine
PATH = re.compile(r"(/[A-Za-z0-9_-]+)+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ticket(ResultTicket):
    """A task that was bought."""

    endpoint: str
    task: str  # its id
    place: str  # a URL of the cluster that has it, or a path at the API
    cost: str = ""  # millionths, as the answer to the submit says; or nothing


def place_of(task: str, answer: Mapping[str, object], base_url: str) -> str:
    """Where the answer to a submit says that the task is, if that is the vendor's own; else by its id at the API."""
    url = answer.get("polling_url")
    return url if isinstance(url, str) and is_own(url, base_url) else f"/v1/get_result?id={task}"


def is_own(url: str, base_url: str) -> bool:
    """Whether a URL is the API's own, or one of a cluster by https: no other one is kept, or asked with the key."""
    if not URL.fullmatch(url) or "#" in url:
        return False
    try:
        found, base = urlsplit(url), urlsplit(base_url)
    except ValueError:
        return False
    if not PATH.fullmatch(found.path):
        return False
    is_api = (found.scheme, found.netloc) == (base.scheme, base.netloc)
    return is_api or (found.scheme == "https" and CLUSTER.fullmatch(found.netloc) is not None)
