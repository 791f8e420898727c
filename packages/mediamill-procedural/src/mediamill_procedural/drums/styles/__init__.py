"""All ways of playing, in an order that never changes: a seed chooses by place."""

from mediamill_procedural.drums.rhythm import Style
from mediamill_procedural.drums.styles.band import BAND
from mediamill_procedural.drums.styles.club import CLUB
from mediamill_procedural.drums.styles.jazz import JAZZ_AND_BLUES
from mediamill_procedural.drums.styles.street import STREET
from mediamill_procedural.drums.styles.tropics import TROPICS

STYLES: tuple[Style, ...] = (*CLUB, *STREET, *BAND, *JAZZ_AND_BLUES, *TROPICS)

__all__ = ["STYLES"]
