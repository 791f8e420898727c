"""Printing: results on stdout, all else on stderr; tables for people, plain columns for pipes, JSON for programs."""

import json
import shlex
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

import click

PROGRAM = "mediamill"


def program() -> str:
    """What to type to run this program again: its name where the shell finds it, else its path."""
    found = shutil.which(PROGRAM)
    if found is not None and Path(found).resolve() == Path(sys.argv[0]).resolve():
        return PROGRAM
    return shlex.quote(sys.argv[0])


def say_json(value: object) -> None:
    """One JSON document."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))


def say_table(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Rows under column names; tab-separated without names when piped."""
    if not sys.stdout.isatty():
        for row in rows:
            click.echo("\t".join(str(cell) for cell in row))
        return
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in columns:
        table.add_column(column, overflow="fold")
    for row in rows:
        table.add_row(*(Text(str(cell)) for cell in row))  # not markup: what callers wrote stays as it is
    Console().print(table)


def cell(value: object) -> str:
    """A value in one line of a table; empty for null."""
    if value is None:
        return ""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return " ".join(text.split())
