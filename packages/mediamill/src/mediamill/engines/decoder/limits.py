"""The limits of decoding one untrusted file, shared by the service and the zygote."""

from enum import StrEnum

IMAGE_CPU_SECONDS = 2  # until the pixels are there; writing them down is our own work
WRITING_CPU_SECONDS = 4
AUDIO_CPU_SECONDS = 2  # to begin with, and
AUDIO_SECONDS_PER_CPU_SECOND = 60.0  # of sound for each further one: common codecs do hundreds
TOO_SLOW = "it takes too long to decode; save it anew and send it again"
TOO_MUCH_MEMORY = "it takes too much memory to decode; send a smaller one"
TOO_LARGE = "it is too large when it is decoded; send a smaller one"
SOURCE = "source"  # the file's name in its private folder


class InputKind(StrEnum):
    """What a file has to be."""

    IMAGE = "image"
    AUDIO = "audio"


TARGETS = {InputKind.IMAGE: "clean.png", InputKind.AUDIO: "clean.wav"}
MEMORY_BYTES = {
    InputKind.IMAGE: 900_000_000,
    InputKind.AUDIO: 400_000_000,
}  # beyond the zygote's: 40 megapixels, a few times


def cpu_seconds_max(kind: InputKind, seconds_max: float) -> int:
    """After how much processor time the kernel ends the process."""
    if kind is InputKind.IMAGE:
        return IMAGE_CPU_SECONDS + WRITING_CPU_SECONDS
    return AUDIO_CPU_SECONDS + round(seconds_max / AUDIO_SECONDS_PER_CPU_SECOND) + 1
