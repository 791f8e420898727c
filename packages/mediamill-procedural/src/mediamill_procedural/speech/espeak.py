"""espeak-ng from outside: its voices laid out in a folder, each phrase spoken in a fresh process."""

import json
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import espeakng_loader
import numpy as np
from numpy.typing import NDArray

from mediamill.engines.sdk import EngineFailed
from mediamill_procedural.speech import espeak_program

Samples = NDArray[np.float32]

PHRASE_SECONDS_MAX = 240.0  # of sound; the longest phrase (280 digits) takes 120
PHRASE_TIMEOUT = 60.0  # seconds on the clock; usual is 0.05
FOLDER = "espeak-ng-data"  # the synthesizer keeps its path in 160 bytes: it is given a relative one
RATE, VOLUME, PITCH, RANGE, WORD_GAP = "1", "2", "3", "4", "7"  # espeak_PARAMETER
FULL_SCALE = 32_768.0
# Names of espeak-ng 1.52 where they differ from our codes of languages.
VOICE_NAMES: Mapping[str, str] = {"en": "en-us", "pt": "pt-br"}


@dataclass(frozen=True, slots=True)
class Sound:
    """Samples within -1..1 and their rate in Hz."""

    samples: Samples
    rate: int


def lay_out(folder: Path, variants: Mapping[str, str]) -> None:
    """Make `folder/espeak-ng-data`: the installed data by link, with our own voice variants (name -> file text)."""
    installed = Path(espeakng_loader.get_data_path())
    data = folder / FOLDER
    own = data / "voices" / "!v"
    own.mkdir(parents=True)
    for entry in installed.iterdir():
        if entry.name != "voices":
            (data / entry.name).symlink_to(entry)
    for name, text in variants.items():
        (own / name).write_text(text, encoding="ascii")


def say(text: str, folder: Path, *, voice: str, parameters: Mapping[str, int]) -> Sound:
    """The text in a voice such as "en-us+adam", from data laid out in `folder`. Raises EngineFailed."""
    header = json.dumps({"voice": voice, "parameters": parameters, "seconds_max": PHRASE_SECONDS_MAX})
    program = [sys.executable, "-I", "-S", espeak_program.__file__, espeakng_loader.get_library_path(), FOLDER]
    try:
        # In the engine's own process group, so that whoever kills the engine kills this too.
        done = subprocess.run(
            program,
            input=f"{header}\n{text}".encode(),
            capture_output=True,
            cwd=folder,
            timeout=PHRASE_TIMEOUT,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise EngineFailed(sentence="The speech synthesizer did not finish; please try again.") from error
    if done.returncode == espeak_program.NO_VOICE:
        raise EngineFailed(sentence=f"The installed espeak-ng has no voice {voice}: reinstall espeakng-loader.")
    if done.returncode != 0:
        raise EngineFailed(sentence="The speech synthesizer broke off; please try again.")
    rate, _, samples = done.stdout.partition(b"\n")
    return Sound(np.frombuffer(samples, np.int16).astype(np.float32) / np.float32(FULL_SCALE), int(rate))
