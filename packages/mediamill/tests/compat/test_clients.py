"""Whole stories with other services' own clients, against a service that runs; as docs/compat.md shows them."""

import importlib.util
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mediamill.doors import DoorSettings
from tests.places import REPOSITORY
from tests.service import Person, Service

PAGE = (REPOSITORY / "docs/compat.md").read_text()
ADDRESS = "http://localhost:8000"  # of the service, in the page
NODE_SECONDS = 60

pytestmark = [
    pytest.mark.official,
    pytest.mark.xdist_group("compat"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),  # theirs
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),  # sockets that they leave open
]


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    doors = dict.fromkeys(DoorSettings.model_fields, "true")
    service = Service(tmp_path_factory.mktemp("doors") / "data", slots_cpu="2", **doors)
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
    exec(example_of(heading).replace(ADDRESS, ada.service.address), names)
    return names


def run_node(script: str, ada: Person, folder: Path) -> str:
    """What a script for Node prints; their clients are where NODE_PATH says."""
    file = folder / "story.cjs"
    file.write_text(script.replace(ADDRESS, ada.service.address))
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
