"""The table of everything that can be asked for, by family."""

from collections.abc import Mapping

from mediamill_procedural.effects.sound import Sound
from mediamill_procedural.effects.sounds.alarms import ALARMS
from mediamill_procedural.effects.sounds.animals import ANIMALS
from mediamill_procedural.effects.sounds.birds import BIRDS
from mediamill_procedural.effects.sounds.crowds import CROWDS
from mediamill_procedural.effects.sounds.doors import DOORS
from mediamill_procedural.effects.sounds.fire import FIRE
from mediamill_procedural.effects.sounds.games import GAMES
from mediamill_procedural.effects.sounds.home import HOME
from mediamill_procedural.effects.sounds.impacts import IMPACTS
from mediamill_procedural.effects.sounds.machines import MACHINES
from mediamill_procedural.effects.sounds.magic import MAGIC
from mediamill_procedural.effects.sounds.music import MUSIC
from mediamill_procedural.effects.sounds.people import PEOPLE
from mediamill_procedural.effects.sounds.places import PLACES
from mediamill_procedural.effects.sounds.programs import PROGRAMS
from mediamill_procedural.effects.sounds.recordings import RECORDINGS
from mediamill_procedural.effects.sounds.science_fiction import SCIENCE_FICTION
from mediamill_procedural.effects.sounds.signals import SIGNALS
from mediamill_procedural.effects.sounds.steps import STEPS
from mediamill_procedural.effects.sounds.theatre import THEATRE
from mediamill_procedural.effects.sounds.vehicles import VEHICLES
from mediamill_procedural.effects.sounds.water import WATER
from mediamill_procedural.effects.sounds.weather import WEATHER

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
