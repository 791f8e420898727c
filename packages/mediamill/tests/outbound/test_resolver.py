"""Names to addresses, beside slow name servers. The system's own resolver is played by a function here."""

import asyncio
import socket
import threading
import time
from collections.abc import Iterator
from ipaddress import ip_address
from pathlib import Path

import pytest

from mediamill.outbound import Resolver


class NameServers:
    """What the system's resolver says; it can be told to hang."""

    def __init__(self) -> None:
        self.records: dict[bytes, list[str]] = {}
        self.asked: list[bytes] = []
        self.hanging: set[bytes] = set()
        self.release = threading.Event()
        self.hangs = threading.Semaphore(0)

    def getaddrinfo(self, host: bytes, port: None, *, type: int) -> list[tuple[object, ...]]:
        self.asked.append(host)
        if host in self.hanging:
            self.hangs.release()
            self.release.wait(10)
        if host not in self.records:
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
        return [(0, type, 6, "", (address, 0)) for address in self.records[host]]

    async def are_hanging(self, lookups: int) -> None:
        """Wait until so many lookups hang."""
        for _ in range(lookups):
            assert await asyncio.to_thread(self.hangs.acquire, timeout=5)


@pytest.fixture
def name_servers(monkeypatch: pytest.MonkeyPatch) -> Iterator[NameServers]:
    played = NameServers()
    monkeypatch.setattr(socket, "getaddrinfo", played.getaddrinfo)
    yield played
    played.release.set()


@pytest.fixture
def hosts_file(tmp_path: Path) -> Path:
    file = tmp_path / "hosts"
    file.write_text(
        "# people\n127.0.0.1 localhost\n10.0.0.7\tPhotos.Example.COM photos # of ada\n::1 photos.example.com\nbroken\n"
    )
    return file


async def test_every_address_is_told_once(name_servers: NameServers, hosts_file: Path) -> None:
    name_servers.records[b"a.example.com."] = ["192.0.2.1", "192.0.2.1", "2001:db8::1"]

    addresses = await Resolver(hosts_file=hosts_file).resolve("a.example.com", 5, account_id="ada")

    assert (ip_address("192.0.2.1"), ip_address("2001:db8::1")) == addresses


async def test_names_are_absolute_so_that_no_search_list_applies(name_servers: NameServers, hosts_file: Path) -> None:
    await Resolver(hosts_file=hosts_file).resolve("a.example.com", 5, account_id="ada")

    assert [b"a.example.com."] == name_servers.asked


async def test_the_hosts_file_comes_first(name_servers: NameServers, hosts_file: Path) -> None:
    addresses = await Resolver(hosts_file=hosts_file).resolve("photos.example.com", 5, account_id="ada")

    assert (ip_address("10.0.0.7"), ip_address("::1")) == addresses
    assert not name_servers.asked


async def test_there_need_not_be_a_hosts_file(name_servers: NameServers, tmp_path: Path) -> None:
    name_servers.records[b"a.example.com."] = ["192.0.2.1"]

    assert await Resolver(hosts_file=tmp_path / "none").resolve("a.example.com", 5, account_id="ada")


@pytest.mark.parametrize("name", ["nobody.example.com", "x" * 64 + ".example.com", "a..b"])
async def test_a_name_without_addresses_has_none(name: str, name_servers: NameServers, hosts_file: Path) -> None:
    assert () == await Resolver(hosts_file=hosts_file).resolve(name, 5, account_id="ada")


@pytest.mark.slow
async def test_a_slow_name_server_costs_only_the_deadline(name_servers: NameServers, hosts_file: Path) -> None:
    name_servers.hanging.add(b"slow.example.com.")
    resolver = Resolver(hosts_file=hosts_file)
    started = time.monotonic()

    assert () == await resolver.resolve("slow.example.com", 0.1, account_id="ada")
    assert time.monotonic() - started < 1


async def test_the_shared_threads_stay_free_while_names_hang(name_servers: NameServers, hosts_file: Path) -> None:
    resolver = Resolver(hosts_file=hosts_file)
    names = [f"slow{n}.example.com" for n in range(40)]  # more than the loop's own pool has threads
    name_servers.hanging |= {f"{name}.".encode() for name in names}
    waiting = [asyncio.create_task(resolver.resolve(name, 5, account_id=name)) for name in names]
    await name_servers.are_hanging(len(names))

    assert "done" == await asyncio.wait_for(asyncio.to_thread(lambda: "done"), 1)

    name_servers.release.set()
    await asyncio.gather(*waiting)


async def test_one_dead_name_holds_one_thread_however_many_ask(name_servers: NameServers, hosts_file: Path) -> None:
    name_servers.hanging.add(b"dead.example.com.")
    resolver = Resolver(hosts_file=hosts_file)

    await asyncio.gather(*(resolver.resolve("dead.example.com", 0.05, account_id="ada") for _ in range(20)))

    assert [b"dead.example.com."] == name_servers.asked


async def test_threads_are_counted_and_those_who_gave_up_are_not_asked_for(
    name_servers: NameServers, hosts_file: Path
) -> None:
    name_servers.hanging |= {b"slow1.example.com.", b"slow2.example.com."}
    resolver = Resolver(lookups_max=2, hosts_file=hosts_file)
    name_servers.records[b"late.example.com."] = ["192.0.2.9"]
    holding = [asyncio.create_task(resolver.resolve(f"slow{n}.example.com", 10, account_id="ada")) for n in (1, 2)]
    await name_servers.are_hanging(2)

    assert () == await resolver.resolve("late.example.com", 0.05, account_id="ada")

    name_servers.release.set()
    await asyncio.gather(*holding)

    assert b"late.example.com." not in name_servers.asked
    assert (ip_address("192.0.2.9"),) == await resolver.resolve("late.example.com", 5, account_id="ada")


async def test_one_accounts_dead_names_hold_none_of_the_others_up(name_servers: NameServers, hosts_file: Path) -> None:
    resolver = Resolver(lookups_max=3, lookups_each_max=2, hosts_file=hosts_file)
    name_servers.hanging |= {f"slow{n}.example.com.".encode() for n in range(6)}
    name_servers.records[b"late.example.com."] = ["192.0.2.9"]

    # Ada gave up, but her name servers have not: their threads are still hers.
    await asyncio.gather(*(resolver.resolve(f"slow{n}.example.com", 0.05, account_id="ada") for n in range(6)))

    assert () == await resolver.resolve("late.example.com", 0.05, account_id="ada")
    assert (ip_address("192.0.2.9"),) == await resolver.resolve("late.example.com", 5, account_id="ben")
    assert 3 == len(name_servers.asked)


async def test_a_name_is_asked_for_anew_each_time(name_servers: NameServers, hosts_file: Path) -> None:
    resolver = Resolver(hosts_file=hosts_file)
    await resolver.resolve("a.example.com", 5, account_id="ada")
    name_servers.records[b"a.example.com."] = ["192.0.2.1"]

    assert (ip_address("192.0.2.1"),) == await resolver.resolve("a.example.com", 5, account_id="ada")


async def test_without_threads_left_the_place_is_given_back(
    name_servers: NameServers, hosts_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    resolver = Resolver(lookups_max=1, hosts_file=hosts_file)
    name_servers.records[b"a.example.com."] = ["192.0.2.1"]
    with monkeypatch.context() as machine:
        machine.setattr(threading.Thread, "start", refuse_to_start)
        with pytest.raises(RuntimeError):
            await resolver.resolve("a.example.com", 5, account_id="ada")

    assert (ip_address("192.0.2.1"),) == await resolver.resolve("a.example.com", 5, account_id="ada")


def refuse_to_start(thread: threading.Thread) -> None:
    raise RuntimeError("can't start new thread")
