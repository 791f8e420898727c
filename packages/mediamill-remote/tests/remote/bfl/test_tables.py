"""Black Forest Labs' table against the catalogue, and against the fields that its endpoint has."""

import json
import string
from dataclasses import fields
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from mediamill.engines import ForeignUrl, VendorClient
from mediamill.engines.installed import Description, read_description
from mediamill.engines.sdk import HANDLE_BYTES_MAX
from mediamill.outbound import Guard
from mediamill_remote.bfl import engine as engine_module
from mediamill_remote.bfl.engine import BflEngine, BflOptions
from mediamill_remote.bfl.ticket import TASK_ID, Ticket, is_own
from mediamill_remote.tickets import written
from tests.fakes.bfl import MODELS, fault_in
from tests.remote.bfl.conftest import FLEX
from tests.remote.inputs import requests_for
from tests.remote.tickets import FULL

ENGINE = BflEngine(BflOptions())
CLIENT = VendorClient(Guard(), base_url=ENGINE.base_url, hosts=ENGINE.file_hosts(), key_hosts=ENGINE.key_hosts)
SERVED = sorted(f"{tool}/{model}" for tool, model in ENGINE.models)
HOSTS = st.lists(st.sampled_from(["api", "bfl", "ai", "eu2", "evil", "com", "x-1"]), min_size=1, max_size=5)
RATIOS = {"1:1": 1.0, "16:9": 16 / 9, "9:16": 9 / 16, "4:3": 4 / 3, "3:4": 3 / 4}


@pytest.mark.parametrize("name", SERVED)
@settings(max_examples=25)
@given(data=st.data())
def test_every_input_is_a_body_that_the_endpoint_takes(name: str, data: st.DataObject) -> None:
    request = data.draw(requests_for(ENGINE, name))

    mapped = ENGINE.mapped(request)

    assert fault_in(MODELS[mapped.mapping.endpoint.removeprefix("v1/")], mapped.body) is None
    assert json.loads(json.dumps(mapped.body)) == mapped.body
    assert mapped.body["width"] / mapped.body["height"] == pytest.approx(
        RATIOS[str(request.input["aspect_ratio"])], rel=0.03
    )
    assert mapped.estimate is not None
    assert 50_000 < mapped.estimate.amount < 70_000


def test_a_body_with_something_else_in_it_would_be_noticed() -> None:
    body = ENGINE.models["create-image", "flux-2-flex"].fixed | {"prompt": "a heron", "width": 1_024, "height": 1_000}

    for wrong in ({}, {"height": 1_024, "aspect_ratio": "1:1"}, {"height": 1_024, "seed": "7"}):
        assert fault_in(MODELS["flux-2-flex"], body | wrong) is not None
    assert fault_in(MODELS["flux-2-flex"], body | {"height": 1_024}) is None


@settings(max_examples=100)
@given(HOSTS, st.sampled_from(["https", "http"]), st.sampled_from(["", ":443", ":8443"]))
@example(["api", "bfl", "ai"], "https", "")
@example(["api", "eu2", "bfl", "ai"], "https", "")
def test_no_host_is_kept_that_the_client_would_not_send_the_key_to(labels: list[str], scheme: str, port: str) -> None:
    url = f"{scheme}://{'.'.join(labels)}{port}/v1/get_result?id=b1"

    if is_own(url, ENGINE.base_url):
        assert CLIENT._places.free(url).host.endswith("bfl.ai")
    elif not port:
        with pytest.raises(ForeignUrl):
            CLIENT._places.free(url)


def test_files_come_from_hosts_of_the_vendor_alone() -> None:
    for host in ("delivery-eu2.bfl.ai", "delivery.eu2.bfl.ai", "bfldeliveryprod.blob.core.windows.net"):
        assert urlsplit(CLIENT._places.file(f"https://{host}/x.png?sig=y").url).hostname == host
    for host in ("other.blob.core.windows.net", "bfl.ai.evil.com", "169.254.169.254"):
        with pytest.raises(ForeignUrl):
            CLIENT._places.file(f"https://{host}/x.png")


def test_the_largest_handle_fits_into_its_row() -> None:
    mapping = ENGINE.models["create-image", "flux-2-flex"]
    assert mapping.result is not None
    kept = {"result": "r" * 1_000, "suffix": ".png", "cost": "9" * 12, **FULL}
    ticket = Ticket(endpoint="e" * 120, task="b" * 120, place="h" * 400, **kept)

    assert len(json.dumps(dict(ticket.handle())).encode()) <= HANDLE_BYTES_MAX
    assert Ticket.of(ticket.handle()) == ticket
    assert ticket.handle().keys() == {field.name for field in fields(Ticket)}
    assert written(mapping.result) == '[["result.sample"]]'


def test_the_description_serves_what_the_tables_map() -> None:
    described = read_description(Path(engine_module.__file__).with_name("engine.toml"))

    assert isinstance(described, Description)
    assert [f"{tool}/{model}" for tool, model in described.serves] == SERVED == [FLEX]
    assert described.kind == "remote"
    assert described.partial == any(ENGINE.offers(*one) for one in described.serves)


def test_ids_are_plain() -> None:
    assert TASK_ID.fullmatch(string.ascii_letters + string.digits + "-_")
    assert not TASK_ID.fullmatch("a&id=b")
