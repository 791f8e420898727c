"""Who speaks the dub: Kokoro in two voices, or VoxCPM2 in the voice of the speaker."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from mediamill.engines.sdk import WeightsFolders
from mediamill_local.speech.kokoro import RATE as KOKORO_RATE
from mediamill_local.speech.kokoro import KokoroEngine, KokoroOptions, Talker
from mediamill_local.speech.sound import joined, trimmed

Samples = NDArray[np.float32]

LOW_HZ = 155.0  # below it a speaker is answered by a low voice
LOW, HIGH = "Adam", "Sarah"  # names of the interface
GUIDANCE, STEPS = 2.0, 10  # the package's own


class Speaker(Protocol):
    """Speaks one phrase after another."""

    @property
    def rate(self) -> int:
        """Of the samples that it makes, in Hz."""

    @property
    def voices(self) -> tuple[str, ...]:
        """Who has spoken, for the provenance."""

    def say(self, text: str, pitch: float | None) -> Samples:
        """A phrase for one that was spoken at that pitch; (n,) at `rate`, empty where there is nothing to say."""


@dataclass
class KokoroSpeaker:
    """English, by a low or a high voice."""

    talker: Talker
    low: str
    high: str
    rate: int = KOKORO_RATE
    voices: tuple[str, ...] = ()

    def say(self, text: str, pitch: float | None) -> Samples:
        """As Speaker."""
        from mediamill_local.speech.english import breaths_of

        voice = self.low if pitch is not None and pitch < LOW_HZ else self.high
        spoken = [(trimmed(self.talker.say(one.phonemes, voice), self.rate), one.pause) for one in breaths_of(text)]
        self.voices = tuple(sorted({*self.voices, f"kokoro {voice}"}))
        return trimmed(joined(spoken, self.rate), self.rate) if spoken else np.zeros(0, np.float32)


@dataclass
class ClonedSpeaker:
    """Whoever speaks in the file `reference`."""

    model: Any  # voxcpm.VoxCPM
    reference: Path
    seed: int
    voices: tuple[str, ...] = ("VoxCPM2, after the speaker",)

    @property
    def rate(self) -> int:
        """Of what it makes."""
        return int(self.model.tts_model.sample_rate)

    def say(self, text: str, pitch: float | None) -> Samples:  # noqa: ARG002 (the reference decides)
        """As Speaker. A phrase in brackets would be an order to the model; a text is never obeyed."""
        import torch

        plain = " ".join(text.translate(str.maketrans("()（）[]", "      ")).split())
        if not any(map(str.isalnum, plain)):
            return np.zeros(0, np.float32)
        torch.manual_seed(self.seed)
        made = self.model.generate(
            text=plain, reference_wav_path=str(self.reference), cfg_value=GUIDANCE, inference_timesteps=STEPS
        )
        return trimmed(np.asarray(made, np.float32).ravel(), self.rate)


def load_kokoro(folders: WeightsFolders, voices: dict[str, str], threads: int) -> KokoroSpeaker:
    """Its weights and the two voices."""
    engine = KokoroEngine(KokoroOptions(voices=voices, threads=threads), folders)
    return KokoroSpeaker(engine.load("kokoro", "cpu"), engine.voices[LOW], engine.voices[HIGH])


def load_cloning(folder: Path, device: str) -> Any:
    """VoxCPM2, without its denoiser, which would be fetched, and without compiling."""
    from voxcpm import VoxCPM

    return VoxCPM(str(folder), zipenhancer_model_path=None, enable_denoiser=False, optimize=False, device=device)
