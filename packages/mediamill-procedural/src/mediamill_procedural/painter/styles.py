"""The hands a picture can be painted in: each takes the finished scene, 0 to 1, and gives it back in its own manner."""

from collections.abc import Callable

import cv2
import numpy as np

from mediamill_procedural.painter.brushwork import (
    embossed,
    few_colours,
    halftone,
    outlines,
    paper,
    saturated,
    smeared,
    streaks,
)
from mediamill_procedural.painter.canvas import (
    Pixels,
    blurred,
    f32,
    from_bytes,
    luma,
    mix,
    noise,
    resized,
    rgb,
    step,
)

Style = Callable[[Pixels, np.random.Generator], Pixels]
CREAM = f32([0.965, 0.945, 0.900])


def _unit(image: Pixels) -> float:
    """Thousandths of the picture's size, in pixels: strokes keep their proportion at every size."""
    return float(np.sqrt(image.shape[0] * image.shape[1])) / 1024


def clean(image: Pixels, chance: np.random.Generator) -> Pixels:
    """The illustrator's own hand: clear forms, fresh colours."""
    del chance
    crisp = image + (image - blurred(image, 1.2 * _unit(image))) * 0.35
    return saturated(f32(crisp), 1.10)


def painterly(image: Pixels, chance: np.random.Generator) -> Pixels:
    """Fine brushwork that keeps detail: flattened patches, bristle marks, a broken surface."""
    unit = _unit(image)
    flat = smeared(image, max(2, round(4 * unit)))
    marks = streaks(flat, chance, wide=5.0 * unit, length=7)
    detail = image - blurred(image, 2.0 * unit)
    body = flat + detail * 0.55
    body = body * f32(1.0 + 0.045 * marks)[..., None] + f32(embossed(blurred(marks, 0.7), 0.6) * 0.020)[..., None]
    warm = f32([1.02, 1.0, 0.965])
    return saturated(f32(body * warm), 1.05)


def oil(image: Pixels, chance: np.random.Generator) -> Pixels:
    """Thick strokes that follow the forms, with the light on their ridges."""
    unit = _unit(image)
    flat = smeared(smeared(image, max(3, round(8 * unit))), max(2, round(4 * unit)))
    marks = streaks(flat, chance, wide=8.0 * unit, length=12)
    tone = noise(chance, *image.shape[:2], cells=70, octaves=3)
    body = flat * f32(1.0 + 0.10 * marks + 0.16 * (tone - 0.5))[..., None]
    body = body + f32(embossed(blurred(marks, 1.0 * unit), 0.7) * 0.075)[..., None]
    return saturated(f32(body), 1.18)


def watercolour(image: Pixels, chance: np.random.Generator) -> Pixels:
    """Thin washes on rough paper: pale, dark at their edges, with white left at the border."""
    unit, (rows, columns) = _unit(image), image.shape[:2]
    flat = smeared(smeared(image, max(3, round(7 * unit))), max(2, round(5 * unit)))
    bleed = noise(chance, rows, columns, cells=9, octaves=5)
    edge = np.abs(luma(flat) - blurred(luma(flat), 5 * unit))
    wash = 1.0 - (1.0 - flat) * f32(0.72 + 0.34 * (bleed - 0.3))[..., None]
    wash = wash * f32(1.0 - np.clip(edge * 2.6, 0, 0.30))[..., None]
    tooth = paper(rows, columns, chance)
    wash = wash * f32(1.0 + 0.16 * (tooth - 0.5))[..., None]
    ys, xs = np.linspace(0, 1, rows, dtype=np.float32)[:, None], np.linspace(0, 1, columns, dtype=np.float32)[None, :]
    away = np.minimum(np.minimum(xs, 1 - xs), np.minimum(ys, 1 - ys)) + 0.045 * (bleed - 0.5)
    sheet = CREAM * f32(1.0 + 0.05 * (tooth - 0.5))[..., None]
    return mix(sheet, saturated(f32(wash), 1.12), step(0.022, 0.032, f32(away)))


def ink(image: Pixels, chance: np.random.Generator) -> Pixels:
    """Black ink on cream: washes in a few greys and brush lines."""
    unit, (rows, columns) = _unit(image), image.shape[:2]
    flat = smeared(image, max(3, round(6 * unit)))
    light = np.clip((luma(flat) - 0.10) / 0.75, 0, 1)
    bleed = noise(chance, rows, columns, cells=14, octaves=5)
    washes = np.floor(np.clip(light + 0.10 * (bleed - 0.5), 0, 0.999) * 5) / 4
    washes = 0.5 * washes + 0.5 * light
    tooth = paper(rows, columns, chance)
    dark = np.clip((1.0 - washes) * 0.80 * (0.88 + 0.3 * (tooth - 0.3)) + 0.85 * outlines(flat, 1.3 * unit), 0, 1)
    return mix(CREAM * f32(0.97 + 0.05 * tooth)[..., None], f32([0.09, 0.09, 0.11]), f32(dark))


def pencil(image: Pixels, chance: np.random.Generator) -> Pixels:
    """Graphite: outlines and hatching that gets denser in the dark."""
    unit, (rows, columns) = _unit(image), image.shape[:2]
    light = luma(smeared(image, max(2, round(3 * unit))))
    low, high = float(np.percentile(light, 2)), float(np.percentile(light, 98))
    light = f32(np.clip((light - low) / max(high - low, 0.05), 0, 1))
    down, across = np.mgrid[0:rows, 0:columns].astype(np.float32)
    wobble = noise(chance, rows, columns, cells=7, octaves=3) * 22 * unit
    dark = 0.55 * outlines(image, 1.0 * unit)
    for turn, limit in ((0.8, 0.78), (-0.7, 0.52), (0.1, 0.30)):
        wave = np.sin((across * np.cos(turn) + down * np.sin(turn) + wobble) * 2 * np.pi / (5.2 * unit))
        dark = dark + step(limit, limit - 0.45, light) * (0.22 + 0.20 * wave)
    dark = dark + (1 - light) * 0.22
    tooth = paper(rows, columns, chance)
    dark = np.clip(dark * (0.55 + 0.9 * tooth), 0, 0.92)
    return mix(f32([0.97, 0.965, 0.95])[None, None] * np.ones_like(image), f32([0.17, 0.17, 0.19]), f32(dark))


def flat(image: Pixels, chance: np.random.Generator) -> Pixels:
    """Cut shapes in few, even colours."""
    del chance
    unit = _unit(image)
    calm = smeared(smeared(image, max(4, round(9 * unit))), max(3, round(7 * unit)))
    return saturated(blurred(few_colours(calm, 12), 0.7), 1.15)


def poster(image: Pixels, chance: np.random.Generator) -> Pixels:
    """A screen print: six inks, slightly worn, in a pale border."""
    unit, (rows, columns) = _unit(image), image.shape[:2]
    calm = smeared(smeared(image, max(4, round(8 * unit))), max(3, round(6 * unit)))
    inks = blurred(saturated(few_colours(calm, 7), 1.2), 0.7)
    worn = paper(rows, columns, chance, coarse=0.8)
    printed = mix(inks, CREAM, f32(step(0.78, 0.88, worn) * 0.4 + 0.06))
    ys, xs = np.linspace(0, 1, rows, dtype=np.float32)[:, None], np.linspace(0, 1, columns, dtype=np.float32)[None, :]
    border = 0.035
    inside = (np.minimum(xs, 1 - xs) > border * 1024 * unit / columns) & (
        np.minimum(ys, 1 - ys) > border * 1024 * unit / rows
    )
    return mix(CREAM * np.ones_like(image), printed, inside.astype(np.float32))


def comic(image: Pixels, chance: np.random.Generator) -> Pixels:
    """Outlines, flat colours and a dot screen in the shadows."""
    del chance
    unit = _unit(image)
    calm = smeared(image, max(3, round(6 * unit)))
    steps = np.round(np.clip(calm, 0, 1) * 6) / 6
    colour = saturated(f32(0.65 * steps + 0.35 * calm), 1.35)
    dots = halftone(luma(calm), 7.0 * unit, 0.6) * step(0.62, 0.30, luma(calm)) * 0.30
    return f32(colour * (1.0 - dots[..., None]) * (1.0 - 0.92 * outlines(calm, 1.3 * unit)[..., None]))


def pixel_art(image: Pixels, chance: np.random.Generator) -> Pixels:
    """Large square pixels in a small palette."""
    del chance
    rows, columns = image.shape[:2]
    cell = max(2, round(7 * _unit(image)))
    small = resized(saturated(image, 1.2), max(8, rows // cell), max(8, columns // cell), cv2.INTER_AREA)
    down, across = np.mgrid[0 : small.shape[0], 0 : small.shape[1]]
    bayer = f32([[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]])[down % 4, across % 4] / 16 - 0.47
    reduced = few_colours(f32(np.clip(small + bayer[..., None] * 0.045, 0, 1)), 24)
    return resized(reduced, rows, columns, cv2.INTER_NEAREST)


def blueprint(image: Pixels, chance: np.random.Generator) -> Pixels:
    """White lines on blue, over a grid."""
    unit, (rows, columns) = _unit(image), image.shape[:2]
    lines = outlines(smeared(image, max(2, round(3 * unit))), 1.1 * unit, 1.2)
    down, across = np.mgrid[0:rows, 0:columns].astype(np.float32)
    grid = np.zeros((rows, columns), np.float32)
    for cell, strength in ((16, 0.06), (80, 0.13)):
        width = cell * unit
        grid = np.maximum(grid, strength * ((np.mod(across, width) < 1.2) | (np.mod(down, width) < 1.2)))
    sheet = (
        f32(rgb("1d4f91"))[None, None] * f32(0.92 + 0.16 * noise(chance, rows, columns, cells=5, octaves=5))[..., None]
    )
    shade = (luma(image) - 0.5) * 0.14
    return mix(sheet + f32(shade)[..., None], f32([0.90, 0.95, 1.0]), f32(np.clip(lines * 0.92 + grid, 0, 1)))


def low_poly(image: Pixels, chance: np.random.Generator) -> Pixels:
    """Triangles, smaller where there is more to see, each in one colour."""
    rows, columns = image.shape[:2]
    edges = blurred(outlines(image, 2.0 * _unit(image)), 2.0)
    weight = (edges + 0.012).ravel().astype(np.float64)
    picked = chance.choice(weight.size, 1_500, replace=False, p=weight / weight.sum())
    points = np.stack([picked % columns, picked // columns], axis=1).astype(np.float64)
    frame = [(x, y) for x in np.linspace(0, columns - 1, 12) for y in (0, rows - 1)] + [
        (x, y) for y in np.linspace(0, rows - 1, 12) for x in (0, columns - 1)
    ]
    division = cv2.Subdiv2D((0, 0, columns, rows))
    for x, y in np.concatenate([np.unique(points, axis=0), np.array(frame)]):
        division.insert((float(x), float(y)))
    calm = np.clip(blurred(image, 3.0 * _unit(image)), 0, 1)
    out = (calm * 255).astype(np.uint8)
    for triangle in division.getTriangleList():
        corners = np.asarray(triangle, np.float64).reshape(3, 2)
        if (corners < -1).any() or (corners[:, 0] > columns).any() or (corners[:, 1] > rows).any():
            continue
        x, y = np.clip(corners.mean(axis=0), 0, [columns - 1, rows - 1]).astype(int)
        colour = tuple(float(part) * 255 * (0.95 + 0.10 * float(chance.random())) for part in calm[y, x])
        cv2.fillConvexPoly(out, np.round(corners * 16).astype(np.int32), colour, cv2.LINE_AA, 4)
    return saturated(from_bytes(out), 1.15)


def neon(image: Pixels, chance: np.random.Generator) -> Pixels:
    """Darkness, magenta and cyan, lines that glow."""
    del chance
    unit = _unit(image)
    light = luma(image)
    dusk = mix(f32([0.03, 0.01, 0.09])[None, None], f32([0.95, 0.25, 0.85]), f32(np.clip(light * 0.55, 0, 1)))
    body = 0.62 * dusk + 0.55 * saturated(image * 0.72, 1.6)
    lines = outlines(smeared(image, max(2, round(3 * unit))), 1.2 * unit)
    cold = step(0.35, 0.65, f32(np.linspace(0, 1, image.shape[1], dtype=np.float32)[None, :] * np.ones_like(light)))
    hue = mix(f32([0.15, 0.95, 1.0])[None, None], f32([1.0, 0.25, 0.85]), cold)
    return f32(body * 0.78 + hue * (lines * 0.55 + blurred(lines, 6 * unit) * 0.65)[..., None])


def pastel(image: Pixels, chance: np.random.Generator) -> Pixels:
    """Chalk on coloured paper: soft, pale, grainy."""
    unit, (rows, columns) = _unit(image), image.shape[:2]
    soft = smeared(image, max(3, round(6 * unit)))
    marks = streaks(soft, chance, wide=9.0 * unit, length=8)
    tooth = paper(rows, columns, chance, coarse=1.3)
    chalk = 1.0 - (1.0 - soft) * 0.80
    cover = np.clip(0.92 + 0.10 * marks - 0.95 * step(0.52, 0.80, tooth), 0.25, 1)
    return mix(f32([0.80, 0.76, 0.71])[None, None] * np.ones_like(image), f32(chalk), f32(cover))


def photo(image: Pixels, chance: np.random.Generator) -> Pixels:
    """Film: deeper contrast, a trace of grain, corners a little dark and soft."""
    rows, columns = image.shape[:2]
    ys, xs = np.linspace(-1, 1, rows, dtype=np.float32)[:, None], np.linspace(-1, 1, columns, dtype=np.float32)[None, :]
    away = np.hypot(xs, ys)
    soft = mix(image, blurred(image, 2.6 * _unit(image)), step(0.75, 1.35, f32(away)))
    curve = soft * soft * (3 - 2 * np.clip(soft, 0, 1))
    graded = mix(soft, f32(curve), 0.45) * f32(1.0 - 0.20 * step(0.55, 1.45, f32(away)))[..., None]
    grain = chance.normal(0, 0.020, (rows, columns)).astype(np.float32)
    return f32(saturated(graded, 0.95) + grain[..., None])


def pointillism(image: Pixels, chance: np.random.Generator) -> Pixels:
    """Dots of pure colour next to each other."""
    rows, columns = image.shape[:2]
    unit = _unit(image)
    base = np.clip(mix(blurred(saturated(image, 1.2), 8 * unit), CREAM, 0.25), 0, 1)
    out = (base * 255).astype(np.uint8)
    vivid = saturated(smeared(image, max(2, round(3 * unit))), 1.5)
    for radius, count in ((5.2, 15_000), (3.4, 22_000)):
        xs, ys = chance.integers(0, columns, count), chance.integers(0, rows, count)
        shift = chance.normal(0, 0.075, (count, 3))
        colours = np.clip(vivid[ys, xs] + shift, 0, 1) * 255
        sizes = np.maximum(16, radius * unit * 16 * chance.uniform(0.7, 1.15, count)).astype(int)
        for x, y, colour, size in zip(
            (xs * 16).tolist(), (ys * 16).tolist(), colours.tolist(), sizes.tolist(), strict=True
        ):
            cv2.circle(out, (x, y), size, colour, -1, cv2.LINE_AA, 4)
    return from_bytes(out)


def sepia(image: Pixels, chance: np.random.Generator) -> Pixels:
    """An old brown photograph, faded at its edges."""
    rows, columns = image.shape[:2]
    light = luma(image)
    ys, xs = np.linspace(-1, 1, rows, dtype=np.float32)[:, None], np.linspace(-1, 1, columns, dtype=np.float32)[None, :]
    faded = light * 0.86 + 0.08 + 0.05 * (noise(chance, rows, columns, cells=6, octaves=5) - 0.5)
    faded = faded * (1.0 - 0.30 * step(0.6, 1.5, f32(np.hypot(xs, ys)))) + chance.normal(0, 0.016, (rows, columns))
    return f32(np.clip(faded, 0, 1)[..., None] ** f32([0.86, 1.02, 1.28]) * f32([1.0, 0.93, 0.80]))


def stained_glass(image: Pixels, chance: np.random.Generator) -> Pixels:
    """Panes of glowing glass between dark leads."""
    rows, columns = image.shape[:2]
    unit = _unit(image)
    count = 620
    edges = blurred(outlines(image, 2.5 * unit), 4.0) + 0.05
    weight = edges.ravel().astype(np.float64)
    picked = np.sort(chance.choice(weight.size, count, replace=False, p=weight / weight.sum()))
    seeds = np.full((rows, columns), 255, np.uint8)
    seeds[picked // columns, picked % columns] = 0
    labels = cv2.distanceTransformWithLabels(seeds, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL)[1]
    flat_labels = labels.ravel()
    size = int(flat_labels.max()) + 1
    area = np.maximum(np.bincount(flat_labels, minlength=size), 1)
    means = np.stack(
        [np.bincount(flat_labels, image[..., channel].ravel(), size) / area for channel in range(3)], axis=1
    )
    panes = (
        saturated(f32(means[labels]), 1.7)
        * f32(0.86 + 0.4 * noise(chance, rows, columns, cells=24, octaves=4))[..., None]
    )
    borders = (labels != np.roll(labels, 1, axis=0)) | (labels != np.roll(labels, 1, axis=1))
    lead = blurred(f32(cv2.dilate(borders.astype(np.float32), np.ones((3, 3), np.uint8))), 1.1 * unit)
    return f32(panes * 1.12 * (1.0 - np.clip(lead * 1.5, 0, 0.94))[..., None])


STYLES: dict[str, Style] = {
    "blueprint": blueprint,
    "comic": comic,
    "flat": flat,
    "ink": ink,
    "low poly": low_poly,
    "neon": neon,
    "oil": oil,
    "pastel": pastel,
    "pencil": pencil,
    "photo": photo,
    "pixel art": pixel_art,
    "pointillism": pointillism,
    "poster": poster,
    "sepia": sepia,
    "stained glass": stained_glass,
    "watercolour": watercolour,
}
LOOKS: dict[str, Style] = {"clean": clean, "painterly": painterly}
