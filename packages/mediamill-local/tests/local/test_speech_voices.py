"""Twenty names of the interface, and who of each model speaks for them."""

import pytest

from mediamill.catalogue import load
from mediamill_local.speech.voices import voices_of

# Of Kokoro-82M v1.0, as its authors list them: American and British women and men.
KOKORO = frozenset(
    "af_alloy af_aoede af_bella af_heart af_jessica af_kore af_nicole af_nova af_river af_sarah af_sky "
    "am_adam am_echo am_eric am_fenrir am_liam am_michael am_onyx am_puck am_santa "
    "bf_alice bf_emma bf_isabella bf_lily bm_daniel bm_fable bm_george bm_lewis".split()
)
SAME_NAMES = {"Adam", "Alice", "Daniel", "Eric", "Jessica", "Liam", "Lily", "River", "Sarah"}
# Of pocket-tts 4.0.1, for English.
POCKET = frozenset(
    "cosette marius javert alba jean anna vera fantine charles paul eponine azelma george mary jane michael eve "
    "bill_boerst peter_yearsley stuart_bell caro_davy".split()
)
KNOWN = {"kokoro": (KOKORO, 20), "pocket": (POCKET, 19)}  # and how many of them speak


def names_of_the_interface() -> set[str]:
    model = load().find("text-to-speech", "voicevendor-tts")
    assert model is not None
    (voice,) = (field for field in model.fields if field.name == "voice")
    return set(map(str, voice.allowed))


@pytest.mark.parametrize("model", KNOWN)
def test_every_name_has_a_voice_that_exists_and_of_kokoro_one_of_its_own(model: str) -> None:
    voices, (known, speaking) = voices_of(model), KNOWN[model]

    assert set(voices) == names_of_the_interface()
    assert len(voices) == 20
    assert len(set(voices.values())) == speaking
    assert set(voices.values()) <= known


def test_whoever_kokoro_has_by_name_is_that_voice() -> None:
    voices = voices_of("kokoro")

    assert {name for name, voice in voices.items() if voice[3:] == name.lower()} == SAME_NAMES
