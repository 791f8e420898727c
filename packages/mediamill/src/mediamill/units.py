"""Units that settings and limits are given in."""

MEGABYTE = 1_000_000  # bytes
MINUTE_MS = 60_000  # milliseconds
HOUR_MS = 60 * MINUTE_MS
DAY_MS = 24 * HOUR_MS
