"""URLs of callers, judged by their text."""

from ipaddress import ip_network

import pytest

from mediamill.outbound import INPUT_RULES, WEBHOOK_RULES, UrlFault, judge_url

GOOD = """
https://hooks.example.com/mediamill https://hooks.example.com https://hooks.example.com:443/ https://hooks.example.com:8443/x?y=1&z=%20
https://hooks.example.com:1024/ https://hooks.example.com:65535/ https://HOOKS.Example.COM/ https://hooks.example.com./
https://bücher.example/ https://xn--bcher-kva.example/ https://8.8.8.8/ https://[2606:4700::1111]:8443/
https://under_score.example.com/ https://localhost.example.com/ https://127.0.0.1.example.com/
""".split()
INVALID = """
http://hooks.example.com/ ftp://hooks.example.com/ //hooks.example.com/ hooks.example.com https: https:/// https://
https:hooks.example.com https:/hooks.example.com https://user@hooks.example.com/ https://user:pass@hooks.example.com/
https://@hooks.example.com/ https://hooks.example.com/#fragment https://hooks.example.com/# https://hooks.example.com:/
https://hooks.example.com:0/ https://hooks.example.com:-1/ https://hooks.example.com:65536/ https://hooks.example.com:x/
https://hooks..example.com/ https://-hooks.example.com/ https://hooks.example.com\\@127.0.0.1/ https://[v1.x]/
https://[::1/ https://[fe80::1%25eth0]/
https://hooks.example.com/%zz https://ho%6fks.example.com/ https://hooks.example.com/{a} javascript:alert(1) file:///etc/passwd
""".split()
FORBIDDEN = """
https://localhost/ https://LOCALHOST/ https://localhost./ https://foo.localhost/ https://printer.local/ https://db.internal/
https://router.home.arpa/ https://home.arpa/ https://intranet/ https://127.0.0.1/ https://127.1/ https://0177.0.0.1/ https://0x7f000001/
https://2130706433/ https://2852039166/ https://0x7f.1/ https://127.0.0.1./ https://0.0.0.0/ https://10.0.0.5/
https://169.254.169.254/latest/meta-data https://[::1]/ https://[::]/ https://[::ffff:127.0.0.1]/ https://[::ffff:a9fe:a9fe]/
https://[fc00::1]/ https://[fe80::1]/ https://[2002:7f00:1::]/ https://[64:ff9b::7f00:1]/ https://①②⑦.⓪.⓪.①/ https://127。0。0。1/
https://134744072/ https://hooks.example.com:22/ https://hooks.example.com:25/ https://hooks.example.com:80/ https://hooks.example.com:1023/
https://example.123/ https://1.2.3.4.5/ https://0x/
""".split()


@pytest.mark.parametrize("url", GOOD)
def test_public_https_addresses_are_fine(url: str) -> None:
    assert judge_url(url, WEBHOOK_RULES) is None


@pytest.mark.parametrize(
    "url",
    [
        *INVALID,
        "https://hooks.example.com/a b",
        "https://hooks.example.com/\x00",
        "",
        " ",
        "https://hooks.example.com/\u2028",
    ],
)
def test_what_is_no_usable_url_is_invalid(url: str) -> None:
    expected = None if url.endswith("\u2028") else UrlFault.INVALID

    assert judge_url(url, WEBHOOK_RULES) == expected


@pytest.mark.parametrize("url", FORBIDDEN)
def test_addresses_names_and_ports_inside_are_forbidden(url: str) -> None:
    assert judge_url(url, WEBHOOK_RULES) is UrlFault.FORBIDDEN


def test_inputs_may_come_over_plain_http() -> None:
    assert judge_url("http://pictures.example.com/cat.jpg", INPUT_RULES) is None
    assert judge_url("http://pictures.example.com:80/cat.jpg", INPUT_RULES) is None
    assert judge_url("ftp://pictures.example.com/cat.jpg", INPUT_RULES) is UrlFault.INVALID


def test_length_is_capped_to_the_character() -> None:
    base = "https://hooks.example.com/"

    assert judge_url(base + "x" * (2048 - len(base)), WEBHOOK_RULES) is None
    assert judge_url(base + "x" * (2049 - len(base)), WEBHOOK_RULES) is UrlFault.TOO_LONG


@pytest.mark.parametrize(("characters", "fault"), [(253, None), (254, UrlFault.INVALID)])
def test_a_name_has_at_most_253_characters(characters: int, fault: UrlFault | None) -> None:
    name = ".".join(["x" * 61] * 4) + ".example"
    name = "y" * (characters - len(name) - 1) + "." + name if characters > len(name) else name[-characters:]
    assert len(name) == characters

    assert judge_url(f"https://{name}/", WEBHOOK_RULES) is fault


def test_an_allowed_network_exempts_its_literals_and_nothing_else() -> None:
    loopback = (ip_network("127.0.0.0/8"),)

    assert judge_url("https://127.0.0.1:9443/hook", WEBHOOK_RULES, loopback) is None
    assert judge_url("https://2130706433:9443/hook", WEBHOOK_RULES, loopback) is UrlFault.FORBIDDEN
    assert judge_url("https://10.0.0.1/hook", WEBHOOK_RULES, loopback) is UrlFault.FORBIDDEN
    assert judge_url("https://localhost/hook", WEBHOOK_RULES, loopback) is UrlFault.FORBIDDEN
