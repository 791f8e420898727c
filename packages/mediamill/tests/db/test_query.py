import pytest

from mediamill.db import named_queries
from mediamill.db.query import Dialect, for_dialect


def test_queries_are_found_by_name() -> None:
    sql = named_queries(__file__)

    assert [query.name for query in sql][:4] == ["create", "add", "texts", "break_it"]


def test_a_query_nobody_wrote_is_named_in_the_error() -> None:
    sql = named_queries(__file__)

    with pytest.raises(AttributeError, match="no query named missing"):
        _ = sql.missing


def test_dialect_marks_open_for_their_own_database_only() -> None:
    text = "SELECT 1 /*pg: FOR UPDATE *//*sqlite: LIMIT 1 */"

    assert for_dialect(text, Dialect.SQLITE) == "SELECT 1 LIMIT 1"
    assert for_dialect(text, Dialect.POSTGRES) == "SELECT 1 FOR UPDATE"
