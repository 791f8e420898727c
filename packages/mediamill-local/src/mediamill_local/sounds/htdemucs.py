"""HTDemucs: loaded from the one file of its weights, and one stem taken with it. Imports torch."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch
from demucs.apply import apply_model
from demucs.htdemucs import HTDemucs
from numpy.typing import NDArray
from safetensors import safe_open

from mediamill_local.kit.opening import be_deterministic
from mediamill_local.sounds.checkpoint import UnusableWeights, arguments_of

Samples = NDArray[np.float32]

# Of our stems, what they are the sum of.
MADE_OF = {
    "drums": ("drums",),
    "bass": ("bass",),
    "vocals": ("vocals",),
    "other": ("drums", "bass", "other"),  # the instrumental
}
SILENCE = 1e-8  # added to the deviation of a song, which may be none


def load_htdemucs(folder: Path, device: str) -> Any:
    """The model in `folder`, in floats. Raises UnusableWeights."""
    files = list(folder.rglob("*.safetensors"))
    if len(files) != 1:
        raise UnusableWeights(f"there are {len(files)} safetensors files, and the model has one")
    be_deterministic()
    with safe_open(str(files[0]), framework="pt") as file:
        model = HTDemucs(**arguments_of(file.metadata()))
        model.load_state_dict({name: file.get_tensor(name) for name in file.keys()}, strict=True)  # noqa: SIM118
    model.requires_grad_(False).eval().to(device)
    if device != "cpu":  # kernels are chosen in the first run; the processor has none to choose
        model(torch.zeros(1, model.audio_channels, model.valid_length(1), device=device))
    return model


def take_stem(model: Any, song: Samples, stem: str, overlap: float, on_progress: Callable[[float], None]) -> Samples:
    """That stem of the (n, 2) song, of the same shape; the mean and deviation of the song are taken from it first, and
    given back.

    `on_progress` is called after each layer, and may raise.
    """
    mix = torch.from_numpy(np.ascontiguousarray(song.T))
    mean, deviation = mix.mean(), mix.mean(0).std() + SILENCE
    alone = OneStem(model, stem)
    pieces = max(1, -(-len(song) // int((1.0 - overlap) * alone.piece)))
    steps = Steps(pieces * len(layers_of(model)), on_progress)
    hooks = [layer.register_forward_hook(steps) for layer in layers_of(model)]
    try:
        taken = apply_model(
            alone, ((mix - mean) / deviation)[None], shifts=0, split=True, overlap=overlap, device=device_of(model)
        )
    finally:
        for hook in hooks:
            hook.remove()
    sound: Samples = (taken[0, 0] * deviation + mean).numpy().T
    return sound


class OneStem:
    """What `apply_model` asks of a model, with one stem instead of four: a long song takes a quarter of the memory."""

    def __init__(self, model: Any, stem: str) -> None:
        self._model = model
        self._wanted = [model.sources.index(source) for source in MADE_OF[stem]]
        self.sources = [stem]
        self.samplerate = model.samplerate
        self.segment = model.segment

    def __call__(self, mix: Any) -> Any:
        """(batch, 1, channels, n)."""
        return self._model(mix)[:, self._wanted].sum(dim=1, keepdim=True)

    @property
    def piece(self) -> int:
        """The samples that it takes apart at once."""
        return int(self.segment * self.samplerate)

    def valid_length(self, length: int) -> int:
        """To which a piece is padded."""
        return int(self._model.valid_length(length))

    def to(self, device: Any) -> None:
        """It is there already."""

    def eval(self) -> None:
        """It is never trained."""


class Steps:
    """Counts the layers that have run: a piece takes seconds on a processor, too long to wait for with a cancel."""

    def __init__(self, total: int, on_progress: Callable[[float], None]) -> None:
        self._done, self._total, self._on_progress = 0, total, on_progress

    def __call__(self, *_: Any) -> None:
        """One more."""
        self._done += 1
        self._on_progress(min(1.0, self._done / self._total))


def layers_of(model: Any) -> list[Any]:
    """What a piece goes through, in seconds altogether."""
    across = model.crosstransformer
    between = [] if across is None else [*across.layers, *across.layers_t]
    return [*model.encoder, *model.tencoder, *between, *model.decoder, *model.tdecoder]


def device_of(model: Any) -> Any:
    """Where its numbers are."""
    return next(iter(model.parameters())).device
