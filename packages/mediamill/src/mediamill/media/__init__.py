"""Files: what they are, how sound is finished and written, where they are kept.

The codecs load only when first named, so that a process which just sniffs and stores stays small.
"""

import importlib
from typing import TYPE_CHECKING

from mediamill.media.formats import FORMATS, Container, Format, MediaKind, format_of, input_format
from mediamill.media.plain_files import is_plain_png, plain_wav_seconds
from mediamill.media.sniff import NotMedia, content_matches, sniff
from mediamill.media.staging import StagingDir, sweep_staging
from mediamill.media.storage import (
    InvalidKey,
    NotStored,
    Storage,
    StorageFailed,
    StoredFile,
    UnknownStorage,
    is_key,
    new_key,
    open_storage,
    storage_folder,
)
from mediamill.media.structure import structure_end
from mediamill.media.uploads import (
    UPLOADS_AT_ONCE_MAX,
    NotReserved,
    Reservation,
    Upload,
    UploadPage,
    UploadPolicy,
    expired_uploads,
    find_upload,
    forget_upload,
    is_upload,
    keep_upload,
    new_upload_id,
    release_reservation,
    renew_reservation,
    reserve_room,
    upload_at,
    uploads_page,
)

if TYPE_CHECKING:
    from mediamill.media.clean_copy import copy_audio, copy_image
    from mediamill.media.decoding import decode_audio
    from mediamill.media.encode import Tags, encode_audio
    from mediamill.media.glb import Material, Node, Surface, write_glb
    from mediamill.media.image_decoding import Picture, decode_image
    from mediamill.media.image_encode import encode_image
    from mediamill.media.loudness import integrated_lufs, master, true_peak_dbtp
    from mediamill.media.probing import AudioStream, Probe, VideoStream, probe
    from mediamill.media.thumbnails import Drawn, draw_meshes, thumbnail_of
    from mediamill.media.video_encode import VideoWriter

_HEAVY = {
    "AudioStream": "probing",
    "Drawn": "thumbnails",
    "Material": "glb",
    "Node": "glb",
    "Picture": "image_decoding",
    "Probe": "probing",
    "Surface": "glb",
    "Tags": "encode",
    "VideoStream": "probing",
    "VideoWriter": "video_encode",
    "copy_audio": "clean_copy",
    "copy_image": "clean_copy",
    "decode_audio": "decoding",
    "decode_image": "image_decoding",
    "draw_meshes": "thumbnails",
    "encode_audio": "encode",
    "encode_image": "image_encode",
    "integrated_lufs": "loudness",
    "master": "loudness",
    "probe": "probing",
    "thumbnail_of": "thumbnails",
    "true_peak_dbtp": "loudness",
    "write_glb": "glb",
}

__all__ = [
    "FORMATS",
    "UPLOADS_AT_ONCE_MAX",
    "AudioStream",
    "Container",
    "Drawn",
    "Format",
    "InvalidKey",
    "Material",
    "MediaKind",
    "Node",
    "NotMedia",
    "NotReserved",
    "NotStored",
    "Picture",
    "Probe",
    "Reservation",
    "StagingDir",
    "Storage",
    "StorageFailed",
    "StoredFile",
    "Surface",
    "Tags",
    "UnknownStorage",
    "Upload",
    "UploadPage",
    "UploadPolicy",
    "VideoStream",
    "VideoWriter",
    "content_matches",
    "copy_audio",
    "copy_image",
    "decode_audio",
    "decode_image",
    "draw_meshes",
    "encode_audio",
    "encode_image",
    "expired_uploads",
    "find_upload",
    "forget_upload",
    "format_of",
    "input_format",
    "integrated_lufs",
    "is_key",
    "is_plain_png",
    "is_upload",
    "keep_upload",
    "master",
    "new_key",
    "new_upload_id",
    "open_storage",
    "plain_wav_seconds",
    "probe",
    "release_reservation",
    "renew_reservation",
    "reserve_room",
    "sniff",
    "storage_folder",
    "structure_end",
    "sweep_staging",
    "thumbnail_of",
    "true_peak_dbtp",
    "upload_at",
    "uploads_page",
    "write_glb",
]


def __getattr__(name: str) -> object:
    if name not in _HEAVY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_HEAVY[name]}"), name)
