"""What Google's own Python package sends and understands, read from its source."""

import ast
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.util import find_spec
from pathlib import Path

import pytest

PLACE = "GEMINI_PACKAGE"  # the folder `google/genai` of an installation elsewhere
HOW = f"Google's package is not here: pip install google-genai into any environment, and name its folder in {PLACE}"
PLAIN: Mapping[str, type | tuple[type, ...]] = {
    "str": str,
    "int": int,
    "float": (int, float),
    "bool": bool,
    "bytes": str,
}
OPTIONAL = re.compile(r"Optional\[(.+)\]")
LIST = re.compile(r"list\[(.+)\]")
REQUEST, CONTENT, CONFIG, IMAGE = "GenerateContentParameters", "Content", "GenerateContentConfig", "ImageConfig"
PART = "Part"
NESTED = {"contents": CONTENT, "parts": PART, "generationConfig": CONFIG, "imageConfig": IMAGE}


@cache
def package_types() -> "PackageTypes":
    named = os.environ.get(PLACE) or installed()
    if not named or not (Path(named) / "types.py").is_file():
        pytest.skip(HOW)
    return PackageTypes(Path(named))


def installed() -> str | None:
    """The folder of the package in this environment, without importing it."""
    try:
        spec = find_spec("google.genai")
    except ModuleNotFoundError:
        return None
    return str(Path(spec.origin).parent) if spec and spec.origin else None


@dataclass(frozen=True)
class PackageTypes:
    """The package's source."""

    folder: Path

    @cached_property
    def classes(self) -> Mapping[str, Mapping[str, str]]:
        """Type -> its fields as JSON has them -> their types; of an enumeration its words."""
        return {
            one.name: dict(fields_of(one))
            for one in ast.parse((self.folder / "types.py").read_text()).body
            if isinstance(one, ast.ClassDef)
        }

    @cached_property
    def sent(self) -> Mapping[str, frozenset[str]]:
        """Type -> the fields that the package sends of it to the Gemini API, as JSON has them."""
        tree = ast.parse((self.folder / "models.py").read_text())
        found = {one.name: one for one in tree.body if isinstance(one, ast.FunctionDef)}
        return {
            name: frozenset(taken_by(found[f"_{name}_to_mldev"])) for name in (REQUEST, CONTENT, PART, CONFIG, IMAGE)
        }

    @cached_property
    def address(self) -> tuple[str, str]:
        """The host and the version of the Gemini API."""
        text = self._client
        (host,) = re.findall(r"base_url = '(https://generativelanguage[^']+)'", text)
        (version,) = re.findall(rf"{re.escape(host)}'.{{0,200}}?'(v\w+)'", text, re.S)[:1]
        return host, version

    @cached_property
    def key_header(self) -> str:
        (name,) = re.findall(r"headers\['([\w-]+)'\] = self\.api_key", self._client)
        return str(name)

    @cached_property
    def paths(self) -> frozenset[str]:
        return frozenset(re.findall(r"path = '([^']+)'", (self.folder / "models.py").read_text()))

    def words_of(self, enumeration: str) -> set[str]:
        return set(self.classes[enumeration])

    def faults_of(self, body: object, kind: str = REQUEST, place: str = "") -> list[str]:
        """What of a request the package would not send, or not so."""
        if not isinstance(body, Mapping):
            return [f"{place} is no object"]
        found: list[str] = []
        for name, value in body.items():
            where = f"{place}.{name}" if place else name
            if name not in self.sent[kind]:
                found.append(f"{where} is not sent")
            elif name in NESTED:
                several = value if isinstance(value, list) else [value]
                for number, one in enumerate(several):
                    inner = f"{where}.{number}" if isinstance(value, list) else where
                    found += self.faults_of(one, NESTED[name], inner)
            elif not fits(self.classes[kind][name], value):
                found.append(f"{where} is {self.classes[kind][name]}, not {value!r}")
        return found

    def strange_in(self, answer: object, kind: str, place: str = "") -> list[str]:
        """What of an answer the package has no type for."""
        if not isinstance(answer, Mapping):
            return [f"{place}: no object"]
        found: list[str] = []
        for name, value in answer.items():
            where = f"{place}.{name}" if place else name
            written = self.classes[kind].get(name)
            if written is None:
                found.append(where)
                continue
            inner = bare(written)
            several = value if isinstance(value, list) else [value]
            for number, one in enumerate(several):
                at = f"{where}.{number}" if isinstance(value, list) else where
                if inner in PLAIN:
                    found += [] if fits(inner, one) else [f"{at}: {one!r}"]
                elif isinstance(one, str):
                    found += [] if one in self.classes[inner] else [f"{at}: {one}"]
                else:
                    found += self.strange_in(one, inner, at)
        return found

    @cached_property
    def _client(self) -> str:
        return (self.folder / "_api_client.py").read_text()


def fields_of(one: ast.ClassDef) -> Iterator[tuple[str, str]]:
    """Field -> type; of an enumeration word -> nothing."""
    for statement in one.body:
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            yield camel(statement.target.id), ast.unparse(statement.annotation)
        elif isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Constant):
            yield str(statement.value.value), ""


def taken_by(function: ast.FunctionDef) -> Iterator[str]:
    """What a converter puts into its object or its parent's, but for what it refuses: the last name of each place."""
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "setv":
            path = [one.value for one in ast.walk(node.args[1]) if isinstance(one, ast.Constant)]
            is_own = isinstance(node.args[0], ast.Name) and node.args[0].id == "to_object"
            if is_own and path and path[0] != "_url":
                yield str(path[-1])


def fits(written: str, value: object) -> bool:
    """Whether a plain value is of a type."""
    inner = OPTIONAL.fullmatch(written)
    kind = inner[1] if inner else written
    if (several := LIST.fullmatch(kind)) is not None:
        return isinstance(value, list) and all(fits(several[1], one) for one in value)
    return kind in PLAIN and isinstance(value, PLAIN[kind]) and (kind == "bool") == isinstance(value, bool)


def bare(written: str) -> str:
    """A type without `Optional` and `list`."""
    for wrapping in (OPTIONAL, LIST):
        inner = wrapping.fullmatch(written)
        written = inner[1] if inner else written
    return written


def camel(name: str) -> str:
    """`finish_reason` as JSON has it."""
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)
