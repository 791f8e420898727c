"""What a file holds, found by opening it: container, kind, length, streams. Its headers are not trusted.

To be run in an engine child: decoders are large, and a broken file may break them.
"""

import json
import math
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import NoReturn

import av
import av.audio
import av.video
from av.container import InputContainer
from av.stream import Disposition

from mediamill.formats import Container, MediaKind, NotMedia, sniff

MAX_PIXELS = 40_000_000  # of one picture: 160 MB decoded; larger ones are never decoded
MAX_CHANNELS = 8  # 7.1; more is no sound for people
RATES = range(4_000, 384_001)  # Hz: from telephone to studio
MAX_BAD_PACKETS_SHARE = 0.5  # above it the file is noise with a header
GLB_JSON_MAX_BYTES = 64 << 20  # the scene description of one object

# The demuxer is forced, so that no file talks FFmpeg into reading it as a playlist.
_DEMUXERS = {
    Container.PNG: "png_pipe",
    Container.JPEG: "jpeg_pipe",
    Container.WEBP: "webp_pipe",
    Container.GIF: "gif",
    Container.AVIF: "mov",
    Container.MP4: "mov",
    Container.M4A: "mov",
    Container.WEBM: "matroska",
    Container.MATROSKA: "matroska",
    Container.MP3: "mp3",
    Container.WAV: "wav",
    Container.FLAC: "flac",
    Container.OGG: "ogg",
    Container.AAC: "aac",
    Container.AIFF: "aiff",
}
_IMAGES = {Container.PNG, Container.JPEG, Container.WEBP, Container.GIF, Container.AVIF}
# No protocol of this name exists: whatever a container refers to outside itself cannot be opened.
_OPTIONS = {
    "protocol_whitelist": "none",
    "probesize": "5000000",  # bytes
    "analyzeduration": "5000000",  # microseconds
    "max_pixels": str(MAX_PIXELS),
}


@dataclass(frozen=True, slots=True)
class AudioStream:
    """One sound track."""

    codec: str
    rate: int  # Hz
    channels: int


@dataclass(frozen=True, slots=True)
class VideoStream:
    """One picture track, or the one picture of an image."""

    codec: str
    width: int
    height: int
    frames_per_second: float | None


Stream = AudioStream | VideoStream


@dataclass(frozen=True, slots=True)
class Probe:
    """What a file holds."""

    container: Container
    kind: MediaKind
    seconds: float | None  # counted from decoded samples for audio; None for images and objects
    streams: tuple[Stream, ...] = ()

    @property
    def audio(self) -> AudioStream | None:
        """The first sound track."""
        return next((stream for stream in self.streams if isinstance(stream, AudioStream)), None)

    @property
    def video(self) -> VideoStream | None:
        """The first picture track."""
        return next((stream for stream in self.streams if isinstance(stream, VideoStream)), None)


def probe(path: Path, *, max_seconds: float | None = None) -> Probe:
    """What the file holds, by its content alone. Raises NotMedia: nothing usable, or over `max_seconds`."""
    container = sniff(path)
    if container is None:
        _refuse("it is no image, sound, video or 3D file" if path.stat().st_size else "it is empty")
    if container is Container.GLB:
        return _probe_glb(path)
    if container is Container.FBX:
        return Probe(container, MediaKind.OBJECT, None)
    with open_container(path, container) as opened:
        streams = tracks_of(opened)
        _refuse_longer(opened.duration / av.time_base if opened.duration else 0.0, max_seconds)
        if container in _IMAGES:
            _decode_first_picture(opened)
            return Probe(container, MediaKind.IMAGE, None, streams)
        if any(isinstance(stream, VideoStream) for stream in streams):
            _decode_first_picture(opened)
            return Probe(container, MediaKind.VIDEO, _counted_packets(opened, max_seconds), streams)
        return Probe(container, MediaKind.AUDIO, _counted_samples(opened, max_seconds), streams)


@contextmanager
def open_container(path: Path, container: Container) -> Iterator[InputContainer]:
    """The open container; whatever FFmpeg cannot read becomes NotMedia."""
    try:
        with (
            path.open("rb") as file,
            av.open(file, "r", format=_DEMUXERS[container], options=_OPTIONS, metadata_errors="replace") as opened,
        ):
            yield opened
    except (av.FFmpegError, av.error.InvalidDataError, UnicodeDecodeError) as error:
        raise NotMedia(reason=f"its content is damaged or no {container}") from error


def tracks_of(opened: InputContainer) -> tuple[Stream, ...]:
    """The tracks for eyes and ears, cover art left out; refuses sizes that no decoder should be asked for."""
    found: list[Stream] = []
    for stream in opened.streams:
        if stream.codec_context is None:  # the tag of a codec that nobody knows
            continue
        if isinstance(stream, av.audio.AudioStream):
            found.append(AudioStream(stream.codec_context.name, stream.rate or 0, stream.channels))
        elif isinstance(stream, av.video.VideoStream) and not stream.disposition & Disposition.attached_pic:
            rate = float(stream.average_rate) if stream.average_rate else None
            found.append(VideoStream(stream.codec_context.name, stream.width, stream.height, rate))
    if not found:
        _refuse("it holds neither pictures nor sound")
    for track in found:
        if isinstance(track, AudioStream) and (track.rate not in RATES or not 1 <= track.channels <= MAX_CHANNELS):
            _refuse(f"its sound has {track.channels} channels at {track.rate} Hz")
        if isinstance(track, VideoStream) and not 1 <= track.width * track.height <= MAX_PIXELS:
            _refuse(f"its picture is damaged or larger than {MAX_PIXELS // 1_000_000} megapixels")
    return tuple(found)


def _decode_first_picture(opened: InputContainer) -> None:
    if next(opened.decode(video=0), None) is None:
        _refuse("its picture is damaged")


def _counted_samples(opened: InputContainer, max_seconds: float | None) -> float:
    """Length of the first sound track as it decodes; a damaged packet is not the end of a file."""
    stream = opened.streams.audio[0]
    seconds, packets, bad_packets = Fraction(0), 0, 0
    for packet in opened.demux(stream):
        packets += 1
        try:
            frames = packet.decode()
        except av.error.InvalidDataError:
            bad_packets += 1
            continue
        seconds += sum(Fraction(frame.samples, frame.sample_rate) for frame in frames)
        _refuse_longer(float(seconds), max_seconds)
    if seconds == 0 or bad_packets > packets * MAX_BAD_PACKETS_SHARE:
        _refuse("its sound is damaged")
    return float(seconds)


def _counted_packets(opened: InputContainer, max_seconds: float | None) -> float:
    """Length of the first picture track by the time stamps really there, without decoding them all."""
    opened.seek(0)
    stream = opened.streams.video[0]
    assert stream.time_base is not None, "a demuxed stream has a time base"
    first, last = math.inf, 0.0
    for packet in opened.demux(stream):
        if packet.pts is not None:
            first = min(first, float(packet.pts * stream.time_base))
            last = max(last, float((packet.pts + (packet.duration or 0)) * stream.time_base))
            _refuse_longer(last - first, max_seconds)
    return max(last - first, 0.0)


def _probe_glb(path: Path) -> Probe:
    """A binary glTF whose length and scene description are what its header says (glTF 2.0, 4.4)."""
    with path.open("rb") as file:
        head = file.read(20)
        if len(head) < 20:
            _refuse("its 3D content is cut off")
        length, json_length, json_type = struct.unpack("<8xIII", head)
        if length != path.stat().st_size or json_type != 0x4E4F534A or json_length > GLB_JSON_MAX_BYTES:
            _refuse("its 3D content is damaged")
        try:
            scene = json.loads(file.read(json_length))
        except ValueError as error:
            raise NotMedia(reason="its 3D content is damaged") from error
    if not isinstance(scene, dict) or not scene.get("meshes"):
        _refuse("it holds no 3D object")
    return Probe(Container.GLB, MediaKind.OBJECT, None)


def _refuse_longer(seconds: float, max_seconds: float | None) -> None:
    if max_seconds is not None and seconds > max_seconds:
        _refuse(f"it is longer than {max_seconds:g} seconds")


def _refuse(reason: str) -> NoReturn:
    raise NotMedia(reason=reason)
