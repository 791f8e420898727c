"""What OpenAI's own Python package sends and reads: the types in its source, which is read and never run."""

import ast
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.util import find_spec
from pathlib import Path

import pytest

PLACE = "OPENAI_PACKAGE"  # the folder `openai` of an installation elsewhere
HOW = f"OpenAI's package is not here: pip install openai into any environment, and name its folder in {PLACE}"
PLAIN: Mapping[str, type | tuple[type, ...]] = {"str": str, "int": int, "float": (int, float), "bool": bool}
SENT: Mapping[str, str] = {
    "v1/images/generations": "ImageGenerateParamsBase",
    "v1/audio/speech": "SpeechCreateParams",
    "v1/videos": "VideoCreateParams",
}  # endpoint -> the class of its body
# Names of types mean one thing among these, and several in the whole package.
READ = ("image.py", "images_response.py", "image_*.py", "video*.py", "audio/speech_*.py", "shared/error_object.py")
VERBS = {"_get": "GET", "_post": "POST", "_delete": "DELETE"}


@cache
def package_types() -> "PackageTypes":
    spec = find_spec("openai")
    named = os.environ.get(PLACE) or (spec.origin and str(Path(spec.origin).parent) if spec else None)
    if not named or not (Path(named) / "types" / "image_generate_params.py").is_file():
        pytest.skip(HOW)
    return PackageTypes(Path(named))


@dataclass(frozen=True)
class PackageTypes:
    """The package's source."""

    folder: Path

    @cached_property
    def parsed(self) -> list[ast.stmt]:
        """What stands at the top of each file that is read."""
        files = sorted(path for pattern in READ for path in (self.folder / "types").glob(pattern))
        return [one for path in files for one in ast.parse(path.read_text()).body]

    @cached_property
    def classes(self) -> Mapping[str, Mapping[str, ast.expr]]:
        """Class -> field -> its type."""
        return {
            one.name: {
                field.target.id: field.annotation
                for field in one.body
                if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
            }
            for one in self.parsed
            if isinstance(one, ast.ClassDef)
        }

    @cached_property
    def aliases(self) -> Mapping[str, ast.expr]:
        """A name for a type -> what it stands for."""
        return {
            one.target.id: one.value
            for one in self.parsed
            if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name) and one.value
        }

    @cached_property
    def calls(self) -> frozenset[tuple[str, str]]:
        """Method and path of each call, `{}` in the place of ids."""
        found = set()
        for path in self.folder.glob("resources/**/*.py"):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
                    place = path_of(node.args[0])
                    if place and node.func.attr in VERBS:
                        found.add((VERBS[node.func.attr], f"/v1{place}"))
        return frozenset(found)

    def faults_of(self, endpoint: str, body: Mapping[str, object]) -> list[str]:
        """What of a body the package would not send."""
        known = self.classes[SENT[endpoint]]
        missing = [name for name, kind in known.items() if is_required(kind) and name not in body]
        wrong = [
            f"{name} is {ast.unparse(known[name])}, not {value!r}" if name in known else f"there is no {name}"
            for name, value in body.items()
            if name not in known or not self.fits(known[name], value)
        ]
        return [*(f"{name} is missing" for name in missing), *wrong]

    def fits(self, kind: ast.expr, value: object) -> bool:
        """Whether a value is of a type."""
        match kind:
            case ast.Constant(None):
                return value is None
            case ast.Name(id=name) if name in PLAIN:
                return isinstance(value, PLAIN[name]) and (name == "bool") == isinstance(value, bool)
            case ast.Name(id=name):
                return name in self.aliases and self.fits(self.aliases[name], value)
            case ast.Subscript(value=ast.Name(id="Literal")):
                return value in self.words(kind)
            case ast.Subscript(value=ast.Name(id="Union"), slice=ast.Tuple(elts=several)):
                return any(self.fits(one, value) for one in several)
            case ast.Subscript(value=ast.Name(id="Required" | "Optional"), slice=inner):
                return self.fits(inner, value)
        return False

    def words(self, kind: ast.expr) -> frozenset[object]:
        """The texts that a type names, also where any other may be written."""
        named = [self.aliases[one.id] for one in ast.walk(kind) if isinstance(one, ast.Name) and one.id in self.aliases]
        inside = [self.words(one) for one in named]
        own = {one.value for one in ast.walk(kind) if isinstance(one, ast.Constant) and isinstance(one.value, str)}
        return frozenset(own).union(*inside)


def is_required(kind: ast.expr) -> bool:
    """Whether a field has to be sent."""
    return isinstance(kind, ast.Subscript) and isinstance(kind.value, ast.Name) and kind.value.id == "Required"


def path_of(node: ast.expr) -> str:
    """The path that a call of the package asks for."""
    if isinstance(node, ast.Call) and node.args:  # path_template("/videos/{video_id}", video_id=…)
        return "/".join(pieces_of(path_of(node.args[0])))
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def pieces_of(path: str) -> Iterator[str]:
    """Each folder of a path, `{}` for those with a name in braces."""
    return ("{}" if piece.startswith("{") else piece for piece in path.split("/"))
