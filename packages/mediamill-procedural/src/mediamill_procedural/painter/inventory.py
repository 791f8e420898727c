"""The things that can be painted: how tall they are, where they belong, how they would move."""

from dataclasses import dataclass

from mediamill_procedural.painter.layer import Motion

GROUND, WATER, SKY, DEEP, TABLE, SPACE = "ground", "water", "sky", "deep", "table", "space"


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing: height in metres, where it belongs, how it moves, and the scene it gets when none is named."""

    metres: float
    habitat: str
    motion: Motion
    home: str


def _entries(habitat: str, motion: Motion, *rows: tuple[str, float, str]) -> dict[str, Entry]:
    return {name: Entry(metres, habitat, motion, home) for name, metres, home in rows}


INVENTORY: dict[str, Entry] = {
    **_entries(
        GROUND,
        Motion.BREATHE,
        ("bear", 1.7, "forest"),
        ("cat", 0.6, "garden"),
        ("cow", 1.5, "meadow"),
        ("deer", 1.7, "forest"),
        ("dog", 0.7, "meadow"),
        ("duck", 0.4, "lake"),
        ("elephant", 3.0, "savanna"),
        ("fox", 0.7, "meadow"),
        ("giraffe", 4.5, "savanna"),
        ("horse", 2.0, "meadow"),
        ("lion", 1.2, "savanna"),
        ("owl", 0.5, "forest"),
        ("panda", 1.4, "forest"),
        ("penguin", 0.8, "arctic"),
        ("pig", 0.9, "farm"),
        ("rabbit", 0.45, "meadow"),
        ("sheep", 1.1, "hills"),
        ("snail", 0.35, "garden"),
        ("tiger", 1.2, "jungle"),
        ("turtle", 0.5, "beach"),
        ("unicorn", 2.1, "flowers"),
        ("wolf", 0.9, "forest"),
        ("child", 1.2, "meadow"),
        ("king", 1.9, "castle"),
        ("knight", 1.9, "castle"),
        ("man", 1.8, "meadow"),
        ("person", 1.75, "hills"),
        ("queen", 1.8, "castle"),
        ("robot", 1.9, "city"),
        ("wizard", 1.9, "forest"),
        ("woman", 1.7, "meadow"),
    ),
    **_entries(
        GROUND,
        Motion.STILL,
        ("barn", 7.0, "farm"),
        ("bench", 0.9, "park"),
        ("bridge", 5.0, "river"),
        ("castle", 22.0, "hills"),
        ("church", 16.0, "village"),
        ("cottage", 5.5, "meadow"),
        ("gift", 0.5, "room"),
        ("house", 7.5, "meadow"),
        ("igloo", 2.6, "arctic"),
        ("lamppost", 4.0, "street"),
        ("lighthouse", 20.0, "coast"),
        ("pagoda", 18.0, "mountains"),
        ("pumpkin", 0.5, "farm"),
        ("pyramid", 30.0, "desert"),
        ("snowman", 1.7, "snow"),
        ("tent", 2.2, "meadow"),
        ("tower", 24.0, "hills"),
        ("windmill", 14.0, "meadow"),
    ),
    **_entries(
        GROUND,
        Motion.SWAY,
        ("birch", 11.0, "meadow"),
        ("cactus", 3.0, "desert"),
        ("cherry tree", 7.0, "garden"),
        ("flower", 0.6, "garden"),
        ("mushroom", 0.5, "forest"),
        ("palm", 9.0, "beach"),
        ("pine", 13.0, "mountains"),
        ("rose", 0.6, "garden"),
        ("sunflower", 1.6, "flowers"),
        ("tree", 10.0, "meadow"),
        ("tulip", 0.5, "garden"),
        ("willow", 9.0, "lake"),
    ),
    **_entries(
        GROUND,
        Motion.DRIVE,
        ("bicycle", 1.2, "street"),
        ("bus", 3.2, "street"),
        ("car", 1.6, "road"),
        ("tractor", 2.8, "farm"),
        ("train", 4.0, "hills"),
        ("truck", 3.2, "road"),
    ),
    **_entries(
        WATER,
        Motion.FLOAT,
        ("boat", 1.2, "lake"),
        ("sailboat", 9.0, "sea"),
        ("ship", 20.0, "sea"),
        ("swan", 1.0, "lake"),
    ),
    **_entries(
        DEEP,
        Motion.SWIM,
        ("dolphin", 1.6, "underwater"),
        ("fish", 0.7, "underwater"),
        ("jellyfish", 1.0, "underwater"),
        ("octopus", 1.2, "underwater"),
        ("shark", 2.0, "underwater"),
        ("whale", 5.0, "underwater"),
    ),
    **_entries(
        SKY,
        Motion.FLY,
        ("aeroplane", 6.0, "sky"),
        ("bird", 0.6, "sky"),
        ("butterfly", 0.35, "flowers"),
        ("dragon", 7.0, "mountains"),
        ("kite", 1.5, "meadow"),
        ("rocket", 16.0, "space"),
        ("ufo", 5.0, "hills"),
    ),
    **_entries(
        SKY,
        Motion.HOVER,
        ("airship", 9.0, "sky"),
        ("balloon", 14.0, "hills"),
        ("heart", 1.0, "abstract"),
        ("party balloon", 0.9, "sky"),
        ("star", 1.0, "abstract"),
    ),
    **_entries(SPACE, Motion.HOVER, ("astronaut", 2.0, "space"), ("satellite", 3.0, "space")),
    **_entries(
        TABLE,
        Motion.STILL,
        ("apple", 0.1, "table"),
        ("bottle", 0.3, "table"),
        ("book", 0.22, "table"),
        ("bowl", 0.12, "table"),
        ("cake", 0.22, "table"),
        ("clock", 0.3, "table"),
        ("crystal", 0.3, "cave"),
        ("cup", 0.13, "table"),
        ("guitar", 1.0, "room"),
        ("lamp", 0.45, "table"),
        ("lemon", 0.09, "table"),
        ("orange", 0.1, "table"),
        ("pear", 0.13, "table"),
        ("sword", 1.0, "stage"),
        ("teapot", 0.2, "table"),
        ("umbrella", 1.0, "street"),
        ("vase", 0.4, "table"),
        ("violin", 0.6, "stage"),
    ),
    **_entries(TABLE, Motion.FLICKER, ("candle", 0.25, "table"), ("lantern", 0.35, "table")),
    "campfire": Entry(0.9, GROUND, Motion.FLICKER, "forest"),
}
