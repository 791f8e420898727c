"""The document at /openapi.json: true to the service, to itself and to what it was yesterday."""

import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import jsonschema_rs
import pytest

from mediamill.accounts import lookup_id
from mediamill.generations import Generation, Status, webhook_body
from mediamill.webhooks import webhook_headers
from tests.conformance.http import literal_addresses
from tests.conformance.http.golden import assert_golden
from tests.conformance.http.menu import MENU, TOOLS
from tests.generations.test_generation import FIELDS
from tests.places import PYTHONPATH
from tests.service import Person, Service

SCHEMATHESIS = Path(sys.executable).with_name("schemathesis")
EXAMPLES_PER_OPERATION = 30
HANGING_SECONDS = 600  # a busy machine takes many times the usual half minute
SEED = 20260131
NOT_TRIED = "/(events|inbox|deliveries/test)$"  # streams that do not end here; what asks others at once
OF_OPERATORS = "^/admin/"
# Which URLs are public is beyond what a schema can say: valid by the schema is not always valid by the rules.
BEYOND_A_SCHEMA = "positive_data_acceptance"


@pytest.fixture(scope="module")
def document(service: Service) -> dict[str, Any]:
    response = httpx2.get(f"{service.address}/openapi.json", trust_env=False)
    assert (200, "application/json") == (response.status_code, response.headers["Content-Type"])
    found = response.json()
    assert isinstance(found, dict)
    return found


def examples(document: dict[str, Any]) -> dict[str, Any]:
    content = document["paths"]["/api/run"]["post"]["requestBody"]["content"]["application/json"]
    return {name: example["value"] for name, example in content["examples"].items()}


def validator(document: dict[str, Any], *path: str) -> jsonschema_rs.Draft202012Validator:
    """The schema at this place of the document, with what it refers to."""
    schema = document
    for step in path:
        schema = schema[step]
    return jsonschema_rs.Draft202012Validator({**schema, "components": document["components"]}, validate_formats=True)


@pytest.mark.xdist_group("http")
def test_the_document_is_what_it_was(document: dict[str, Any], service: Service) -> None:
    text = json.dumps(document).replace(service.public_url, "{base_url}")

    assert_golden("openapi.json", json.loads(text))


@pytest.mark.xdist_group("http")
def test_the_document_names_the_six_operations_and_the_key(document: dict[str, Any]) -> None:
    named = {
        (method, path): operation["tags"]
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    }
    operations = {operation for operation, tags in named.items() if tags not in (["extras"], ["admin"])}
    scheme = document["components"]["securitySchemes"]["apiKey"]

    assert {
        ("post", "/api/run"),
        ("get", "/api/generations"),
        ("get", "/api/generations/{id}"),
        ("get", "/api/account"),
        ("get", "/api/tools"),
        ("get", "/api/tools/{slug}"),
    } == operations
    assert ("apiKey", "header", "Authorization") == (scheme["type"], scheme["in"], scheme["name"])
    for path, methods in document["paths"].items():
        for operation in methods.values():
            assert {"401", "405", "429", "500", "503"} <= set(operation["responses"]), path
            assert "Allow" in operation["responses"]["405"]["headers"], path
            assert {"200", "204"} & set(operation["responses"]), path


def every_schema(found: Any) -> Iterator[dict[str, Any]]:
    """Every object of the document that could be a schema."""
    if isinstance(found, dict):
        yield found
    for within in found.values() if isinstance(found, dict) else found if isinstance(found, list) else ():
        yield from every_schema(within)


@pytest.mark.xdist_group("http")
def test_every_enumeration_has_one_type_that_its_values_have(document: dict[str, Any]) -> None:
    """Generators of clients drop what has several."""
    python: dict[str, Any] = {"string": str, "number": (int, float), "integer": int}
    enumerations = [schema for schema in every_schema(document) if isinstance(schema.get("enum"), list)]

    assert len(enumerations) > 20
    for schema in enumerations:
        assert schema["type"] in python, schema
        assert all(isinstance(value, python[schema["type"]]) for value in schema["enum"]), schema
    for schema in every_schema(document):
        if isinstance(schema.get("type"), list):
            assert (2, "null") == (len(schema["type"]), schema["type"][1]), schema


@pytest.mark.xdist_group("http")
def test_every_tag_is_used_and_described_and_every_operation_has_a_name_of_its_own(document: dict[str, Any]) -> None:
    operations = [
        operation
        for part in ("paths", "webhooks")
        for methods in document[part].values()
        for operation in methods.values()
    ]
    names = [operation["operationId"] for operation in operations]

    assert {tag for operation in operations for tag in operation["tags"]} == {tag["name"] for tag in document["tags"]}
    assert all(tag["description"].endswith(".") for tag in document["tags"])
    assert len(names) == len(set(names))
    assert all(operation["summary"] for operation in operations)


@pytest.mark.xdist_group("http")
def test_the_document_describes_the_webhook_as_it_is_sent(document: dict[str, Any]) -> None:
    sent = document["webhooks"]["generationSucceeded"]["post"]
    headers = webhook_headers("gen_1", "{}", secrets=["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"], at=1_800_000_000_000)
    ended = Generation(status=Status.SUCCESS, **{**FIELDS, "output_key": "gen_1/a.mp3"})
    body = json.loads(webhook_body(ended, "http://localhost:8000"))

    assert set(headers) - {"Content-Type"} == {parameter["name"] for parameter in sent["parameters"]}
    validator(document, "components", "schemas", "Succeeded").validate(body)


def test_extras_stand_outside_the_interface_under_their_own_tag(document: dict[str, Any]) -> None:
    extras = {
        (method, path)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
        if operation["tags"] == ["extras"]
    }

    assert {
        ("get", "/ext/generations/{id}"),
        ("post", "/ext/quote"),
        ("get", "/ext/ledger"),
        ("delete", "/ext/generations/{id}"),
        ("post", "/ext/generations/{id}/cancel"),
        ("get", "/ext/generations/{id}/events"),
        ("get", "/ext/files"),
        ("post", "/ext/files"),
        ("delete", "/ext/files/{id}"),
        ("post", "/ext/sign-in"),
        ("get", "/ext/deliveries"),
        ("post", "/ext/deliveries/test"),
        ("get", "/ext/deliveries/{id}"),
        ("post", "/ext/deliveries/{id}/resend"),
        ("get", "/ext/webhook-secret"),
        ("post", "/ext/webhook-secret/rotate"),
        ("get", "/ext/inbox"),
        ("post", "/ext/generations/archive"),
        ("post", "/ext/generations/delete"),
        ("get", "/ext/generations/{id}/peaks"),
        ("get", "/ext/usage"),
        ("get", "/ext/generations"),
        ("get", "/ext/keys"),
        ("post", "/ext/keys"),
        ("delete", "/ext/keys/{id}"),
        ("post", "/ext/vouchers/redeem"),
        ("get", "/ext/notifications"),
        ("put", "/ext/notifications"),
        ("delete", "/ext/notifications"),
    } == extras


@pytest.mark.xdist_group("http")
def test_every_model_has_an_example_that_its_schema_and_the_service_accept(
    document: dict[str, Any], ada: Person
) -> None:
    body = ("paths", "/api/run", "post", "requestBody", "content", "application/json", "schema")
    schema = validator(document, *body)
    found = examples(document)

    assert {dish.id for dish in MENU} == set(found)
    for name, example in found.items():
        schema.validate(example)
        assert 200 == ada.post(json.dumps(literal_addresses.with_literals(example))).status_code, name


@pytest.mark.xdist_group("http")
def test_the_schema_of_a_run_agrees_with_the_table(document: dict[str, Any]) -> None:
    """What the written table allows, the schema allows; what the table refuses for its type or bounds, it refuses."""
    schema = validator(document, "paths", "/api/run", "post", "requestBody", "content", "application/json", "schema")
    beyond = ("forbidden_url", "invalid_url")
    for dish in MENU:
        for name, kind in dish.fields.items():
            for value in kind.good:
                asked = {"tool": dish.tool, "input": {**dish.least, name: value}}
                assert schema.is_valid(asked), (dish.id, name, value)
            for value, code in kind.bad:
                asked = {"tool": dish.tool, "input": {**dish.least, name: value}}
                unspeakable = code == "too_short" and value  # that it can be said is beyond a schema too
                assert code in beyond or unspeakable or not schema.is_valid(asked), (dish.id, name, value)
        assert not schema.is_valid({"tool": dish.tool, "input": {**dish.least, "more": 1}}), dish.id
        assert not schema.is_valid({"tool": dish.tool, "input": dish.least, "more": 1}), dish.id


@pytest.mark.xdist_group("http")
def test_answers_fit_the_documented_schemas(document: dict[str, Any], ada: Person) -> None:
    id = ada.start("drum-generator", model="drumgen")
    for path, place in (
        ("/api/account", "/api/account"),
        ("/api/tools", "/api/tools"),
        ("/api/generations", "/api/generations"),
        (f"/api/generations/{id}", "/api/generations/{id}"),
        *((f"/api/tools/{slug}", "/api/tools/{slug}") for slug in TOOLS),
    ):
        schema = validator(document, "paths", place, "get", "responses", "200", "content", "application/json", "schema")
        schema.validate(ada.get(path).json())


@pytest.fixture
def unhurried(tmp_path: Path) -> Iterator[Service]:
    """Without a rate limit and without hands: whatever is started costs only a row. It believes whoever forwards."""
    networks = {"trusted_proxies": "127.0.0.1/32", "admin_networks": "10.0.0.0/8"}
    started = Service(tmp_path / "data", "--no-worker", rate_limit="off", **networks).start()
    yield started
    started.close()


def try_everything(service: Service, folder: Path, key: str, chosen: str, left_out: str, **hooks: str) -> None:
    """Ask whatever the document allows, and what it forbids, of the paths that are chosen and not left out."""
    document = httpx2.get(f"{service.address}/openapi.json", trust_env=False).json()
    operations = {path: len(methods) for path, methods in document["paths"].items()}
    tried = sum(
        number for path, number in operations.items() if re.search(chosen, path) and not re.search(left_out, path)
    )
    command = [
        str(SCHEMATHESIS), "run", f"{service.address}/openapi.json", "--url", service.address,
        "--header", f"Authorization: {key}", "--phases", "examples,coverage,fuzzing",
        "--exclude-checks", BEYOND_A_SCHEMA, "--max-examples", str(EXAMPLES_PER_OPERATION), "--seed", str(SEED),
        "--include-path-regex", chosen, "--exclude-path-regex", left_out,
        "--no-shrink", "--continue-on-failure", "--warnings", "off",
    ]  # fmt: skip
    hooks |= {"SCHEMATHESIS_HOOKS": literal_addresses.__name__, "PYTHONPATH": PYTHONPATH, "NO_COLOR": "1"}
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, **hooks},
        capture_output=True,
        text=True,
        check=False,
        timeout=HANGING_SECONDS,
    )

    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{tried} selected / {sum(operations.values())} total" in done.stdout
    assert "Traceback" not in service.log


@pytest.mark.slow
@pytest.mark.xdist_group("http-schemathesis")
def test_the_service_does_what_the_document_says(unhurried: Service, tmp_path: Path) -> None:
    rich = unhurried.open_account("rich", credits=10**12)

    hooks = {literal_addresses.OWN_KEY: str(lookup_id(rich.key))}

    try_everything(unhurried, tmp_path, rich.key, ".", f"{NOT_TRIED}|{OF_OPERATORS}", **hooks)

    assert rich.total() > 10, "it hardly got past the validation"


@pytest.mark.slow
@pytest.mark.xdist_group("http-schemathesis-admin")
def test_the_admin_api_does_what_the_document_says(unhurried: Service, tmp_path: Path) -> None:
    ada = unhurried.open_account("ada", credits=1_000)
    scopes = [f"--scope={scope}" for scope in ("read", "operate", "money")]
    olga = unhurried.told("admin-keys", "create", "olga", *scopes, "--ceiling", str(10**12))["adminKey"]
    hooks = {literal_addresses.KNOWN_ACCOUNT: ada.email}

    try_everything(unhurried, tmp_path, olga, OF_OPERATORS, NOT_TRIED, **hooks)

    acts = Counter(line["act"] for line in unhurried.told("audit", "--limit", "10000"))
    assert acts["account.adjust"] > 0, "it hardly got past the validation"
    assert unhurried.is_exact()
