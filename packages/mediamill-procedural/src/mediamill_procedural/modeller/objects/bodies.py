"""Animals on four legs: a table of their bodies."""

from dataclasses import dataclass


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


BEASTS: dict[str, Beast] = {
    "cat, kitten, kitty, housecat": Beast(
        0.26, "orange", "white", 1.3, 0.24, 0.23, 0.075, (0.22, 0.26), 0.15, 0.24, (0.12, 0.1), "point", "long",
        "stripes", 0.045,
    ),
    "dog, puppy, hound, labrador, doggy": Beast(
        0.5, "#c08a4c", "cream", 1.15, 0.25, 0.2, 0.075, (0.24, 0.34), 0.15, 0.19, (0.22, 0.1), "flop", "long",
        "collar", 0.032,
    ),
    "horse, pony, stallion, mare": Beast(
        1.5, "#7a4a28", "", 1.05, 0.22, 0.21, 0.045, (0.34, 0.5), 0.11, 0.12, (0.3, 0.075), "small", "horse", "mane",
        0.02, True,
    ),
    "unicorn, pegasus": Beast(
        1.5, "white", "", 1.05, 0.22, 0.21, 0.045, (0.34, 0.5), 0.11, 0.12, (0.28, 0.075), "small", "horse",
        "unicorn", 0.022, True,
    ),
    "zebra": Beast(
        1.3, "white", "", 1.05, 0.23, 0.22, 0.05, (0.32, 0.44), 0.12, 0.12, (0.27, 0.08), "small", "tuft",
        "stripes mane", 0.02, True,
    ),
    "cow, bull, ox, calf": Beast(
        1.35, "white", "pink", 1.3, 0.29, 0.27, 0.06, (0.3, 0.12), 0.17, 0.16, (0.2, 0.12), "side", "tuft",
        "patches horns udder", 0.022, True,
    ),
    "pig, piglet, hog, boar": Beast(
        0.6, "#eaa0a4", "#d88088", 1.35, 0.38, 0.36, 0.08, (0.26, 0.04), 0.26, 0.25, (0.15, 0.13), "point", "curl",
        "snout", 0.03, True,
    ),
    "sheep, lamb, ram": Beast(
        0.7, "ivory", "#3a3230", 1.15, 0.3, 0.3, 0.055, (0.24, 0.22), 0.15, 0.15, (0.17, 0.1), "side", "stub",
        "wool", 0.03, True,
    ),
    "goat": Beast(
        0.7, "#d8cdbb", "#8a7a68", 1.1, 0.26, 0.25, 0.05, (0.26, 0.38), 0.11, 0.14, (0.19, 0.085), "side", "stub",
        "horns beard", 0.028, True,
    ),
    "elephant, mammoth": Beast(
        2.4, "#8c8c92", "", 1.0, 0.34, 0.33, 0.12, (0.24, 0.1), 0.26, 0.24, (0.08, 0.14), "huge", "tuft", "trunk",
        0.022,
    ),
    "lion": Beast(
        1.0, "#c9964e", "cream", 1.3, 0.24, 0.21, 0.075, (0.24, 0.24), 0.17, 0.19, (0.17, 0.11), "round", "tuft",
        "lionmane", 0.03,
    ),
    "tiger": Beast(
        0.95, "#e08a2c", "white", 1.4, 0.25, 0.23, 0.08, (0.26, 0.2), 0.18, 0.2, (0.16, 0.11), "round", "long",
        "stripes", 0.03,
    ),
    "leopard, cheetah, jaguar, panther": Beast(
        0.75, "#dca650", "cream", 1.4, 0.22, 0.2, 0.07, (0.26, 0.22), 0.15, 0.18, (0.15, 0.1), "round", "long",
        "spots", 0.03,
    ),
    "fox": Beast(
        0.4, "#d0642a", "white", 1.3, 0.22, 0.2, 0.055, (0.26, 0.26), 0.14, 0.19, (0.26, 0.065), "point", "bush",
        "socks", 0.036,
    ),
    "wolf, husky, coyote": Beast(
        0.75, "#80868c", "#d8d8d6", 1.2, 0.24, 0.2, 0.06, (0.28, 0.3), 0.16, 0.17, (0.24, 0.075), "point", "bush",
        "", 0.03,
    ),
    "bear, grizzly, polar bear": Beast(
        1.05, "#6a4428", "#a87c50", 1.25, 0.38, 0.38, 0.12, (0.26, 0.14), 0.27, 0.25, (0.17, 0.11), "round", "stub",
        "", 0.026,
    ),
    "deer, stag, reindeer, doe, moose, elk": Beast(
        1.1, "#a06a3c", "cream", 1.1, 0.21, 0.21, 0.04, (0.28, 0.48), 0.095, 0.12, (0.2, 0.065), "side", "stub",
        "antlers", 0.026, True,
    ),
    "giraffe": Beast(
        2.6, "#e0b25c", "", 0.8, 0.18, 0.15, 0.04, (0.34, 1.05), 0.075, 0.09, (0.16, 0.055), "side", "tuft",
        "spots ossicones", 0.014, True,
    ),
    "rabbit, bunny, hare": Beast(
        0.2, "white", "pink", 1.25, 0.4, 0.46, 0.1, (0.3, 0.32), 0.24, 0.34, (0.12, 0.14), "long", "ball", "", 0.06,
    ),
    "mouse, rat, hamster": Beast(
        0.05, "light grey", "pink", 1.6, 0.5, 0.52, 0.08, (0.36, 0.1), 0.32, 0.36, (0.3, 0.12), "big", "thin", "",
        0.07,
    ),
    "camel, dromedary, llama": Beast(
        1.7, "#c89a5c", "", 1.05, 0.24, 0.22, 0.05, (0.4, 0.42), 0.1, 0.11, (0.2, 0.07), "small", "tuft", "hump",
        0.018,
    ),
    "hippo, hippopotamus, rhino, rhinoceros": Beast(
        1.3, "#7c7a82", "#a88a8c", 1.4, 0.42, 0.4, 0.14, (0.34, 0.04), 0.3, 0.26, (0.26, 0.2), "small", "stub", "",
        0.028,
    ),
    "panda, panda bear": Beast(
        0.9, "white", "black", 1.15, 0.4, 0.4, 0.13, (0.24, 0.22), 0.27, 0.31, (0.12, 0.12), "round", "stub",
        "panda", 0.03,
    ),
    "donkey, mule": Beast(
        1.1, "#7c7672", "#d0c8c0", 1.05, 0.23, 0.22, 0.045, (0.3, 0.4), 0.11, 0.13, (0.27, 0.085), "long", "tuft",
        "mane", 0.022, True,
    ),
    "dragon, wyvern": Beast(
        1.8, "#2f8a4a", "#d8c060", 1.35, 0.27, 0.26, 0.09, (0.42, 0.62), 0.14, 0.17, (0.24, 0.1), "horn", "dragon",
        "wings spikes", 0.03,
    ),
    "dinosaur, triceratops, brontosaurus, stegosaurus, dino": Beast(
        1.6, "#6a9a4a", "#c8c890", 1.5, 0.34, 0.36, 0.12, (0.55, 0.75), 0.14, 0.14, (0.14, 0.09), "", "dragon",
        "spikes", 0.024,
    ),
}  # fmt: skip
