"""Sections of engines, remembered: jobs are looked at with them when mediamill.toml has them no more."""

from collections.abc import Mapping

from mediamill.db import Transaction, named_queries

SQL = named_queries(__file__)


def sections(tx: Transaction) -> dict[str, str]:
    """Every engine's that ever was configured, as it was last; JSON objects."""
    return {row["engine"]: row["section"] for row in tx.all(SQL.sections)}


def remember_sections(tx: Transaction, changed: Mapping[str, str]) -> None:
    """Keep these instead of what was known of the same engines."""
    for engine, section in changed.items():
        tx.run(SQL.remember_section, engine=engine, section=section)
