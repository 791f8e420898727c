"""multipart/form-data, taken apart."""

import re
from collections.abc import Mapping

from tests.fakes.server import Asked


def form_of(asked: Asked) -> Mapping[str, str | bytes]:
    """Fields as texts, files as bytes; nothing where the body is no form."""
    boundary = re.search(r'^multipart/form-data;.*boundary="?([^";]+)', asked.headers.get("content-type", ""))
    if not boundary:
        return {}
    found: dict[str, str | bytes] = {}
    for part in asked.body.split(f"--{boundary[1]}".encode())[1:-1]:
        head, _, content = part.removeprefix(b"\r\n").removesuffix(b"\r\n").partition(b"\r\n\r\n")
        name = re.search(rb'name="([^"]+)"', head)
        assert name, head
        found[name[1].decode()] = content if b"filename=" in head else content.decode()
    return found
