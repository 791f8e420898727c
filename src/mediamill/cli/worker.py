"""mediamill worker: hands for a service whose data folder it shares."""

import asyncio
from pathlib import Path

import click

from mediamill.cli.options import data_dir, settings_of
from mediamill.sight import set_up_logs

POOLS = ("cpu", "gpu", "remote")


@click.command()
@click.option("--pools", default=",".join(POOLS), show_default=True, help="Which pools to work for, with commas.")
@data_dir
def worker(pools: str, data_dir: Path | None) -> None:
    """Work beside a service, on the same data folder."""
    from mediamill import app

    wanted = [pool.strip() for pool in pools.split(",") if pool.strip()]
    if not wanted or (unknown := set(wanted) - set(POOLS)):
        named = ", ".join(sorted(unknown)) if wanted else "nothing"
        raise click.BadParameter(f"{named}: the pools are {', '.join(POOLS)}", param_hint="--pools")
    settings = settings_of(data_dir=data_dir)
    set_up_logs(settings.log_level, settings.log_format)
    service = app.Service(settings, serves=False, pools=app.pools_of(settings, wanted))
    click.echo(f"working for {', '.join(wanted)} in {settings.data_dir}", err=True)
    asyncio.run(app.work(service))
