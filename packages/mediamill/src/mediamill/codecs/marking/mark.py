"""States in a file that it was generated, as the IPTC asks for: a `digitalSourceType` beside what is there, in XMP, and
in WebM, which has none, as a tag.

Pixels and samples are not touched. What a vendor signed is not touched either: its manifest covers every byte.
"""

import struct
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from mediamill.codecs.marking.avif import avif_pocket, avif_with
from mediamill.codecs.marking.film import read_film, write_xmp
from mediamill.codecs.marking.pictures import (
    Pocket,
    jpeg_pocket,
    jpeg_with,
    png_pocket,
    png_with,
    webp_pocket,
    webp_with,
)
from mediamill.codecs.marking.webm import read_webm, write_tag
from mediamill.codecs.marking.xmp import (
    TRAINED_ALGORITHMIC_MEDIA,
    UnreadableXmp,
    facts_in,
    new_packet,
    with_statement,
)
from mediamill.formats import Container, NotMedia, sniff

Find = Callable[[bytes], Pocket]
Put = Callable[[bytes, Pocket, bytes], bytes | None]
PICTURES: dict[Container, tuple[Find, Put]] = {
    Container.PNG: (png_pocket, png_with),
    Container.JPEG: (jpeg_pocket, jpeg_with),
    Container.WEBP: (webp_pocket, webp_with),
    Container.AVIF: (avif_pocket, avif_with),
}


class MarkState(StrEnum):
    """What became of a file."""

    ADDED = "added"
    STATED = "stated"  # its own XMP says where it comes from
    SIGNED = "signed"  # it has a C2PA manifest, which any change would break
    LEFT = "left"  # nothing can be added to it: its format has no simple place, or its own XMP cannot be read


@dataclass(frozen=True, slots=True)
class GeneratedMark:
    """What a file says of its origin, and since when."""

    state: MarkState
    source_type: str = TRAINED_ALGORITHMIC_MEDIA  # of the IPTC's list; the file's own where it is `stated`


def mark_generated(path: Path) -> GeneratedMark:
    """State in a PNG, JPEG, WebP, AVIF, MP4 or WebM file that it was generated; every other file stays as it is.

    A file that has been marked is not changed again. Raises NotMedia for one that is cut off.
    """
    container = sniff(path)
    if container is Container.MP4:
        return mark_film(path)
    if container is Container.WEBM:
        return mark_webm(path)
    if container not in PICTURES:
        return GeneratedMark(MarkState.LEFT)
    try:
        return mark_picture(path, *PICTURES[container])
    except struct.error as error:
        raise NotMedia(reason="its picture is cut off") from error


def mark_picture(path: Path, find: Find, put: Put) -> GeneratedMark:
    """The same for a picture, which is read as a whole."""
    data = path.read_bytes()
    pocket = find(data)
    packet = next_packet(pocket.packet, is_signed=pocket.is_signed, is_closed=pocket.is_closed)
    if isinstance(packet, GeneratedMark):
        return packet
    marked = put(data, pocket, packet)
    if marked is None:
        return GeneratedMark(MarkState.LEFT)
    path.write_bytes(marked)
    return GeneratedMark(MarkState.ADDED)


def mark_film(path: Path) -> GeneratedMark:
    """The same for a film, which is not read as a whole."""
    film = read_film(path)
    packet = next_packet(film.packet, is_signed=film.is_signed, is_closed=film.is_closed)
    if isinstance(packet, GeneratedMark):
        return packet
    write_xmp(path, film, packet)
    return GeneratedMark(MarkState.ADDED)


def mark_webm(path: Path) -> GeneratedMark:
    """The same for a film that has tags in place of XMP."""
    webm = read_webm(path)
    if webm.source_type:
        return GeneratedMark(MarkState.STATED, webm.source_type)
    return GeneratedMark(MarkState.ADDED if write_tag(path, webm) else MarkState.LEFT)


def next_packet(packet: bytes | None, *, is_signed: bool, is_closed: bool) -> bytes | GeneratedMark:
    """The packet that a file gets, or why it gets none."""
    if is_signed:
        return GeneratedMark(MarkState.SIGNED)
    if packet is None:
        return GeneratedMark(MarkState.LEFT) if is_closed else new_packet()
    try:
        facts = facts_in(packet)
    except UnreadableXmp:
        return GeneratedMark(MarkState.LEFT)
    if facts.is_signed:
        return GeneratedMark(MarkState.SIGNED)
    if facts.source_type:
        return GeneratedMark(MarkState.STATED, facts.source_type)
    return GeneratedMark(MarkState.LEFT) if is_closed else with_statement(packet, facts)
