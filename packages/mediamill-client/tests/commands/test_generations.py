"""Ada lists, looks at, waits for, cancels, deletes and downloads what she made."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.client.scripted_service import Answer, ScriptedService, generation, refusal, told
from tests.client.test_answers import INSPECTED
from tests.commands.conftest import Ada

HERON = "GET /api/generations/gen_heron"


def listed(*ids: str, more: bool = False) -> Answer:
    facts = {"model": "alpha-motion", "credits": 16}
    data = [{**generation("success", output=f"http://x/{id}.fbx"), **facts, "id": id} for id in ids]
    return Answer(200, {"data": data, "pagination": {"total": 9, "limit": 2, "offset": 0, "hasMore": more}})


def finished(service: ScriptedService) -> None:
    service.on(HERON, told("success", output=f"{service.url}/media/walk.fbx"))
    service.on("GET /media/walk.fbx", Answer(200, b"walk"))


def test_the_list_is_a_line_for_each_in_as_many_pages_as_it_takes(typed: Ada, scripted: ScriptedService) -> None:
    scripted.on("GET /ext/generations", listed("gen_3", "gen_2", more=True), listed("gen_2", "gen_1"))
    result = typed("list", "--status", "success", "--tool", "motion-3d", "--search", "a heron", "--since", "2026-11-01")

    assert [line.split("\t")[0] for line in result.stdout.splitlines()] == ["gen_3", "gen_2", "gen_1"]
    assert result.stdout.splitlines()[0].split("\t")[1:4] == ["success", "motion-3d", "alpha-motion"]
    assert scripted.heard[0].path == (
        "/ext/generations?status=success&tool=motion-3d&q=a+heron&from=2026-11-01&limit=20&offset=0"
    )
    assert scripted.heard[1].path.endswith("&offset=2")


def test_no_more_are_listed_than_wanted(typed: Ada, scripted: ScriptedService) -> None:
    scripted.on("GET /ext/generations", listed("gen_3", "gen_2", more=True))

    assert [one["id"] for one in json.loads(typed("list", "--limit", "1", "--json").stdout)] == ["gen_3"]
    assert len(scripted.heard) == 1


@pytest.mark.parametrize("when", ["30m", "6h", "2d", "2026-11-22T10:00:00Z"])
def test_a_time_is_sent_as_an_instant(typed: Ada, scripted: ScriptedService, when: str) -> None:
    scripted.on("GET /ext/generations", listed())
    typed("list", "--since", when)

    assert scripted.heard[0].path.split("from=")[1][:4].isdigit()
    assert "Z&limit=20" in scripted.heard[0].path


def test_one_is_shown_with_all_that_is_known(typed: Ada, scripted: ScriptedService) -> None:
    whole = {**generation("success", output="http://x/walk.fbx"), **INSPECTED}
    scripted.on("GET /ext/generations/gen_heron", Answer(200, whole))
    table = dict(line.split("\t", 1) for line in typed("get", "gen_heron").stdout.splitlines())

    assert (table["id"], table["error"], json.loads(table["payload"])) == ("gen_heron", "", whole["payload"])
    assert json.loads(typed("get", "gen_heron", "--json").stdout) == whole


def test_waiting_prints_the_address_or_writes_the_media(typed: Ada, scripted: ScriptedService, tmp_path: Path) -> None:
    finished(scripted)
    written = typed("wait", "gen_heron", "--out", str(tmp_path / "walk.fbx"))

    assert typed("wait", "gen_heron").stdout == f"{scripted.url}/media/walk.fbx\n"
    assert written.stdout == f"{tmp_path}/walk.fbx\n"
    assert (tmp_path / "walk.fbx").read_bytes() == b"walk"


@pytest.mark.parametrize(
    ("answer", "words", "code"),
    [
        (told("error", error="No."), (), 6),
        (told(), ("--timeout", "0"), 7),
        (refusal(404, "Generation not found"), (), 3),
    ],
)
def test_a_wait_ends_as_a_run_would(
    typed: Ada, scripted: ScriptedService, answer: Answer, words: tuple[str, ...], code: int
) -> None:
    scripted.on(HERON, answer)
    result = typed("wait", "gen_heron", *words)

    assert (result.exit_code, result.stdout) == (code, "")
    assert result.stderr.startswith("mediamill: ")


def test_several_are_canceled_and_the_one_that_is_not_is_named(typed: Ada, scripted: ScriptedService) -> None:
    scripted.on("POST /ext/generations/gen_a/cancel", Answer(200, generation("error", id="gen_a", error="Canceled")))
    result = typed("cancel", "gen_a", "gen_b", "gen_c")

    assert (result.exit_code, result.stdout) == (3, "The generation gen_a is canceled.\n")
    assert "The generation was gen_b." in result.stderr
    assert len(scripted.heard) == 2


def test_nothing_is_deleted_that_nobody_agreed_to(typed: Ada, scripted: ScriptedService) -> None:
    scripted.on("DELETE /ext/generations/gen_heron", Answer(204, b""))
    unasked = typed("delete", "gen_heron")
    agreed = typed("delete", "gen_heron", "--yes")

    assert (unasked.exit_code, agreed.exit_code) == (2, 0)
    assert "give --yes" in unasked.stderr
    assert agreed.stdout == "The generation gen_heron is deleted.\n"
    assert [heard.method for heard in scripted.heard] == ["DELETE"]


def test_media_are_downloaded_into_a_folder_or_to_standard_output(
    typed: Ada, scripted: ScriptedService, tmp_path: Path
) -> None:
    finished(scripted)
    several = typed("download", "gen_heron", "gen_heron", "--out", str(tmp_path), "--json")
    piped = typed("download", "gen_heron", "--out", "-")

    assert {one["path"] for one in json.loads(several.stdout)} == {f"{tmp_path}/motion-3d-gen_heron.fbx"}
    assert (piped.stderr, piped.stdout_bytes) == ("", b"walk")


@pytest.mark.parametrize(
    "words",
    [
        ["download", "gen_a", "gen_b", "--out", "-"],
        ["download", "gen_a", "gen_b", "--out", "one.fbx"],
        ["download", "gen_a", "--out", "nowhere/one.fbx"],
        ["download", "gen_a", "--out", "-", "--json"],
        ["wait", "gen_a", "--out", "nowhere/one.fbx"],
        ["get", ".."],
        ["delete", "", "--yes"],
        ["cancel"],
        ["list", "--since", "yesterday"],
        ["list", "--status", "done"],
        ["list", "--limit", "0"],
    ],
)
def test_wrong_usage_asks_nothing(typed: Ada, scripted: ScriptedService, words: list[str], tmp_path: Path) -> None:
    assert typed(*words).exit_code == 2
    assert scripted.heard == []


def test_media_that_are_not_there_yet_are_told(typed: Ada, scripted: ScriptedService) -> None:
    scripted.on(HERON, told("processing"))
    result = typed("download", "gen_heron")

    assert result.exit_code == 1
    assert result.stderr == "mediamill: gen_heron has no output: its status is processing\n"


def told_all(result: Any) -> str:
    return f"{result.stdout}{result.stderr}"


def test_no_command_prints_the_key(typed: Ada, scripted: ScriptedService) -> None:
    from tests.commands.conftest import ADAS_KEY

    for words in (["list"], ["get", "gen_a"], ["wait", "gen_a"], ["delete", "gen_a", "--yes"], ["account"]):
        assert ADAS_KEY not in told_all(typed(*words))
