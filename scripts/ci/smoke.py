"""An installation tried from outside: `python smoke.py alone|procedural|neural|remote|local`, with its own Python."""

import json
import os
import re
import struct
import subprocess
import sys
import tempfile
import time
import wave
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import httpx2

MEDIAMILL = Path(sys.executable).with_name("mediamill")
START_SECONDS = 60
FINISH_SECONDS = 120
HEAVY = ("scipy", "cv2", "skimage", "pyloudnorm", "embreex", "fast_simplification")
PAGES = ("/docs", "/openapi.json", "/healthz", "/readyz", "/metrics")
INSTALL_ENGINES, INSTALL_CODECS = 'pip install "mediamill[procedural]"', 'pip install "mediamill[codecs]"'
# Engines of the operator's own: a picture, an object out of a caller's picture, a sound out of a caller's sound.
OWN = """
import struct, json
from PIL import Image
from mediamill.engines.sdk import Artifact

class Own:
    def ready(self):
        return None

class Painter(Own):
    def generate(self, request, report):
        Image.new("RGB", (640, 480), "#886644").save(request.folder / "picture.png")
        return Artifact(request.folder / "picture.png", provenance={"method": "one colour"})

class Modeller(Own):
    def generate(self, request, report):
        with Image.open(request.files["image_url"]) as picture:
            assert picture.size == (4, 4)
        points = struct.pack("<9f", 0, 0, 0, 1, 0, 0, 0, 1, 0)
        accessor = {"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}
        accessor |= {"min": [0, 0, 0], "max": [1, 1, 0]}
        scene = {
            "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
            "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}], "accessors": [accessor],
            "bufferViews": [{"buffer": 0, "byteLength": 36}], "buffers": [{"byteLength": 36}],
        }
        text = json.dumps(scene).encode()
        text += b" " * (-len(text) % 4)
        body = struct.pack("<I4s", len(text), b"JSON") + text + struct.pack("<I4s", 36, b"BIN\\0") + points
        path = request.folder / "triangle.glb"
        path.write_bytes(b"glTF" + struct.pack("<II", 2, 12 + len(body)) + body)
        return Artifact(path, provenance={"method": "one triangle"})

class Copier(Own):
    def generate(self, request, report):
        path = request.folder / "copy.wav"
        path.write_bytes(request.files["audio_url"].read_bytes())
        return Artifact(path, provenance={"method": "a copy"})
"""
CHOICE = {
    "create-image/nano-banana": "own:Painter",
    "image-to-3d-object/triposr": "own:Modeller",
    "voice-isolator/voicevendor-voice-isolator": "own:Copier",
}


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        {"alone": alone, "procedural": procedural, "neural": neural, "remote": remote, "local": local}[sys.argv[1]](
            folder
        )


def alone(folder: Path) -> None:
    """The service without any engine package: all of it answers, and says what to install."""
    for package in HEAVY:
        assert subprocess.run([sys.executable, "-c", f"import {package}"], capture_output=True).returncode, package
    rows = json.loads(run(folder, "engines", "--json"))
    assert rows
    assert all(row["engine"] is None and INSTALL_ENGINES in row["missing"] for row in rows), rows
    print(f"`mediamill engines` names {INSTALL_ENGINES} for each of {len(rows)} models")
    with service(folder / "data") as mill:
        print(f"{mill.answers()} operations and {len(PAGES)} pages answer")
        assert b"Start in five minutes" in mill.file(f"{mill.address}/guide/")
        order = {"tool": "create-image", "input": {"prompt": "A lighthouse"}}
        quote = mill.client.post(f"{mill.address}/ext/quote", json=order).json()
        assert "No engine is set up for create-image/nano-banana" in quote["reason"], quote
    own_engines(folder)


def own_engines(folder: Path) -> None:
    """Callers' files are decoded, pictures get their thumbnails, and objects go without, which the log explains."""
    (folder / "own.py").write_text(OWN)
    settings = {"MEDIAMILL_ENGINES": json.dumps(CHOICE), "PYTHONPATH": str(folder)}
    with service(folder / "own", settings) as mill:
        picture = mill.run("create-image", prompt="A lighthouse")
        assert mill.file(picture["thumbnail"]).startswith(b"RIFF"), picture
        sent = mill.upload(png(), "image")
        shape = mill.run("image-to-3d-object", model="triposr", image_url=sent)
        assert mill.file(shape["output"]).startswith(b"glTF"), shape
        assert shape["thumbnail"] is None, shape
        sound = mill.run("voice-isolator", audio_url=mill.upload(wav(folder), "audio"))
        assert mill.file(sound["output"]).startswith(b"RIFF"), sound
    log = (folder / "own.log").read_text().replace('\\"', '"')  # as JSON
    assert INSTALL_CODECS in log, log
    print("an uploaded picture and sound were decoded; a picture has a thumbnail; the log says what an object's takes")


def procedural(folder: Path) -> None:
    """With the engines everything can be made."""
    rows = json.loads(run(folder, "engines", "--json"))
    assert rows
    assert all(row["ready"] for row in rows), [row["missing"] for row in rows]
    with service(folder / "data") as mill:
        print(f"{mill.answers()} operations and {len(PAGES)} pages answer")
        environment = {"MEDIAMILL_API_KEY": mill.key, "MEDIAMILL_BASE_URL": mill.address}
        run(folder, "generate", "drum-generator", "--out", str(folder / "loop.mp3"), settings=environment)
        assert (folder / "loop.mp3").stat().st_size > 10_000
        shape = mill.run("text-to-3d", model="alpha3d-v3", prompt="a chair")
        assert mill.file(shape["thumbnail"]).startswith(b"RIFF"), shape
    print(f"{len(rows)} models are ready; a drum loop and a chair with its thumbnail were made")


def neural(folder: Path) -> None:
    """The models are found, are the known ones, and run where engines run."""
    with service(folder / "data") as mill:
        said = mill.run(
            "text-to-speech", model="voicevendor-tts", prompt="The mill turns day and night.", voice="Alice"
        )
        sound = mill.upload(mill.file(said["output"]), "audio")
        alone = mill.run("voice-isolator", audio_url=sound)
        again = mill.run("translate-audio", model="voicevendor-dubbing", audio_url=sound, target_lang="en")
        made = [said, alone, again]
        told = [mill.get(f"/ext/generations/{one['id']}")["provenance"] for one in made]
    found = [told[0]["base"], told[1]["method"], told[2]["recogniser"]]
    assert found == ["hibari heart", "DeepFilterNet3", "Whisper tiny.en"], told
    print(f"{', '.join(found)}: each made what it is for")


def remote(folder: Path) -> None:
    """The vendors' engines find their tables and lack nothing but a key; the service starts with them."""
    engines = [entry.load() for entry in entry_points(group="mediamill.engines")]
    assert engines
    for engine in engines:
        assert engine(engine.Options()).ready() is None, engine
    with service(folder / "data") as mill:
        print(f"{mill.answers()} operations and {len(PAGES)} pages answer; {len(engines)} engines of vendors are there")


def local(folder: Path) -> None:
    """The rows of weights are found; nothing of them is here."""
    rows = json.loads(run(folder, "models", "list", "--json"))
    assert rows
    assert all(row["state"] == "absent" for row in rows), rows
    print(f"`mediamill models list` shows {len(rows)} weights to pull")


@dataclass
class Mill:
    """A service that runs."""

    address: str
    key: str
    admin_key: str  # which may only look
    client: httpx2.Client

    def get(self, path: str) -> Any:
        response = self.client.get(self.address + path)
        assert response.status_code == 200, response.text
        return response.json()

    def file(self, url: str) -> bytes:
        response = self.client.get(url)
        assert response.status_code == 200, url
        return response.content

    def run(self, tool: str, **input: str) -> Any:
        """The generation, ended."""
        made = self.client.post(f"{self.address}/api/run", json={"tool": tool, "input": input})
        assert made.status_code == 200, made.text
        deadline = time.monotonic() + FINISH_SECONDS
        while (shown := self.get(f"/api/generations/{made.json()['id']}"))["status"] not in ("success", "error"):
            assert time.monotonic() < deadline, shown
            time.sleep(0.2)
        return shown

    def upload(self, content: bytes, kind: str) -> str:
        """The URL of a file that was taken for what it is."""
        response = self.client.post(f"{self.address}/ext/files", content=content)
        assert response.status_code in (200, 201), response.text
        assert response.json()["type"] == kind, response.text
        return str(response.json()["url"])

    def answers(self) -> int:
        """How many operations of the interface there are, none of which is unknown or breaks down."""
        asked = 0
        for path, operations in self.get("/openapi.json")["paths"].items():
            for method in sorted(set(operations) & {"get", "post", "put", "delete", "patch"}):
                url = self.address + re.sub(r"{\w+}", "x", path)
                headers = {"Authorization": self.admin_key if path.startswith("/admin/") else self.key}
                with self.client.stream(method.upper(), url, headers=headers) as response:
                    told = response.read().decode(errors="replace") if response.status_code >= 400 else ""
                    assert response.status_code < 500, (method, path, told)
                    assert response.status_code != 405, (method, path, told)
                    assert '"Not found"' not in told, (method, path, told)
                asked += 1
        assert asked > 10, asked
        for page in PAGES:
            assert self.client.get(self.address + page).status_code == 200, page
        return asked


@contextmanager
def service(data: Path, settings: Mapping[str, str] | None = None) -> Iterator[Mill]:
    """`mediamill serve` with a demo account; its log is beside the data folder."""
    printed, log = data.with_suffix(".out"), data.with_suffix(".log")
    command = [str(MEDIAMILL), "serve", "--host", "127.0.0.1", "--port", "0", "--data-dir", str(data), "--demo"]
    with printed.open("wb") as out, log.open("wb") as err:
        process = subprocess.Popen(
            command, stdout=out, stderr=err, cwd=data.parent, env={**plain(), **(settings or {})}
        )
    try:
        deadline = time.monotonic() + START_SECONDS
        while len(found := dict(re.findall(r"export MEDIAMILL_(API_KEY|BASE_URL)=(\S+)", printed.read_text()))) < 2:
            assert process.poll() is None, log.read_text()
            assert time.monotonic() < deadline, log.read_text()
            time.sleep(0.1)
        with httpx2.Client(trust_env=False, timeout=60, headers={"Authorization": found["API_KEY"]}) as client:
            admin_key = run(data.parent, "admin-keys", "create", "smoke", "--scope", "read", "--data-dir", str(data))
            yield Mill(found["BASE_URL"], found["API_KEY"], admin_key.strip(), client)
    except BaseException:
        print(log.read_text(), file=sys.stderr)
        raise
    finally:
        process.terminate()
        process.wait(60)


def run(folder: Path, *arguments: str, settings: Mapping[str, str] | None = None) -> str:
    done = subprocess.run(
        [MEDIAMILL, *arguments], cwd=folder, env={**plain(), **(settings or {})}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def plain() -> dict[str, str]:
    """The environment without settings of ours, and without other packages."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("MEDIAMILL_", "PYTHON"))}


def png() -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = (b"\0" + b"\x20\x60\xa0" * 4) * 4
    header = struct.pack(">IIBBBBB", 4, 4, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def wav(folder: Path) -> bytes:
    with wave.open(str(folder / "tone.wav"), "wb") as file:
        file.setparams((1, 2, 8_000, 0, "NONE", "not compressed"))
        file.writeframes(b"\0\x20\0\xe0" * 8_000)
    return (folder / "tone.wav").read_bytes()


if __name__ == "__main__":
    main()
