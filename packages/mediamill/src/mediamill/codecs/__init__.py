"""The engines' toolbox: reading and writing sound, pictures, film and objects, loudness, thumbnails.

Each part loads when it is first named. Engine processes use it; the service's own process never does. Loudness, film
and objects need the extra `codecs`: naming them without it raises MissingExtra.
"""

import importlib
from typing import TYPE_CHECKING

from mediamill.codecs.extra import MissingExtra, extra_needed
from mediamill.formats import NotMedia

if TYPE_CHECKING:
    from mediamill.codecs.animation import Animation, Skeleton, Skin
    from mediamill.codecs.clean_copy import copy_audio, copy_image
    from mediamill.codecs.decoding import decode_audio
    from mediamill.codecs.encode import Tags, encode_audio
    from mediamill.codecs.fbx.taken import MotionFacts, motion_facts
    from mediamill.codecs.fbx.writing import write_fbx
    from mediamill.codecs.glb import Material, Node, Surface, write_glb
    from mediamill.codecs.image_decoding import Picture, decode_image
    from mediamill.codecs.image_encode import encode_image
    from mediamill.codecs.loudness import integrated_lufs, master, true_peak_dbtp
    from mediamill.codecs.marking.mark import GeneratedMark, MarkState, mark_generated
    from mediamill.codecs.marking.xmp import TRAINED_ALGORITHMIC_MEDIA
    from mediamill.codecs.motions.reading import MotionFormat, read_motion
    from mediamill.codecs.obj import read_obj
    from mediamill.codecs.probing import AudioStream, Probe, VideoStream, probe
    from mediamill.codecs.thumbnails.drawing import draw_meshes
    from mediamill.codecs.thumbnails.drawn import Drawn
    from mediamill.codecs.thumbnails.survey import Survey, survey_meshes
    from mediamill.codecs.thumbnails.thumbnail import thumbnail_of
    from mediamill.codecs.video_encode import VideoWriter

_MODULE_OF = {
    "Animation": "animation",
    "AudioStream": "probing",
    "Drawn": "thumbnails.drawn",
    "GeneratedMark": "marking.mark",
    "MarkState": "marking.mark",
    "Material": "glb",
    "MotionFacts": "fbx.taken",
    "MotionFormat": "motions.reading",
    "Node": "glb",
    "Picture": "image_decoding",
    "Probe": "probing",
    "Skeleton": "animation",
    "Skin": "animation",
    "Surface": "glb",
    "Survey": "thumbnails.survey",
    "TRAINED_ALGORITHMIC_MEDIA": "marking.xmp",
    "Tags": "encode",
    "VideoStream": "probing",
    "VideoWriter": "video_encode",
    "copy_audio": "clean_copy",
    "copy_image": "clean_copy",
    "decode_audio": "decoding",
    "decode_image": "image_decoding",
    "draw_meshes": "thumbnails.drawing",
    "encode_audio": "encode",
    "encode_image": "image_encode",
    "integrated_lufs": "loudness",
    "mark_generated": "marking.mark",
    "master": "loudness",
    "motion_facts": "fbx.taken",
    "probe": "probing",
    "read_motion": "motions.reading",
    "read_obj": "obj",
    "survey_meshes": "thumbnails.survey",
    "thumbnail_of": "thumbnails.thumbnail",
    "true_peak_dbtp": "loudness",
    "write_fbx": "fbx.writing",
    "write_glb": "glb",
}

__all__ = [
    "TRAINED_ALGORITHMIC_MEDIA",
    "Animation",
    "AudioStream",
    "Drawn",
    "GeneratedMark",
    "MarkState",
    "Material",
    "MissingExtra",
    "MotionFacts",
    "MotionFormat",
    "Node",
    "NotMedia",
    "Picture",
    "Probe",
    "Skeleton",
    "Skin",
    "Surface",
    "Survey",
    "Tags",
    "VideoStream",
    "VideoWriter",
    "copy_audio",
    "copy_image",
    "decode_audio",
    "decode_image",
    "draw_meshes",
    "encode_audio",
    "encode_image",
    "integrated_lufs",
    "mark_generated",
    "master",
    "motion_facts",
    "probe",
    "read_motion",
    "read_obj",
    "survey_meshes",
    "thumbnail_of",
    "true_peak_dbtp",
    "write_fbx",
    "write_glb",
]


def __getattr__(name: str) -> object:
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    with extra_needed():
        module = importlib.import_module(f"{__name__}.{_MODULE_OF[name]}")
    return getattr(module, name)
