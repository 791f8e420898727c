"""docs/admin.md names every act and every look with its command, its call and its page in the console: each exists, and
none is left out.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from mediamill.cli.main import cli
from mediamill.http import ENDPOINTS, Auth
from tests.places import REPOSITORY

PAGE = (REPOSITORY / "docs/admin.md").read_text()
ROW = re.compile(r"^\| [^|]+ \| `mediamill ([^`]+)` \| `([A-Z]+) (/admin/[^`]+)` \| ([^|]+) \| ([a-z]+) \|$", re.M)
ROWS = ROW.findall(PAGE)
CONSOLE = REPOSITORY / "studio/src/pages/console"
ENTRY = (CONSOLE / "console-page.tsx").read_text()
SECTION = re.compile(r'\{ name: "(\w+)", all: (\w+)(?:, one: (\w+))? \}')
CALL = re.compile(r'\bask(?:File)?\(\s*"([a-z]+)",\s*"(/admin/[^"]+)"')
IMPORT = re.compile(r'from "\./([\w-]+\.tsx?)"')
ONE_OF = {"account": "accounts"}  # what has a page of its own, by the section that opens it


def test_every_endpoint_is_named_once_with_its_scopes() -> None:
    named = {(method, path): scopes for _, method, path, scopes, _ in ROWS}
    there = {
        (one.method, one.path): ", ".join(f"`{scope.value}`" for scope in one.admin_scopes) or "any"
        for one in ENDPOINTS
        if one.auth is Auth.ADMIN
    }

    assert len(named) == len(ROWS)
    assert named == there


@pytest.mark.parametrize("words", sorted({words for words, *_ in ROWS}))
def test_every_command_exists(words: str) -> None:
    command: click.Command = cli
    context = click.Context(cli)
    for word in re.findall(r"^[a-z -]+", words)[0].split():
        if not isinstance(command, click.Group):
            break
        found = command.get_command(context, word)
        assert found is not None, f"mediamill {words}"
        command = found
    options = {option for one in command.params for option in one.opts}

    assert set(re.findall(r"--[a-z-]+", words)) <= options


def test_every_page_is_a_section_and_has_what_is_done_there() -> None:
    calls = {page: {call for file in files_of(page) for call in calls_in(file)} for page in {row[-1] for row in ROWS}}
    lacking = [f"{method} {path} on {page}" for _, method, path, _, page in ROWS if (method, path) not in calls[page]]

    assert len(calls) > 10
    assert lacking == []


def files_of(page: str) -> set[Path]:
    """What the section of a page is made of."""
    sections = {name: (whole, one) for name, whole, one in SECTION.findall(ENTRY)}
    whole, one = sections[ONE_OF.get(page, page)]
    components = [one] if page in ONE_OF else [name for name in (whole, one) if name]
    found: set[Path] = set()
    waiting = [CONSOLE / module_of(component) for component in components]
    while waiting:
        file = waiting.pop()
        if file not in found:
            found.add(file)
            waiting += [CONSOLE / name for name in IMPORT.findall(file.read_text())]
    return found


def module_of(component: str) -> str:
    """Where it is imported from."""
    found = re.search(rf'import \{{ {component} \}} from "\./([\w-]+\.tsx)"', ENTRY)
    assert found, component
    return found[1]


def calls_in(file: Path) -> Iterator[tuple[str, str]]:
    """The method and path of each request that it makes."""
    for method, path in CALL.findall(file.read_text()):
        yield method.upper(), path
