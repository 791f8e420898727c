"""Instants as callers write them."""

from datetime import UTC, date, datetime

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
TEXT_CHARACTERS_MAX = 40


def instant_in(text: str) -> int | None:
    """Milliseconds since 1970 of an ISO 8601 instant with an offset (`2026-01-31T09:30:00.125Z`); None for others."""
    if len(text) > TEXT_CHARACTERS_MAX or not text.isascii():
        return None
    try:
        instant = datetime.fromisoformat(text)
    except ValueError:
        return None
    if instant.tzinfo is None:
        return None
    since = instant - EPOCH
    return (since.days * 86_400 + since.seconds) * 1_000 + since.microseconds // 1_000


def parsed_day(text: str) -> date | None:
    """The day in `2026-01-31`, from 1970 on; None for anything else."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if day.isoformat() == text and EPOCH.year <= day.year < date.max.year else None
