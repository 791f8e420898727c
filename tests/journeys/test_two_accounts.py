"""Two people on one service: what the one makes is not the other's business."""

import time

import httpx2
import pytest

from tests.conformance.http.judge import FORBIDDEN, NO_KEY, Refusal, refusal
from tests.service import Person, Service, until

pytestmark = pytest.mark.xdist_group("journeys-mill")

REVOKED_WITHIN_SECONDS = 1.0 + 0.5  # what it promises, and what one look takes on a busy machine


def test_anothers_generation_is_neither_shown_nor_listed_nor_guessed(mill: Service) -> None:
    ada, mallory = mill.open_account("ada-of-two"), mill.open_account("mallory")
    made = ada.wait(ada.start("drum-generator", model="drumgen"))
    again = ada.wait(ada.start("drum-generator", model="drumgen"))
    shown = mallory.get(f"/api/generations/{made['id']}")
    listed = mallory.get("/api/generations?limit=100")

    assert Refusal(403, FORBIDDEN) == refusal(shown)
    assert {"message": FORBIDDEN} == shown.json()
    assert ([], 0) == (listed.json()["data"], listed.json()["pagination"]["total"])
    name, other = (one["output"].rsplit("/", 1)[1] for one in (made, again))
    assert name != other
    assert name.removesuffix(".wav") not in made["id"]
    for guess in (other, f"{made['id']}.wav", "output.wav", "", "0.wav"):
        response = httpx2.get(f"{mill.public_url}/media/{made['id']}/{guess}", trust_env=False)

        assert 404 == response.status_code, guess


@pytest.mark.slow
def test_a_revoked_key_ends_within_a_second_and_what_it_started_does_not(mill: Service) -> None:
    cleo = mill.open_account("cleo")
    id = cleo.start("drum-generator", model="drumgen")
    second = mill.told("keys", "create", cleo.email, "--name", "second")
    (first,) = [key for key in mill.told("keys", "list", cleo.email) if key["id"] != second["id"]]
    replacement = Person(mill, cleo.id, cleo.email, second["apiKey"])
    assert (200, 200) == (cleo.get("/api/account").status_code, replacement.get("/api/account").status_code)
    assert mill.call_command("keys", "revoke", first["id"]).exit_code == 0
    revoked_at = time.monotonic()
    until(lambda: cleo.get("/api/account").status_code == 401, seconds=10, what="the key is revoked")

    assert time.monotonic() - revoked_at < REVOKED_WITHIN_SECONDS
    assert Refusal(401, NO_KEY) == refusal(cleo.get(f"/api/generations/{id}"))
    assert "success" == replacement.wait(id)["status"]
