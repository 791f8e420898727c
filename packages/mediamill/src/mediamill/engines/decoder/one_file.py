"""What a fork of the zygote does with its one file: drop privileges, decode, write a plain copy, report the result."""

import errno
import json
import os
import resource
import time
from pathlib import Path
from typing import Any

from mediamill.codecs import copy_audio, copy_image
from mediamill.engines.decoder.limits import (
    AUDIO_CPU_SECONDS,
    AUDIO_SECONDS_PER_CPU_SECOND,
    IMAGE_CPU_SECONDS,
    MEMORY_BYTES,
    SOURCE,
    TARGETS,
    TOO_LARGE,
    TOO_MUCH_MEMORY,
    TOO_SLOW,
    InputKind,
    cpu_seconds_max,
)
from mediamill.engines.host.jail import Profile, enter
from mediamill.formats import NotMedia

OPEN_FILES_MAX = 64
UNLIMITED = resource.RLIM_INFINITY


def run(order: dict[str, Any], answer: int, readable: tuple[Path, ...]) -> None:
    """In the fork: everything for one file, its outcome written to the descriptor `answer`."""
    kind, seconds_max = InputKind(order["kind"]), float(order["seconds_max"])
    os.chdir(order["folder"])
    _limit(kind, seconds_max, order["bytes_max"])
    if (uid := order["uid"]) is not None:
        os.chown(".", uid, uid)
        os.chown(SOURCE, uid, uid, follow_symlinks=False)
    enter(Profile(home=Path(), uid=uid, readable=readable))
    os.write(answer, json.dumps(_decode(kind, seconds_max)).encode())


def _limit(kind: InputKind, seconds_max: float, bytes_max: int) -> None:
    seconds = cpu_seconds_max(kind, seconds_max)
    first = IMAGE_CPU_SECONDS if kind is InputKind.IMAGE else seconds
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    limits = {
        resource.RLIMIT_CPU: (first, seconds),
        resource.RLIMIT_AS: (pages * resource.getpagesize() + MEMORY_BYTES[kind],) * 2,
        resource.RLIMIT_FSIZE: (bytes_max, bytes_max),
        resource.RLIMIT_NOFILE: (OPEN_FILES_MAX, OPEN_FILES_MAX),
        resource.RLIMIT_CORE: (0, 0),
    }
    for what, (soft, hard) in limits.items():
        most = resource.getrlimit(what)[1]
        resource.setrlimit(what, (soft, hard) if most == UNLIMITED else (min(soft, most), min(hard, most)))


def _decode(kind: InputKind, seconds_max: float) -> dict[str, object]:
    """`done`; `refused` with the sentence for the caller; or `broke` with what went wrong here."""
    try:
        if kind is InputKind.IMAGE:
            copy_image(Path(SOURCE), Path(TARGETS[kind]), decoded=_allow_writing)
        else:
            copy_audio(Path(SOURCE), Path(TARGETS[kind]), seconds_max=seconds_max, check=_check_time)
    except NotMedia as error:
        return {"refused": str(error)}
    except MemoryError:
        return {"refused": str(NotMedia(reason=TOO_MUCH_MEMORY))}
    except OSError as error:
        if error.errno == errno.EFBIG:
            return {"refused": str(NotMedia(reason=TOO_LARGE))}
        return {"broke": f"{type(error).__name__}: {error}"}
    return {"done": True}


def _allow_writing() -> None:
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    resource.setrlimit(resource.RLIMIT_CPU, (hard, hard))


def _check_time(seconds: float) -> None:
    if time.process_time() > AUDIO_CPU_SECONDS + seconds / AUDIO_SECONDS_PER_CPU_SECOND:
        raise NotMedia(reason=TOO_SLOW)
