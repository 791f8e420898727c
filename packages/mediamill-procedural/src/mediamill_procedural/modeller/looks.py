"""What adjectives do to a finished object: surfaces and patterns, breaking, turning, a face, a plinth."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from manifold3d import Manifold
from numpy.typing import NDArray

from mediamill_procedural.modeller.bench import Bench, Part, bounds
from mediamill_procedural.modeller.paints import MATERIALS, Paint, colored, paint, shaded
from mediamill_procedural.modeller.shapes import Shapes, union

STRIPES = 9  # bands from bottom to top, every second one in the other colour
RAINBOW = ("red", "orange", "yellow", "green", "blue", "violet")
SPOTS, STUDS = 34, 26
LIGHT = 150  # of 255 in every channel
COVER_SHARE = 0.025  # of the object's size: how thick snow or moss lies
PAW_SHARE = 0.1  # of the height
LIVING = ("animals", "characters")  # they have a face of their own


def finished(bench: Bench, family: str) -> list[Part]:
    """The parts of an object after its adjectives."""
    parts: list[Part] = [replace(part, paint=_surface(bench, part.paint, main=part.main)) for part in bench.parts]
    parts = _dipped(bench, parts)
    if bench.has("striped") or _unmade(bench, "stripe"):
        parts = _striped(bench, parts)
    if bench.has("rainbow"):
        parts = _rainbow(parts)
    if bench.has("spotted") or _unmade(bench, "spot", "dot", "patch"):
        parts = _spotted(bench, parts)
    if bench.has("ornate"):
        parts.append(Part("studs", MATERIALS["gold"], _studs(parts)))
    if bench.has("cute") and family not in LIVING:
        parts += _face(bench, parts)
    if bench.has("snow covered"):
        parts.append(Part("snow", MATERIALS["snow"], _cover(parts)))
    if bench.has("mossy"):
        parts.append(Part("moss", MATERIALS["grass"], _cover(parts)))
    if bench.has("broken"):
        parts = _broken(bench, parts)
    if bench.has("twisted"):
        parts = [replace(part, solid=solid) for part, solid in zip(parts, _twisted(parts), strict=True)]
    if bench.has("upside down"):
        parts = [replace(part, solid=part.solid.rotate((180, 0, 0))) for part in parts]
    if bench.has("leaning"):
        parts = [replace(part, solid=part.solid.rotate((0, 0, -11))) for part in parts]
    return _on_plinth(bench, parts) if bench.has("statue") else parts


def _unmade(bench: Bench, *names: str) -> str:
    """The first of those parts that was asked for and that the builder made nothing of; now something is."""
    name = next((name for name in names if name in bench.asked.parts and name not in bench.heeded), "")
    bench.heeded |= {name} if name else set()
    return name


def _dipped(bench: Bench, parts: list[Part]) -> list[Part]:
    """Paws in their colour: the lowest of the body."""
    name = _unmade(bench, "paw", "sock", "foot", "hoof") if bench.asked.wish.color else ""
    if not name or not bench.asked.parts[name].color:
        return parts
    low, high = bounds(parts)
    foot = _slab(low, high, -1.0, 1.0 + PAW_SHARE * float(high[1] - low[1]))
    return _marked(parts, [(foot, bench.asked.parts[name].color)])


def _surface(bench: Bench, paint: Paint, *, main: bool) -> Paint:
    """Shiny, matt, old, glowing or see-through."""
    if bench.has("shiny"):
        paint = replace(paint, roughness=min(paint.roughness, 0.15))
    if bench.has("matte"):
        paint = replace(paint, roughness=0.95)
    if bench.has("old"):
        faded = replace(paint, rgb=shaded(paint.rgb, 0.72), roughness=min(1.0, paint.roughness + 0.25))
        paint = replace(faded, texture=paint.texture or "mottled", name=f"old {paint.name}")
    if bench.has("dark"):
        paint = replace(paint, rgb=shaded(paint.rgb, 0.55), name=f"dark {paint.name}")
    if bench.has("bright"):
        paint = replace(paint, rgb=shaded(paint.rgb, 1.25), name=f"bright {paint.name}")
    if main and bench.has("glowing"):
        paint = replace(paint, glow=0.9, name=f"glowing {paint.name}")
    if main and bench.has("transparent"):
        paint = replace(paint, alpha=min(paint.alpha, 0.35), roughness=0.05, texture="")
    return paint


def _mains(parts: Sequence[Part]) -> list[Part]:
    return [part for part in parts if part.main] or list(parts[:1])


def _striped(bench: Bench, parts: list[Part]) -> list[Part]:
    low, high = bounds(_mains(parts))
    band = float(high[1] - low[1]) / STRIPES
    slabs = [_slab(low, high, band * (2 * k + 1), band) for k in range(STRIPES // 2)]
    return _marked(parts, [(union(slabs), _other_color(bench, parts))])


def _other_color(bench: Bench, parts: Sequence[Part]) -> str:
    """The second colour asked for, else white on what is dark and red on what is light."""
    light = min(_mains(parts)[0].paint.rgb) > LIGHT
    named = [bench.asked.parts[name].color for name in ("stripe", "spot", "dot", "patch") if name in bench.asked.parts]
    return next(filter(None, [*named, bench.asked.second.color]), "red" if light else "white")


def _rainbow(parts: list[Part]) -> list[Part]:
    low, high = bounds(_mains(parts))
    band = float(high[1] - low[1]) / len(RAINBOW)
    top_first = list(reversed(RAINBOW))
    return _marked(parts, [(_slab(low, high, band * k, band), color) for k, color in enumerate(top_first)])


def _spotted(bench: Bench, parts: list[Part]) -> list[Part]:
    mains = _mains(parts)
    low, high = bounds(mains)
    r = 0.055 * float((high - low).max())
    balls = [Manifold.sphere(r, 20).translate(tuple(place)) for place in _places(mains, SPOTS)]
    return _marked(parts, [(union(balls), _other_color(bench, parts))])


def _studs(parts: list[Part]) -> Manifold:
    low, high = bounds(_mains(parts))
    r = 0.014 * float((high - low).max())
    return union([Manifold.sphere(r, 16).translate(tuple(place)) for place in _places(_mains(parts), STUDS)])


def _slab(low: NDArray[np.float64], high: NDArray[np.float64], start: float, thick: float) -> Manifold:
    w, _, d = (float(side) for side in (high - low) + 1.0)
    return Manifold.cube((w, thick, d)).translate((float(low[0]) - 0.5, float(low[1]) + start, float(low[2]) - 0.5))


def _marked(parts: list[Part], marks: Sequence[tuple[Manifold, str]]) -> list[Part]:
    """The main parts cut where the marks are, and those places in the marks' colours."""
    found: list[Part] = []
    for part in parts:
        if not part.main:
            found.append(part)
            continue
        rest = part.solid - union([solid for solid, _ in marks])
        inside = [(part.solid ^ solid, color) for solid, color in marks]
        pieces = [(rest, part.paint), *((solid, colored(part.paint, color)) for solid, color in inside)]
        found += [replace(part, solid=solid, paint=made) for solid, made in pieces if not solid.is_empty()]
    return found


def _places(parts: Sequence[Part], count: int) -> NDArray[np.float64]:
    """Points on the surface, spread evenly by area."""
    mesh = union([part.solid for part in parts]).to_mesh()
    corners = np.asarray(mesh.vert_properties, np.float64)[:, :3][np.asarray(mesh.tri_verts)]
    areas = np.linalg.norm(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), axis=1)
    chance = np.random.default_rng(count)
    chosen = np.searchsorted(np.cumsum(areas), chance.uniform(0, areas.sum(), 12 * count))
    share = np.sort(chance.uniform(0, 1, (len(chosen), 2)), axis=1)
    weights = np.column_stack([share[:, 0], share[:, 1] - share[:, 0], 1 - share[:, 1]])
    points = np.einsum("nk,nkd->nd", weights, corners[np.minimum(chosen, len(corners) - 1)])
    kept = [points[0]]
    for _ in range(count - 1):  # the farthest from all that are there
        far = np.min([np.linalg.norm(points - place, axis=1) for place in kept], axis=0)
        kept.append(points[int(far.argmax())])
    return np.asarray(kept)


def _face(bench: Bench, parts: list[Part]) -> list[Part]:
    """Eyes and a smile on the front, where the object is widest."""
    low, high = bounds(_mains(parts))
    size = float(min(high[0] - low[0], high[1] - low[1]))
    x, y = float(low[0] + high[0]) / 2, float(low[1]) + 0.58 * float(high[1] - low[1])
    whole = union([part.solid for part in parts])
    shapes = Shapes(bench.detail, size)
    r = 0.075 * size

    def front(at_x: float, at_y: float) -> float:
        column = Manifold.cube((r, r, 1e3), True).translate((at_x, at_y, 0.0)) ^ whole
        return float(high[2]) if column.is_empty() else float(column.bounding_box()[5])

    dx = 0.17 * size
    eyes = [
        shapes.ball(r, (x + side * dx, y, front(x + side * dx, y) - 0.35 * r), (0.85, 1.15, 0.6)) for side in (-1, 1)
    ]
    glints = [
        shapes.ball(0.3 * r, (x + side * dx + 0.25 * r, y + 0.45 * r, front(x + side * dx, y) + 0.1 * r))
        for side in (-1, 1)
    ]
    smile = [(x + t * dx * 0.6, y - 1.9 * r - (1 - t * t) * 0.5 * r) for t in (-1.0, -0.5, 0.0, 0.5, 1.0)]
    mouth = shapes.tube([(at_x, at_y, front(at_x, at_y)) for at_x, at_y in smile], 0.2 * r)
    black = paint("black porcelain")
    return [
        Part("eyes", black, union(eyes)),
        Part("glints", paint("white"), union(glints)),
        Part("mouth", black, mouth),
    ]


def _cover(parts: list[Part]) -> Manifold:
    """What lies on everything that looks up."""
    low, high = bounds(parts)
    thick = COVER_SHARE * float((high - low).max())
    whole = union([part.solid for part in parts])
    return whole.translate((0.0, thick, 0.0)) - whole


def _broken(bench: Bench, parts: list[Part]) -> list[Part]:
    """An upper corner has come off in one jagged piece, which lies beside."""
    low, high = bounds(parts)
    size = high - low
    corner = np.array([high[0], high[1], (low[2] + high[2]) / 2])
    points = bench.random.normal(size=(22, 3))
    points /= np.linalg.norm(points, axis=1, keepdims=True)
    reach = np.array([0.42 * size[0], 0.4 * size[1], 0.8 * size[2]])
    cutter = Manifold.hull_points(corner + points * reach * bench.random.uniform(0.85, 1.1, (22, 1)))
    off = [(part, part.solid ^ cutter) for part in parts]
    chips = [(part, solid) for part, solid in off if not solid.is_empty()]
    left = [replace(part, solid=part.solid - cutter) for part in parts]
    found = [part for part in left if not part.solid.is_empty()]
    if not chips or not found:
        return parts
    boxes = np.array([solid.bounding_box() for _, solid in chips])
    move = (float(high[0] + 0.08 * size[0] - boxes[:, 0].min()), float(low[1] - boxes[:, 1].min()), 0.0)
    return found + [replace(part, name=f"broken {part.name}", solid=solid.translate(move)) for part, solid in chips]


def _twisted(parts: list[Part]) -> list[Manifold]:
    low, high = bounds(parts)
    height = max(float(high[1] - low[1]), 1e-6)
    edge = float((high - low).max()) / 20

    def twist(vertices: NDArray[np.float64]) -> NDArray[np.float64]:
        turn = np.pi / 2 * (vertices[:, 1] - low[1]) / height
        x, z = vertices[:, 0].copy(), vertices[:, 2].copy()
        vertices[:, 0] = x * np.cos(turn) + z * np.sin(turn)
        vertices[:, 2] = z * np.cos(turn) - x * np.sin(turn)
        return vertices

    return [part.solid.refine_to_length(edge).warp_batch(twist) for part in parts]


def _on_plinth(bench: Bench, parts: list[Part]) -> list[Part]:
    """All of one material, on a block of stone."""
    made = MATERIALS[bench.asked.wish.material or "marble"]
    if bench.asked.wish.color:
        made = colored(made, bench.asked.wish.color)
    low, high = bounds(parts)
    w, h, d = (float(side) for side in high - low)
    shapes = Shapes(bench.detail, max(w, h, d))
    edge, tall = 0.04 * max(w, d), 0.16 * h
    at = (float(low[0] + high[0]) / 2, float(low[1]) - tall, float(low[2] + high[2]) / 2)
    block = shapes.box(w + 2 * edge, tall + 0.01 * h, d + 2 * edge, at, 0.2 * edge)
    foot = shapes.box(w + 4 * edge, 0.3 * tall, d + 4 * edge, at, 0.2 * edge)
    whole = foot + block
    return [*(replace(part, paint=made) for part in parts), Part("plinth", MATERIALS["granite"], whole)]
