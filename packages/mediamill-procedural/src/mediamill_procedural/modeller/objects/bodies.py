"""Animals on four legs: their bodies, from `data/beasts.toml`."""

from dataclasses import dataclass

from mediamill_procedural.lexicon import called, table


@dataclass(frozen=True, slots=True)
class Beast:
    """Measures as shares of the height at the shoulder; the beast looks toward +z."""

    shoulder: float  # metres
    coat: str
    belly: str = ""  # paint of muzzle, belly and socks
    length: float = 1.15  # of the trunk
    girth: float = 0.24  # radius of the chest
    rump: float = 0.22
    leg: float = 0.075  # radius at the foot
    neck: tuple[float, float] = (0.28, 0.32)  # how far it goes forward and up
    thick: float = 0.13  # of the neck
    head: float = 0.17  # radius
    muzzle: tuple[float, float] = (0.22, 0.09)  # length and radius
    ear: str = "point"  # point, round, long, flop, big, horned
    tail: str = "long"  # long, bush, tuft, stub, curl, horse
    extra: str = ""  # mane, trunk, horns, antlers, stripes, spots, wool, patches, unicorn, lionmane, hump
    eye: float = 0.03
    hoof: bool = False


_TABLE = table("modeller", "beasts")
BEASTS = _TABLE.records(Beast, worded=True)
WORDS = called(_TABLE)
