"""What a file and its provenance say of how it was made."""

from typing import Any

from mediamill.engines.sdk import Request, WeightsFolders
from mediamill_local import __version__
from mediamill_local.kit.opening import Opened

TITLE_CHARACTERS_MAX = 120


def facts(engine: str, opened: Opened, folders: WeightsFolders, request: Request, **more: Any) -> dict[str, Any]:
    """Where the weights came from and how they were used; the same for the same input on the same device."""
    return {
        "engine": engine,
        "version": __version__,
        "model": request.model,
        "weights": folders.origin_of(opened.checkpoint.row),
        "method": f"{opened.checkpoint.pipeline} of diffusers",
        "dtype": str(opened.dtype),
        "memory": str(opened.memory),
        **more,
    }


def title_of(prompt: str) -> str:
    """One line of a prompt."""
    line = " ".join("".join(letter if letter.isprintable() else " " for letter in prompt).split())
    return line if len(line) <= TITLE_CHARACTERS_MAX else line[: TITLE_CHARACTERS_MAX - 1].rstrip() + "…"
