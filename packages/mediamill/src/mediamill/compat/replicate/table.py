"""Replicate's models as we have them."""

import hashlib

from mediamill.compat.table import Mapping, read_table

NAME = "replicate"
TABLE = read_table(__file__)


def version_of(name: str) -> str:
    """The only version of a model: an id in the form of theirs, the same in every installation."""
    return hashlib.sha256(f"mediamill {name}".encode()).hexdigest()


VERSIONS = {version_of(name): name for mapping in TABLE.models for name in mapping.names}


def find(reference: str) -> tuple[str, Mapping] | None:
    """The model that `owner/name`, `owner/name:version` or a version's id stands for, with its name."""
    name, _, version = reference.partition(":")
    if "/" not in name:
        name, version = VERSIONS.get(name, ""), name
    mapping = TABLE.find(name)
    return (name, mapping) if mapping and version in ("", version_of(name)) else None
