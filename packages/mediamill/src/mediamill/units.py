"""Units that settings and limits are given in."""

MEGABYTE = 1_000_000  # bytes
HOUR_MS = 3_600_000  # milliseconds
DAY_MS = 24 * HOUR_MS
