"""docs/selling.md: its receiver, run as printed, sells credits once for each order and to nobody else."""

import hashlib
import hmac
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tests.places import REPOSITORY
from tests.service import Person, Service

GUIDE = (REPOSITORY / "docs/selling.md").read_text()
(PROGRAM,) = re.findall(r"^```python\n(.*?)^```", GUIDE, re.M | re.S)
SECRET = "a secret of the provider"
CEILING = 600
ENDS_WITHIN_SECONDS = 30


@dataclass
class Shop:
    """The receiver of the guide, and the provider that posts to it."""

    folder: Path
    environment: dict[str, str]
    port: int = 0

    def runs(self, *arguments: str, **changed: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "receiver.py", *arguments],
            cwd=self.folder,
            env={**self.environment, **changed},
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def says(self, *arguments: str, **changed: str) -> tuple[int, str]:
        """What a run that ends by itself says, and its exit code."""
        process = self.runs(*arguments, **changed)
        out, trouble = process.communicate(timeout=ENDS_WITHIN_SECONDS)
        return process.returncode, (out + trouble).strip()

    def sells(self, account: Person, credits: int, cents: int) -> str:
        """Somebody goes to the checkout: the order's id."""
        code, said = self.says("order", account.email, str(credits), str(cents))
        assert code == 0, said
        return said

    def is_told(
        self, event: dict[str, Any], secret: str = SECRET, at: float | None = None, header: str | None = None
    ) -> int:
        """The provider posts an event; what it is answered."""
        body = json.dumps(event).encode()
        signed_at = str(int(time.time() if at is None else at))
        digest = hmac.new(secret.encode(), f"{signed_at}.".encode() + body, hashlib.sha256).hexdigest()
        headers = {"Payment-Signature": f"t={signed_at},v1={digest}" if header is None else header}
        address = f"http://127.0.0.1:{self.port}/"
        return httpx2.post(address, content=body, headers=headers, trust_env=False, timeout=30).status_code


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    started = Service(tmp_path_factory.mktemp("selling") / "data", "--no-worker", rate_limit="off").start()
    yield started
    started.close()


@pytest.fixture(scope="module")
def shop(service: Service, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shop]:
    folder = tmp_path_factory.mktemp("shop")
    (folder / "receiver.py").write_text(PROGRAM)
    key = service.told("admin-keys", "create", "shop", "--scope", "money", "--ceiling", str(CEILING))["adminKey"]
    settings = {"PAYMENT_SECRET": SECRET, "MEDIAMILL_ADMIN_KEY": key, "MEDIAMILL_BASE_URL": service.address}
    opened = Shop(folder, {**os.environ, **settings})
    receiver = opened.runs("0")
    assert receiver.stdout is not None
    opened.port = int(receiver.stdout.readline().split()[-1])
    yield opened
    receiver.kill()
    receiver.communicate()


def paid(order: str, cents: int = 499, **more: object) -> dict[str, object]:
    return {"id": f"evt_{order}", "type": "payment.succeeded", "order": order, "cents": cents, **more}


def credits_of(person: Person) -> int:
    return int(person.get("/api/account").json()["credits"])


@pytest.mark.parametrize("missing", ["PAYMENT_SECRET", "MEDIAMILL_ADMIN_KEY"])
@pytest.mark.parametrize("nothing", ["", " "])
def test_an_empty_secret_does_not_start(shop: Shop, missing: str, nothing: str) -> None:
    code, said = shop.says("0", **{missing: nothing})

    assert code == 1
    assert said.startswith("Set PAYMENT_SECRET")


def test_a_paid_order_is_credited_once_however_often_the_event_comes(service: Service, shop: Shop) -> None:
    ada = service.open_account("ada")
    order = shop.sells(ada, 100, 499)
    with ThreadPoolExecutor(4) as pool:
        answers = [*pool.map(lambda _: shop.is_told(paid(order)), range(4)), shop.is_told(paid(order, id="evt_other"))]

    assert answers == [200] * 5
    assert credits_of(ada) == 100
    assert service.is_exact()


def test_account_and_credits_are_the_orders_whatever_the_event_says(service: Service, shop: Shop) -> None:
    ben, eve = service.open_account("ben"), service.open_account("eve")
    order = shop.sells(ben, 50, 499)

    assert shop.is_told(paid(order, account=eve.email, credits=10**6, reference="another")) == 200
    assert (credits_of(ben), credits_of(eve)) == (50, 0)


@pytest.mark.parametrize("secret", ["", "another secret"])
def test_a_wrong_signature_is_refused(service: Service, shop: Shop, secret: str) -> None:
    zoe = service.open_account(f"zoe{len(secret)}")
    order = shop.sells(zoe, 50, 499)

    assert shop.is_told(paid(order), secret) == 400
    assert shop.is_told(paid(order), at=time.time() - 1_000) == 400
    assert shop.is_told(paid(order), at=time.time() + 1_000) == 400
    for header in ("", "t=1", "v1=00", "t=x,v1=00", "nonsense"):
        assert shop.is_told(paid(order), header=header) == 400
    assert credits_of(zoe) == 0


def test_what_is_not_the_order_credits_nothing(service: Service, shop: Shop) -> None:
    uma = service.open_account("uma")
    order = shop.sells(uma, 50, 499)

    assert shop.is_told(paid("ord_nobody")) == 404
    assert shop.is_told(paid(order, cents=1)) == 409
    assert shop.is_told({**paid(order), "type": "payment.failed"}) == 200
    assert credits_of(uma) == 0


def test_the_ceiling_of_the_key_holds_and_the_provider_is_asked_to_come_again(service: Service, shop: Shop) -> None:
    kai = service.open_account("kai")
    order = shop.sells(kai, CEILING + 1, 499)

    assert shop.is_told(paid(order)) == 502
    assert credits_of(kai) == 0
    assert service.is_exact()
