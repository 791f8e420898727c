"""What an operator should know of a PostgreSQL server."""

from dataclasses import dataclass

from mediamill import clock
from mediamill.db.postgres.connecting import connect, failures

FACTS = """
SELECT current_setting('server_version') AS version,
    CAST(current_setting('max_connections') AS BIGINT)
        - CAST(current_setting('superuser_reserved_connections') AS BIGINT) AS connections,
    (SELECT COUNT(*) FROM pg_stat_activity WHERE backend_type = 'client backend') AS connected,
    current_setting('synchronous_commit') AS synchronous_commit,
    current_setting('fsync') = 'on' AS is_synced,
    CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) AS now
"""


@dataclass(frozen=True, slots=True)
class ServerFacts:
    """As the server says them itself."""

    version: str
    connections: int  # that anybody may have
    connected: int
    synchronous_commit: str  # its default; this service's commits are never less than `on`
    is_synced: bool  # whether what is committed survives a crash of the machine
    clock_ahead_ms: int  # of this machine's

    @property
    def connections_left(self) -> int:
        """How many more there may be."""
        return max(0, self.connections - self.connected)


def server_facts(address: str) -> ServerFacts:
    """Ask the server. Raises StoreFailed."""
    with failures(), connect(address, "mediamill doctor") as connection:
        before = clock.now()
        row = connection.execute(FACTS).fetchone()
        after = clock.now()
    assert row is not None
    return ServerFacts(
        row["version"],
        row["connections"],
        row["connected"],
        row["synchronous_commit"],
        row["is_synced"],
        row["now"] - (before + after) // 2,
    )
