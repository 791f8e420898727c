"""Whether large libraries are installed, without importing them."""

from collections.abc import Callable, Iterable

DIFFUSION = ("torch", "diffusers", "transformers", "accelerate")


def missing_library(extra: str, names: Iterable[str], finds: Callable[[str], bool]) -> str | None:
    """None where all are installed; else the sentence that says how to install the extra that brings them. `finds` is
    the engine's own: it may run in another environment.
    """
    missing = [name for name in names if not finds(name)]
    if not missing:
        return None
    are = "is" if len(missing) == 1 else "are"
    return f"{' and '.join(missing)} {are} not installed: pip install 'mediamill-local[{extra}]'"
