"""Ada's own program gets the webhooks of her successes, although it runs on her machine."""

import json

import pytest

from tests.client.scripted_service import Answer, ScriptedService, refusal, stream
from tests.commands.conftest import Ada

SECRET = {"secret": "whsec_aGVyb24=", "createdAt": "2026-01-31T09:30:00.125Z", "previousUntil": None}


def delivery(id: str) -> str:
    body = json.dumps({"id": id, "status": "success"}, separators=(",", ":"))
    headers = {"Content-Type": "application/json", "webhook-id": id, "webhook-signature": "v1,abc"}
    return f"id: {id}\nevent: delivery\ndata: {json.dumps({'headers': headers, 'body': body})}\n\n"


@pytest.fixture
def inbox(scripted: ScriptedService) -> None:
    scripted.on("GET /ext/inbox", stream(delivery("gen_a"), delivery("gen_b"), stall=True))


def test_each_success_is_posted_as_it_came(typed: Ada, inbox: None) -> None:
    with ScriptedService().running() as receiver:
        receiver.on("POST /hook", Answer(200, b""), Answer(500, b""))
        result = typed("webhooks", "listen", "--forward-to", f"{receiver.url}/hook", "--count", "2", "--json")
        first, second = receiver.heard

    told = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.exit_code == 0
    assert [(one["id"], one["status"], one["error"]) for one in told] == [("gen_a", 200, None), ("gen_b", 500, None)]
    assert first.body == b'{"id":"gen_a","status":"success"}'
    assert [one.headers["webhook-signature"] for one in (first, second)] == ["v1,abc"] * 2
    assert first.headers["content-type"] == "application/json"
    assert "authorization" not in first.headers


def test_a_receiver_that_is_not_there_ends_nothing(typed: Ada, inbox: None) -> None:
    result = typed("webhooks", "listen", "--forward-to", "http://127.0.0.1:1/hook", "--count", "2")

    assert result.exit_code == 0
    assert [line.split("\t")[:2] for line in result.stdout.splitlines()] == [
        ["gen_a", "[Errno 111] Connection refused"],
        ["gen_b", "[Errno 111] Connection refused"],
    ]


def test_the_secret_is_printed_alone(typed: Ada, scripted: ScriptedService) -> None:
    scripted.on("GET /ext/webhook-secret", Answer(200, SECRET))

    assert typed("webhooks", "listen", "--print-secret").stdout == "whsec_aGVyb24=\n"


def test_a_key_without_the_right_to_is_told(typed: Ada, scripted: ScriptedService) -> None:
    scripted.on("GET /ext/inbox", refusal(403, "Forbidden"))
    result = typed("webhooks", "listen", "--forward-to", "http://127.0.0.1:1/hook")

    assert (result.exit_code, result.stdout) == (4, "")
    assert "403 Forbidden" in result.stderr


@pytest.mark.parametrize("words", [[], ["--forward-to", "localhost:3000/hook"], ["--forward-to", "ftp://x/"]])
def test_without_somewhere_to_post_nothing_is_asked(typed: Ada, scripted: ScriptedService, words: list[str]) -> None:
    assert typed("webhooks", "listen", *words).exit_code == 2
    assert scripted.heard == []
