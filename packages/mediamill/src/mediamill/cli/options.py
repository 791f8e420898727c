"""What several commands take, and how they reach the database."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from mediamill import config
from mediamill.config import Settings
from mediamill.db import NoDatabase, Transaction, open_database
from mediamill.secret import Secrets
from mediamill.workers import agree_on_secret, check_secret

Result = TypeVar("Result")
Command = TypeVar("Command", bound=Callable[..., Any])

data_dir = click.option(
    "--data-dir",
    type=click.Path(file_okay=False, path_type=Path),
    help="The data folder (default: .data, or MEDIAMILL_DATA_DIR).",
)
as_json = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


def settings_of(**flags: object) -> Settings:
    """The settings in force with these flags laid over them."""
    return config.read(**flags)


def settings_with_database(data_dir: Path | None) -> Settings:
    """The settings in force, for a command that works on a database and never makes one. Raises NoDatabase."""
    settings = settings_of(data_dir=data_dir)
    if not has_database(settings):
        raise NoDatabase(file=settings.database_file)
    return settings


def has_database(settings: Settings) -> bool:
    """Whether there is something to open: a server is taken at its word, a file has to be there."""
    return settings.database_file is None or settings.database_file.is_file()


def read(settings: Settings, work: Callable[[Transaction], Result]) -> Result:
    """Read from the operator's database without keeping anybody from writing."""

    async def run() -> Result:
        database = open_database(settings)
        await database.start()
        try:
            return await database.read(work)
        finally:
            await database.stop()

    return asyncio.run(run())


def write(settings: Settings, work: Callable[[Transaction], Result]) -> Result:
    """Run it in one durable transaction on the operator's database."""

    async def run() -> Result:
        database = open_database(settings)
        await database.start()
        try:
            return await database.write(work)
        finally:
            await database.stop()

    return asyncio.run(run())


def read_with_secret(settings: Settings, work: Callable[[Transaction, Secrets], Result]) -> Result:
    """Read what is of use with the service's secret only. Raises OtherSecret."""
    secrets = Secrets.open(settings.secret, settings.data_dir)

    def check_first(tx: Transaction) -> Result:
        check_secret(tx, secrets.mark)
        return work(tx, secrets)

    return read(settings, check_first)


def write_with_secret(settings: Settings, work: Callable[[Transaction, Secrets], Result]) -> Result:
    """Write what the service's secret goes into. Raises OtherSecret."""
    secrets = Secrets.open(settings.secret, settings.data_dir)

    def agree_first(tx: Transaction) -> Result:
        agree_on_secret(tx, secrets.mark)
        return work(tx, secrets)

    return write(settings, agree_first)
