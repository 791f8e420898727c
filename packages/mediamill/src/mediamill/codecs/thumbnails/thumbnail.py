"""The thumbnail of any file this service makes."""

from pathlib import Path

from PIL import Image

from mediamill.codecs.extra import extra_needed
from mediamill.codecs.image_decoding import Pixels, decode_image
from mediamill.codecs.thumbnails import film
from mediamill.formats import Container, sniff

NAME = "thumbnail.webp"
SIDE_MAX = 512  # pixels
QUALITY = 84  # of WebP
_PICTURES = {Container.PNG, Container.JPEG, Container.WEBP, Container.GIF, Container.AVIF}
_FILMS = {Container.MP4, Container.WEBM, Container.MATROSKA}
_OBJECTS = {Container.GLB, Container.FBX}


def thumbnail_of(path: Path, folder: Path) -> Path | None:
    """Write `thumbnail.webp`, at most 512 pixels on its longest side, into the folder; returns its path.

    None for sound and for files of no known kind. The same file gives the same bytes. Raises NotMedia: it is damaged,
    too large, or shows nothing; and MissingExtra for objects where the extra `codecs` is not installed.
    """
    container, thumbnail = sniff(path), folder / NAME
    pixels: Pixels | None = None
    if container in _OBJECTS:
        _draw_object(path, container, thumbnail)
        return thumbnail
    if container in _PICTURES:
        pixels = decode_image(path, side_max=SIDE_MAX).pixels
    elif container in _FILMS:
        pixels = film.frame_of(path, container, side_max=SIDE_MAX)
    if pixels is None:
        return None
    Image.fromarray(pixels).save(thumbnail, "WEBP", quality=QUALITY, method=4)
    return thumbnail


def _draw_object(path: Path, container: Container, thumbnail: Path) -> None:
    with extra_needed():
        from mediamill.codecs.thumbnails import drawing, fbx, glb  # noqa: PLC0415 (a picture's thumbnail needs no scipy)
    meshes = glb.meshes_of(path) if container is Container.GLB else fbx.meshes_of(path)
    drawing.draw_meshes(meshes, thumbnail)
