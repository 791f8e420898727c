"""The account's webhooks over HTTP: deliveries with attempts, again, tried once; the secret; the inbox."""

import http.server
import json
import ssl
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2
import pytest
import trustme
from standardwebhooks import Webhook

from tests.conformance.http.test_extras import parsed
from tests.service import Person, Service, until

SPEECH = ("text-to-speech", {"model": "voicevendor-tts", "prompt": "A heron waits."})
SECONDS = 60.0
pytestmark = pytest.mark.xdist_group("deliveries")


@dataclass
class Receiver:
    """Somebody's server with a certificate, who answers as told and keeps what came."""

    address: str
    status: int = 200
    came: list[tuple[dict[str, str], str]] = field(default_factory=list)


@pytest.fixture(scope="module")
def receiver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Receiver, Path]]:
    authority = trustme.CA()
    file = tmp_path_factory.mktemp("authority") / "authority.pem"
    authority.cert_pem.write_to_path(str(file))
    found = Receiver("")

    class Door(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            found.came.append(({name.lower(): value for name, value in self.headers.items()}, body))
            self.send_response(found.status)
            self.end_headers()
            self.wfile.write(b"thanks")

        def log_message(self, format: str, *args: object) -> None:
            """Nobody reads it."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Door)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("127.0.0.1").configure_cert(context)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    found.address = f"https://127.0.0.1:{server.server_address[1]}/hook"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield found, file
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def post_office(tmp_path_factory: pytest.TempPathFactory, receiver: tuple[Receiver, Path]) -> Iterator[Service]:
    """A service that trusts the receiver's authority and tries twice."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SSL_CERT_FILE", str(receiver[1]))
        started = Service(
            tmp_path_factory.mktemp("post") / "data",
            rate_limit="off",
            allowed_networks="127.0.0.0/8",
            webhook_delays="0.1",
        ).start()
    yield started
    started.close()


@pytest.fixture
def pia(post_office: Service, request: pytest.FixtureRequest) -> Person:
    """Somebody new in every test."""
    return post_office.open_account(f"pia-{abs(hash(request.node.name))}", credits=100)


@pytest.fixture
def hook(receiver: tuple[Receiver, Path]) -> Receiver:
    """The receiver, who says 200 and has had nothing."""
    receiver[0].status = 200
    receiver[0].came.clear()
    return receiver[0]


def read(person: Person, path: str) -> Any:
    answer = person.get(f"/ext/{path}")
    assert answer.status_code == 200, answer.text
    return answer.json()


def post(person: Person, path: str, body: Any = None) -> httpx2.Response:
    sent = None if body is None else json.dumps(body).encode()
    return person.request("POST", f"/ext/{path}", body=sent, headers={"Content-Type": "application/json"})


def ended(person: Person, id: str, attempts: int) -> dict[str, Any]:
    """The delivery once it has ended after so many attempts."""

    def look() -> dict[str, Any] | None:
        answer = person.get(f"/ext/deliveries/{id}")
        found = answer.json() if answer.status_code == 200 else {"status": "pending"}
        return found if found["status"] != "pending" and len(found["attempts"]) == attempts else None

    found = until(look, seconds=SECONDS, what=f"the delivery of {id} has ended")
    assert found is not None
    return found


def made(person: Person, webhook: str | None = None) -> str:
    members = {"webhook": webhook} if webhook else {}
    answer = person.run(*SPEECH, **members)
    assert answer.status_code == 200, answer.text
    id = answer.json()["id"]
    assert person.wait(id)["status"] == "success"
    return str(id)


def test_a_delivery_is_listed_with_its_attempts_and_sent_again(pia: Person, hook: Receiver) -> None:
    hook.status = 500
    failed = made(pia, hook.address)
    shown = ended(pia, failed, attempts=2)
    assert (shown["status"], shown["url"], shown["nextAttemptAt"]) == ("failed", hook.address, None)
    assert [(one["number"], one["status"], one["error"], one["answer"]) for one in shown["attempts"]] == [
        (1, 500, None, "thanks"),
        (2, 500, None, "thanks"),
    ]
    hook.status = 200
    again = post(pia, f"deliveries/{failed}/resend")
    assert (200, "pending") == (again.status_code, again.json()["status"])
    shown = ended(pia, failed, attempts=3)
    (listed,) = read(pia, "deliveries?status=delivered")["data"]

    assert shown["body"] == hook.came[-1][1]
    assert {**listed, "attempts": None} == {**{name: shown[name] for name in listed}, "attempts": None}
    assert listed["attempts"] == 3
    assert read(pia, "deliveries?status=failed")["pagination"]["total"] == 0
    assert pia.get("/ext/deliveries?status=lost").status_code == 400


def test_deliveries_of_others_are_not_there(pia: Person, hook: Receiver) -> None:
    mine = made(pia, hook.address)
    ended(pia, mine, attempts=1)
    other = pia.service.open_account(f"rob-{pia.id}")
    made_without = made(pia)

    for person, id in ((other, mine), (pia, "gen_1"), (pia, made_without)):
        for answer in (person.get(f"/ext/deliveries/{id}"), post(person, f"deliveries/{id}/resend")):
            assert (404, {"message": "Delivery not found"}) == (answer.status_code, answer.json())
    assert read(other, "deliveries")["data"] == []


def test_a_receiver_is_tried_with_a_signed_sample(pia: Person, hook: Receiver) -> None:
    hook.status = 503
    tried = post(pia, "deliveries/test", {"url": hook.address}).json()
    secret = read(pia, "webhook-secret")["secret"]

    assert (tried["status"], tried["error"], tried["answer"]) == (503, None, "thanks")
    assert [body for _, body in hook.came] == [tried["body"]]
    assert Webhook(secret).verify(hook.came[0][1], hook.came[0][0])["status"] == "success"
    assert {name.lower(): value for name, value in tried["headers"].items()}.items() <= hook.came[0][0].items()
    nobody = post(pia, "deliveries/test", {"url": "https://127.0.0.1:1/"})
    assert [fault["code"] for fault in nobody.json()["errors"]] == ["forbidden_url"]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "missing"),
        ({"url": 5}, "invalid_type"),
        ({"url": "http://hooks.example.com/"}, "invalid_url"),
        ({"url": "https://10.0.0.1/"}, "forbidden_url"),
        ({"url": "https://hooks.example.com/", "more": 1}, "unknown_field"),
    ],
)
def test_only_what_a_run_could_name_is_tried(pia: Person, body: dict[str, Any], code: str) -> None:
    answer = post(pia, "deliveries/test", body)

    assert (400, [code]) == (answer.status_code, [fault["code"] for fault in answer.json()["errors"]])


def test_the_secret_is_rotated_and_both_sign_for_a_day(pia: Person, hook: Receiver) -> None:
    first = read(pia, "webhook-secret")
    second = post(pia, "webhook-secret/rotate").json()
    made_id = made(pia, hook.address)
    ended(pia, made_id, attempts=1)
    headers, body = hook.came[-1]

    assert first["previousUntil"] is None
    assert second["previousUntil"] > second["createdAt"] >= first["createdAt"]
    assert read(pia, "webhook-secret") == second
    for secret in (first["secret"], second["secret"]):
        assert Webhook(secret).verify(body, headers)["id"] == made_id


def test_the_inbox_shows_each_success_signed_whoever_makes_it(pia: Person, hook: Receiver) -> None:
    before = made(pia)
    address = f"{pia.service.address}/ext/inbox"
    with pia.client.stream("GET", address, headers={"Authorization": pia.key}) as response:
        assert (200, "text/event-stream; charset=utf-8") == (response.status_code, response.headers["Content-Type"])
        helper = pia.at(pia.service)
        ids = [made(helper), made(helper, hook.address)]
        events = parsed(response)
        seen = [next(events) for _ in ids]

    assert [event["event"] for event in seen] == ["delivery"] * 2
    assert [event["id"] for event in seen] == ids
    assert before not in ids
    secret = read(pia, "webhook-secret")["secret"]
    for event, id in zip(seen, ids, strict=True):
        headers = {name.lower(): value for name, value in event["data"]["headers"].items()}
        assert Webhook(secret).verify(event["data"]["body"], headers)["id"] == id
        assert headers["x-media-id"] == id
    assert event["data"]["body"] == ended(pia, ids[1], attempts=1)["body"]


def test_who_opens_the_inbox_again_is_told_what_was_missed(pia: Person) -> None:
    address = f"{pia.service.address}/ext/inbox"
    with pia.client.stream("GET", address, headers={"Authorization": pia.key}) as response:
        position = next(line[4:] for line in response.iter_lines() if line.startswith("id: "))
    missed, later = made(pia.at(pia.service)), made(pia.at(pia.service))

    for seen, expected in ((position, {missed, later}), (missed, {later})):
        with pia.client.stream("GET", address, headers={"Authorization": pia.key, "Last-Event-ID": seen}) as response:
            events = parsed(response)
            told: set[str] = set()
            while not expected <= told:
                told.add(next(events)["id"])
