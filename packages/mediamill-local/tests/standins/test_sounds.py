"""The engines of sound on stand-ins: what they make is measured, and each is examined by the conformance kit."""

import hashlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mediamill.codecs import decode_audio, integrated_lufs, probe, true_peak_dbtp
from mediamill.engines.sdk import Artifact, InputValue, Request, WeightsFolders
from mediamill.formats import Sound, WavWriter
from mediamill.testing.samples import SampleOverrides, sound
from mediamill_local.kit import DiffusionOptions
from mediamill_local.sounds.acestep import AceStepEngine
from mediamill_local.sounds.demucs import DemucsEngine, DemucsOptions
from mediamill_local.sounds.stableaudio import StableAudioEngine
from tests.standins.brought import brought
from tests.standins.examined import findings_of, unpassed

RATE = 44_100
SEED = 11
SONG_SECONDS = 1.7  # two pieces of the stand-in, of which the second is not whole
STEPS = 2

pytestmark = pytest.mark.xdist_group("sounds")  # stand-ins and engines are made once


class Steps:
    """What a run reports; it ends where `until` is reached, as a cancelled one does."""

    def __init__(self, until: float = 2.0) -> None:
        self.fractions: list[float] = []
        self._until = until

    def progress(self, fraction: float, stage: str = "") -> None:
        self.fractions.append(fraction)
        if fraction >= self._until:
            raise Cancelled

    def checkpoint(self, text: str) -> None:
        raise AssertionError("there is nothing to remember")


class Cancelled(BaseException):
    pass


Make = Callable[..., Artifact]


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The weights of the three."""
    from tests.standins.tiny.sounds import build_acestep, build_htdemucs, build_stableaudio

    built, home = tmp_path_factory.mktemp("built"), tmp_path_factory.mktemp("weights")
    brought(home, "htdemucs", build_htdemucs(built / "htdemucs"))
    brought(home, "ace-step-1.5-turbo", build_acestep(built / "acestep"))
    brought(home, "stable-audio-3-small", build_stableaudio(built / "stableaudio"))
    return home


@pytest.fixture(scope="session")
def splitter(home: Path) -> tuple[DemucsEngine, Any]:
    engine = DemucsEngine(DemucsOptions(), WeightsFolders(home))
    return engine, engine.load("htdemucs", "cpu")


@pytest.fixture(scope="session")
def composer(home: Path) -> tuple[AceStepEngine, Any]:
    engine = AceStepEngine(DiffusionOptions(steps=STEPS), WeightsFolders(home))
    return engine, engine.load("ace-step-1.5-turbo", "cpu")


@pytest.fixture(scope="session")
def foley(home: Path) -> tuple[StableAudioEngine, Any]:
    engine = StableAudioEngine(DiffusionOptions(steps=STEPS), WeightsFolders(home))
    return engine, engine.load("stable-audio-3-small", "cpu")


def made(
    by: tuple[Any, Any],
    folder: Path,
    input: Mapping[str, InputValue],
    *,
    model: str = "any",
    files: Mapping[str, Path] | None = None,
    seed: int = SEED,
    report: Steps | None = None,
) -> Artifact:
    engine, loaded = by
    place = folder / str(len(list(folder.iterdir())))
    place.mkdir()
    request = Request("generation", "tool", model, input, place, files or {}, seed=seed)
    artifact: Artifact = engine.generate(loaded, request, report or Steps())
    return artifact


def heard(artifact: Artifact) -> Any:
    return decode_audio(artifact.path, rate=RATE, seconds_max=130)


def digest(artifact: Artifact) -> str:
    return hashlib.sha256(artifact.path.read_bytes()).hexdigest()


def song(folder: Path, loud: float = 0.3) -> Path:
    """Two voices and a beat, different left and right."""
    t = np.arange(round(SONG_SECONDS * RATE)) / RATE
    beat = np.random.default_rng(5).normal(size=t.size) * np.exp(-40 * (t % 0.4))
    left = np.sin(2 * np.pi * 220 * t) + beat
    right = np.sin(2 * np.pi * 330 * t) + 0.5 * beat
    samples = (loud * np.stack([left, right], axis=1)).astype("<f4")
    path = folder / f"song-{loud}.wav"
    if path.exists():
        return path
    with WavWriter(path, Sound(RATE, channels=2, floats=True)) as file:
        file.write(samples.tobytes())
    return path


class TestStems:
    def stem(self, splitter: Any, folder: Path, instrument: str, **more: Any) -> Artifact:
        files = {"file": more.pop("file", None) or song(folder)}
        return made(splitter, folder, {"instrument": instrument}, model="demucs", files=files, **more)

    def test_a_stem_is_as_long_as_the_song_in_stereo(self, splitter: Any, tmp_path: Path) -> None:
        vocals = self.stem(splitter, tmp_path, "vocals")
        track = probe(vocals.path, max_seconds=10).audio

        assert vocals.path.name == "vocals.flac"
        assert track is not None
        assert (track.rate, track.channels) == (RATE, 2)
        assert len(heard(vocals)) == round(SONG_SECONDS * RATE)
        assert np.abs(heard(vocals)).max() > 0.001

    def test_each_stem_is_another_one_and_the_same_every_time(self, splitter: Any, tmp_path: Path) -> None:
        stems = [self.stem(splitter, tmp_path, name) for name in ("drums", "bass", "vocals", "other", "vocals")]
        digests = [digest(stem) for stem in stems]

        assert len(set(digests)) == 4
        assert digests[2] == digests[4]

    def test_what_is_taken_is_what_demucs_takes(self, splitter: Any, tmp_path: Path) -> None:
        """Demucs' own way through all four stems at once; the instrumental is the sum of three of them."""
        import torch
        from demucs.apply import apply_model

        model = splitter[1]
        mix = torch.from_numpy(decode_audio(song(tmp_path), rate=RATE, channels=2, seconds_max=10).T.copy())
        mean, deviation = mix.mean(), mix.mean(0).std() + 1e-8
        taken = apply_model(model, ((mix - mean) / deviation)[None], shifts=0, overlap=0.25)[0] * deviation
        of = dict(zip(model.sources, taken.numpy().transpose(0, 2, 1), strict=True))
        expected = {**of, "other": of["drums"] + of["bass"] + of["other"]}

        for name, stem in expected.items():
            np.testing.assert_allclose(
                heard(self.stem(splitter, tmp_path, name)), stem + mean.item(), atol=2 / 8_388_607
            )

    def test_the_loudness_of_a_song_is_given_back(self, splitter: Any, tmp_path: Path) -> None:
        loud = heard(self.stem(splitter, tmp_path, "bass"))
        quiet = heard(self.stem(splitter, tmp_path, "bass", file=song(tmp_path, 0.03)))

        np.testing.assert_allclose(10 * quiet, loud, atol=0.0005)

    def test_a_stem_above_full_scale_is_turned_down_and_not_clipped(
        self, splitter: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        import torch

        (_, model), turned_up = splitter, 40.0
        for layer in (model.decoder[-1].conv_tr, model.tdecoder[-1].conv_tr):
            monkeypatch.setattr(layer, "weight", torch.nn.Parameter(layer.weight * turned_up, requires_grad=False))
        huge = self.stem(splitter, tmp_path, "other")
        levels = np.sort(np.abs(heard(huge)).ravel())

        assert float(huge.provenance["turnedDownDb"]) > 3.0
        assert levels[-1] == pytest.approx(1.0, abs=1e-4)
        assert levels[-20] < 0.9999  # clipped sound would stay there

    def test_silence_stays_silence(self, splitter: Any, tmp_path: Path) -> None:
        assert np.abs(heard(self.stem(splitter, tmp_path, "drums", file=song(tmp_path, 0.0)))).max() < 1e-6

    def test_a_run_ends_at_the_next_layer_and_leaves_the_model_as_it_was(self, splitter: Any, tmp_path: Path) -> None:
        before = digest(self.stem(splitter, tmp_path, "vocals"))
        steps, whole = Steps(until=0.3), Steps()
        with pytest.raises(Cancelled):
            self.stem(splitter, tmp_path, "vocals", report=steps)

        assert 5 < len(steps.fractions)
        assert steps.fractions[-1] < 0.35
        assert digest(self.stem(splitter, tmp_path, "vocals", report=whole)) == before
        assert whole.fractions == sorted(whole.fractions)
        assert len(whole.fractions) > 40

    @pytest.mark.parametrize(
        ("said", "told"),
        [({"klass": "demucs.hdemucs.HDemucs"}, "of the class"), ({"structure": "{}"}, "quantised")],
    )
    def test_a_file_of_something_else_is_not_opened(self, said: dict[str, str], told: str, tmp_path: Path) -> None:
        from mediamill_local.sounds.checkpoint import UnusableWeights
        from mediamill_local.sounds.htdemucs import load_htdemucs
        from tests.standins.tiny.sounds import build_htdemucs

        with pytest.raises(UnusableWeights, match=told):
            load_htdemucs(build_htdemucs(tmp_path / "other", said), "cpu")

    def test_a_file_that_lacks_numbers_is_not_opened(self, tmp_path: Path) -> None:
        from safetensors.torch import load_file, save_file

        from mediamill_local.sounds.htdemucs import load_htdemucs
        from tests.standins.tiny.sounds import HTDEMUCS, build_htdemucs, metadata_of

        folder = build_htdemucs(tmp_path / "other")
        (path,) = folder.iterdir()
        numbers = load_file(path)
        del numbers["encoder.0.conv.bias"]
        save_file(numbers, path, metadata=metadata_of(HTDEMUCS))
        with pytest.raises(RuntimeError, match=r"encoder\.0\.conv\.bias"):
            load_htdemucs(folder, "cpu")


class TestMusic:
    def piece(
        self, composer: Any, folder: Path, duration: int = 10, prompt: str = "slow piano", **more: Any
    ) -> Artifact:
        return made(composer, folder, {"prompt": prompt, "duration": duration}, model="voicevendor-music", **more)

    @pytest.mark.parametrize("duration", [5, 15])
    def test_it_is_as_long_as_asked_for_and_as_loud_as_the_built_in_music(
        self, composer: Any, duration: int, tmp_path: Path
    ) -> None:
        piece = self.piece(composer, tmp_path, duration)
        sound = heard(piece)
        track = probe(piece.path, max_seconds=130).audio

        assert track is not None
        assert (track.rate, track.channels) == (48_000, 2)
        assert len(sound) / RATE == pytest.approx(duration, abs=0.02)
        assert integrated_lufs(sound, RATE) == pytest.approx(-16.0, abs=1.5)
        assert true_peak_dbtp(sound) < -1.0

    def test_a_short_piece_is_the_beginning_of_a_longer_one_and_fades(self, composer: Any, tmp_path: Path) -> None:
        short = self.piece(composer, tmp_path, 3)
        sound = heard(short)

        assert short.provenance["secondsMade"] == 10.0
        assert np.abs(sound[-RATE // 20 :]).max() < 0.1 * np.abs(sound[RATE : 2 * RATE]).max()
        assert "secondsMade" not in self.piece(composer, tmp_path, 10).provenance

    def test_the_seed_and_the_prompt_decide(self, composer: Any, tmp_path: Path) -> None:
        first, again, other, words = (
            self.piece(composer, tmp_path),
            self.piece(composer, tmp_path),
            self.piece(composer, tmp_path, seed=SEED + 1),
            self.piece(composer, tmp_path, prompt="fast drums"),
        )

        assert digest(first) == digest(again)
        assert len({digest(first), digest(other), digest(words)}) == 3
        assert first.provenance["seed"] == SEED

    def test_words_beyond_what_the_model_reads_are_told(self, composer: Any, tmp_path: Path) -> None:
        words = [f"word{number}" for number in range(100)]
        piece = self.piece(composer, tmp_path, prompt=" ".join(words))

        assert 0 < len(piece.not_understood) < 100
        assert piece.not_understood == tuple(words[-len(piece.not_understood) :])

    def test_a_cancelled_run_leaves_the_pipeline_as_it_was(self, composer: Any, tmp_path: Path) -> None:
        before = digest(self.piece(composer, tmp_path))
        with pytest.raises(Cancelled):
            self.piece(composer, tmp_path, report=Steps(until=0.25))

        assert digest(self.piece(composer, tmp_path)) == before


class TestEffects:
    def effect(self, foley: Any, folder: Path, duration: str = "1", influence: float = 0.3, **more: Any) -> Artifact:
        input = {"prompt": more.pop("prompt", "a door"), "duration": duration, "prompt_influence": influence}
        return made(foley, folder, input, model="voicevendor-sound-effects", **more)

    @pytest.mark.parametrize("duration", ["1", "10"])
    def test_it_is_as_long_as_asked_for_with_its_peak_below_full_scale(
        self, foley: Any, duration: str, tmp_path: Path
    ) -> None:
        sound = heard(self.effect(foley, tmp_path, duration))

        assert len(sound) / RATE == pytest.approx(float(duration), abs=0.02)
        # What the model made has its peak there, less than the codec adds: this is noise, to which it adds most.
        assert -3.0 < true_peak_dbtp(sound) < -0.7

    def test_where_the_sound_decides_its_silent_end_goes(
        self, foley: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A stand-in sounds to the end: its decoder is made to fall silent after two seconds."""
        whole = self.effect(foley, tmp_path, "auto")
        decoder, decode = foley[1].pipeline.vae, foley[1].pipeline.vae.decode

        def falling_silent(latents: Any) -> Any:
            decoded = decode(latents)
            decoded.sample[..., 2 * RATE :] = 0.0
            return decoded

        monkeypatch.setattr(decoder, "decode", falling_silent)
        trimmed = self.effect(foley, tmp_path, "auto")
        asked = self.effect(foley, tmp_path, "5")

        assert len(heard(whole)) / RATE == pytest.approx(5.0, abs=0.02)
        assert len(heard(trimmed)) / RATE == pytest.approx(2.05, abs=0.02)
        assert len(heard(asked)) / RATE == pytest.approx(5.0, abs=0.02)

    def test_the_seed_and_the_prompt_decide_and_the_influence_does_not(self, foley: Any, tmp_path: Path) -> None:
        first, again, other, words = (
            self.effect(foley, tmp_path),
            self.effect(foley, tmp_path),
            self.effect(foley, tmp_path, seed=SEED + 1),
            self.effect(foley, tmp_path, prompt="rain"),
        )
        urged = self.effect(foley, tmp_path, influence=0.9)

        assert digest(first) == digest(again)
        assert len({digest(first), digest(other), digest(words)}) == 3
        np.testing.assert_array_equal(heard(urged), heard(first))
        assert (first.not_understood, urged.not_understood) == ((), ("prompt_influence 0.9",))

    def test_a_model_without_length_and_influence_decides_both(self, foley: Any, tmp_path: Path) -> None:
        effect = made(foley, tmp_path, {"prompt": "a door"}, model="audiogen")

        assert len(heard(effect)) / RATE == pytest.approx(5.0, abs=0.02)
        assert effect.not_understood == ()

    def test_a_base_checkpoint_is_guided(self, foley: Any, tmp_path: Path) -> None:
        scheduler = foley[1].pipeline.scheduler
        scheduler.register_to_config(stochastic_sampling=False)
        try:
            gently, closely = (self.effect(foley, tmp_path, influence=asked) for asked in (0.1, 0.9))
        finally:
            scheduler.register_to_config(stochastic_sampling=True)

        assert digest(gently) != digest(closely)
        assert (gently.provenance["guidance"], closely.provenance["guidance"]) == (1.6, 6.4)

    def test_a_cancelled_run_leaves_the_pipeline_as_it_was(self, foley: Any, tmp_path: Path) -> None:
        before = digest(self.effect(foley, tmp_path))
        with pytest.raises(Cancelled):
            self.effect(foley, tmp_path, report=Steps(until=0.25))

        assert digest(self.effect(foley, tmp_path)) == before


@pytest.mark.parametrize(
    ("name", "options", "input"),
    [
        ("local.demucs", {}, {}),
        ("local.acestep", {"steps": STEPS}, {"duration": 3}),
        ("local.stableaudio", {"steps": STEPS}, {"duration": "1"}),
    ],
)
async def test_the_conformance_kit(
    name: str, options: Mapping[str, object], input: Mapping[str, InputValue], home: Path
) -> None:
    short = SampleOverrides(input, {"file": lambda folder: sound(folder, 0.6)})

    assert unpassed(await findings_of(name, home, options, short)) == []
