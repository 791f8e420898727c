"""Colours of a picture: one light and one air for everything in it, from time of day, weather, season and mood."""

from dataclasses import dataclass, replace

from mediamill_procedural.lexicon import table
from mediamill_procedural.painter.canvas import Colour, Pixels, blend, f32, rgb, scaled
from mediamill_procedural.painter.scene import Scene


@dataclass(frozen=True, slots=True)
class Palette:
    """Sky from top to horizon, the light of sun or moon, what shadows get, and the air that distance takes on."""

    zenith: Colour
    middle: Colour
    horizon: Colour
    disc: Colour  # the sun or the moon itself
    sunlight: Colour  # what multiplies a lit surface
    shadow: Colour  # what multiplies a surface in shadow
    haze: Colour
    night: float = 0.0  # 0 day … 1 night: how much lamps and stars count
    clouds: float = 0.45  # share of the sky under clouds
    haze_density: float = 0.05  # per unit of distance
    sun_strength: float = 1.0

    def lit(self, colour: Colour | Pixels, light: float | Pixels) -> Pixels:
        """A surface of the colour in this light: 0 in full shadow, 1 in full sunlight."""
        part = f32(light)[..., None] if not isinstance(light, float) else f32(light)
        return f32(f32(colour) * (f32(self.shadow) * (1 - part) + f32(self.sunlight) * part))

    def seen(self, colour: Colour, light: float, distance: float = 0.0) -> Colour:
        """One colour, lit and with air before it (0 none, 1 nothing but air)."""
        full = self.lit(colour, light)
        return blend((float(full[0]), float(full[1]), float(full[2])), self.haze, distance)


@dataclass(frozen=True, slots=True)
class _Time:
    """Light and sky at a time of day; see `data/palette.toml`."""

    zenith: str
    middle: str
    horizon: str
    disc: str
    sunlight: tuple[float, float, float]
    shadow: tuple[float, float, float]
    night: float = 0.0
    clouds: float = 0.45


@dataclass(frozen=True, slots=True)
class _Weather:
    clouds: float
    grey: float = 0.0
    haze: float = 0.0


@dataclass(frozen=True, slots=True)
class _Tint:
    colour: str
    share: float


def _palette(time: _Time) -> Palette:
    middle, edge = rgb(time.middle), rgb(time.horizon)
    return Palette(
        rgb(time.zenith),
        middle,
        edge,
        rgb(time.disc),
        time.sunlight,
        time.shadow,
        blend(edge, middle, 0.35),
        night=time.night,
        clouds=time.clouds,
    )


_TABLE = table("painter", "palette")
TIMES = {name: _palette(time) for name, time in _TABLE.section("time").records(_Time).items()}
WEATHERS = _TABLE.section("weather").records(_Weather)
MOOD_TINTS = _TABLE.section("mood").records(_Tint)
GREY_DAY: Colour = (0.66, 0.70, 0.74)
TINT_SHARE = 0.38  # how far a colour that belongs to the whole picture pulls sky, light and air


def palette_of(scene: Scene) -> Palette:
    """The colours that the scene asks for."""
    palette = TIMES[scene.time]
    palette = _in_season(palette, scene.season)
    palette = _in_weather(palette, scene)
    for mood in (*scene.moods, *(["neon"] if scene.style == "neon" else [])):
        if mood in MOOD_TINTS:
            tint = MOOD_TINTS[mood]
            palette = tinted(palette, rgb(tint.colour), tint.share)
        if mood == "dark":
            palette = _darker(palette, 0.72)
    if scene.tint is not None:
        palette = tinted(palette, scene.tint, TINT_SHARE)
    if palette.night > 0.5 and scene.has("street", "city", "village", "harbour", "park"):
        palette = _under_lamps(palette)
    if scene.sky_tint is not None:
        palette = _with_sky(palette, scene.sky_tint)
    return palette


def choices(name: str) -> tuple[tuple[str, ...], ...]:
    """Rows of colours that go together, of which a picture gets one."""
    return tuple(tuple(row.split()) for row in _TABLE.section("choices").text(name).split(";"))


def tinted(palette: Palette, colour: Colour, share: float) -> Palette:
    """The palette pulled towards a colour, as light as before."""
    bright = max(max(colour), 0.2)
    hue = scaled(colour, 1 / bright)

    def pulled(old: Colour, weight: float = 1.0) -> Colour:
        return blend(old, scaled(hue, max(old)), share * weight)

    return replace(
        palette,
        zenith=pulled(palette.zenith),
        middle=pulled(palette.middle),
        horizon=pulled(palette.horizon, 0.8),
        sunlight=pulled(palette.sunlight, 0.5),
        shadow=pulled(palette.shadow, 0.7),
        haze=pulled(palette.haze),
    )


def _in_season(palette: Palette, season: str) -> Palette:
    if season == "winter":
        pale = replace(palette, zenith=blend(palette.zenith, (0.62, 0.76, 0.88), 0.30 * (1 - palette.night)))
        return replace(pale, sunlight=blend(pale.sunlight, (1.05, 1.03, 1.02), 0.35), haze_density=0.06)
    if season == "autumn":
        warm = blend(palette.horizon, (0.98, 0.85, 0.62), 0.35 * (1 - palette.night))
        return replace(palette, horizon=warm, sunlight=blend(palette.sunlight, (1.14, 0.98, 0.78), 0.4))
    return palette


def _in_weather(palette: Palette, scene: Scene) -> Palette:
    weather = WEATHERS.get(scene.weather, _Weather(palette.clouds))
    grey = weather.grey
    dim = 1.0 - 0.35 * grey * (1.0 if scene.weather in ("rain", "storm") else 0.35)
    veil = scaled(blend(GREY_DAY, palette.middle, 0.3), 1.0 - 0.86 * palette.night)
    if scene.weather == "storm":
        veil = scaled(veil, 0.62)
    if scene.time == "sunset":
        veil = blend(veil, palette.horizon, 0.35)
    flat = blend(palette.sunlight, palette.shadow, 0.40 * grey)
    return replace(
        palette,
        zenith=scaled(blend(palette.zenith, scaled(veil, 0.8), grey), dim),
        middle=scaled(blend(palette.middle, veil, grey), dim),
        horizon=scaled(blend(palette.horizon, veil, grey * 0.75), dim),
        haze=scaled(blend(palette.haze, veil, grey * 0.75), dim),
        sunlight=blend(flat, (sum(flat) / 3,) * 3, 0.5 * grey),
        shadow=blend(palette.shadow, (sum(palette.shadow) / 3 * 1.05,) * 3, 0.4 * grey),
        clouds=weather.clouds,
        haze_density=max(palette.haze_density, weather.haze),
        sun_strength=palette.sun_strength * (1.0 - grey),
    )


def _under_lamps(palette: Palette) -> Palette:
    """Where there are lamps, nights are less dark, and warmer."""
    shadow, light = palette.shadow, palette.sunlight
    return replace(
        palette,
        shadow=(shadow[0] * 2.1 + 0.03, shadow[1] * 1.8 + 0.01, shadow[2] * 1.35),
        sunlight=(light[0] * 1.55, light[1] * 1.30, light[2] * 1.05),
    )


def _darker(palette: Palette, factor: float) -> Palette:
    return replace(
        palette,
        zenith=scaled(palette.zenith, factor * 0.8),
        middle=scaled(palette.middle, factor),
        horizon=scaled(palette.horizon, factor),
        haze=scaled(palette.haze, factor),
        sunlight=tuple(part * factor for part in palette.sunlight),  # type: ignore[arg-type]
        shadow=tuple(part * factor for part in palette.shadow),  # type: ignore[arg-type]
        clouds=max(palette.clouds, 0.6),
    )


def _with_sky(palette: Palette, colour: Colour) -> Palette:
    light = max(0.25, 1.0 - 0.75 * palette.night)
    return replace(
        palette,
        zenith=scaled(colour, 0.62 * light),
        middle=scaled(colour, 0.9 * light),
        horizon=scaled(blend(colour, (1.0, 1.0, 1.0), 0.45), light),
        haze=scaled(blend(colour, (1.0, 1.0, 1.0), 0.3), light),
    )
