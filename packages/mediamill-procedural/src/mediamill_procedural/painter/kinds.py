"""Which builder paints which kind of scene, and where its horizon lies."""

from collections.abc import Callable

from mediamill_procedural.lexicon import table
from mediamill_procedural.painter import inside, openland, settled, shores
from mediamill_procedural.painter.abstract import build_abstract, build_lettering, build_pattern
from mediamill_procedural.painter.canvas import chance
from mediamill_procedural.painter.cosmos import build_planet, build_sky, build_space
from mediamill_procedural.painter.deep import build_deep
from mediamill_procedural.painter.easel import Easel
from mediamill_procedural.painter.scene import Scene
from mediamill_procedural.painter.skyline import build_city
from mediamill_procedural.painter.street import build_street

Builder = Callable[[Easel], None]

BUILDERS: dict[str, Builder] = {
    **dict.fromkeys(openland.RECIPES, openland.build_land),
    **dict.fromkeys(shores.RECIPES, shores.build_water),
    **dict.fromkeys(settled.RECIPES, settled.build_settled),
    **dict.fromkeys(inside.RECIPES, inside.build_inside),
    "abstract": build_abstract,
    "city": build_city,
    "lettering": build_lettering,
    "pattern": build_pattern,
    "planet": build_planet,
    "sky": build_sky,
    "space": build_space,
    "underwater": build_deep,
    "street": build_street,
}
HORIZONS = {kind: row for kind, (row,) in table("painter", "scenes").section("horizons").numbers().items()}
HORIZON = 0.54  # of the other kinds


def horizon_of(scene: Scene, key: str) -> float:
    """The row fraction of the horizon: near a third line, a little different in every picture."""
    return HORIZONS.get(scene.kind, HORIZON) + float(chance(key, "horizon").uniform(-0.025, 0.025))
