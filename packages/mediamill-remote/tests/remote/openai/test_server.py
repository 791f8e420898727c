"""The engine and a speech server that is real: sentences that a recogniser understands, keys, a format it has not."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from mediamill.codecs import decode_audio
from mediamill.engines import VendorClient
from mediamill.engines.sdk import EngineUnavailable, Scope
from mediamill.outbound import Guard
from mediamill_remote.openai.engine import OpenAIEngine, OpenAIOptions
from tests.procedural.speech_listener import SENTENCES, heard
from tests.remote.conftest import MakeRequest
from tests.remote.openai.conftest import SPEECH
from tests.remote.openai.speech_server import KEY, SpeechServer, speech_server
from tests.remote.serving import serving

pytestmark = [pytest.mark.xdist_group("speech server"), pytest.mark.compared]  # one server for all of them
RATE, SECONDS_MAX, MINUTES = 16_000, 60.0, 120.0
SECTION = """
[engine."openai.voices"]
base_url = "{base}"
key_file = "{key}"
models = ["text-to-speech/voicevendor-tts"]
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SpeechServer]:
    with speech_server(tmp_path_factory.mktemp("speech")) as running:
        yield running


@pytest.fixture
def engine(server: SpeechServer) -> OpenAIEngine:  # in the place of fal's
    return OpenAIEngine(OpenAIOptions(base_url=server.address))


@pytest.fixture
async def vendor(server: SpeechServer, engine: OpenAIEngine, guard: Guard) -> AsyncIterator[VendorClient]:
    client = VendorClient(guard, base_url=server.address, key=KEY, key_header=engine.key_header)
    yield client
    await client.aclose()


@pytest.mark.parametrize("sentence", [SENTENCES[0], SENTENCES[9], SENTENCES[19]])
async def test_what_it_says_is_understood(
    sentence: str, engine: OpenAIEngine, vendor: VendorClient, request_for: MakeRequest
) -> None:
    done = await engine.submit(request_for(SPEECH, prompt=sentence), vendor)

    (file,) = done.files  # type: ignore[union-attr]
    assert heard_in(file) == sentence


async def test_without_its_key_it_says_nothing(
    server: SpeechServer, engine: OpenAIEngine, guard: Guard, request_for: MakeRequest
) -> None:
    nobody = VendorClient(guard, base_url=server.address)
    other = VendorClient(guard, base_url=server.address, key="sk-another", key_header=engine.key_header)

    with pytest.raises(EngineUnavailable) as raised:
        await engine.submit(request_for(SPEECH), nobody)
    fault = await engine.check(other)

    assert raised.value.scope is Scope.KEY
    assert fault == "The server does not take the key: Incorrect API key provided."
    await nobody.aclose()
    await other.aclose()


async def test_with_its_key_it_is_well(engine: OpenAIEngine, vendor: VendorClient) -> None:
    assert await engine.check(vendor) is None


async def test_a_format_that_it_has_not_is_the_tables_fault(
    server: SpeechServer, vendor: VendorClient, request_for: MakeRequest, tmp_path: Path
) -> None:
    models = tmp_path / "models.toml"
    models.write_text(
        '["text-to-speech/voicevendor-tts"]\nendpoint = "v1/audio/speech"\nsuffix = ".wav"\ntypical_seconds = 5\n'
        'direct = true\nfixed = { model = "x", response_format = "midi" }\nfields = { prompt = "input" }\n'
    )
    engine = OpenAIEngine(OpenAIOptions(base_url=server.address, models_file=str(models)))

    with pytest.raises(EngineUnavailable, match="response_format") as raised:
        await engine.submit(request_for(SPEECH), vendor)

    assert raised.value.scope is Scope.MODEL


@pytest.mark.slow
def test_a_service_has_ada_hear_it(server: SpeechServer, tmp_path: Path) -> None:
    with serving(tmp_path, SECTION.replace("{base}", server.address), {"key": KEY}) as mill:
        ada = mill.open_account("ada", credits=1_000)

        id = ada.start("text-to-speech", model="voicevendor-tts", prompt=SENTENCES[3])
        shown = ada.wait(id, seconds=MINUTES)
        told = ada.get(f"/ext/generations/{id}").json()

        assert shown["status"] == "success", shown
        assert (told["engine"], told["provenance"]["method"]) == ("openai.voices", "v1/audio/speech gpt-4o-mini-tts")
        file = tmp_path / "heard.wav"
        file.write_bytes(ada.get(urlsplit(shown["output"]).path).content)
        assert heard_in(file) == SENTENCES[3]
        assert KEY not in f"{shown} {told} {mill.log}"
        assert mill.is_exact()


def heard_in(file: str | Path) -> str | None:
    """The sentence that a recording says."""
    samples = decode_audio(Path(file), rate=RATE, channels=1, seconds_max=SECONDS_MAX)
    return heard(samples[:, 0], RATE)
