"""mediamill tools: status, pause, drain and resume tools and models, beside what `mediamill_client` shows of them."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from mediamill import admin, clock, workers
from mediamill.cli.acting import operator
from mediamill.cli.options import as_json, data_dir, read, settings_with_database, write
from mediamill.cli.output import say_json, say_table
from mediamill.errors import MediamillError
from mediamill.workers import Halt, HaltKind, HaltMode
from mediamill_client.cli.tools import tools

if TYPE_CHECKING:
    from mediamill.config import Settings

__all__ = ["tools"]


class UnknownToolOrModel(MediamillError):
    """There is no tool or model called {name}: write TOOL or TOOL/MODEL, as `mediamill tools status` shows them."""

    code = "unknown_tool_or_model"


@tools.command()
@as_json
@data_dir
def status(as_json: bool, data_dir: Path | None) -> None:
    """Every tool and model of this installation, and how it is stopped."""
    settings = settings_with_database(data_dir)
    halts = read(settings, workers.halts)
    shown = [described(name, halts.of(kind, name)) for kind, name in offered(settings)]
    if as_json:
        say_json(shown)
    else:
        say_table(("name", "state", "since", "reason"), [[cell or "" for cell in one.values()] for one in shown])


@tools.command()
@click.argument("name", metavar="TOOL[/MODEL]")
@click.option("--reason", default="", help="Shown to other operators.")
@as_json
@data_dir
def pause(name: str, reason: str, as_json: bool, data_dir: Path | None) -> None:
    """Accept nothing new for it, and let what waits go on waiting; what runs ends."""
    stop(name, HaltMode.PAUSED, reason, as_json, data_dir)


@tools.command()
@click.argument("name", metavar="TOOL[/MODEL]")
@click.option("--reason", default="", help="Shown to other operators.")
@as_json
@data_dir
def drain(name: str, reason: str, as_json: bool, data_dir: Path | None) -> None:
    """Accept nothing new for it; what waits is worked off."""
    stop(name, HaltMode.DRAINING, reason, as_json, data_dir)


@tools.command()
@click.argument("name", metavar="TOOL[/MODEL]")
@as_json
@data_dir
def resume(name: str, as_json: bool, data_dir: Path | None) -> None:
    """Let it go on."""
    settings = settings_with_database(data_dir)
    kind = kind_of(settings, name)
    changed = write(settings, lambda tx: admin.go_on(tx, operator(), kind, name))
    if as_json:
        say_json({"name": name, "changed": changed})
    else:
        click.echo(f"{name} is {'resumed' if changed else 'not stopped'}.")


def stop(name: str, mode: HaltMode, reason: str, as_json: bool, data_dir: Path | None) -> None:
    """Pause or drain it."""
    settings = settings_with_database(data_dir)
    kind = kind_of(settings, name)
    halt = write(settings, lambda tx: admin.stop(tx, operator(), kind, name, mode, reason))
    if as_json:
        say_json(described(name, halt))
    else:
        click.echo(f"{name} is {mode.value}; every process knows within a second.")


def offered(settings: "Settings") -> list[tuple[HaltKind, str]]:
    """Every tool and model of the catalogue."""
    from mediamill.assembly import load_catalogue

    found: list[tuple[HaltKind, str]] = []
    for tool in load_catalogue(settings).tools.values():
        found.append((HaltKind.TOOL, tool.slug))
        found += [(HaltKind.MODEL, f"{tool.slug}/{slug}") for slug in tool.models]
    return found


def kind_of(settings: "Settings", name: str) -> HaltKind:
    """Whether it is a tool or a model. Raises UnknownToolOrModel."""
    kind = HaltKind.MODEL if "/" in name else HaltKind.TOOL
    if (kind, name) not in offered(settings):
        raise UnknownToolOrModel(name=name)
    return kind


def described(name: str, halt: Halt | None) -> dict[str, str | None]:
    """A tool or a model, and how it is stopped."""
    return {
        "name": name,
        "state": halt.mode.value if halt else "open",
        "since": clock.iso(halt.since) if halt else None,
        "reason": halt.reason if halt else "",
    }
