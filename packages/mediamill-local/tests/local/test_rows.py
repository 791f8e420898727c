"""The rows of weights are found where the package is installed, and each says what has to be accepted."""

import re
from importlib.metadata import entry_points

import mediamill_local
from mediamill.plugins import plugins
from mediamill.weights import PLUGIN_GROUP, read_rows
from mediamill_local import __version__
from tests.places import REPOSITORY

KNOWN = read_rows(None, [one for one in plugins(PLUGIN_GROUP) if one.distribution == "mediamill-local"])
README = (REPOSITORY / "packages/mediamill-local/README.md").read_text()


def test_every_row_can_be_read_and_stands_in_the_readme() -> None:
    assert KNOWN.broken == ()
    assert set(KNOWN.rows) == set(re.findall(r"`([a-z0-9.-]+)`", re.sub(r"(?m)^[^|].*$", "", README)))
    assert {row.source for row in KNOWN.rows.values()} == {f"mediamill-local {__version__}"}


def test_licences_with_a_condition_are_accepted_by_names_that_a_shell_takes() -> None:
    bound = {row.name for row in KNOWN.rows.values() if row.licence.conditions}

    assert bound == {"htdemucs", "ltx-2", "ltx-2.3-distilled", "stable-audio-3-small"}
    assert all(re.fullmatch(r"[A-Za-z0-9.-]+", row.licence.name) for row in KNOWN.rows.values())


def test_what_was_seen_at_one_commit_alone_is_pinned() -> None:
    assert KNOWN.rows["htdemucs"].commit
    assert KNOWN.rows["m2m100-418m"].commit


def test_the_package_is_data_alone() -> None:
    (entry,) = entry_points(group=PLUGIN_GROUP, name="local")

    assert entry.value == mediamill_local.__name__
