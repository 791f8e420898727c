"""Printing as all commands do it; JSON by the faster encoder, which also knows our dataclasses and times."""

import click
import orjson

from mediamill_client.cli.output import program, say_table

__all__ = ["program", "say_json", "say_table"]


def say_json(value: object) -> None:
    """One JSON document."""
    click.echo(orjson.dumps(value, option=orjson.OPT_INDENT_2).decode())
