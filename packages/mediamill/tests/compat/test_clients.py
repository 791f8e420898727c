"""Whole stories with other services' own clients, against a service that runs; as docs/compat.md shows them."""

import base64
import importlib.util
import io
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from PIL import Image

from mediamill.doors import DoorSettings
from tests.compat.tls import Receiver, TlsFront
from tests.places import REPOSITORY
from tests.ports import free_port
from tests.service import FINISH_SECONDS, START_SECONDS, Person, Service, until

PAGE = (REPOSITORY / "docs/compat.md").read_text()
ADDRESSES = ("http://localhost:8000", "https://media.example.com")  # of the service, in the page
NODE_SECONDS = 60

pytestmark = [
    pytest.mark.official,
    pytest.mark.xdist_group("compat"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),  # theirs
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),  # sockets that they leave open
]


class Fronted(Service):
    """A service that calls itself by the address of what is before it."""

    def start(self) -> "Fronted":
        """Start it, and wait until it answers."""
        self.port = free_port()
        self.command = ("serve", "--host", "127.0.0.1", "--port", str(self.port), "--data-dir", str(self.folder))
        self.begin()
        until(lambda: not self.runs or self.answers(), seconds=START_SECONDS, what="the service answers")
        assert self.runs, f"the service ended at its start: {self.log}"
        return self

    def answers(self) -> bool:
        try:
            return httpx2.get(f"{self.address}/healthz", trust_env=False).status_code == 200
        except httpx2.TransportError:
            return False

    @property
    def public_url(self) -> str:
        return self.settings["public_url"]


@pytest.fixture(scope="module")
def front(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TlsFront]:
    front = TlsFront(tmp_path_factory.mktemp("tls"))
    with pytest.MonkeyPatch.context() as environment:  # everybody believes its certificate, the service as well
        for variable in ("SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS"):
            environment.setenv(variable, str(front.certificate))
        yield front
    front.close()


@pytest.fixture(scope="module")
def receiver(front: TlsFront) -> Iterator[Receiver]:
    receiver = Receiver(front)
    yield receiver
    receiver.close()


@pytest.fixture(scope="module")
def service(front: TlsFront, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    doors = dict.fromkeys(DoorSettings.model_fields, "true")
    folder = tmp_path_factory.mktemp("doors") / "data"
    service = Fronted(folder, slots_cpu="2", public_url=front.address, allowed_networks="127.0.0.0/8", **doors)
    front.behind = lambda: service.port
    yield service.start()
    service.close()


@pytest.fixture(scope="module")
def ada(service: Service) -> Person:
    return service.open_account("ada", credits=10_000)


def needs(package: str) -> pytest.MarkDecorator:
    """Skips where their client is not installed."""
    return pytest.mark.skipif(
        importlib.util.find_spec(package) is None, reason=f"{package} is not installed: scripts/compat.sh installs it"
    )


needs_node = pytest.mark.skipif(
    shutil.which("node") is None or not os.environ.get("NODE_PATH"),
    reason="Node or the clients from npm are not installed: scripts/compat.sh installs them",
)


def example_of(heading: str, language: str = "python") -> str:
    """The first block of code under a heading of the page."""
    section = PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    (block, *_) = re.findall(rf"^```{language}\n(.*?)^```", section, re.M | re.S)
    return str(block)


def run_example(heading: str, ada: Person, folder: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """What the example's names stand for when it has been run in this folder, with Ada's key."""
    monkeypatch.chdir(folder)
    monkeypatch.setenv("MEDIAMILL_API_KEY", ada.key)
    names: dict[str, Any] = {}
    exec(with_address(example_of(heading), ada), names)
    return names


def with_address(text: str, ada: Person) -> str:
    """The page's text with the address of Ada's service."""
    for address in ADDRESSES:
        text = text.replace(address, ada.service.public_url)
        text = text.replace(address.partition("//")[2], ada.service.public_url.partition("//")[2])
    return text


def run_node(script: str, ada: Person, folder: Path) -> str:
    """What a script for Node prints; their clients are where NODE_PATH says."""
    file = folder / "story.cjs"
    file.write_text(with_address(script, ada))
    done = subprocess.run(
        ["node", str(file)],
        cwd=folder,
        env={**os.environ, "MEDIAMILL_API_KEY": ada.key},
        capture_output=True,
        text=True,
        timeout=NODE_SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def drawing() -> str:
    """A square on white, as a PNG in base64."""
    picture = Image.new("RGB", (96, 96), "white")
    picture.paste((180, 40, 40), (24, 24, 72, 72))
    buffer = io.BytesIO()
    picture.save(buffer, "PNG")
    return base64.b64encode(buffer.getvalue()).decode()


def is_mp3(content: bytes) -> bool:
    return content[:3] == b"ID3" or content[:2] in (b"\xff\xfb", b"\xff\xf3")


def is_png(content: bytes) -> bool:
    return content.startswith(b"\x89PNG\r\n\x1a\n")


@needs("openai")
def test_openais_client_makes_a_picture_speaks_and_films(
    ada: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import openai

    before = ada.credits()
    names = run_example("OpenAI", ada, tmp_path, monkeypatch)
    assert is_png((tmp_path / "lighthouse.png").read_bytes())
    assert is_mp3((tmp_path / "fog.mp3").read_bytes())
    assert before - ada.credits() == 8 + 2
    client = names["client"]

    film = client.videos.create(model="sora-2", prompt="waves on a beach", size="1280x720", seconds="4")
    assert [one.id for one in client.videos.list()] == [film.id]
    assert client.videos.delete(film.id).deleted
    with pytest.raises(openai.NotFoundError) as unknown:
        client.videos.retrieve(film.id)
    assert unknown.value.type == "invalid_request_error"
    with pytest.raises(openai.BadRequestError, match="voice"):
        client.audio.speech.create(model="tts-1", input="Hello.", voice="Adam")
    with pytest.raises(openai.AuthenticationError):
        client.with_options(api_key="sk-wrong").models.list()
    assert "tts-1" in [model.id for model in client.models.list()]


@needs("replicate")
def test_replicates_client_runs_waits_lists_cancels_and_hands_in_files(
    ada: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from replicate.exceptions import ModelError, ReplicateError

    before = ada.credits()
    client = run_example("Replicate", ada, tmp_path, monkeypatch)["client"]
    assert is_png((tmp_path / "fox.png").read_bytes())
    assert before - ada.credits() == 10

    with (tmp_path / "fox.png").open("rb") as picture:
        object = client.run("camenduru/tripo-sr", input={"image_path": picture}, wait=False)
    assert object.read()[:4] == b"glTF"
    assert [file.content_type for file in client.files.list()] == ["image/png"]
    assert client.files.get(client.files.list()[0].id).checksums["sha256"]
    assert client.files.delete(client.files.list()[0].id)
    film = client.predictions.create(version="lightricks/ltx-video", input={"prompt": "waves", "duration": 3})
    film.cancel()
    film.reload()
    assert (film.status, film.error) == ("canceled", None)
    assert next(one.id for one in client.predictions.list()) == film.id
    model = client.models.get("google/nano-banana")
    pinned = client.predictions.create(version=model.latest_version, input={"prompt": "a tree"})
    assert pinned.model == "google/nano-banana"
    pinned.cancel()
    assert client.webhooks.default.secret().key.startswith("whsec_")
    with pytest.raises(ReplicateError, match="aspect_ratio"):
        client.run("google/nano-banana", input={"prompt": "a tree", "aspect_ratio": "21:9"})
    with pytest.raises(ReplicateError, match="could not be found"):
        client.predictions.get("gen_nobody")
    with pytest.raises(ModelError, match=r"(?i)file"):
        client.run("camenduru/tripo-sr", input={"image_path": f"{ada.service.public_url}/media/{film.id}/no.png"})


@needs("replicate")
def test_replicates_client_believes_our_webhooks(ada: Person, receiver: Receiver) -> None:
    from replicate.client import Client
    from replicate.webhook import InvalidSignatureError, Webhooks

    client = Client(base_url=f"{ada.service.public_url}/compat/replicate", api_token=ada.key)
    asked = {"webhook": receiver.address, "webhook_events_filter": ["completed"]}
    sound = client.predictions.create(version="sepal/audiogen", input={"prompt": "rain"}, **asked)
    headers, body = receiver.received.get(timeout=FINISH_SECONDS)
    film = client.predictions.create(version="lightricks/ltx-video", input={"prompt": "waves"}, **asked)
    film.cancel()
    _, of_film = receiver.received.get(timeout=FINISH_SECONDS)

    Webhooks.validate(headers=headers, body=body, secret=client.webhooks.default.secret(), tolerance=300)
    with pytest.raises((InvalidSignatureError, ValueError)):
        Webhooks.validate(headers=headers, body=body + " ", secret=client.webhooks.default.secret())
    sound.reload()
    assert json.loads(body) == {**json.loads(body), "id": sound.id, "status": "succeeded", "output": sound.output}
    assert (json.loads(of_film)["id"], json.loads(of_film)["status"]) == (film.id, "canceled")


NODE_REPLICATE = """
const Replicate = require("replicate");
const baseUrl = "http://localhost:8000/compat/replicate/v1";
const replicate = new Replicate({ auth: process.env.MEDIAMILL_API_KEY, baseUrl });
(async () => {
  const speech = await replicate.run("elevenlabs/v3", { input: { prompt: "Good morning." } });
  console.log((await speech.blob()).size > 1000);
  const picture = Buffer.from("PICTURE", "base64");
  const object = await replicate.run("camenduru/tripo-sr", { input: { image_path: picture }, wait: { mode: "poll" } });
  console.log(Buffer.from(await (await object.blob()).arrayBuffer()).subarray(0, 4).toString());
  const prediction = await replicate.predictions.create({ model: "sepal/audiogen", input: { prompt: "rain" } });
  console.log((await replicate.predictions.cancel(prediction.id)).status);
  const pages = await replicate.predictions.list();
  console.log(pages.results[0].id === prediction.id);
  try {
    await replicate.run("midjourney/v7", { input: { prompt: "a red fox" } });
  } catch (error) {
    console.log(error.response.status);
  }
})();
"""


@needs_node
def test_replicates_client_for_node_runs_polls_and_cancels(ada: Person, tmp_path: Path) -> None:
    printed = run_node(NODE_REPLICATE.replace("PICTURE", drawing()), ada, tmp_path).split("\n")

    assert printed[:5] == ["true", "glTF", "canceled", "true", "404"]


FAL_STORY = """
fal_client.client.REST_URL = fal_client.client.CDN_URL = "https://media.example.com/compat/fal/rest"
handle = fal_client.submit("fal-ai/elevenlabs/sound-effects/v2", arguments={"text": "rain", "duration_seconds": 2})
states = [type(event).__name__ for event in handle.iter_events(with_logs=True)]
print(states[-1], handle.get()["audio"]["content_type"])
picture = httpx.get(result["images"][0]["url"]).content
url = fal_client.upload(picture, "image/png", repository="fal")
assert fal_client.upload(picture, "image/png") != url
print(fal_client.run("fal-ai/triposr", arguments={"image_url": url})["model_mesh"]["content_type"])
film = fal_client.submit("fal-ai/ltx-video", arguments={"prompt": "waves"})
fal_client.cancel("fal-ai/ltx-video", film.request_id)
for ask in (
    lambda: fal_client.result("fal-ai/ltx-video", film.request_id),
    lambda: fal_client.submit("fal-ai/nano-banana", arguments={"prompt": "a", "num_images": 3}),
    lambda: fal_client.status("fal-ai/nano-banana", "gen_nobody"),
):
    try:
        ask()
    except fal_client.client.FalClientHTTPError as error:
        print(error.status_code)
for event in fal_client.stream("fal-ai/elevenlabs/tts/turbo-v2.5", arguments={"text": "Good morning."}):
    print(event["audio"]["content_type"])
"""


@needs("fal_client")
def test_fals_client_subscribes_submits_streams_uploads_and_cancels(ada: Person, tmp_path: Path) -> None:
    before = ada.credits()
    script = tmp_path / "story.py"
    script.write_text(with_address(f"import httpx\n{example_of('fal')}{FAL_STORY}", ada))
    done = subprocess.run(
        [sys.executable, str(script)],
        env={**os.environ, "MEDIAMILL_API_KEY": ada.key},
        capture_output=True,
        text=True,
        timeout=NODE_SECONDS,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    url, *rest = done.stdout.split("\n")
    assert url.startswith(f"{ada.service.public_url}/media/gen_")
    assert rest[:6] == ["Completed audio/mpeg", "model/gltf-binary", "400", "422", "404", "audio/mpeg"]
    assert before - ada.credits() == 8 + 2 + 4 + 2


NODE_FAL = """
const { createFalClient } = require("@fal-ai/client");
const fal = createFalClient({
  credentials: process.env.MEDIAMILL_API_KEY,
  proxyUrl: { url: "https://media.example.com/compat/fal/proxy", when: "always" },
});
(async () => {
  const states = [];
  const effect = await fal.subscribe("fal-ai/elevenlabs/sound-effects", {
    input: { text: "rain", duration_seconds: 1 },
    onQueueUpdate: (update) => states.push(update.status),
  });
  console.log(effect.data.audio.content_type, states[states.length - 1], effect.requestId.startsWith("gen_"));
  const bytes = new Blob([Buffer.from("PICTURE", "base64")], { type: "image/png" });
  const object = await fal.subscribe("fal-ai/triposr", { input: { image_url: bytes } });
  console.log(object.data.model_mesh.file_name.endsWith(".glb"));
  const { request_id } = await fal.queue.submit("fal-ai/ltx-video", { input: { prompt: "waves" } });
  await fal.queue.cancel("fal-ai/ltx-video", { requestId: request_id });
  console.log((await fal.queue.status("fal-ai/ltx-video", { requestId: request_id })).status);
  try {
    await fal.subscribe("fal-ai/flux/dev", { input: { prompt: "a", image_size: "huge" } });
  } catch (error) {
    console.log(error.status, error.body.detail[0].loc.join("."));
  }
})();
"""


@needs_node
def test_fals_client_for_node_subscribes_uploads_and_cancels(ada: Person, tmp_path: Path) -> None:
    assert run_node(NODE_FAL.replace("PICTURE", drawing()), ada, tmp_path).split("\n")[:4] == [
        "audio/mpeg COMPLETED true",
        "true",
        "COMPLETED",
        "422 body.image_size",
    ]


@needs("elevenlabs")
def test_elevenlabs_client_speaks_sounds_isolates_and_dubs(
    ada: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from elevenlabs.core.api_error import ApiError

    before = ada.credits()
    client = run_example("ElevenLabs", ada, tmp_path, monkeypatch)["client"]
    spoken = (tmp_path / "fog.mp3").read_bytes()
    assert is_mp3(spoken)
    assert before - ada.credits() == 2

    rain = b"".join(client.text_to_sound_effects.convert(text="rain on a tin roof", duration_seconds=1.5))
    waltz = b"".join(client.music.compose(prompt="a slow waltz for piano", music_length_ms=3_000))
    streamed = b"".join(client.text_to_speech.stream("pNInz6obpgDQGcFmaJgB", text="Good morning."))
    assert [is_mp3(one) for one in (rain, waltz, streamed)] == [True, True, True]
    voice = b"".join(client.audio_isolation.convert(audio=("fog.mp3", spoken)))
    assert voice[:4] == b"fLaC"
    dubbing = client.dubbing.create(file=("fog.mp3", spoken), target_lang="es")
    found = client.dubbing.get(dubbing.dubbing_id)
    assert (found.status in ("dubbing", "dubbed"), found.target_languages) == (True, ["es"])
    client.dubbing.delete(dubbing.dubbing_id)
    assert "Sarah" in [voice.name for voice in client.voices.search().voices]
    for ask, status in (
        (lambda: client.dubbing.get(dubbing.dubbing_id), 404),
        (lambda: b"".join(client.text_to_speech.convert("nobody", text="Hello.")), 404),
        (lambda: b"".join(client.music.compose(prompt="a waltz", music_length_ms=600_000)), 422),
    ):
        with pytest.raises(ApiError) as refused:
            ask()
        assert refused.value.status_code == status


NODE_OPENAI = """
const OpenAI = require("openai").default;
const client = new OpenAI({ apiKey: process.env.MEDIAMILL_API_KEY, baseURL: "http://localhost:8000/compat/openai/v1" });
(async () => {
  const picture = await client.images.generate({ model: "gpt-image-1", prompt: "a red fox", size: "1024x1024" });
  console.log(Buffer.from(picture.data[0].b64_json, "base64").subarray(1, 4).toString());
  const speech = await client.audio.speech.create({ model: "tts-1", voice: "nova", input: "Good morning." });
  console.log((await speech.arrayBuffer()).byteLength > 1000);
  try {
    await client.images.generate({ model: "dall-e-9", prompt: "a red fox" });
  } catch (error) {
    console.log(error.status, error.code);
  }
})();
"""


@needs_node
def test_openais_client_for_node_makes_a_picture_and_speaks(ada: Person, tmp_path: Path) -> None:
    assert run_node(NODE_OPENAI, ada, tmp_path).split("\n")[:3] == ["PNG", "true", "404 model_not_found"]
