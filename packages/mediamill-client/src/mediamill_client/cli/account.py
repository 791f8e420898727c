"""mediamill account: who the key belongs to, and what is left."""

import click

from mediamill_client.cli.failures import explained
from mediamill_client.cli.options import NOTHING_CHANGED, Access, as_json, of_service, opened
from mediamill_client.cli.output import cell, say_json, say_table


@click.command()
@as_json
@of_service
def account(as_json: bool, access: Access) -> None:
    """Show the account of the key, its plan and its credits, and which service that is."""
    with opened(access) as client, explained(NOTHING_CHANGED):
        shown = {**client.account.get().raw, "service": client.base_url}
    if as_json:
        say_json(shown)
    else:
        say_table(("what", "value"), [(name, cell(value)) for name, value in shown.items()])
