"""Every instrument by its name."""

from mediamill.engines.builtin.music.instruments.others import BELLS, OSCILLATORS
from mediamill.engines.builtin.music.instruments.player import Player, Role
from mediamill.engines.builtin.music.instruments.strings import STRINGS
from mediamill.engines.builtin.music.instruments.winds import WINDS

PLAYERS: dict[str, Player] = {**STRINGS, **WINDS, **BELLS, **OSCILLATORS}

__all__ = ["PLAYERS", "Player", "Role"]
