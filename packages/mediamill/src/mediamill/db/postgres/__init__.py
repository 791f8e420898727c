"""PostgreSQL: one database for any number of processes on any number of machines."""

from mediamill.db.postgres.database import PostgresDatabase
from mediamill.db.postgres.facts import ServerFacts, server_facts

__all__ = ["PostgresDatabase", "ServerFacts", "server_facts"]
