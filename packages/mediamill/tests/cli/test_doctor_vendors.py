"""`mediamill doctor` asks every configured vendor one free question, and says what is wrong with keys and settings."""

import json
from typing import Any

import pytest

from tests.cli.operator import Operator
from tests.studio.vendor import KEY, Studio
from tests.tried_once import attacks_tried_once

__all__ = ["attacks_tried_once"]
pytestmark = pytest.mark.usefixtures("attacks_tried_once")

Findings = dict[str, dict[str, Any]]


def examined(operator: Operator) -> tuple[int, Findings]:
    """The exit code, and the findings by subject."""
    result = operator.runs("doctor", "--json")
    return result.exit_code, {one["subject"]: one for one in json.loads(result.stdout)}


def configured(operator: Operator, base: str, more: str = "") -> None:
    (operator.folder / "studio.key").write_text(KEY)
    (operator.folder / "studio.key").chmod(0o600)
    operator.writes(f'[engine."studio"]\nbase_url = "{base}"\nkey_file = "studio.key"\n{more}')


def test_a_vendor_that_takes_the_key_is_well_and_nothing_was_bought(operator: Operator, studio: Studio) -> None:
    configured(operator, studio.base)
    code, found = examined(operator)

    assert code == 0
    assert found["studio"] == {"subject": "studio", "state": f"ok, {studio.base}", "advice": None, "optional": False}
    assert "key files" not in found
    assert studio.jobs == {}


def test_a_wrong_key_is_an_error(operator: Operator, studio: Studio) -> None:
    configured(operator, studio.base)
    studio.keys.clear()
    code, found = examined(operator)

    assert code == 1
    assert found["studio"] == {
        "subject": "studio",
        "state": "refused",
        "advice": "The studio does not take the key.",
        "optional": False,
    }


def test_a_vendor_that_cannot_be_reached_or_has_trouble_is_a_warning(operator: Operator, studio: Studio) -> None:
    configured(operator, "http://127.0.0.1:9")
    code, found = examined(operator)
    configured(operator, studio.base)
    studio.is_broken = True
    code_of_trouble, trouble = examined(operator)

    assert (code, code_of_trouble) == (0, 0)
    assert [one["studio"]["state"] for one in (found, trouble)] == ["not reached", "not reached"]
    assert [one["studio"]["optional"] for one in (found, trouble)] == [True, True]


@pytest.mark.slow
@pytest.mark.usefixtures("with_studio")
def test_what_is_missing_in_a_section_is_said_without_asking_anybody(operator: Operator) -> None:
    operator.writes('[engine."studio"]\nbase_url = "http://127.0.0.1:9"\n')
    code, found = examined(operator)

    assert code == 1
    assert found["studio"]["advice"].startswith('studio: set key_env or key_file in [engine."studio"]')


@pytest.mark.slow
def test_each_key_is_tried_and_one_without_its_secret_is_named(operator: Operator, studio: Studio) -> None:
    (operator.folder / "night.key").write_text("st-wrong")
    keys = '[{name = "house", key_file = "studio.key"}, {name = "night", key_file = "night.key"}, {name = "day"}]'
    (operator.folder / "studio.key").write_text(KEY)
    operator.writes(f'[engine."studio"]\nbase_url = "{studio.base}"\nkeys = {keys}\n')
    code, found = examined(operator)

    assert code == 1
    states = {name: one["state"] for name, one in found.items() if name.startswith("studio")}
    assert states == {
        "studio, key house": f"ok, {studio.base}",
        "studio, key night": "refused",
        "studio, key day": "no secret",
    }


def test_key_files_that_others_can_read_are_named(operator: Operator, studio: Studio) -> None:
    configured(operator, studio.base)
    operator.runs("secrets", "set", "studio", input=KEY)
    (operator.folder / "studio.key").chmod(0o644)
    (operator.data / "secrets" / "studio").chmod(0o640)
    code, found = examined(operator)

    assert code == 0
    assert found["key files"]["state"] == "2 can be read or changed by others"
    assert f"chmod 600 studio.key; chmod 600 {operator.data}/secrets/studio" in found["key files"]["advice"]


@pytest.mark.slow
def test_a_section_that_is_of_no_use_is_said_to_be(operator: Operator, studio: Studio) -> None:
    chosen = '[engines]\n"create-image/nano-banana" = "procedural.painter"\n'
    configured(operator, studio.base, f'models = ["create-image/nano-banana"]\n{chosen}')
    _, found = examined(operator)
    operator.writes('[engine."atelier"]\nkey_env = "ATELIER"\n')
    code, unread = examined(operator)

    assert found['[engine."studio"]']["state"] == "serves no model"
    assert found['[engine."studio"]']["optional"]
    assert found["studio"]["advice"] is None  # it is asked all the same
    assert code == 1
    assert 'engine."atelier": no installed engine has such settings' in unread["engines"]["advice"]
