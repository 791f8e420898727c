"""Wings and spikes of beasts."""

from itertools import pairwise

from mediamill_procedural.modeller.bench import Bench
from mediamill_procedural.modeller.objects.bodies import Beast
from mediamill_procedural.modeller.shapes import Vec, both, hull, union


def wings(b: Bench, s: float, chest: Vec, paint: str) -> None:
    """A pair of wings: of feathers where they are white, else of skin."""
    feathered = paint == "white"
    tips = ((0.55, 0.55), (1.35, 0.75), (1.15, 0.2), (0.95, 0.0), (0.7, -0.05), (0.4, -0.2), (0.1, -0.12))
    outline = (
        [(0.0, 0.0), *tips]
        if feathered
        else [
            (0.0, 0.0),
            (0.5, 0.75),
            (1.5, 0.9),
            (1.2, 0.35),
            (1.12, 0.0),
            (0.85, 0.15),
            (0.65, -0.2),
            (0.42, 0.0),
            (0.12, -0.25),
        ]
    )
    wing = (
        b.prism([(x * s, y * s) for x, y in outline], 0.03 * s, r=0.01 * s)
        .rotate((0, 28, 0))
        .translate((0.12 * s, chest[1] + 0.12 * s, chest[2] * 0.4))
    )
    b.second("wings", both(wing), paint if feathered else "#b83a2c leather")
    if not feathered:
        bone = (
            b.tube([(0, 0, 0), (0.5 * s, 0.75 * s, 0), (1.5 * s, 0.9 * s, 0)], [0.06 * s, 0.045 * s, 0.015 * s])
            + b.rod((0.5 * s, 0.75 * s, 0), (1.12 * s, 0.0, 0), 0.03 * s, 0.012 * s)
            + b.rod((0.5 * s, 0.75 * s, 0), (0.65 * s, -0.18 * s, 0), 0.03 * s, 0.012 * s)
        )
        b.main(
            "wing bones",
            both(bone.rotate((0, 28, 0)).translate((0.12 * s, chest[1] + 0.12 * s, chest[2] * 0.4))),
            paint,
        )


def spikes(b: Bench, beast: Beast, chest: Vec, rump: Vec, neck: Vec) -> None:
    """A row of spikes down the back."""
    s = beast.shoulder
    thorns = []
    line: list[Vec] = [
        (0, neck[1] + beast.head * s * 0.7, neck[2] - beast.head * s * 0.6),
        (0, chest[1] + beast.girth * s * 1.05, chest[2] * 0.9),
        (0, rump[1] + beast.rump * s, rump[2]),
        (0, rump[1] * 0.9, rump[2] - 0.5 * s),
    ]
    for start, end in pairwise(line):
        for k in range(4):
            t = k / 4
            at = [p + t * (q - p) for p, q in zip(start, end, strict=True)]
            h = 0.14 * s
            thorns.append(
                hull(
                    b.box(0.02 * s, 0.02 * s, 0.16 * s, (0, at[1] - 0.04 * s, at[2])),
                    b.ball(0.008 * s, (0, at[1] + h, at[2] - 0.05 * s)),
                )
            )
    b.trim("spikes", union(thorns), beast.belly or "bone")
