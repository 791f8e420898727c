"""Webhooks as they arrive at Ada's: genuine, forged, old, replayed, of another kind."""

import json
from datetime import UTC, datetime

import pytest
from standardwebhooks import Webhook

from mediamill_client import Client, InvalidWebhook, Status, webhooks
from tests.client.scripted_service import CREATED_AT, Answer, ScriptedService, generation

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
OTHER = "whsec_bm90IG15IHNlY3JldA=="
NOW = 1_767_225_600
BODY = json.dumps({key: value for key, value in generation("success").items() if key != "payload"}).encode()


def signed(body: bytes = BODY, *secrets: str) -> dict[str, str]:
    at = datetime.fromtimestamp(NOW, UTC)
    signatures = [Webhook(secret).sign("gen_heron", at, body.decode()) for secret in secrets or (SECRET,)]
    return {
        "Webhook-Id": "gen_heron",
        "Webhook-Timestamp": str(NOW),
        "Webhook-Signature": " ".join(signatures),
    }


def test_a_genuine_webhook_is_the_generation_it_tells_of() -> None:
    made = webhooks.verify(BODY, signed(), SECRET, now=NOW)

    assert (made.id, made.status, made.tool) == ("gen_heron", Status.SUCCESS, "motion-3d")
    assert webhooks.verify(BODY.decode(), signed(), SECRET, now=NOW) == made


def test_one_of_several_secrets_is_enough_on_either_side() -> None:
    assert webhooks.verify(BODY, signed(BODY, OTHER, SECRET), SECRET, now=NOW).id == "gen_heron"
    assert webhooks.verify(BODY, signed(), [OTHER, SECRET], now=NOW).id == "gen_heron"


@pytest.mark.parametrize("after", [300, -300])
def test_clocks_may_differ_a_little(after: int) -> None:
    assert webhooks.verify(BODY, signed(), SECRET, now=NOW + after).id == "gen_heron"
    with pytest.raises(InvalidWebhook, match="too old"):
        webhooks.verify(BODY, signed(), SECRET, now=NOW + after * 1.01)


@pytest.mark.parametrize("missing", ["Webhook-Id", "Webhook-Timestamp", "Webhook-Signature"])
def test_what_is_not_signed_is_refused(missing: str) -> None:
    headers = {name: value for name, value in signed().items() if name != missing}
    with pytest.raises(InvalidWebhook, match="not signed"):
        webhooks.verify(BODY, headers, SECRET, now=NOW)


@pytest.mark.parametrize(
    ("body", "change"),
    [
        (BODY + b" ", {}),
        (BODY, {"Webhook-Id": "gen_other"}),
        (BODY, {"Webhook-Timestamp": str(NOW + 1)}),
        (BODY, {"Webhook-Signature": "v1,AAAA"}),
        (BODY, {"Webhook-Signature": signed()["Webhook-Signature"].replace("v1,", "v2,")}),
        (BODY, {"Webhook-Signature": "v1,ä"}),
    ],
    ids=["body", "id", "time", "signature", "version", "no ASCII"],
)
def test_what_was_changed_is_refused(body: bytes, change: dict[str, str]) -> None:
    with pytest.raises(InvalidWebhook, match="was not signed with this secret"):
        webhooks.verify(body, signed() | change, SECRET, now=NOW)


def test_anything_signed_can_be_read() -> None:
    body = b'{"id": "ntf_1", "type": "credits.low"}'

    assert webhooks.verify_json(body, signed(body), SECRET, now=NOW) == {"id": "ntf_1", "type": "credits.low"}
    with pytest.raises(InvalidWebhook, match="tells of no generation"):
        webhooks.verify(body, signed(body), SECRET, now=NOW)


def test_a_secret_that_is_none_is_the_programs_fault() -> None:
    with pytest.raises(ValueError, match="begins with whsec_") as caught:
        webhooks.verify(BODY, signed(), "no secret!", now=NOW)

    assert "no secret" not in str(caught.value)


def test_a_client_asks_for_the_secret_and_fetches_the_output(
    client: Client, service: ScriptedService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mediamill_client.webhooks.time.time", lambda: NOW)
    made = json.dumps(generation("success", output=f"{service.url}/x.fbx")).encode()
    secret = {"secret": SECRET, "createdAt": CREATED_AT, "previousUntil": None}
    service.on("GET /ext/webhook-secret", Answer(200, secret))
    service.on("GET /x.fbx", Answer(200, b"fbx"))
    generation_told = client.webhooks.verify(made, signed(made))

    assert client.read(generation_told) == b"fbx"
    assert SECRET not in repr(client.webhooks.secret())
