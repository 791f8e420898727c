"""Kokoro-82M: English speech in twenty voices, on the CPU, by onnxruntime."""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mediamill.engines.sdk import (
    Artifact,
    EngineFailed,
    Report,
    Request,
    ResidentEngine,
    ResidentOptions,
    WeightsFolders,
)
from mediamill_local import __version__
from mediamill_local.kit.libraries import missing_library
from mediamill_local.speech.voices import voices_of

ROW = "kokoro"
LIBRARIES = ("onnxruntime", "hibari")
RATE = 24_000  # Hz
STYLES = (510, 256)  # of a voice: one for each number of phonemes
WORKING_BYTES = 700_000_000  # beside the file, at 400 phonemes (measured with the file of 8 bits)
BRITISH = "b"  # how British voices begin
WARM_UP = "həlˈO."
TOKENS = ("input_ids", "tokens")  # what exports call the phonemes
NOT_KOKORO = "The weights kokoro are not those of Kokoro-82M; run: mediamill models pull kokoro."


@dataclass(frozen=True, slots=True)
class KokoroOptions(ResidentOptions):
    """What `[engine."local.kokoro"]` may say."""

    threads: int = 0  # 0: as many as there are cores
    voices: dict[str, str] = field(default_factory=dict)  # other voices of Kokoro for some names


@dataclass(frozen=True, slots=True)
class Talker:
    """The loaded model."""

    session: Any
    phonemes: Mapping[str, int]
    folder: Path

    def say(self, phonemes: str, voice: str) -> Any:
        """Samples, (n,) at RATE."""
        import numpy as np

        numbers = [self.phonemes[one] for one in phonemes if one in self.phonemes][: STYLES[0]]
        if not numbers:
            return np.zeros(0, np.float32)
        styles = np.fromfile(self.folder / "voices" / f"{voice}.bin", np.float32).reshape(STYLES)
        given = {
            "style": styles[len(numbers) - 1 : len(numbers)],
            "speed": np.ones(1, np.float32),
            tokens_input(self.session): np.asarray([[0, *numbers, 0]], np.int64),
        }
        return np.asarray(self.session.run(None, given)[0], np.float32).ravel()


class KokoroEngine(ResidentEngine):
    """Reads up to 3,000 characters of English aloud, sentence by sentence."""

    Options = KokoroOptions
    name = "local.kokoro"

    def __init__(self, options: KokoroOptions, folders: WeightsFolders) -> None:
        super().__init__(options, folders)
        self.threads = options.threads
        self.voices = {**voices_of("kokoro"), **options.voices}

    def rows(self) -> tuple[str, ...]:
        """One."""
        return (ROW,)

    def ready(self) -> str | None:
        """Whether what runs it is installed, and every voice is among the weights."""
        if (missing := missing_library("speech", LIBRARIES, self.finds)) is not None:
            return missing
        there = {path.stem for path in (self.folders.of(ROW) / "voices").glob("*.bin")}
        lacking = sorted(set(self.voices.values()) - there)
        if lacking:
            return f"The weights kokoro have no voice {lacking[0]}; run: mediamill models pull kokoro."
        return None

    def weights_of(self, tool: str, model: str) -> str:  # noqa: ARG002
        """One for every model."""
        return ROW

    def bytes_wanted(self, weights: str) -> int:
        """Its file, and what a long sentence needs besides."""
        return WORKING_BYTES + model_file(self.folders.of(weights)).stat().st_size

    def load(self, weights: str, device: str) -> Talker:  # noqa: ARG002 (always the CPU)
        """Ready to speak: its first run takes longest, so that is done here."""
        import onnxruntime

        folder = self.folders.of(weights)
        settings = onnxruntime.SessionOptions()
        settings.intra_op_num_threads = self.threads or len(os.sched_getaffinity(0))
        settings.inter_op_num_threads = 1
        settings.log_severity_level = 3
        session = onnxruntime.InferenceSession(str(model_file(folder)), settings, providers=["CPUExecutionProvider"])
        talker = Talker(session, phonemes_of(folder / "tokenizer.json"), folder)
        talker.say(WARM_UP, next(iter(self.voices.values())))
        return talker

    def generate(self, loaded: Talker, request: Request, report: Report) -> Artifact:
        """Make `speech.mp3` from `prompt` and `voice`. Raises EngineRefused for texts that are not English."""
        from mediamill_local.speech.delivery import delivered
        from mediamill_local.speech.english import read
        from mediamill_local.speech.sound import joined, trimmed

        prompt, name = str(request.input["prompt"]), str(request.input["voice"])
        voice = self.voices[name]
        report.progress(0.0, "reading")
        reading = read(prompt, british=voice.startswith(BRITISH))
        breaths = []
        for number, breath in enumerate(reading.breaths):
            report.progress(0.9 * number / len(reading.breaths), "speaking")
            breaths.append((trimmed(loaded.say(breath.phonemes, voice), RATE), breath.pause))
        report.progress(0.9, "writing")
        provenance = {
            "engine": self.name,
            "version": __version__,
            "model": request.model,
            "method": "neural speech synthesis",
            "voice": name,
            "base": f"kokoro {voice}",
            "weights": self.folders.origin_of(ROW),
            "file": model_file(loaded.folder).name,
            "language": "en",
            "characters": len(prompt),
            "not_understood": list(reading.unreadable),
        }
        return delivered(joined(breaths, RATE), RATE, request.folder / "speech.mp3", prompt, provenance)


def model_file(folder: Path) -> Path:
    """The one model among the weights. Raises EngineFailed."""
    found = sorted((folder / "onnx").glob("*.onnx"))
    if len(found) != 1:
        raise EngineFailed(sentence=NOT_KOKORO)
    return found[0]


def phonemes_of(file: Path) -> Mapping[str, int]:
    """The number of each phoneme. Raises EngineFailed."""
    try:
        numbers = json.loads(file.read_text("utf-8"))["model"]["vocab"]
    except (OSError, ValueError, KeyError, TypeError) as fault:
        raise EngineFailed(sentence=NOT_KOKORO) from fault
    return {one: number for one, number in numbers.items() if len(one) == 1 and number}


def tokens_input(session: Any) -> str:
    """What the export calls its phonemes. Raises EngineFailed."""
    names = {given.name for given in session.get_inputs()}
    found = next((name for name in TOKENS if name in names), None)
    if found is None:
        raise EngineFailed(sentence=NOT_KOKORO)
    return found
