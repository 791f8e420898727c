"""Settings: defaults < file < environment < flags, and every fault at once."""

import os
import re
from ipaddress import ip_network
from pathlib import Path

import pytest

from mediamill import config
from mediamill.assembly import pools_of
from mediamill.config import InvalidSettings
from mediamill.plan import Plan, PlanLimits, Rate
from tests.places import REPOSITORY


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_flag_overrides_the_environment_which_overrides_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("mediamill.toml").write_text("port = 1\nslots_cpu = 3\nlease_seconds = 7\n")
    monkeypatch.setenv("MEDIAMILL_PORT", "2")
    monkeypatch.setenv("MEDIAMILL_SLOTS_CPU", "4")
    settings = config.read(port=5, host=None)

    assert (settings.port, settings.slots_cpu, settings.lease_seconds, settings.host) == (5, 4, 7.0, "127.0.0.1")


def test_every_pool_has_its_slots(monkeypatch: pytest.MonkeyPatch) -> None:
    assert config.read().slots_cpu == os.cpu_count()
    assert pools_of(config.read(slots_cpu=3)) == {"cpu": 3, "gpu": 1, "remote": 8}
    monkeypatch.setenv("MEDIAMILL_SLOTS_GPU", "2")
    monkeypatch.setenv("MEDIAMILL_SLOTS_REMOTE", "20")
    assert pools_of(config.read(), ["gpu", "remote"]) == {"gpu": 2, "remote": 20}


def test_slots_without_a_pool_are_refused_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEDIAMILL_SLOTS", "4")
    with pytest.raises(InvalidSettings, match="MEDIAMILL_SLOTS is no longer read: set MEDIAMILL_SLOTS_CPU instead"):
        config.read()


def test_slots_without_a_pool_are_refused_in_the_file() -> None:
    Path("mediamill.toml").write_text("slots = 4\n")
    with pytest.raises(InvalidSettings, match="`slots` is no longer read: set `slots_cpu` instead"):
        config.read()


def test_lists_are_written_with_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEDIAMILL_ALLOWED_NETWORKS", "127.0.0.0/8, ::1/128")
    monkeypatch.setenv("MEDIAMILL_WEBHOOK_DELAYS", "0.1,2")
    settings = config.read()

    assert settings.allowed_networks == (ip_network("127.0.0.0/8"), ip_network("::1/128"))
    assert settings.webhook_delays == (0.1, 2.0)


def test_the_default_delays_are_those_of_the_interface() -> None:
    assert config.read().webhook_delays == (5, 15, 60, 300, 900, 3_600, 21_600, 43_200, 86_400)


@pytest.mark.parametrize(
    ("text", "rate"),
    [("", Rate(60, 60)), ("off", None), ("600/min", Rate(600, 60)), ("5/s", Rate(5, 1)), ("9/h", Rate(9, 3600))],
)
def test_rates_are_read(text: str, rate: object) -> None:
    assert config.read(rate_limit=text).plans[Plan.FREE].creates == rate


def test_every_fault_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEDIAMILL_SECRET_KEY", " ")
    monkeypatch.setenv("MEDIAMILL_PUBLIC_URL", "media.example.com")
    monkeypatch.setenv("MEDIAMILL_DATABASE_URL", "mysql://")
    with pytest.raises(InvalidSettings) as found:
        config.read(port=70_000, rate_limit="0/min")
    sentence = str(found.value)

    assert all(name in sentence for name in ("secret_key", "public_url", "port", "rate_limit"))


def test_an_unknown_name_in_the_file_is_refused() -> None:
    Path("mediamill.toml").write_text("prot = 8000\n")

    with pytest.raises(InvalidSettings, match="prot"):
        config.read()


def test_the_address_of_media_follows_the_port_unless_it_is_set() -> None:
    assert config.read(port=9000).base_url == "http://localhost:9000"
    assert config.read(public_url="https://media.example.com/").base_url == "https://media.example.com"


@pytest.mark.parametrize("named", ["", "elsewhere.toml", "."])
def test_a_settings_file_that_is_named_has_to_exist(named: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEDIAMILL_CONFIG", named)

    with pytest.raises(InvalidSettings, match=f"MEDIAMILL_CONFIG is `{named}`, which is not a file"):
        config.read()


def test_a_fault_names_the_file_it_is_in(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("other.toml").write_text("port =")
    monkeypatch.setenv("MEDIAMILL_CONFIG", "other.toml")

    with pytest.raises(InvalidSettings, match=r"other\.toml: "):
        config.read()


def test_a_plan_has_all_its_limits_in_one_record() -> None:
    settings = config.read(running_pro=5, retention_days_pro=0.5)

    assert settings.plans == {
        Plan.FREE: PlanLimits(creates=Rate(60, 60), running_max=2, kept_ms=None),
        Plan.PRO: PlanLimits(creates=Rate(600, 60), running_max=5, kept_ms=43_200_000),
    }
    assert settings.plans[Plan.PRO].reads == Rate(6_000, 60)


def test_the_database_takes_the_plans_there_are() -> None:
    schema = (REPOSITORY / "packages/mediamill/src/mediamill/db/migrations/0001_start.sql").read_text()
    listed = re.search(r"CHECK \(plan IN \((.*?)\)\)", schema)

    assert listed is not None
    assert listed[1].split(", ") == [f"'{plan}'" for plan in Plan]


@pytest.mark.parametrize(
    "url",
    [
        "https://alerts.example.com/mill",
        "http://127.0.0.1:9000/",
        "http://10.1.2.3/x",
        "http://pager:80/",
        "http://[::1]/",
    ],
)
def test_alerts_go_by_https_or_to_an_address_of_ones_own(url: str) -> None:
    assert config.read(alert_url=url).alert_url == url


@pytest.mark.parametrize(
    ("url", "fault"),
    [
        ("http://alerts.example.com/", "use https"),
        ("http://93.184.216.34/", "use https"),
        ("ftp://alerts.example.com/", "write an address"),
        ("alerts.example.com", "write an address"),
        ("https://ada:secret@alerts.example.com/", "write an address"),
        ("http://[::1", "alert_url"),
    ],
)
def test_what_would_carry_alerts_in_the_open_is_refused(url: str, fault: str) -> None:
    with pytest.raises(InvalidSettings, match=fault):
        config.read(alert_url=url)


def test_no_alert_url_is_none() -> None:
    assert config.read(alert_url="").alert_url is None


def test_outputs_are_found_where_the_operator_says_and_known_by_both_addresses() -> None:
    plain = config.read(public_url="https://mill.example.com")
    apart = config.read(public_url="https://mill.example.com", media_url="https://cdn.example.com/mill/")

    assert ("https://mill.example.com/media", ("https://mill.example.com/media/",)) == (
        plain.media_base,
        plain.own_media,
    )
    assert "https://cdn.example.com/mill" == apart.media_base
    assert ("https://mill.example.com/media/", "https://cdn.example.com/mill/") == apart.own_media
    with pytest.raises(config.InvalidSettings, match="media_url"):
        config.read(media_url="cdn.example.com")
