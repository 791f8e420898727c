"""Ada looks what there is and what it costs, uploads a file, and has her shell complete commands."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.shell_completion import ShellComplete

from mediamill_client.cli.completion import VARIABLE
from mediamill_client.cli.output import PROGRAM
from mediamill_client.cli.program import cli
from tests.client.scripted_service import Answer, ScriptedService, refusal
from tests.client.test_files import uploaded
from tests.commands.conftest import ADAS_KEY, Ada

TOOL = {
    "slug": "text-to-speech",
    "name": "Speech",
    "description": "Reads texts.",
    "type": "audio",
    "outputType": "audio",
    "thumbnail": "http://x/t.webp",
}
FIELDS: dict[str, Any] = {
    "model": {"const": "voicevendor-tts"},
    "prompt": {"type": "string", "maxLength": 3000, "description": "The text."},
    "voice": {"type": "string", "enum": ["Adam", "Alice"], "default": "Adam", "description": "Who reads."},
    "seed": {"type": "integer", "minimum": -1, "maximum": 9007199254740991, "default": -1},
    "audio_url": {"type": "string", "x-media": "audio", "maxLength": 2048, "description": "A recording."},
}
SCHEMA = {
    "x-tool": "text-to-speech",
    "description": "Speech. Price: 1 credit per 10 characters.",
    "properties": FIELDS,
    "required": ["model", "prompt"],
}


@pytest.fixture(autouse=True)
def described(scripted: ScriptedService) -> None:
    scripted.on("GET /openapi.json", Answer(200, {"components": {"schemas": {"a": SCHEMA}}}))
    scripted.on("GET /api/tools", Answer(200, {"data": [TOOL]}))
    models = [{"slug": "voicevendor-tts", "name": "Voices"}]
    scripted.on("GET /api/tools/text-to-speech", Answer(200, {**TOOL, "models": models}))


@pytest.mark.parametrize("words", [["tools"], ["tools", "list"]])
def test_tools_are_listed_with_their_models(typed: Ada, words: list[str]) -> None:
    assert typed(*words).stdout == "text-to-speech\taudio\tvoicevendor-tts\tReads texts.\n"
    assert json.loads(typed(*words, "--json").stdout) == [{**TOOL, "models": ["voicevendor-tts"]}]


def test_a_tool_is_shown_with_price_fields_ranges_and_choices(typed: Ada) -> None:
    lines = typed("tools", "show", "text-to-speech").stdout.splitlines()

    assert lines == [
        "text-to-speech: Reads texts.",
        "",
        "voicevendor-tts: Speech. Price: 1 credit per 10 characters.",
        "--prompt\trequired\tstring, up to 3000 characters\tThe text.",
        "--voice\tAdam\tAdam, Alice\tWho reads.",
        "--seed\t-1\tnumber, from -1\t",
        "--audio_url\t\taddress or file\tA recording.",
    ]


def test_a_tool_is_shown_as_json_with_the_schema_of_each_model(typed: Ada) -> None:
    shown = json.loads(typed("tools", "show", "text-to-speech", "--json").stdout)

    assert shown["models"] == [{"slug": "voicevendor-tts", "description": SCHEMA["description"], "input": SCHEMA}]


def test_an_unknown_tool_or_model_is_not_found(typed: Ada, scripted: ScriptedService) -> None:
    scripted.on("GET /api/tools/text-to-speach", refusal(404, "Tool not found"))
    model = typed("tools", "show", "text-to-speech", "--model", "bard")

    assert typed("tools", "show", "text-to-speach").exit_code == 3
    assert (model.exit_code, model.stderr) == (
        3,
        "mediamill: text-to-speech has no model 'bard'. There are voicevendor-tts.\n",
    )


def test_a_price_is_quoted_for_what_would_be_sent(typed: Ada, scripted: ScriptedService) -> None:
    quoted = {"tool": "text-to-speech", "model": "voicevendor-tts", "credits": 3, "isFinal": True, "balance": 9}
    quoted |= {"available": True, "reason": None, "status": 200}
    scripted.on("POST /ext/quote", Answer(200, quoted))
    words = ["quote", "text-to-speech", "--prompt", "1984", "--voice", "Alice"]
    lines = typed(*words).stdout.splitlines()

    assert lines[2:] == ["credits\t3", "isFinal\ttrue", "balance\t9", "available\ttrue", "reason\t", "status\t200"]
    assert json.loads(typed(*words, "--json").stdout) == quoted
    assert scripted.asked("POST /ext/quote")[0].json == {
        "tool": "text-to-speech",
        "input": {"model": "voicevendor-tts", "prompt": "1984", "voice": "Alice"},
    }


def test_a_wrong_input_has_no_price(typed: Ada, scripted: ScriptedService) -> None:
    fault = {"field": "input.voice", "message": "Must be one of …", "code": "not_allowed"}
    scripted.on("POST /ext/quote", Answer(400, {"message": "Validation failed", "errors": [fault]}))
    result = typed("quote", "text-to-speech", "--prompt", "x", "--voice", "Bard")

    assert result.exit_code == 2
    assert "--voice: Must be one of … (not_allowed)" in result.stderr


def test_files_are_uploaded_and_their_addresses_printed(typed: Ada, scripted: ScriptedService, tmp_path: Path) -> None:
    scripted.on("POST /ext/files", Answer(200, uploaded("upl_1", url="http://x/1")))
    path = tmp_path / "speech.mp3"
    path.write_bytes(b"speech")

    assert typed("upload", str(path), str(path)).stdout == "http://x/1\nhttp://x/1\n"
    assert json.loads(typed("upload", str(path), "--json").stdout) == [uploaded("upl_1", url="http://x/1")]
    assert [heard.body for heard in scripted.heard] == [b"speech"] * 3


@pytest.mark.parametrize("name", ["nothing.mp3", "."])
def test_what_is_no_file_is_told_before_anything_is_uploaded(
    typed: Ada, scripted: ScriptedService, tmp_path: Path, name: str
) -> None:
    (tmp_path / "speech.mp3").write_bytes(b"speech")
    result = typed("upload", str(tmp_path / "speech.mp3"), str(tmp_path / name))

    assert result.exit_code == 2
    assert "is no file" in result.stderr
    assert scripted.heard == []


@pytest.mark.parametrize(
    ("shell", "sign"), [("bash", "complete -o nosort"), ("zsh", "#compdef mediamill"), ("fish", "complete --no-files")]
)
def test_each_shell_gets_its_completion(typed: Ada, shell: str, sign: str) -> None:
    result = typed("completion", shell)

    assert result.exit_code == 0
    assert sign in result.stdout
    assert "_MEDIAMILL_COMPLETE" in result.stdout


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("ge", {"get", "generate"}),
        ("generate --o", {"--out", "--open"}),
        ("generate text-to-speech --prompt x --no", {"--no-wait"}),
        ("generate --prompt x --prompt y --no", {"--no-wait"}),
        ("tools sh", {"show"}),
        ("completion ", {"bash", "zsh", "fish"}),
    ],
)
def test_commands_and_options_are_completed(words: str, found: set[str], scripted: ScriptedService) -> None:
    *before, begun = words.split(" ")
    offered = ShellComplete(cli, {}, PROGRAM, VARIABLE).get_completions(before, begun)

    assert {one.value for one in offered} == found
    assert scripted.heard == []


def test_the_key_goes_to_the_service_only_where_it_is_needed(typed: Ada, scripted: ScriptedService) -> None:
    typed("tools")

    assert {heard.path: heard.headers.get("authorization") for heard in scripted.heard} == {
        "/api/tools": ADAS_KEY,
        "/openapi.json": None,
    }
