"""Painted scenes look like what they are called: judged by the statistics of their pixels and layers."""

import numpy as np
import pytest

from mediamill_procedural.painter.inventory import INVENTORY
from mediamill_procedural.painter.kinds import BUILDERS
from mediamill_procedural.painter.layer import Motion, compose
from mediamill_procedural.painter.vocabulary import vocabulary
from tests.procedural.painting import (
    SIDE,
    colourfulness,
    difference,
    lightness,
    named,
    painted,
    region,
    staged,
    warmth,
)
from tests.sampling import one_in

pytestmark = pytest.mark.xdist_group("painter")  # one worker paints for all
HUES = {  # prompt's colour -> hue of HSV in degrees, and how far it may stray
    "red": (2, 24),
    "green": (118, 32),
    "blue": (218, 26),
    "yellow": (48, 16),
    "purple": (277, 28),
}


@pytest.mark.slow
@pytest.mark.parametrize("kind", one_in(8, sorted(BUILDERS)))
def test_every_kind_fills_its_frame(kind: str) -> None:
    stage = staged(vocabulary()["kind"][kind][0])
    pixels = compose(stage.layers, stage.frame)

    assert pixels.shape == (SIDE, SIDE, 3)
    assert np.isfinite(pixels).all()
    assert pixels.min() >= -0.01
    assert pixels.max() < 6.0
    assert pixels.std() > 0.02
    assert (stage.layers[0].pixels[..., 3] == 1.0).all()
    assert all(0.0 <= layer.depth <= 1.01 for layer in stage.layers)
    assert all(-0.001 <= layer.pixels[..., 3].min() and layer.pixels[..., 3].max() <= 1.001 for layer in stage.layers)


@pytest.mark.slow
def test_kinds_do_not_look_alike() -> None:
    kinds = sorted(BUILDERS)
    small = [painted(vocabulary()["kind"][kind][0])[::8, ::8] for kind in kinds]
    for index, one in enumerate(small):
        for other in range(index):
            assert difference(one, small[other]) > 4, (kinds[index], kinds[other])


@pytest.mark.parametrize("name", one_in(8, sorted(INVENTORY)))
def test_every_thing_is_in_the_picture(name: str) -> None:
    stage = staged(f"a {vocabulary()['thing'][name][0]} on a stage")
    things = [layer for layer in stage.layers if layer.thing and layer.name == name]

    assert len(things) == 1
    pixels = things[0].pixels
    cover = (pixels[..., 3] > 0.5).sum() / SIDE**2

    assert 0.002 < cover < 0.5
    assert things[0].left >= 0
    assert things[0].left + pixels.shape[1] <= SIDE
    assert things[0].top >= -SIDE * 0.1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("colour", "thing"),
    one_in(
        8,
        [
            *(("blue", thing) for thing in ("car", "balloon", "house", "umbrella", "cup", "horse")),
            *(("green", thing) for thing in ("apple", "house", "dragon")),
            *(("purple", thing) for thing in ("boat", "cat", "elephant")),
            *(("red", thing) for thing in ("balloon", "tulip", "bird")),
            *(("yellow", thing) for thing in ("car", "house", "butterfly")),
        ],
    ),
)
def test_a_named_colour_dominates_the_named_thing(colour: str, thing: str) -> None:
    prompt = f"a {colour} {thing}"
    picture, where = painted(prompt), region(staged(prompt), thing)
    red, green, blue = (picture[where][:, channel].astype(np.float64) / 255 for channel in range(3))
    high, low = np.maximum(np.maximum(red, green), blue), np.minimum(np.minimum(red, green), blue)
    chroma = high - low
    hue = np.degrees(np.arctan2(np.sqrt(3) * (green - blue), 2 * red - green - blue)) % 360
    middle, stray = HUES[colour]
    near = np.abs((hue - middle + 180) % 360 - 180) <= stray
    telling = chroma > 0.12

    assert (near & telling).sum() > 0.5 * telling.sum(), np.median(hue[telling])
    assert (near & telling).sum() > 0.18 * len(hue)


@pytest.mark.parametrize(("word", "count"), [("a", 1), ("two", 2), ("three", 3), ("five", 5)])
def test_as_many_things_as_were_asked_for(word: str, count: int) -> None:
    assert len(named(staged(f"{word} bird{'s' * (count > 1)} over the sea"), "bird")) == count


@pytest.mark.parametrize("place", one_in(3, ["the sea", "mountains", "a desert"]))
def test_sunset_is_warmer_than_noon_and_night_is_darker(place: str) -> None:
    noon, sunset, night = (painted(f"{place} at {time}") for time in ("noon", "sunset", "night"))

    assert warmth(sunset) > warmth(noon) + 6
    assert lightness(night) < lightness(sunset) - 5
    assert lightness(night) < 0.6 * lightness(noon)


@pytest.mark.slow
@pytest.mark.parametrize("place", one_in(3, ["hills", "a forest", "a village"]))
def test_winter_is_lighter_and_paler_than_summer(place: str) -> None:
    summer, winter = painted(f"{place} in summer"), painted(f"{place} in winter")

    assert lightness(winter) > lightness(summer) + 4
    assert colourfulness(winter) < colourfulness(summer)


@pytest.mark.slow
def test_autumn_woods_are_redder_than_summer_woods() -> None:
    summer, autumn = painted("a forest in summer, noon"), painted("a forest in autumn, noon")
    lower = slice(SIDE // 2, None)

    assert warmth(autumn[lower]) > warmth(summer[lower])
    assert autumn[lower][..., 0].mean() > summer[lower][..., 0].mean() + 15


@pytest.mark.slow
def test_mist_takes_contrast_from_the_distance() -> None:
    clear, misty = painted("mountains, clear"), painted("mountains, mist")

    assert misty.astype(float).std() < clear.astype(float).std()


def test_a_storm_is_darker_and_greyer() -> None:
    fair, storm = painted("the sea"), painted("the sea, storm")

    assert lightness(storm) < lightness(fair) - 10
    assert colourfulness(storm) < 0.7 * colourfulness(fair)


def test_far_mountains_are_nearer_to_the_colour_of_the_air() -> None:
    stage = staged("mountains at noon")
    far = named(stage, "far mountains")[0].pixels
    near = named(stage, "meadow")[0].pixels
    contrast = [part[part[..., 3] > 0.99][:, :3].std() for part in (far, near)]
    blue = [
        float(part[part[..., 3] > 0.99][:, 2].mean() / part[part[..., 3] > 0.99][:, :3].mean()) for part in (far, near)
    ]

    assert blue[0] > blue[1] + 0.2
    assert contrast[0] < 0.25


@pytest.mark.parametrize(
    "prompt", one_in(4, ["the sea", "the sea at sunset", "a lake in the mountains", "a tropical beach"])
)
def test_water_begins_at_a_level_line_and_has_no_seam(prompt: str) -> None:
    stage = staged(prompt, 0, 512, 384)
    water = named(stage, "water")[0]
    pixels = water.pixels[..., :3]

    assert (water.pixels[..., 3] == 1.0).all()
    assert abs((water.top / 384) - stage.horizon) < 0.06
    for axis in (0, 1):
        steps = np.abs(np.diff(pixels, axis=axis)).mean(axis=(1 - axis, 2))[2:]
        around = [np.median(steps[max(0, at - 12) : at + 12]) for at in range(len(steps))]
        assert (steps / (np.array(around) + 0.004)).max() < 3.0


@pytest.mark.slow
def test_the_sky_has_no_bands() -> None:
    picture = painted("clear sky over the sea at dusk", 0, "clean", 512, 512)
    column = picture[: 512 // 3, 100:180].astype(np.float64).mean(axis=1)

    assert len(np.unique(picture[100, :, 2])) > 1  # dithered: a level row has more than one value
    assert np.abs(np.diff(column, axis=0)).max() < 6


@pytest.mark.slow
def test_the_sun_does_not_shine_through_a_ridge() -> None:
    stage = staged("mountains at sunset")
    names = [layer.name for layer in stage.layers]

    assert names.index("sun") < names.index("far mountains")
    where = region(stage, "meadow")
    assert painted("mountains at sunset")[where].max(axis=1).mean() < 170


def test_boats_are_mirrored_in_the_water() -> None:
    stage = staged("a sailing boat on a lake")
    boat, mirror = named(stage, "sailboat")[0], named(stage, "reflection of sailboat")[0]

    assert mirror.top >= boat.top + boat.pixels.shape[0] * 0.8
    assert mirror.motion is Motion.WATER
    assert boat.motion is Motion.FLOAT


def test_lamps_glow_after_dark_only() -> None:
    assert named(staged("a lighthouse on a cliff at night"), "light of lighthouse")
    assert not named(staged("a lighthouse on a cliff at noon"), "light of lighthouse")


@pytest.mark.slow
def test_falling_weather_has_layers_of_its_own() -> None:
    assert {layer.motion for layer in staged("hills, rain").layers} >= {Motion.RAIN}
    assert {layer.motion for layer in staged("hills, snowfall").layers} >= {Motion.SNOW}
    assert not {layer.motion for layer in staged("hills").layers} & {Motion.RAIN, Motion.SNOW}


def test_a_margin_goes_on_around_the_same_picture() -> None:
    stage = staged("a lighthouse on a cliff at sunset", 3, 320, 192, 32)
    pixels = compose(stage.layers, stage.frame)
    plain = staged("a lighthouse on a cliff at sunset", 3, 320, 192)
    inner = np.clip(pixels[32:-32, 32:-32], 0, 1)

    assert pixels.shape == (256, 384, 3)
    assert np.abs(inner - np.clip(compose(plain.layers, plain.frame), 0, 1)).mean() < 0.09
    assert pixels[:8].std() < 0.3
    assert (pixels[-4:].max(axis=2) > 0).all()


def test_another_size_shows_the_same_composition() -> None:
    half = SIDE // 2
    small, large = painted("a cat in a garden", 5, "clean", half, half), painted("a cat in a garden", 5)
    shrunk = large.reshape(half, 2, half, 2, 3).mean(axis=(1, 3)).astype(np.uint8)

    assert difference(small, shrunk) < 12


def test_letters_are_there_only_when_quoted() -> None:
    assert named(staged('a poster that says "SUMMER"'), "letters")
    assert named(staged('"Привет 世界" over the sea'), "letters")
    assert not named(staged("a poster that says SUMMER"), "letters")
