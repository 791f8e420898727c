"""Dubbing with Whisper and M2M100 in small: examined with Kokoro's own voices, and with a clone in place of VoxCPM2."""

import sys
import types
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import signal

from mediamill.codecs import Tags, decode_audio, encode_audio, probe
from mediamill.engines.sdk import EngineRefused, Request, WeightsFolders
from mediamill.testing.samples import SampleOverrides
from mediamill_local.dub.dub import M2M100, WHISPER, DubEngine, DubOptions
from mediamill_local.speech.voices import voices_of
from tests.standins import real_kokoro
from tests.standins.brought import brought
from tests.standins.examined import Nobody, findings_of, unpassed
from tests.standins.tiny import dub

pytestmark = pytest.mark.xdist_group("dub")
VOICES = dict.fromkeys(voices_of("kokoro"), "jf_gongitsune") | {"Adam": "jm_kumo"}
# Random words are never sure, and of no language.
OPTIONS: dict[str, Any] = {"threads": 1, "voices": VOICES, "source_lang": "de", "sure_min": 0.0}
RATE = 24_000


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Recogniser and translator as an operator brings them."""
    pytest.importorskip("faster_whisper")
    source, found = tmp_path_factory.mktemp("sources"), tmp_path_factory.mktemp("weights")
    dub.build_whisper(source / "whisper")
    brought(found, WHISPER, source / "whisper")
    dub.build_m2m100(source / "m2m100")
    brought(found, M2M100, source / "m2m100")
    return found


@pytest.fixture
def with_kokoro(home: Path, tmp_path: Path) -> Path:
    if not (home / "kokoro").exists():
        real_kokoro.build(tmp_path / "kokoro")
        brought(home, "kokoro", tmp_path / "kokoro")
    return home


def recording(folder: Path) -> Path:
    """Grace says good morning, and is silent for a second."""
    from hibari import Hibari

    said = Hibari()("Good morning.", seed=1)
    path = folder / "grace.wav"
    sound = np.concatenate([said, np.zeros(RATE, np.float32)])
    encode_audio(sound.astype(np.float32), RATE, path, tags=Tags(title="Grace", provenance={}))
    return path


async def test_it_is_an_engine(with_kokoro: Path) -> None:
    material = SampleOverrides({"target_lang": "en"}, {"audio_url": recording})

    assert unpassed(await findings_of("local.dub", with_kokoro, OPTIONS, material)) == []


class FakeClone:
    """In place of voxcpm.VoxCPM, whose weights cannot be had here: the same calls, and a tone for each phrase."""

    made: list["FakeClone"]

    def __init__(
        self,
        voxcpm_model_path: str,
        zipenhancer_model_path: str | None = "iic/speech_zipenhancer_ans_multiloss_16k_base",
        enable_denoiser: bool = True,
        optimize: bool = True,
        device: str | None = None,
    ) -> None:
        assert zipenhancer_model_path is None
        assert not enable_denoiser
        assert not optimize
        self.folder, self.device = voxcpm_model_path, device
        self.tts_model = types.SimpleNamespace(sample_rate=48_000)
        self.asked: list[tuple[str, float]] = []
        FakeClone.made.append(self)

    def generate(
        self, text: str, reference_wav_path: str, cfg_value: float = 2.0, inference_timesteps: int = 10
    ) -> np.ndarray[Any, np.dtype[np.float32]]:
        reference = decode_audio(Path(reference_wav_path), rate=16_000, channels=1, seconds_max=60.0)
        self.asked.append((text, len(reference) / 16_000))
        tone: np.ndarray[Any, np.dtype[np.float32]] = np.sin(np.arange(24_000) * 0.02).astype(np.float32)
        return tone


@pytest.fixture
def cloning(home: Path, monkeypatch: pytest.MonkeyPatch) -> DubEngine:
    FakeClone.made = []
    module = types.ModuleType("voxcpm")
    module.VoxCPM = FakeClone  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "voxcpm", module)
    options = DubOptions(voice="voxcpm2", threads=1, source_lang="de", sure_min=0.0)
    return DubEngine(options, WeightsFolders(home))


def test_a_clone_speaks_after_the_speaker_in_the_time_of_the_original(cloning: DubEngine, tmp_path: Path) -> None:
    loaded = cloning.load("dub", "cpu")
    path = recording(tmp_path)

    made = cloning.generate(loaded, request(tmp_path, path, "fil"), Nobody())

    (clone,) = FakeClone.made
    assert Path(clone.folder).name == "voxcpm2"
    assert all(seconds > 0.5 for _, seconds in clone.asked)
    assert made.seconds == pytest.approx(probe(path, max_seconds=60.0).seconds, abs=0.03)
    assert made.provenance["voices"] == "VoxCPM2, after the speaker"
    assert made.provenance["language"] == "fil"


def test_a_language_without_a_voice_is_refused_before_anything_is_heard(cloning: DubEngine, tmp_path: Path) -> None:
    with pytest.raises(EngineRefused, match="This installation dubs into"):
        cloning.generate(None, request(tmp_path, tmp_path / "nothing.wav", "cs"), Nobody())


def test_noise_is_no_speech(cloning: DubEngine, tmp_path: Path) -> None:
    loaded = cloning.load("dub", "cpu")
    path = tmp_path / "noise.wav"
    noise = signal.lfilter([0.05], [1.0, -0.9], np.random.default_rng(1).standard_normal(RATE * 2))
    encode_audio(np.asarray(noise, np.float32), RATE, path, tags=Tags(title="noise", provenance={}))

    with pytest.raises(EngineRefused, match="No speech"):
        cloning.generate(loaded, request(tmp_path, path, "en"), Nobody())


def request(folder: Path, path: Path, language: str) -> Request:
    given = {"audio_url": "https://example.com/grace.wav", "target_lang": language}
    return Request("gen_1", "translate-audio", "voicevendor-dubbing", given, folder, {"audio_url": path}, seed=1)
