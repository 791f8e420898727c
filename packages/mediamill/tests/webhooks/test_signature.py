"""What stands in the head of a webhook, judged by Standard Webhooks' own verifier and by a known answer."""

import base64
import hashlib
import hmac

import pytest
from standardwebhooks import Webhook, WebhookVerificationError

from mediamill import clock
from mediamill.secret import Secrets
from mediamill.webhooks import secret_text, webhook_headers

BODY = '{"id":"gen_1","tool":"añb"}'


def test_the_signature_is_that_of_the_specification() -> None:
    key = bytes(range(32))
    secret = "whsec_" + base64.b64encode(key).decode()
    headers = webhook_headers("gen_1", BODY, secrets=[secret], at=1_800_000_000_999)
    signed = b"gen_1.1800000000." + BODY.encode()

    assert headers == {
        "Content-Type": "application/json",
        "X-Webhook-Source": "generation-service",
        "X-Media-Id": "gen_1",
        "webhook-id": "gen_1",
        "webhook-timestamp": "1800000000",
        "webhook-signature": "v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode(),
    }


def test_whoever_has_one_of_two_secrets_is_content() -> None:
    secrets = Secrets(b"master")
    texts = [secret_text(secrets, "acc_1", number) for number in (2, 1)]
    headers = webhook_headers("gen_1", BODY, secrets=texts, at=clock.now())

    for text in texts:
        assert Webhook(text).verify(BODY, headers) == {"id": "gen_1", "tool": "añb"}
    with pytest.raises(WebhookVerificationError):
        Webhook(secret_text(secrets, "acc_1", 3)).verify(BODY, headers)


def test_a_changed_byte_or_id_is_found_out() -> None:
    text = secret_text(Secrets(b"master"), "acc_1", 1)
    headers = webhook_headers("gen_1", BODY, secrets=[text], at=clock.now())

    with pytest.raises(WebhookVerificationError):
        Webhook(text).verify(BODY.replace("ñ", "n"), headers)
    with pytest.raises(WebhookVerificationError):
        Webhook(text).verify(BODY, headers | {"webhook-id": "gen_2"})


def test_every_account_and_number_has_a_secret_of_its_own() -> None:
    texts = {
        secret_text(Secrets(master), account_id, number)
        for master in (b"one", b"two")
        for account_id in ("acc_1", "acc_2")
        for number in (1, 2)
    }

    assert len(texts) == 8
    assert {len(base64.b64decode(text.removeprefix("whsec_"))) for text in texts} == {32}
