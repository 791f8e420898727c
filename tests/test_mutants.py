"""What `make mutants` does to the code, and that its list of survivors is true."""

import tomllib
from pathlib import Path

import pytest

from scripts.mutants import python_faults, sql_faults
from scripts.mutants.__main__ import KNOWN, mutants_of
from scripts.mutants.parts import PARTS, Part, sources_of

CLAIM = '''
def claim(tx, row, policy, now):
    """Doc."""
    log.info("claimed %s", now - 1)
    assert now > 0
    if not row:
        return None
    tx.run(SQL.lease, expires_at=now + policy.lease_ms)
    return row if row.tries < policy.tries and row.due <= now else None
'''

QUERIES = """
-- name: expired
-- What a lost worker holds: at <= now.
SELECT * FROM leases WHERE owner IS NOT NULL AND expires_at <= :now ORDER BY id

-- name: settle
UPDATE runs SET status = :status, ended_at = COALESCE(:ended_at, 0) WHERE id = :id AND attempt = :attempt
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "claiming.py").write_text(CLAIM)
    (tmp_path / "queries.sql").write_text(QUERIES)
    return tmp_path


def test_faults_of_python_are_the_mistakes_people_make(folder: Path) -> None:
    mutants = list(python_faults.faults_of(folder / "claiming.py", folder))

    assert sorted(" ".join(mutant.change.split()) for mutant in mutants) == [
        "not row → row",
        "now + policy.lease_ms → now - policy.lease_ms",
        "row if row.tries < policy.tries and row.due <= now else None → "
        "None if row.tries < policy.tries and row.due <= now else row",
        "row.due <= now → row.due < now",
        "row.tries < policy.tries and row.due <= now → row.due <= now",
        "row.tries < policy.tries and row.due <= now → row.tries < policy.tries",
        "row.tries < policy.tries and row.due <= now → row.tries < policy.tries or row.due <= now",
        "row.tries < policy.tries → row.tries <= policy.tries",
        "tx.run(SQL.lease, expires_at=now + policy.lease_ms) → left out",
    ]
    assert all(compile(mutant.text, "claiming.py", "exec") for mutant in mutants)
    assert len({mutant.name for mutant in mutants}) == len(mutants)


def test_faults_of_sql_are_in_statements_and_never_in_comments(folder: Path) -> None:
    mutants = list(sql_faults.faults_of(folder / "queries.sql", folder))

    assert sorted((mutant.place, mutant.change.partition("  (")[0]) for mutant in mutants) == [
        ("expired", "<=  →  <"),
        ("expired", "AND expires_at <= :now  →  left out"),
        ("expired", "IS NOT NULL  →  IS NULL"),
        ("expired", "ORDER BY id  →  ORDER BY id DESC"),
        ("expired", "WHERE owner IS NOT NULL AND  →  WHERE"),
        ("settle", ", ended_at = COALESCE(:ended_at, 0)  →  left out"),
        ("settle", "AND attempt = :attempt  →  left out"),
        ("settle", "WHERE id = :id AND  →  WHERE"),
        ("settle", "status = :status,  →  left out"),
    ]
    assert all("What a lost worker holds: at <= now." in mutant.text for mutant in mutants)


@pytest.mark.slow
@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.name)
def test_every_part_has_sources_faults_and_tests(part: Part) -> None:
    assert sources_of(part)
    assert mutants_of(part)
    assert all(Path(test).exists() for test in part.tests)


@pytest.mark.slow
def test_every_survivor_that_is_listed_exists_and_has_a_reason() -> None:
    names = {mutant.name for part in PARTS for mutant in mutants_of(part)}
    known: dict[str, str] = tomllib.loads(KNOWN.read_text())

    assert set(known) <= names
    assert all(len(reason) > 20 for reason in known.values())
