"""What docs/engines/local.md names is there: engines, weights, models, commands, options of the licence table."""

import re
import tomllib

import click
import pytest

from mediamill.catalogue import load
from mediamill.cli.main import cli
from mediamill.plugins import plugins
from mediamill.weights import PLUGIN_GROUP, read_rows
from tests.places import REPOSITORY

PAGE = (REPOSITORY / "docs/engines/local.md").read_text()
ROWS = read_rows(None, [one for one in plugins(PLUGIN_GROUP) if one.distribution == "mediamill-local"]).rows
TABLE = [line.split("|")[1:-1] for line in PAGE.splitlines() if line.startswith("| `local.")]
NAME = re.compile(r"`([^`]+)`")


def test_every_row_of_weights_stands_beside_its_engine() -> None:
    named = {(NAME.findall(cells[0])[0], row) for cells in TABLE for row in NAME.findall(cells[2])}

    assert {(row.engine, row.name) for row in ROWS.values()} <= named


def test_every_model_is_one_of_the_catalogue() -> None:
    known = {(model.tool, model.slug) for model in load().models()}
    named = {tuple(name.split("/")) for cells in TABLE for name in NAME.findall(cells[1]) if "/" in name}

    assert len(named) > 5
    assert named <= known


def test_the_commands_of_a_first_picture_are_five_and_exist() -> None:
    (block,) = re.findall(r"## A first picture.+?```sh\n(.+?)```", PAGE, re.S)
    lines = block.strip().splitlines()

    assert len(lines) == 5
    for line in lines:
        if line.startswith("mediamill "):
            command: click.Command = cli
            words = line.split()[1:]
            while isinstance(command, click.Group):
                command = command.get_command(click.Context(command), words.pop(0)) or pytest.fail(line)
            flags = {flag for option in command.params for flag in option.opts}
            fields = {"--prompt"}  # of the tool
            assert {word for word in words if word.startswith("--")} <= flags | fields, line


def test_the_settings_that_are_shown_can_be_read() -> None:
    blocks = re.findall(r"```toml\n(.+?)```", PAGE, re.S)

    for block in blocks:
        assert {"engines", "engine"} >= set(tomllib.loads(block))
    assert blocks


def test_licences_with_conditions_are_put_into_plain_words() -> None:
    words = PAGE.partition("## Licences, in plain words")[2].lower()

    for row in ROWS.values():
        if row.licence.conditions:
            assert row.licence.name.split("-")[0].lower() in words, row.name
