"""Documentation cannot lie: settings, states, commands and code blocks are compared with the program."""

import json
import re
import subprocess
import sys
import tomllib
from itertools import takewhile
from pathlib import Path

import pytest

from mediamill.config import Settings
from mediamill.engines.host.findings import FACTS_MAX, WORD_CHARACTERS_MAX, WORDS_MAX
from mediamill.generations import EACH_MAX, OTHERS_MAX, OWN_AHEAD_MAX, TRANSITIONS, AttemptOutcome, Status
from mediamill.http.openapi.extra_schemas import extra_schemas
from mediamill.http.openapi.inspection import attempt_schema
from tests.journeys.test_inspection import BEYOND, PUBLIC
from tests.places import REPOSITORY

INSPECTED = PUBLIC | BEYOND  # what the endpoint answers, as its own test has it
PROGRAM = Path(sys.executable).with_name("mediamill")


def test_every_setting_is_documented_with_its_meaning() -> None:
    text = (REPOSITORY / "docs/reference/settings.md").read_text()
    documented = set(re.findall(r"^\| `([A-Z0-9_]+)` \|", text, re.M)) - {"SSL_CERT_FILE"}
    settings = {
        str(field.validation_alias or f"MEDIAMILL_{name.upper()}") for name, field in Settings.model_fields.items()
    }

    assert settings == documented


def test_the_picture_of_states_is_the_transition_table() -> None:
    picture = (REPOSITORY / "docs/states.md").read_text().split("```")[1]
    drawn = set(re.findall(r"^    (\S+) --> (\S+?)(?::|$)", picture, re.M))
    table = {(before or "[*]", after) for before, reachable in TRANSITIONS.items() for after in reachable}
    ends = {(status, "[*]") for status in Status if not TRANSITIONS[status]}

    assert table | ends == drawn


def described_fields(page: str, heading: str) -> set[str]:
    """The names in the first column of the first table under a heading."""
    section = page.split(f"\n{heading}\n")[1]
    rows = re.findall(r"^\|.*$", section.split("\n#")[0], re.M)
    table = list(takewhile(lambda row: not row.startswith("| outcome"), rows))
    return {name for row in table for name in re.findall(r"`(\w+)`", row.split("|")[1])}


def test_every_field_of_an_inspection_and_a_quote_is_described() -> None:
    page = (REPOSITORY / "docs/generations.md").read_text()

    assert described_fields(page, "## After: `GET /ext/generations/{id}`") == set(INSPECTED)
    assert described_fields(page, "### Attempts") == set(attempt_schema()["properties"])
    assert described_fields(page, "## Before: `POST /ext/quote`") == set(extra_schemas()["Quote"]["properties"])
    assert set(re.findall(r"^\| `(\w+)` \|[^|]*\|[^|]*\|$", page, re.M)) == {str(outcome) for outcome in AttemptOutcome}


def test_the_limits_of_an_inspection_are_those_of_the_program() -> None:
    page = " ".join((REPOSITORY / "docs/generations.md").read_text().split())

    assert f"of the pool that are due earlier, at most {OWN_AHEAD_MAX:,}, and" in page
    assert f"at most {EACH_MAX} of each of at most {OTHERS_MAX} accounts." in page
    assert f"at most {FACTS_MAX} plain facts" in page
    assert f"At most {WORDS_MAX} words are kept, each cut after {WORD_CHARACTERS_MAX} characters." in page


def test_every_command_is_documented() -> None:
    text = (REPOSITORY / "docs/operating.md").read_text()
    listing = subprocess.run([PROGRAM, "--help"], capture_output=True, text=True, check=True).stdout
    commands = re.findall(r"^  ([a-z-]+)  ", listing.split("Commands:")[1], re.M)

    assert commands
    assert [name for name in commands if f"`mediamill {name}" not in text] == []


@pytest.mark.parametrize("page", sorted((REPOSITORY / "docs/decisions").glob("*.md")), ids=lambda page: page.name)
def test_a_decision_is_short_and_names_what_keeps_it(page: Path) -> None:
    text = page.read_text()

    assert text.count("\n") <= 40
    assert "Kept by" in text


def test_no_lock_or_setting_names_where_packages_come_from() -> None:
    names = (
        "requirements.lock",
        "pyproject.toml",
        "Makefile",
        "scripts/install.sh",
        "scripts/local.sh",
        "scripts/page.sh",
        ".npmrc",
        ".ci/run",
    )
    files = [*(REPOSITORY / name for name in names), *REPOSITORY.glob("packages/*/pyproject.toml")]
    files += REPOSITORY.glob("packages/*/requirements-*")

    assert [file.name for file in files if re.search(r"https?://|--index|--find-links", without_flags(file))] == []


def test_the_lock_of_the_page_names_no_host() -> None:
    packages = json.loads((REPOSITORY / "package-lock.json").read_text())["packages"]
    hosted = [name for name, package in packages.items() if "://" in str(package.get("resolved", ""))]
    unpinned = [name for name, one in packages.items() if name.startswith("node_modules/") and not is_pinned(one)]

    assert len(packages) > 20
    assert (hosted, unpinned) == ([], [])


def is_pinned(package: dict[str, object]) -> bool:
    """Whether a package of the lock is one of ours or has a hash."""
    return bool(package.get("link")) or str(package.get("integrity")).startswith("sha512-")


def without_flags(file: Path) -> str:
    """The text without the options that keep hosts out of the lock."""
    return re.sub(r"--no-emit-(index-url|find-links)", "", file.read_text())


def test_every_remote_engine_has_a_page_in_the_index() -> None:
    index = (REPOSITORY / "docs/engines/README.md").read_text()
    listed = set(re.findall(r"^\| \[`(\w+)`\]\((\w+)\.md\) \|", index, re.M))
    pages = {path.stem for path in (REPOSITORY / "docs/engines").glob("*.md")} - {"README", "local", "own-vendor"}
    project = tomllib.loads((REPOSITORY / "packages/mediamill-remote/pyproject.toml").read_text())["project"]
    engines = project["entry-points"]["mediamill.engines"]

    assert listed == {(name, name) for name in engines} == {(page, page) for page in pages}


def test_relative_links_lead_somewhere() -> None:
    pages = [*REPOSITORY.glob("*.md"), *(REPOSITORY / "docs").rglob("*.md")]
    broken = [
        f"{page.name}: {target}"
        for page in pages
        for target in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", page.read_text())
        if not (page.parent / target).exists()
    ]

    assert broken == []


WHERE = re.findall(
    r"^\| [^|]+ \| `([\w./-]+)`(?: \(`(\w+)`\))? \|$", (REPOSITORY / "docs/contributing/where.md").read_text(), re.M
)


@pytest.mark.parametrize(("path", "name"), WHERE, ids=lambda part: part)
def test_what_a_newcomer_looks_for_is_where_the_page_says(path: str, name: str) -> None:
    package = path.partition("/")[0].replace("_", "-")
    file = REPOSITORY / "packages" / package / "src" / path

    assert file.is_file()
    assert re.search(rf"^\s*(class |def |async def )?{name}\b", file.read_text(), re.M) if name else True


def test_twenty_places_and_more_are_told() -> None:
    assert len(WHERE) >= 20
