"""The closed table of files this service gives out: suffix, media type, kind."""

from dataclasses import dataclass
from enum import StrEnum


class MediaKind(StrEnum):
    """What a file shows to a person."""

    IMAGE = "image"
    VIDEO = "video"
    AUDIO = "audio"
    OBJECT = "object"
    TEXT = "text"


class Container(StrEnum):
    """A file format as its first bytes tell it; the value is a plain name for people."""

    PNG = "png"
    JPEG = "jpeg"
    WEBP = "webp"
    GIF = "gif"
    AVIF = "avif"
    MP4 = "mp4"
    WEBM = "webm"
    MATROSKA = "matroska"
    MP3 = "mp3"
    WAV = "wav"
    FLAC = "flac"
    OGG = "ogg"
    M4A = "m4a"
    AAC = "aac"
    AIFF = "aiff"
    GLB = "glb"
    FBX = "fbx"
    TEXT = "text"
    JSON = "json"


@dataclass(frozen=True, slots=True)
class Format:
    """How files with one suffix are served, and what may be inside."""

    suffix: str  # with its dot, lower case
    media_type: str
    kind: MediaKind
    containers: frozenset[Container]


def _format(suffix: str, media_type: str, kind: MediaKind, *containers: Container) -> Format:
    return Format(suffix, media_type, kind, frozenset(containers))


# The media types that are served; a file of any other type is not.
FORMATS = {
    entry.suffix: entry
    for entry in (
        _format(".png", "image/png", MediaKind.IMAGE, Container.PNG),
        _format(".jpg", "image/jpeg", MediaKind.IMAGE, Container.JPEG),
        _format(".webp", "image/webp", MediaKind.IMAGE, Container.WEBP),
        _format(".gif", "image/gif", MediaKind.IMAGE, Container.GIF),
        _format(".avif", "image/avif", MediaKind.IMAGE, Container.AVIF),
        _format(".mp4", "video/mp4", MediaKind.VIDEO, Container.MP4),
        _format(".webm", "video/webm", MediaKind.VIDEO, Container.WEBM),
        _format(".mp3", "audio/mpeg", MediaKind.AUDIO, Container.MP3),
        _format(".wav", "audio/wav", MediaKind.AUDIO, Container.WAV),
        _format(".flac", "audio/flac", MediaKind.AUDIO, Container.FLAC),
        _format(".ogg", "audio/ogg", MediaKind.AUDIO, Container.OGG),
        # An audio-only MP4 often carries a general brand, so the brand does not decide.
        _format(".m4a", "audio/mp4", MediaKind.AUDIO, Container.M4A, Container.MP4),
        _format(".aac", "audio/aac", MediaKind.AUDIO, Container.AAC),
        _format(".aiff", "audio/aiff", MediaKind.AUDIO, Container.AIFF),
        _format(".glb", "model/gltf-binary", MediaKind.OBJECT, Container.GLB),
        # FBX has no registered media type; a download is what people want of it.
        _format(".fbx", "application/octet-stream", MediaKind.OBJECT, Container.FBX),
        _format(".txt", "text/plain; charset=utf-8", MediaKind.TEXT, Container.TEXT),
        _format(".json", "application/json", MediaKind.TEXT, Container.JSON),
    )
}


def format_of(name: str) -> Format | None:
    """The format that a suffix, or the suffix of a name or key, stands for; None outside the table."""
    _, dot, suffix = name.lower().rpartition(".")
    return FORMATS.get(dot + suffix)


# The accepted input formats, and the suffix each is stored under. Probing finds whether an MP4 has sound.
INPUTS = {
    Container.PNG: FORMATS[".png"],
    Container.JPEG: FORMATS[".jpg"],
    Container.WEBP: FORMATS[".webp"],
    Container.GIF: FORMATS[".gif"],
    Container.AVIF: FORMATS[".avif"],
    Container.MP3: FORMATS[".mp3"],
    Container.WAV: FORMATS[".wav"],
    Container.FLAC: FORMATS[".flac"],
    Container.OGG: FORMATS[".ogg"],
    Container.M4A: FORMATS[".m4a"],
    Container.MP4: FORMATS[".m4a"],
    Container.AAC: FORMATS[".aac"],
    Container.AIFF: FORMATS[".aiff"],
}


def input_format(container: Container | None) -> Format | None:
    """As what a file handed in is taken; None for what no tool works with."""
    return INPUTS.get(container) if container else None
