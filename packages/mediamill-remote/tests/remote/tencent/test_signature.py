"""Signatures as Tencent publishes them, and as its own client made them."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mediamill.engines.sdk import Unsigned
from mediamill_remote.tencent.signature import Tc3Signer, service_of
from tests.fakes.server import Asked
from tests.fakes.tencent import KEY, FakeTencent
from tests.remote.tencent.package_types import package_types

# The example of Tencent's page on signatures (method v3), its keys included.
PUBLISHED_KEY = "AKIDz8krbsJ5yKBZQpn74WFkmLPx3EXAMPLE:Gu5t9xGARNpq86cd98joQYCN3EXAMPLE"
PUBLISHED = Unsigned(
    method="POST",
    host="cvm.tencentcloudapi.com",
    target="/",
    headers={"content-type": "application/json; charset=utf-8"},
    body=b'{"Limit": 1, "Filters": [{"Values": ["\\u672a\\u547d\\u540d"], "Name": "instance-name"}]}',
    at=1_551_113_065_999,
)
# Made by tencentcloud-sdk-python-common 3.1.195 with invented keys.
CLIENT_KEY = "AKIDada0000000000000000000000000000:grace1111111111111111111111111111"
CLIENT_AT = 1_790_000_000_000


def test_the_published_example_is_signed_as_published() -> None:
    made = Tc3Signer().sign(PUBLISHED, PUBLISHED_KEY)

    assert made == {
        "Authorization": "TC3-HMAC-SHA256 Credential=AKIDz8krbsJ5yKBZQpn74WFkmLPx3EXAMPLE/2019-02-25/cvm/tc3_request, "
        "SignedHeaders=content-type;host, "
        "Signature=72e494ea809ad7a8c8f7a4507b9bddcbaa8e581f516e8da2f66e2c5a96525168",
        "X-TC-Timestamp": "1551113065",
    }


@pytest.mark.parametrize(
    ("host", "body", "signature"),
    [
        (
            "ai3d.tencentcloudapi.com",
            {"Prompt": "走路，然后挥手", "Duration": 5},
            "417ed5a8218fb96c05f860c91b79dc1bd906e9199ce220d71959fe0c1987c686",
        ),
        (
            "ai3d.tencentcloudapi.com",
            {"JobId": "1423225609617285120"},
            "1c430bdf7f50ac7814f817a9bd6491ade37d6995e2536b90b8b099129e842f20",
        ),
        (
            "hunyuan.intl.tencentcloudapi.com",
            {"JobId": "0"},
            "42fce613618c28f91a1199ee72ffab5f1d58e39424ab2ccc46a48e7f21c01120",
        ),
    ],
)
def test_calls_are_signed_as_tencents_own_client_signs_them(host: str, body: object, signature: str) -> None:
    headers = {"content-type": "application/json", "x-tc-region": "ap-guangzhou"}
    call = Unsigned("POST", host, "/", headers, json.dumps(body).encode(), CLIENT_AT)

    assert Tc3Signer().sign(call, CLIENT_KEY)["Authorization"].endswith(f"Signature={signature}")


@settings(max_examples=30)
@given(st.binary(max_size=200), st.integers(0, 4_000_000_000), st.sampled_from(["127.0.0.1:8080", "proxy.example"]))
def test_a_signature_is_right_for_one_call_alone(body: bytes, second: int, host: str) -> None:
    call = Unsigned("POST", host, "/", {"content-type": "application/json"}, body, second * 1_000)
    made = {name.lower(): value for name, value in Tc3Signer().sign(call, KEY).items()}
    fake = FakeTencent()

    def judged(sent: bytes, key: str) -> str | None:
        fake.key = key
        return fake.signature_fault(Asked("POST", "/", {}, {**call.headers, **made, "host": host}, sent), now=second)

    assert judged(body, KEY) is None
    assert judged(body + b" ", KEY) == judged(body, f"{KEY}x") == "AuthFailure.SignatureFailure"
    assert KEY.partition(":")[2] not in str(made)


@pytest.mark.parametrize(
    ("host", "service"),
    [
        ("ai3d.tencentcloudapi.com", "ai3d"),
        ("hunyuan.intl.tencentcloudapi.com", "hunyuan"),
        ("127.0.0.1:8080", "ai3d"),
        ("tencentcloudapi.com.evil.example", "ai3d"),
    ],
)
def test_the_service_is_in_the_hosts_name(host: str, service: str) -> None:
    assert service_of(host) == service


@pytest.mark.parametrize("key", ["AKIDonly", ":secret", "id:", "a:b:c", ""])
def test_half_a_key_is_none(key: str) -> None:
    assert Tc3Signer().key_fault(key) == "has to be SecretId:SecretKey"
    assert Tc3Signer().key_fault(KEY) is None


@pytest.mark.compared
def test_tencents_client_still_signs_these_headers_alone() -> None:
    source = (package_types().folder / "common/abstract_client.py").read_text()

    assert "signed_headers = 'content-type;host'" in source
    assert "SignedHeaders=content-type;host" in source
