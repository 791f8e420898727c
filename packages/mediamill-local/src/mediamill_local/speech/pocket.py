"""Pocket TTS: English speech of 100 million parameters, on the CPU, by the library of its authors."""

import tempfile
import threading
from collections.abc import Generator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mediamill.engines.sdk import (
    Artifact,
    EngineFailed,
    Needs,
    Report,
    Request,
    ResidentEngine,
    ResidentOptions,
    WeightsFolders,
)
from mediamill_local import __version__
from mediamill_local.kit.libraries import missing_library
from mediamill_local.speech.voices import voices_of

ROW = "pocket-tts"
LIBRARIES = ("pocket_tts", "torch", "hibari")
FOLDER = Path("languages") / "english"
WORKING_BYTES = 300_000_000  # beside the file: the voice's attention and the codec (counted)
CHARACTERS_A_SECOND = 14  # of English: how long a text will last, for the progress


@dataclass(frozen=True, slots=True)
class PocketOptions(ResidentOptions):
    """What `[engine."local.pocket"]` may say."""

    threads: int = 2  # its authors': more make it hardly faster
    config: str = ""  # a YAML file of yours, in place of the package's for English
    voices: dict[str, str] = field(default_factory=dict)  # other voices for some names


@dataclass(frozen=True, slots=True)
class Talker:
    """The loaded model and where its voices are."""

    model: Any
    voices: Path

    def say(self, text: str, voice: str, seed: int) -> Generator[Any]:
        """Samples as they are made, (n,) each; whoever stops early waits for the step under way."""
        import torch

        state = self.model.get_state_for_audio_prompt(self.voices / f"{voice}.safetensors")
        stop = threading.Event()
        torch.manual_seed(seed)
        pieces = self.model.generate_audio_stream(state, text, stop=stop)
        try:
            for piece in pieces:
                yield piece.detach().float().cpu().numpy()
        finally:
            stop.set()
            for _ in pieces:
                pass


class PocketEngine(ResidentEngine):
    """Reads up to 3,000 characters of English aloud; the seed decides how."""

    Options = PocketOptions
    name = "local.pocket"

    def __init__(self, options: PocketOptions, folders: WeightsFolders) -> None:
        super().__init__(options, folders)
        self.threads, self.config = options.threads, options.config
        self.voices = {**voices_of("pocket"), **options.voices}
        if options.config:
            self.needs = Needs(readable=(Path(options.config),))

    def rows(self) -> tuple[str, ...]:
        """One."""
        return (ROW,)

    def ready(self) -> str | None:
        """Whether what runs it is installed, and every voice is among the weights."""
        if (missing := missing_library("pocket", LIBRARIES, self.finds)) is not None:
            return missing
        there = {path.stem for path in (self.folders.of(ROW) / FOLDER / "embeddings").glob("*.safetensors")}
        lacking = sorted(set(self.voices.values()) - there)
        if lacking:
            return f"The weights {ROW} have no voice {lacking[0]}; run: mediamill models pull {ROW}."
        return None

    def weights_of(self, tool: str, model: str) -> str:  # noqa: ARG002
        """One for every model."""
        return ROW

    def bytes_wanted(self, weights: str) -> int:
        """Its file, and what a run needs besides."""
        return WORKING_BYTES + (self.folders.of(weights) / FOLDER / "model.safetensors").stat().st_size

    def load(self, weights: str, device: str) -> Talker:  # noqa: ARG002 (always the CPU)
        """Ready to speak."""
        import torch
        import yaml
        from pocket_tts import TTSModel
        from pocket_tts.utils.config import CONFIGS_DIR

        torch.set_num_threads(self.threads)
        folder = self.folders.of(weights) / FOLDER
        settings = yaml.safe_load(Path(self.config or CONFIGS_DIR / "english.yaml").read_text("utf-8"))
        settings["weights_path"] = str(folder / "model.safetensors")
        settings["weights_path_without_voice_cloning"] = None
        settings["flow_lm"]["lookup_table"]["tokenizer_path"] = str(folder / "tokenizer.json")
        with tempfile.TemporaryDirectory() as place:
            written = Path(place) / "pocket.yaml"
            written.write_text(yaml.safe_dump(settings), "utf-8")
            model = TTSModel.load_model(config=written)
        # One frame at a time: how many are waiting depends on the clock, and the last bits of the sound on how many.
        model.max_decoder_frames_per_call = 1
        talker = Talker(model, folder / "embeddings")
        list(talker.say("Hello.", next(iter(self.voices.values())), 0))
        return talker

    def generate(self, loaded: Talker, request: Request, report: Report) -> Artifact:
        """Make `speech.mp3` from `prompt` and `voice`. Raises EngineRefused for texts that are not English."""
        from mediamill_local.speech.delivery import delivered
        from mediamill_local.speech.english import read, readable

        prompt, name = str(request.input["prompt"]), str(request.input["voice"])
        report.progress(0.0, "reading")
        unreadable = read(prompt, british=False).unreadable
        rate = loaded.model.sample_rate
        expected = max(1.0, len(prompt) / CHARACTERS_A_SECOND) * rate
        pieces, count = [], 0
        stream = loaded.say(" ".join(readable(prompt)[0].split()), self.voices[name], int(request.seed))
        try:
            for piece in stream:
                pieces.append(piece)
                count += len(piece)
                report.progress(min(0.9, 0.9 * count / expected), "speaking")
        finally:
            stream.close()
        report.progress(0.9, "writing")
        provenance = {
            "engine": self.name,
            "version": __version__,
            "model": request.model,
            "method": "neural speech synthesis",
            "voice": name,
            "base": f"pocket-tts {self.voices[name]}",
            "weights": self.folders.origin_of(ROW),
            "dtype": str(loaded.model.config.flow_lm.dtype),
            "steps": loaded.model.sampler_decode_steps,
            "temperature": loaded.model.temp,
            "seed": request.seed,
            "language": "en",
            "characters": len(prompt),
            "not_understood": list(unreadable),
        }
        return delivered(whole(pieces, rate), rate, request.folder / "speech.mp3", prompt, provenance)


def whole(pieces: list[Any], rate: int) -> Any:
    """The pieces as one sound. Raises EngineFailed where it is no sound."""
    import numpy as np

    from mediamill_local.speech.sound import joined, trimmed

    samples = np.concatenate(pieces) if pieces else np.zeros(0, np.float32)
    if not np.isfinite(samples).all():
        raise EngineFailed(sentence="The voice broke off; please try again.")
    return joined([(trimmed(np.asarray(samples, np.float32), rate), 0.0)], rate)
