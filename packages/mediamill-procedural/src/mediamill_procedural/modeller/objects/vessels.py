"""Things that hold something: for drinking, cooking, pouring and keeping."""

import math

from mediamill_procedural.lexicon import table
from mediamill_procedural.modeller.bench import Bench
from mediamill_procedural.modeller.model import model
from mediamill_procedural.modeller.shapes import Flat, around, both, hull

DRINKS = table("modeller", "materials").section("drinks").texts()


def _filled(b: Bench, r: float, y: float, h: float, usual: str = "") -> None:
    """What the prompt pours in, or what usually is."""
    asked = next((drink for drink in DRINKS if b.has(drink)), usual)
    if asked and not b.has("empty"):
        b.trim("drink", b.cyl(h, r, at=(0, y, 0)), DRINKS[asked])


@model("mug")
def _mug(b: Bench) -> None:
    profile: Flat = [(0, 0), (0.036, 0), (0.036, 0), (0.041, 0.006), (0.042, 0.02), (0.042, 0.02), (0.042, 0.1)]
    b.main("cup", b.vessel(profile, 0.0038, curve=True), "red ceramic")
    handle = b.tube(
        [
            (0.036, 0.084, 0),
            (0.058, 0.086, 0),
            (0.073, 0.07, 0),
            (0.073, 0.046, 0),
            (0.058, 0.028, 0),
            (0.038, 0.024, 0),
        ],
        0.0058,
    )
    inside = b.cyl(0.09, 0.0385, at=(0, 0.005, 0))
    b.main("handle", handle - inside, "red ceramic")
    _filled(b, 0.0384, 0.006, 0.078, "coffee")


@model("glass")
def _glass(b: Bench) -> None:
    b.main("glass", b.vessel([(0, 0), (0.03, 0), (0.032, 0.004), (0.039, 0.13)], 0.0022), "glass")
    asked = next((drink for drink in DRINKS if b.has(drink)), "water")
    if not b.has("empty"):
        b.trim("drink", b.lathe([(0, 0.004), (0.0288, 0.004), (0.0348, 0.095), (0, 0.095)]), DRINKS[asked])


@model("wine glass")
def _goblet(b: Bench) -> None:
    usual = "gold" if b.has("goblet", "chalice", "grail") else "glass"
    bowl: Flat = [(0, 0.095), (0.02, 0.1), (0.038, 0.13), (0.04, 0.16), (0.034, 0.21)]
    b.main("bowl", b.vessel(bowl, 0.0022, curve=True), usual)
    stem: Flat = [
        (0, 0),
        (0.035, 0),
        (0.035, 0.002),
        (0.012, 0.008),
        (0.005, 0.02),
        (0.004, 0.05),
        (0.008, 0.07),
        (0.004, 0.085),
        (0.008, 0.097),
        (0, 0.097),
    ]
    b.main("stem", b.lathe(stem, curve=True), usual)
    if not b.has("empty"):
        asked = next((drink for drink in DRINKS if b.has(drink)), "wine")
        b.trim(
            "drink",
            b.lathe([(0, 0.0985), (0.018, 0.103), (0.035, 0.13), (0.0368, 0.15), (0, 0.15)], curve=True),
            DRINKS[asked],
        )


@model("bottle")
def _bottle(b: Bench) -> None:
    if b.has("potion", "flask"):
        body: Flat = [
            (0, 0),
            (0.04, 0),
            (0.04, 0),
            (0.07, 0.04),
            (0.062, 0.09),
            (0.022, 0.125),
            (0.018, 0.16),
            (0.024, 0.175),
        ]
        b.main("bottle", b.vessel(body, 0.003, curve=True), "glass")
        drink = b.lathe([(0, 0.006), (0.04, 0.006), (0.0655, 0.04), (0.06, 0.08), (0, 0.08)], curve=True)
        b.trim("drink", drink, f"{b.tint('magenta')} paint")
        b.trim("cork", b.cyl(0.035, 0.013, 0.016, (0, 0.158, 0)), "light brown")
        return
    profile: Flat = [
        (0, 0),
        (0.034, 0),
        (0.037, 0.004),
        (0.037, 0.004),
        (0.037, 0.18),
        (0.034, 0.2),
        (0.016, 0.235),
        (0.0135, 0.26),
        (0.0135, 0.295),
    ]
    b.main("bottle", b.vessel(profile, 0.0025, curve=True), "dark green glass")
    b.main("neck", b.ring(0.0138, 0.0025, (0, 0.287, 0)), "dark green glass")
    label = b.cyl(0.075, 0.0374, at=(0, 0.06, 0)) - b.cyl(0.1, 0.0366, at=(0, 0.05, 0))
    b.trim("label", label, "ivory paper")
    b.trim("cork", b.cyl(0.03, 0.0108, at=(0, 0.278, 0)), "light brown")


@model("vase")
def _vase(b: Bench) -> None:
    profile: Flat = [
        (0, 0),
        (0.055, 0),
        (0.055, 0),
        (0.06, 0.01),
        (0.095, 0.1),
        (0.092, 0.17),
        (0.045, 0.26),
        (0.04, 0.29),
        (0.065, 0.34),
    ]
    b.main("vase", b.vessel(profile, 0.005, curve=True), "blue porcelain")
    if b.has("ornate") or b.fine:
        for y, r in ((0.045, 0.0778), (0.225, 0.0672)):
            b.trim("bands", b.ring(r, 0.003, (0, y, 0)), "gold")
    if b.has("amphora", "urn"):
        handle = b.tube([(0.035, 0.28, 0), (0.1, 0.29, 0), (0.12, 0.23, 0), (0.085, 0.17, 0)], 0.009)
        b.main("handles", both(handle) - b.cyl(0.3, 0.037, at=(0, 0.1, 0)), "terracotta")


@model("bowl")
def _bowl(b: Bench) -> None:
    profile: Flat = [(0, 0), (0.05, 0), (0.05, 0.008), (0.05, 0.008), (0.09, 0.03), (0.12, 0.065), (0.13, 0.1)]
    b.main("bowl", b.vessel(profile, 0.005, curve=True), "white ceramic")
    if any(b.has(drink) for drink in DRINKS):
        _filled(b, 0.113, 0.05, 0.02)


@model("plate")
def _plate(b: Bench) -> None:
    profile: Flat = [(0, 0), (0.075, 0), (0.08, 0.006), (0.085, 0.008), (0.13, 0.022)]
    b.main("plate", b.vessel(profile, 0.004), "porcelain")
    b.second("rim", b.ring(0.1285, 0.0026, (0, 0.021, 0)), "blue porcelain")


@model("teapot")
def _teapot(b: Bench) -> None:
    body: Flat = [
        (0, 0),
        (0.05, 0),
        (0.05, 0.004),
        (0.078, 0.04),
        (0.085, 0.08),
        (0.07, 0.125),
        (0.04, 0.145),
        (0, 0.147),
    ]
    b.main("body", b.lathe(body, curve=True), "white porcelain")
    spout = b.tube([(0.06, 0.05, 0), (0.1, 0.065, 0), (0.118, 0.1, 0), (0.14, 0.135, 0)], [0.022, 0.017, 0.012, 0.01])
    hole = b.tube([(0.122, 0.11, 0), (0.14, 0.135, 0), (0.148, 0.147, 0)], 0.007)
    b.main("spout", spout - hole, "white porcelain")
    handle = b.tube(
        [(-0.06, 0.125, 0), (-0.105, 0.135, 0), (-0.13, 0.1, 0), (-0.115, 0.06, 0), (-0.075, 0.04, 0)], 0.0085
    )
    b.main("handle", handle, "white porcelain")
    b.main(
        "lid",
        b.lathe([(0, 0.135), (0.048, 0.14), (0.045, 0.15), (0.02, 0.165), (0, 0.168)], curve=True),
        "white porcelain",
    )
    b.main("lid", b.ball(0.012, (0, 0.178, 0)), "white porcelain")
    b.trim("bands", b.ring(0.046, 0.002, (0, 0.147, 0)) + b.ring(0.0855, 0.0018, (0, 0.078, 0)), "gold")


@model("bucket")
def _bucket(b: Bench) -> None:
    b.main("bucket", b.vessel([(0, 0), (0.1, 0), (0.145, 0.28)], 0.004), "tin")
    b.main("bands", b.ring(0.1455, 0.005, (0, 0.28, 0)) + b.ring(0.117, 0.003, (0, 0.1, 0)), "tin")
    path = [
        (0.148 * math.cos(t), 0.27 + 0.16 * math.sin(t), 0.0) for t in (0, 0.4, 0.9, math.pi / 2, 2.25, 2.75, math.pi)
    ]
    b.trim("handle", b.tube(path, 0.004), "steel")
    b.trim("grip", b.cyl(0.11, 0.011, at=(-0.055, 0.43, 0), axis="x"), "oak")
    _filled(b, 0.137, 0.2, 0.02)


@model("pot")
def _pot(b: Bench) -> None:
    if b.has("cauldron"):
        b.main(
            "pot",
            b.vessel(
                [(0, 0.06), (0.12, 0.075), (0.22, 0.19), (0.21, 0.32), (0.16, 0.37), (0.19, 0.41)], 0.012, curve=True
            ),
            "iron",
        )
        b.main("feet", around(b.limb((0, 0.13, 0.14), (0, 0.012, 0.19), 0.022, 0.012), 3), "iron")
        b.main("handles", both(b.ring(0.04, 0.01, (0.22, 0.31, 0), "z")), "iron")
        b.trim("brew", b.cyl(0.03, 0.168, at=(0, 0.3, 0)), "lime")
        return
    if b.has("flowerpot", "flower", "plant"):
        b.main(
            "pot",
            b.vessel([(0, 0), (0.08, 0), (0.115, 0.17)], 0.006)
            + b.vessel([(0.08, 0.15), (0.125, 0.15), (0.128, 0.195)], 0.01),
            "terracotta",
        )
        b.trim("soil", b.cyl(0.02, 0.108, at=(0, 0.15, 0)), "mud")
        return
    b.main("pot", b.vessel([(0, 0), (0.11, 0), (0.12, 0.012), (0.12, 0.14)], 0.004), "steel")
    b.main("lid", b.lathe([(0, 0.138), (0.124, 0.138), (0.122, 0.146), (0.06, 0.166), (0, 0.17)], curve=True), "steel")
    b.trim("knob", b.cyl(0.02, 0.008, at=(0, 0.168, 0)) + b.ball(0.018, (0, 0.198, 0), (1, 0.7, 1)), "black plastic")
    handle = b.tube(
        [(0.115, 0.11, 0.035), (0.15, 0.115, 0.03), (0.155, 0.115, 0), (0.15, 0.115, -0.03), (0.115, 0.11, -0.035)],
        0.007,
    )
    b.trim("handles", both(handle) - b.cyl(0.2, 0.117), "black plastic")


@model("can")
def _can(b: Bench) -> None:
    if b.has("jar", "honey"):
        b.main(
            "jar",
            b.vessel([(0, 0), (0.04, 0), (0.045, 0.01), (0.045, 0.085), (0.036, 0.1), (0.036, 0.11)], 0.003),
            "glass",
        )
        _filled(b, 0.0415, 0.006, 0.078, "honey")
        b.trim("lid", b.cyl(0.018, 0.039, at=(0, 0.102, 0), soft=0.004), "gold")
        return
    b.main(
        "can",
        b.lathe([(0, 0.004), (0.024, 0), (0.026, 0), (0.033, 0.01), (0.033, 0.11), (0.027, 0.12), (0, 0.12)]),
        "red aluminium",
    )
    b.trim("top", b.ring(0.0265, 0.0018, (0, 0.121, 0)) + b.cyl(0.001, 0.026, at=(0, 0.1195, 0)), "aluminium")
    tab = hull(b.cyl(0.0014, 0.006, at=(0, 0.1206, 0.004)), b.cyl(0.0014, 0.006, at=(0, 0.1206, 0.012)))
    b.trim("tab", tab - b.cyl(0.01, 0.003, at=(0, 0.118, 0.012)), "aluminium")
