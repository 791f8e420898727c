"""The operator's commands on a data folder of their own."""

import contextlib
import json
import sqlite3
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from mediamill.cli.main import cli
from mediamill.errors import MediamillError

Mediamill = Callable[..., Result]


@pytest.fixture
def mediamill(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Mediamill:
    """Runs a command in a fresh data folder; errors come back as the program would say them."""
    monkeypatch.setenv("MEDIAMILL_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> Result:
        return CliRunner().invoke(cli, list(arguments))

    return run


def as_json(result: Result) -> Any:
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def sentence_of(result: Result) -> str:
    assert isinstance(result.exception, MediamillError)
    return str(result.exception)


def test_an_account_is_opened_with_plan_credits_and_a_key(mediamill: Mediamill) -> None:
    made = as_json(mediamill("accounts", "create", "ada@example.com", "--plan", "pro", "--credits", "500", "--json"))

    assert list(made) == ["id", "email", "plan", "credits", "apiKey"]
    assert (made["email"], made["plan"], made["credits"]) == ("ada@example.com", "pro", 500)
    assert made["apiKey"].startswith("mm_live_")


def test_a_known_address_fails_clearly_in_any_case(mediamill: Mediamill) -> None:
    mediamill("accounts", "create", "ada@example.com")
    again = mediamill("accounts", "create", "ADA@example.com")

    assert "already an account" in sentence_of(again)
    assert again.exit_code == 1


def test_credits_are_granted_and_explained(mediamill: Mediamill) -> None:
    mediamill("accounts", "create", "ada@example.com", "--credits", "5")
    assert (
        as_json(mediamill("accounts", "grant", "ada@example.com", "7", "--note", "birthday", "--json"))["credits"] == 12
    )
    shown = as_json(mediamill("accounts", "show", "Ada@example.com", "--json"))

    assert [(line["kind"], line["credits"], line["note"]) for line in shown["ledger"]] == [
        ("grant", 5, "first credits"),
        ("grant", 7, "birthday"),
    ]


def test_what_is_done_with_an_account_is_done_and_written_down(mediamill: Mediamill, tmp_path: Path) -> None:
    mediamill("accounts", "create", "ada@example.com", "--credits", "5")
    mediamill("accounts", "create", "ben@example.com")

    adjusted = as_json(mediamill("accounts", "adjust", "ada@example.com", "--reference", "pay-1", "--json", "--", "-2"))
    again = as_json(mediamill("accounts", "adjust", "ada@example.com", "--reference", "pay-1", "--json", "--", "-2"))
    planned = as_json(mediamill("accounts", "plan", "ada@example.com", "pro", "--json"))
    limited = as_json(mediamill("accounts", "limits", "ada@example.com", "--running", "3", "--json"))
    suspended = as_json(mediamill("accounts", "suspend", "ada@example.com", "--reason", "chargeback", "--json"))
    found = as_json(mediamill("accounts", "find", "ADA", "--state", "suspended", "--json"))
    resumed = as_json(mediamill("accounts", "resume", "ada@example.com", "--json"))
    exported = mediamill("accounts", "export", "ada@example.com", str(tmp_path / "ada.zip"))
    deleted = as_json(mediamill("accounts", "delete", "ada@example.com", "--yes", "--json"))
    listed = as_json(mediamill("accounts", "find", "--json"))
    log = as_json(mediamill("audit", "--subject", planned["id"], "--json"))

    assert (adjusted["credits"], adjusted["reference"], adjusted) == (-2, "pay-1", again)
    assert (planned["plan"], limited["runningMax"], suspended["state"]) == ("pro", 3, "suspended")
    assert ([one["credits"] for one in found], resumed["state"]) == ([3], "active")
    assert exported.exit_code == 0
    assert sorted(zipfile.ZipFile(tmp_path / "ada.zip").namelist())[0] == "account.json"
    assert (deleted["state"], deleted["email"]) == ("deleted", None)
    assert [one["email"] for one in listed] == ["ben@example.com", None]
    assert [line["act"].removeprefix("account.") for line in reversed(log)] == [
        "create", "adjust", "adjust", "plan", "limits", "suspend", "resume", "export", "delete"
    ]  # fmt: skip
    assert {line["actor"].partition(":")[0] for line in log} == {"user"}
    assert as_json(mediamill("reconcile", "--json"))["exact"]


def test_keys_and_webhook_secrets_of_accounts_are_written_down_without_names(mediamill: Mediamill) -> None:
    mediamill("accounts", "create", "ada@example.com")
    key = as_json(mediamill("keys", "create", "ada@example.com", "--name", "Ada's laptop", "--json"))
    mediamill("keys", "revoke", key["id"])
    mediamill("webhooks", "rotate", "ada@example.com")
    log = as_json(mediamill("audit", "--json"))

    assert [line["act"] for line in log] == ["webhook-secret.rotate", "key.revoke", "key.create", "account.create"]
    assert log[2]["after"] == {"key": key["id"], "scopes": ["manage", "read", "run"]}
    assert "laptop" not in json.dumps(log)


def test_a_deletion_is_asked_about(mediamill: Mediamill) -> None:
    mediamill("accounts", "create", "ada@example.com")

    assert mediamill("accounts", "delete", "ada@example.com").exit_code == 1
    assert [one["state"] for one in as_json(mediamill("accounts", "find", "--json"))] == ["active"]


def test_usage_is_printed_as_a_table(mediamill: Mediamill) -> None:
    mediamill("accounts", "create", "ada@example.com")
    printed = mediamill("usage", "table", "--by", "account", "--account", "ada@example.com")

    assert printed.stdout == "account,runs,errors,seconds,credits,cost\n"


def test_vouchers_are_made_listed_and_revoked(mediamill: Mediamill) -> None:
    mediamill("accounts", "create", "ada@example.com")
    made = as_json(
        mediamill(
            "vouchers", "create", "spring", "70", "--count", "2", "--uses", "3", "--expires", "2099-01-01", "--json"
        )
    )
    printed = mediamill("vouchers", "create", "autumn", "5").stdout.split()
    over = mediamill("vouchers", "create", "spring", "70", "--expires", "2020-01-01")
    revoked = as_json(mediamill("vouchers", "revoke", made[0]["id"], "--json"))
    listed = as_json(mediamill("vouchers", "list", "--json"))
    log = as_json(mediamill("audit", "--json"))

    assert {len(one["code"]) for one in made} == {len(printed[0])} == {24}
    assert over.exit_code == 2
    assert [one["name"] for one in listed] == ["autumn", "spring", "spring"]
    assert [one["usesMax"] for one in made] == [3, 3]
    assert revoked["revokedAt"] is not None
    assert "code" not in listed[0]
    assert [line["act"] for line in log] == ["voucher.revoke", "voucher.create", "voucher.create", "account.create"]
    assert made[0]["code"] not in json.dumps(log)


def test_admin_keys_are_made_listed_and_revoked(mediamill: Mediamill) -> None:
    made = as_json(mediamill("admin-keys", "create", "shop", "--scope", "money", "--ceiling", "500", "--json"))
    refused = sentence_of(mediamill("admin-keys", "create", "shop", "--scope", "money"))
    mediamill("admin-keys", "revoke", made["adminKey"])
    (listed,) = as_json(mediamill("admin-keys", "list", "--json"))

    assert (made["scopes"], made["ceiling"]) == (["money"], 500)
    assert "needs a ceiling" in refused
    assert (listed["id"], listed["revokedAt"] is None) == (made["id"], False)


@pytest.mark.parametrize("amount", ["0", "-5", "9999999999999"])
def test_an_impossible_grant_is_refused(mediamill: Mediamill, amount: str) -> None:
    mediamill("accounts", "create", "ada@example.com")

    assert "is not a valid amount" in sentence_of(mediamill("accounts", "grant", "ada@example.com", "--", amount))


def test_granting_to_nobody_says_so(mediamill: Mediamill) -> None:
    mediamill("accounts", "create", "ada@example.com")

    assert "no account with the e-mail zoe@example.com" in sentence_of(
        mediamill("accounts", "grant", "zoe@example.com", "5")
    )


def test_accounts_are_listed(mediamill: Mediamill) -> None:
    for name in ("ada", "ben"):
        mediamill("accounts", "create", f"{name}@example.com")

    assert [one["email"] for one in as_json(mediamill("accounts", "list", "--json"))] == [
        "ada@example.com",
        "ben@example.com",
    ]
    assert "ben@example.com" in mediamill("accounts", "list").stdout


@pytest.mark.parametrize("command", [["list"], ["show", "ada@example.com"]])
def test_accounts_are_looked_at_while_somebody_writes(
    mediamill: Mediamill, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    mediamill("accounts", "create", "ada@example.com")
    monkeypatch.setattr("mediamill.db.sqlite.BUSY_MILLISECONDS", 0)
    with contextlib.closing(sqlite3.connect(tmp_path / "data/mediamill.db", isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        looked = mediamill("accounts", *command)
        changed = mediamill("accounts", "grant", "ada@example.com", "5")

    assert "ada@example.com" in looked.stdout
    assert "another process holds it" in sentence_of(changed)


def test_keys_are_issued_listed_and_revoked(mediamill: Mediamill) -> None:
    mediamill("accounts", "create", "ada@example.com")
    made = as_json(mediamill("keys", "create", "ada@example.com", "--name", "phone", "--json"))
    by_whole_key = as_json(mediamill("keys", "revoke", made["apiKey"], "--json"))
    listed = as_json(mediamill("keys", "list", "ada@example.com", "--json"))

    assert by_whole_key["id"] == made["id"]
    assert [(key["name"], key["revokedAt"] is None) for key in listed] == [("first key", True), ("phone", False)]
    assert made["apiKey"] not in mediamill("keys", "list", "ada@example.com").stdout


def test_an_unknown_key_is_named(mediamill: Mediamill) -> None:
    mediamill("accounts", "create", "ada@example.com")

    assert "no API key nothing1" in sentence_of(mediamill("keys", "revoke", "nothing1"))


def test_exact_books_are_said_to_be(mediamill: Mediamill) -> None:
    mediamill("accounts", "create", "ada@example.com", "--credits", "5")
    result = mediamill("reconcile")

    assert (result.exit_code, result.stdout.split(":")[0]) == (0, "exact")


def test_cooked_books_are_found(mediamill: Mediamill, tmp_path: Path) -> None:
    mediamill("accounts", "create", "ada@example.com", "--credits", "5")
    with sqlite3.connect(tmp_path / "data" / "mediamill.db") as connection:
        connection.execute("UPDATE balances SET available = 500")
        connection.execute("UPDATE generation_counts SET total = 3 WHERE status = 'success'")
    connection.close()
    result = mediamill("reconcile", "--json")

    assert result.exit_code == 1
    assert len(json.loads(result.stdout)["discrepancies"]) == 2


def test_engines_are_listed_for_every_model(mediamill: Mediamill) -> None:
    rows = as_json(mediamill("engines", "--json"))
    drums = next(row for row in rows if row["model"] == "drumgen")

    assert len(rows) == 18
    assert (drums["engine"], drums["ready"], drums["missing"]) == ("procedural.drums", True, None)


def test_the_doctor_finds_this_installation_well(mediamill: Mediamill) -> None:
    result = mediamill("doctor", "--json")
    findings = {finding["subject"]: finding for finding in json.loads(result.stdout)}

    assert result.exit_code == 0, result.stdout
    assert all(
        findings[name]["advice"] is None for name in ("python", "settings", "data folder", "database", "catalogue")
    )


def test_the_doctor_says_what_is_wrong_with_the_settings(mediamill: Mediamill, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEDIAMILL_RATE_LIMIT", "often")
    result = mediamill("doctor")

    assert result.exit_code == 1
    assert "write `off` or a rate such as `600/min`" in result.stdout


def test_a_settings_file_is_read_and_the_environment_wins(
    mediamill: Mediamill, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mediamill.toml").write_text('[engines]\n"drum-generator/drumgen" = "nobody"\n')
    assert "there is no engine `nobody`" in sentence_of(mediamill("engines"))
    monkeypatch.setenv("MEDIAMILL_ENGINES", '{"drum-generator/drumgen": "procedural.drums"}')

    assert mediamill("engines").exit_code == 0


@pytest.mark.parametrize("command", [("engines",), ("serve", "--port", "0")])
def test_an_engine_for_a_model_that_is_not_there_is_refused(
    mediamill: Mediamill, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    monkeypatch.setenv("MEDIAMILL_ENGINES", '{"drum-generator/drumgenn": "my_package.drums:Drums"}')

    assert "there is no model `drum-generator/drumgenn`; there are: drum-generator/drumgen" in sentence_of(
        mediamill(*command)
    )


def test_a_broken_settings_file_is_named(mediamill: Mediamill, tmp_path: Path) -> None:
    (tmp_path / "mediamill.toml").write_text("slots = \n")

    assert "mediamill.toml" in sentence_of(mediamill("accounts", "list"))


def test_an_unknown_pool_is_refused(mediamill: Mediamill) -> None:
    result = mediamill("worker", "--pools", "cpu,quantum")

    assert result.exit_code == 2
    assert "quantum: the pools are cpu, gpu, remote" in result.stderr


@pytest.mark.parametrize(
    "command",
    [
        ("accounts", "list"),
        ("accounts", "show", "ada@example.com"),
        ("accounts", "grant", "ada@example.com", "5"),
        ("keys", "create", "ada@example.com"),
        ("keys", "list", "ada@example.com"),
        ("keys", "revoke", "nothing1"),
        ("webhooks", "list"),
        ("webhooks", "show", "gen_1"),
        ("webhooks", "resend", "gen_1"),
        ("webhooks", "secret", "ada@example.com"),
        ("webhooks", "rotate", "ada@example.com"),
        ("webhooks", "test", "https://hooks.example.com/", "--account", "ada@example.com"),
        ("reconcile",),
        ("backup", "mill.tar"),
        ("worker",),
    ],
    ids=" ".join,
)
def test_a_folder_without_a_database_is_named_and_left_as_it_was(
    mediamill: Mediamill, tmp_path: Path, command: tuple[str, ...]
) -> None:
    sentence = sentence_of(mediamill(*command))

    assert f"There is no database at {tmp_path / 'data' / 'mediamill.db'}" in sentence
    assert "--data-dir" in sentence
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", ["doctor", "engines"])
def test_looking_at_an_installation_makes_no_database(mediamill: Mediamill, tmp_path: Path, command: str) -> None:
    assert mediamill(command).exit_code == 0
    assert list(tmp_path.iterdir()) == []


def test_keys_are_not_issued_with_another_secret_until_it_is_adopted(
    mediamill: Mediamill, monkeypatch: pytest.MonkeyPatch
) -> None:
    mediamill("accounts", "create", "mina@example.com")
    monkeypatch.setenv("MEDIAMILL_SECRET_KEY", "another long and random text")

    assert "the same MEDIAMILL_SECRET_KEY" in sentence_of(mediamill("keys", "create", "mina@example.com"))
    assert "Adopted." in mediamill("secrets", "adopt").output
    assert mediamill("keys", "create", "mina@example.com").exit_code == 0
