"""A service whose models a vendor on loopback makes, as its clients see it."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib import resources
from pathlib import Path

from mediamill.catalogue import Media
from mediamill.testing.samples import MAKERS
from tests.service import Person, Service

FAL = """
[engine."fal"]
base_url = "{base}"
upload_url = "{base}"
key_file = "{key}"
"""
REPLICATE = """
[engine."replicate"]
base_url = "{base}/v1"
key_file = "{key}"
models = ["image-to-3d-object/instantmesh", "sound-effects/audiogen"]
"""
MESHY = """
[engine."meshy"]
base_url = "{base}"
key_file = "{key}"
credit_usd = 0.02
"""
ELEVENLABS = """
[engine."elevenlabs"]
base_url = "{base}"
key_file = "{key}"
credit_usd = 0.0001
"""
GEMINI = """
[engine."gemini"]
base_url = "{base}/v1beta"
key_file = "{key}"
"""
LTX = """
[engine."ltx"]
base_url = "{base}"
key_file = "{key}"
models_file = "{models}"
"""
BFL = """
[engine."bfl"]
base_url = "{base}"
key_file = "{key}"
"""
STABILITY = """
[engines]
"create-image/nano-banana" = ["stability", "procedural.painter"]

[engine."stability"]
base_url = "{base}"
key_file = "{key}"
models = ["image-to-3d-object/triposr"]
concurrency = 4
"""
OPENAI = """
[engine."openai"]
base_url = "{base}"
key_file = "{key}"
models = ["create-image/nano-banana", "text-to-speech/voicevendor-tts"]
usd_per_million_tokens = 66.3
"""
FILMS = """
[engine."openai.films"]
base_url = "{base}"
server = "vllm-omni"
key_file = "{key}"
models = ["create-video/ltx-video", "text-to-speech/voicevendor-tts"]
"""
TRIPO = """
[engine."tripo"]
base_url = "{base}"
key_file = "{key}"
models = ["text-to-3d/alpha3d-v3", "image-to-3d-object/triposr"]
"""
TENCENT = """
[engine."tencent"]
base_url = "{base}"
key_file = "{key}"
credit_usd = 0.02
"""
MOTIONS = """
[engine."openai.motions"]
base_url = "{base}"
server = "localai"
key_file = "{key}"
[engines]
"motion-3d/alpha-motion" = ["openai.motions", "procedural.motion"]
"""
ONE_AT_A_TIME = "concurrency = 1\n"  # below a section: a kill then meets one purchase and no more
COG = """
[engine."cog.render2"]
base_url = "{base}"
models = ["create-image/nano-banana"]
models_file = "{models}"
"""
GRADIO = """
[engine."gradio.render2"]
base_url = "{base}"
models = ["create-image/nano-banana", "create-image/flux-2-flex", "sound-effects/audiogen"]
models_file = "{models}"
"""
COMFYUI = """
[engine."comfyui.render2"]
base_url = "{base}"
models = ["create-image/flux-2-flex", "image-to-3d-object/alpha3d-v21"]
usd_per_second = 0.001
"""


def quick_ltx() -> str:
    """The packaged models of LTX, each made in a second: a lost answer is waited out for as long."""
    packaged = resources.files("mediamill_remote.ltx").joinpath("models.toml").read_text()
    assert "typical_seconds = 30\n" in packaged
    return packaged.replace("typical_seconds = 30\n", "typical_seconds = 1\n")


@contextmanager
def serving(folder: Path, section: str, files: Mapping[str, str], *flags: str, **settings: str) -> Iterator[Service]:
    """A service with this section; `files` are private ones, each placed where its name stands in braces."""
    for name, text in files.items():
        path = folder / name
        path.write_text(text)
        path.chmod(0o600)
        section = section.replace(f"{{{name}}}", str(path))
    (folder / "mediamill.toml").write_text(section)
    service = Service(folder / "data", *flags, **{"rate_limit": "off", **settings})
    try:
        yield service.start()
    finally:
        service.close()


def handed_in(person: Person, media: Media, folder: Path) -> str:
    """The address of a file that somebody hands in."""
    response = person.request("POST", "/ext/files", body=MAKERS[media](folder).read_bytes())
    assert response.status_code in (200, 201), response.text
    return str(response.json()["url"])
