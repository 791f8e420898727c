"""The last pass over a composed picture: light that spills, tone, the style's hand, and steps too fine to be seen."""

import numpy as np

from mediamill_procedural.painter.brushwork import saturated
from mediamill_procedural.painter.canvas import Bytes, Pixels, blurred, chance, f32, luma, mix, step
from mediamill_procedural.painter.scene import Scene
from mediamill_procedural.painter.styles import LOOKS, STYLES

BLOOM_FROM = 0.86  # light above this spills
BLOOM = 0.42
SHOULDER = 0.90  # above this, light is compressed instead of cut


def finish(pixels: Pixels, scene: Scene, seed: int, look: str = "clean") -> Bytes:
    """A composed picture, (rows, columns, 3), as 8-bit RGB in the scene's style, or else in the model's look.

    `look` is "clean" (illustration) or "painterly" (brushwork, finer detail). The same arguments give the same bytes.
    """
    generator = chance(scene.fingerprint, seed, "finish")
    image = _toned(_bloomed(pixels), scene)
    hand = STYLES[scene.style] if scene.style is not None else LOOKS[look]
    image = hand(image, generator)
    if scene.style is None:
        image = _vignetted(image, 0.14 if look == "clean" else 0.20)
    return dithered(image, generator)


def dithered(image: Pixels, generator: np.random.Generator) -> Bytes:
    """8 bits with triangular noise of one step: gradients show no bands."""
    shake = generator.random(image.shape, np.float32) - generator.random(image.shape, np.float32)
    return np.clip(np.round(image * 255.0 + shake * 0.75), 0, 255).astype(np.uint8)


def _bloomed(pixels: Pixels) -> Pixels:
    """Very bright places shine over their edges, but not over what is dark by much."""
    unit = float(np.sqrt(pixels.shape[0] * pixels.shape[1])) / 1024
    bright = np.clip(pixels - BLOOM_FROM, 0.0, 0.5)
    glow = blurred(f32(bright), 7 * unit) + 0.8 * blurred(f32(bright), 26 * unit)
    return f32(pixels + glow * BLOOM)


def _toned(image: Pixels, scene: Scene) -> Pixels:
    """Soft highlights, then what the mood asks for."""
    over = np.maximum(image - SHOULDER, 0.0)
    image = f32(np.minimum(image, SHOULDER) + (1.0 - SHOULDER) * (1.0 - np.exp(-over / (1.0 - SHOULDER) * 0.8)))
    for mood in scene.moods:
        if mood == "vivid":
            image = saturated(image, 1.35)
        elif mood == "pale":
            image = mix(saturated(image, 0.80), f32([1.0, 0.985, 0.96]), 0.16)
        elif mood == "grey":
            image = f32(np.repeat(luma(image)[..., None], 3, axis=2))
        elif mood == "dramatic":
            curve = image * image * (3.0 - 2.0 * image)
            image = mix(image, f32(curve), 0.5)
        elif mood == "dreamy":
            image = f32(1.0 - (1.0 - image) * (1.0 - 0.28 * blurred(image, image.shape[1] / 60)))
    return f32(np.clip(image, 0.0, 1.0))


def _vignetted(image: Pixels, strength: float) -> Pixels:
    rows, columns = image.shape[:2]
    ys, xs = np.linspace(-1, 1, rows, dtype=np.float32)[:, None], np.linspace(-1, 1, columns, dtype=np.float32)[None, :]
    dark = 1.0 - strength * step(0.55, 1.55, f32(np.hypot(xs, ys)))
    return f32(image * dark[..., None])
