"""mediamill engines: who makes what here."""

import asyncio
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click
import orjson

from mediamill.cli.acting import operator
from mediamill.cli.options import as_json, data_dir, settings_of, settings_with_database, write
from mediamill.cli.output import say_json
from mediamill.db import Transaction
from mediamill.errors import MediamillError

if TYPE_CHECKING:
    from mediamill.breakers import Breaker
    from mediamill.config import Settings
    from mediamill.testing.examining import Examining
    from mediamill.testing.findings import Finding
    from mediamill.testing.samples import SampleOverrides

EXIT_NO_ENGINE = 1
MARKS = {"passed": "ok", "failed": "FAILED", "warned": "!", "skipped": "-"}


class NoSuchRemoteEngine(MediamillError):
    """No remote engine called {name} is configured; there are: {known}."""

    code = "no_such_remote_engine"


@click.group(invoke_without_command=True)
@click.option("--all", "show_all", is_flag=True, help="Every engine that could serve a model, and what it costs.")
@as_json
@data_dir
@click.pass_context
def engines(context: click.Context, show_all: bool, as_json: bool, data_dir: Path | None) -> None:
    """Show which engine serves each model, what is missing, and how vendors' engines stand."""
    if context.invoked_subcommand is None:
        show(show_all, as_json, data_dir)
    elif show_all or as_json or data_dir:
        raise click.UsageError(f"Write options after `{context.invoked_subcommand}`: before it they mean the table.")


def show(show_all: bool, as_json: bool, data_dir: Path | None) -> None:
    """A line for every model, or for every engine that could serve one; then one for every vendor."""
    from mediamill.cli import engine_tables
    from mediamill.cli.engine_report import engine_report

    settings = settings_of(data_dir=data_dir)
    report = engine_report(settings)
    if as_json:
        say_json(engine_tables.described(report, settings.currency))
        return
    if show_all:
        engine_tables.say_candidates(report, settings.currency)
    else:
        engine_tables.say_models(report)
    engine_tables.say_standings(report.standings, settings.currency)
    for left_out in report.catalogue.broken:
        click.echo(f"The tools {left_out.name} of {left_out.package} are left out. {left_out.fault}", err=True)
    for broken in report.registry.broken:
        click.echo(f"The engine {broken.name} of {broken.package} is left out. {broken.fault}", err=True)


@engines.command()
@click.argument("name")
@click.option("--reason", default="paused by the operator", show_default=True, help="For whoever looks later.")
@as_json
@data_dir
def pause(name: str, reason: str, as_json: bool, data_dir: Path | None) -> None:
    """Submit nothing more to NAME, a remote engine, until it is resumed; jobs under way go on."""
    from mediamill import admin
    from mediamill.assembly import engine_registry, load_catalogue

    settings = settings_with_database(data_dir)
    remote = sorted(engine_registry(settings, load_catalogue(settings)).setups)
    if name not in remote:
        raise NoSuchRemoteEngine(name=name, known=", ".join(remote) or "none")
    write(settings, lambda tx: admin.pause_engine(tx, operator(), name, reason))
    if as_json:
        say_json({"engine": name, "paused": True, "reason": reason})
    else:
        click.echo(f"{name} is paused: {reason}.")


@engines.command()
@click.argument("name")
@as_json
@data_dir
def resume(name: str, as_json: bool, data_dir: Path | None) -> None:
    """Let NAME work again, as far as its breakers let it: those close by themselves, and are named."""
    from mediamill import admin, breakers
    from mediamill.cli import engine_tables

    def resume(tx: Transaction) -> tuple[bool, list["Breaker"]]:
        was_paused = admin.resume_engine(tx, operator(), name)
        return was_paused, [one for one in breakers.open_breakers(tx) if one.engine == name]

    was_paused, left = write(settings_with_database(data_dir), resume)
    if as_json:
        held = [engine_tables.described_breaker(one) for one in left]
        say_json({"engine": name, "resumed": was_paused, "breakers": held})
        return
    click.echo(f"{name} is resumed." if was_paused else f"{name} was not paused.")
    for breaker in left:
        click.echo(f"Still: {engine_tables.sentence_of(breaker)}")


@engines.command()
@click.argument("name")
@click.option("--model", "models", multiple=True, metavar="TOOL/MODEL", help="Only this model; may be repeated.")
@click.option("--input", "input_json", default="{}", metavar="JSON", help="Fields in place of the example's.")
@click.option("--file", "files", multiple=True, metavar="FIELD=PATH", help="A file in place of the kit's own.")
@click.option("--buy", "buys", is_flag=True, help="Buy each example from the vendor of a remote engine, up to twice.")
@as_json
@data_dir
def test(
    name: str,
    models: tuple[str, ...],
    input_json: str,
    files: tuple[str, ...],
    buys: bool,
    as_json: bool,
    data_dir: Path | None,
) -> None:
    """Check that NAME, an installed engine or package.module:Class, meets the engine contract; exit code 1 if not.

    A class without a TOML file beside its module serves the models that are named. Of a remote engine only what costs
    nothing is checked without --buy; it is tried as mediamill.toml sets it up.
    """
    settings = settings_of(data_dir=data_dir, rehearsal=True)
    examination = examination_of(name, [pair(model) for model in models], material(input_json, files), buys, settings)

    async def examine() -> list["Finding"]:
        found = []
        async for finding in examination.of_everything(models):
            found.append(finding)
            if not as_json:
                subject = f"{finding.model}: " if finding.model else ""
                click.echo(f"{MARKS[finding.verdict]:<7}{subject}{finding.sentence}")
        return found

    found = asyncio.run(examine())
    if as_json:
        say_json(
            [
                {"check": one.check, "model": one.model, "verdict": one.verdict, "sentence": one.sentence}
                for one in found
            ]
        )
    conclude(name, found)


def examination_of(
    name: str, models: list[tuple[str, str]], material: "SampleOverrides", buys: bool, settings: "Settings"
) -> "Examining":
    """How the engine is examined, wherever it runs."""
    from mediamill.assembly import engine_registry, load_catalogue, weights_here
    from mediamill.engines import EngineEntry
    from mediamill.testing.examine import Examination
    from mediamill.testing.remote.examine import RemoteExamination, set_up
    from mediamill.testing.subject import find_subject

    catalogue = load_catalogue(settings)
    registry = engine_registry(settings, catalogue)
    if (setup := registry.setups.get(name)) is not None:
        (entry,) = (one for one in registry.entries if one.name == name)
        return RemoteExamination(entry, catalogue, setup, material, buys=buys)
    found = find_subject(name, models)
    if not isinstance(found, EngineEntry):
        raise click.UsageError(found.fault)
    if found.kind == "remote":
        return RemoteExamination(found, catalogue, set_up(found, {}, None), material, buys=buys)
    if buys:
        raise click.UsageError(f"{name} runs on this machine: there is nothing to buy.")
    options = settings.engine.get(name, {})
    return Examination(found, catalogue, material, options=options, weights=weights_here(settings))


def conclude(name: str, found: list["Finding"]) -> None:
    """Say on stderr what it comes to."""
    failed = sum(finding.verdict == "failed" for finding in found)
    passed = sum(finding.verdict == "passed" for finding in found)
    untried = not any(finding.model and finding.verdict == "passed" for finding in found)
    if failed:
        click.echo(f"{name} is not an engine yet: {failed} of {failed + passed} checks failed.", err=True)
    elif untried:
        click.echo(f"{name} could not be tried here: see above what is missing.", err=True)
    else:
        click.echo(f"{name} is an engine: {passed} checks passed.", err=True)
    if failed or untried:
        sys.exit(EXIT_NO_ENGINE)


def material(input_json: str, files: tuple[str, ...]) -> "SampleOverrides":
    """What the options give in place of the example's."""
    from mediamill.testing.samples import SampleOverrides

    try:
        input = orjson.loads(input_json)
    except orjson.JSONDecodeError as error:
        raise click.BadParameter(f"not JSON: {error}", param_hint="--input") from error
    if not isinstance(input, dict):
        raise click.BadParameter("a JSON object is wanted", param_hint="--input")
    makers = {}
    for one in files:
        field, _, path = one.partition("=")
        if not Path(path).is_file():
            raise click.BadParameter(f"`{one}` is not FIELD=PATH of a file", param_hint="--file")
        makers[field] = lambda _, path=Path(path): path
    return SampleOverrides(input, makers)


def pair(model: str) -> tuple[str, str]:
    """ "tool/model" as its two slugs."""
    from mediamill.engines import read_tool_model

    if (found := read_tool_model(model)) is None:
        raise click.BadParameter(f"`{model}` is not tool/model", param_hint="--model")
    return found
