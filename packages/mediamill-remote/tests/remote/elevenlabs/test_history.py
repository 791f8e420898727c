"""What was bought when the answer was lost: found where ElevenLabs lists it, never taken from somebody else."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from mediamill.engines import VendorClient
from mediamill.engines.sdk import AnswerLost, EngineUnavailable, Finished, Job, Request
from mediamill.formats import sniff
from mediamill_remote.elevenlabs.engine import ElevenLabsEngine, ElevenLabsOptions
from tests.fakes.elevenlabs import FakeElevenLabs
from tests.fakes.faults import Fault, Reply
from tests.remote.conftest import MakeRequest
from tests.remote.elevenlabs.conftest import DUBBING, ISOLATION, MUSIC, SOUNDS, SPEECH, ago
from tests.remote.elevenlabs.package_types import package_types

OTHERWISE: Mapping[str, Mapping[str, str]] = {SPEECH: {"prompt": "Something else."}, DUBBING: {}}
LONG_AGO = 600.0  # seconds: nothing of then is still on its way


async def lost(engine: ElevenLabsEngine, vendor: VendorClient, eleven: FakeElevenLabs, request: Request) -> None:
    """Bought, and nobody was told."""
    eleven.script.add("submit", Fault.LOSE_ANSWER)
    with pytest.raises(AnswerLost):
        await engine.submit(request, vendor)


async def test_speech_is_found_by_its_text_and_fetched(
    engine: ElevenLabsEngine, vendor: VendorClient, eleven: FakeElevenLabs, request_for: MakeRequest
) -> None:
    await engine.submit(request_for(SPEECH, prompt="Good morning.", voice="Alice"), vendor)
    await engine.submit(request_for(SPEECH, prompt="Good evening.", voice="Bill"), vendor)
    request = request_for(SPEECH, prompt=" Good evening.\n", voice="Alice")
    await lost(engine, vendor, eleven, request)

    found = await engine.find(request, ago(5), vendor)

    assert isinstance(found, Finished)
    (file,) = found.files
    assert isinstance(file, Path)
    assert sniff(file) == "mp3"
    assert found.provenance["requestId"] == f"r{eleven.ledger.purchases[-1].id}"
    assert len(eleven.ledger) == 3


async def test_speech_that_is_found_costs_the_credits_of_its_item(
    eleven: FakeElevenLabs, vendor: VendorClient, request_for: MakeRequest
) -> None:
    engine = ElevenLabsEngine(ElevenLabsOptions(base_url=eleven.base, credit_usd=0.0001))
    request = request_for(SPEECH, prompt="x" * 50)
    await lost(engine, vendor, eleven, request)

    found = await engine.find(request, ago(5), vendor)

    assert isinstance(found, Finished)
    assert found.cost == eleven.ledger.only.price == 5_000


async def test_a_long_history_is_read_page_by_page(
    engine: ElevenLabsEngine, vendor: VendorClient, eleven: FakeElevenLabs, request_for: MakeRequest
) -> None:
    eleven.page_max = 2
    for count in range(5):
        await engine.submit(request_for(SPEECH, prompt=f"Number {count}."), vendor)
    request = request_for(SPEECH, prompt="The last one.")
    await lost(engine, vendor, eleven, request)

    assert isinstance(await engine.find(request, ago(5), vendor), Finished)
    assert await engine.find(request_for(SPEECH, prompt="None."), ago(LONG_AGO), vendor) is None


async def test_what_was_said_before_is_not_what_was_bought(
    engine: ElevenLabsEngine, vendor: VendorClient, eleven: FakeElevenLabs, request_for: MakeRequest
) -> None:
    request = request_for(SPEECH)
    await engine.submit(request, vendor)
    eleven.speech[0].made -= 2 * LONG_AGO

    assert await engine.find(request, ago(LONG_AGO), vendor) is None


async def test_what_was_deleted_is_not_there(
    engine: ElevenLabsEngine, vendor: VendorClient, eleven: FakeElevenLabs, request_for: MakeRequest
) -> None:
    request = request_for(SPEECH)
    await engine.submit(request, vendor)
    eleven.speech[0].state = "deleted"

    assert await engine.find(request, ago(LONG_AGO), vendor) is None


async def test_a_dub_is_found_by_our_mark(
    engine: ElevenLabsEngine, vendor: VendorClient, eleven: FakeElevenLabs, request_for: MakeRequest
) -> None:
    eleven.page_max, eleven.looks = 2, ()
    request = request_for(DUBBING)
    await lost(engine, vendor, eleven, request)
    mine = eleven.dubs[0]
    for _ in range(4):
        await engine.submit(request_for(DUBBING), vendor)
        eleven.dubs[-1].reference = "somebody's"

    job = await engine.find(request, ago(5), vendor)

    assert isinstance(job, Job)
    assert job.handle["project"] == mine.project
    assert isinstance(await engine.poll(job, vendor), Finished)


async def test_an_earlier_try_at_the_same_dub_is_not_what_was_bought(
    engine: ElevenLabsEngine, vendor: VendorClient, eleven: FakeElevenLabs, request_for: MakeRequest
) -> None:
    request = request_for(DUBBING)
    await engine.submit(request, vendor)
    eleven.dubs[0].created -= 2 * LONG_AGO

    assert await engine.find(request, ago(LONG_AGO), vendor) is None


@pytest.mark.parametrize("name", [SPEECH, DUBBING])
async def test_what_was_never_bought_is_not_found(
    name: str, engine: ElevenLabsEngine, vendor: VendorClient, eleven: FakeElevenLabs, request_for: MakeRequest
) -> None:
    request = request_for(name)
    eleven.script.add("submit", Fault.DROP)
    with pytest.raises(AnswerLost):
        await engine.submit(request, vendor)

    assert await engine.find(request, ago(LONG_AGO), vendor) is None
    assert len(eleven.ledger) == 0


@pytest.mark.parametrize("name", [SPEECH, DUBBING])
async def test_what_may_still_be_made_is_asked_for_again(
    name: str, engine: ElevenLabsEngine, vendor: VendorClient, request_for: MakeRequest
) -> None:
    with pytest.raises(EngineUnavailable, match="may still be at work on it"):
        await engine.find(request_for(name), ago(5), vendor)


async def test_speech_that_is_being_made_is_asked_for_again(
    engine: ElevenLabsEngine, vendor: VendorClient, eleven: FakeElevenLabs, request_for: MakeRequest
) -> None:
    request = request_for(SPEECH)
    await lost(engine, vendor, eleven, request)
    eleven.speech[0].state = "processing"

    with pytest.raises(EngineUnavailable, match="is still at work on it"):
        await engine.find(request, ago(LONG_AGO), vendor)


@pytest.mark.parametrize("name", [SPEECH, DUBBING])
@pytest.mark.parametrize(
    "trouble", [Fault.HTML, Fault.BREAK, Fault.CUT_JSON, Fault.BAD_KEY, Fault.BUSY, Reply(200, {"history": None})]
)
async def test_a_list_that_cannot_be_read_says_nothing(
    name: str,
    trouble: Fault | Reply,
    engine: ElevenLabsEngine,
    vendor: VendorClient,
    eleven: FakeElevenLabs,
    request_for: MakeRequest,
) -> None:
    request = request_for(name)
    eleven.script.add("history", trouble)

    with pytest.raises(EngineUnavailable, match="cannot be told yet"):
        await engine.find(request, ago(LONG_AGO), vendor)


@pytest.mark.parametrize("trouble", [Fault.GONE, Fault.BREAK, Fault.HTML])
async def test_a_recording_that_is_not_handed_out_is_asked_for_again(
    trouble: Fault, engine: ElevenLabsEngine, vendor: VendorClient, eleven: FakeElevenLabs, request_for: MakeRequest
) -> None:
    request = request_for(SPEECH)
    await lost(engine, vendor, eleven, request)
    eleven.script.add("recording", trouble)

    with pytest.raises(EngineUnavailable):
        await engine.find(request, ago(5), vendor)

    assert isinstance(await engine.find(request, ago(5), vendor), Finished)


@pytest.mark.parametrize("name", [SOUNDS, MUSIC, ISOLATION])
async def test_what_is_in_no_list_is_not_searched_for(
    name: str, engine: ElevenLabsEngine, vendor: VendorClient, eleven: FakeElevenLabs, request_for: MakeRequest
) -> None:
    request = request_for(name)
    await lost(engine, vendor, eleven, request)

    assert not engine.has_history(request.tool, request.model)
    with pytest.raises(EngineUnavailable, match="has no list"):
        await engine.find(request, ago(LONG_AGO), vendor)


async def test_speech_that_is_not_kept_is_not_searched_for(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text(
        '["text-to-speech/voicevendor-tts"]\nendpoint = "v1/text-to-speech"\nsuffix = ".mp3"\ntypical_seconds = 5\n'
        'direct = true\nfixed = { query = { enable_logging = false } }\nfields = { prompt = "text" }\n'
    )
    model = ("text-to-speech", "voicevendor-tts")

    assert ElevenLabsEngine(ElevenLabsOptions()).has_history(*model)
    assert not ElevenLabsEngine(ElevenLabsOptions(models_file=str(own))).has_history(*model)


@pytest.mark.parametrize(("tool", "model"), [("translate-audio", "voicevendor-dubbing"), ("text-to-3d", "trellis-2")])
async def test_only_what_is_served_is_searched_for(tool: str, model: str, engine: ElevenLabsEngine) -> None:
    assert engine.has_history(tool, model) == (tool == "translate-audio")


@pytest.mark.compared
@pytest.mark.parametrize(("name", "path"), [(SPEECH, "v1/history"), (DUBBING, "v1/dubbing/project")])
async def test_a_search_asks_what_the_package_would_ask(
    name: str,
    path: str,
    engine: ElevenLabsEngine,
    vendor: VendorClient,
    eleven: FakeElevenLabs,
    request_for: MakeRequest,
) -> None:
    types = package_types()
    eleven.page_max = 1
    for _ in range(2):
        await engine.submit(request_for(name), vendor)
    request = replace(request_for(name, **OTHERWISE[name]), generation_id="gen_2")

    assert await engine.find(request, ago(LONG_AGO), vendor) is None

    asked = {parameter for one in eleven.asked if one.method == "GET" for parameter in one.query}
    assert asked
    assert asked <= set(types.calls["GET", path].query)
