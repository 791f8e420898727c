"""Instants as options of commands are given them."""

from datetime import UTC, datetime

import click

from mediamill import clock


def instant_of(text: str, option: str) -> int:
    """Milliseconds since 1970 of an instant to come; without an offset it is UTC. Raises BadParameter."""
    try:
        instant = datetime.fromisoformat(text)
    except ValueError:
        raise click.BadParameter(
            f"{text} is no instant: write it like 2026-12-31T12:00:00Z", param_hint=option
        ) from None
    at = round((instant if instant.tzinfo else instant.replace(tzinfo=UTC)).timestamp() * 1_000)
    if at <= clock.now():
        raise click.BadParameter(f"{text} is over", param_hint=option)
    return at
