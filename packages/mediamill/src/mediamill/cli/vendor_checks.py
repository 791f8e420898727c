"""Vendors' engines examined for `mediamill doctor`: their settings, their key files, and a free call with each key."""

import asyncio
import shlex
from collections.abc import Coroutine, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mediamill.assembly import key_files, open_guard, vendor_secrets
from mediamill.config import Settings
from mediamill.dispatch.remote.vendors import Vendors
from mediamill.engines import AnswerLost, NotSent, Registry, RemoteSetup, VendorKey
from mediamill.engines.remote import VendorAnswer
from mediamill.fsync import FILE_MODE
from mediamill.testing.remote.vendors import FreeVendor, Wanted

CHECK_SECONDS = 20.0  # for all vendors together, which are asked at once
TOO_MANY = 429
NOTHING_SERVED = "[engines] and `models` give all that it serves to others: take the section out, or name it there."


@dataclass(frozen=True, slots=True)
class VendorFinding:
    """What is the matter with one engine, or one of its keys; `advice` is None when it is well."""

    subject: str
    state: str
    advice: str | None = None
    is_warning: bool = False  # it may be over in a moment, or is nobody's fault


def vendor_findings(settings: Settings, registry: Registry) -> list[VendorFinding]:
    """Every configured remote engine, then the files with keys. Asks the vendors, and buys nothing."""
    return [*asyncio.run(asked(settings, registry)), *key_file_findings(settings)]


async def asked(settings: Settings, registry: Registry) -> list[VendorFinding]:
    """A finding for each key of each engine."""
    vendors = Vendors(open_guard(settings))
    used = {entry.name for row in registry.chosen() for entry in row}
    try:
        found = [look for setup in registry.setups.values() for look in looks_at(setup, vendors, setup.name in used)]
        return list(await asyncio.gather(*found))
    finally:
        await vendors.aclose()


def looks_at(setup: RemoteSetup, vendors: Vendors, is_used: bool) -> Iterator[Coroutine[Any, Any, VendorFinding]]:
    """What there is to be looked at of one engine."""
    if setup.missing is not None:
        yield told(VendorFinding(setup.name, "not configured", f"{setup.name}: {setup.missing}"))
        return
    if not is_used:
        yield told(VendorFinding(f'[engine."{setup.name}"]', "serves no model", NOTHING_SERVED, is_warning=True))
    for key in setup.keys:
        subject = f"{setup.name}, key {key.id}" if key.id else setup.name
        if setup.key(key.id) is None:
            advice = "Its secret is not to be found: see key_env, key_file, or `mediamill secrets list`."
            yield told(VendorFinding(subject, "no secret", advice, is_warning=True))
        else:
            yield checked(subject, setup, key, vendors)


async def told(finding: VendorFinding) -> VendorFinding:
    """What is known without asking."""
    return finding


async def checked(subject: str, setup: RemoteSetup, key: VendorKey, vendors: Vendors) -> VendorFinding:
    """The engine's free call with this key."""
    try:
        client = FreeCalls(vendors.client(setup, key))
        async with asyncio.timeout(CHECK_SECONDS):
            trouble = await setup.engine.check(client)
    except TimeoutError:
        return unreached(subject, f"no answer within {CHECK_SECONDS:g} seconds")
    except (NotSent, AnswerLost) as fault:
        return unreached(subject, str(fault))
    except Exception as fault:  # noqa: BLE001 (an engine's own code; the operator reads what it said)
        return VendorFinding(subject, "its check broke down", f"{type(fault).__name__}: {fault}")
    if trouble is None:
        return VendorFinding(subject, f"ok, {setup.base_url}")
    return unreached(subject, trouble) if client.met_trouble else VendorFinding(subject, "refused", trouble)


def unreached(subject: str, why: str) -> VendorFinding:
    """Nothing is known of the key: the network or the vendor has trouble."""
    return VendorFinding(subject, "not reached", f"Ask again later, and look at the network: {why}", is_warning=True)


class FreeCalls(FreeVendor):
    """Remembers whether it was the way to the vendor that failed."""

    met_trouble = False

    async def get(self, path: str) -> VendorAnswer:
        """As of any Vendor."""
        return await self.noted(super().get(path))

    async def call(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        form: Mapping[str, str | Path] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> VendorAnswer:
        """As of any Vendor."""
        return await self.noted(super().call(method, path, body, form=form, headers=headers))

    async def put_file(self, url: str, file: Path, content_type: str) -> VendorAnswer:
        """Nothing. Raises NotSent."""
        del file, content_type
        raise NotSent(reason=f"a check hands in nothing at {url}")

    async def answer_to(self, wanted: Wanted) -> VendorAnswer:
        """Nothing. Raises NotSent."""
        raise NotSent(reason=f"a check buys nothing, and {wanted.path} may be billed")

    async def noted(self, asking: Coroutine[Any, Any, VendorAnswer]) -> VendorAnswer:
        """The answer. Raises NotSent, AnswerLost."""
        try:
            answer = await asking
        except (NotSent, AnswerLost):
            self.met_trouble = True
            raise
        self.met_trouble = self.met_trouble or answer.status >= 500 or answer.status == TOO_MANY
        return answer


def key_file_findings(settings: Settings) -> Iterator[VendorFinding]:
    """Can others read a file with a key?"""
    stored = vendor_secrets(settings).folder
    files = [*key_files(settings), *(stored.iterdir() if stored.is_dir() else ())]
    wide = [path for path in files if path.is_file() and path.stat().st_mode & 0o777 & ~FILE_MODE]
    if wide:
        commands = "; ".join(f"chmod {FILE_MODE:o} {shlex.quote(str(path))}" for path in wide)
        state = f"{len(wide)} can be read or changed by others"
        yield VendorFinding("key files", state, f"Run: {commands}", is_warning=True)
