"""What ElevenLabs' own Python package sends: its calls with their fields and types, read from its source."""

import ast
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import parse_qsl

import pytest

from mediamill_remote.elevenlabs.call import Call

PLACE = "ELEVENLABS_PACKAGE"  # the folder `elevenlabs` of an installation elsewhere
HOW = f"ElevenLabs' package is not here: pip install elevenlabs into any environment, and name its folder in {PLACE}"
PLAIN: Mapping[str, type | tuple[type, ...]] = {"str": str, "int": int, "float": (int, float), "bool": bool}
CHOICE = re.compile(r"^(\w+) = typing\.Union\[(.+)\]", re.S | re.M)
OPTIONAL = re.compile(r"typing\.Optional\[(.+)\]", re.S)


@cache
def package_types() -> "PackageTypes":
    spec = find_spec("elevenlabs")
    named = os.environ.get(PLACE) or (spec.origin and str(Path(spec.origin).parent) if spec else None)
    if not named or not (Path(named) / "text_to_speech").is_dir():
        pytest.skip(HOW)
    return PackageTypes(Path(named))


@dataclass(frozen=True)
class Sent:
    """One call of the package: field -> its type, by where it goes."""

    query: Mapping[str, str]
    json: Mapping[str, str]
    form: Mapping[str, str]
    files: frozenset[str]
    required: frozenset[str]


@dataclass(frozen=True)
class PackageTypes:
    """The package's source."""

    folder: Path

    @cached_property
    def calls(self) -> Mapping[tuple[str, str], Sent]:
        """Method and path, `{}` in the place of ids -> what is sent."""
        return {
            place: sent
            for path in self.folder.glob("**/raw_client.py")
            for one in ast.parse(path.read_text()).body
            if isinstance(one, ast.ClassDef) and not one.name.startswith("Async")
            for function in one.body
            if isinstance(function, ast.FunctionDef)
            for place, sent in calls_in(function)
        }

    @cached_property
    def choices(self) -> Mapping[str, frozenset[str]]:
        """Type -> the texts that it is one of."""
        found = (CHOICE.search(path.read_text()) for path in self.folder.glob("**/types/*.py"))
        return {one[1]: frozenset(re.findall(r'"([^"]+)"', one[2])) for one in found if one}

    def faults_of(self, call: Call) -> list[str]:
        """What of a request the package would not send."""
        path, _, query = call.path.removeprefix("/").partition("?")
        place = next((one for one in self.calls if one[0] == "POST" and matches(one[1], path)), None)
        if place is None:
            return [f"nothing is sent to {path}"]
        sent = self.calls[place]
        form = call.form or {}
        given = {**(call.body or {}), **form}
        return [
            *self._wrong(sent.query, dict(parse_qsl(query))),
            *self._wrong(sent.json, call.body or {}),
            *self._wrong(sent.form, {name: value for name, value in form.items() if isinstance(value, str)}),
            *(
                f"{name} is no file"
                for name, value in form.items()
                if isinstance(value, Path) and name not in sent.files
            ),
            *(f"{name} is missing" for name in sent.required - set(given)),
        ]

    def _wrong(self, known: Mapping[str, str], given: Mapping[str, object]) -> Iterator[str]:
        for name, value in given.items():
            if name not in known:
                yield f"there is no {name}"
            elif not self._fits(known[name], value):
                yield f"{name} is {known[name]}, not {value!r}"

    def _fits(self, written: str, value: object) -> bool:
        inner = OPTIONAL.fullmatch(written)
        kind = inner[1] if inner else written
        if kind in PLAIN:
            return isinstance(value, PLAIN[kind]) and (kind == "bool") == isinstance(value, bool)
        return value in self.choices.get(kind, ())


def calls_in(function: ast.FunctionDef) -> Iterator[tuple[tuple[str, str], Sent]]:
    """The call that a method of the package makes, if it makes one."""
    arguments = [*function.args.args, *function.args.kwonlyargs]
    types = {one.arg: ast.unparse(one.annotation) for one in arguments if one.annotation}
    bare = zip(function.args.kwonlyargs, function.args.kw_defaults, strict=True)
    needed = {one.arg for one, default in bare if default is None}
    for node in ast.walk(function):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in ("request", "stream")
        ):
            given = {keyword.arg: keyword.value for keyword in node.keywords}
            method = given.get("method")
            if not node.args or not isinstance(method, ast.Constant):
                continue
            fields = {name: dict(pairs_of(given.get(name))) for name in ("params", "json", "data", "files")}
            typed = {where: {name: types.get(of, "") for name, of in pairs.items()} for where, pairs in fields.items()}
            in_body = {**fields["json"], **fields["data"], **fields["files"]}
            required = frozenset(name for name, of in in_body.items() if of in needed)
            sent = Sent(typed["params"], typed["json"], typed["data"], frozenset(fields["files"]), required)
            yield (str(method.value), path_of(node.args[0])), sent


def pairs_of(node: ast.expr | None) -> Iterator[tuple[str, str]]:
    """Field -> the argument that it is; also of what is laid in where it is given."""
    for one in ast.walk(node) if node else ():
        if isinstance(one, ast.Dict):
            for key, value in zip(one.keys, one.values, strict=True):
                if isinstance(key, ast.Constant):
                    yield str(key.value), value.id if isinstance(value, ast.Name) else ""


def path_of(node: ast.expr) -> str:
    """A path with `{}` for what is put in."""
    if isinstance(node, ast.JoinedStr):
        return "".join(str(one.value) if isinstance(one, ast.Constant) else "{}" for one in node.values)
    return str(node.value) if isinstance(node, ast.Constant) else ""


def matches(template: str, path: str) -> bool:
    """Whether a path is one of a template."""
    return re.fullmatch("[^/]+".join(map(re.escape, template.split("{}"))), path) is not None
