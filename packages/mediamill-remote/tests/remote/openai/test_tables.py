"""The tables of every kind of server against the catalogue, and against the types of OpenAI's own Python package."""

import json
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from mediamill.config import InvalidSettings
from mediamill.engines import SecretSources
from mediamill.engines.installed import Description, read_description
from mediamill.engines.sdk import HANDLE_BYTES_MAX
from mediamill.engines.section import set_up
from mediamill_remote.openai import engine as engine_module
from mediamill_remote.openai.engine import BROKEN, ENDED, JOBS, STAGES, OpenAIEngine, OpenAIOptions
from mediamill_remote.openai.ticket import Ticket
from tests.remote.conftest import MODELS
from tests.remote.inputs import requests_for
from tests.remote.openai.conftest import SERVERS
from tests.remote.openai.package_types import SENT, package_types

ENGINES = {server: OpenAIEngine(OpenAIOptions(server=server)) for server in SERVERS}  # type: ignore[arg-type]
SERVED = [(server, f"{tool}/{model}") for server, engine in ENGINES.items() for tool, model in engine.models]
COMPARED = [
    (server, f"{tool}/{model}")
    for server, engine in ENGINES.items()
    for (tool, model), mapping in engine.models.items()
    if mapping.endpoint in SENT
]
EXTENSIONS = {"seed", "num_frames", "fps"}  # that servers of one's own take beyond what OpenAI does
NO_SECRETS = SecretSources(environment=lambda _: None, file=str, stored=lambda _: None)


@pytest.mark.parametrize(("server", "name"), SERVED)
@settings(max_examples=5)
@given(data=st.data())
def test_every_input_has_a_body_and_an_estimate(server: str, name: str, data: st.DataObject) -> None:
    engine = ENGINES[server]
    request = data.draw(requests_for(engine, name))
    assume(str(request.input.get("prompt", "a heron")).strip())  # blank ones are refused where they cannot be sent

    mapped = engine.mapped(request)

    assert json.loads(json.dumps(mapped.body)) == mapped.body
    assert 0 <= int(mapped.body.get("params", mapped.body).get("seed", 0)) < 2**31
    assert mapped.estimate is not None
    assert mapped.mapping.direct == (not mapped.result)


@pytest.mark.parametrize(("server", "name"), SERVED)
def test_every_field_but_openais_seed_reaches_the_server(server: str, name: str) -> None:
    model = MODELS[name]
    mapping = ENGINES[server].models[model.tool, model.slug]
    told = {*mapping.fields, *mapping.files} | ({"seed"} if mapping.seed else set())

    left = {field.name for field in model.fields} - told

    assert left <= {"seed"}
    assert (left == {"seed"}) <= (server == "openai" or mapping.endpoint == "v1/audio/speech")


def test_the_description_names_what_any_server_makes() -> None:
    described = read_description(Path(engine_module.__file__).with_name("engine.toml"))

    assert isinstance(described, Description)
    assert set(described.serves) == {model for engine in ENGINES.values() for model in engine.models}
    assert described.partial == any(engine.offers(*one) for engine in ENGINES.values() for one in described.serves)


def test_every_motion_has_thirty_frames_a_second() -> None:
    field = ENGINES["localai"].models["motion-3d", "alpha-motion"].fields["duration"]

    assert {round(float(seconds) * 30, 6) for seconds in field.only} == {float(one) for one in field.values.values()}
    assert all(float(frames) == round(float(seconds) * 30, 6) for seconds, frames in field.values.items())
    assert {field.values["2"], field.values["5"]} == {"60", "150"}


def test_what_is_a_job_says_that_the_file_is_its_own() -> None:
    for engine in ENGINES.values():
        for mapping in engine.models.values():
            assert mapping.direct or mapping.endpoint not in JOBS


def test_the_largest_handle_fits_into_its_row() -> None:
    ticket = Ticket("e" * 120, "j" * 128, ".mp4", "m" * 400, "yes")

    assert len(json.dumps(dict(ticket.handle())).encode()) <= HANDLE_BYTES_MAX
    assert Ticket.of(ticket.handle()) == ticket


def test_a_server_has_to_be_named_and_its_models_said() -> None:
    nameless = set_up("openai", OpenAIEngine, {}, NO_SECRETS)
    named = set_up("openai.voices", OpenAIEngine, {"base_url": "http://10.0.0.7:8880"}, NO_SECRETS)

    assert nameless.missing == 'set base_url in [engine."openai"]'
    assert named.missing is None
    assert named.engine.default_models == ()


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("base_url", "http://10.0.0.7:8880/v1/", "without the /v1"),
        ("server", "ollama", "server"),
        ("usd_per_million_tokens", -1.0, "from 0 to 100000"),
        ("usd_per_million_tokens", float("inf"), "from 0 to 100000"),
    ],
)
def test_an_option_that_cannot_be_is_an_error(option: str, value: object, said: str) -> None:
    with pytest.raises(InvalidSettings, match=said):
        set_up("openai", OpenAIEngine, {option: value}, NO_SECRETS)


def test_a_model_without_a_table_is_said() -> None:
    section = {"base_url": "http://10.0.0.7", "models": ["create-video/ltx-video"]}

    found = set_up("openai", OpenAIEngine, section, NO_SECRETS).missing

    assert found == "models: no table says how a server of kind openai makes create-video/ltx-video."
    assert set_up("openai", OpenAIEngine, {**section, "server": "vllm-omni"}, NO_SECRETS).missing is None


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ('endpoint = "v1/videos"\nresult = "url"', "direct: true for v1/videos"),
        (
            'endpoint = "v1/x"\ndirect = true\nform = true\nfiles = { image_url = { to = "image", how = "data_url" } }',
            "files.image_url.how: multipart where `form` is true",
        ),
    ],
)
def test_an_own_table_that_no_server_could_take_is_a_fault(entry: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "models.toml"
    path.write_text(f'["text-to-3d/trellis-2"]\nsuffix = ".glb"\ntypical_seconds = 9\n{entry}\n')

    assert said in (OpenAIEngine(OpenAIOptions(models_file=str(path))).ready() or "")


@pytest.mark.compared
@pytest.mark.parametrize(("server", "name"), COMPARED)
@settings(max_examples=15)
@given(data=st.data())
def test_a_body_is_what_the_package_would_send(server: str, name: str, data: st.DataObject) -> None:
    types, engine = package_types(), ENGINES[server]
    mapped = engine.mapped(data.draw(requests_for(engine, name)))
    extensions = EXTENSIONS if server != "openai" else set()
    # Each server of one's own has one model; sizes of videos are its own, too.
    own = {"model", *({"size"} if mapped.mapping.endpoint == "v1/videos" else ())} if extensions else set()
    plain = {key: value for key, value in mapped.body.items() if key not in extensions | own}

    faults = types.faults_of(mapped.mapping.endpoint, plain)

    assert set(faults) <= ({"model is missing"} if extensions else set())


@pytest.mark.compared
def test_the_models_and_voices_are_openais() -> None:
    types = package_types()
    images, speech = types.classes["ImageGenerateParamsBase"], types.classes["SpeechCreateParams"]
    table = ENGINES["openai"].models

    assert table["create-image", "nano-banana"].fixed["model"] in types.words(images["model"])
    assert table["create-image", "flux-2-flex"].fixed["model"] in types.words(images["model"])
    voiced = table["text-to-speech", "voicevendor-tts"]
    assert voiced.fixed["model"] in types.words(speech["model"])
    assert set(voiced.fields["voice"].values.values()) <= types.words(speech["voice"])


@pytest.mark.compared
def test_what_is_read_of_answers_is_what_the_package_reads() -> None:
    types = package_types()

    assert {"b64_json", "url"} <= set(types.classes["Image"])
    assert {"data", "usage"} <= set(types.classes["ImagesResponse"])
    assert {"id", "status", "progress", "error"} <= set(types.classes["Video"])
    assert types.words(types.classes["Video"]["status"]) <= {*STAGES, *ENDED, *BROKEN}
    assert {"code", "message", "param", "type"} <= set(types.classes["ErrorObject"])


@pytest.mark.compared
@pytest.mark.parametrize(
    ("method", "path"),
    [
        *(("POST", f"/{endpoint}") for endpoint in SENT),
        ("GET", "/v1/videos/{}"),
        ("GET", "/v1/videos/{}/content"),
        ("DELETE", "/v1/videos/{}"),
        ("GET", "/v1/models"),
    ],
)
def test_every_call_is_one_of_the_package(method: str, path: str) -> None:
    calls = package_types().calls

    if path == "/v1/models":  # asked as a page of a list
        assert ("GET", "/v1/models/{}") in calls
    else:
        assert (method, path) in calls


@pytest.mark.compared
def test_the_package_would_notice_a_wrong_body() -> None:
    types = package_types()
    body = {"input": 7, "voice": "onyx", "response_format": "ogg", "seed": 1}

    assert set(types.faults_of("v1/audio/speech", body)) == {
        "model is missing",
        "input is Required[str], not 7",
        "response_format is Literal['mp3', 'opus', 'aac', 'flac', 'wav', 'pcm'], not 'ogg'",
        "there is no seed",
    }
