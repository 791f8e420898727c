"""Every instrument by its name."""

from mediamill_procedural.music.instruments.others import BELLS, OSCILLATORS
from mediamill_procedural.music.instruments.player import Player, Role
from mediamill_procedural.music.instruments.strings import STRINGS
from mediamill_procedural.music.instruments.winds import WINDS

PLAYERS: dict[str, Player] = {**STRINGS, **WINDS, **BELLS, **OSCILLATORS}

__all__ = ["PLAYERS", "Player", "Role"]
