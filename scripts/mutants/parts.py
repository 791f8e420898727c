"""What is mutated, and the quick tests that have to notice."""

from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "packages/mediamill/src/mediamill"
TESTS = "packages/mediamill/tests"


@dataclass(frozen=True, slots=True)
class Part:
    """Source files and the test files that answer for them, the quickest first: the first failure ends a run."""

    name: str
    sources: tuple[str, ...]  # globs below the package
    tests: tuple[str, ...]  # below the repository


PARTS = (
    Part(
        "money",
        (
            "credits/*.py",
            "credits/*.sql",
            "purchases/*.py",
            "purchases/*.sql",
            "jobs/*.py",
            "jobs/*.sql",
            "usage/*.py",
            "usage/*.sql",
        ),
        (
            f"{TESTS}/credits",
            f"{TESTS}/purchases",
            f"{TESTS}/usage",
            f"{TESTS}/cli/test_usage.py",
            f"{TESTS}/jobs",
            f"{TESTS}/generations",
            f"{TESTS}/properties/test_ledger_and_states.py",
        ),
    ),
    Part(
        "vendors",
        (
            "breakers/*.py",
            "breakers/*.sql",
            "dispatch/remote/admission.py",
            "dispatch/remote/buyer.py",
            "dispatch/remote/look.py",
            "dispatch/remote/records.py",
        ),
        (
            f"{TESTS}/breakers",
            f"{TESTS}/dispatch/remote/test_admission.py",
            f"{TESTS}/dispatch/remote/test_margin.py",
            f"{TESTS}/dispatch/remote/test_buyer.py",
            f"{TESTS}/dispatch/remote/test_crowds.py",
            f"{TESTS}/dispatch/remote/test_stories.py",
            f"{TESTS}/dispatch/remote/test_killed.py",
            f"{TESTS}/dispatch/remote/test_outages.py",
        ),
    ),
    Part(
        "states",
        ("generations/*.py", "generations/*.sql"),
        (
            f"{TESTS}/generations",
            f"{TESTS}/properties/test_ledger_and_states.py",
            f"{TESTS}/dispatch",
        ),
    ),
    Part(
        "deliveries",
        ("webhooks/*.py", "webhooks/*.sql"),
        (
            f"{TESTS}/webhooks/test_delivery.py",
            f"{TESTS}/webhooks/test_verbs.py",
            f"{TESTS}/webhooks/test_turns.py",
            f"{TESTS}/webhooks/test_secret.py",
            f"{TESTS}/webhooks/test_signature.py",
            f"{TESTS}/generations",
            f"{TESTS}/webhooks/test_any_order.py",
            f"{TESTS}/dispatch/test_deliveries.py",
        ),
    ),
    Part(
        "keys",
        ("accounts/*.py", "accounts/*.sql"),
        (f"{TESTS}/accounts", f"{TESTS}/generations"),
    ),
    Part(
        "guard",
        ("outbound/address.py", "outbound/url.py", "outbound/guard.py", "outbound/destination.py"),
        (
            f"{TESTS}/outbound/test_address.py",
            f"{TESTS}/outbound/test_url.py",
            f"{TESTS}/outbound/test_destination.py",
            f"{TESTS}/outbound/test_guard.py",
            f"{TESTS}/outbound/test_post.py",
            f"{TESTS}/outbound/test_download.py",
        ),
    ),
)


def sources_of(part: Part) -> list[Path]:
    """The files of a part, in order; packages' `__init__.py` only hand on names."""
    found = {path for pattern in part.sources for path in PACKAGE.glob(pattern)}
    return sorted(path for path in found if path.name != "__init__.py")
