"""Every code block of the documentation is run by a test, or says why not; and whatever it names exists."""

import ast
import json
import re
import shlex
import tomllib
from pathlib import Path

import click
import pytest
import yaml

from mediamill.catalogue import load
from mediamill.cli.main import LISTED, cli
from mediamill.config import Settings
from mediamill.http import ENDPOINTS
from mediamill.http.router import Router
from tests.blocks import REASONS, Block, blocks_of, every_block, is_shell, pages
from tests.places import REPOSITORY

# Pages whose shell blocks a test of their own runs; every other page is run by tests/test_guide_runs.py.
TOLD_BY = {
    "README.md": "tests/test_examples.py",
    "docs/engines.md": "tests/test_engines_page.py",
    "docs/selling.md": "tests/journeys/test_selling.py",
    "docs/engines/own-vendor.md": "tests/test_own_vendor_page.py",
    "docs/webhooks.md": "packages/mediamill/tests/webhooks/test_guide.py",
}
BLOCKS = every_block()
SETTINGS = {str(one.validation_alias or f"MEDIAMILL_{name.upper()}") for name, one in Settings.model_fields.items()}
VARIABLES = SETTINGS | {
    "MEDIAMILL_API_KEY",
    "MEDIAMILL_BASE_URL",
    "MEDIAMILL_PROFILE",
    "MEDIAMILL_CONFIG",
    "MEDIAMILL_ADMIN_KEY",
    "MEDIAMILL_WEBHOOK_SECRET",
}
PORTS = {8000, 9101, 8765, 3000}  # of the service; as the pages have them: a worker's metrics, MCP, a receiver
MAKE = set(re.findall(r"^([a-z-]+):", (REPOSITORY / "Makefile").read_text(), re.M))
ROUTER = Router(ENDPOINTS)
IN_PROSE = re.compile(r"(?<!`)`(mediamill [a-z][^`\n]*)`(?!`)")
PROGRAM = re.compile(r"(?:^|[\s(;|&/])mediamill((?: [^|;&)#\n]+)?)")
OTHERS = ("cp ", "docker build ", "install ", "kubectl ", "systemctl ", "useradd ")  # may have a word `mediamill`, too
PLACEHOLDER = re.compile(r"[\[\]]|\.\.\.|…")
PATH = re.compile(r"\$(?:MEDIAMILL_BASE_URL|\{MEDIAMILL_BASE_URL\})(/[\w/.{}$-]*)")
# What a part of deploy/compose.yaml refers to.
ANCHORS = "x-worker: &worker {}\nx-environment: &environment {}\n"
LANGUAGES = {"", "bash", "ini", "js", "json", "mermaid", "promql", "python", "sh", "sql", "text", "toml", "yaml"}


def name_of(page: Path) -> str:
    return page.relative_to(REPOSITORY).as_posix()


def test_every_block_has_a_language_that_is_checked_and_a_reason_that_is_known() -> None:
    assert len(BLOCKS) > 150
    assert {block.language for block in BLOCKS} <= LANGUAGES
    assert [block.place for block in BLOCKS if block.reason not in {None, *REASONS}] == []


def test_what_is_said_to_be_run_is_run_by_the_test_that_reads_the_page() -> None:
    for page, test in TOLD_BY.items():
        assert page in (REPOSITORY / test).read_text(), page
    assert {name for name in TOLD_BY if not any(map(is_shell, blocks_of(REPOSITORY / name)))} == set()


@pytest.mark.parametrize("page", pages(), ids=name_of)
def test_every_command_setting_and_path_of_a_page_exists(page: Path) -> None:
    text = page.read_text()
    unknown = set(re.findall(r"\bMEDIAMILL_[A-Z][A-Z_]*[A-Z]\b", text)) - VARIABLES
    families = {name for name in unknown if any(known.startswith(f"{name}_") for known in VARIABLES)}  # `…_ALERT_…`
    commands = [shown for shown in IN_PROSE.findall(text) if not PLACEHOLDER.search(shown)]
    for block in filter(is_shell, blocks_of(page)):
        lines = [without_comment(line) for line in block.commands if not line.startswith(OTHERS)]
        commands += [f"mediamill{words}" for line in lines for words in PROGRAM.findall(line)]

    assert unknown - families == set()
    assert [fault for command in commands if (fault := fault_of(command))] == []
    assert [path for path in PATH.findall(text) if not is_served(path)] == []


def without_comment(line: str) -> str:
    return re.sub(r"\s#.*$", "", line)


def fault_of(command: str) -> str | None:
    """What is wrong with a call of mediamill: its command, or a flag of it."""
    words = shlex.split(command.replace("'", '"') if command.count("'") % 2 else command)[1:]
    context, found = click.Context(cli), cli
    if not words or words[0].startswith("-"):
        return None
    if words[0] not in LISTED:
        return f"{command}: there is no such command"
    target: click.Command = found
    for word in words:
        if not isinstance(target, click.Group) or word.startswith("-"):
            break
        below = target.get_command(context, word)
        if below is None:
            return f"{command}: there is no such command"
        target = below
    flags = {flag for one in target.params for flag in (*one.opts, *one.secondary_opts)} | {"--help", "--"}
    if words[0] == "generate":
        flags |= options_of(words[1]) if words[1:] and words[1] in load().tools else set()
    wrong = [word for word in words if word.startswith("--") and word.partition("=")[0] not in flags]
    return f"{command}: there is no {wrong[0]}" if wrong else None


def options_of(tool: str) -> set[str]:
    """What `generate` takes for a tool beside its own options: the fields of its models."""
    fields = {field.name for model in load().tools[tool].models.values() for field in model.fields}
    return {f"--{name.replace('_', '-')}" for name in fields}


def is_served(path: str) -> bool:
    """Whether a path of the service leads somewhere; variables of the shell stand for ids."""
    return ROUTER.match(re.sub(r"\$\w+|\{\w+\}", "x", path).rstrip(".") or "/") is not None


def test_ports_are_those_of_the_program() -> None:
    assert Settings.model_fields["port"].default in PORTS
    for block in filter(is_shell, BLOCKS):
        if name_of(block.page) not in TOLD_BY:
            assert set(map(int, re.findall(r"(?:localhost|127\.0\.0\.1):(\d+)", block.text))) <= PORTS, block.place
            assert set(map(int, re.findall(r"--(?:metrics-)?port (\d+)", block.text))) <= PORTS, block.place


def test_make_has_every_target_that_is_named() -> None:
    for page in pages():
        named = set(re.findall(r"`make ([a-z-]+)", page.read_text()))
        named |= {line.split()[1] for block in blocks_of(page) if is_shell(block) for line in made(block)}
        assert named <= MAKE, page


def made(block: Block) -> list[str]:
    return [line for line in block.commands if line.startswith("make ")]


def test_data_and_programs_can_be_read() -> None:
    for block in BLOCKS:
        match block.language:
            case "json":
                json.loads(block.text)
            case "yaml":
                yaml.safe_load(ANCHORS + block.text)
            case "python":
                ast.parse(block.text)
            case "toml":
                tomllib.loads(block.text)


def test_settings_in_files_are_taken() -> None:
    read = [(block, tomllib.loads(block.text)) for block in BLOCKS if block.language == "toml"]
    files = [(block, given) for block, given in read if set(given) <= set(Settings.model_fields)]
    models = {(slug, model) for slug, tool in load().tools.items() for model in tool.models}

    assert len(files) >= 10
    assert {block.place for block, _ in files} >= {one.place for one in BLOCKS if one.file == "mediamill.toml"}
    for block, given in files:
        Settings.model_validate(given)
        chosen = {tuple(name.split("/")) for name in given.get("engines", {})}
        assert {one for one in chosen if one[0] != "tones"} <= models, block.place  # docs/engines.md makes that tool


def test_a_wrong_line_would_be_seen() -> None:
    assert fault_of("mediamill sing") == "mediamill sing: there is no such command"
    assert fault_of("mediamill keys forge ada@example.com") is not None
    assert (
        fault_of("mediamill usage --by account --loudly")
        == "mediamill usage --by account --loudly: there is no --loudly"
    )
    assert fault_of("mediamill usage --by account") is None
    assert not is_served("/ext/nothing")
