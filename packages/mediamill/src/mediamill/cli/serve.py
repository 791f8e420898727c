"""mediamill serve: the service in this process."""

import asyncio
import logging
import os
import shlex
import sys
from pathlib import Path

import click

from mediamill import accounts
from mediamill.accounts import AccountNotFound, Plan, open_account
from mediamill.cli.options import data_dir, has_database, read, settings_of, write_with_secret
from mediamill.cli.output import program
from mediamill.cli.privacy import keep_private
from mediamill.config import Settings
from mediamill.db import Transaction
from mediamill.secret import Secrets
from mediamill.telemetry import set_up_logs

DEMO_EMAIL = "demo@localhost"
DEMO_CREDITS = 1_000
DEMO_KEY_FILE = "demo.key"
DRUMS = '{"tool": "drum-generator", "input": {"model": "drumgen", "seed": 7}}'
VOICE = '{"tool": "text-to-speech", "input": {"model": "voicevendor-tts", "prompt": "Hello from my own media mill."}}'


@click.command()
@click.option("--host", help="The address to listen at (default: 127.0.0.1).")
@click.option("--port", type=click.IntRange(0, 65_535), help="The port to listen at (default: 8000; 0: any).")
@click.option("--no-worker", is_flag=True, help="Only serve HTTP; `mediamill worker` does the work.")
@click.option("--demo", is_flag=True, help="Create a demo account at the first start and print its key.")
@data_dir
def serve(host: str | None, port: int | None, no_worker: bool, demo: bool, data_dir: Path | None) -> None:
    """Run the service."""
    import uvloop

    from mediamill import app, assembly
    from mediamill.http import listen

    settings = settings_of(host=host, port=port, data_dir=data_dir)
    keep_private()
    set_up_logs(settings.log_level, settings.log_format)
    try:
        listener, settings = listen(settings)
    except OSError as error:
        raise click.ClickException(f"Cannot listen at {settings.host}:{settings.port}: {error.strerror}.") from None
    with listener:
        service = app.Service(settings, serves=True, pools={} if no_worker else assembly.pools_of(settings))
        key = demo_key(settings) if demo else None
        link = service.one_time_links.make(key, settings.base_url) if key else ""
        advice = first_steps(settings.base_url, key, link) if key else account_advice(settings)
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(app.serve(service, listener, lambda: announce(settings, advice)))


def demo_key(settings: Settings) -> str:
    """The key of the demo account: made at the first start, then read from its 0600 file."""
    file = settings.data_dir / DEMO_KEY_FILE
    kept = file.read_text().strip() if file.exists() else None

    def issue(tx: Transaction, secrets: Secrets) -> str:
        try:
            account = accounts.find_by_email(tx, DEMO_EMAIL)
        except AccountNotFound:
            account = open_account(tx, DEMO_EMAIL, Plan.FREE, DEMO_CREDITS)
        in_force = {key.id for key in accounts.keys_of(tx, account.id) if key.revoked_at is None}
        if kept and accounts.lookup_id(kept) in in_force:
            return kept
        return accounts.issue_key(tx, account.id, "demo", secrets.api_key_pepper)[1]

    text = write_with_secret(settings, issue)
    if text != kept:
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w") as stream:
            stream.write(f"{text}\n")
    return text


def account_advice(settings: Settings) -> str:
    """How to get an API key, while there is none."""
    if has_database(settings) and read(settings, accounts.any_account):
        return ""
    folder = "" if settings.data_dir == Path(".data") else f" --data-dir {shlex.quote(str(settings.data_dir))}"
    return f"""
There is no account yet. Open one in another terminal; this prints its API key:

  {program()} accounts create you@example.com --credits 1000{folder}
"""


def first_steps(base_url: str, key: str, link: str) -> str:
    """The first commands of a newcomer, as lines to copy."""
    run = (
        'curl -s $MEDIAMILL_BASE_URL/api/run -H "Authorization: $MEDIAMILL_API_KEY" -H "Content-Type: application/json"'
    )
    return f"""
Open Studio, signed in to the demo account (once, within ten minutes):

  {link}

To use it from a program, copy these lines into another terminal. The key belongs to the account {DEMO_EMAIL}:

  export MEDIAMILL_API_KEY={key}
  export MEDIAMILL_BASE_URL={base_url}

A drum loop and a spoken sentence:

  {run} -d '{DRUMS}'

  {run} -d '{VOICE}'

A moment later the `output` of each is the URL of its file:

  curl -s "$MEDIAMILL_BASE_URL/api/generations?limit=2" -H "Authorization: $MEDIAMILL_API_KEY"
"""


def announce(settings: Settings, advice: str) -> None:
    """Where the service is, and what to do first."""
    click.echo(f"mediamill is at {settings.base_url}  (documentation: {settings.base_url}/docs)")
    if advice:
        click.echo(advice)
    sys.stdout.flush()
    logging.getLogger("mediamill").info("listening at %s:%d", settings.host, settings.port)
