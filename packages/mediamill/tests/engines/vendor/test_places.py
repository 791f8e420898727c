"""Which hosts an engine's list means."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mediamill.config import InvalidSettings
from mediamill.engines import ForeignUrl, VendorClient
from mediamill.engines.vendor.places import Places, read_host_rule
from mediamill.outbound import Guard

HOSTS = ("rest.fal.ai", "*.fal.media", "storage.googleapis.com/falserverless/", "*.cos.*.example.com")
LABEL = st.text(string.ascii_lowercase + string.digits, min_size=1, max_size=8)


@pytest.fixture
def places(guard: Guard) -> Places:
    return Places(guard, "http://127.0.0.1:8188/api", HOSTS, key_hosts=["keys.fal.ai", "api.*.acme.ai"])


@pytest.mark.parametrize(
    ("url", "asked"),
    [
        ("https://keys.fal.ai/storage?x=y", "https://keys.fal.ai/storage?x=y"),
        ("https://KEYS.fal.ai:443/storage", "https://KEYS.fal.ai:443/storage"),
        ("https://api.eu2.acme.ai/look?id=7", "https://api.eu2.acme.ai/look?id=7"),
        ("/look", "http://127.0.0.1:8188/api/look"),
        ("http://127.0.0.1:8188/api/look", "http://127.0.0.1:8188/api/look"),
    ],
)
def test_a_free_call_goes_to_the_api_and_to_hosts_that_are_sent_the_key(url: str, asked: str, places: Places) -> None:
    assert places.free(url).url == asked


@pytest.mark.parametrize(
    "url",
    [
        "http://keys.fal.ai/storage",
        "https://keys.fal.ai:8443/storage",
        "https://a.keys.fal.ai/storage",
        "https://fal.ai/storage",
        "https://keys.fal.ai.evil.com/storage",
        "https://keys.fal.ai@evil.com/storage",
        "https://keys.fal.ai/a/../storage",
        "http://api.eu2.acme.ai/look",
        "https://api.eu2.acme.ai:8443/look",
        "https://api.acme.ai/look",
        "https://files.eu2.acme.ai/look",
        "https://api.a.b.acme.ai/look",
        "https://api.eu2.acme.ai.evil.com/look",
        "https://api.evil.com/.acme.ai/look",
        "https://api.eu2.acme.ai@evil.com/look",
        "https://rest.fal.ai/storage",
        "https://v3.fal.media/storage",
    ],
)
def test_no_other_host_is_sent_the_key(url: str, places: Places) -> None:
    with pytest.raises(ForeignUrl):
        places.free(url)


def test_nothing_is_bought_at_a_host_beside_the_api(places: Places) -> None:
    with pytest.raises(ForeignUrl):
        places.api("https://keys.fal.ai/storage")


@pytest.mark.parametrize(
    "name",
    ["*", "*.ai", "api.*", "api.*.ai", "a*.fal.ai", "fal", "127.0.0.1", "[::1]", "*.fal.ai/x", "rest.fal.ai:443", ""],
)
def test_the_key_goes_to_named_hosts_and_to_labels_of_one_domain_alone(name: str, guard: Guard) -> None:
    with pytest.raises(ValueError, match="is not the name of a host"):
        Places(guard, "https://queue.fal.run", (), key_hosts=[name])


@pytest.mark.parametrize(
    "url",
    [
        "https://rest.fal.ai/x",
        "https://REST.fal.ai:443/x?y=z",
        "https://v3.fal.media/",
        "https://storage.googleapis.com/falserverless/a/b.png?X-Goog=1",
        "https://bucket.cos.north.example.com/x",
        "http://127.0.0.1:8188/view?name=x",
    ],
)
def test_what_is_on_the_list_is_allowed(url: str, places: Places) -> None:
    assert places.file(url).url == url


@pytest.mark.parametrize(
    "url",
    [
        "http://rest.fal.ai/x",
        "https://rest.fal.ai:8443/x",
        "https://fal.media/x",
        "https://a.b.fal.media/x",
        "https://v3.fal.media.evil.com/x",
        "https://evilfal.media/x",
        "https://v3.fal.media@evil.com/x",
        "https://evil.com/?.fal.media",
        "https://storage.googleapis.com/falserverless",
        "https://storage.googleapis.com/falserverlessly/x",
        "https://storage.googleapis.com/falserverless/../others/x",
        "https://storage.googleapis.com/falserverless/%2e%2E/others/x",
        "https://storage.googleapis.com/falserverless/..%2fothers/x",
        "https://storage.googleapis.com/falserverless/..;/others/x",
        "https://storage.googleapis.com/others/falserverless/x",
        "https://127.0.0.1:8188/x",
        "http://127.0.0.1:8189/x",
        "http://localhost:8188/x",
        "http://127.1:8188/x",
        "ftp://rest.fal.ai/x",
        "//rest.fal.ai/x",
        "",
    ],
)
def test_what_is_not_on_the_list_is_foreign(url: str, places: Places) -> None:
    with pytest.raises(ForeignUrl):
        places.file(url)


@given(st.lists(LABEL, min_size=1, max_size=6), st.lists(LABEL, min_size=2, max_size=4))
def test_a_star_is_any_one_label_and_never_more(labels: list[str], fixed: list[str]) -> None:
    rule = read_host_rule(".".join(("*", *fixed)))

    assert rule.allows(".".join(labels), "/") == (labels[1:] == fixed)
    assert rule.allows(".".join((labels[0], *fixed)), "/x")
    assert not rule.allows(".".join((*labels, "x", *fixed)), "/x")
    assert not rule.allows(".".join(fixed), "/x")


@given(st.lists(LABEL, min_size=1, max_size=4), st.text(string.ascii_lowercase + "/", max_size=8))
def test_a_path_is_a_beginning_that_ends_at_a_slash(parts: list[str], rest: str) -> None:
    prefix = f"/{'/'.join(parts)}"
    open_rule, closed_rule = read_host_rule(f"a.example{prefix}"), read_host_rule(f"a.example{prefix}/")

    assert open_rule.allows("a.example", f"{prefix}{rest}") == (rest == "" or rest.startswith("/"))
    assert closed_rule.allows("a.example", f"{prefix}{rest}") == rest.startswith("/")
    assert not open_rule.allows("a.example", f"/x{prefix}{rest}") or f"/x{prefix}{rest}".startswith(f"{prefix}/")


@pytest.mark.parametrize(
    "host", ["*", "*.com", "com", "a.*", "a.*.com", "https://a.b", "a b.com", "a.com/../x", "*a.b.com", "", "A.com"]
)
def test_a_host_that_is_none_is_a_fault_of_the_engine(host: str) -> None:
    with pytest.raises(ValueError, match="is not a host"):
        read_host_rule(host)


@pytest.mark.parametrize(
    "base_url", ["", "api.example.com", "ftp://a.com", "https://a.com?x=1", "https://a.com/?", "https://a.com/../x"]
)
def test_a_base_url_that_is_none_is_a_wrong_setting(base_url: str, guard: Guard) -> None:
    with pytest.raises(InvalidSettings, match="base_url"):
        VendorClient(guard, base_url=base_url)


def test_paths_stand_below_the_base_url(places: Places) -> None:
    assert b"/api/prompt?x=1" == places.api("/prompt?x=1").target
    assert b"/api/prompt" == places.api("http://127.0.0.1:8188/api/prompt").target
    assert b"127.0.0.1:8188" == places.api("/").authority
