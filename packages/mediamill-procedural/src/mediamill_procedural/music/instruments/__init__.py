"""Every instrument by its name: `data/instruments.toml` says what each is called, `data/instruments` what it is."""

from collections.abc import Mapping
from typing import Any

from mediamill_procedural.kit.data import DataError, Readers, Shelf, choice, entries, inside, load
from mediamill_procedural.music.instruments.ensemble import Ensemble
from mediamill_procedural.music.instruments.player import Instrument, Player, Role
from mediamill_procedural.music.instruments.struck import Electric, Struck
from mediamill_procedural.music.instruments.tone import Tone

PACKAGE = "mediamill_procedural.music"
UNNAMED = "unnamed"  # the table of those that nobody asks for by name, by file
KINDS: Mapping[str, type[Instrument]] = {"electric": Electric, "ensemble": Ensemble, "struck": Struck, "tone": Tone}
_READERS = Readers({Instrument: lambda made: made})


def _players(written: Any) -> dict[str, Player]:
    players: dict[str, Player] = {}
    for name, table in entries(written).items():
        players[name] = inside(lambda own: _player(name, own, players), table, name)  # noqa: B023 - called at once
    return players


def _player(name: str, written: Any, others: Mapping[str, Player]) -> Player:
    """A player whose instrument is the table of its kind, or `like` that of another."""
    given = dict(entries(written))
    ways = [key for key in given if key == "like" or key in KINDS]
    if len(ways) != 1:
        raise DataError(f"needs one of {', '.join(KINDS)} or like")
    way, told = ways[0], given.pop(ways[0])
    if way == "like":
        instrument = inside(choice(others), told, way).instrument
    else:
        instrument = inside(_READERS.of(KINDS[way]), told, way) if told else KINDS[way]()
    player: Player = _READERS.of(Player)({"name": name, "instrument": instrument, **given})
    return player


def players_in(file: str) -> dict[str, Player]:
    """The instruments of one file."""
    readers = Readers({dict[str, Player]: _players})
    return load(PACKAGE, f"instruments/{file}.toml", dict[str, Player], readers)


_NAMES = load(PACKAGE, "instruments.toml", dict[str, dict[str, tuple[str, ...]]])
# File -> instrument -> what it is called.
CALLED: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    file: {**names, **dict.fromkeys(_NAMES[UNNAMED].get(file, ()), ())}
    for file, names in _NAMES.items()
    if file != UNNAMED
}
PLAYERS: Mapping[str, Player] = Shelf({name: file for file, names in CALLED.items() for name in names}, players_in)

__all__ = ["CALLED", "PLAYERS", "Player", "Role", "players_in"]
