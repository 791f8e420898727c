"""What Tripo's own Python package sends and reads: its bodies, its paths and its states, read from its source."""

import ast
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.util import find_spec
from pathlib import Path

import pytest

PLACE = "TRIPO_PACKAGE"  # the folder `tripo3d` of an installation elsewhere
HOW = f"Tripo's package is not here: pip install tripo3d into any environment, and name its folder in {PLACE}"
PLAIN: Mapping[str, type | tuple[type, ...]] = {"str": str, "int": int, "float": (int, float), "bool": bool}
# What a body calls otherwise than the method's argument.
RENAMED = {"model": "model_version", "input": "image"}


@cache
def package_types() -> "PackageTypes":
    spec = find_spec("tripo3d")
    named = os.environ.get(PLACE) or (spec.origin and str(Path(spec.origin).parent) if spec else None)
    if not named or not (Path(named) / "client.py").is_file():
        pytest.skip(HOW)
    return PackageTypes(Path(named))


@dataclass(frozen=True)
class PackageTypes:
    """A folder of the package."""

    folder: Path

    @cached_property
    def client(self) -> ast.Module:
        return ast.parse((self.folder / "client.py").read_text())

    @cached_property
    def bodies(self) -> Mapping[str, Mapping[str, str]]:
        """Path of a call that is billed -> field of its body -> its type as it is written, "" where none is."""
        found = {}
        for method in ast.walk(self.client):
            if isinstance(method, ast.AsyncFunctionDef) and (path := submitted_by(method)):
                types = {one.arg: ast.unparse(one.annotation) for one in method.args.args if one.annotation}
                found[path] = {name: types.get(RENAMED.get(name, name), "") for name in keys_in(method)}
        return found

    @cached_property
    def texts(self) -> frozenset[str]:
        """Every text of the client, such as paths."""
        return frozenset(texts_in(self.client))

    @cached_property
    def read(self) -> frozenset[str]:
        """Every text of its models: names of fields, and states."""
        return frozenset(texts_in(ast.parse((self.folder / "models.py").read_text())))

    @cached_property
    def states(self) -> frozenset[str]:
        """Of a task."""
        tree = ast.parse((self.folder / "models.py").read_text())
        kind = next(one for one in tree.body if isinstance(one, ast.ClassDef) and one.name == "TaskStatus")
        return frozenset(text for one in kind.body if isinstance(one, ast.Assign) for text in texts_in(one.value))

    def faults_of(self, path: str, body: Mapping[str, object]) -> Iterator[str]:
        """What the package would not send there."""
        fields = self.bodies[path]
        for name, value in body.items():
            written = fields.get(name)
            if written is None:
                yield f"there is no {name}"
                continue
            plain = written.removeprefix("Optional[").removesuffix("]")
            if plain in PLAIN and (not isinstance(value, PLAIN[plain]) or (plain != "bool") == isinstance(value, bool)):
                yield f"{name} is {plain}, not {value!r}"


def submitted_by(method: ast.AsyncFunctionDef) -> str | None:
    """The path of the call that a method makes; None where it makes none."""
    for call in ast.walk(method):
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "self._submit" and call.args:
            return next(texts_in(call.args[0]), None)
    return None


def keys_in(method: ast.AsyncFunctionDef) -> Iterator[str]:
    """The names in the tables that a method makes."""
    for table in ast.walk(method):
        for key in table.keys if isinstance(table, ast.Dict) else ():
            if key is not None:
                yield from texts_in(key)


def texts_in(node: ast.AST) -> Iterator[str]:
    """Every text that is written in a piece of source."""
    for one in ast.walk(node):
        if isinstance(one, ast.Constant) and isinstance(one.value, str):
            yield one.value
