"""`mediamill generate`, as Ada types it: what is sent, what is printed, and how it ends."""

import errno
import json
import os
import pty
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from mediamill_client import backoff
from mediamill_client.cli.generate import generate
from tests.client.scripted_service import (
    Answer,
    ScriptedService,
    accepted,
    generation,
    progress,
    refusal,
    state,
    stream,
    told,
)
from tests.client.test_answers import INSPECTED
from tests.client.test_files import uploaded

ADAS_KEY = "mm_live_ada0_fv7Qx2r9ZkT4sLw8cYb1"
RUN, HERON, MOTION = "POST /api/run", "GET /api/generations/gen_heron", "GET /api/tools/motion-3d"
FBX = b"Kaydara FBX Binary  \x00" * 1000
TOOL = {
    "slug": "motion-3d",
    "name": "Motion",
    "description": "Moves",
    "type": "3d",
    "outputType": "object",
    "thumbnail": "http://127.0.0.1/t.webp",
}
FIELDS: dict[str, Any] = {
    "model": {"const": "alpha-motion"},
    "prompt": {"type": "string"},
    "duration": {"type": "number"},
    "seconds": {"type": ["number", "string"], "enum": ["auto", "1", "2", 1, 2]},
    "influence": {"type": "number", "enum": [0.1, 0.3]},
    "level": {"enum": ["low", 5]},
    "seed": {"type": "integer"},
    "aspect_ratio": {"type": "string", "enum": ["1:1", "16:9"]},
    "loop": {"type": "boolean"},
    "tags": {"type": "array"},
}
Ada = Callable[..., Result]


@pytest.fixture
def service() -> Iterator[ScriptedService]:
    """A service with one tool of one model, which makes a walk at once."""
    with ScriptedService().running() as service:
        schema = {"x-tool": "motion-3d", "properties": FIELDS}
        service.on("GET /openapi.json", Answer(200, {"components": {"schemas": {"Input.motion-3d": schema}}}))
        service.on("GET /media/walk.fbx", Answer(200, FBX))
        yield service


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, which is the current one."""
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def ada(service: ScriptedService, here: Path, monkeypatch: pytest.MonkeyPatch) -> Ada:
    """Ada at her terminal, with key and address in her environment."""
    monkeypatch.setattr(backoff, "RETRY_FIRST_SECONDS", 0.001)
    monkeypatch.setattr(backoff, "POLL_FIRST_SECONDS", 0.001)
    monkeypatch.setenv("MEDIAMILL_API_KEY", ADAS_KEY)
    monkeypatch.setenv("MEDIAMILL_BASE_URL", service.url)

    def types(*words: str) -> Result:
        return CliRunner().invoke(generate, words)

    return types


def ready(service: ScriptedService, **more: Any) -> None:
    """Script a run of the only model that ends well."""
    models = [{"slug": "alpha-motion", "name": "Alpha"}, {"slug": "beta-motion", "name": "Beta"}]
    service.on(MOTION, Answer(200, TOOL | {"models": models}))
    service.on(RUN, accepted())
    service.on(HERON, told("processing"), told("success", output=f"{service.url}/media/walk.fbx", **more))


def sent(service: ScriptedService) -> Any:
    """The one order that was sent."""
    [order] = service.asked(RUN)
    return order.json


# Files of one's own


def test_a_file_of_ones_own_is_handed_in_and_its_address_sent(ada: Ada, service: ScriptedService, here: Path) -> None:
    ready(service)
    address = f"{service.url}/media/upl_1/cat.jpg"
    shown = uploaded("upl_1", url=address)
    service.on("POST /ext/files", Answer(200, shown))
    (here / "cat.jpg").write_bytes(b"cat")
    result = ada("motion-3d", "--image_url", "./cat.jpg", "--prompt", "walk.txt")
    [handed_in] = service.asked("POST /ext/files")

    assert result.exit_code == 0
    assert (handed_in.body, handed_in.headers["authorization"]) == (b"cat", ADAS_KEY)
    assert sent(service)["input"] == {"model": "alpha-motion", "image_url": address, "prompt": "walk.txt"}


def test_what_is_neither_a_url_nor_a_file_costs_nothing(ada: Ada, service: ScriptedService) -> None:
    ready(service)
    result = ada("motion-3d", "--file", "song.mp3")

    assert result.exit_code == 2
    assert "'song.mp3' is neither a URL nor a file here" in result.stderr
    assert service.asked(RUN) == []


def test_an_address_stays_what_it_is(ada: Ada, service: ScriptedService) -> None:
    ready(service)
    ada("motion-3d", "--image_url", "https://example.com/cat.jpg")

    assert sent(service)["input"]["image_url"] == "https://example.com/cat.jpg"
    assert service.asked("POST /ext/files") == []


# What is printed


def test_the_path_written_is_all_that_is_printed(ada: Ada, service: ScriptedService, here: Path) -> None:
    ready(service)
    result = ada("motion-3d", "--prompt", "a slow walk", "--duration", "2")

    assert (result.stdout, result.stderr, result.exit_code) == ("motion-3d-gen_heron.fbx\n", "", 0)
    assert (here / "motion-3d-gen_heron.fbx").read_bytes() == FBX
    assert sent(service) == {
        "tool": "motion-3d",
        "input": {"model": "alpha-motion", "prompt": "a slow walk", "duration": 2},
    }


@pytest.mark.parametrize(
    ("out", "written"),
    [
        ("walk.fbx", "walk.fbx"),
        ("old", "old/motion-3d-gen_heron.fbx"),
        ("new/deep/", "new/deep/motion-3d-gen_heron.fbx"),
    ],
)
def test_out_is_a_file_or_a_folder(ada: Ada, service: ScriptedService, here: Path, out: str, written: str) -> None:
    ready(service)
    (here / "old").mkdir()
    result = ada("motion-3d", "--prompt", "a walk", "--out", out)

    assert (result.stdout, result.exit_code) == (f"{written}\n", 0)
    assert (here / written).read_bytes() == FBX


def test_json_prints_the_generation_and_writes_nothing(ada: Ada, service: ScriptedService, here: Path) -> None:
    ready(service, payload={"prompt": "un héron 🪶"})
    result = ada("motion-3d", "--prompt", "un héron 🪶", "--json")

    assert json.loads(result.stdout) == generation(
        "success", output=f"{service.url}/media/walk.fbx", payload={"prompt": "un héron 🪶"}
    )
    assert "un héron 🪶" in result.stdout
    assert list(here.iterdir()) == []


def test_words_that_changed_nothing_are_told_on_stderr(ada: Ada, service: ScriptedService, here: Path) -> None:
    ready(service)
    shown = {**generation("success", output=f"{service.url}/media/walk.fbx"), **INSPECTED}
    service.on("GET /ext/generations/gen_heron", Answer(200, shown))
    result = ada("motion-3d", "--prompt", "a green sofa walks", "--json")

    assert "Not understood: 'sofa', 'green'\n" in result.stderr
    assert "Not understood" not in result.stdout


def test_json_with_out_does_both(ada: Ada, service: ScriptedService, here: Path) -> None:
    ready(service)
    result = ada("motion-3d", "--prompt", "a walk", "--json", "--out", "walk.fbx")

    assert json.loads(result.stdout)["status"] == "success"
    assert (here / "walk.fbx").read_bytes() == FBX


def test_who_does_not_wait_gets_the_id(ada: Ada, service: ScriptedService, here: Path) -> None:
    ready(service)

    assert ada("motion-3d", "--no-wait").stdout == "gen_heron\n"
    assert json.loads(ada("motion-3d", "--no-wait", "--json").stdout)["id"] == "gen_heron"
    assert service.asked(HERON) == []
    assert list(here.iterdir()) == []


def test_media_go_to_a_pipe_and_nothing_else_does(service: ScriptedService, here: Path) -> None:
    ready(service)
    with started(service, "--prompt", "a walk", "--out", "-", stdout=subprocess.PIPE) as program:
        stdout, _ = program.communicate(timeout=20)

    assert (program.returncode, stdout) == (0, FBX)
    assert list(here.iterdir()) == []


@pytest.mark.parametrize("works", [True, False])
def test_the_file_is_opened_on_request(
    ada: Ada, service: ScriptedService, monkeypatch: pytest.MonkeyPatch, works: bool
) -> None:
    opened: list[str] = []

    def launch(path: str) -> int:
        opened.append(path)
        return int(not works)

    monkeypatch.setattr(click, "launch", launch)
    ready(service)
    result = ada("motion-3d", "--prompt", "a walk", "--open")

    assert (result.exit_code, opened) == (0, ["motion-3d-gen_heron.fbx"])
    assert result.stderr == ("" if works else "Nothing here opens motion-3d-gen_heron.fbx.\n")


# The fields of a tool


def test_help_of_a_tool_lists_its_fields_with_ranges_and_price(ada: Ada, service: ScriptedService) -> None:
    voices = {"type": "string", "enum": ["Adam", "Alice"], "default": "Adam", "description": "Who reads."}
    length = {"type": "number", "minimum": 0.5, "maximum": 12, "description": "Seconds."}
    properties = {
        "model": {"const": "alpha-motion"},
        "prompt": {"type": "string", "maxLength": 1024, "description": "What it does."},
        "target_voice": voices,
        "duration": length,
    }
    schema = {"x-tool": "motion-3d", "properties": properties, "required": ["model", "prompt"]}
    schema["description"] = "Movement. Price: 16 credits per run."
    service.on("GET /openapi.json", Answer(200, {"components": {"schemas": {"a": schema}}}))
    with ScriptedService().running() as described:
        described.on("GET /openapi.json", Answer(200, {"components": {"schemas": {"a": schema}}}))
        shown = " ".join(ada("motion-3d", "--help", "--base-url", described.url).stdout.split())
        asked = described.heard

    assert "Fields of motion-3d with --model alpha-motion: Movement. Price: 16 credits per run." in shown
    assert "--prompt What it does. [string, up to 1024 characters; required]" in shown
    assert "--target-voice Who reads. [Adam, Alice; default: Adam]" in shown
    assert "--duration Seconds. [number, 0.5 to 12; optional]" in shown
    assert ["authorization" in heard.headers for heard in asked] == [False]


def test_help_of_a_tool_that_cannot_be_had_is_help_all_the_same(ada: Ada, service: ScriptedService) -> None:
    unknown = ada("motion-4d", "--help")
    absent = ada("motion-3d", "--help", "--base-url", "http://127.0.0.1:1")

    assert (unknown.exit_code, absent.exit_code) == (0, 0)
    assert "The service knows no motion-4d. There are motion-3d." in unknown.stdout
    assert "cannot be shown: Cannot reach http://127.0.0.1:1: Connection refused" in absent.stdout


# What is sent


@pytest.mark.parametrize(
    ("words", "field", "value"),
    [
        (["--prompt", "1984"], "prompt", "1984"),
        (["--prompt", "true"], "prompt", "true"),
        (["--prompt="], "prompt", ""),
        (["--prompt=--weird -h"], "prompt", "--weird -h"),
        (["--prompt", "-h"], "prompt", "-h"),
        (["--prompt", "a=b:=c"], "prompt", "a=b:=c"),
        (["--prompt", "Graureiher 鷺 🪶"], "prompt", "Graureiher 鷺 🪶"),
        (["--prompt", "{not json"], "prompt", "{not json"),
        (["--duration", "2"], "duration", 2),
        (["--duration=2.50"], "duration", 2.5),
        (["--duration", "1e1"], "duration", 10.0),
        (["--seed", "-1"], "seed", -1),
        (["--seed", "9007199254740993"], "seed", 9007199254740993),
        (["--seconds", "2"], "seconds", "2"),
        (["--seconds", "7"], "seconds", 7),
        (["--seconds", "auto"], "seconds", "auto"),
        (["--influence", "0.3"], "influence", 0.3),
        (["--level", "5"], "level", 5),
        (["--level", "high"], "level", "high"),
        (["--aspect-ratio", "16:9"], "aspect_ratio", "16:9"),
        (["--aspect_ratio", "16:9"], "aspect_ratio", "16:9"),
        (["--loop"], "loop", True),
        (["--loop", "--prompt", "x"], "loop", True),
        (["--loop", "false"], "loop", False),
        (["--tags", '["a", 1]'], "tags", ["a", 1]),
        (["--unheard-of", "5"], "unheard_of", 5),
        (["--unheard-of", "5s"], "unheard_of", "5s"),
        (["--prompt:=5"], "prompt", 5),
        (["prompt:=[1, null]"], "prompt", [1, None]),
        (['duration:="2"'], "duration", "2"),
        (["timeout:=3"], "timeout", 3),
    ],
)
def test_fields_are_sent_in_the_type_the_model_takes(
    ada: Ada, service: ScriptedService, words: list[str], field: str, value: object
) -> None:
    ready(service)
    result = ada("motion-3d", *words, "--json")
    found = sent(service)["input"][field]

    assert result.exit_code == 0
    assert (found, type(found)) == (value, type(value))


@pytest.mark.parametrize(
    "description",
    [Answer(404, {"message": "Not found"}), Answer(200, {"openapi": "3.1.0"}), Answer(200, b"<html>")],
)
def test_without_a_description_values_speak_for_themselves(
    here: Path, monkeypatch: pytest.MonkeyPatch, description: Answer
) -> None:
    with ScriptedService().running() as service:
        service.on("GET /openapi.json", description)
        service.on(RUN, accepted())
        words = ["motion-3d", "--model", "m", "--a", "5", "--b", "-0.5", "--c", "05", "--d", "true", "--no-wait"]
        result = CliRunner().invoke(generate, [*words, "--base-url", service.url, "--api-key", "k"])

        assert (result.stdout, result.exit_code) == ("gen_heron\n", 0)
        assert sent(service)["input"] == {"model": "m", "a": 5, "b": -0.5, "c": "05", "d": "true"}


def test_the_description_is_fetched_only_for_values_in_doubt(ada: Ada, service: ScriptedService) -> None:
    ready(service)
    ada("motion-3d", "--prompt", "a slow walk", "duration:=2", "--json")

    assert service.asked("GET /openapi.json") == []


def test_the_tool_may_stand_anywhere(ada: Ada, service: ScriptedService) -> None:
    ready(service)
    result = ada("--prompt", "a walk", "--no-wait", "--duration", "2", "motion-3d", "--webhook=https://ada.example.com")

    assert result.exit_code == 0
    assert sent(service) == {
        "tool": "motion-3d",
        "input": {"model": "alpha-motion", "prompt": "a walk", "duration": 2},
        "webhook": "https://ada.example.com",
    }


@pytest.mark.parametrize("words", [["--model", "beta-motion"], ["--model=beta-motion"]])
def test_a_model_that_is_named_is_not_looked_up(ada: Ada, service: ScriptedService, words: list[str]) -> None:
    ready(service)
    ada("motion-3d", *words, "--no-wait")

    assert sent(service)["input"] == {"model": "beta-motion"}
    assert service.asked(MOTION) == []


def test_a_tool_without_models_is_ordered_without_one(ada: Ada, service: ScriptedService) -> None:
    service.on(MOTION, Answer(200, TOOL | {"models": []}))
    service.on(RUN, accepted())
    ada("motion-3d", "--duration", "2", "--no-wait")

    assert sent(service)["input"] == {"duration": 2}


# How it ends


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["motion-3d", "another"],
        ["motion-3d", "--no-wait", "--out", "x"],
        ["motion-3d", "--no-wait", "--timeout", "3"],
        ["motion-3d", "--timeout", "-1"],
        ["motion-3d", "--no-wait", "--open"],
        ["motion-3d", "--json", "--open"],
        ["motion-3d", "--out", "-", "--open"],
        ["motion-3d", "--out", "-", "--json"],
        ["motion-3d", "--api-key", "k", "--profile", "work"],
        ["motion-3d", "--profile", "nowhere"],
        ["motion-3d", "--timeout"],
        ["motion-3d", "--out", "nowhere/walk.fbx"],
        ["motion-3d", "--out", "x" * 300 + "/walk.fbx"],
        ["motion-3d", "--out", "/dev/null/"],
        ["motion-3d", "--prompt", "a", "--prompt", "b"],
        ["motion-3d", 'model:="alpha-motion"'],
        ["motion-3d", "--prompt"],
        ["motion-3d", "--loop", "5"],
        ["motion-3d", "--duration", "true"],
        ["motion-3d", "--influence", "[1]"],
        ["motion-3d", "--tags", "[1"],
        ["motion-3d", "duration:=NaN"],
        ["motion-3d", "duration:=1e999"],
        ["motion-3d", "--duration", "1e999"],
        ["motion-3d", "duration:=" + "[" * 100_000],
        ["motion-3d", "--prompt", "\udcff"],
        ["..", "--prompt", "x"],
        ["--", "motion-3d", "--prompt"],
    ],
)
def test_wrong_usage_is_told_before_anything_is_ordered(ada: Ada, service: ScriptedService, words: list[str]) -> None:
    ready(service)
    result = ada(*words)

    assert (result.exit_code, result.stdout) == (2, "")
    assert re.search("^(Error|mediamill): ", result.stderr, re.MULTILINE)
    assert service.asked(RUN) == []


@pytest.mark.parametrize("named", [True, False])
def test_wrong_input_is_told_in_the_words_of_the_command_line(ada: Ada, service: ScriptedService, named: bool) -> None:
    faults = [
        {"field": "input.prompt", "message": "Must be at most 1024 characters", "code": "too_long"},
        {"field": "webhook", "message": "Must be https", "code": "invalid_url"},
    ]
    service.on(MOTION, Answer(200, TOOL | {"models": [{"slug": "alpha-motion", "name": "Alpha"}]}))
    service.on(RUN, Answer(400, {"message": "Validation failed", "errors": faults}))
    result = ada("motion-3d", "--prompt", "x", *(["--model", "alpha-motion"] if named else []))

    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == (
        "mediamill: 400 Validation failed\n"
        "  --prompt: Must be at most 1024 characters (too_long)\n"
        "  --webhook: Must be https (invalid_url)\n"
        + ("" if named else "  The model was alpha-motion; --model names another.\n")
    )


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (refusal(401, "Invalid or missing API key"), 4),
        (refusal(402, "Insufficient credits"), 5),
        (refusal(403, "Forbidden"), 4),
        (refusal(404, "Model not found"), 3),
        (refusal(429, "Rate limit exceeded", Retry_After="999"), 1),
        (refusal(500, "Internal server error"), 1),
        (Answer(502, b"<html>"), 8),
        (refusal(503, "Service unavailable"), 8),
        (Answer(hang_up=True), 8),
        (Answer(200, []), 1),
    ],
)
def test_each_refusal_has_its_exit_code(ada: Ada, service: ScriptedService, answer: Answer, code: int) -> None:
    service.on(RUN, answer)
    result = ada("motion-3d", "--model", "alpha-motion", "--prompt", "x")

    assert (result.exit_code, result.stdout) == (code, "")
    assert result.stderr.startswith("mediamill: ")
    assert isinstance(result.exception, SystemExit)


def test_an_unknown_tool_is_answered_with_those_there_are(ada: Ada, service: ScriptedService) -> None:
    service.on("GET /api/tools/motion-4d", refusal(404, "Tool not found"))
    service.on("GET /api/tools", Answer(200, {"data": [TOOL, TOOL | {"slug": "create-image"}]}))
    result = ada("motion-4d", "--prompt", "x")

    assert (result.exit_code, result.stdout) == (3, "")
    assert result.stderr == "mediamill: 404 Tool not found: 'motion-4d'. There are create-image, motion-3d.\n"


@pytest.mark.parametrize("more", [[], ["--json"]])
def test_a_failed_generation_ends_with_its_reason(ada: Ada, service: ScriptedService, more: list[str]) -> None:
    failed = generation("error", error="The prompt asks for no movement.")
    service.on(RUN, accepted())
    service.on(HERON, Answer(200, failed))
    result = ada("motion-3d", "--model", "alpha-motion", *more)

    assert (result.exit_code, result.stderr) == (
        6,
        "mediamill: gen_heron failed: The prompt asks for no movement.\n",
    )
    assert result.stdout == (json.dumps(failed, indent=2) + "\n" if more else "")


def test_a_wait_that_takes_too_long_says_how_to_go_on(ada: Ada, service: ScriptedService) -> None:
    service.on(RUN, accepted())
    service.on(HERON, told("processing"))
    result = ada("motion-3d", "--model", "alpha-motion", "--timeout", "0.01")

    assert (result.exit_code, result.stdout) == (7, "")
    assert "gen_heron is still processing after 0.01 s" in result.stderr
    assert "To follow it: mediamill wait gen_heron\n" in result.stderr


def test_a_service_that_is_not_there_is_unreachable(ada: Ada) -> None:
    result = ada("motion-3d", "--base-url", "http://127.0.0.1:1", "--prompt", "x")

    assert (result.exit_code, result.stdout) == (8, "")
    assert result.stderr == "mediamill: Cannot reach http://127.0.0.1:1: Connection refused\n"


def test_a_missing_key_is_a_matter_of_authentication(ada: Ada, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MEDIAMILL_API_KEY")
    result = ada("motion-3d")

    assert result.exit_code == 4
    assert "set the environment variable MEDIAMILL_API_KEY, or give --api-key" in result.stderr


def test_an_impossible_address_is_wrong_usage(ada: Ada) -> None:
    result = ada("motion-3d", "--base-url", "localhost:8000")

    assert (result.exit_code, result.stdout) == (2, "")
    assert "The base URL 'localhost:8000' must look like" in result.stderr


def test_media_that_cannot_be_had_is_not_lost(ada: Ada, service: ScriptedService, here: Path) -> None:
    gone = f"{service.url}/media/gone.fbx"
    service.on(RUN, accepted())
    service.on(HERON, told("success", output=gone))
    result = ada("motion-3d", "--model", "alpha-motion")

    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == f"mediamill: 404 Not Found while downloading {gone}\nThe media stays at {gone}\n"
    assert list(here.iterdir()) == []


def test_a_full_disk_is_told_with_the_address(
    ada: Ada, service: ScriptedService, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    ready(service)
    monkeypatch.setattr(os, "fsync", full)
    result = ada("motion-3d", "--prompt", "a walk")

    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == (
        f"mediamill: [Errno 28] No space left on device\nThe media stays at {service.url}/media/walk.fbx\n"
    )
    assert list(here.iterdir()) == []


def test_the_key_is_never_printed(ada: Ada, service: ScriptedService) -> None:
    service.on(RUN, refusal(401, f"{ADAS_KEY} is wrong"))
    result = ada("motion-3d", "--model", "m", "--api-key", ADAS_KEY)

    assert "[redacted] is wrong" in result.stderr
    assert ADAS_KEY not in result.output


# The real program


def started(service: ScriptedService, *words: str, **streams: Any) -> subprocess.Popen[bytes]:
    # A shell that runs the tests in the background has Ctrl-C ignored, and its children too.
    code = "import signal as s; s.signal(s.SIGINT, s.default_int_handler)\n"
    code += "from mediamill_client.cli.generate import generate; generate()"
    program = [sys.executable, "-c", code, "motion-3d", *words]
    environment = os.environ | {"MEDIAMILL_API_KEY": ADAS_KEY, "MEDIAMILL_BASE_URL": service.url, "TERM": "xterm"}
    return subprocess.Popen(program, env=environment, **streams)


def test_ctrl_c_leaves_the_generation_running_and_says_how_to_follow_it(service: ScriptedService, here: Path) -> None:
    service.on(RUN, accepted())
    service.on(HERON, told("processing"))
    with started(service, "--model", "m", stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
        service.wait_until_asked(HERON)
        program.send_signal(signal.SIGINT)
        stdout, stderr = program.communicate(timeout=10)

    assert (program.returncode, stdout) == (130, b"")
    assert stderr.decode() == ("mediamill: interrupted. gen_heron goes on. To follow it: mediamill wait gen_heron\n")


def test_ctrl_c_during_the_order_says_that_it_is_in_doubt(service: ScriptedService, here: Path) -> None:
    service.on(RUN, Answer(stall=True))
    with started(service, "--model", "m", stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
        service.wait_until_asked(RUN)
        program.send_signal(signal.SIGINT)
        stdout, stderr = program.communicate(timeout=10)

    assert (program.returncode, stdout) == (130, b"")
    assert stderr.startswith(b"mediamill: interrupted. It may have been ordered")


def test_progress_is_shown_on_a_terminal_and_leaves_stdout_alone(service: ScriptedService, here: Path) -> None:
    ready(service)
    terminal, stderr = pty.openpty()
    with started(service, "--prompt", "a walk", stdout=subprocess.PIPE, stderr=stderr) as program:
        os.close(stderr)
        stdout, _ = program.communicate(timeout=20)
    shown = read_all(terminal)

    assert (program.returncode, stdout) == (0, b"motion-3d-gen_heron.fbx\n")
    assert b"motion-3d gen_heron: processing" in shown


def test_a_terminal_shows_how_far_it_is_and_what_it_is_doing(service: ScriptedService, here: Path) -> None:
    ready(service)
    done = state(1, "success", output=f"{service.url}/media/walk.fbx")
    service.on("GET /ext/generations/gen_heron/events", stream(progress(0.4, "drawing"), done))
    terminal, stderr = pty.openpty()
    with started(service, "--prompt", "a walk", stdout=subprocess.PIPE, stderr=stderr) as program:
        os.close(stderr)
        stdout, _ = program.communicate(timeout=20)
    shown = read_all(terminal)

    assert (program.returncode, stdout) == (0, b"motion-3d-gen_heron.fbx\n")
    assert b"gen_heron: drawing" in shown
    assert b" 40%" in shown


def read_all(terminal: int) -> bytes:
    shown = b""
    try:
        while chunk := os.read(terminal, 65_536):
            shown += chunk
    except OSError:  # the end of a terminal nobody writes to any more
        pass
    finally:
        os.close(terminal)
    return shown


def test_asking_for_help_imports_neither_http_nor_rich() -> None:
    program = (
        "import sys; from mediamill_client.cli.generate import generate; generate(['--help'], standalone_mode=False); "
        "sys.exit(str({'httpx2', 'rich', 'asyncio'} & set(sys.modules)))"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=20)

    assert result.stderr == "set()\n"
    assert "--prompt" in result.stdout
