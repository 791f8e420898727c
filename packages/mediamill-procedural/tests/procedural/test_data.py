"""The reader of data files: what it makes of a table, and what it tells whoever wrote a faulty one."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path

import pytest

from mediamill_procedural.kit.data import DataError, Readers, load


class Size(Enum):
    SMALL = 1
    VERY_LARGE = 2


@dataclass(frozen=True)
class Bell:
    name: str
    said: tuple[str, ...]
    pitch: float
    rung: bool = False
    size: Size = Size.SMALL
    range: tuple[int, int] = (0, 1)
    words: frozenset[str] = frozenset()
    beside: Mapping[Size, tuple[str, ...]] = field(default_factory=dict)
    heard_by: "str | None" = None


TOWER = """
["great bell"]
said = '''bell, church   bell,
  campanile'''
pitch = 110
rung = true
size = "very_large"
range = [40, 60]
words = "old  heavy"
beside.small = ["I,V", "IV"]
heard_by = "Ada"
"""


@pytest.fixture
def tower(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file bells.toml of a package `tower` that is on the path."""
    (tmp_path / "tower" / "data").mkdir(parents=True)
    (tmp_path / "tower" / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "tower", raising=False)
    return tmp_path / "tower" / "data" / "bells.toml"


def test_a_table_becomes_records_called_by_their_keys(tower: Path) -> None:
    tower.write_text(TOWER)

    bells = load("tower", "bells.toml", dict[str, Bell])

    assert bells == {
        "great bell": Bell(
            "great bell",
            ("bell", "church bell", "campanile"),
            110.0,
            rung=True,
            size=Size.VERY_LARGE,
            range=(40, 60),
            words=frozenset({"old", "heavy"}),
            beside={Size.SMALL: ("I,V", "IV")},
            heard_by="Ada",
        )
    }
    assert isinstance(bells["great bell"].pitch, float)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("loud = 3", "great bell: loud: unknown key, not one of name, said, pitch"),
        ('said = "bell, ding, bell"', "great bell: said: said twice: bell"),
        ('said = "bell, , ding"', "great bell: said: an empty phrase"),
        ('said = ""', "great bell: said: an empty phrase"),
        ("said = []", "great bell: said: has to be a list with entries"),
        ('said = ["bell", 3]', "great bell: said: [1]: has to be text, not 3"),
        ('words = " "', "great bell: words: has to be words"),
        ('words = "old old"', "great bell: words: said twice: old"),
        ('pitch = "deep"', "great bell: pitch: has to be a number, not 'deep'"),
        ("pitch = true", "great bell: pitch: has to be a number"),
        ("rung = 1", "great bell: rung: has to be true or false"),
        ('size = "tiny"', "great bell: size: 'tiny' is not one of small, very_large"),
        ("range = [1, 2, 3]", "great bell: range: has to be a list of 2"),
        ("range = [1, 2.5]", "great bell: range: [1]: has to be a whole number"),
        ("beside.big = ['I']", "great bell: beside: big: 'big' is not one of small, very_large"),
    ],
)
def test_a_fault_is_named_by_file_and_key(tower: Path, line: str, told: str) -> None:
    needed = {"said": 'said = "bell"', "pitch": "pitch = 110"}
    needed.pop(line.split(" ")[0], None)
    tower.write_text("\n".join(['["great bell"]', *needed.values(), line]))

    with pytest.raises(DataError) as refused:
        load("tower", "bells.toml", dict[str, Bell])

    assert str(refused.value).startswith(f"tower/data/bells.toml: {told}")


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("", "has to be a table with entries"),
        ("[bell]\npitch = 110", "bell: lacks said"),
        ("[bell]", "bell: lacks pitch, said"),
        ("bell = 3", "bell: has to be a table with entries, not 3"),
        ("[bell", "Expected"),
    ],
)
def test_an_incomplete_file_is_refused(tower: Path, content: str, told: str) -> None:
    tower.write_text(content)

    with pytest.raises(DataError) as refused:
        load("tower", "bells.toml", dict[str, Bell])

    assert str(refused.value).startswith(f"tower/data/bells.toml: {told}")


def test_a_type_may_have_a_reader_of_its_own(tower: Path) -> None:
    tower.write_text(TOWER.replace('"Ada"', '"Ben"').replace("110", '"A"'))

    readers = Readers({float: {"A": 440.0}.__getitem__})

    assert load("tower", "bells.toml", dict[str, Bell], readers)["great bell"].pitch == 440.0
