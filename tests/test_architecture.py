"""The house rules that a machine can keep: direction of imports, entrances, sizes, who may do what."""

import ast
import importlib
import os
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from tests.places import REPOSITORY

PACKAGES = {path.name: path for path in sorted(REPOSITORY.glob("packages/*/src/*")) if path.is_dir()}
SERVICE, CLIENT = PACKAGES["mediamill"], PACKAGES["mediamill_client"]
ENGINE_PACKAGES = sorted(set(PACKAGES) - {"mediamill", "mediamill_client"})
# Top to bottom: a file may import only packages above its own; packages in one row ignore each other.
ROWS = [
    ["errors", "clock", "doors", "fsync", "masking", "plan", "plugins", "units"],
    ["ids", "formats", "secret", "signing", "thresholds"],
    ["telemetry"],
    ["config"],
    ["db"],
    ["catalogue", "weights"],
    ["outbound"],
    ["storage", "codecs", "policies"],
    ["engines"],
    ["usage", "audit"],
    ["credits", "workers"],
    ["webhooks", "purchases", "breakers", "alerts", "notices"],
    ["jobs"],
    ["generations"],
    ["accounts"],
    ["dispatch", "backups"],
    ["admin"],
    ["http"],
    ["compat"],
    ["assembly"],
    ["app"],
    ["testing"],
    ["cli"],
]
pytestmark = pytest.mark.xdist_group("architecture")  # files are parsed once for all of them
LEVEL = {part: level for level, row in enumerate(ROWS) for part in row}
COMPOSERS = {"assembly", "app", "cli"}  # they may reach into any package, not only through its __init__
APART = {"__init__", "__main__", "client"}  # `client` hands on what is mediamill_client's, for one version
# What engine packages may import of the service; everything else of it may change without notice.
FOR_ENGINES = ("mediamill.engines.sdk", "mediamill.codecs")
FOR_REMOTE_ENGINES = ("mediamill.engines.sdk",)  # they run on the event loop, where nothing is decoded
# Of the procedural engines: what all may use, and which engine is made of which others.
SHARED_BY_ENGINES = ("kit", "lexicon")
MADE_OF = {"dub": {"speech"}, "film": {"effects", "painter"}, "music": {"drums"}, "painter": {"modeller"}}
FILE_LINES_MAX = 400
FUNCTION_LINES_MAX = 60
SQL_WORDS = re.compile(r"\b(SELECT|INSERT|UPDATE|DELETE|CREATE)\b")
SQL = re.compile(r"\b(SELECT\s.+\sFROM|INSERT\s+INTO|UPDATE\s+\w+\s+SET|DELETE\s+FROM|CREATE\s+TABLE)\b", re.S)
FILES = sorted(SERVICE.rglob("*.py"))
ALL_FILES = sorted(file for source in PACKAGES.values() for file in source.rglob("*.py"))


@cache
def parsed(path: Path) -> ast.Module:
    """The file, parsed once for all tests."""
    return ast.parse(path.read_text())


def shown(path: Path) -> str:
    return str(path.relative_to(REPOSITORY)) if path.is_relative_to(REPOSITORY) else str(path)


def part_of(path: Path) -> str:
    return path.relative_to(SERVICE).parts[0].removesuffix(".py")


def statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """These and all inside them: expressions, of which a file has ten times as many, hold none."""
    for node in body:
        yield node
        for name in ("body", "orelse", "finalbody"):
            yield from statements(getattr(node, name, []))
        for part in (*getattr(node, "handlers", []), *getattr(node, "cases", [])):
            yield from statements(part.body)


@cache
def imports_of(path: Path) -> tuple[tuple[str, int], ...]:
    """(module, line) of every import of a file, wherever it stands in it."""
    found: list[tuple[str, int]] = []
    for node in statements(parsed(path).body):
        if isinstance(node, ast.Import):
            found += ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0, f"{path}:{node.lineno}: relative import"
            if node.module == "mediamill" or [alias.name for alias in node.names] == ["sdk"]:
                found += ((f"{node.module}.{alias.name}", node.lineno) for alias in node.names)
            else:
                found.append((node.module, node.lineno))
    return tuple(found)


def own_imports(path: Path) -> Iterator[tuple[str, str, int]]:
    """(part, module, line) of every import of the service."""
    for module, line in imports_of(path):
        parts = module.split(".")
        if parts[0] == "mediamill" and len(parts) > 1 and parts[1] != "__version__":
            yield parts[1], module, line


def misdirected(path: Path) -> list[str]:
    """What is wrong with the imports of one file of the service."""
    part = part_of(path)
    if part in APART:
        return []
    found = []
    for other, module, line in own_imports(path):
        where = f"{path.relative_to(SERVICE)}:{line} imports {module}"
        if other == part:
            continue
        if other not in LEVEL or LEVEL[other] >= LEVEL[part]:
            found.append(f"{where}: imports point upward only, {part} stands above or beside {other}")
        elif part not in COMPOSERS and not enters_by_the_door(module):
            found.append(f"{where}: enter {other} by its __init__")
    return found


def enters_by_the_door(module: str) -> bool:
    parts = module.split(".")
    return len(parts) == 2 or (len(parts) == 3 and (SERVICE / parts[1]).is_dir() and exports(parts[1], parts[2]))


def exports(part: str, name: str) -> bool:
    """`from mediamill.part import name` reads as module `mediamill.part`; deeper paths reach in."""
    return not (SERVICE / part / f"{name}.py").exists() and not (SERVICE / part / name).is_dir()


def trespasses(path: Path, package: str) -> list[str]:
    """The imports that a file of a package other than the service may not have."""
    promised = {"mediamill_client": (), "mediamill_remote": FOR_REMOTE_ENGINES}.get(package, FOR_ENGINES)
    allowed = (package, *promised)
    return [
        f"{shown(path)}:{line} imports {module}"
        for module, line in imports_of(path)
        if module.split(".")[0] in PACKAGES
        and not any(module == one or module.startswith(f"{one}.") for one in allowed)
    ]


def test_every_part_of_the_service_has_its_place() -> None:
    parts = {part_of(path) for path in FILES} - APART

    assert parts == set(LEVEL), f"not in the order of parts: {parts ^ set(LEVEL)}"


def test_imports_point_to_parts_above() -> None:
    assert [fault for path in FILES for fault in misdirected(path)] == []


def test_a_planted_violation_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "db").mkdir()
    planted = tmp_path / "db" / "planted.py"
    planted.write_text("from mediamill.generations import accept\nfrom mediamill.config import Settings\n")
    monkeypatch.setattr(f"{__name__}.SERVICE", tmp_path)

    assert len(misdirected(planted)) == 1


def test_the_service_imports_no_engine_package_and_only_its_commands_the_client() -> None:
    strangers = [
        f"{shown(path)}:{line} imports {module}"
        for path in FILES
        for module, line in imports_of(path)
        if module.split(".")[0] in ENGINE_PACKAGES
        or (module.split(".")[0] == "mediamill_client" and part_of(path) not in ("cli", "client"))
    ]

    assert strangers == []


def test_packages_beside_the_service_import_what_is_promised_to_them() -> None:
    faults = [
        fault
        for package, source in PACKAGES.items()
        if package != "mediamill"
        for path in source.rglob("*.py")
        for fault in trespasses(path, package)
    ]

    assert faults == []


def test_a_planted_trespass_is_seen(tmp_path: Path) -> None:
    planted = tmp_path / "planted.py"
    planted.write_text(
        "from mediamill.engines.sdk import Artifact\nfrom mediamill.engines import Registry\nimport mediamill_client\n"
    )

    assert len(trespasses(planted, "mediamill_procedural")) == 2

    remote = tmp_path / "remote.py"
    remote.write_text("from mediamill.engines.sdk import RemoteEngine\nfrom mediamill.codecs import probe\n")

    assert len(trespasses(remote, "mediamill_remote")) == 1


def reaching(path: Path, part: str) -> list[str]:
    """The imports by which one procedural engine, or what they share, reaches into another that it is not made of."""
    shared = SHARED_BY_ENGINES[: SHARED_BY_ENGINES.index(part)] if part in SHARED_BY_ENGINES else SHARED_BY_ENGINES
    allowed = {part, *shared, *MADE_OF.get(part, ())}
    return [
        f"{shown(path)}:{line} imports {module}"
        for module, line in imports_of(path)
        if module.startswith("mediamill_procedural.") and module.split(".")[1] not in allowed
    ]


def test_procedural_engines_share_a_kit_and_reach_into_nobody_else() -> None:
    source = PACKAGES["mediamill_procedural"]

    assert [
        fault for path in source.glob("*/**/*.py") for fault in reaching(path, path.relative_to(source).parts[0])
    ] == []


def test_a_planted_reach_is_seen(tmp_path: Path) -> None:
    planted = tmp_path / "planted.py"
    planted.write_text(
        "from mediamill_procedural import __version__\n"
        "from mediamill_procedural.kit.chance import Chance\n"
        "from mediamill_procedural.drums.rhythm import Voice\n"
    )

    assert reaching(planted, "music") == []
    assert len(reaching(planted, "speech")) == 1
    assert len(reaching(planted, "kit")) == 1


def test_vendors_share_what_stands_beside_them_and_reach_into_nobody_else() -> None:
    source = PACKAGES["mediamill_remote"]
    vendors = {path.name for path in source.iterdir() if (path / "engine.toml").is_file()}

    assert [
        f"{shown(path)}:{line} imports {module}"
        for path in source.glob("**/*.py")
        for module, line in imports_of(path)
        if module.startswith("mediamill_remote.")
        and module.split(".")[1] in vendors - {path.relative_to(source).parts[0]}
    ] == []


def test_no_file_imports_itself_by_way_of_others() -> None:
    assert circles({name: set(names) for name, names in import_graph().items()}) == []


def test_a_planted_circle_is_seen() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}) == [["a", "b", "c"]]


def import_graph() -> Mapping[str, tuple[str, ...]]:
    """The modules that each module needs to be imported: imports in functions and for type checkers do not count."""
    modules = {module_name(path): path for path in ALL_FILES}
    return {name: tuple(needed(name, path, modules)) for name, path in modules.items()}


def module_name(path: Path) -> str:
    source = next(source for source in PACKAGES.values() if path.is_relative_to(source))
    parts = path.relative_to(source.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def needed(name: str, path: Path, modules: Mapping[str, Path]) -> Iterator[str]:
    for node in at_import(parsed(path).body):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in modules)
        elif isinstance(node, ast.ImportFrom) and node.module and node.module in modules:
            submodules = [f"{node.module}.{alias.name}" for alias in node.names]
            found = [module for module in submodules if module in modules]
            yield from found
            # A package's __init__ that is only passed through on the way to a submodule is no need of its own.
            if len(found) < len(submodules) and node.module != name:
                yield node.module


def at_import(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements that run when the module is imported, without the branches for type checkers."""
    for node in body:
        yield node
        if isinstance(node, ast.If) and "TYPE_CHECKING" not in ast.dump(node.test):
            yield from at_import([*node.body, *node.orelse])
        elif isinstance(node, ast.Try):
            yield from at_import([*node.body, *node.orelse, *node.finalbody])


def circles(graph: Mapping[str, set[str]]) -> list[list[str]]:
    """The groups of modules that need each other (Tarjan's strongly connected components of more than one)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(module: str) -> None:
        index[module] = low[module] = len(index)
        stack.append(module)
        for other in graph.get(module, ()):
            if other not in index:
                visit(other)
                low[module] = min(low[module], low[other])
            elif other in stack:
                low[module] = min(low[module], index[other])
        if low[module] == index[module]:
            group = stack[stack.index(module) :]
            del stack[stack.index(module) :]
            if len(group) > 1:
                found.append(sorted(group))

    for module in graph:
        if module not in index:
            visit(module)
    return sorted(found)


def test_the_web_framework_stays_in_its_parts() -> None:
    strangers = [
        str(path.relative_to(SERVICE))
        for path in FILES
        if part_of(path) not in ("http", "compat", "app")
        and any(module.split(".")[0] == "starlette" for module, _ in imports_of(path))
    ]

    assert strangers == []


def test_only_what_pulls_weights_goes_past_the_guard() -> None:
    """The operator names the hub; what callers name is fetched by `outbound` alone."""
    clients = {
        str(path.relative_to(SERVICE))
        for path in FILES
        if any(module.split(".")[0] in ("httpx2", "requests", "urllib3", "aiohttp") for module, _ in imports_of(path))
    }

    assert clients == {"weights/download.py", "weights/hub.py"}


def test_sql_lives_in_sql_files_and_db() -> None:
    strangers = [
        f"{path.relative_to(SERVICE)}:{node.lineno}"
        for path in FILES
        if part_of(path) != "db" and SQL_WORDS.search(path.read_text())
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and SQL.search(node.value)
    ]

    assert strangers == []


def test_files_and_functions_stay_readable() -> None:
    too_long = []
    for path in ALL_FILES:
        if (lines := path.read_text().count("\n")) > FILE_LINES_MAX:
            too_long.append(f"{shown(path)}: {lines} lines")
        for node in statements(parsed(path).body):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                length = (node.end_lineno or node.lineno) - node.lineno + 1
                if length > FUNCTION_LINES_MAX:
                    too_long.append(f"{shown(path)}:{node.lineno} {node.name}: {length} lines")

    assert too_long == []


HEAVY = {"numpy", "scipy", "av", "pyloudnorm", "PIL", "cv2"}


def test_the_service_process_imports_nothing_heavy_at_module_level() -> None:
    """Heavy packages belong to engine processes: of the service only the codecs may name them."""
    heavy = [
        f"{path.relative_to(SERVICE)}:{line} {module}"
        for path in FILES
        if part_of(path) in set(LEVEL) - {"engines", "codecs"}
        for module, line in imports_of(path)
        if module.split(".")[0] in HEAVY
    ]

    assert heavy == []


def test_packages_have_one_version_and_one_licence() -> None:
    versions = {importlib.import_module(package).__version__ for package in PACKAGES}
    licences = {path.read_text() for path in REPOSITORY.glob("packages/*/LICENSE")}

    assert len(versions) == 1
    assert licences == {(REPOSITORY / "LICENSE").read_text()}


FOREIGN_FOLDERS = {"vendor", "vendored", "third_party", "thirdparty", "external", "bower_components", "site-packages"}
OWN_VENDOR_FOLDERS = ("packages/mediamill/src/mediamill/engines/vendor", "packages/mediamill/tests/engines/vendor")
INSTALLED_FOLDERS = {"node_modules", "dist", "build", "out", "__pycache__", "generated"}  # git ignores them
STATIC = "packages/mediamill/src/mediamill/http/static"
BUILT = {f"{STATIC}/guide", f"{STATIC}/page"}  # and these
SCRIPTS = {".js", ".mjs", ".cjs", ".jsx", ".ts", ".tsx", ".css", ".map", ".wasm"}
SCRIPT_BYTES_MAX = 48_000  # nobody writes a longer one by hand
SCRIPT_LINE_MAX = 400  # characters; minifiers write longer ones


def foreign(root: Path) -> list[str]:
    """The files below a folder that look like somebody else's or like a bundle."""
    found = []
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if not name.startswith(".") and name not in INSTALLED_FOLDERS]
        here = Path(folder)
        if shown(here) in BUILT:
            folders[:], names = [], []
        found += [
            f"{here / name}: a folder of somebody else's code"
            for name in folders
            if name in FOREIGN_FOLDERS and shown(here / name) not in OWN_VENDOR_FOLDERS
        ]
        found += [f"{here / name}: minified" for name in names if re.search(r"[.-]min\.\w+$", name)]
        for path in (here / name for name in names if Path(name).suffix in SCRIPTS):
            content = path.read_bytes()
            if len(content) > SCRIPT_BYTES_MAX or max(map(len, content.splitlines()), default=0) > SCRIPT_LINE_MAX:
                found.append(f"{path}: a bundle, or too long to be read")
    return found


def test_the_repository_has_no_code_of_others() -> None:
    assert foreign(REPOSITORY) == []


def test_planted_bundles_are_seen(tmp_path: Path) -> None:
    (tmp_path / "static" / "vendor").mkdir(parents=True)
    (tmp_path / "static" / "ours.js").write_text("main();\n" * 100)
    (tmp_path / "static" / "chart.min.js").write_text("main();\n")
    (tmp_path / "static" / "one-line.js").write_text("a();" * 200)
    (tmp_path / "static" / "long.css").write_text("a { color: red }\n" * 4_000)

    assert len(foreign(tmp_path)) == 4
