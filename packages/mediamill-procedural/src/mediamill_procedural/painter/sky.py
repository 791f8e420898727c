"""The sky: colours from zenith to horizon, the glow around the sun, stars, clouds in perspective, aurora, rainbow."""

import cv2
import numpy as np

from mediamill_procedural.painter.canvas import Pixels, blurred, f32, mix, noise, sampled, step
from mediamill_procedural.painter.easel import Easel
from mediamill_procedural.painter.layer import Motion

SUN_RADIUS = 0.034  # of the frame's unit, high in the sky
LOW_SUN_RADIUS = 0.052  # near the horizon, where it looks larger
MOON_RADIUS = 0.042
STARS_PER_PIXEL = 1 / 1_500
CLOUD_HEADING = 1


def paint_sky(easel: Easel, *, clouds: bool = True) -> None:
    """Everything behind the land, in order: backdrop, stars, aurora, rainbow, sun or moon, clouds."""
    _backdrop(easel)
    if easel.night > 0.3:
        _stars(easel)
    if "aurora" in easel.scene.understood or "northern lights" in easel.scene.understood:
        _aurora(easel)
    if easel.palette.sun_strength > 0.3 or easel.scene.shows("sun", "moon"):
        _disc(easel)
    if clouds:
        _clouds(easel)
    if easel.scene.shows("rainbow"):
        _rainbow(easel)


def height_in_sky(easel: Easel) -> Pixels:
    """(rows, 1): 0 at the top of the frame, 1 at the horizon, a little over below it."""
    return f32(np.clip(easel.frame.ys / max(easel.horizon, 0.2), -0.2, 1.3))


def distance_from_light(easel: Easel) -> Pixels:
    """(rows, columns): distance from sun or moon in units of the frame."""
    frame = easel.frame
    across = (frame.xs - easel.light.x) * frame.width / frame.unit
    down = (frame.ys - easel.light.y) * frame.height / frame.unit
    return f32(np.hypot(across, down))


def opaque(colour: Pixels) -> Pixels:
    """RGBA without any transparency."""
    return f32(np.dstack([colour, np.ones(colour.shape[:2], np.float32)]))


def veiled(colour: Pixels, alpha: Pixels) -> Pixels:
    """Premultiplied RGBA of a colour (one, or one for each pixel) and a transparency."""
    return f32(np.dstack([f32(colour) * alpha[..., np.newaxis], alpha]))


def _backdrop(easel: Easel) -> None:
    palette, frame = easel.palette, easel.frame
    t = height_in_sky(easel)
    bands = mix(f32(palette.zenith)[None, None], f32(palette.middle), step(0.0, 0.66, t))
    bands = mix(bands, f32(palette.horizon), step(0.42, 1.02, t))
    colour = f32(np.broadcast_to(bands, (frame.rows, frame.columns, 3)).copy())
    # The air brightens around the light, wide and low at the horizon.
    near = distance_from_light(easel)
    strength = palette.sun_strength * (0.22 if palette.night > 0.8 else 1.0)
    glow = (0.34 * np.exp(-near * 4.2) + 0.30 * np.exp(-near * 13.0)) * strength
    colour += f32(palette.disc) * f32(glow)[..., None] * f32(np.clip(1.25 - 0.3 * t, 0, 1))[..., None]
    easel.add("sky", opaque(colour), 0.0, Motion.SKY)


def _stars(easel: Easel) -> None:
    frame, chance = easel.frame, easel.chance("stars")
    count = int(frame.rows * frame.columns * STARS_PER_PIXEL)
    across, down = chance.random(count), chance.random(count) ** 1.2
    bright = chance.random(count) ** 5
    warmth = chance.normal(0, 0.10, count)
    dots = np.zeros((frame.rows, frame.columns, 3), np.float32)
    rows = np.clip((down * frame.row(easel.horizon)).astype(int), 0, frame.rows - 1)
    columns = np.clip((across * frame.columns).astype(int), 0, frame.columns - 1)
    hues = np.stack([0.95 + warmth, np.full(count, 0.95), 1.05 - warmth], axis=1)
    dots[rows, columns] = hues * (0.25 + 1.6 * bright)[:, None]
    large = np.where(dots.max(axis=2, keepdims=True) > 1.05, dots, np.float32(0.0))
    grain = frame.unit / 1024
    light = blurred(dots, 0.62 * grain) * 1.6 + blurred(f32(large), 2.2 * grain) * 8.0
    t = height_in_sky(easel)
    fade = (1 - step(0.55, 1.0, t)) * easel.night * (1.0 - 0.7 * max(0.0, easel.palette.clouds - 0.4))
    band = _milky_way(easel) if easel.night > 0.8 else np.zeros((1, 1, 3), np.float32)
    pixels = (light + band) * fade[..., None]
    easel.add("stars", f32(np.dstack([pixels, np.zeros(pixels.shape[:2], np.float32)])), 0.01, Motion.STARS)


def _milky_way(easel: Easel) -> Pixels:
    frame, chance = easel.frame, easel.chance("milky way")
    slope = chance.uniform(-0.7, 0.7)
    across = slope * (frame.xs - 0.5) + (frame.ys - chance.uniform(0.1, 0.35))
    dust = noise(chance, frame.rows, frame.columns, cells=5, octaves=6, gain=0.6)
    band = np.exp(-np.square(across * 4.6)) * np.clip(dust * 1.9 - 0.55, 0, 1)
    return f32(band[..., None] * f32([0.21, 0.21, 0.34]))


def _aurora(easel: Easel) -> None:
    frame, chance = easel.frame, easel.chance("aurora")
    total = np.zeros((frame.rows, frame.columns, 3), np.float32)
    hues = ((0.15, 0.95, 0.55), (0.2, 0.8, 0.8), (0.65, 0.3, 0.9))
    for number, hue in enumerate(hues):
        path = noise(chance, 4, frame.columns, cells=3.0, octaves=3, stretch=0.01)[1]
        folds = noise(chance, 4, frame.columns, cells=40, octaves=3, stretch=0.01)[1]
        foot = (0.30 + 0.55 * path - 0.07 * number) * easel.horizon * 1.35
        above = (foot[None, :] - frame.ys) / easel.horizon
        rays = np.where(above > 0, np.exp(-above * (3.4 + 2 * number)), np.exp(above * 34.0))
        total += f32(rays * (0.35 + 0.9 * folds[None, :]))[..., None] * f32(hue) * (0.62 - 0.1 * number)
    alpha = np.zeros((frame.rows, frame.columns), np.float32)
    easel.add("aurora", f32(np.dstack([total, alpha])), 0.015, Motion.CLOUDS, pace=0.4)


def _disc(easel: Easel) -> None:
    """The sun, or the moon with its seas."""
    frame, light, palette = easel.frame, easel.light, easel.palette
    moon = palette.night > 0.8 or (easel.scene.shows("moon") and not easel.scene.shows("sun"))
    wish = next((thing for thing in easel.scene.things if thing.name in ("moon", "sun")), None)
    low = step(0.35, 0.0, easel.horizon - light.y)
    radius = MOON_RADIUS if moon else SUN_RADIUS + (LOW_SUN_RADIUS - SUN_RADIUS) * float(low)
    pixels = radius * (wish.size if wish else 1.0) * frame.unit
    half = int(pixels * 1.15) + 3
    centre_x, centre_y = frame.column(light.x), frame.row(light.y)
    left, top = int(centre_x) - half, int(centre_y) - half
    down, across = np.mgrid[0 : 2 * half, 0 : 2 * half].astype(np.float32)
    across, down = (across + 0.5 - (centre_x - left)) / pixels, (down + 0.5 - (centre_y - top)) / pixels
    away = np.hypot(across, down)
    alpha = np.clip((1.0 - away) * pixels + 0.5, 0, 1)
    hue = f32(wish.colour if wish and wish.colour else palette.disc)
    if moon:
        seas = noise(easel.chance("moon"), 2 * half, 2 * half, cells=3.2, octaves=5, gain=0.55)
        shade = 0.98 - 0.30 * step(0.50, 0.62, f32(seas)) - 0.10 * f32(away) ** 4
        if "crescent" in " ".join(easel.scene.understood):
            alpha = alpha * step(-0.02, 0.05, f32(np.hypot(across - 0.42, down + 0.14) - 0.92))
        colour = hue * shade[..., None]
    else:
        colour = hue * (1.16 - 0.06 * f32(np.clip(away, 0, 1)) ** 3)[..., None] + f32([0.06, 0.05, 0.03])
    easel.add("moon" if moon else "sun", veiled(f32(colour), f32(alpha)), 0.01, Motion.SUN, left=left, top=top)


def _clouds(easel: Easel) -> None:
    """Heaps of cloud that shrink towards the horizon, lit from the side of the light."""
    frame, palette, chance = easel.frame, easel.palette, easel.chance("clouds")
    cover = palette.clouds + float(chance.uniform(-0.08, 0.08))
    if cover < 0.16:
        return
    rows, columns = frame.rows // 2, frame.columns // 2
    t = resized_rows(height_in_sky(easel), rows)
    xs = resized_rows(f32(frame.xs.T), columns).T
    field = noise(chance, 640, 1024, cells=5.0, octaves=8, gain=0.53)
    bend = noise(chance, rows, columns, cells=3.0, octaves=4)
    away = 1.0 / (np.clip(1.06 - t, 0.07, 1.4) + 0.10)
    aspect = frame.width / frame.height
    across = 512 + ((xs - 0.5) * away * 0.30 * aspect + 0.05 * (bend - 0.5)) * 1024
    down = (0.62 * away * 0.55 + 0.05 * (bend - 0.5)) * 640
    body = sampled(field, across, down)
    toward = 7.0 * easel.light.side
    sunward = sampled(field, across + toward * 1.6, down - 9.0 - 10.0 * palette.sun_strength)
    threshold = 0.66 - 0.34 * cover
    alpha = step(threshold, threshold + 0.17, body) * (1 - step(0.80, 1.02, t) * 0.8)
    thickness = step(threshold, threshold + 0.30, body)
    lit = np.clip(0.60 + (body - sunward) * 4.2 - 0.30 * thickness, 0, 1)
    bright, dark = _cloud_colours(easel)
    colour = mix(dark, bright, f32(lit))
    near = distance_from_light(easel)
    near = resized_rows(resized_rows(near, rows).T.copy(), columns).T
    silver = np.exp(-near * 5.0) * (1 - 0.75 * thickness) * palette.sun_strength * (0.2 if palette.night > 0.8 else 0.7)
    colour = colour + f32(palette.disc) * f32(silver)[..., None]
    small = veiled(f32(colour), f32(alpha * (0.93 if palette.night < 0.8 else 0.66)))
    pixels = f32(cv2.resize(small, (frame.columns, frame.rows), interpolation=cv2.INTER_LINEAR))
    easel.add(
        "clouds",
        pixels,
        0.03,
        Motion.CLOUDS,
        heading=CLOUD_HEADING,
        pace=1.6 if easel.scene.weather == "storm" else 1.0,
    )


def resized_rows(values: Pixels, rows: int) -> Pixels:
    """The same columns with fewer rows."""
    return f32(cv2.resize(values, (values.shape[1], rows), interpolation=cv2.INTER_AREA))


def _cloud_colours(easel: Easel) -> tuple[Pixels, Pixels]:
    palette = easel.palette
    bright = f32(palette.horizon) * 0.42 + f32(palette.disc) * 0.60
    dark = f32(palette.middle) * 0.52 + f32(palette.shadow) * 0.38 + f32(palette.horizon) * 0.10
    if easel.scene.weather in ("rain", "storm", "cloudy", "snowfall"):
        bright, dark = f32(palette.horizon) * 1.04, f32(palette.zenith) * 0.82
    if palette.night > 0.8:
        bright, dark = f32(palette.horizon) * 1.05, f32(palette.middle) * 0.7
    return f32(np.minimum(bright, 1.06)), dark


def _rainbow(easel: Easel) -> None:
    frame, light = easel.frame, easel.light
    centre_x = 1.0 - light.x
    across = (frame.xs - centre_x) * frame.width / frame.unit
    down = (frame.ys - easel.horizon - 0.12) * frame.height / frame.unit
    radius = np.hypot(across, down)
    place = (radius - 0.46) / 0.055  # 0 violet inside … 1 red outside
    hues = f32(
        [[0.45, 0.2, 0.8], [0.2, 0.35, 0.95], [0.2, 0.8, 0.55], [0.95, 0.9, 0.3], [1.0, 0.6, 0.2], [0.95, 0.25, 0.2]]
    )
    stops = np.linspace(0.0, 1.0, len(hues))
    colour = np.stack([np.interp(place, stops, hues[:, channel]) for channel in range(3)], axis=2)
    alpha = (
        step(-0.25, 0.15, f32(place))
        * step(1.25, 0.85, f32(place))
        * 0.42
        * step(1.0, 0.55, frame.ys / (easel.horizon + 0.1))
    )
    easel.add("rainbow", veiled(f32(colour), f32(alpha)), 0.04, Motion.GLOW, pace=0.2)
