"""Every instrument by its name, from `data/instruments`."""

from collections.abc import Mapping
from typing import Any

from mediamill_procedural.kit.data import DataError, Readers, choice, entries, inside, load
from mediamill_procedural.music.instruments.ensemble import Ensemble
from mediamill_procedural.music.instruments.player import Instrument, Player, Role
from mediamill_procedural.music.instruments.struck import Electric, Struck
from mediamill_procedural.music.instruments.tone import Tone

FILES = ("strings", "winds", "bells", "oscillators")
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


def _all() -> dict[str, Player]:
    readers = Readers({dict[str, Player]: _players})
    found: dict[str, Player] = {}
    for name in FILES:
        found |= load("mediamill_procedural.music", f"instruments/{name}.toml", dict[str, Player], readers)
    return found


PLAYERS: Mapping[str, Player] = _all()

__all__ = ["PLAYERS", "Player", "Role"]
