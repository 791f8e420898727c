"""Eight kits, from `data/kits.toml`: who plays which style changes single drums of one of them."""

from collections.abc import Mapping
from typing import Any

from mediamill_procedural.drums.metals import Bell, Clap, Cymbal, Hat, Jingles, Shaker
from mediamill_procedural.drums.rhythm import Instrument, Kit, Sound, Voice
from mediamill_procedural.drums.skins import BrushSweep, BrushTap, CrossStick, Kick, Skin, Snare
from mediamill_procedural.kit.data import Readers, choice, entries, inside, load, phrases

PACKAGE = "mediamill_procedural.drums"
DRUMS: Mapping[str, type[Instrument]] = {
    "bell": Bell,
    "brush_sweep": BrushSweep,
    "brush_tap": BrushTap,
    "clap": Clap,
    "cross_stick": CrossStick,
    "cymbal": Cymbal,
    "hat": Hat,
    "jingles": Jingles,
    "kick": Kick,
    "shaker": Shaker,
    "skin": Skin,
    "snare": Snare,
}
PLACE = frozenset({"level_db", "pan", "room", "width"})  # the rest are parameters of the instrument
_READERS = Readers({Instrument: lambda made: made})


def kit_of(written: Any, kits: Mapping[str, Kit]) -> Kit:
    """A kit as it stands in a file: the drums of the kits it is `like`, and its own; a text is another kit's drum."""
    own = dict(entries(written))
    kit: dict[Voice, Sound] = {}
    for name in inside(phrases, own.pop("like"), "like") if "like" in own else ():
        kit.update(inside(choice(kits), name, "like"))
    for name, drum in own.items():
        voice: Voice = inside(_READERS.of(Voice), name, name)
        kit[voice] = inside(choice(_with(voice, kits)) if isinstance(drum, str) else _sound, drum, name)
    return kit


def _with(voice: Voice, kits: Mapping[str, Kit]) -> dict[str, Sound]:
    """That drum of every kit that has it."""
    return {name: kit[voice] for name, kit in kits.items() if voice in kit}


def _sound(written: Any) -> Sound:
    given = dict(entries(written))
    drum = choice(DRUMS)(given.pop("drum", None))
    parameters = {name: value for name, value in given.items() if name not in PLACE}
    instrument = _READERS.of(drum)(parameters) if parameters else drum()
    place = {name: value for name, value in given.items() if name in PLACE}
    sound: Sound = _READERS.of(Sound)({"instrument": instrument, **place})
    return sound


def _all(written: Any) -> dict[str, Kit]:
    kits: dict[str, Kit] = {}
    for name, kit in entries(written).items():
        kits[name] = inside(lambda one: kit_of(one, kits), kit, name)
    return kits


KITS: Mapping[str, Kit] = load(PACKAGE, "kits.toml", dict[str, Kit], Readers({dict[str, Kit]: _all}))
