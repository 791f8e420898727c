"""What prompts are taken to mean: which sounds, how many, in what order and manner, and what was not understood."""

import time

import pytest

from mediamill_procedural.effects.reading.matching import phrases_of
from mediamill_procedural.effects.reading.modifiers import MODIFIERS
from mediamill_procedural.effects.reading.prompt import Fallback, Reading, read
from mediamill_procedural.effects.scene import Part
from mediamill_procedural.effects.sound import Motion, Space
from mediamill_procedural.effects.sounds import SOUNDS
from mediamill_procedural.effects.stage.plan import natural_seconds

# "|" lies between what comes in turn, "+" between what sounds together.
MEANINGS = {
    "Heavy rain on a tin roof with distant thunder": "rain on a tin roof + thunder",
    "A wooden door creaks open and falls shut": "door creak | door slam",
    "a door creaks, then slams": "door creak | door slam",
    "Knocking on a wooden door three times, then the door creaks open": "knock | door creak",
    "running water": "stream",
    "someone running": "running",
    "footsteps running on gravel": "footsteps on gravel",
    "Water is running from a faucet into a sink": "tap water",
    "rain on the roof of a car": "rain on a tin roof",
    "explosion after a gunshot": "gunshot | explosion",
    "a gunshot before an explosion": "gunshot | explosion",
    "drum roll followed by cymbal crash": "drum roll | cymbal crash",
    "thunder and lightning": "thunder | lightning",
    "birds and wind": "bird song + wind",
    "footsteps approaching, a knock, and a door opening": "footsteps | knock | door opening",
    "rain without thunder": "rain",
    "light rain, no wind": "rain",
    "A car engine revs": "revving engine",
    "police car siren": "siren",
    "a car horn": "car horn",
    "Car alarm going off": "car alarm",
    "computer keyboard typing": "keyboard typing",
    "high heels on a marble floor": "high heels",
    "dog panting": "breathing",
    "baby laughing": "laugh",
    "baby": "baby crying",
    "glass of water being poured": "pouring",
    "glass bottle breaking on the floor": "glass breaking",
    "glass": "glass breaking",
    "wind chimes": "wind chime",
    "steam train whistle": "steam whistle",
    "a wolf howling at night": "wolf howl + night",
    "robot in the rain": "robot voice + rain",
    "a gun being cocked and fired": "shotgun | gunshot",
    "Retro 8-bit explosion": "game explosion",
    "woof": "dog bark",
    "tick tock": "clock ticking",
    "🐶": "dog bark",
    "🌧️⛈️": "rain + thunder",
    "kitty": "cat meow",
    "thundre and hevy rian": "thunder + rain",
    "RAIN!!!": "rain",
    "réveil-matin alarm clock": "alarm clock",
}


def meaning(reading: Reading) -> str:
    return " | ".join(" + ".join(part.sound.name for part in step) for step in reading.scene.steps)


def part_of(prompt: str) -> Part:
    return read(prompt).scene.parts[0]


@pytest.mark.parametrize(("prompt", "meant"), MEANINGS.items(), ids=MEANINGS)
def test_a_prompt_means(prompt: str, meant: str) -> None:
    assert meant == meaning(read(prompt))


@pytest.mark.parametrize(
    ("prompt", "events", "individuals"),
    [
        ("three knocks", 3, None),
        ("knock", None, None),
        ("knock knock", 2, None),
        ("a car horn honking twice", 2, None),
        ("two dogs", None, 2),
        ("two dogs bark three times", 3, 2),
        ("dogs", None, 3),
        ("wolves howling", None, 3),
        ("explosions", 3, None),
        ("a dozen gunshots", 12, None),
        ("1000 gunshots", None, None),  # four digits are a year or a code
        ("999 gunshots", 32, None),
        ("a single clap", 1, None),
        ("a door slams", None, None),
        ("a 440 hz siren", None, None),
    ],
)
def test_numbers_count_events_or_those_who_make_them(prompt: str, events: int | None, individuals: int | None) -> None:
    part = part_of(prompt)

    assert (events, individuals) == (part.events, part.individuals)


@pytest.mark.parametrize(
    ("prompt", "seconds"), [("10 seconds of rain", 10.0), ("a 3 second siren", 3.0), ("rain for 2 minutes", 10.0)]
)
def test_a_prompt_may_say_how_long_it_wants_to_be(prompt: str, seconds: float) -> None:
    assert seconds == natural_seconds(read(prompt).scene)


def test_a_modifier_belongs_to_the_next_sound_and_places_to_all() -> None:
    scene = read("heavy rain and distant slow footsteps in a cave").scene
    rain, footsteps = scene.parts

    assert rain.manner.intensity > 0 == rain.manner.distance
    assert footsteps.manner.distance > 0 > footsteps.manner.pace
    assert Space.CAVE is scene.space


def test_modifiers_that_follow_belong_to_the_sound_before() -> None:
    footsteps = part_of("footsteps, slow and heavy")

    assert footsteps.manner.pace < 0 < footsteps.manner.intensity


def test_one_word_of_a_name_is_no_modifier() -> None:
    assert read("high heels").modifiers == ()
    assert read("high heels far away").modifiers == ("distant",)


def test_a_way_past_the_listener_is_understood() -> None:
    assert Motion.PASSING is part_of("helicopter flying overhead").manner.motion
    assert Motion.RECEDING is part_of("a train driving away").manner.motion
    assert (-0.9, 0.9) == (
        part_of("bee from left to right").manner.place,
        part_of("bee from left to right").manner.place_until,
    )


def test_every_way_of_saying_a_modifier_is_heard() -> None:
    missed = [
        (modifier.name, said)
        for modifier in MODIFIERS
        for said in modifier.phrases
        if modifier.name not in read(f"ocean waves {said}").modifiers
    ]

    assert missed == []


@pytest.mark.slow
def test_every_sound_can_be_asked_for_by_each_of_its_phrases() -> None:
    missed = [
        (sound.name, " ".join(phrase.words))
        for sound in SOUNDS.values()
        for phrase in phrases_of(sound)
        if sound.name not in [part.sound.name for part in read(" ".join(phrase.words)).scene.parts]
    ]

    assert missed == []


def test_companions_and_surroundings_exist() -> None:
    named = {name for sound in SOUNDS.values() for name in sound.companions}

    assert named <= set(SOUNDS)


def test_what_is_not_understood_is_told() -> None:
    reading = read("rain over the zorblax")

    assert reading.not_understood == ("zorblax",)
    assert reading.understood == ("rain",)
    assert Fallback.NONE is reading.fallback


def test_a_misspelt_word_is_taken_for_the_nearest_and_told() -> None:
    reading = read("a loud explosoin")

    assert meaning(reading) == "explosion"
    assert dict(reading.guessed) == {"explosoin": "explosion"}
    assert Fallback.SPELLING is reading.fallback


@pytest.mark.parametrize(
    "prompt", ["", " ", "zorblax", "愛と平和", "la pluie", "\u202e\u0000\x1b[31m", "....", "\ud800", "💮"]
)
def test_what_names_nothing_becomes_a_texture(prompt: str) -> None:
    reading = read(prompt)

    assert reading.scene.steps == ()
    assert Fallback.TEXTURE is reading.fallback


@pytest.mark.slow
@pytest.mark.parametrize(
    "prompt",
    [
        "dog " * 65_000,
        "a" * 262_144,
        "\ufdfa" * 80_000,  # one character that decomposes into eighteen
        "🐶" * 60_000,
        "thundre rian lightnig " * 10_000,
        "and then " * 30_000,
        "one two three four five " * 10_000,
        "".join(f"word{number} " for number in range(25_000)),
        "rain, " * 40_000,
        "e\u0301" * 100_000,
    ],
    ids=lambda prompt: prompt[:12],
)
def test_the_longest_prompt_is_read_within_a_second(prompt: str) -> None:
    started = time.process_time()
    read(prompt)

    assert time.process_time() - started < 1.0


def test_a_prompt_is_bounded_to_what_can_be_heard_at_once() -> None:
    everything = read("; then ".join(SOUNDS)).scene

    assert len(everything.parts) == 6
