"""What a key may do, and that no chain of keys ever gives more than its origin has."""

import ipaddress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mediamill import accounts, credits
from mediamill.accounts import EVERYTHING, Account, ApiKey, Issued, KeyRights, Keyring, KeyScope, NotIssued
from mediamill.accounts import key as keys
from mediamill.credits import NO_CAPS, Caps
from mediamill.db import Database
from tests.behind import contents_of
from tests.clock import FrozenClock

PEPPER = b"pepper"
NARROW = KeyRights(
    scopes=frozenset({KeyScope.READ, KeyScope.MANAGE}),
    expires_at=1_900_000_000_000,
    tools=("create-image", "drum-generator"),
    models=("create-image/nano-banana",),
    networks=(ipaddress.ip_network("10.0.0.0/8"), ipaddress.ip_network("2001:db8::/32")),
    creates_per_minute=10,
    caps=Caps(day=10, month=100, total=1_000),
)


async def made(database: Database, origin: ApiKey, rights: KeyRights) -> Issued | NotIssued:
    return await database.write(lambda tx: accounts.derive_key(tx, origin.id, "child", PEPPER, rights))


async def issued(database: Database, account: Account, rights: KeyRights) -> tuple[ApiKey, str]:
    return await database.write(lambda tx: accounts.issue_key(tx, account.id, "first", PEPPER, rights))


async def test_a_key_comes_back_as_it_was_made(database: Database, ada: Account) -> None:
    key, text = await issued(database, ada, NARROW)
    (listed,) = await database.read(lambda tx: accounts.keys_of(tx, ada.id))
    caller = await Keyring(database, PEPPER).caller_of(text)

    assert listed == key
    assert caller is not None
    assert (caller.rights, caller.rates) == (NARROW, key.rates)


async def test_only_a_restricted_key_is_marked(database: Database, ada: Account) -> None:
    """Versions that know nothing of restrictions compare the digest as it stands, and so refuse the restricted one."""
    for rights in (EVERYTHING, replace(EVERYTHING, caps=Caps(day=1))):
        _, text = await issued(database, ada, rights)
        is_marked = f"restricted:{keys.digest(text, PEPPER)}" in contents_of(database)
        assert is_marked == (rights != EVERYTHING)


async def test_a_key_ends_when_it_expires(database: Database, ada: Account, clock: FrozenClock) -> None:
    _, text = await issued(database, ada, replace(EVERYTHING, expires_at=clock() + 1_000))
    assert await Keyring(database, PEPPER).caller_of(text) is not None
    clock.advance(1_000)

    assert await Keyring(database, PEPPER).caller_of(text) is None


def test_tools_and_models_both_have_to_allow_a_run() -> None:
    assert NARROW.may_run("create-image", "nano-banana")
    assert not NARROW.may_run("create-image", "flux-2-flex")
    assert not NARROW.may_run("drum-generator", "drumgen")
    assert EVERYTHING.may_run("anything", "at-all")


@pytest.mark.parametrize(
    ("address", "may"), [("10.1.2.3", True), ("11.1.2.3", False), ("2001:db8::7", True), ("2001:db9::7", False)]
)
def test_a_key_may_come_from_its_networks_only(address: str, may: bool) -> None:
    assert NARROW.may_come_from(ipaddress.ip_address(address)) == may


def test_nobody_knows_where_it_comes_from() -> None:
    assert not NARROW.may_come_from(None)
    assert EVERYTHING.may_come_from(None)


@pytest.mark.parametrize(
    "more",
    [
        {"scopes": frozenset({KeyScope.READ, KeyScope.RUN})},
        {"expires_at": None},
        {"expires_at": 1_900_000_000_001},
        {"tools": None},
        {"tools": ("create-image", "create-video")},
        {"models": None},
        {"models": ("create-image/flux-2-flex",)},
        {"networks": None},
        {"networks": (ipaddress.ip_network("10.0.0.0/7"),)},
        {"networks": (ipaddress.ip_network("10.0.0.0/9"), ipaddress.ip_network("::/0"))},
        {"creates_per_minute": None},
        {"creates_per_minute": 11},
        {"caps": NO_CAPS},
        {"caps": Caps(day=11, month=100, total=1_000)},
        {"caps": Caps(day=10, month=100)},
    ],
    # Every process has to collect the same names: a set is written in another order in each.
    ids=lambda more: " ".join(f"{name} {sorted(value) if name == 'scopes' else value}" for name, value in more.items()),
)
async def test_no_key_makes_one_with_more_rights(database: Database, ada: Account, more: dict[str, object]) -> None:
    origin, _ = await issued(database, ada, NARROW)

    assert await made(database, origin, replace(NARROW, **more)) is NotIssued.MORE_THAN_ORIGIN  # type: ignore[arg-type]
    assert len(await database.read(lambda tx: accounts.keys_of(tx, ada.id))) == 1


async def test_a_key_makes_one_with_as_many_rights_or_fewer(database: Database, ada: Account) -> None:
    origin, _ = await issued(database, ada, NARROW)
    same = await made(database, origin, NARROW)
    assert isinstance(same, Issued)
    fewer = await made(
        database,
        same.key,
        replace(NARROW, networks=(ipaddress.ip_network("10.9.0.0/16"),), creates_per_minute=3, tools=()),
    )

    assert isinstance(fewer, Issued)
    assert [(rate.key_id, rate.creates_per_minute) for rate in fewer.key.rates] == [
        (fewer.key.id, 3),
        (same.key.id, 10),
        (origin.id, 10),
    ]


async def test_a_key_that_is_over_makes_no_other_one(database: Database, ada: Account, clock: FrozenClock) -> None:
    ends = replace(EVERYTHING, expires_at=clock() + 1_000)
    revoked, _ = await issued(database, ada, EVERYTHING)
    expired, _ = await issued(database, ada, ends)
    await database.write(lambda tx: accounts.revoke_key(tx, revoked.id))
    clock.advance(1_000)

    for origin in (revoked, expired):
        assert await made(database, origin, replace(ends, scopes=frozenset())) is NotIssued.MORE_THAN_ORIGIN


async def test_an_account_has_so_many_keys_and_no_more(
    database: Database, ada: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mediamill.accounts.keyring.KEYS_MAX", 2)
    origin, _ = await issued(database, ada, EVERYTHING)
    second = await made(database, origin, EVERYTHING)
    assert isinstance(second, Issued)
    assert await made(database, origin, EVERYTHING) is NotIssued.TOO_MANY
    await database.write(lambda tx: accounts.revoke_key(tx, second.key.id))

    assert isinstance(await made(database, origin, EVERYTHING), Issued)


def some(*values: object) -> st.SearchStrategy[tuple[object, ...] | None]:
    return st.none() | st.lists(st.sampled_from(values), unique=True).map(tuple)


NUMBERS = st.none() | st.integers(1, 4)
RIGHTS = st.builds(
    KeyRights,
    scopes=st.frozensets(st.sampled_from(KeyScope)),
    expires_at=st.none() | st.sampled_from([1_900_000_000_000, 2_000_000_000_000]),
    tools=some("create-image", "create-video"),
    models=some("create-image/nano-banana", "create-video/ltx-video"),
    networks=some(*map(ipaddress.ip_network, ("10.0.0.0/8", "10.1.0.0/16", "::/0", "2001:db8::/32"))),
    creates_per_minute=NUMBERS,
    caps=st.builds(Caps, day=NUMBERS, month=NUMBERS, total=NUMBERS),
)
PROBES = [ipaddress.ip_address(one) for one in ("10.1.0.1", "10.2.0.1", "11.0.0.1", "2001:db8::1", "fe80::1")]
RUNS = [("create-image", "nano-banana"), ("create-image", "flux-2-flex"), ("create-video", "ltx-video")]


@given(chain=st.lists(RIGHTS, min_size=2, max_size=5))
def test_no_chain_of_keys_gives_more_than_its_origin_has(chain: list[KeyRights]) -> None:
    """Each link is made only where the one before covers it; whatever the last may do, the first may."""
    last = first = chain[0]
    for link in chain[1:]:
        if last.covers(link):
            last = link

    assert first.covers(last)
    assert last.scopes <= first.scopes
    assert all(first.may_run(*run) for run in RUNS if last.may_run(*run))
    assert all(first.may_come_from(probe) for probe in PROBES if last.may_come_from(probe))
    for mine, theirs in (
        (first.expires_at, last.expires_at),
        (first.creates_per_minute, last.creates_per_minute),
        (first.caps.day, last.caps.day),
        (first.caps.month, last.caps.month),
        (first.caps.total, last.caps.total),
    ):
        assert mine is None or (theirs is not None and theirs <= mine)


async def test_all_keys_of_a_line_spend_within_the_first_ones_cap(database: Database, ada: Account) -> None:
    """Ten children with the whole cap of their parent each have one cap between them."""
    rights = replace(EVERYTHING, caps=Caps(total=10))
    origin, _ = await issued(database, ada, rights)
    children = [await made(database, origin, rights) for _ in range(10)]
    assert all(isinstance(child, Issued) for child in children)
    ids = [child.key.id for child in children if isinstance(child, Issued)]

    def left_after_each(tx: object) -> list[bool]:
        allowances = credits.allowances(tx, [ada.id])  # type: ignore[arg-type]
        may = []
        for key_id in ids:
            may.append(allowances.covers(ada.id, key_id, 4))
            if may[-1]:
                allowances.spend(ada.id, key_id, 4)
        return may

    assert await database.read(left_after_each) == [True, True] + [False] * 8
