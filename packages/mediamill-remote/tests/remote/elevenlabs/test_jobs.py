"""Purchases at ElevenLabs that go well: every model made; what is sent, what comes back, what it costs."""

import json
from pathlib import Path

import pytest

from mediamill.engines import VendorClient
from mediamill.engines.sdk import HANDLE_BYTES_MAX, Finished, Job, Request, Running
from mediamill.formats import sniff
from mediamill_remote.elevenlabs.engine import ElevenLabsEngine, ElevenLabsOptions
from tests.fakes.elevenlabs import FakeElevenLabs
from tests.remote.conftest import MODELS, SEED, MakeRequest
from tests.remote.elevenlabs.conftest import DUBBING, ISOLATION, MUSIC, SOUNDS, SPEECH

DIRECT = (SPEECH, SOUNDS, MUSIC, ISOLATION)
DOLLARS_OF_A_CREDIT = 0.0001


async def made(engine: ElevenLabsEngine, vendor: VendorClient, request: Request) -> Finished:
    done = await engine.submit(request, vendor)
    assert isinstance(done, Finished)
    return done


async def dubbed(engine: ElevenLabsEngine, vendor: VendorClient, request: Request) -> tuple[Job, list[object]]:
    """The job and its looks."""
    job = await engine.submit(request, vendor)
    assert isinstance(job, Job)
    return job, [await engine.poll(job, vendor) for _ in range(3)]


@pytest.mark.parametrize("name", DIRECT)
async def test_the_answer_is_the_file(
    name: str, engine: ElevenLabsEngine, vendor: VendorClient, eleven: FakeElevenLabs, request_for: MakeRequest
) -> None:
    request = request_for(name)

    done = await made(engine, vendor, request)

    (file,) = done.files
    assert isinstance(file, Path)
    assert file.parent == request.folder
    assert sniff(file) == "mp3"
    assert done.suffix == ".mp3"
    assert done.cost is None
    assert done.provenance["requestId"] == eleven.ledger.only.id
    assert done.provenance["seedSent"] == (name == SPEECH)


async def test_a_dub_is_looked_at_until_it_is_completed(
    engine: ElevenLabsEngine, vendor: VendorClient, eleven: FakeElevenLabs, request_for: MakeRequest
) -> None:
    request = request_for(DUBBING, target_lang="fr")

    job, looks = await dubbed(engine, vendor, request)

    *before, done = looks
    assert before == [Running(stage="queued"), Running(stage="running")]
    assert isinstance(done, Finished)
    file = await vendor.download(str(done.files[0]), request.folder)
    assert (sniff(file), done.suffix) == ("flac", ".flac")
    assert done.provenance["method"] == "v1/dubbing/project dubbing_v2"
    assert eleven.ledger.only.body["reference"] == request.generation_id
    assert eleven.ledger.only.body["target_language"] == "fr"
    assert len(json.dumps(dict(job.handle)).encode()) <= HANDLE_BYTES_MAX


async def test_the_key_goes_to_the_api_and_not_to_the_file(
    engine: ElevenLabsEngine, vendor: VendorClient, eleven: FakeElevenLabs, request_for: MakeRequest
) -> None:
    request = request_for(DUBBING)
    _, looks = await dubbed(engine, vendor, request)
    done = looks[-1]
    assert isinstance(done, Finished)

    await vendor.download(str(done.files[0]), request.folder)

    *api, file = eleven.asked
    assert all(asked.headers["xi-api-key"] == eleven.key for asked in api)
    assert "xi-api-key" not in file.headers


async def test_a_dub_whose_language_is_not_named_is_asked_for_it(
    engine: ElevenLabsEngine, vendor: VendorClient, eleven: FakeElevenLabs, request_for: MakeRequest
) -> None:
    eleven.names_language, eleven.looks = False, ()

    job, looks = await dubbed(engine, vendor, request_for(DUBBING))

    assert "language" not in job.handle
    assert isinstance(looks[0], Finished)


@pytest.mark.parametrize(("voice", "id"), [("Adam", "pNInz6obpgDQGcFmaJgB"), ("Will", "bIHbv24MWmeRgasZH58o")])
async def test_a_voice_is_an_id_in_the_address(
    voice: str,
    id: str,
    engine: ElevenLabsEngine,
    vendor: VendorClient,
    eleven: FakeElevenLabs,
    request_for: MakeRequest,
) -> None:
    await made(engine, vendor, request_for(SPEECH, voice=voice, prompt="Good evening."))

    (asked,) = eleven.asked
    assert asked.path == f"/v1/text-to-speech/{id}"
    assert asked.query == {"output_format": ["mp3_44100_128"]}
    assert asked.json() == {"text": "Good evening.", "model_id": "eleven_multilingual_v2", "seed": SEED % 2**32}


async def test_every_voice_of_the_interface_has_its_own_id(engine: ElevenLabsEngine) -> None:
    (voices,) = [field.allowed for field in MODELS[SPEECH].fields if field.name == "voice"]
    ids = engine.models["text-to-speech", "voicevendor-tts"].fields["voice"].values

    assert set(ids) == set(voices)
    assert len(set(ids.values())) == 20


async def test_a_sound_of_its_own_length_is_cut_at_ten_seconds_and_no_other(
    engine: ElevenLabsEngine, vendor: VendorClient, eleven: FakeElevenLabs, request_for: MakeRequest
) -> None:
    auto = await made(engine, vendor, request_for(SOUNDS, duration="auto", prompt_influence=0.7))
    long = await made(engine, vendor, request_for(SOUNDS, duration="30"))

    assert (auto.seconds_max, long.seconds_max) == (10.0, None)
    assert "duration_seconds" not in eleven.ledger.purchases[0].body
    assert eleven.ledger.purchases[0].body["prompt_influence"] == 0.7
    assert eleven.ledger.purchases[1].body["duration_seconds"] == 30


async def test_music_is_as_long_as_it_was_asked_for(
    engine: ElevenLabsEngine, vendor: VendorClient, eleven: FakeElevenLabs, request_for: MakeRequest
) -> None:
    await made(engine, vendor, request_for(MUSIC, duration=45))

    body = eleven.ledger.only.body
    assert body["music_length_ms"] == 45_000
    assert "seed" not in body


async def test_a_recording_goes_as_it_is(
    engine: ElevenLabsEngine, vendor: VendorClient, eleven: FakeElevenLabs, request_for: MakeRequest
) -> None:
    request = request_for(ISOLATION)

    await made(engine, vendor, request)

    assert eleven.ledger.only.body == {"audio": request.files["audio_url"].stat().st_size, "file_format": "other"}
    assert request.files["audio_url"].read_bytes() in eleven.asked[0].body


async def test_the_cost_is_what_the_answer_says_where_a_credit_has_a_price(
    eleven: FakeElevenLabs, vendor: VendorClient, request_for: MakeRequest
) -> None:
    engine = ElevenLabsEngine(ElevenLabsOptions(base_url=eleven.base, credit_usd=DOLLARS_OF_A_CREDIT))
    request = request_for(SPEECH, prompt="x" * 1_000)

    done = await made(engine, vendor, request)

    estimate = engine.estimate(request)
    assert estimate is not None
    assert done.cost == eleven.ledger.only.price == 100_000
    assert estimate.amount == 100_000


async def test_a_bill_in_another_unit_leaves_the_estimate(
    eleven: FakeElevenLabs, vendor: VendorClient, request_for: MakeRequest
) -> None:
    engine = ElevenLabsEngine(ElevenLabsOptions(base_url=eleven.base, credit_usd=1.0))

    done = await made(engine, vendor, request_for(SPEECH))

    assert done.cost is None


async def test_vietnamese_and_thai_can_be_had_where_the_operators_table_has_them(
    engine: ElevenLabsEngine, tmp_path: Path, eleven: FakeElevenLabs
) -> None:
    (field,) = [one for one in MODELS[DUBBING].fields if one.name == "target_lang"]
    packaged = engine.offers("translate-audio", "voicevendor-dubbing")["target_lang"]
    own = tmp_path / "own.toml"
    own.write_text(
        '["translate-audio/voicevendor-dubbing"]\n'
        'endpoint = "v1/dubbing/project"\nsuffix = ".flac"\ntypical_seconds = 120\nresult = "outputs.lossless_audio"\n'
        'fixed = { model_id = "dubbing_v2" }\nfields = { target_lang = "target_language" }\n'
        'files = { audio_url = { to = "file", how = "multipart" } }\n'
    )
    wider = ElevenLabsEngine(ElevenLabsOptions(models_file=str(own)))

    assert set(field.allowed) - packaged.values == {"vi", "th"}
    assert "elevenlabs" not in packaged.sentence.lower()
    assert wider.ready() is None
    assert wider.offers("translate-audio", "voicevendor-dubbing") == {}


async def test_a_dub_is_called_off(
    engine: ElevenLabsEngine, vendor: VendorClient, eleven: FakeElevenLabs, request_for: MakeRequest
) -> None:
    job = await engine.submit(request_for(DUBBING), vendor)
    assert isinstance(job, Job)

    await engine.cancel(job, vendor)
    await engine.cancel(job, vendor)

    assert eleven.dubs == []
    assert eleven.ledger.only.cancelled_at is not None


async def test_another_region_is_another_address() -> None:
    engine = ElevenLabsEngine(ElevenLabsOptions(result_hosts="dubs.eu.example.com *.files.example.com"))

    assert engine.ready() is None
    assert engine.file_hosts() == ("storage.googleapis.com", "dubs.eu.example.com", "*.files.example.com")


@pytest.mark.parametrize(
    "options",
    [
        ElevenLabsOptions(result_hosts="https://files.example.com"),
        ElevenLabsOptions(result_hosts="*.com"),
        ElevenLabsOptions(result_hosts="files.example.com/../x"),
        ElevenLabsOptions(credit_usd=-1.0),
        ElevenLabsOptions(credit_usd=float("nan")),
    ],
)
async def test_an_option_that_makes_no_sense_is_what_the_engine_lacks(options: ElevenLabsOptions) -> None:
    assert ElevenLabsEngine(options).ready() is not None


@pytest.mark.parametrize(
    "line", ['endpoint = "v1/music"\nresult = "a"', 'endpoint = "v1/dubbing/project"\ndirect = true']
)
async def test_a_table_says_rightly_what_the_answer_is(line: str, tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text(f'["create-music/voicevendor-music"]\n{line}\nsuffix = ".mp3"\ntypical_seconds = 5\n')

    ready = ElevenLabsEngine(ElevenLabsOptions(models_file=str(own))).ready()

    assert ready is not None
    assert "direct: true for all but v1/dubbing/project" in ready
