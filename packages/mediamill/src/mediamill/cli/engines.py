"""mediamill engines: who makes what here."""

import asyncio
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click
import orjson

from mediamill.cli.options import as_json, data_dir, settings_of
from mediamill.cli.output import say_json, say_table

if TYPE_CHECKING:
    from mediamill.engines import EngineRow
    from mediamill.testing.findings import Finding
    from mediamill.testing.samples import SampleOverrides

EXIT_NO_ENGINE = 1
MARKS = {"passed": "ok", "failed": "FAILED", "skipped": "-"}


@click.group(invoke_without_command=True)
@as_json
@data_dir
@click.pass_context
def engines(context: click.Context, as_json: bool, data_dir: Path | None) -> None:
    """Show which engine serves each model, and what is missing."""
    if context.invoked_subcommand is None:
        show(as_json, data_dir)


def show(as_json: bool, data_dir: Path | None) -> None:
    """A line for every model."""
    from mediamill.assembly import engine_registry, load_catalogue

    settings = settings_of(data_dir=data_dir)
    offered = load_catalogue(settings)
    registry = engine_registry(settings, offered)
    rows = registry.table(offered)
    if as_json:
        say_json(
            [
                {
                    "tool": row.tool,
                    "model": row.model,
                    "engine": row.engine,
                    "ready": row.missing is None,
                    "missing": row.missing,
                    "note": row.note or None,
                }
                for row in rows
            ]
        )
        return
    say_table(
        ("tool", "model", "engine", "state"),
        [
            (
                row.tool,
                row.model,
                row.engine or "-",
                row.missing or state_of(row),
            )
            for row in rows
        ],
    )
    for left_out in offered.broken:
        click.echo(f"The tools {left_out.name} of {left_out.package} are left out. {left_out.fault}", err=True)
    for broken in registry.broken:
        click.echo(f"The engine {broken.name} of {broken.package} is left out. {broken.fault}", err=True)


def state_of(row: "EngineRow") -> str:
    """Ready, what would make it better, and for what where not for everything."""
    state = "; ".join(["ready", *(program.advice for program in row.programs if program.advice)])
    return f"{state}: {row.note}" if row.note else state


@engines.command()
@click.argument("name")
@click.option("--model", "models", multiple=True, metavar="TOOL/MODEL", help="Only this model; may be repeated.")
@click.option("--input", "input_json", default="{}", metavar="JSON", help="Fields in place of the example's.")
@click.option("--file", "files", multiple=True, metavar="FIELD=PATH", help="A file in place of the kit's own.")
@as_json
@data_dir
def test(
    name: str, models: tuple[str, ...], input_json: str, files: tuple[str, ...], as_json: bool, data_dir: Path | None
) -> None:
    """Check that NAME, an installed engine or package.module:Class, meets the engine contract; exit code 1 if not.

    A class without a TOML file beside its module serves the models that are named.
    """
    from mediamill.assembly import load_catalogue
    from mediamill.engines import EngineEntry
    from mediamill.testing.examine import Examination
    from mediamill.testing.subject import find_subject

    entry = find_subject(name, [pair(model) for model in models])
    if not isinstance(entry, EngineEntry):
        raise click.UsageError(entry.fault)
    catalogue = load_catalogue(settings_of(data_dir=data_dir, rehearsal=True))
    examination = Examination(entry, catalogue, material(input_json, files))

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
