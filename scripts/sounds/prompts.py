"""What sounds and music are measured with, from prompts.toml."""

import tomllib
from pathlib import Path

_TABLES = tomllib.loads(Path(__file__).with_name("prompts.toml").read_text())
# Each prompt, and how many events it asks for.
COUNTED: dict[str, int] = {prompt: int(count) for count, prompts in _TABLES["counted"].items() for prompt in prompts}
RINGING: tuple[str, ...] = tuple(_TABLES["ringing"]["prompts"])
ENDING: tuple[str, ...] = tuple(_TABLES["ending"]["prompts"])
# Each prompt, and the word of it that names nothing there.
LEFT_OUT: dict[str, str] = _TABLES["left_out"]
UNASKED: tuple[str, ...] = tuple(_TABLES["unasked"]["prompts"])
# A prompt of each genre.
MUSIC: dict[str, str] = _TABLES["music"]
