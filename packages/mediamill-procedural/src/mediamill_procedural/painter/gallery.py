"""Every figure by the name of its thing."""

from collections.abc import Callable
from functools import cache

from mediamill_procedural.painter import (
    aloft,
    beasts,
    giants,
    home,
    houses,
    instruments,
    landmarks,
    people,
    plants,
    travel,
    wings,
)
from mediamill_procedural.painter.figure import Figure

FIGURES: dict[str, Callable[[], Figure]] = {
    name.replace("_", " "): getattr(room, name)
    for room, names in (
        (beasts, "bear cat cow deer dog fox horse panda unicorn wolf"),
        (giants, "elephant giraffe lion pig rabbit sheep tiger"),
        (wings, "bird butterfly dolphin dragon duck fish jellyfish octopus owl penguin shark snail swan turtle whale"),
        (people, "astronaut child king knight man person queen robot wizard woman"),
        (travel, "bicycle boat bus car sailboat ship tractor train"),
        (aloft, "aeroplane airship balloon party_balloon rocket satellite ufo"),
        (houses, "barn castle church cottage house lighthouse tower"),
        (landmarks, "bench igloo lamppost pagoda"),
        (home, "apple bowl cake pear vase"),
        (instruments, "campfire candle crystal gift lamp lantern umbrella violin"),
        (plants, "flower rose sunflower tulip"),
    )
    for name in names.split()
}
FURNISHINGS = {"bathtub": home.bathtub}  # of rooms; prompts do not name them
CURLED = ("cat", "dog", "fox", "wolf", "rabbit")  # sleep in a ring
COATS = {"cat": "b9763c", "dog": "b07a44", "wolf": "7c8087", "rabbit": "b59a7a"}


@cache
def figure_of(name: str, pose: str | None = None) -> Figure:
    """The figure of a thing in a pose; raises KeyError for a thing that is no figure (a tree)."""
    if pose == "asleep" and name in CURLED:
        curled = beasts.asleep()
        return Figure(curled.colours | ({"main": COATS[name]} if name in COATS else {}), curled.parts, curled.rough)
    return (FIGURES | FURNISHINGS)[name]()
