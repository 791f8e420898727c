"""mediamill worker: runs generations for a service whose data folder it shares."""

import asyncio
import logging
from pathlib import Path

import click

from mediamill.catalogue import Pool
from mediamill.cli.options import data_dir, settings_with_database
from mediamill.sight import set_up_logs

POOLS = tuple(pool.value for pool in Pool)

log = logging.getLogger("mediamill")


@click.command()
@click.option("--pools", default=",".join(POOLS), show_default=True, help="Which pools to work for, with commas.")
@data_dir
def worker(pools: str, data_dir: Path | None) -> None:
    """Run generations for a service that uses the same data folder; start `mediamill serve` there first."""
    from mediamill import app

    wanted = [pool.strip() for pool in pools.split(",") if pool.strip()]
    if not wanted or (unknown := set(wanted) - set(POOLS)):
        named = ", ".join(sorted(unknown)) if wanted else "nothing"
        raise click.BadParameter(f"{named}: the pools are {', '.join(POOLS)}", param_hint="--pools")
    settings = settings_with_database(data_dir)
    set_up_logs(settings.log_level, settings.log_format)
    service = app.Service(settings, serves=False, pools=app.pools_of(settings, wanted))
    log.info("working for %s in %s", ", ".join(wanted), settings.data_dir)
    asyncio.run(app.work(service))
