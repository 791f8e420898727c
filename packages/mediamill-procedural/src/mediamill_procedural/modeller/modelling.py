"""From a prompt to a GLB file: read it, build every thing, place them, write them."""

import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

import mediamill_procedural.modeller.objects  # noqa: F401 registers what can be built
from mediamill.codecs import Node, Surface, Tags, write_glb
from mediamill_procedural.kit.wording import left_over
from mediamill_procedural.modeller.fitting import fitted
from mediamill_procedural.modeller.pieces import built
from mediamill_procedural.modeller.reading import Brief, Item, read, tokens_of
from mediamill_procedural.modeller.scene import Group, Placed, placed
from mediamill_procedural.modeller.shapes import FINE, PLAIN, SCANT, Detail
from mediamill_procedural.modeller.surfaces import surfaces_of

BYTES_MAX = 3_000_000  # of a file; a bigger one is made again with less detail
VARIANTS = 3  # of a natural thing that stands there many times: no two neighbours are the same
TITLE_CHARACTERS = 80
HAND_SHARE = 0.0004  # of the size, at most: nobody sees it, and measures that were asked for still hold

Progress = Callable[[float, str], None]


@dataclass(frozen=True, slots=True)
class Told:
    """What was made of a prompt: goes into the file's provenance."""

    objects: tuple[str, ...]
    letters: tuple[str, ...]
    not_understood: tuple[str, ...]
    detail: str


def model_prompt(prompt: str, path: Path, *, fine: bool, provenance: Mapping[str, object], progress: Progress) -> Told:
    """Write the scene of a prompt, at most BYTES_MAX where any level of detail allows it."""
    brief = read(prompt)
    levels = (FINE, PLAIN, SCANT) if fine else (PLAIN, SCANT)
    for detail in levels:
        progress(0.1, "building")
        made, groups = _made(brief, detail)
        progress(0.6, "placing")
        places = placed(fitted(groups))
        progress(0.7, "shading")
        nodes = _nodes(places, _hand(prompt))
        told = _told(prompt, made, groups, detail)
        tags = Tags(_title(prompt), {**provenance, "prompt": prompt, **_as_provenance(told)})
        progress(0.9, "writing")
        write_glb(nodes, path, tags=tags)
        if path.stat().st_size <= BYTES_MAX:
            break
    return told


def _made(brief: Brief, detail: Detail) -> tuple[Brief, list[Group]]:
    """A group for each item, less the features that their anchors were built with."""
    groups = [_group(item, detail, index) for index, item in enumerate(brief.items)]
    kept = [
        index
        for index, item in enumerate(brief.items)
        if not item.feature or item.anchor is None or item.feature not in groups[item.anchor].pieces[0].heeded
    ]
    return replace(brief, items=tuple(brief.items[index] for index in kept)), [groups[index] for index in kept]


def _group(item: Item, detail: Detail, index: int) -> Group:
    """All pieces of an item; equal ones are built once."""
    variants = min(item.count, VARIANTS if item.model is not None and item.model.entry.natural else 1)
    pieces = [built(item, detail, _seed(item, index, variant)) for variant in range(variants)]
    shown = [pieces[number % variants] for number in range(item.count)]
    return Group(shown, item.relation, item.anchor, bool(item.metres))


def _seed(item: Item, index: int, variant: int) -> int:
    return zlib.crc32(f"{item.words}|{index}|{variant}".encode())


def _hand(prompt: str) -> float:
    """Things made by hand differ a little in size: by how much depends on every letter of the prompt."""
    return 1.0 + HAND_SHARE * (zlib.crc32(prompt.encode("utf-8", "surrogatepass")) / 2**31 - 1.0)


def _nodes(places: Sequence[Sequence[Placed]], scale: float) -> list[Node]:
    """A node for each thing, its parts below it; the whole stands on the ground around the origin."""
    footprints = np.array([spot.footprint for spots in places for spot in spots])
    middle_x = float(footprints[:, 0].min() + footprints[:, 2].max()) / 2
    middle_z = float(footprints[:, 1].min() + footprints[:, 3].max()) / 2
    shown: dict[int, list[tuple[str, list[Surface]]]] = {}
    nodes = []
    for spots in places:
        for number, spot in enumerate(spots, start=1):
            surfaces = shown.setdefault(id(spot.piece), []) or shown[id(spot.piece)]
            if not surfaces:
                surfaces += [
                    (part, [replace(one, vertices=one.vertices * np.float32(scale)) for one in some])
                    for part, some in surfaces_of(spot.piece.parts, flat=spot.piece.flat)
                ]
            name = f"{spot.piece.name} {number}" if len(spots) > 1 else spot.piece.name
            half = np.radians(spot.turn) / 2
            nodes.append(
                Node(
                    name,
                    translation=((spot.x - middle_x) * scale, spot.y * scale, (spot.z - middle_z) * scale),
                    rotation=(0.0, float(np.sin(half)), 0.0, float(np.cos(half))),
                    children=tuple(Node(part, tuple(some)) for part, some in surfaces),
                )
            )
    return nodes


def _told(prompt: str, brief: Brief, groups: Sequence[Group], detail: Detail) -> Told:
    known = [
        f"{item.count} {item.model.name}" if item.count > 1 else item.model.name for item in brief.items if item.model
    ]
    letters = [wording for wording in (group.pieces[0].wording for group in groups) if wording is not None]
    return Told(tuple(known), tuple(letters), _not_understood(prompt, brief, groups), detail.name)


def _not_understood(prompt: str, brief: Brief, groups: Sequence[Group]) -> tuple[str, ...]:
    """Words that became letters instead of a thing, and words that no builder heeded."""
    missed, heeded = set(brief.ignored), set[str]()
    for item, group in zip(brief.items, groups, strict=True):
        if item.feature:
            (missed if item.model is None else heeded).update(item.words.split(), {item.words})
        asked = frozenset(group.pieces[0].heeded)
        heeded |= {word for word, keys in item.said if asked.intersection(keys)}
        missed |= {word for word, keys in item.said if not asked.intersection(keys)}
    return left_over([token.text for token in tokens_of(prompt) if token.text in missed - heeded], ())


def _as_provenance(told: Told) -> dict[str, object]:
    found: dict[str, object] = {"objects": list(told.objects), "detail": told.detail}
    if told.letters:
        found["letters"] = list(told.letters)
        found["note"] = "the builtin catalogue has no such object: its name was made as a sculpture"
    if told.not_understood:
        found["notUnderstood"] = list(told.not_understood)
    return found


def _title(prompt: str) -> str:
    line = " ".join(prompt.split())
    return line if len(line) <= TITLE_CHARACTERS else f"{line[: TITLE_CHARACTERS - 1]}…"
