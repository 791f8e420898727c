"""Speech spoken again in another language: Whisper listens, M2M100 translates, Kokoro or the speaker's clone speaks."""

from dataclasses import dataclass, field
from typing import Any, Literal

from mediamill.engines.sdk import (
    Artifact,
    EngineRefused,
    Offer,
    Report,
    Request,
    ResidentEngine,
    ResidentOptions,
    WeightsFolders,
)
from mediamill_local import __version__
from mediamill_local.dub.languages import SPOKEN, offer_of
from mediamill_local.kit.libraries import missing_library

WHISPER, M2M100, CLONE = "whisper-large-v3-turbo", "m2m100-418m", "voxcpm2"
LIBRARIES = ("torch", "transformers", "sentencepiece", "faster_whisper")
KOKORO_LIBRARIES = ("onnxruntime", "hibari")
AUDIO_VAE = "audiovae.safetensors"  # of VoxCPM2
NO_VOXCPM = (
    "The package voxcpm is missing where this engine runs: install it in an environment of its own, and name that as "
    'python = "…" in [engine."local.dub"].'
)
NO_CODEC = (
    "The weights voxcpm2 lack audiovae.safetensors, which has to be converted from its authors' audiovae.pth "
    "(docs/decisions/dubbing-with-models.md)."
)
WORKING_BYTES = 1_500_000_000  # beside the files: beams and activations (counted)
LARGE = (".safetensors", ".bin", ".onnx")
METHOD = "speech recognition, neural machine translation, neural speech synthesis"


@dataclass(frozen=True, slots=True)
class DubOptions(ResidentOptions):
    """What `[engine."local.dub"]` may say."""

    voice: Literal["kokoro", "voxcpm2"] = "kokoro"  # voxcpm2 speaks as the speaker does
    voices: dict[str, str] = field(default_factory=dict)  # of Kokoro, for the names Adam (low) and Sarah (high)
    source_lang: str = ""  # what is spoken in every recording; empty: found out
    sure_min: float = 0.4  # phrases whose words are less probable are left out
    compute: str = "default"  # of CTranslate2: "int8", "float16", …; as stored where the device can
    threads: int = 0  # 0: as many as there are cores


class DubEngine(ResidentEngine):
    """Speaks a recording again in another language, in the time of the original."""

    Options = DubOptions
    name = "local.dub"

    def __init__(self, options: DubOptions, folders: WeightsFolders) -> None:
        super().__init__(options, folders)
        self.given = options

    def rows(self) -> tuple[str, ...]:
        """Recogniser, translator and voice."""
        return (WHISPER, M2M100, self.given.voice)

    def ready(self) -> str | None:
        """Whether the libraries are there where it runs."""
        if (missing := missing_library("dub", LIBRARIES, self.finds)) is not None:
            return missing
        if self.given.voice != CLONE:
            return missing_library("dub", KOKORO_LIBRARIES, self.finds)
        if not self.finds("voxcpm"):
            return NO_VOXCPM
        return None if (self.folders.of(CLONE) / AUDIO_VAE).is_file() else NO_CODEC

    def offers(self, tool: str, model: str) -> dict[str, Offer]:  # noqa: ARG002
        """The languages that its voice speaks: all of them can be translated."""
        return {"target_lang": offer_of(self.given.voice)}

    def weights_of(self, tool: str, model: str) -> str:  # noqa: ARG002
        """All of them together."""
        return "dub"

    def bytes_wanted(self, weights: str) -> int:  # noqa: ARG002
        """Their files, and what a run needs besides."""
        found = (path for row in self.rows() for path in self.folders.of(row).rglob("*") if path.suffix in LARGE)
        return WORKING_BYTES + sum(path.stat().st_size for path in found)

    def load(self, weights: str, device: str) -> Any:  # noqa: ARG002
        """A Studio."""
        from mediamill_local.dub.studio import opened

        return opened(self.folders, self.given, device)

    def generate(self, loaded: Any, request: Request, report: Report) -> Artifact:
        """Make `dub.mp3` of the recording `audio_url` in `target_lang`, as long as the recording.

        Raises EngineRefused for languages that it does not speak or understand, and where nobody is heard speaking.
        """
        if str(request.input["target_lang"]) not in SPOKEN[self.given.voice]:
            raise EngineRefused(sentence=offer_of(self.given.voice).sentence)
        from mediamill_local.dub.studio import dubbed

        facts = {
            "engine": self.name,
            "version": __version__,
            "model": request.model,
            "method": METHOD,
            "weights": [self.folders.origin_of(row) for row in self.rows()],
        }
        return dubbed(loaded, self.given, request, report, facts)
