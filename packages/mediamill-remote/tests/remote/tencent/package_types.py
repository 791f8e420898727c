"""What Tencent's own Python package knows of ai3d: its actions and the types of their fields, read from its source."""

import ast
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.util import find_spec
from pathlib import Path

import pytest

PLACE = "TENCENT_PACKAGE"  # the folder `tencentcloud` of an installation elsewhere
HOW = (
    "Tencent's package is not here: pip install tencentcloud-sdk-python-ai3d into any environment, and name its folder "
    f"`tencentcloud` in {PLACE}"
)
MODELS, CLIENT = "ai3d/v20250513/models.py", "ai3d/v20250513/ai3d_client.py"
TYPE = re.compile(r":type (\w+): (.+)")
PLAIN: Mapping[str, type | tuple[type, ...]] = {"str": str, "int": int, "float": (int, float), "bool": bool}
CLASS = re.compile(r":class:`[\w.]*?(\w+)`|list of (\w+)")


@cache
def package_types() -> "PackageTypes":
    spec = find_spec("tencentcloud")
    named = os.environ.get(PLACE) or (spec.origin and str(Path(spec.origin).parent) if spec else None)
    if not named or not (Path(named) / MODELS).is_file():
        pytest.skip(HOW)
    return PackageTypes(Path(named))


@dataclass(frozen=True)
class PackageTypes:
    """The package's source."""

    folder: Path

    @cached_property
    def types(self) -> Mapping[str, Mapping[str, str]]:
        """Class -> field -> its type."""
        return {
            one.name: dict(TYPE.findall(ast.get_docstring(made) or ""))
            for one in ast.parse((self.folder / MODELS).read_text()).body
            if isinstance(one, ast.ClassDef)
            for made in one.body
            if isinstance(made, ast.FunctionDef) and made.name == "__init__"
        }

    @cached_property
    def client(self) -> str:
        """The source of the client."""
        return (self.folder / CLIENT).read_text()

    def faults_of(self, name: str, value: Mapping[str, object]) -> Iterator[str]:
        """What a value of that class may not be."""
        for field, held in value.items():
            if field not in self.types[name]:
                yield f"{name} has no {field}"
            elif not self.fits(self.types[name][field], held):
                yield f"{name}.{field} is {self.types[name][field]}, not {held!r}"

    def fits(self, written: str, value: object) -> bool:
        """Whether a value is of a type as it is written."""
        if written in PLAIN:
            return isinstance(value, PLAIN[written]) and (written == "bool") == isinstance(value, bool)
        found = CLASS.search(written)
        name = found and (found[1] or found[2])
        if not name or name not in self.types:
            return False
        each = value if written.startswith("list of") and isinstance(value, list) else [value]
        return all(isinstance(one, dict) and not list(self.faults_of(name, one)) for one in each)
