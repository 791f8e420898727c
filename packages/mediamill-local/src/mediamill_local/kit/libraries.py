"""Whether large libraries are installed, without importing them."""

from collections.abc import Iterable
from importlib.util import find_spec

DIFFUSION = ("torch", "diffusers", "transformers", "accelerate")


def missing_library(extra: str, names: Iterable[str]) -> str | None:
    """None where all are installed; else the sentence that says how to install the extra that brings them."""
    missing = [name for name in names if find_spec(name) is None]
    if not missing:
        return None
    are = "is" if len(missing) == 1 else "are"
    return f"{' and '.join(missing)} {are} not installed: pip install 'mediamill-local[{extra}]'"
