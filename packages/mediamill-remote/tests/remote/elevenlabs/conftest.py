"""An ElevenLabs on loopback, its engine, and the service's own client between them."""

import time
from collections.abc import AsyncIterator

import pytest

from mediamill.engines import VendorClient
from mediamill.outbound import Guard
from mediamill_remote.elevenlabs.engine import ElevenLabsEngine, ElevenLabsOptions
from tests.fakes.elevenlabs import KEY, FakeElevenLabs
from tests.fakes.server import Stage

SPEECH = "text-to-speech/voicevendor-tts"
SOUNDS = "sound-effects/voicevendor-sound-effects"
MUSIC = "create-music/voicevendor-music"
ISOLATION = "voice-isolator/voicevendor-voice-isolator"
DUBBING = "translate-audio/voicevendor-dubbing"


@pytest.fixture
def eleven(stage: Stage) -> FakeElevenLabs:
    fake = FakeElevenLabs()
    stage.enter(fake)
    return fake


@pytest.fixture
def engine(eleven: FakeElevenLabs) -> ElevenLabsEngine:
    return ElevenLabsEngine(ElevenLabsOptions(base_url=eleven.base))


@pytest.fixture
async def vendor(eleven: FakeElevenLabs, engine: ElevenLabsEngine, guard: Guard) -> AsyncIterator[VendorClient]:
    client = VendorClient(guard, base_url=eleven.base, key=KEY, key_header=engine.key_header, hosts=engine.file_hosts())
    yield client
    await client.aclose()


def ago(seconds: float) -> int:
    """An instant in milliseconds, as the service keeps them."""
    return round((time.time() - seconds) * 1_000)
