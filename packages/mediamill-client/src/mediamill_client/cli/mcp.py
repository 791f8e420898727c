"""mediamill mcp: the tools of a service for agents that speak the Model Context Protocol."""

import asyncio
import logging
from pathlib import Path
from typing import TYPE_CHECKING

import click

from mediamill_client.cli.failures import EXIT_UNEXPECTED, EXIT_USAGE, Stopped
from mediamill_client.cli.options import PLACEHOLDER, Access, address_of, of_service, settings_of

if TYPE_CHECKING:
    from mediamill_client.mcp.runs import Rules
    from mediamill_client.mcp.server import MediaServer

WAIT_SECONDS = 45.0  # hosts give a call up after a minute
SHOWN_KILOBYTES = 700  # of media within an answer: hosts take a megabyte, and base64 makes a third more of it
KILOBYTE = 1_000
PORT = 8765


@click.command()
@click.option("--http", is_flag=True, help="Serve streamable HTTP at /mcp instead of standard input and output.")
@click.option("--host", default="127.0.0.1", show_default=True, help="With --http: the address to listen at.")
@click.option("--port", type=click.IntRange(0, 65535), default=PORT, show_default=True, help="With --http: the port.")
@click.option(
    "--callers-keys", is_flag=True, help="With --http: every call brings its own API key; this process needs none."
)
@click.option("--budget", type=click.IntRange(0), metavar="CREDITS", help="What each session may spend.")
@click.option(
    "--folder",
    type=click.Path(exists=True, file_okay=False, resolve_path=True, path_type=Path),
    help="Where results are written; files in it may be inputs. Not with --http.",
)
@click.option("--tool", "tools", multiple=True, metavar="TOOL", help="Offer this tool only; may be repeated.")
@click.option(
    "--wait", type=click.FloatRange(0), default=WAIT_SECONDS, show_default=True, help="Seconds that a call may take."
)
@click.option(
    "--shown-kilobytes",
    type=click.IntRange(0),
    default=SHOWN_KILOBYTES,
    show_default=True,
    help="The largest picture or sound that stands in an answer itself; 0 for links alone.",
)
@of_service
def mcp(
    *,
    http: bool,
    host: str,
    port: int,
    callers_keys: bool,
    budget: int | None,
    folder: Path | None,
    tools: tuple[str, ...],
    wait: float,
    shown_kilobytes: int,
    access: Access,
) -> None:
    """Offer the tools of the service to an agent: Claude, an editor, or a program of yours.

    The agent's host starts this command and talks to it over standard input and output, or finds it at an address with
    --http. Then everybody who reaches the address spends the credits of this process's key, so it has to be one of this
    machine; with --callers-keys each call brings its own, as `Authorization: Bearer KEY`.
    """
    try:
        from mediamill_client.mcp.transports import LOOPBACK
    except ModuleNotFoundError as missing:
        sentence = f"{missing.name} is not installed: pip install 'mediamill-client[mcp]'"
        raise Stopped(EXIT_UNEXPECTED, sentence) from missing
    if http and folder is not None:
        raise click.UsageError("--folder is for an agent on this machine and does not go with --http")
    if callers_keys and not http:
        raise click.UsageError("--callers-keys goes with --http")
    if http and not callers_keys and host not in LOOPBACK:
        raise click.UsageError(f"at {host} others would spend your credits: give --callers-keys, or --host 127.0.0.1")
    rules = rules_of(wait, shown_kilobytes, folder)
    logging.basicConfig(level=logging.WARNING)
    media = media_server(access, callers_keys, rules, budget, tools)
    asyncio.run(served(media, host, port) if http else over_pipes(media))


def rules_of(wait: float, shown_kilobytes: int, folder: Path | None) -> "Rules":
    """How results are given."""
    from mediamill_client.mcp.runs import Rules

    return Rules(wait, shown_kilobytes * KILOBYTE, folder)


def media_server(
    access: Access,
    callers_keys: bool,
    rules: "Rules",
    budget: int | None,
    tools: tuple[str, ...],
) -> "MediaServer":
    """The server, with the key and the address in force."""
    from mediamill_client import transport
    from mediamill_client.mcp.budget import Budgets
    from mediamill_client.mcp.server import MediaServer

    found = settings_of(Access(PLACEHOLDER, address_of(access), None) if callers_keys else access)
    key = None if callers_keys else found.api_key.reveal()
    return MediaServer(found.base_url, key, rules, Budgets(budget), transport.async_http(), frozenset(tools))


async def over_pipes(media: "MediaServer") -> None:
    """Serve standard input and output."""
    from mediamill_client.mcp.transports import serve_stdio

    await serve_stdio(media)


async def served(media: "MediaServer", host: str, port: int) -> None:
    """Serve HTTP until the process is stopped."""
    from mediamill_client.mcp.transports import serve_http

    try:
        await serve_http(media, host, port, lambda address: click.echo(f"MCP is at {address}", err=True))
    except OSError as error:
        raise Stopped(EXIT_USAGE, f"cannot listen at {host}:{port}: {error.strerror}") from error
