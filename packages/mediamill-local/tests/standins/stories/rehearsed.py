"""The engine of pictures, with what no machine does when asked: too little memory, and a call home."""

import socket
from typing import Any

from mediamill.engines.sdk import Artifact, Report, Request
from mediamill_local.pictures.flux2 import Flux2Engine

TOO_LARGE = "too large for the first try"
CALL_HOME = "call 127.0.0.1 "  # and a port


class Rehearsed(Flux2Engine):
    """Begins with what the prompt rehearses; the picture itself is made as ever."""

    name = "tests.rehearsed"

    def generate(self, loaded: Any, request: Request, report: Report) -> Artifact:
        prompt, tried = str(request.input["prompt"]), request.folder / "tried"
        if prompt == TOO_LARGE and not tried.exists():
            import torch

            tried.write_bytes(b"")
            raise torch.OutOfMemoryError("CUDA out of memory (rehearsed)")
        if prompt.startswith(CALL_HOME):
            try:
                socket.create_connection(("127.0.0.1", int(prompt.removeprefix(CALL_HOME))), timeout=5).close()
            except PermissionError:
                pass
            else:
                raise AssertionError("the network is within reach")
        return super().generate(loaded, request, report)
