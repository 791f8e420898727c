"""Builds the parts of the service from its settings; commands use them without a running service."""

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

from mediamill import alerts, catalogue, config, outbound
from mediamill.accounts import Plan
from mediamill.backups import MEDIA
from mediamill.catalogue import Catalogue
from mediamill.config import InvalidSettings, Settings, config_file
from mediamill.db import Database
from mediamill.dispatch import Alerting, AlertPost, Forgetting, Maintenance, Noticing, Waker
from mediamill.dispatch.remote.balances import ask_balances
from mediamill.engines import (
    LeastMargin,
    Registry,
    RemoteSetup,
    SecretSources,
    WeightsHere,
    found_devices,
    read_installed,
    refuse_unknown_models,
    set_up_all,
    set_up_residents,
    with_own_models,
)
from mediamill.fsync import make_data_folder
from mediamill.generations import Policy
from mediamill.plugins import plugins
from mediamill.policies import Judges, open_judges
from mediamill.secret import SecretFiles, Secrets
from mediamill.signing import SigningIdentity, open_identity
from mediamill.storage import Storage, open_storage, storage_folder
from mediamill.thresholds import Thresholds
from mediamill.weights import PLUGIN_GROUP as WEIGHTS_GROUP
from mediamill.weights import read_rows

DIGEST_DIGITS = 8
# What one process decides by and another one relies on. Others may differ: addresses, slots, logs, keys of engines.
AGREED = (
    "rate_limit",
    "webhook_delays",
    "lease_seconds",
    "tries",
    "waiting_hours",
    "running_free",
    "running_pro",
    "waiting_max",
    "retention_days_free",
    "retention_days_pro",
    "retention_days_history",
    "retention_days_purchases",
    "engines",
    "fall_over_seconds",
    "currency",
    "credit_price",
    "min_margin",
    "image_megabytes_max",
    "audio_megabytes_max",
    "audio_minutes_max",
    "upload_megabytes",
    "upload_hours",
    "allowed_networks",
    "media_url",
)


def open_media(settings: Settings) -> Storage:
    """The storage that the settings name."""
    make_data_folder(settings.data_dir)
    return open_storage(media_location(settings))


def media_location(settings: Settings) -> str | Path:
    """Where media are kept: the setting, or a folder of the data folder."""
    return settings.storage_url or settings.data_dir / MEDIA


def private_paths(settings: Settings) -> tuple[Path, ...]:
    """What no engine may read, wherever it lies."""
    media = storage_folder(media_location(settings))
    paths = (settings.data_dir, settings.database_file, config_file(), settings.secret_key_file, media)
    return tuple(path.absolute() for path in (*paths, *key_files(settings)) if path is not None)


def key_files(settings: Settings) -> list[Path]:
    """The files that hold keys, vendors' and the certificate's, besides those in the data folder."""
    sections = [one for section in settings.engine.values() for one in (section, *listed(section.get("keys")))]
    named = [Path(name) for section in sections if isinstance(name := section.get("key_file"), str)]
    return named if settings.c2pa_key is None else [*named, settings.c2pa_key]


def listed(keys: object) -> list[dict[str, object]]:
    """The `keys` of a section, whose form is checked elsewhere."""
    return [key for key in keys if isinstance(key, dict)] if isinstance(keys, list) else []


def open_secrets(settings: Settings) -> Secrets:
    """The service's secrets; made at the first start."""
    return Secrets.open(settings.secret, settings.data_dir)


def signing_identity(settings: Settings) -> SigningIdentity | None:
    """Who signs outputs; None where nobody does. Raises UnusableCertificate."""
    if settings.c2pa_certificate is None or settings.c2pa_key is None:
        return None
    return open_identity(settings.c2pa_certificate, settings.c2pa_key)


def api_key_pepper(settings: Settings) -> bytes:
    """What API keys are hashed with."""
    return open_secrets(settings).api_key_pepper


def open_guard(settings: Settings) -> outbound.Guard:
    """The guard of requests to URLs that callers name."""
    return outbound.Guard(allowed_networks=settings.allowed_networks, proxy=settings.egress_proxy)


def alert_post(settings: Settings, guard: outbound.Guard) -> AlertPost | None:
    """How alerts are posted; None where no address is set."""
    if settings.alert_url is None:
        return None
    send = partial(outbound.post, guard, settings.alert_url, account_id="alerts", is_operators=True)
    return AlertPost(send, alerts.secret_text(open_secrets(settings)))


def judges_of(settings: Settings, *, works: bool) -> Judges:
    """The content policies in force; none for a process that runs nothing. Raises UnusablePolicy."""
    if not works:
        return open_judges((), None, settings.policy_seconds)
    return open_judges(settings.policies, settings.policy_words, settings.policy_seconds)


def open_maintenance(
    settings: Callable[[], Settings],
    database: Database,
    storage: Storage,
    setups: Callable[[], Mapping[str, RemoteSetup]],
    guard: outbound.Guard,
    waker: Waker,
) -> Maintenance:
    """What the process on duty does for all; `settings` and `setups` are as they are now."""
    first = settings()
    return Maintenance(
        database,
        storage,
        kept_ms_of(first),
        first.waiting_ms_max,
        open_alerting(settings, database, setups, guard),
        Forgetting(database, history_ms=first.history_ms, purchases_ms=first.purchases_ms),
        waker,
        open_noticing(first, database, guard),
    )


def open_alerting(
    settings: Callable[[], Settings],
    database: Database,
    setups: Callable[[], Mapping[str, RemoteSetup]],
    guard: outbound.Guard,
) -> Alerting:
    """Who tells operators what they have to know; `settings` and `setups` are as they are now."""
    return Alerting(
        database,
        setups,
        settings().currency,
        alert_post(settings(), guard),
        thresholds=settings(),
        credit_price=lambda: settings().credit_price,
        data_dir=settings().data_dir,
        ask_vendors=lambda: ask_balances(setups(), guard),
    )


def open_noticing(settings: Settings, database: Database, guard: outbound.Guard) -> Noticing:
    """Who tells accounts of their caps."""
    return Noticing(database, partial(outbound.post, guard), open_secrets(settings), settings.alert_credits)


def agreed_settings(settings: Settings) -> dict[str, str]:
    """Of every setting that all processes need alike, a digest of its value by the name of its variable."""
    return {
        f"MEDIAMILL_{name.upper()}": hashlib.sha256(repr(getattr(settings, name)).encode()).hexdigest()[:DIGEST_DIGITS]
        for name in (*AGREED, *Thresholds.model_fields)
    }


def webhook_delays_ms(settings: Settings) -> tuple[int, ...]:
    """Milliseconds before each retry of a webhook."""
    return tuple(round(delay * 1_000) for delay in settings.webhook_delays)


def load_catalogue(settings: Settings) -> Catalogue:
    """What can be asked for here. Raises InvalidCatalogue."""
    installed = plugins(catalogue.PLUGIN_GROUP)
    return catalogue.load(settings.catalogue_dir, rehearsal=settings.rehearsal, installed=installed)


def engine_registry(settings: Settings, offered: Catalogue) -> Registry:
    """Which engine serves which model. Raises InvalidSettings for a wrong choice, and for a wrong file of models."""
    refuse_unknown_models(settings.engines, offered)
    installed, broken = read_installed()
    chosen = [name for names in settings.engines.values() for name in ([names] if isinstance(names, str) else names)]
    entries, found = set_up_all(installed, settings.engine, chosen, secret_sources(settings))
    setups = [replace(setup, least_margin=least_margin(settings)) for setup in found]
    residents = set_up_residents(entries, settings.engine, weights_here(settings))
    return Registry(with_own_models(entries, setups, offered), settings.engines, broken, setups, residents)


def weights_here(settings: Settings) -> WeightsHere:
    """The weights of open models on this machine; its rows are read whenever they are asked for."""
    return WeightsHere(settings.weights_home, lambda: read_rows(settings.weights_file, plugins(WEIGHTS_GROUP)))


def least_margin(settings: Settings) -> LeastMargin | None:
    """What vendors' engines have to leave; None where nothing is asked, or a credit has no price."""
    if settings.min_margin is None or settings.credit_price is None:
        return None
    return LeastMargin(settings.credit_price, settings.min_margin)


def secret_sources(settings: Settings) -> SecretSources:
    """Where engines' keys are read from."""
    return SecretSources(environment=config.environment, file=read_key_file, stored=vendor_secrets(settings).get)


def vendor_secrets(settings: Settings) -> SecretFiles:
    """What `mediamill secrets set` has stored."""
    return SecretFiles(settings.data_dir / "secrets")


def read_key_file(path: str) -> str:
    """The key in a file. Raises InvalidSettings."""
    try:
        return Path(path).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as fault:
        raise InvalidSettings(fault=f"key_file: {path} cannot be read: {fault}") from None


def policy_of(settings: Settings) -> Policy:
    """How work is leased and tried."""
    return Policy(
        lease_ms=round(settings.lease_seconds * 1_000),
        tries=settings.tries,
        waiting_ms_max=settings.waiting_ms_max,
        running_max={plan: limits.running_max for plan, limits in settings.plans.items()},
    )


def kept_ms_of(settings: Settings) -> dict[Plan, int]:
    """How long outputs are kept, for plans that do not keep them for ever."""
    return {plan: limits.kept_ms for plan, limits in settings.plans.items() if limits.kept_ms is not None}


def devices_of(settings: Settings) -> tuple[str, ...]:
    """The devices of the pool gpu: the settings', else those that are found."""
    return settings.devices or found_devices()


def pools_of(settings: Settings, wanted: Iterable[str] | None = None) -> dict[str, int]:
    """The pools this process works for, with the slots of each."""
    gpu = settings.slots_gpu or len(devices_of(settings))
    pools = {"cpu": settings.slots_cpu, "gpu": gpu, "remote": settings.slots_remote}
    return pools if wanted is None else {pool: pools[pool] for pool in wanted}
