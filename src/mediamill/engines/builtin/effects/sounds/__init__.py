"""The table of everything that can be asked for, by family."""

from collections.abc import Mapping

from mediamill.engines.builtin.effects.sound import Sound
from mediamill.engines.builtin.effects.sounds.alarms import ALARMS
from mediamill.engines.builtin.effects.sounds.animals import ANIMALS
from mediamill.engines.builtin.effects.sounds.birds import BIRDS
from mediamill.engines.builtin.effects.sounds.crowds import CROWDS
from mediamill.engines.builtin.effects.sounds.doors import DOORS
from mediamill.engines.builtin.effects.sounds.fire import FIRE
from mediamill.engines.builtin.effects.sounds.games import GAMES
from mediamill.engines.builtin.effects.sounds.home import HOME
from mediamill.engines.builtin.effects.sounds.impacts import IMPACTS
from mediamill.engines.builtin.effects.sounds.machines import MACHINES
from mediamill.engines.builtin.effects.sounds.magic import MAGIC
from mediamill.engines.builtin.effects.sounds.music import MUSIC
from mediamill.engines.builtin.effects.sounds.people import PEOPLE
from mediamill.engines.builtin.effects.sounds.places import PLACES
from mediamill.engines.builtin.effects.sounds.programs import PROGRAMS
from mediamill.engines.builtin.effects.sounds.recordings import RECORDINGS
from mediamill.engines.builtin.effects.sounds.science_fiction import SCIENCE_FICTION
from mediamill.engines.builtin.effects.sounds.signals import SIGNALS
from mediamill.engines.builtin.effects.sounds.steps import STEPS
from mediamill.engines.builtin.effects.sounds.theatre import THEATRE
from mediamill.engines.builtin.effects.sounds.vehicles import VEHICLES
from mediamill.engines.builtin.effects.sounds.water import WATER
from mediamill.engines.builtin.effects.sounds.weather import WEATHER

FAMILIES: Mapping[str, tuple[Sound, ...]] = {
    "Weather": WEATHER,
    "Water": WATER,
    "Fire": FIRE,
    "Vehicles": VEHICLES,
    "Horns, bells and sirens": SIGNALS,
    "Machines and tools": MACHINES,
    "House and desk": HOME,
    "Doors": DOORS,
    "Steps": STEPS,
    "Animals": ANIMALS,
    "Birds": BIRDS,
    "People": PEOPLE,
    "Crowds": CROWDS,
    "Impacts": IMPACTS,
    "Alarms and telephones": ALARMS,
    "Programs": PROGRAMS,
    "Games": GAMES,
    "Magic": MAGIC,
    "Science fiction": SCIENCE_FICTION,
    "Theatre": THEATRE,
    "Music": MUSIC,
    "Recordings": RECORDINGS,
    "Places": PLACES,
}

SOUNDS: Mapping[str, Sound] = {sound.name: sound for family in FAMILIES.values() for sound in family}

__all__ = ["FAMILIES", "SOUNDS"]
