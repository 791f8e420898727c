"""The words of every refusal, kept in tests/golden/problems.json."""

from typing import Any

import httpx2
import pytest

from tests.conformance.http.conftest import Stranger
from tests.conformance.http.golden import assert_golden
from tests.service import Person

pytestmark = pytest.mark.xdist_group("http")

SPEECH = {"model": "voicevendor-tts", "prompt": "x"}
EFFECT = {"model": "voicevendor-sound-effects", "prompt": "rain"}


def test_refusals_are_worded_as_they_were(ada: Person, ben: Person, dora: Person, stranger: Stranger) -> None:
    hers = ada.start("drum-generator", model="drumgen")
    told: dict[str, httpx2.Response] = {
        "no key": stranger.request("GET", "/api/account"),
        "no JSON": ada.post("{"),
        "no tool, no input": ada.post("{}"),
        "tool and input of a wrong type": ada.run(5, 5),
        "an empty tool": ada.run("", {}),
        "an unknown tool": ada.run("no-such-tool", {}),
        "an unknown model": ada.run("text-to-speech", {"model": "no-such-model"}),
        "no model": ada.run("text-to-speech", {"prompt": "x"}),
        "a model of a wrong type": ada.run("text-to-speech", {"model": 5}),
        "no prompt": ada.run("text-to-speech", {"model": "voicevendor-tts"}),
        "a prompt of a wrong type": ada.run("text-to-speech", {**SPEECH, "prompt": 5}),
        "an empty prompt": ada.run("text-to-speech", {**SPEECH, "prompt": ""}),
        "a prompt with a NUL": ada.run("text-to-speech", {**SPEECH, "prompt": "\x00"}),
        "a prompt that is too long": ada.run("text-to-speech", {**SPEECH, "prompt": "x" * 3_001}),
        "a voice that nobody has": ada.run("text-to-speech", {**SPEECH, "voice": "Zed"}),
        "a number out of range": ada.run("motion-3d", {"model": "alpha-motion", "prompt": "x", "duration": 13}),
        "a number of a wrong type": ada.run("motion-3d", {"model": "alpha-motion", "prompt": "x", "duration": "5"}),
        "a number that is not listed": ada.run("sound-effects", {**EFFECT, "prompt_influence": 0.2}),
        "a length that is not listed": ada.run("sound-effects", {**EFFECT, "duration": 4}),
        "a fraction for an integer": ada.run("create-image", {"prompt": "x", "seed": 0.5}),
        "unknown fields": ada.run("text-to-speech", {**SPEECH, "a": 1}, b=1),
        "a webhook of a wrong type": ada.run("text-to-speech", SPEECH, webhook=5),
        "an empty webhook": ada.run("text-to-speech", SPEECH, webhook=""),
        "a webhook over http": ada.run("text-to-speech", SPEECH, webhook="http://8.8.8.8/"),
        "a webhook to this host": ada.run("text-to-speech", SPEECH, webhook="https://127.0.0.1/"),
        "a webhook that is too long": ada.run("text-to-speech", SPEECH, webhook="https://8.8.8.8/".ljust(2_049, "a")),
        "an input that is no URL": ada.run("song-splitter", {"model": "demucs", "file": "x"}),
        "an input inside the network": ada.run("song-splitter", {"model": "demucs", "file": "http://10.0.0.1/"}),
        "no credits": ben.run("text-to-speech", SPEECH),
        "another's generation": dora.get(f"/api/generations/{hers}"),
        "an unknown generation": ada.get("/api/generations/gen_0"),
        "an unknown tool's page": ada.get("/api/tools/no-such-tool"),
        "an unknown path": ada.get("/api/no-such-path"),
        "a wrong method": ada.request("DELETE", "/api/run"),
        "a wrong limit": ada.get("/api/generations?limit=x"),
        "a limit of nought": ada.get("/api/generations?limit=0"),
        "an unknown status": ada.get("/api/generations?status=done"),
    }

    kept: dict[str, Any] = {
        what: {"status": answer.status_code, "body": answer.json()} for what, answer in told.items()
    }
    assert_golden("problems.json", kept)
