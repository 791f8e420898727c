"""Files: what they are, how sound is finished and written, where they are kept.

The codecs load only when first named, so that a process which just sniffs and stores stays small.
"""

import importlib
from typing import TYPE_CHECKING

from mediamill.media.formats import FORMATS, Container, Format, MediaKind, format_of, input_format
from mediamill.media.sniff import NotMedia, content_matches, sniff
from mediamill.media.storage import (
    InvalidKey,
    NotStored,
    Storage,
    StorageFailed,
    StoredFile,
    UnknownStorage,
    new_key,
    open_storage,
)
from mediamill.media.uploads import (
    Upload,
    UploadPolicy,
    expired_uploads,
    forget_upload,
    has_room,
    is_upload,
    keep_upload,
    new_upload_id,
    upload_at,
)

if TYPE_CHECKING:
    from mediamill.media.decoding import decode_audio
    from mediamill.media.encode import Tags, encode_audio
    from mediamill.media.loudness import integrated_lufs, master, true_peak_dbtp
    from mediamill.media.probing import AudioStream, Probe, VideoStream, probe

_HEAVY = {
    "AudioStream": "probing",
    "Probe": "probing",
    "Tags": "encode",
    "VideoStream": "probing",
    "decode_audio": "decoding",
    "encode_audio": "encode",
    "integrated_lufs": "loudness",
    "master": "loudness",
    "probe": "probing",
    "true_peak_dbtp": "loudness",
}

__all__ = [
    "FORMATS",
    "AudioStream",
    "Container",
    "Format",
    "InvalidKey",
    "MediaKind",
    "NotMedia",
    "NotStored",
    "Probe",
    "Storage",
    "StorageFailed",
    "StoredFile",
    "Tags",
    "UnknownStorage",
    "Upload",
    "UploadPolicy",
    "VideoStream",
    "content_matches",
    "decode_audio",
    "encode_audio",
    "expired_uploads",
    "forget_upload",
    "format_of",
    "has_room",
    "input_format",
    "integrated_lufs",
    "is_upload",
    "keep_upload",
    "master",
    "new_key",
    "new_upload_id",
    "open_storage",
    "probe",
    "sniff",
    "true_peak_dbtp",
    "upload_at",
]


def __getattr__(name: str) -> object:
    if name not in _HEAVY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_HEAVY[name]}"), name)
