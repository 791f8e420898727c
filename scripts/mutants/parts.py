"""What is mutated, and the quick tests that have to notice."""

from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src/mediamill"


@dataclass(frozen=True, slots=True)
class Part:
    """Source files and the test files that answer for them, the quickest first: the first failure ends a run."""

    name: str
    sources: tuple[str, ...]  # globs below the package
    tests: tuple[str, ...]  # below the repository


PARTS = (
    Part(
        "money",
        ("credits/*.py", "credits/*.sql"),
        ("tests/credits", "tests/generations", "tests/properties/test_ledger_and_states.py"),
    ),
    Part(
        "states",
        ("generations/*.py", "generations/*.sql"),
        ("tests/generations", "tests/properties/test_ledger_and_states.py", "tests/dispatch"),
    ),
    Part(
        "deliveries",
        ("webhooks/*.py", "webhooks/*.sql"),
        (
            "tests/webhooks/test_delivery.py",
            "tests/webhooks/test_verbs.py",
            "tests/webhooks/test_turns.py",
            "tests/webhooks/test_secret.py",
            "tests/webhooks/test_signature.py",
            "tests/generations",
            "tests/webhooks/test_any_order.py",
            "tests/dispatch/test_delivering.py",
        ),
    ),
    Part("keys", ("accounts/*.py", "accounts/*.sql"), ("tests/accounts", "tests/generations")),
    Part(
        "guard",
        ("outbound/address.py", "outbound/url.py", "outbound/guard.py", "outbound/destination.py"),
        (
            "tests/outbound/test_address.py",
            "tests/outbound/test_url.py",
            "tests/outbound/test_guard.py",
            "tests/outbound/test_post.py",
            "tests/outbound/test_download.py",
        ),
    ),
)


def sources_of(part: Part) -> list[Path]:
    """The files of a part, in order; packages' `__init__.py` only hand on names."""
    found = {path for pattern in part.sources for path in PACKAGE.glob(pattern)}
    return sorted(path for path in found if path.name != "__init__.py")
