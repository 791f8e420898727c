"""Builds the parts of the service from its settings; commands use them without a running service."""

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path

from mediamill import alerts, catalogue, config, outbound
from mediamill.accounts import Plan
from mediamill.catalogue import Catalogue
from mediamill.config import InvalidSettings, Settings, config_file
from mediamill.dispatch import AlertPost
from mediamill.engines import (
    LeastMargin,
    Registry,
    SecretSources,
    read_installed,
    refuse_unknown_models,
    set_up_all,
)
from mediamill.fsync import make_data_folder
from mediamill.generations import Policy
from mediamill.plugins import plugins
from mediamill.secret import SecretFiles, Secrets
from mediamill.storage import Storage, open_storage, storage_folder


def open_media(settings: Settings) -> Storage:
    """The storage that the settings name."""
    make_data_folder(settings.data_dir)
    return open_storage(settings.storage_url or settings.data_dir / "media")


def private_paths(settings: Settings) -> tuple[Path, ...]:
    """What no engine may read, wherever it lies."""
    media = storage_folder(settings.storage_url or settings.data_dir / "media")
    paths = (settings.data_dir, settings.database_file, config_file(), settings.secret_key_file, media)
    return tuple(path.absolute() for path in (*paths, *key_files(settings)) if path is not None)


def key_files(settings: Settings) -> list[Path]:
    """The files that hold vendors' keys, besides those in the data folder."""
    sections = [one for section in settings.engine.values() for one in (section, *listed(section.get("keys")))]
    return [Path(name) for section in sections if isinstance(name := section.get("key_file"), str)]


def listed(keys: object) -> list[dict[str, object]]:
    """The `keys` of a section, whose form is checked elsewhere."""
    return [key for key in keys if isinstance(key, dict)] if isinstance(keys, list) else []


def open_secrets(settings: Settings) -> Secrets:
    """The service's secrets; made at the first start."""
    return Secrets.open(settings.secret, settings.data_dir)


def api_key_pepper(settings: Settings) -> bytes:
    """What API keys are hashed with."""
    return open_secrets(settings).derived("api-keys")


def open_guard(settings: Settings) -> outbound.Guard:
    """The guard of requests to URLs that callers name."""
    return outbound.Guard(allowed_networks=settings.allowed_networks, proxy=settings.egress_proxy)


def alert_post(settings: Settings, guard: outbound.Guard) -> AlertPost | None:
    """How alerts are posted; None where no address is set."""
    if settings.alert_url is None:
        return None
    send = partial(outbound.post, guard, settings.alert_url, account_id="alerts", is_operators=True)
    return AlertPost(send, alerts.secret_text(open_secrets(settings)))


def webhook_delays_ms(settings: Settings) -> tuple[int, ...]:
    """Milliseconds before each retry of a webhook."""
    return tuple(round(delay * 1_000) for delay in settings.webhook_delays)


def load_catalogue(settings: Settings) -> Catalogue:
    """What can be asked for here. Raises InvalidCatalogue."""
    installed = plugins(catalogue.PLUGIN_GROUP)
    return catalogue.load(settings.catalogue_dir, rehearsal=settings.rehearsal, installed=installed)


def engine_registry(settings: Settings, offered: Catalogue) -> Registry:
    """Which engine serves which model. Raises InvalidSettings for a choice that cannot be."""
    refuse_unknown_models(settings.engines, offered)
    installed, broken = read_installed()
    chosen = [name for names in settings.engines.values() for name in ([names] if isinstance(names, str) else names)]
    entries, found = set_up_all(installed, settings.engine, chosen, secret_sources(settings))
    setups = [replace(setup, least_margin=least_margin(settings)) for setup in found]
    return Registry(entries, settings.engines, broken, setups)


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


def pools_of(settings: Settings, wanted: Iterable[str] | None = None) -> dict[str, int]:
    """The pools this process works for, with the slots of each."""
    pools = {"cpu": settings.slots_cpu, "gpu": settings.slots_gpu, "remote": settings.slots_remote}
    return pools if wanted is None else {pool: pools[pool] for pool in wanted}
