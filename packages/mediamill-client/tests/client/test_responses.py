"""Every refusal of the service becomes the error of its status, readable by itself and never with the key in it."""

import copy
import pickle
from typing import Any

import pytest

from mediamill_client import (
    AuthenticationError,
    BadRequest,
    Client,
    ConnectionFailed,
    DownloadFailed,
    FieldError,
    GenerationFailed,
    InsufficientCredits,
    MediamillAPIError,
    MediamillClientError,
    NoOutput,
    NotFound,
    PermissionDenied,
    RateLimited,
    ServerError,
    UnexpectedAnswer,
    WaitTimeout,
)
from mediamill_client.answers import generation as read_generation
from tests.client.conftest import ADAS_KEY
from tests.client.scripted_service import Answer, ScriptedService, generation, refusal

RUN, ACCOUNT = "POST /api/run", "GET /api/account"


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (400, BadRequest),
        (401, AuthenticationError),
        (402, InsufficientCredits),
        (403, PermissionDenied),
        (404, NotFound),
        (405, MediamillAPIError),
        (408, MediamillAPIError),
        (418, MediamillAPIError),
        (429, RateLimited),
        (500, ServerError),
        (502, ServerError),
        (503, ServerError),
        (599, ServerError),
    ],
)
def test_each_status_has_its_error(
    client: Client, service: ScriptedService, status: int, kind: type[MediamillAPIError]
) -> None:
    service.on(ACCOUNT, refusal(status, "Those are the words"))
    with pytest.raises(MediamillAPIError) as caught:
        client.account.get()

    assert kind is type(caught.value)
    assert (status, "Those are the words") == (caught.value.status, caught.value.message)
    assert f"{status} Those are the words" == str(caught.value)


def test_a_bad_request_reads_alone_and_lists_its_faults(client: Client, service: ScriptedService) -> None:
    faults = [
        {"field": "input.prompt", "message": "Must be at most 1024 characters", "code": "too_long"},
        {"field": "webhook", "message": "Must be an https URL", "code": "invalid_url"},
    ]
    service.on(RUN, Answer(400, {"message": "Validation failed", "errors": faults}))
    with pytest.raises(BadRequest) as caught:
        client.submit("motion-3d", {"prompt": "x" * 1025})

    assert str(caught.value) == (
        "400 Validation failed: input.prompt: Must be at most 1024 characters (too_long); "
        "webhook: Must be an https URL (invalid_url)"
    )
    assert caught.value.errors[0] == FieldError("input.prompt", "Must be at most 1024 characters", "too_long")


def test_a_bad_request_without_faults_reads_alone(client: Client, service: ScriptedService) -> None:
    service.on(RUN, refusal(400, "Missing or invalid parameters"))
    with pytest.raises(BadRequest, match=r"^400 Missing or invalid parameters$") as caught:
        client.submit("motion-3d", {})

    assert caught.value.errors == ()


@pytest.mark.parametrize("listed", ["oops", [1, None], {"field": "x"}, None])
def test_faults_of_another_shape_do_not_hide_the_message(client: Client, service: ScriptedService, listed: Any) -> None:
    service.on(RUN, Answer(400, {"message": "Validation failed", "errors": listed}))
    with pytest.raises(BadRequest, match=r"^400 Validation failed$"):
        client.submit("motion-3d", {})


@pytest.mark.parametrize("body", [b"<html>nginx</html>", b"", b"\xff\xfe", [], {"message": 7}, b"[" * 100_000])
def test_a_page_of_some_proxy_becomes_the_words_of_the_status(
    client: Client, service: ScriptedService, body: Any
) -> None:
    service.on(RUN, Answer(502, body))
    with pytest.raises(ServerError, match=r"^502 Bad Gateway$"):
        client.submit("motion-3d", {})


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"Retry-After": "121"}, 121),
        ({"Retry-After": "Sat, 31 Jan 2026 09:40:00 GMT", "Date": "Sat, 31 Jan 2026 09:30:00 GMT"}, 600),
    ],
)
def test_how_long_to_wait_is_part_of_the_error(
    client: Client, service: ScriptedService, headers: dict[str, str], seconds: float
) -> None:
    service.on(ACCOUNT, Answer(429, {"message": "Later"}, headers), Answer(503, {"message": "Down"}, headers))
    with pytest.raises(RateLimited) as limited:
        client.account.get()
    with pytest.raises(ServerError) as down:
        client.account.get()

    assert limited.value.retry_after == down.value.retry_after == seconds


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (b"<html>Sign in to the hotel network</html>", "it is no JSON: '<html>Sign in"),
        ([], "an account is no JSON object"),
        ({"id": 5}, "`id` is no string"),
        ({"id": "a", "email": "ada@example.com", "credits": True}, "`credits` is no number"),
    ],
)
def test_a_strange_answer_is_named(client: Client, service: ScriptedService, body: Any, why: str) -> None:
    service.on(ACCOUNT, Answer(200, body))
    with pytest.raises(UnexpectedAnswer) as caught:
        client.account.get()

    assert f"200 The answer is not one of the interface, {why}" in str(caught.value)


def test_a_redirect_is_not_followed_with_the_key(client: Client, service: ScriptedService) -> None:
    service.on(ACCOUNT, Answer(308, b"", {"Location": f"{service.url}/elsewhere"}))
    with pytest.raises(UnexpectedAnswer, match=f"308 The service leads to {service.url}/elsewhere: is the base URL"):
        client.account.get()

    assert [heard.path for heard in service.heard] == ["/api/account"]


@pytest.mark.parametrize(
    "answer",
    [
        refusal(401, f"{ADAS_KEY} is not a key"),
        refusal(500, ADAS_KEY),
        Answer(400, {"message": "No", "errors": [{"field": ADAS_KEY, "message": ADAS_KEY, "code": "x"}]}),
        Answer(200, ADAS_KEY.encode()),
        Answer(302, b"", {"Location": f"http://127.0.0.1/{ADAS_KEY}"}),
    ],
)
def test_a_key_that_comes_back_is_not_shown(client: Client, service: ScriptedService, answer: Answer) -> None:
    service.on(RUN, answer)
    with pytest.raises(MediamillAPIError) as caught:
        client.submit("motion-3d", {})

    assert "[redacted]" in str(caught.value)
    assert ADAS_KEY not in f"{caught.value}{caught.value!r}{vars(caught.value)}"


def test_errors_survive_pickling_and_copying() -> None:
    heron = read_generation(generation("error", error="No"))
    errors = [
        MediamillAPIError("No", 418),
        BadRequest("No", 400, (FieldError("a", "b", "c"),)),
        RateLimited("No", 429, 3.0),
        ServerError("No", 503, None),
        ConnectionFailed("No", None, False),
        GenerationFailed(heron),
        WaitTimeout("gen_heron", 3.0, heron, "503"),
        WaitTimeout("gen_heron", 3.0, None),
        NoOutput(heron),
        DownloadFailed("http://127.0.0.1/x", "Not Found", 404),
    ]
    for error in errors:
        for twin in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
            assert (type(error), str(error), vars(error)) == (type(twin), str(twin), vars(twin))
            assert isinstance(twin, MediamillClientError)
