"""What drummers play: the styles of drum loops, and those of `data/beats.toml` where there is no loop of them."""

from collections.abc import Mapping

from mediamill_procedural.drums.rhythm import Style
from mediamill_procedural.drums.styles import STYLES, styles_of

DRUMMERS: Mapping[str, Style] = {
    **{style.name: style for style in STYLES},
    **styles_of("mediamill_procedural.music", "beats.toml"),
}
POP, WALTZ, COMPOUND = DRUMMERS["Pop beat"], DRUMMERS["Waltz"], DRUMMERS["Six-eight"]
