"""The documentation page: everything in the OpenAPI document is on it, and it needs nothing of anybody else's."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from mediamill import catalogue
from mediamill.http import ENDPOINTS, openapi_document
from mediamill.http.handlers.pages import POLICY, STATIC

ADDRESS = "http://localhost:8000"
READER = Path(__file__).with_name("docs_page.mjs")
OUTSIDE = re.compile(r"https?://|\bimport\b|@import|url\(|\beval\b|innerHTML|insertAdjacentHTML|document\.write")


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return openapi_document(ENDPOINTS, catalogue.load(None), ADDRESS)


@pytest.fixture(scope="module")
def page(document: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What a reader of the page sees, its script run by Node."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    file = tmp_path_factory.mktemp("docs") / "openapi.json"
    file.write_text(json.dumps(document))
    ran = subprocess.run([node, READER, STATIC / "docs.js", file], capture_output=True, text=True, check=True)
    seen = json.loads(ran.stdout)
    assert isinstance(seen, dict)
    return seen


def operations(document: dict[str, Any]) -> list[tuple[str, str, dict[str, Any]]]:
    return [
        (method, path, operation)
        for part in ("paths", "webhooks")
        for path, methods in document[part].items()
        for method, operation in methods.items()
    ]


def plain(text: str) -> str:
    """Text without the marks of code."""
    return text.replace("`", "")


def test_every_operation_is_shown_with_its_parameters_and_answers(
    document: dict[str, Any], page: dict[str, Any]
) -> None:
    for method, path, operation in operations(document):
        text = page["articles"][operation["operationId"]]
        assert f"{method.upper()} {path}" in text
        assert operation["summary"] in text
        assert f"#{operation['operationId']}" in page["links"]
        for parameter in operation["parameters"]:
            assert parameter["name"] in text
            assert plain(parameter["description"]) in text
        for status, response in operation["responses"].items():
            assert f"{status} {plain(response['description'])}" in text


def test_every_body_is_shown_with_its_fields_and_a_command_that_sends_it(
    document: dict[str, Any], page: dict[str, Any]
) -> None:
    examples = document["paths"]["/api/run"]["post"]["requestBody"]["content"]["application/json"]["examples"]
    for name, example in examples.items():
        text = page["bodies"][f"run {name}"]
        tool, model = name.split("/")
        fields = document["components"]["schemas"][f"Input.{tool}.{model}"]["properties"]
        sent = json.loads(text.split("-d '")[1].split("'Answers")[0].replace("'\\''", "'"))
        assert [field for field in fields if f"input.{field}" not in text] == []
        assert sent == example["value"]


def test_commands_fit_the_method_and_the_body(page: dict[str, Any]) -> None:
    key = ' \\\n  -H "Authorization: $MEDIAMILL_API_KEY"'

    assert f"curl '{ADDRESS}/api/generations/ID'{key}Answers" in page["articles"]["getGeneration"]
    assert f"curl '{ADDRESS}/ext/files/ID' \\\n  -X DELETE{key}Answers" in page["articles"]["deleteFile"]
    assert (
        f"curl '{ADDRESS}/ext/generations/ID/cancel' \\\n  -X POST{key}Answers" in page["articles"]["cancelGeneration"]
    )
    assert f"curl '{ADDRESS}/ext/files'{key} \\\n  --data-binary @FILEAnswers" in page["articles"]["uploadFile"]
    assert "curl" not in page["articles"]["generationSucceeded"]


def test_nothing_but_the_document_is_requested(page: dict[str, Any]) -> None:
    assert page["requested"] == ["/openapi.json"]
    assert [href for href in page["links"] if not href.startswith("#")] == []
    assert {"img", "script", "iframe", "style", "form"} & set(page["names"]) == set()


@pytest.mark.parametrize("name", ["docs.html", "docs.js", "docs.css"])
def test_its_files_name_nobody_else_and_write_no_markup(name: str) -> None:
    assert OUTSIDE.findall((STATIC / name).read_text()) == []


def test_its_policy_lets_only_its_own_script_and_style_in() -> None:
    allowed = dict(part.strip().split(" ", 1) for part in POLICY.split(";"))

    assert {"default-src": "'none'", "script-src": "'self'", "style-src": "'self'", "connect-src": "'self'"} == {
        name: allowed[name] for name in ("default-src", "script-src", "style-src", "connect-src")
    }
    assert not re.search(r"\sstyle=|\son\w+=|<style|<script>", (STATIC / "docs.html").read_text())
