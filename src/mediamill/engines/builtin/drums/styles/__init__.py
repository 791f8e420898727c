"""All ways of playing, in an order that never changes: a seed chooses by place."""

from mediamill.engines.builtin.drums.rhythm import Style
from mediamill.engines.builtin.drums.styles.band import BAND
from mediamill.engines.builtin.drums.styles.club import CLUB
from mediamill.engines.builtin.drums.styles.jazz import JAZZ_AND_BLUES
from mediamill.engines.builtin.drums.styles.street import STREET
from mediamill.engines.builtin.drums.styles.tropics import TROPICS

STYLES: tuple[Style, ...] = (*CLUB, *STREET, *BAND, *JAZZ_AND_BLUES, *TROPICS)

__all__ = ["STYLES"]
