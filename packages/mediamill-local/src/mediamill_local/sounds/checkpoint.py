"""What a file of HTDemucs' weights says of itself in its metadata: its class, and what that is made with."""

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

KLASS = "demucs.htdemucs.HTDemucs"
SOURCES = {"drums", "bass", "other", "vocals"}
RATE = 44_100  # of samples in a second
CHANNELS = 2


class UnusableWeights(Exception):
    """Weights that this engine does not load; the sentence says why."""


def arguments_of(metadata: Mapping[str, str] | None) -> dict[str, Any]:
    """What HTDemucs is made with, as the authors' files have it: `klass`, `args` and `kwargs`, as JSON.

    Demucs itself imports whatever class a file names; here it is this one or none. Raises UnusableWeights.
    """
    said = metadata or {}
    if said.get("klass") != KLASS:
        raise UnusableWeights(f"the file is of the class {said.get('klass')!r}, not of {KLASS}")
    if "structure" in said:
        raise UnusableWeights("the file is quantised")
    try:
        positional, arguments = json.loads(said["args"]), decoded(json.loads(said["kwargs"]))
    except (KeyError, ValueError) as fault:
        raise UnusableWeights(f"the file does not say what the model is made with ({fault})") from None
    if positional != [] or not isinstance(arguments, dict):
        raise UnusableWeights("the file does not name what the model is made with")
    # What the class takes for granted where the file says nothing.
    made = {"audio_channels": CHANNELS, "samplerate": RATE, **arguments}
    sources = made.get("sources")
    if not isinstance(sources, list) or len(sources) != len(SOURCES) or set(sources) != SOURCES:
        raise UnusableWeights(f"the model takes a song apart into {sources}, not into {sorted(SOURCES)}")
    if (made["audio_channels"], made["samplerate"]) != (CHANNELS, RATE):
        raise UnusableWeights(f"the model is not made for {CHANNELS} channels of {RATE} Hz")
    return made


def decoded(value: Any) -> Any:
    """Fractions, which JSON does not have, as Demucs writes them."""
    if isinstance(value, dict) and value.get("_type") == "fraction":
        return Fraction(int(value["numerator"]), int(value["denominator"]))
    return {name: decoded(one) for name, one in value.items()} if isinstance(value, dict) else value
