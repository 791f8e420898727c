"""An operator at a shell: a folder with settings and data, and what commands say there."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from click.testing import CliRunner, Result

from mediamill import config
from mediamill.cli.main import cli
from mediamill.cli.options import write
from mediamill.db import Transaction
from mediamill.errors import MediamillError

Written = TypeVar("Written")


class Operator:
    """Works in a folder that has `mediamill.toml` and the data folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.data = folder / "data"

    def writes(self, toml: str) -> None:
        """The settings from now on."""
        (self.folder / "mediamill.toml").write_text(toml)

    def runs(self, *arguments: str, input: str | None = None) -> Result:
        """A command."""
        return CliRunner().invoke(cli, list(arguments), input=input)

    def reads(self, *arguments: str) -> Any:
        """What a command prints as JSON."""
        result = self.runs(*arguments, "--json")
        assert result.exit_code == 0, f"{result.output} {result.exception!r}"
        return json.loads(result.stdout)

    def reads_anyway(self, *arguments: str) -> Any:
        """The same of a command that says by its exit code that not all is well."""
        result = self.runs(*arguments, "--json")
        assert result.exit_code == 1, f"{result.output} {result.exception!r}"
        return json.loads(result.stdout)

    def hears(self, *arguments: str, input: str | None = None) -> str:
        """The sentence with which a command is refused."""
        result = self.runs(*arguments, input=input)
        assert isinstance(result.exception, MediamillError), result.output
        return str(result.exception)

    def opens_shop(self) -> str:
        """There is a database, with an account: its id."""
        return str(self.reads("accounts", "create", "ada@example.com", "--credits", "100")["id"])

    def changes(self, work: Callable[[Transaction], Written]) -> Written:
        """What the service would have written."""
        return write(config.read(), work)
