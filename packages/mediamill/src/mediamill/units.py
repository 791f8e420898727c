"""Units that settings, limits and amounts are given in."""

MEGABYTE = 1_000_000  # bytes
MILLIONTHS = 1_000_000  # of the currency: amounts of money are whole numbers of them
MINUTE_MS = 60_000  # milliseconds
HOUR_MS = 60 * MINUTE_MS
DAY_MS = 24 * HOUR_MS
