"""What a file is: the table of formats, recognised by first bytes and by structure; pure Python, nothing decoded."""

from mediamill.formats.peaks import SoundPeaks, wav_peaks
from mediamill.formats.plain_files import (
    FILTER_NONE,
    FILTER_UP,
    PNG_COMPRESSED_BYTES_MAX,
    Sound,
    WavWriter,
    is_plain_png,
    plain_wav_seconds,
    write_png,
)
from mediamill.formats.sniff import NotMedia, content_matches, sniff
from mediamill.formats.structure import structure_end
from mediamill.formats.table import FORMATS, Container, Format, MediaKind, format_of, input_format

__all__ = [
    "FILTER_NONE",
    "FILTER_UP",
    "FORMATS",
    "PNG_COMPRESSED_BYTES_MAX",
    "Container",
    "Format",
    "MediaKind",
    "NotMedia",
    "Sound",
    "SoundPeaks",
    "WavWriter",
    "content_matches",
    "format_of",
    "input_format",
    "is_plain_png",
    "plain_wav_seconds",
    "sniff",
    "structure_end",
    "wav_peaks",
    "write_png",
]
