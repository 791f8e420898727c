"""Weather."""

from mediamill_procedural.effects.makers import weather
from mediamill_procedural.effects.sound import Kind, Setting, Sound, Space

ON, ONCE = Kind.SUSTAINED, Kind.ONCE
NATURE, INDOORS = Setting.NATURE, Setting.INDOORS
OPEN = Space.OPEN

WEATHER = (
    Sound("rain", weather.rain, "rain, rain drop, rain shower", ON, 8, setting=NATURE, companions=("thunder",)),
    Sound("drizzle", weather.drizzle, "drizzle, rain fine, rain leaf, rain mist", ON, 8, level_db=-4, setting=NATURE),
    Sound(
        "downpour",
        weather.downpour,
        "downpour, cloudburst, monsoon, rain pour, rain torrent, rain hammer, rain lash",
        ON,
        8,
        level_db=2,
        setting=NATURE,
        companions=("thunder",),
    ),
    Sound(
        "rain on a tin roof",
        weather.rain_on_tin,
        "rain tin, rain metal, rain roof, rain tin roof, rain metal roof, rain car, ?roof",
        ON,
        8,
        setting=NATURE,
        companions=("thunder",),
    ),
    Sound(
        "rain on a window",
        weather.rain_on_window,
        "rain window, rain glass, rain pane, rain windshield",
        ON,
        8,
        setting=INDOORS,
        companions=("thunder",),
    ),
    Sound(
        "rain on a tent",
        weather.rain_on_tent,
        "rain tent, rain umbrella, rain canvas, rain tarp, rain awning, ?tent, ?umbrella",
        ON,
        8,
        setting=NATURE,
    ),
    Sound("hail", weather.hail, "hail, hailstone, hail storm, sleet, ice pellet", ON, 8, level_db=2, setting=NATURE),
    Sound(
        "thunder",
        weather.thunder,
        "thunder, thunderclap, thunder roll, thunder rumble, thunder crack, ?rumble",
        ONCE,
        6.5,
        (1.0, 3.0),
        5.5,
        level_db=5,
        space=Space.OPEN,
        setting=NATURE,
        companions=("rain",),
    ),
    Sound(
        "lightning",
        weather.lightning,
        "lightning, lightning strike, lightning bolt",
        ONCE,
        2.5,
        (1.5, 3.0),
        1.0,
        level_db=6,
        space=Space.CANYON,
        setting=NATURE,
    ),
    Sound("wind", weather.wind, "wind, gust, wind blow, draught", ON, 8, setting=NATURE),
    Sound(
        "howling wind",
        weather.gale,
        "gale, wind howl, wind whistle, wind moan, sandstorm, sand storm, desert wind",
        ON,
        8,
        setting=NATURE,
    ),
    Sound(
        "breeze",
        weather.breeze,
        "breeze, leaf rustle, ?rustle, wind leaf, wind tree, grass rustle, ?grass",
        ON,
        8,
        level_db=-6,
        setting=NATURE,
        companions=("bird song",),
    ),
    Sound("blizzard", weather.blizzard, "blizzard, snow storm, snow wind, arctic wind", ON, 8, setting=NATURE),
    Sound("storm", weather.storm, "storm, thunderstorm, thunder storm, rain storm, tempest", ON, 10, level_db=3),
    Sound("tornado", weather.tornado, "tornado, twister, cyclone, hurricane, typhoon, whirlwind", ON, 8, level_db=4),
    Sound("earthquake", weather.earthquake, "earthquake, quake, tremor, earth shake, ground shake", ON, 8, level_db=4),
)
