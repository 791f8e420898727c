"""How a vendor is reached: kept connections, private servers of the operator's own, the egress proxy."""

import asyncio
import logging
import subprocess
import sys
from pathlib import Path

import pytest

from mediamill.engines import VendorClient
from mediamill.engines.remote import NotSent, Vendor
from mediamill.outbound import Guard
from tests.engines.vendor.cloud import Cloud, json_answer
from tests.outbound.phone_book import PhoneBook
from tests.outbound.stranger import Visit, answer
from tests.outbound.test_connect import TunnelKeeper


def as_engines_see_it(client: VendorClient) -> Vendor:
    """For the type checker: the client is a Vendor."""
    return client


async def test_many_looks_share_few_connections(guard: Guard, cloud: Cloud) -> None:
    arrived = asyncio.Event()

    async def answer_when_three_wait(visit: Visit) -> None:
        if cloud.busy == 3:
            arrived.set()
        await arrived.wait()
        await json_answer("{}")(visit)

    cloud.behaviours["/look"] = answer_when_three_wait
    client = VendorClient(guard, base_url=cloud.url(""), connections_max=3)

    looks = await asyncio.gather(*(client.get("/look") for _ in range(40)))
    await client.aclose()

    assert [200] * 40 == [look.status for look in looks]
    assert (3, 3) == (cloud.connections, cloud.busiest)


async def test_each_purchase_has_a_connection_of_its_own(client: VendorClient, cloud: Cloud) -> None:
    cloud.behaviours |= {"/look": json_answer("{}"), "/buy": json_answer("{}")}

    await client.get("/look")
    for _ in range(3):
        await client.buy("/buy", {})

    assert 4 == cloud.connections
    assert [None, "close", "close", "close"] == [asked.headers.get("connection") for asked in cloud.asked]


async def test_heads_are_counted_for_each_answer(client: VendorClient, cloud: Cloud) -> None:
    cloud.behaviours["/look"] = json_answer("{}", f"X-Long: {'x' * 10_000}")

    looks = [await client.get("/look") for _ in range(8)]

    assert [b"{}"] * 8 == [look.body for look in looks]
    assert 1 == cloud.connections


async def test_a_server_that_closed_in_time_costs_nobody_anything(client: VendorClient, cloud: Cloud) -> None:
    async def answer_and_close(visit: Visit) -> None:
        await json_answer("{}")(visit)
        visit.writer.close()
        await visit.writer.wait_closed()
        closed.set()

    closed = asyncio.Event()
    cloud.behaviours["/cancel"] = answer_and_close

    for _ in range(3):
        closed.clear()
        assert 200 == (await client.call("PUT", "/cancel")).status
        await closed.wait()

    assert 3 == len(cloud.asked)


async def test_the_operators_server_may_be_private_at_that_port_only(book: PhoneBook, trusted: Path) -> None:
    book.enter("comfyui", "127.0.0.1")
    async with Cloud() as comfy, Cloud() as neighbour:
        comfy.behaviours["/prompt"] = neighbour.behaviours["/prompt"] = json_answer("{}")
        client = VendorClient(Guard(resolver=book), base_url=comfy.url("", "comfyui"), hosts=("files.example.com",))
        book.enter("files.example.com", "127.0.0.1")

        assert 200 == (await client.buy("/prompt", {})).status
        assert 200 == (await client.get(comfy.url("/prompt", "comfyui"))).status
        with pytest.raises(NotSent, match="refused_address"):
            await client.put_file("https://files.example.com/x", Path(__file__), "text/plain")
        await client.aclose()

    assert [f"comfyui:{comfy.port}"] * 2 == [asked.headers["host"] for asked in comfy.asked]
    assert [] == neighbour.asked


@pytest.mark.parametrize("address", ["169.254.169.254", "100.100.100.200", "fd00:ec2::254", "0.0.0.0", "224.0.0.1"])
async def test_the_operators_name_may_not_lead_to_where_clouds_keep_credentials(
    address: str, guard: Guard, book: PhoneBook
) -> None:
    book.enter("comfyui", address)
    client = VendorClient(guard, base_url="http://comfyui:8188")

    with pytest.raises(NotSent, match="refused_address"):
        await client.buy("/prompt", {})
    await client.aclose()


async def test_a_private_server_is_reached_through_the_proxy_too(cloud: Cloud, book: PhoneBook, trusted: Path) -> None:
    cloud.behaviours |= {"/buy": json_answer("{}"), "/look": json_answer("{}"), "/song": answer(b"song")}
    async with TunnelKeeper().open() as proxy:
        guard = Guard(proxy=f"http://127.0.0.1:{proxy.port}", resolver=book)
        client = VendorClient(guard, base_url=cloud.url(""))
        await client.buy("/buy", {})
        looks = [await client.get("/look") for _ in range(3)]
        await client.aclose()

    assert [200] * 3 == [look.status for look in looks]
    assert [f"CONNECT 127.0.0.1:{cloud.port} HTTP/1.1"] * 2 == proxy.targets


async def test_traces_go_to_the_api_only(client: VendorClient, cloud: Cloud, folder: Path) -> None:
    cloud.behaviours |= {path: json_answer("{}") for path in ("/look", "/buy", "/up", "/down")}
    (folder / "heron.png").write_bytes(b"heron")
    traced = client.traced("00-1-2-01")

    await traced.get("/look")
    await traced.buy("/buy", {})
    await traced.buy("/buy", {}, headers={"traceparent": "00-3-4-01"})
    await traced.put_file(cloud.url("/up"), folder / "heron.png", "image/png")
    await traced.download(cloud.url("/down"), folder)
    await client.get("/look")

    traces = [asked.headers.get("traceparent") for asked in cloud.asked]
    assert ["00-1-2-01", "00-1-2-01", "00-3-4-01", None, None, None] == traces
    assert as_engines_see_it(traced) is traced


async def test_the_log_of_a_failure_names_the_host_alone(guard: Guard, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    client = VendorClient(guard, base_url="https://nobody.example.com")

    with pytest.raises(NotSent):
        await client.get("/look?token=secret")

    assert "nobody.example.com (not contacted)" in caplog.text
    assert "secret" not in caplog.text


def test_an_engine_process_does_not_load_the_client() -> None:
    program = "import sys, mediamill.engines.sdk as _; print(*sorted(sys.modules))"

    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()

    assert "mediamill.engines.remote" in loaded
    assert not {"mediamill.engines.vendor", "mediamill.outbound", "httpcore2"} & set(loaded)
