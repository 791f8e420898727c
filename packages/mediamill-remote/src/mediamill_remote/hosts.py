"""Hosts of a vendor beyond those that its engine knows."""

import re

HOST = r"(\*\.)?([a-z0-9-]+\.)+[a-z][a-z0-9-]*(/[\w-]+(\.[\w-]+)*)*/?"
HOSTS = re.compile(rf"({HOST}( |$))*", re.ASCII)


def hosts_fault(option: str, written: str) -> str | None:
    """None where an option holds names of hosts; else what is wrong with it."""
    return None if HOSTS.fullmatch(written) else f"{option} has to be names of hosts with a blank between them."
