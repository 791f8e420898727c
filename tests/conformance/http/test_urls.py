"""Which addresses the service may be sent to: judged by their text alone, for webhooks and for inputs."""

import ipaddress
from collections.abc import Iterator

import httpx2
import pytest

from tests.conformance.http.judge import refusal, validation_failed
from tests.service import Person, Service

pytestmark = pytest.mark.xdist_group("http")

INPUTS = (
    ("input.image_url", "image-to-3d-object", {"model": "triposr"}, "image_url"),
    ("input.audio_url", "translate-audio", {"model": "voicevendor-dubbing"}, "audio_url"),
    ("input.audio_url", "voice-isolator", {"model": "voicevendor-voice-isolator"}, "audio_url"),
    ("input.file", "song-splitter", {"model": "demucs"}, "file"),
)
SPECIAL = [
    ipaddress.ip_network(text)
    for text in (
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
        "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
        "168.63.129.16/32", "224.0.0.0/4", "240.0.0.0/4",
    )
]  # fmt: skip
SPECIAL_WITHIN_V6 = [
    ipaddress.ip_network(text) for text in ("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20", "2620:4f:8000::/48")
]
PUBLIC_V6 = ipaddress.ip_network("2000::/3")
OTHER_V6 = """::1 :: 0:0:0:0:0:0:0:1 ::ffff:127.0.0.1 ::ffff:a9fe:a9fe ::ffff:8.8.8.8 ::127.0.0.1 ::ffff:0:127.0.0.1
    64:ff9b::127.0.0.1 64:ff9b::8.8.8.8 64:ff9b:1::1 100::1 fc00::1 fd00:ec2::254 fdff::1 fe80::1 fe80::1%25eth0 fec0::1
    ff02::1 ff0e::1 2001::1 2002:7f00:1:: 4000::1 5f00::1 1fff::1""".split()
FORBIDDEN_V4 = """
    127.0.0.1 127.255.255.254 0.0.0.0 0.1.2.3 10.0.0.5 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254
    169.254.170.2 100.100.100.200 168.63.129.16 100.64.0.1 100.127.255.255 192.0.0.1 192.0.2.1 192.88.99.1 198.18.0.1
    198.19.255.255 198.51.100.7 203.0.113.7 224.0.0.1 239.255.255.250 240.0.0.1 255.255.255.255""".split()
# Spellings of 127.0.0.1, 10.0.0.1 and 169.254.169.254 that some reader or other takes for the address.
SPELLINGS = """2130706433 2852039166 0x7f000001 0X7F.1 0x7f.0.0.1 0177.0.0.1 017700000001 127.1 127.0.1 10.1 0 00 0x0
    127.0.0.1. 127.0.0.1.. 0127.0.0.1 127.0.0.01 127.000.000.001 127.0.0.0x1 0x7f.0x0.0x0.0x1 4294967295 256.0.0.1
    127.0.0.1.1 1e3 %31%32%37.0.0.1 127%2e0%2e0%2e1 127.0.0.1%00 127.0.0.1%00.good.test １２７.0.0.1 １２７．０．０．１
    127。0。0。1 127｡0｡0｡1 ①②⑦.0.0.1 ①②⑦。⓪。⓪。① 127.0.0.١ [127.0.0.1] [::1 ::1 [::1]x [::1]. [::ffff:7f00:1]
    [::FFFF:127.0.0.1] [0:0:0:0:0:ffff:7f00:0001] [::1%251] [fe80::1%eth0] [v1.x] []""".split()
NAMES = """localhost LOCALHOST LocalHost localhost. foo.localhost foo.bar.localhost foo.localhost. ｌｏｃａｌｈｏｓｔ
    ⓛocalhost loc%61lhost printer.local PRINTER.LOCAL printer.local. metadata.google.internal db.internal db.INTERNAL.
    router.home.arpa a.b.home.arpa intranet kubernetes db1 a x. internal local""".split()
NO_URLS = {
    "http": "http://8.8.8.8/",
    "ftp": "ftp://8.8.8.8/",
    "file": "file:///etc/passwd",
    "gopher": "gopher://8.8.8.8/",
    "javascript": "javascript:alert(1)",
    "data": "data:text/plain,x",
    "ws": "wss://8.8.8.8/",
    "a relative address": "//8.8.8.8/",
    "a path": "/hook",
    "a host": "8.8.8.8",
    "a word": "x",
    "no host": "https://",
    "no host but a path": "https:///hook",
    "no host but a port": "https://:443/",
    "a query for a host": "https://?x=y",
    "one slash": "https:/8.8.8.8/",
    "no slash": "https:8.8.8.8",
    "a user": "https://user@8.8.8.8/",
    "a user and a password": "https://user:pw@8.8.8.8/",
    "an empty user": "https://@8.8.8.8/",
    "a public name for a user": "https://8.8.8.8@127.0.0.1/",
    "two users": "https://a@b@8.8.8.8/",
    "a fragment": "https://8.8.8.8/#x",
    "an empty fragment": "https://8.8.8.8/#",
    "port -1": "https://8.8.8.8:-1/",
    "port 65536": "https://8.8.8.8:65536/",
    "port 99999999999": "https://8.8.8.8:99999999999/",
    "a port in words": "https://8.8.8.8:https/",
    "a port with a sign": "https://8.8.8.8:+443/",
    "a port with a fraction": "https://8.8.8.8:443.0/",
    "a port in fullwidth digits": "https://8.8.8.8:４４３/",
    "two ports": "https://8.8.8.8:443:444/",
    "a space before": " https://8.8.8.8/",
    "a space in the host": "https://8.8. 8.8/",
    "a newline": "https://8.8.8.8/\nHost: x",
    "a carriage return": "https://8.8.8.8/\r\nX: y",
    "a tab": "https://8.8.\t8.8/",
    "a backslash": "https://8.8.8.8\\@127.0.0.1/",
    "backslashes": "https:\\\\8.8.8.8\\",
    "a pipe in the host": "https://8.8|8.8/",
    "a bracket in the host": "https://8.8.8.8]/",
}


def hooked(person: Person, url: object) -> httpx2.Response:
    """The answer to a run with this webhook."""
    return person.run("drum-generator", {"model": "drumgen"}, webhook=url)


def refused_with(person: Person, url: object, *codes: str) -> None:
    """It is refused for its webhook alone, with one of these codes."""
    assert refusal(hooked(person, url)) in [validation_failed(("webhook", code)) for code in codes], url


def neighbours() -> Iterator[tuple[str, bool]]:
    """The first and last address of each special range (False), and the ones just outside (True if public)."""
    for network in SPECIAL:
        yield str(network[0]), False
        yield str(network[-1]), False
        for outside in (int(network[0]) - 1, int(network[-1]) + 1):
            if 0 <= outside < 2**32:
                address = ipaddress.IPv4Address(outside)
                yield str(address), not any(address in other for other in SPECIAL)
    for wide in (PUBLIC_V6, *SPECIAL_WITHIN_V6):
        for number in (int(wide[0]) - 1, int(wide[0]), int(wide[-1]), int(wide[-1]) + 1):
            inside = ipaddress.IPv6Address(number)
            public = inside in PUBLIC_V6 and not any(inside in other for other in SPECIAL_WITHIN_V6)
            yield f"[{inside}]", public


@pytest.mark.parametrize(("address", "public"), sorted(set(neighbours())))
def test_public_begins_where_the_special_ranges_end(ada: Person, address: str, public: bool) -> None:
    if public:
        assert 200 == hooked(ada, f"https://{address}/hook").status_code
    else:
        refused_with(ada, f"https://{address}/hook", "forbidden_url")


@pytest.mark.parametrize("host", [*FORBIDDEN_V4, *(f"[{address}]" for address in OTHER_V6 if "%" not in address)])
def test_an_address_that_is_not_public_is_forbidden(ada: Person, host: str) -> None:
    refused_with(ada, f"https://{host}/", "forbidden_url")
    refused_with(ada, f"https://{host}:8443/x?y=z", "forbidden_url")


@pytest.mark.parametrize("host", [*SPELLINGS, "[fe80::1%25eth0]"])
def test_no_other_spelling_of_an_address_gets_through(ada: Person, host: str) -> None:
    refused_with(ada, f"https://{host}/", "forbidden_url", "invalid_url")


@pytest.mark.parametrize("host", NAMES)
def test_bare_and_internal_names_are_forbidden(ada: Person, host: str) -> None:
    refused_with(ada, f"https://{host}/", "forbidden_url", "invalid_url")
    if host.isascii() and "%" not in host:
        refused_with(ada, f"https://{host}:8443/", "forbidden_url")


@pytest.mark.parametrize("url", NO_URLS.values(), ids=NO_URLS)
def test_what_is_no_https_url_is_invalid(ada: Person, url: str) -> None:
    refused_with(ada, url, "invalid_url")


@pytest.mark.parametrize(
    "url", [5, 0.5, True, None, [], ["https://8.8.8.8/"], {}, {"url": "https://8.8.8.8/"}], ids=repr
)
def test_a_webhook_is_a_string(ada: Person, url: object) -> None:
    refused_with(ada, url, "invalid_type")


def test_an_empty_webhook_is_refused(ada: Person) -> None:
    refused_with(ada, "", "invalid_url", "too_short")
    refused_with(ada, "https://8.8.8.8/\x00", "invalid_url")
    refused_with(ada, "https://8.8.8.8\x00.good.test/", "invalid_url")


def test_a_url_has_at_most_2048_characters(ada: Person) -> None:
    longest = "https://8.8.8.8/".ljust(2_048, "a")

    assert 200 == hooked(ada, longest).status_code
    for longer in (longest + "a", "http://127.0.0.1/".ljust(2_049, "a"), "x" * 100_000, "😀" * 2_049):
        refused_with(ada, longer, "too_long")


@pytest.mark.parametrize("port", [0, 1, 22, 25, 53, 80, 110, 442, 444, 587, 993, 1_023])
def test_ports_of_other_protocols_are_forbidden(ada: Person, port: int) -> None:
    codes = ["forbidden_url", "invalid_url"] if port == 0 else ["forbidden_url"]

    refused_with(ada, f"https://8.8.8.8:{port}/", *codes)
    refused_with(ada, f"https://[2606:4700:4700::1111]:{port}/", *codes)


@pytest.mark.parametrize("port", ["", ":443", ":1024", ":8443", ":65535"])
def test_443_and_the_free_ports_are_allowed(ada: Person, port: str) -> None:
    assert 200 == hooked(ada, f"https://8.8.8.8{port}/hook").status_code
    assert 200 == hooked(ada, f"https://[2606:4700:4700::1111]{port}/hook").status_code


@pytest.mark.parametrize("url", ["HTTPS://8.8.8.8", "https://8.8.8.8?x=https://127.0.0.1/@user"])
def test_unusual_but_proper_spellings_are_accepted(ada: Person, url: str) -> None:
    """Names are for the tests of `web`: here they would be looked up outside of this machine."""
    assert 200 == hooked(ada, url).status_code


def test_the_service_itself_is_no_webhook(ada: Person, service: Service) -> None:
    for own in (
        service.public_url,
        f"{service.public_url}/media/",
        service.address,
        f"https://localhost:{service.port}/",
    ):
        assert 400 == refusal(hooked(ada, own)).status, own
    refused_with(ada, f"https://localhost:{service.port}/media/x", "forbidden_url")


@pytest.mark.parametrize(("field", "tool", "asked", "name"), INPUTS, ids=[entry[1] for entry in INPUTS])
class TestInputs:
    """The same for what is to be fetched, where http and port 80 are allowed too."""

    def asked(self, person: Person, tool: str, input: dict[str, str], name: str, url: str) -> httpx2.Response:
        return person.run(tool, {**input, name: url})

    def test_http_and_https_are_allowed(
        self, ada: Person, field: str, tool: str, asked: dict[str, str], name: str
    ) -> None:
        for url in (
            "http://8.8.8.8/a.mp3",
            "http://8.8.8.8:80/a.mp3",
            "http://8.8.8.8:8080/a.mp3",
            "https://8.8.8.8/a.mp3",
            "https://8.8.8.8:443/a.mp3",
            "https://[2606:4700:4700::1111]:65535/a",
            "http://8.8.8.8",
        ):
            assert 200 == self.asked(ada, tool, asked, name, url).status_code, url

    def test_other_ports_are_not(self, ada: Person, field: str, tool: str, asked: dict[str, str], name: str) -> None:
        for port in (1, 21, 22, 25, 79, 81, 442, 444, 1_023):
            for scheme in ("http", "https"):
                response = self.asked(ada, tool, asked, name, f"{scheme}://8.8.8.8:{port}/a.mp3")

                assert validation_failed((field, "forbidden_url")) == refusal(response), (scheme, port)

    def test_what_is_no_url_is_invalid(
        self, ada: Person, field: str, tool: str, asked: dict[str, str], name: str
    ) -> None:
        for what, url in NO_URLS.items():
            if what != "http":
                response = self.asked(ada, tool, asked, name, url)

                assert validation_failed((field, "invalid_url")) == refusal(response), what

    def test_places_inside_are_forbidden(
        self, ada: Person, field: str, tool: str, asked: dict[str, str], name: str
    ) -> None:
        hosts = [*FORBIDDEN_V4, *(f"[{one}]" for one in OTHER_V6 if "%" not in one)]
        hosts += [one for one in NAMES if one.isascii() and "%" not in one]
        for host in hosts:
            response = self.asked(ada, tool, asked, name, f"http://{host}/a.mp3")

            assert validation_failed((field, "forbidden_url")) == refusal(response), host

    def test_other_spellings_do_not_get_through(
        self, ada: Person, field: str, tool: str, asked: dict[str, str], name: str
    ) -> None:
        either = [validation_failed((field, code)) for code in ("forbidden_url", "invalid_url")]
        for host in SPELLINGS:
            assert refusal(self.asked(ada, tool, asked, name, f"http://{host}/a.mp3")) in either, host

    def test_an_empty_or_too_long_one_is_refused(
        self, ada: Person, field: str, tool: str, asked: dict[str, str], name: str
    ) -> None:
        empty = refusal(self.asked(ada, tool, asked, name, ""))
        longer = self.asked(ada, tool, asked, name, "http://8.8.8.8/".ljust(2_049, "a"))

        assert empty in [validation_failed((field, code)) for code in ("invalid_url", "too_short")]
        assert validation_failed((field, "too_long")) == refusal(longer)

    def test_the_services_own_media_are_no_outside_address(
        self, ada: Person, service: Service, field: str, tool: str, asked: dict[str, str], name: str
    ) -> None:
        own = f"{service.public_url}/media/gen_{'0' * 32}/{'0' * 32}.wav"

        assert 200 == self.asked(ada, tool, asked, name, own).status_code

    def test_what_only_resembles_the_services_own_media_is_forbidden(
        self, ada: Person, service: Service, field: str, tool: str, asked: dict[str, str], name: str
    ) -> None:
        for url in (
            f"{service.public_url}/",
            f"{service.public_url}/media",
            f"{service.public_url}/mediax/a.wav",
            f"{service.public_url}/api/account",
            f"{service.address}/media/a.wav",
            f"http://LOCALHOST:{service.port}/media/a.wav",
            f"http://localhost:{service.port + 1 if service.port < 65_535 else 1_024}/media/a.wav",
            "http://localhost/media/a.wav",
        ):
            response = self.asked(ada, tool, asked, name, url)

            assert validation_failed((field, "forbidden_url")) == refusal(response), url
