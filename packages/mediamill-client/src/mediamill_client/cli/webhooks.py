"""mediamill webhooks listen: each success of the account as its webhook, posted to a program on this machine."""

import itertools
import json
import time
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import click

from mediamill_client.cli.failures import explained
from mediamill_client.cli.options import Access, of_service, opened

if TYPE_CHECKING:
    import httpx2

    from mediamill_client import SignedWebhook

ANSWER_SECONDS = 5.0  # as long as a real delivery waits
STOPPED = "Nothing is forwarded any more."
ID = "webhook-id"


@dataclass(frozen=True, slots=True)
class Forwarded:
    """One webhook, and what the receiver answered: a status, or why there was none."""

    id: str
    status: int | None
    error: str | None
    milliseconds: int


@click.group()
def webhooks() -> None:
    """Forward webhooks to a program on this machine."""


@webhooks.command()
@click.option("--forward-to", metavar="URL", help="Where to post: http://localhost:3000/hook.")
@click.option("--print-secret", is_flag=True, help="Only print the secret that signs.")
@click.option("--count", type=click.IntRange(1), metavar="N", help="End after so many.")
@click.option("--json", "as_json", is_flag=True, help="Print a line of JSON for each.")
@of_service
def listen(forward_to: str | None, print_secret: bool, count: int | None, as_json: bool, access: Access) -> None:
    """Post the webhook of each success from now on to a URL, until Ctrl-C.

    No run has to name a webhook, and the service need not reach the URL. Headers and body are those of a real delivery,
    signed with the account's secret; each is posted once. The key needs the scope manage.
    """
    from mediamill_client import transport

    target = None if forward_to is None else checked(forward_to)
    if target is None and not print_secret:
        raise click.UsageError("give --forward-to URL, or --print-secret")
    with opened(access) as client, explained(STOPPED):
        if print_secret:
            click.echo(client.webhooks.secret().secret)
        if target is None:
            return
        click.echo(f"Forwarding what succeeds from now on to {target}", err=True)
        with transport.blocking_http() as http:
            for webhook in itertools.islice(client.webhooks.inbox(), count):
                say(posted(http, target, webhook), as_json)


def checked(url: str) -> str:
    """The URL to post to. Raises UsageError for what is none."""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise click.UsageError(f"--forward-to: {url!r} must look like http://localhost:3000/hook")
    return url


def posted(http: "httpx2.Client", target: str, webhook: "SignedWebhook") -> Forwarded:
    """Post it once, as the service would, and say what came of it."""
    import httpx2

    began, status, error = time.monotonic(), None, None
    try:
        status = http.post(
            target, content=webhook.body, headers=dict(webhook.headers), timeout=ANSWER_SECONDS
        ).status_code
    except (httpx2.RequestError, httpx2.InvalidURL) as fault:
        error = str(fault) or type(fault).__name__
    return Forwarded(webhook.headers.get(ID, ""), status, error, round((time.monotonic() - began) * 1000))


def say(done: Forwarded, as_json: bool) -> None:
    """One line for one webhook, at once."""
    if as_json:
        click.echo(json.dumps(asdict(done), ensure_ascii=False))
    else:
        click.echo(f"{done.id}\t{done.error or done.status}\t{done.milliseconds} ms")
