"""Vendors' keys go into private files and are never shown again."""

import os
import pty
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.operator import Operator
from tests.studio.vendor import KEY

pytestmark = pytest.mark.usefixtures("with_studio")
MEDIAMILL = Path(sys.executable).with_name("mediamill")


def test_a_key_from_standard_input_is_stored_privately_and_never_shown(operator: Operator) -> None:
    done = operator.runs("secrets", "set", "studio", input=f"{KEY}\n")
    (kept,) = (operator.data / "secrets").iterdir()
    (listed,) = operator.reads("secrets", "list")

    assert (done.exit_code, done.stdout) == (0, "The key of studio is stored.\n")
    assert (kept.name, kept.read_text(), stat.S_IMODE(kept.stat().st_mode)) == ("studio", KEY, 0o600)
    assert listed.pop("setAt").endswith("Z")
    assert listed == {"name": "studio", "engine": "studio", "used": True, "unused": None, "overriddenBy": None}
    assert KEY not in operator.runs("secrets", "list").output


def test_at_a_terminal_the_key_is_asked_for_and_not_echoed(operator: Operator) -> None:
    ours, theirs = pty.openpty()
    command = [str(MEDIAMILL), "secrets", "set", "studio"]
    with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True) as process:
        os.close(theirs)
        said = b""
        while not said.endswith(b"Key: "):
            said += os.read(ours, 100)
        os.write(ours, f"{KEY}\n".encode())
        while not said.endswith(b"is stored.\r\n"):
            said += os.read(ours, 100)
        assert process.wait(60) == 0
    os.close(ours)

    assert KEY.encode() not in said
    assert (operator.data / "secrets" / "studio").read_text() == KEY


@pytest.mark.parametrize("name", ["studioo", "procedural.drums", "studio:", "studio:a/b", "../studio", "", "studio x"])
def test_a_name_that_no_remote_engine_has_is_refused_with_the_list(operator: Operator, name: str) -> None:
    sentence = operator.hears("secrets", "set", name, input=KEY)

    assert f"No installed engine has a key called `{name}`" in sentence
    assert "studio" in sentence.partition("there are: ")[2]
    assert not operator.data.exists()


@pytest.mark.parametrize("text", ["", " \n", "two words", "line\nline", "schlüssel", "k" * 5_000])
def test_what_is_no_key_is_refused_and_not_repeated(operator: Operator, text: str) -> None:
    sentence = operator.hears("secrets", "set", "studio", input=text)

    assert sentence.startswith("That is not a key")
    assert not text.strip() or text.strip() not in sentence
    assert operator.reads("secrets", "list") == []


def test_a_key_that_the_settings_override_is_said_to_be(operator: Operator) -> None:
    operator.writes("""
[engine."studio"]
keys = [{name = "house"}, {name = "night", key_env = "STUDIO_NIGHT"}]
[engine."studio.two"]
key_file = "two.key"
""")
    for name in ("studio", "studio:house", "studio:night", "studio:day", "studio.two", "studio.three"):
        operator.runs("secrets", "set", name, input=KEY)
    listed = {one["name"]: (one["unused"], one["overriddenBy"]) for one in operator.reads("secrets", "list")}

    assert listed == {
        "studio": ('[engine."studio"] has keys with names of their own', None),
        "studio:house": (None, None),
        "studio:night": ("key_env of the section counts", "key_env"),
        "studio:day": ('[engine."studio"] has no key of that name', None),
        "studio.two": ("key_file of the section counts", "key_file"),
        "studio.three": ('there is no [engine."studio.three"] in mediamill.toml', None),
    }
    told = operator.runs("secrets", "set", "studio:day", input=KEY)
    assert told.stderr == 'It is not used yet: [engine."studio"] has no key of that name.\n'


def test_a_key_is_replaced_and_removed(operator: Operator) -> None:
    for key in ("first", "second"):
        operator.runs("secrets", "set", "studio", input=key)
    kept = [path.read_text() for path in (operator.data / "secrets").iterdir()]
    removed = operator.reads("secrets", "remove", "studio")

    assert kept == ["second"]
    assert removed == {"name": "studio", "removed": True}
    assert "No key is stored as `studio`; stored are: none" in operator.hears("secrets", "remove", "studio")
    assert "No key is stored as `../studio`" in operator.hears("secrets", "remove", "../studio")


def test_a_stored_key_makes_its_engine_serve(operator: Operator) -> None:
    before = {row["model"]: row["engine"] for row in operator.reads("engines")}
    operator.runs("secrets", "set", "studio", input=KEY)
    after = {row["model"]: row["engine"] for row in operator.reads("engines")}

    assert (before["nano-banana"], after["nano-banana"]) == ("procedural.painter", "studio")
