"""`mediamill engines`: what each engine costs and brings, how vendors stand, and pausing them."""

from dataclasses import replace
from typing import Any

import pytest

from mediamill import breakers, jobs, purchases
from mediamill.db import Transaction
from mediamill.engines import SpendingCap
from mediamill.purchases import NewPurchase, Purchase
from tests.cli.operator import Operator
from tests.purchases.buying import PICTURE
from tests.studio.vendor import KEY

pytestmark = pytest.mark.usefixtures("with_studio")
ORDER = replace(PICTURE, engine="studio", key_id="house", estimate=4_000)
TWO_KEYS = """
credit_price = 0.0001
[engine."studio"]
base_url = "http://127.0.0.1:9"
max_per_day = 5
keys = [{name = "house", key_file = "house.key", max_per_day = 1.5}, {name = "night", key_env = "NO_SUCH_VARIABLE"}]
"""


@pytest.fixture
def shop(operator: Operator) -> Operator:
    """With a database, and a studio of two keys of which one is there."""
    (operator.folder / "house.key").write_text(KEY)
    operator.writes(TWO_KEYS)
    operator.opens_shop()
    return operator


def bought(tx: Transaction, order: NewPurchase = ORDER) -> Purchase:
    purchase = purchases.intend(tx, order, {"": SpendingCap()})
    assert isinstance(purchase, Purchase)
    return purchase


def under_way(tx: Transaction, order: NewPurchase = ORDER) -> None:
    purchase = bought(tx, order)
    purchases.opened(tx, purchase.id, "{}")
    jobs.start(
        tx,
        purchase_id=purchase.id,
        generation_id=order.generation_id,
        engine=order.engine,
        key_id=order.key_id,
        handle="{}",
        look_in_ms=0,
        deadline_in_ms=1_000,
    )


def candidates(operator: Operator, model: str = "nano-banana") -> dict[str, Any]:
    row = next(row for row in operator.reads("engines") if row["model"] == model)
    return {one["engine"]: one for one in row["candidates"]}


def test_every_engine_that_could_serve_is_shown_with_what_a_call_costs_and_what_is_missing(operator: Operator) -> None:
    found = candidates(operator)
    line = next(line for line in operator.runs("engines", "--all").stdout.splitlines() if "\tstudio\t" in line)

    assert next(iter(found)) == "procedural.painter"
    assert "studio" in found
    assert (found["procedural.painter"]["serves"], found["procedural.painter"]["pool"]) == (True, "cpu")
    assert found["studio"] == {
        "engine": "studio",
        "order": None,
        "serves": False,
        "kind": "remote",
        "pool": "remote",
        "ready": False,
        "missing": 'set it up: write [engine."studio"] in mediamill.toml',
        "note": None,
        "weights": [],
        "typicalCall": {
            "currency": "USD",
            "cost": 0.004,
            "priceLine": "0.004 a picture",
            "costUnknown": None,
            "credits": 8,
            "brings": None,
            "margin": None,
            "loss": None,
            "passedOver": False,
        },
        "breakers": [],
        "vendor": None,
    }
    assert line.split("\t")[:6] == ["create-image/nano-banana", "studio", "-", "remote", "0.004", "8"]


def test_who_has_trained_models_is_named_where_no_engine_of_this_machine_does(operator: Operator) -> None:
    shown = {tuple(line.split("\t")[:2]): line for line in operator.runs("engines").stdout.splitlines()}
    away = "; trained models only from servers and vendors: "

    assert shown["motion-3d", "alpha-motion"].partition(away)[2].startswith("cog, fal, ")
    assert away not in shown["create-image", "nano-banana"]


def test_an_engine_that_costs_more_than_the_credits_bring_is_marked(shop: Operator) -> None:
    call = candidates(shop)["studio"]["typicalCall"]
    plain = shop.runs("engines").stdout
    everything = shop.runs("engines", "--all").stdout

    assert (call["brings"], call["margin"], call["loss"]) == (0.0008, -0.0032, True)
    assert "create-image\tnano-banana\tstudio\tready; COSTS MORE THAN IT BRINGS\n" in plain
    assert "studio\t1\tremote\t0.004\t8\t-0.0032\tready; COSTS MORE THAN IT BRINGS\n" in everything
    assert "painter\t-\tcpu\t-\t8\t0.0008\tready\n" in everything


@pytest.mark.slow
def test_an_engine_that_leaves_less_than_wanted_is_shown_as_passed_over(shop: Operator) -> None:
    """A picture brings 8 credits, 0.8 dollars, and costs 0.004: more than 99 % are left."""
    shop.writes(TWO_KEYS.replace("credit_price = 0.0001", "credit_price = 0.1\nmin_margin = 0.999"))
    strict = candidates(shop)["studio"]["typicalCall"]["passedOver"]
    line = next(line for line in shop.runs("engines").stdout.splitlines() if "nano-banana" in line)
    shop.writes(TWO_KEYS.replace("credit_price = 0.0001", "credit_price = 0.1\nmin_margin = 0.9"))

    assert strict
    assert line.endswith("\tstudio\tready; PASSED OVER: less than min_margin is left")
    assert not candidates(shop)["studio"]["typicalCall"]["passedOver"]


def test_an_engine_without_a_price_says_so(operator: Operator) -> None:
    operator.writes('[engine."studio"]\nbase_url = "http://127.0.0.1:9"\nprice = 0\n')
    operator.runs("secrets", "set", "studio", input=KEY)
    call = candidates(operator)["studio"]["typicalCall"]

    assert (call["cost"], call["costUnknown"]) == (None, "studio has no price for it")
    assert "\tstudio\t1\tremote\t?\t8\tready; studio has no price for it\n" in operator.runs("engines", "--all").stdout


def test_jobs_and_money_are_shown_by_key(shop: Operator) -> None:
    shop.changes(under_way)
    shop.changes(lambda tx: under_way(tx, replace(ORDER, generation_id="gen_2", key_id="gone", estimate=6_000)))
    vendor = candidates(shop)["studio"]["vendor"]
    lines = shop.runs("engines").stdout.splitlines()[-4:]

    assert vendor == {
        "configured": True,
        "draining": False,
        "paused": None,
        "jobs": 2,
        "today": {"used": 0.01, "cap": 5.0},
        "thisMonth": {"used": 0.01, "cap": None},
        "keys": [
            {
                "key": "house",
                "jobs": 1,
                "today": {"used": 0.004, "cap": 1.5},
                "thisMonth": {"used": 0.004, "cap": None},
            },
            {"key": "night", "jobs": 0, "today": {"used": 0, "cap": None}, "thisMonth": {"used": 0, "cap": None}},
            {
                "key": "gone",
                "jobs": 1,
                "today": {"used": 0.006, "cap": None},
                "thisMonth": {"used": 0.006, "cap": None},
            },
        ],
    }
    assert lines == [
        "studio\t\t2\t0.01 of 5.00\t0.01\tok",
        "studio\thouse\t1\t0.004 of 1.50\t0.004\t",
        "studio\tnight\t0\t0.00\t0.00\t",
        "studio\tgone\t1\t0.006\t0.006\t",
    ]


@pytest.mark.slow
def test_jobs_of_an_engine_that_is_gone_are_still_shown(operator: Operator) -> None:
    operator.opens_shop()
    operator.changes(lambda tx: under_way(tx, replace(ORDER, engine="atelier", key_id="")))

    operator.changes(lambda tx: under_way(tx, replace(ORDER, generation_id="gen_2", key_id="")))
    shown = operator.runs("engines").stdout.splitlines()

    assert shown[-2].startswith("atelier\t\t1\t0.004\t0.004\tdraining: ")
    assert candidates(operator)["studio"]["vendor"]["draining"]
    assert "DRAINING" in next(
        line for line in operator.runs("engines", "--all").stdout.splitlines() if "studio" in line
    )


def test_an_engine_is_paused_and_resumed_and_its_breakers_are_told(shop: Operator) -> None:
    shop.changes(lambda tx: breakers.trip(tx, "studio", "house", breakers.EVERY, "401: no such key.", 60_000))
    shop.changes(lambda tx: breakers.trip(tx, "studio", breakers.EVERY, "create-image/flux-2-flex", "Gone.", 60_000))
    paused = shop.reads("engines", "pause", "studio", "--reason", "their bill is odd")
    found = candidates(shop)["studio"]
    shown = shop.runs("engines").stdout
    resumed = shop.runs("engines", "resume", "studio").stdout

    assert paused == {"engine": "studio", "paused": True, "reason": "their bill is odd"}
    assert found["vendor"]["paused"]["reason"] == "their bill is odd"
    assert [(one["key"], one["model"], one["reason"]) for one in found["breakers"]] == [
        ("house", None, "401: no such key.")
    ]
    assert "ready; COSTS MORE THAN IT BRINGS; PAUSED; CUT OFF for now\n" in shown
    assert "\tpaused since " in shown
    assert resumed.startswith("studio is resumed.\nStill: create-image/flux-2-flex is left alone since ")
    assert "\nStill: key house is left alone since " in resumed
    assert shop.reads("engines", "resume", "studio")["resumed"] is False
    assert shop.runs("engines", "resume", "studio").stdout.startswith("studio was not paused.\nStill: ")


@pytest.mark.parametrize("name", ["procedural.painter", "studioo"])
def test_only_a_configured_remote_engine_can_be_paused(shop: Operator, name: str) -> None:
    assert f"No remote engine called {name} is configured; there are: studio" in shop.hears("engines", "pause", name)


def test_options_before_a_subcommand_are_not_ignored(shop: Operator) -> None:
    refused = shop.runs("engines", "--json", "resume", "studio")

    assert refused.exit_code == 2
    assert "Write options after `resume`" in refused.stderr


def test_without_a_database_nothing_is_spent_and_none_is_made(operator: Operator) -> None:
    operator.writes('[engine."studio"]\nbase_url = "http://127.0.0.1:9"\nmax_per_month = 100\n')

    assert operator.runs("engines").stdout.endswith("\nstudio\t\t0\t0.00\t0.00 of 100.00\tok\n")
    assert not operator.data.exists()
    assert "There is no database" in operator.hears("engines", "pause", "studio")
