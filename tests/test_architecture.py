"""The house rules that a machine can keep: direction of imports, entrances, sizes, who may do what."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "mediamill"
# Top to bottom: a file may import only rooms above its own; rooms in one row ignore each other.
ROWS = [
    ["errors", "clock", "disk"],
    ["ids"],
    ["sight"],
    ["config"],
    ["db"],
    ["catalogue"],
    ["outbound"],
    ["media"],
    ["engines"],
    ["accounts", "credits", "workers"],
    ["webhooks"],
    ["generations"],
    ["dispatch", "backups"],
    ["web", "studio"],
    ["app"],
    ["cli"],
]
LEVEL = {room: level for level, row in enumerate(ROWS) for room in row}
COMPOSERS = {"app", "cli"}  # the rooms that may reach into any package, not only through its __init__
FILE_LINES_MAX = 400
FUNCTION_LINES_MAX = 60
SQL = re.compile(r"\b(SELECT\s.+\sFROM|INSERT\s+INTO|UPDATE\s+\w+\s+SET|DELETE\s+FROM|CREATE\s+TABLE)\b", re.S)
FILES = sorted(SOURCE.rglob("*.py"))


def room_of(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imports_of(path: Path) -> Iterator[tuple[str, int]]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0, f"{path}:{node.lineno}: relative import"
            if node.module == "mediamill":
                yield from ((f"mediamill.{alias.name}", node.lineno) for alias in node.names)
            else:
                yield node.module, node.lineno


def own_imports(path: Path) -> Iterator[tuple[str, str, int]]:
    """(room, module, line) of every import of this program."""
    for module, line in imports_of(path):
        parts = module.split(".")
        if parts[0] == "mediamill" and len(parts) > 1 and parts[1] != "__version__":
            yield parts[1], module, line


def misdirected(path: Path) -> list[str]:
    """What is wrong with the imports of one file."""
    room = room_of(path)
    if room in ("__init__", "__main__"):
        return []
    found = []
    for other, module, line in own_imports(path):
        where = f"{path.relative_to(SOURCE)}:{line} imports {module}"
        if other == room:
            continue
        if room == "client":
            found.append(f"{where}: the client imports nothing of the server")
        elif other == "client":
            if room != "cli":
                found.append(f"{where}: only the command line uses the client")
        elif other not in LEVEL or LEVEL[other] >= LEVEL[room]:
            found.append(f"{where}: imports point upward only, {room} stands above or beside {other}")
        elif room not in COMPOSERS and not enters_by_the_door(module):
            found.append(f"{where}: enter {other} by its __init__")
    return found


def enters_by_the_door(module: str) -> bool:
    parts = module.split(".")
    return len(parts) == 2 or (len(parts) == 3 and (SOURCE / parts[1]).is_dir() and room_exports(parts[1], parts[2]))


def room_exports(room: str, name: str) -> bool:
    """`from mediamill.room import name` reads as module `mediamill.room`; deeper paths reach in."""
    return not (SOURCE / room / f"{name}.py").exists() and not (SOURCE / room / name).is_dir()


def test_every_room_has_its_place() -> None:
    rooms = {room_of(path) for path in FILES} - {"__init__", "__main__", "client"}

    assert rooms <= set(LEVEL), f"not in the order of rooms: {rooms - set(LEVEL)}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_point_to_rooms_above(path: Path) -> None:
    assert misdirected(path) == []


def test_a_planted_violation_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "db").mkdir()
    planted = tmp_path / "db" / "planted.py"
    planted.write_text("from mediamill.generations import accept\nfrom mediamill.config import Settings\n")
    monkeypatch.setattr(f"{__name__}.SOURCE", tmp_path)

    assert len(misdirected(planted)) == 1


def test_the_web_framework_stays_in_its_rooms() -> None:
    strangers = [
        str(path.relative_to(SOURCE))
        for path in FILES
        if room_of(path) not in ("web", "studio", "app")
        and any(module.split(".")[0] == "starlette" for module, _ in imports_of(path))
    ]

    assert strangers == []


def test_sql_lives_in_sql_files_and_db() -> None:
    strangers = []
    for path in FILES:
        if room_of(path) == "db":
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and SQL.search(node.value):
                strangers.append(f"{path.relative_to(SOURCE)}:{node.lineno}")

    assert strangers == []


def test_files_and_functions_stay_readable() -> None:
    too_long = []
    for path in FILES:
        text = path.read_text()
        if (lines := text.count("\n")) > FILE_LINES_MAX:
            too_long.append(f"{path.relative_to(SOURCE)}: {lines} lines")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                length = (node.end_lineno or node.lineno) - node.lineno + 1
                if length > FUNCTION_LINES_MAX:
                    too_long.append(f"{path.relative_to(SOURCE)}:{node.lineno} {node.name}: {length} lines")

    assert too_long == []


HEAVY = {"numpy", "scipy", "av", "pyloudnorm", "PIL"}


def test_the_service_process_imports_nothing_heavy_at_module_level() -> None:
    """Heavy packages belong to engine children: only crafts under engines/builtin and media's codecs may name them."""
    light_rooms = set(LEVEL) - {"engines", "media"}
    heavy = [
        f"{path.relative_to(SOURCE)}:{line} {module}"
        for path in FILES
        if room_of(path) in light_rooms
        for module, line in imports_of(path)
        if module.split(".")[0] in HEAVY
    ]

    assert heavy == []
