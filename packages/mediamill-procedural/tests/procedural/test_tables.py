"""The tables of the painter, the modeller, the film and the motions: all of them can be read, all of them are used."""

import re
from collections import Counter
from importlib.resources import files

import pytest

from mediamill_procedural.film.particles import KINDS
from mediamill_procedural.kit.data import DataError
from mediamill_procedural.lexicon import Table, table
from mediamill_procedural.motion import poses
from mediamill_procedural.motion.actions.gaits import GAITS
from mediamill_procedural.motion.actions.phrasing import moments
from mediamill_procedural.motion.reading.words import NUMBERS, PLAIN_THINGS, PLAIN_WORDS, WORDS
from mediamill_procedural.motion.repertoire import ACTIONS
from tests.places import REPOSITORY

SOURCE = REPOSITORY / "packages/mediamill-procedural/src/mediamill_procedural"
PRESET = re.compile(r'preset\("([^"]+)", "([^"]+)"\)')


@pytest.mark.parametrize("engine", ["film", "lexicon", "modeller", "motion", "painter"])
def test_every_data_file_is_in_the_package_and_named_in_its_code(engine: str) -> None:
    code = "\n".join(path.read_text() for path in (SOURCE / engine).rglob("*.py"))
    told = sorted(path.name for path in files(f"mediamill_procedural.{engine}").joinpath("data").iterdir())

    assert told
    assert [name for name in told if f'"{name.removesuffix(".toml")}"' not in code and f'"{name}"' not in code] == []


def test_every_pose_is_struck_and_every_pose_that_is_struck_is_told() -> None:
    source = table("motion", "poses")
    told = {(action, name) for action, section in source.sections() for name in section.entries}
    code = "\n".join(path.read_text() for path in (SOURCE / "motion/actions").glob("*.py"))
    struck = {(action, name) for action, name in PRESET.findall(code)}

    assert told - struck == {("robot", str(number)) for number in range(1, 7)}
    assert struck <= told
    assert all(poses.preset(action, name) for action, name in told)


def test_every_action_of_poses_at_moments_goes_from_its_beginning_to_its_end() -> None:
    for action, _ in table("motion", "moments").sections():
        told = [moment for moment, _ in moments(action)[1]]

        assert told[0] == 0
        assert told[-1] <= 1
        assert len(set(told)) == len(told)
        assert action not in ACTIONS or ACTIONS[action].make in (
            "phrasing.told_as",
            f"acrobatics.{action}".replace(" ", "_"),
        )


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("y -4; left_ear 3", "'left_ear' is no channel, or there twice"),
        ("y -4; y 3", "'y' is no channel, or there twice"),
        ("y low", "'y' cannot be 'low'"),
    ],
)
def test_a_wrong_pose_is_refused_by_file_and_key(line: str, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(poses, "table", lambda _engine, _name: Table(("poses.toml",), {"bow": {"low": line}}))
    poses.preset.cache_clear()

    with pytest.raises(DataError, match=re.escape(f"poses.toml: bow: low: {why}")):
        poses.preset("bow", "low")


def test_a_phrase_asks_for_one_thing_that_is_done() -> None:
    said = Counter(phrase for lists in WORDS.values() for phrases in lists.values() for phrase in phrases)

    assert [phrase for phrase, times in said.items() if times > 1] == []
    assert NUMBERS["twelve"] == 12
    assert PLAIN_THINGS <= PLAIN_WORDS


def test_every_gait_is_an_action() -> None:
    assert {name for name, action in ACTIONS.items() if action.gait} == set(GAITS)


def test_particles_are_asked_for_by_words_or_come_with_the_weather() -> None:
    assert {name for name, kind in KINDS.items() if not kind.asked} == {"storm", "blizzard"}
    assert [name for name, kind in KINDS.items() if re.search(rf"\b(?:{kind.asked})\b", "a cow") and kind.asked] == []
