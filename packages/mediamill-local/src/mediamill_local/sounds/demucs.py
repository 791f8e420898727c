"""A song taken apart into drums, bass, vocals and the instrumental by HTDemucs."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from mediamill.engines.sdk import (
    Artifact,
    EngineRefused,
    Report,
    Request,
    ResidentEngine,
    ResidentOptions,
    facts_of,
)
from mediamill_local import __version__
from mediamill_local.kit import missing_library, stored_in
from mediamill_local.sounds.checkpoint import RATE

__all__ = ["DemucsEngine"]

ROW = "htdemucs"
LIBRARIES = ("torch", "demucs", "safetensors")
SECONDS_MAX = 1_200.0  # twenty minutes of stereo and the stem of it take 2 GB beside the model
SHARE_OF_READING, SHARE_OF_WRITING = 0.05, 0.1  # of the progress that is told
FLOAT_BYTES = 4


@dataclass(frozen=True, slots=True)
class DemucsOptions(ResidentOptions):
    """What `[engine."local.demucs"]` may say."""

    overlap: Annotated[float, Field(ge=0.0, le=0.9)] = 0.25  # of two neighbouring pieces: more is smoother, and slower


class DemucsEngine(ResidentEngine):
    """Takes one of four stems out of a song; writes 24-bit FLAC in stereo at 44.1 kHz, as long as the song."""

    Options = DemucsOptions
    options: DemucsOptions
    name = "local.demucs"

    def rows(self) -> tuple[str, ...]:
        """One."""
        return (ROW,)

    def ready(self) -> str | None:
        """None where the libraries are installed."""
        return missing_library("stems", LIBRARIES, self.finds)

    def weights_of(self, tool: str, model: str) -> str:  # noqa: ARG002
        """The same for every model."""
        return ROW

    def bytes_wanted(self, weights: str) -> int:
        """Of its numbers, as floats: half as large in the file."""
        return FLOAT_BYTES * sum(stored_in(self.folders.of(weights)).floats.values())

    def load(self, weights: str, device: str) -> Any:
        """The model, in floats."""
        from mediamill_local.sounds.htdemucs import load_htdemucs

        return load_htdemucs(self.folders.of(weights), device)

    def bytes_held(self, loaded: Any) -> int:
        """Of its numbers."""
        return sum(int(number.nbytes) for number in loaded.state_dict().values())

    def generate(self, loaded: Any, request: Request, report: Report) -> Artifact:
        """Make `<instrument>.flac` of the song `file`; `other` is the instrumental: the song without its vocals.

        The same song gives the same file. Raises EngineRefused for what cannot be decoded.
        """
        from mediamill.codecs import NotMedia, Tags, decode_audio, encode_audio
        from mediamill_local.sounds.finishing import decibels, within_full_scale
        from mediamill_local.sounds.htdemucs import take_stem

        stem = str(request.input["instrument"])
        report.progress(0.0, "reading the song")
        try:
            song = decode_audio(Path(request.files["file"]), rate=RATE, channels=2, seconds_max=SECONDS_MAX)
        except NotMedia as error:
            raise EngineRefused(sentence=str(error)) from None
        taking = 1.0 - SHARE_OF_READING - SHARE_OF_WRITING
        sound = take_stem(
            loaded,
            song,
            stem,
            self.options.overlap,
            lambda fraction: report.progress(SHARE_OF_READING + taking * fraction, "taking it apart"),
        )
        report.progress(1.0 - SHARE_OF_WRITING, "writing")
        sound, factor = within_full_scale(sound)
        tags = Tags(
            title=stem.capitalize(),
            provenance={
                "engine": self.name,
                "version": __version__,
                "model": request.model,
                "instrument": stem,
                "method": f"HTDemucs, pieces of {float(loaded.segment):g} s, overlapping by {self.options.overlap:.0%}",
                "weights": self.folders.origin_of(ROW),
                "dtype": "float32",
                "turned_down_db": -round(decibels(factor), 2) if factor < 1.0 else None,
            },
        )
        path = request.folder / f"{stem}.flac"
        seconds = encode_audio(sound, RATE, path, tags=tags)
        return Artifact(path, seconds=seconds, provenance=facts_of(tags.provenance))
