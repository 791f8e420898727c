"""`mediamill webhooks …` on a data folder of its own."""

import asyncio
import json
import ssl
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

import pytest
import trustme
from click.testing import CliRunner, Result
from standardwebhooks import Webhook

from mediamill import accounts
from mediamill.accounts import Account, Plan, open_account
from mediamill.cli.main import cli
from mediamill.db import SqliteDatabase
from mediamill.errors import MediamillError
from mediamill.webhooks import DeliveryOutcome
from tests.outbound import stranger as does
from tests.outbound.stranger import Stranger
from tests.webhooks.stage import HOOK, REFUSED, TAKEN, Stage

ADA = "ada@example.com"
Seen = TypeVar("Seen")
Mediamill = Callable[..., Result]


@pytest.fixture
def mediamill(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Mediamill:
    """Runs a command in a fresh data folder with one account."""
    monkeypatch.setenv("MEDIAMILL_DATA_DIR", str(tmp_path))
    monkeypatch.chdir(tmp_path)

    async def open_hers(stage: Stage) -> None:
        await stage.database.write(lambda tx: open_account(tx, ADA, Plan.PRO, 0))

    on_stage(tmp_path, open_hers)
    return lambda *arguments: CliRunner().invoke(cli, ["webhooks", *arguments])


def on_stage(folder: Path, act: Callable[[Stage], Coroutine[Any, Any, Seen]]) -> Seen:
    """Do something with the folder's database as the service would."""

    async def run() -> Seen:
        database = SqliteDatabase(folder / "mediamill.db")
        await database.start()
        try:
            return await act(Stage(database))
        finally:
            await database.stop()

    return asyncio.run(run())


async def ada_of(stage: Stage) -> Account:
    return await stage.database.read(lambda tx: accounts.find_by_email(tx, ADA))


def owe(folder: Path, *outcomes: DeliveryOutcome) -> str:
    """A delivery that has come to this."""

    async def act(stage: Stage) -> str:
        (owed,) = await stage.owe(await ada_of(stage), f"{HOOK}/key?token=[/b]")
        for outcome in outcomes:
            await stage.settle(await stage.must_claim(), outcome)
        return owed

    return on_stage(folder, act)


def as_json(result: Result) -> Any:
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def sentence_of(result: Result) -> str:
    assert isinstance(result.exception, MediamillError)
    return str(result.exception)


def test_deliveries_are_listed_newest_first(mediamill: Mediamill, tmp_path: Path) -> None:
    done, waiting = owe(tmp_path, TAKEN), owe(tmp_path, REFUSED)
    listed = as_json(mediamill("list", "--json"))

    assert [(one["id"], one["status"], one["attempts"]) for one in listed] == [
        (waiting, "pending", 1),
        (done, "delivered", 1),
    ]
    assert [one["id"] for one in as_json(mediamill("list", "--status", "delivered", "--json"))] == [done]
    assert [
        one["id"] for one in as_json(mediamill("list", "--account", "ADA@example.com", "--limit", "1", "--json"))
    ] == [waiting]
    assert mediamill("list").stdout.splitlines()[1].split("\t") == [
        done,
        ADA,
        "delivered",
        "1",
        "",
        "hooks.example.com",
    ]
    assert "no account with the e-mail zoe" in sentence_of(mediamill("list", "--account", "zoe@example.com"))


def test_one_is_shown_with_all_its_attempts(mediamill: Mediamill, tmp_path: Path) -> None:
    steering = DeliveryOutcome(502, None, 17, "203.0.113.7", "gone\x1b[2J\nwild")
    owed = owe(tmp_path, steering)
    shown = as_json(mediamill("show", owed, "--json"))
    told = mediamill("show", owed).stdout

    assert shown["url"] == f"{HOOK}/key?token=[/b]"
    assert shown["body"] == f'{{"id":"{owed}"}}'
    assert shown["nextAttemptAt"] > shown["createdAt"]
    assert [(one["number"], one["status"], one["trouble"], one["durationMs"]) for one in shown["attempts"]] == [
        (1, 502, None, 17)
    ]
    assert shown["attempts"][0]["answer"] == "gone\x1b[2J\nwild"
    assert "\x1b" not in told
    assert told.splitlines()[-1].endswith("\t502\t17 ms\t203.0.113.7\tgone\\x1b[2J\\nwild")


def test_what_was_never_owed_is_said(mediamill: Mediamill) -> None:
    assert "gen_0 has no webhook delivery" in sentence_of(mediamill("show", "gen_0"))
    assert "gen_0 has no webhook delivery" in sentence_of(mediamill("resend", "gen_0"))


def test_several_are_sent_again(mediamill: Mediamill, tmp_path: Path) -> None:
    done, failed = owe(tmp_path, TAKEN), owe(tmp_path, REFUSED)

    assert as_json(mediamill("resend", done, failed, "--json")) == [
        {"id": done, "resent": True},
        {"id": failed, "resent": True},
    ]
    listed = as_json(mediamill("list", "--status", "pending", "--json"))
    assert {(one["id"], one["failures"]) for one in listed} == {(done, 0), (failed, 0)}
    assert mediamill("resend", done).stdout == f"{done}: due now\n"


def test_one_unknown_among_several_leaves_all_as_they_were(mediamill: Mediamill, tmp_path: Path) -> None:
    done = owe(tmp_path, TAKEN)
    mediamill("resend", done, "gen_0")

    assert [one["status"] for one in as_json(mediamill("list", "--json"))] == ["delivered"]


def test_one_that_is_under_way_is_left_alone(mediamill: Mediamill, tmp_path: Path) -> None:
    owed = owe(tmp_path)
    on_stage(tmp_path, lambda stage: stage.claim())

    assert mediamill("resend", owed).stdout == f"{owed}: an attempt is under way, nothing changed\n"
    assert mediamill("list").stdout.split("\t")[4] == "under way"
    assert "under way" in mediamill("show", owed).stdout


def test_a_changed_secret_is_printed_alone_and_the_old_one_mentioned(mediamill: Mediamill) -> None:
    changed = mediamill("rotate", ADA)
    (newest, older) = as_json(mediamill("secret", ADA, "--json"))

    assert changed.stdout == f"{newest['secret']}\n"
    assert changed.stderr == f"An older secret also signs until {older['endsAt']}; --json prints both.\n"


def test_secrets_are_shown_and_changed(mediamill: Mediamill) -> None:
    (first,) = as_json(mediamill("secret", ADA, "--json"))
    both = as_json(mediamill("rotate", ADA, "--json"))
    (last,) = as_json(mediamill("rotate", ADA, "--overlap-hours", "0", "--json"))

    assert first["secret"].startswith("whsec_")
    assert [(one["number"], one["endsAt"] is None) for one in both] == [(2, True), (1, False)]
    assert both[1]["secret"] == first["secret"]
    assert last["number"] == 3
    assert mediamill("secret", ADA).stdout == f"{last['secret']}\n"
    assert "no account" in sentence_of(mediamill("secret", "zoe@example.com"))


@pytest.mark.parametrize(
    ("url", "word"),
    [
        ("http://hooks.example.com/", "invalid_url"),
        ("https://127.0.0.1/", "forbidden_url"),
        ("https://localhost/", "forbidden_url"),
    ],
)
def test_a_trial_goes_nowhere_that_a_webhook_may_not(mediamill: Mediamill, url: str, word: str) -> None:
    result = mediamill("test", url, "--account", ADA)

    assert result.exit_code == 2
    assert word in result.output


async def test_a_trial_posts_a_signed_sample_and_tells_the_answer(
    mediamill: Mediamill, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    authority = trustme.CA()
    authority.cert_pem.write_to_path(str(tmp_path / "authority.pem"))
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert("127.0.0.1").configure_cert(tls)
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "authority.pem"))
    monkeypatch.setenv("MEDIAMILL_ALLOWED_NETWORKS", "127.0.0.1/32")
    answers = {"/yes": does.answer(b"thanks"), "/no": does.answer(b"\x1b[2Jno", status="404 Not Found")}
    async with Stranger(answers, tls=tls) as stranger:
        yes = await asyncio.to_thread(mediamill, "test", stranger.url("/yes"), "--account", ADA, "--json")
        no = await asyncio.to_thread(mediamill, "test", stranger.url("/no"), "--account", ADA)
        secret = (await asyncio.to_thread(mediamill, "secret", ADA)).stdout.strip()
    (asked, _) = stranger.asked
    body = Webhook(secret).verify(asked.body, asked.headers)

    assert as_json(yes) | {"durationMs": 0} == {
        "status": 200,
        "trouble": None,
        "durationMs": 0,
        "address": "127.0.0.1",
        "answer": "thanks",
    }
    assert list(body) == ["id", "status", "tool", "type", "output", "thumbnail", "createdAt"]
    assert body["id"] == asked.headers["x-media-id"]
    assert no.exit_code == 1
    assert no.stdout.startswith("status 404 after ")
    assert no.stdout.endswith(" ms from 127.0.0.1\n\\x1b[2Jno\n")
    assert as_json(await asyncio.to_thread(mediamill, "list", "--json")) == []
