"""Settings: defaults < mediamill.toml < MEDIAMILL_* < flags. Nothing else in the server reads the environment."""

import ipaddress
import os
import re
from decimal import Decimal
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Literal, Self
from urllib.parse import urlsplit

from pydantic import Field, ValidationError, field_validator, model_validator
from pydantic_settings import (
    BaseSettings,
    NoDecode,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    TomlConfigSettingsSource,
)

from mediamill.doors import DoorSettings
from mediamill.errors import MediamillError
from mediamill.masking import masked
from mediamill.plan import CREATES, Plan, PlanLimits, Rate
from mediamill.thresholds import Thresholds
from mediamill.units import DAY_MS, HOUR_MS, MEGABYTE

CONFIG_FILE = "mediamill.toml"
CONFIG_VARIABLE = "MEDIAMILL_CONFIG"  # names another file, which then has to exist
# Section 6 of the interface: nine retries, each delay counted from the end of the failed attempt.
WEBHOOK_DELAYS_SECONDS = (5.0, 15.0, 60.0, 300.0, 900.0, 3_600.0, 21_600.0, 43_200.0, 86_400.0)
SQLITE_URL = "sqlite:///"
POSTGRES_URLS = ("postgresql://", "postgres://")
RATE = re.compile(r"([1-9][0-9]*)/(s|sec|min|h)")
HISTORY_DAYS_MIN = 3  # a day of waiting, then two of webhook retries
RATE_UNIT_SECONDS = {"s": 1, "sec": 1, "min": 60, "h": 3_600}

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
DeviceName = Annotated[str, Field(pattern=r"^(cpu|cuda:[0-9]{1,2})$")]
PRIVATE_NETWORKS: tuple[Network, ...] = tuple(
    ipaddress.ip_network(network)
    for network in ("127.0.0.0/8", "::1/128", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7")
)
LOOPBACK: tuple[Network, ...] = PRIVATE_NETWORKS[:2]


class InvalidSettings(MediamillError):
    """The settings cannot be used: {fault}"""

    code = "invalid_settings"


class Settings(Thresholds, DoorSettings, BaseSettings):
    """Everything an operator can set. docs/reference/settings.md documents each field; a test checks that."""

    model_config = SettingsConfigDict(
        env_prefix="MEDIAMILL_", toml_file=CONFIG_FILE, extra="forbid", frozen=True, env_ignore_empty=False
    )

    # data
    data_dir: Path = Path(".data")
    database_url: str = ""  # default: SQLite in the data folder; postgresql://… for several machines
    dispatch: Literal["auto", "embedded", "procrastinate"] = "auto"  # how workers of other processes are woken
    database_connections: int = Field(8, ge=1, le=200)  # to PostgreSQL, of one process
    storage_url: str = ""  # default: a folder in the data folder
    catalogue_dir: Path | None = None
    weights_dir: Path | None = None  # of local models; default: a folder in the data folder
    weights_file: Path | None = None  # a file of weights that may be pulled, beside those of installed packages
    rehearsal: bool = False  # offer the tool `rehearsal`, whose runs fail, take long or crash
    # HTTP
    host: str = "127.0.0.1"
    port: int = Field(8000, ge=0, le=65_535)
    public_url: str = ""  # default: http://localhost:{port}
    media_url: str = ""  # where outputs are found; default: {public_url}/media
    trusted_proxies: Annotated[tuple[Network, ...], NoDecode] = ()
    cors_origins: Annotated[tuple[str, ...], NoDecode] = ()
    admin_networks: Annotated[tuple[Network, ...], NoDecode] = LOOPBACK  # who may reach /admin/
    rate_limit: str = ""  # default: by plan; `off`; `600/min`
    connections_max: int = Field(2_000, ge=1)  # open at once
    connections_per_address_max: int = Field(256, ge=1)  # of one IPv4 address or IPv6 /64; trusted proxies are exempt
    secret_key: str | None = None  # default: a 0600 file in the data folder
    secret_key_file: Path | None = None  # a file that holds it
    # outbound requests
    allowed_networks: Annotated[tuple[Network, ...], NoDecode] = ()
    egress_proxy: str | None = None  # HTTP proxy for requests to callers' URLs
    webhook_delays: Annotated[tuple[float, ...], NoDecode] = WEBHOOK_DELAYS_SECONDS
    alert_url: str | None = None  # where alerts are posted: https, or the operator's own address
    # runs
    slots_cpu: int = Field(default_factory=lambda: max(1, os.cpu_count() or 1), ge=1, le=1_024)
    slots_gpu: int | None = Field(None, ge=1, le=1_024)  # default: one for each device
    devices: Annotated[tuple[DeviceName, ...], NoDecode] = ()  # of pool gpu; default: GPUs, else cpu
    device_megabytes: int | None = Field(None, ge=1)  # for weights and runs, of each; default: most of its memory
    slots_remote: int = Field(8, ge=1, le=1_024)  # vendors do the work, so more fit than here
    lease_seconds: float = Field(30.0, gt=0)
    tries: int = Field(3, ge=1, le=100)
    waiting_hours: float = Field(24.0, gt=0)
    running_free: int = Field(2, ge=1)
    running_pro: int = Field(8, ge=1)
    waiting_max: int = Field(10_000, ge=1)  # unfinished generations of one account
    disk_free_megabytes_min: int = Field(200, ge=0)  # with less free, no new run is accepted
    retention_days_free: float = Field(0.0, ge=0)  # outputs are deleted after it; 0: never
    retention_days_pro: float = Field(0.0, ge=0)
    retention_days_history: float = Field(90.0, ge=0)  # attempts and states before the last; 0: for ever
    retention_days_purchases: float = Field(400.0, ge=0)  # rows of those that ended; 0: for ever
    engines: dict[str, str | list[str]] = Field(default_factory=dict)  # "tool/model" -> engine, or several in order
    engine: dict[str, dict[str, Any]] = Field(default_factory=dict)  # an engine's name -> its keys, limits and options
    policies: Annotated[tuple[str, ...], NoDecode] = ()  # names of installed content policies that are in force
    policy_words: Path | None = None  # a file of words that no input may have
    policy_seconds: float = Field(10.0, gt=0)  # that each policy may take
    fall_over_seconds: float = Field(30.0, ge=0)  # how long work waits for a preferred engine before the next takes it
    # what outputs say of their origin
    c2pa_certificate: Path | None = None  # PEM: the certificate, then its chain
    c2pa_key: Path | None = None  # PEM: its private key
    # money
    currency: str = Field("USD", pattern=r"^[A-Z]{3}$")  # that vendors bill in
    credit_price: Decimal | None = Field(None, ge=0, allow_inf_nan=False)  # of one credit, in that currency
    min_margin: Decimal | None = Field(None, le=1, allow_inf_nan=False)  # share of what credits bring; None: any
    # uploads and inputs
    image_megabytes_max: int = Field(20, ge=1)
    audio_megabytes_max: int = Field(50, ge=1)
    audio_minutes_max: float = Field(10.0, gt=0)
    upload_megabytes: int = Field(500, ge=1)  # one account's files, all together
    upload_hours: float = Field(24.0, gt=0)
    # logs, metrics, traces
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_format: Literal["auto", "json", "text"] = "auto"  # auto: text on a terminal, else JSON
    metrics_networks: Annotated[tuple[Network, ...], NoDecode] = PRIVATE_NETWORKS  # who may read /metrics
    otel_endpoint: str | None = Field(None, validation_alias="OTEL_EXPORTER_OTLP_ENDPOINT")

    @field_validator(
        "trusted_proxies",
        "allowed_networks",
        "metrics_networks",
        "admin_networks",
        "cors_origins",
        "webhook_delays",
        "devices",
        "alert_credits",
        "policies",
        mode="before",
    )
    @classmethod
    def split_commas(cls, value: Any) -> Any:
        """Split a string at commas: the environment has no arrays."""
        if isinstance(value, str):
            return tuple(part.strip() for part in value.split(",") if part.strip())
        return value

    @field_validator("webhook_delays")
    @classmethod
    def delays_are_times(cls, value: tuple[float, ...]) -> tuple[float, ...]:
        """Reject delays that are no number of seconds."""
        if any(not 0 <= delay < 10**9 for delay in value):
            raise ValueError("every delay is a number of seconds, 0 or more")
        return value

    @field_validator("retention_days_history", "retention_days_purchases")
    @classmethod
    def history_outlives_work(cls, value: float) -> float:
        """Reject times in which a generation may still be under way."""
        if 0 < value < HISTORY_DAYS_MIN:
            raise ValueError(f"write 0 (for ever), or at least {HISTORY_DAYS_MIN}: what is under way needs it")
        return value

    @field_validator("rate_limit")
    @classmethod
    def rate_is_known(cls, value: str) -> str:
        """Reject what is neither `off` nor a rate."""
        if value not in ("", "off") and not RATE.fullmatch(value):
            raise ValueError("write `off` or a rate such as `600/min` (units: s, min, h)")
        return value

    @field_validator("secret_key")
    @classmethod
    def secret_is_not_empty(cls, value: str | None) -> str | None:
        """Reject an empty secret, which would make every key guessable."""
        if value is not None and not value.strip():
            raise ValueError("MEDIAMILL_SECRET_KEY is empty: unset it, or set a long random text")
        return value

    @model_validator(mode="after")
    def secret_comes_from_one_place(self) -> Self:
        """Reject two secrets: it would be open which one keys were hashed with."""
        if self.secret_key is not None and self.secret_key_file is not None:
            raise ValueError("set either secret_key or secret_key_file, not both")
        return self

    @model_validator(mode="after")
    def certificate_has_a_key(self) -> Self:
        """Reject one without the other."""
        if (self.c2pa_certificate is None) != (self.c2pa_key is None):
            raise ValueError("set both c2pa_certificate and c2pa_key, or neither")
        return self

    @field_validator("alert_url")
    @classmethod
    def alerts_go_by_https_or_stay_here(cls, value: str | None) -> str | None:
        """Reject what would carry alerts through the world unencrypted."""
        parts = urlsplit(value or "https://nowhere.example")
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.username is not None:
            raise ValueError("write an address such as https://alerts.example.com/mediamill")
        if parts.scheme == "http" and not is_at_home(parts.hostname):
            raise ValueError("use https: http is for an address of your own network, such as http://10.0.0.7:9000/")
        return value or None

    @field_validator("public_url", "media_url")
    @classmethod
    def url_is_a_base(cls, value: str) -> str:
        """Reject what paths cannot be appended to."""
        if value and not re.fullmatch(r"https?://[^/?#\s]+(/[^?#\s]*)?", value):
            raise ValueError("write an address such as https://media.example.com")
        return value.rstrip("/")

    @model_validator(mode="before")
    @classmethod
    def slots_have_a_pool(cls, values: Any) -> Any:
        """Reject the old setting for all pools: ignoring it would change how much runs at once."""
        if "MEDIAMILL_SLOTS" in os.environ:
            raise ValueError("MEDIAMILL_SLOTS is no longer read: set MEDIAMILL_SLOTS_CPU instead")
        if isinstance(values, dict) and "slots" in values:
            raise ValueError("`slots` is no longer read: set `slots_cpu` instead")
        return values

    @field_validator("database_url")
    @classmethod
    def database_is_known(cls, value: str) -> str:
        """Reject other databases."""
        if value and not value.startswith((SQLITE_URL, *POSTGRES_URLS)):
            raise ValueError("write postgresql://user:password@host/database, or sqlite:///path")
        return value

    @model_validator(mode="after")
    def messages_need_a_server(self) -> Self:
        """Reject messages through a database that has none."""
        if self.dispatch == "procrastinate" and self.database_file is not None:
            raise ValueError("dispatch = procrastinate needs PostgreSQL: set database_url to it, or dispatch to auto")
        return self

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003 (the signature is pydantic's)
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Order the sources: flags, then the environment, then the file."""
        toml = TomlConfigSettingsSource(settings_cls, config_file())
        return init_settings, env_settings, toml

    @property
    def secret(self) -> str | None:
        """The operator's secret; None if the service creates its own. Raises InvalidSettings."""
        if self.secret_key_file is None:
            return self.secret_key
        try:
            text = self.secret_key_file.read_text().strip()
        except (OSError, UnicodeDecodeError) as fault:
            raise InvalidSettings(fault=f"secret_key_file: {self.secret_key_file} cannot be read: {fault}") from None
        if not text:
            raise InvalidSettings(fault=f"secret_key_file: {self.secret_key_file} is empty: write a long random text")
        return text

    @property
    def base_url(self) -> str:
        """The address under which clients reach this service, without a slash at the end."""
        return self.public_url or f"http://localhost:{self.port}"

    @property
    def media_base(self) -> str:
        """The address below which clients find outputs, without a slash at the end."""
        return self.media_url or f"{self.base_url}/media"

    @property
    def own_media(self) -> tuple[str, ...]:
        """How URLs of our own files begin: those that the service gives out itself, and those found elsewhere."""
        return tuple(dict.fromkeys((f"{self.base_url}/media/", f"{self.media_base}/")))

    @property
    def database_file(self) -> Path | None:
        """The SQLite file; None where the database is a server."""
        if not self.database_url:
            return self.data_dir / "mediamill.db"
        return Path(self.database_url.removeprefix(SQLITE_URL)) if self.database_url.startswith(SQLITE_URL) else None

    @property
    def weights_home(self) -> Path:
        """The folder of all weights."""
        return self.weights_dir or self.data_dir / "weights"

    @property
    def image_bytes_max(self) -> int:
        """The size of the largest image that is taken in."""
        return self.image_megabytes_max * MEGABYTE

    @property
    def audio_bytes_max(self) -> int:
        """The size of the largest recording that is taken in."""
        return self.audio_megabytes_max * MEGABYTE

    @property
    def upload_bytes_max(self) -> int:
        """How much one account may have uploaded at a time."""
        return self.upload_megabytes * MEGABYTE

    @property
    def upload_ms(self) -> int:
        """How long an uploaded file is kept."""
        return round(self.upload_hours * HOUR_MS)

    @property
    def waiting_ms_max(self) -> int:
        """How long a generation may wait to be run."""
        return round(self.waiting_hours * HOUR_MS)

    @property
    def history_ms(self) -> int | None:
        """How long attempts and states before the last are kept; None: for ever."""
        return round(self.retention_days_history * DAY_MS) or None

    @property
    def purchases_ms(self) -> int | None:
        """How long purchases that ended are kept; None: for ever."""
        return round(self.retention_days_purchases * DAY_MS) or None

    @cached_property  # asked for at every request
    def plans(self) -> dict[Plan, PlanLimits]:
        """The limits of every plan."""
        running = {Plan.FREE: self.running_free, Plan.PRO: self.running_pro}
        days = {Plan.FREE: self.retention_days_free, Plan.PRO: self.retention_days_pro}
        return {
            plan: PlanLimits(
                creates=rate_of(self.rate_limit, plan),
                running_max=running[plan],
                kept_ms=round(days[plan] * DAY_MS) or None,
            )
            for plan in Plan
        }


def is_at_home(host: str) -> bool:
    """Whether a host is of the operator's own network by its text: a private address, or a name without a domain."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return "." not in host or host.endswith((".local", ".internal", ".home.arpa"))
    return address.is_private


def rate_of(text: str, plan: Plan) -> Rate | None:
    """The rate that a setting gives a plan: `off` none, `600/min` the same to all, nothing the plan's own."""
    if text == "off":
        return None
    if not (match := RATE.fullmatch(text)):
        return CREATES[plan]
    return Rate(int(match[1]), RATE_UNIT_SECONDS[match[2]])


def environment(name: str) -> str | None:
    """A variable that a setting names, such as `key_env` of an engine; None where it is not set or empty."""
    return os.environ.get(name, "").strip() or None


def config_file() -> Path:
    """The settings file: the one MEDIAMILL_CONFIG names, or `mediamill.toml` here, which may be absent."""
    return Path(os.environ.get(CONFIG_VARIABLE, CONFIG_FILE))


def read(**flags: object) -> Settings:
    """Read the settings; a flag of None counts as not given. Raises InvalidSettings with every fault."""
    if CONFIG_VARIABLE in os.environ and not config_file().is_file():
        named = os.environ[CONFIG_VARIABLE]
        raise InvalidSettings(fault=f"{CONFIG_VARIABLE} is `{named}`, which is not a file: correct or unset it")
    given: dict[str, Any] = {name: value for name, value in flags.items() if value is not None}
    try:
        return Settings(**given)
    except ValidationError as error:
        faults = [
            f"{'.'.join(str(part) for part in fault['loc']) or 'settings'}: "
            f"{fault['msg'].removeprefix('Value error, ')}"
            for fault in error.errors(include_input=False, include_url=False)
        ]
        raise InvalidSettings(fault="; ".join(faults)) from None
    except ValueError as error:  # mediamill.toml is not valid TOML
        raise InvalidSettings(fault=f"{config_file()}: {error}") from None


def in_force(settings: Settings) -> list[dict[str, str | None]]:
    """Every setting by its variable, as text, with its source: default, file, environment or flag; secrets masked."""
    file = TomlConfigSettingsSource(Settings, config_file())()
    found: list[dict[str, str | None]] = []
    for name, field in Settings.model_fields.items():
        variable = str(field.validation_alias or f"MEDIAMILL_{name.upper()}")
        is_given = name in settings.model_fields_set
        where = (
            "environment" if variable in os.environ else "file" if name in file else "flag" if is_given else "default"
        )
        found.append({"name": variable, "value": masked(name, getattr(settings, name)), "source": where})
    return found
