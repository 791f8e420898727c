"""The engine process's side of a remote engine: what a vendor sent is read, and becomes the artifact.

The format is what the bytes are, whatever the vendor calls it. Several recordings are mixed into one. Pictures and
films are marked as generated. Objects in Wavefront's OBJ become GLB;
what is ordered as FBX is a motion, and becomes that from animated GLB, BVH and rotations of joints.
"""

import math
import re
from collections.abc import Sequence
from pathlib import Path

from mediamill import __version__
from mediamill.engines.engine import Artifact, EngineFailed, Fact, Report, Request
from mediamill.formats import FORMATS, Container, Format, MediaKind, NotMedia, sniff

WRONG_KIND = "The result is not the kind of file that was ordered; please try again."
DAMAGED = "The result is damaged; please try again."
SOURCE_TYPE = re.compile(r"http://cv\.iptc\.org/newscodes/digitalsourcetype/\w{1,64}")
DECODED_SIDE_MAX = 256  # pixels: a picture is decoded only to see that it can be
SECONDS_MAX = 3_600.0  # of a recording that is mixed
MOTION = ".fbx"
CUT_TOLERANCE_SECONDS = 0.05  # coders add a frame or two


class ReceivedFiles:
    """Finishes the files of a request: `input` has the suffix of the result, and `seconds_max` where it may be cut."""

    def ready(self) -> str | None:
        """It needs nothing that is not there."""
        return None

    def generate(self, request: Request, report: Report) -> Artifact:  # noqa: ARG002 (it takes a moment)
        """One file as it came, but for the mark; several recordings, or one that is too long, decoded and written anew.

        Raises EngineFailed for a file that is not what was ordered.
        """
        wanted = FORMATS[str(request.input["suffix"])]
        paths = [request.files[name] for name in sorted(request.files, key=int)]
        if wanted.suffix == MOTION and len(paths) == 1:
            return motion_from(paths[0], request)
        if wanted.kind is MediaKind.OBJECT and len(paths) == 1 and sniff(paths[0]) is None:
            return Artifact(from_obj(paths[0], request))
        formats = [format_in(path, wanted.kind) for path in paths]
        seconds_max = float(request.input.get("seconds_max", math.inf))
        if len(paths) == 1 and (wanted.kind is not MediaKind.AUDIO or not is_longer(paths[0], seconds_max)):
            target = request.folder / f"result{formats[0].suffix}"
            paths[0].rename(target)
            return Artifact(target, provenance=origin_of(target, wanted.kind))
        if wanted.kind is not MediaKind.AUDIO:
            raise EngineFailed(sentence=WRONG_KIND)
        target = request.folder / f"result{wanted.suffix}"
        return Artifact(target, seconds=mix(paths, seconds_max, target, request))


def format_in(path: Path, kind: MediaKind) -> Format:
    """The format of a file by its content. Raises EngineFailed for one of another kind, or of none."""
    container = sniff(path)
    found = next((one for one in FORMATS.values() if one.kind is kind and container in one.containers), None)
    if found is None:
        raise EngineFailed(sentence=WRONG_KIND)
    return found


def from_obj(path: Path, request: Request) -> Path:
    """An object as GLB, for what seems to be one in OBJ. Raises EngineFailed for anything else."""
    from mediamill.codecs import Node, Tags, read_obj, write_glb  # noqa: PLC0415 (only where it is needed)

    try:
        surface = read_obj(path)
    except NotMedia as fault:
        raise EngineFailed(sentence=WRONG_KIND) from fault
    target = request.folder / "result.glb"
    tags = Tags(f"{request.tool}/{request.model}", {"generation": request.generation_id})
    write_glb([Node("object", (surface,))], target, tags=tags)
    return target


def motion_from(path: Path, request: Request) -> Artifact:
    """A motion as binary FBX: as it came where it is that, else written anew. Raises EngineFailed for anything else."""
    from mediamill.codecs import motion_facts  # noqa: PLC0415 (only where it is needed)

    target = request.folder / f"result{MOTION}"
    if sniff(path) is Container.FBX:
        path.rename(target)
        came: dict[str, Fact] = {}
    else:
        came = {"convertedFrom": write_motion(path, target, request)}
    try:
        facts = motion_facts(target)
    except NotMedia as fault:
        raise EngineFailed(sentence=DAMAGED) from fault
    if facts is None:
        raise EngineFailed(sentence=WRONG_KIND)
    rate = {} if facts.rate is None else {"framesPerSecond": facts.rate}
    told = {"seconds": round(facts.seconds, 3), **rate, "joints": facts.joints}
    return Artifact(target, seconds=facts.seconds, provenance={**came, **told})


def write_motion(path: Path, target: Path, request: Request) -> str:
    """Write as FBX what came as something else, whose name is given back. Raises EngineFailed where it is no motion."""
    from mediamill.codecs import read_motion, write_fbx  # noqa: PLC0415 (only where it is needed)

    try:
        animation, source = read_motion(path)
    except NotMedia as fault:
        raise EngineFailed(sentence=WRONG_KIND) from fault
    facts = {
        "version": __version__,
        "model": f"{request.tool}/{request.model}",
        "generation": request.generation_id,
        "converted from": source.value,
    }
    write_fbx(animation, target, facts=facts)
    return source.value


def origin_of(path: Path, kind: MediaKind) -> dict[str, Fact]:
    """What a picture or film now says of its origin. Raises EngineFailed for one that is damaged."""
    if kind not in (MediaKind.IMAGE, MediaKind.VIDEO):
        return {}
    from mediamill.codecs import TRAINED_ALGORITHMIC_MEDIA as GENERATED  # noqa: PLC0415
    from mediamill.codecs import decode_image, mark_generated, probe  # noqa: PLC0415 (only where it is needed)

    try:
        if kind is MediaKind.IMAGE:
            decode_image(path, side_max=DECODED_SIDE_MAX)
        elif probe(path).kind is not kind:
            raise EngineFailed(sentence=WRONG_KIND)
        mark = mark_generated(path)
    except NotMedia as fault:
        raise EngineFailed(sentence=DAMAGED) from fault
    return {"digitalSourceType": mark.source_type if SOURCE_TYPE.fullmatch(mark.source_type) else GENERATED}


def is_longer(path: Path, seconds_max: float) -> bool:
    """Whether a recording is to be cut. Raises EngineFailed for one that cannot be read."""
    if math.isinf(seconds_max):
        return False
    from mediamill.codecs import probe  # noqa: PLC0415 (PyAV, only where it is needed)

    try:
        seconds = probe(path).seconds
    except NotMedia as fault:
        raise EngineFailed(sentence=WRONG_KIND) from fault
    return seconds is not None and seconds > seconds_max + CUT_TOLERANCE_SECONDS


def mix(paths: Sequence[Path], seconds_max: float, target: Path, request: Request) -> float:
    """The sum of recordings, as loud as they are unless that would clip; seconds written. Raises EngineFailed."""
    import numpy as np  # noqa: PLC0415 (only where something is mixed)

    from mediamill.codecs import Tags, decode_audio, encode_audio, probe  # noqa: PLC0415

    try:
        found = [probe(path).audio for path in paths]
        rate = max(stream.rate for stream in found if stream is not None)
        parts = [decode_audio(path, rate=rate, channels=2, seconds_max=SECONDS_MAX) for path in paths]
    except (NotMedia, ValueError) as fault:
        raise EngineFailed(sentence=WRONG_KIND) from fault
    length = max(len(part) for part in parts)
    total = np.zeros((length, 2), dtype=np.float32)
    for part in parts:
        total[: len(part)] += part
    total /= max(1.0, float(np.abs(total).max()))
    if not math.isinf(seconds_max):
        total = total[: round(seconds_max * rate)]
    title = f"{request.tool}/{request.model}"
    return encode_audio(total, rate, target, tags=Tags(title, {"generation": request.generation_id}))
