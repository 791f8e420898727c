"""Places."""

from mediamill_procedural.effects.makers import ambience, crowds
from mediamill_procedural.effects.sound import Kind, Sound, Space

ON = Kind.SUSTAINED
ROOM, HALL = Space.ROOM, Space.HALL

PLACES = (
    Sound(
        "forest",
        ambience.forest,
        "forest, woods, woodland, forest ambience, park, garden, nature, spring morning, meadow, countryside, ?field",
        ON,
        10,
        level_db=-4,
    ),
    Sound(
        "jungle", ambience.jungle, "jungle, rainforest, rain forest, tropical, amazon, safari, zoo", ON, 10, level_db=-2
    ),
    Sound(
        "night",
        ambience.night,
        "night, night ambience, summer night, midnight, evening, desert night, ?camp, ?moon, dusk",
        ON,
        10,
        level_db=-5,
    ),
    Sound("swamp", ambience.swamp, "swamp, marsh, bog, pond, wetland, lake, bayou", ON, 10, level_db=-3),
    Sound(
        "city",
        ambience.city,
        "city, street, city street, town, downtown, urban, new york, city ambience, busy street, "
        "intersection, sidewalk",
        ON,
        10,
        level_db=-3,
    ),
    Sound("beach", ambience.beach, "beach, seaside, coast, island, ?holiday, beach ambience", ON, 10, level_db=-3),
    Sound("harbour", ambience.harbour, "harbour, port, marina, dock, pier, wharf", ON, 10, level_db=-3),
    Sound("farm", ambience.farm, "farm, barn, farmyard, village, barnyard, stable, ranch", ON, 10, level_db=-3),
    Sound(
        "cave",
        ambience.cave,
        "cave ambience, cavern, ?mine, crypt, tomb, ?cave, sewer, grotto, ?underground",
        ON,
        10,
        level_db=-5,
        space=Space.CAVE,
    ),
    Sound(
        "office",
        ambience.office,
        "office, office ambience, workplace, call centre, newsroom, classroom, library, ?study",
        ON,
        10,
        level_db=-5,
        space=ROOM,
    ),
    Sound(
        "cafe",
        crowds.cafe,
        "cafe, coffee shop, restaurant, cafeteria, diner, coffee house, dinner, canteen, ?coffee, ?tea",
        ON,
        10,
        level_db=-2,
        space=ROOM,
    ),
    Sound(
        "bar",
        crowds.bar,
        "bar, pub, tavern, saloon, nightclub, casino, bar ambience, inn",
        ON,
        10,
        level_db=-2,
        space=ROOM,
    ),
    Sound(
        "airport",
        ambience.airport,
        "airport, terminal, mall, airport announcement, supermarket, museum, lobby, shop mall",
        ON,
        10,
        level_db=-3,
        space=HALL,
    ),
    Sound(
        "train station",
        ambience.train_station,
        "train station, station, railway station, subway station, platform, bus station",
        ON,
        10,
        level_db=-3,
        space=HALL,
    ),
    Sound(
        "room tone",
        ambience.room_tone,
        "room tone, silence, quiet room, ?room, empty room, bedroom, ?nothing",
        ON,
        8,
        level_db=-12,
    ),
    Sound(
        "open country",
        ambience.outdoors,
        "open country, outdoors, ?outside, prairie, ?hill, mountain, open field, farmland, ?sky, ?outdoor",
        ON,
        8,
        level_db=-8,
    ),
    Sound(
        "suburb",
        ambience.town,
        "suburb, distant traffic, distant city, neighbourhood, rooftop, city hum",
        ON,
        8,
        level_db=-6,
    ),
    Sound(
        "space",
        ambience.space,
        "space, outer space, void, universe, galaxy, cosmos, planet, deep space, black hole, "
        "astronaut, vacuum space, moon space",
        ON,
        10,
        level_db=-3,
    ),
)
