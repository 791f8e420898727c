"""URLs that must never lead anywhere: spellings, names, ports, redirects, answers that change. For every door.

The classes are those of published lists of tricks against such guards; each member is spelt out or computed here.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from ipaddress import IPv4Address
from urllib.parse import quote

from tests.world.name_server import FAILURE, SILENCE, UNKNOWN, Reply, says
from tests.world.servers import redirecting

PUBLIC, PUBLIC_TOO, PUBLIC_SIX = "93.184.216.34", "151.101.1.69", "2606:2800:220:1::1"
REDIRECTOR = "redirector.example"

INSIDE_V4 = """
0.0.0.0 0.1.2.3 10.0.0.5 10.255.255.255 100.64.0.1 100.100.100.200 100.127.255.255 127.0.0.1 127.0.0.53 127.255.255.254
168.63.129.16 169.254.0.1 169.254.169.254 169.254.170.2 169.254.255.255 172.16.0.1 172.31.255.255 192.0.0.1 192.0.0.192
192.0.2.1 192.31.196.1 192.52.193.1 192.88.99.1 192.168.0.1 192.168.255.255 192.175.48.1 198.18.0.1 198.19.255.255
198.51.100.7 203.0.113.9 224.0.0.1 239.255.255.250 240.0.0.1 255.255.255.255
""".split()
INSIDE_V6 = """
:: ::1 0:0:0:0:0:0:0:1 0000::1 ::2 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:7f00:1 0:0:0:0:0:ffff:127.0.0.1
::ffff:169.254.169.254 ::ffff:a9fe:a9fe ::ffff:10.0.0.5 ::ffff:93.184.216.34 ::ffff:0:127.0.0.1 64:ff9b::127.0.0.1
64:ff9b::a9fe:a9fe 64:ff9b:1::10.0.0.5 100::1 100:0:0:1::1 2001::1 2001:0:7f00:1:: 2001:2::1 2001:10::1 2001:20::1
2001:db8::1 2002:7f00:1:: 2002:a9fe:a9fe::1 2002:5db8:d822:: 2620:4f:8000::1 3fff::1 4000::1 5f00::1 8000::1 fc00::1
fd00:ec2::254 fd20:ce::254 fe80::1 fe80::5efe:127.0.0.1 fec0::1 ff02::1 ff0e::1
""".split()
INSIDE_NAMES = """
localhost LOCALHOST localhost. foo.localhost a.b.localhost lOcAlHoSt.. localhost.local printer.local db.internal
metadata.google.internal router.home.arpa intranet kubernetes mediamill 0 loopback ip6-localhost
ⓛⓞⓒⓐⓛⓗⓞⓢⓣ ｌｏｃａｌｈｏｓｔ localhost%00.good.example localhost%2e localhost%00
""".split()
CONFUSIONS = r"""
https://good.example@127.0.0.1/ https://user:pw@good.example/ https://good.example:443@127.0.0.1/ https://@127.0.0.1/
https://127.0.0.1\@good.example/ https://good.example\@127.0.0.1/ https:\\127.0.0.1/ https:/\127.0.0.1/ https:///127.0.0.1/
https:127.0.0.1 //127.0.0.1/ ///127.0.0.1/ \\127.0.0.1\ https://127.0.0.1#@good.example/ https://good.example#@127.0.0.1/
https://127.0.0.1%23@good.example/ https://good.example%40127.0.0.1/ https://127.0.0.1%2f@good.example/
https://127.0.0.1?@good.example/ https://127.0.0.1;@good.example/ https://127.0.0.1:443:80/ https://127.0.0.1,good.example/
https://127.0.0.1&@good.example#@good.example/ https://good.example%0d%0aHost:127.0.0.1/ https://[127.0.0.1]/
https://[::1]@good.example/ https://[::1%25lo]/ https://[fe80::1%25lo]/ https://[fe80::1%lo]/
https://[::1/ https://::1/ https://[::1].good.example/
https://[v1.127.0.0.1]/ https://127.0.0.1%20.good.example/ https://good.example\x00.127.0.0.1/ https://0://127.0.0.1:80;https://good.example/
https://-127.0.0.1/ https://127.0.0.1-/ https://127..0.1/ https://.127.0.0.1/ https://127.0.0.1../ https://127.0.0.1.:443/
""".split()
CONTROLS = [
    "https://127.0.0.1 .good.example/",
    "https://127.0.0.1\t/",
    "https://127.0.0\t.1/",
    "https://127.0.0.1\n/",
    "https://good.example/\r\nHost: 127.0.0.1",
    " https://127.0.0.1/",
    "https://127.0.0.1\x00.good.example/",
    "ht\ntps://127.0.0.1/",
    "https://127\u200b.0.0.1/",
    "https://127.0.0.1\u2028/",
    "https://127\u00ad.0.0.1/",
]
SCHEMES = """
file:///etc/passwd file://127.0.0.1/etc/passwd ftp://good.example/ gopher://127.0.0.1:25/_x dict://127.0.0.1:11211/ ldap://127.0.0.1/
data:text/plain,x javascript:alert(1) jar:https://127.0.0.1!/ ws://127.0.0.1/ wss://127.0.0.1/ unix:///run/x.sock tftp://good.example/x
netdoc:///etc/passwd httpss://good.example/ http+unix://%2frun%2fx.sock/
""".split()
PORTS = [0, 1, 7, 21, 22, 23, 25, 53, 110, 111, 135, 139, 143, 389, 445, 465, 587, 636, 873, 1023, 65536, 99999]

HOSTILE_ANSWERS: dict[str, tuple[Reply, ...]] = {
    "loop.example": (says("127.0.0.1"),),
    "ten.example": (says("10.0.0.5"),),
    "metadata.example": (says("169.254.169.254"),),
    "shared.example": (says("100.100.100.200"),),
    "zero.example": (says("0.0.0.0"),),
    "cloud-host.example": (says("168.63.129.16"),),
    "six-loop.example": (says("::1"),),
    "six-any.example": (says("::"),),
    "six-mapped.example": (says("::ffff:127.0.0.1"),),
    "six-unique.example": (says("fd00:ec2::254"),),
    "six-link.example": (says("fe80::1"),),
    "six-nat64.example": (says("64:ff9b::7f00:1"),),
    "six-6to4.example": (says("2002:7f00:1::"),),
    "six-documentation.example": (says("2001:db8::1"),),
    "127.0.0.1.nip.example": (says("127.0.0.1"),),
    "good-first.example": (says(PUBLIC, "127.0.0.1"),),
    "bad-first.example": (says("192.168.1.1", PUBLIC),),
    "bad-among-many.example": (says(*(f"93.184.216.{n}" for n in range(1, 15)), "10.0.0.5"),),
    "four-good-six-bad.example": (says(PUBLIC, "::1"),),
    "four-bad-six-good.example": (says("127.0.0.1", PUBLIC_SIX),),
    "alias-loop.example": (says(alias="loop.example"),),
    "alias-localhost.example": (says(alias="localhost"),),
    "alias-chain.example": (says(alias="alias-chain-2.example"),),
    "alias-chain-2.example": (says(alias="alias-chain-3.example"),),
    "alias-chain-3.example": (says(alias="metadata.example"),),
    "alias-circle.example": (says(alias="alias-circle.example"),),
    "late.example": (says("127.0.0.1", delay_seconds=0.2),),
    "never.example": (SILENCE,),
    "broken.example": (FAILURE,),
    "absent.example": (UNKNOWN,),
    "nothing.example": (says(),),
    # Fine when it is accepted, another when it is contacted; each door is one lookup further.
    "rebinding.example": (says(PUBLIC), says("127.0.0.1")),
    "rebinding-six.example": (says(PUBLIC_SIX), says("::1")),
    "rebinding-metadata.example": (says(PUBLIC), says("169.254.169.254")),
    "rebinding-late.example": (says(PUBLIC), UNKNOWN, says("10.0.0.5")),
    "rebinding-alias.example": (says(PUBLIC), says(alias="loop.example")),
    "rebinding-unknown.example": (UNKNOWN, says("127.0.0.1")),
    "rebinding-mixed.example": (says(PUBLIC), says(PUBLIC, "127.0.0.1")),
}
CHANGING_HOST = "changing.example"  # redirects to itself, and is somebody else by then


@dataclass(frozen=True)
class Hostile:
    """A URL, and why nobody may come of it."""

    kind: str
    url: str


def hostile_urls() -> list[Hostile]:
    """Every one once."""
    return list(dict.fromkeys(Hostile(kind, url) for kind, url in every_class()))


def every_class() -> Iterator[tuple[str, str]]:
    for scheme in ("https", "http"):
        yield from (("address", f"{scheme}://{address}/") for address in INSIDE_V4)
        yield from (("address", f"{scheme}://[{address}]/") for address in INSIDE_V6)
        yield from (("name", f"{scheme}://{name}/") for name in INSIDE_NAMES)
        yield from (("answer", f"{scheme}://{name}/") for name in HOSTILE_ANSWERS)
    for address in ("127.0.0.1", "169.254.169.254", "10.0.0.5"):
        yield from (("spelling", f"https://{spelling}/") for spelling in spellings(IPv4Address(address)))
    yield from (("confusion", url) for url in CONFUSIONS + CONTROLS)
    yield from (("scheme", url) for url in SCHEMES)
    yield from (("port", f"https://good.example:{port}/") for port in PORTS)
    yield from (("port", f"https://127.0.0.1:{port}/") for port in (80, 443, 8000, 8443, 6379))
    yield "port", "https://good.example:-1/"
    yield "port", "https://good.example:4４3/"
    yield "length", f"https://good.example/{'x' * 2_048}"
    yield from (("redirect", url) for url in redirects())


def spellings(address: IPv4Address) -> list[str]:
    """The ways in which one resolver, browser or library or another reads an IPv4 address."""
    number, (a, b, c, d) = int(address), address.packed
    return [
        f"{number}",
        f"{number + 2**32}",
        f"0x{number:x}",
        f"0x{number:X}.",
        f"0{number:o}",
        f"0o{number:o}",
        f"{a}.{number & 0xFFFFFF}",
        f"{a}.{b}.{number & 0xFFFF}",
        f"0x{a:x}.{b}.{c}.{d}",
        f"0x{a:x}.0x{b:x}.0x{c:x}.0x{d:x}",
        f"0x{a:08x}.0x{b:08x}.0x{c:08x}.0x{d:08x}",
        f"0{a:o}.0{b:o}.0{c:o}.0{d:o}",
        f"000{a:o}.{b}.{c}.{d}",
        f"{a}.0x{b:x}.0{c:o}.{d}",
        f"{a:03d}.{b:03d}.{c:03d}.{d:03d}",
        f"{a + 256}.{b + 256}.{c + 256}.{d + 256}",
        f"{a}.{b}.{c}.{d}.",
        f"{a}%2e{b}%2e{c}%2e{d}",
        f"%{ord(str(a)[0]):02x}{str(a)[1:]}.{b}.{c}.{d}",
        f"{a}。{b}。{c}。{d}",
        f"{a}．{b}｡{c}．{d}",
        wide(f"{a}.{b}.{c}.{d}"),
        "".join("⓪①②③④⑤⑥⑦⑧⑨"[int(digit)] if digit.isdigit() else digit for digit in str(address)),
        "".join("٠١٢٣٤٥٦٧٨٩"[int(digit)] if digit.isdigit() else digit for digit in str(address)),
        f"[{a}.{b}.{c}.{d}]",
    ]


def wide(text: str) -> str:
    """The same in full-width digits."""
    return "".join(chr(ord(letter) + 0xFEE0) if letter.isdigit() else letter for letter in text)


def redirects() -> Iterator[str]:
    """From a public server to every class, by every kind of redirect and over several hops."""
    targets = [
        "http://127.0.0.1/",
        "https://127.0.0.1/",
        "http://169.254.169.254/latest/meta-data/",
        "http://[::1]/",
        "http://[::ffff:127.0.0.1]/",
        "http://2130706433/",
        "http://0x7f.1/",
        "http://localhost/",
        "http://metadata.google.internal/",
        "http://loop.example/",
        "http://good-first.example/",
        "http://user@good.example/",
        "http://good.example:22/",
        "//127.0.0.1/",
        "\\\\127.0.0.1\\",
        "file:///etc/passwd",
        "gopher://127.0.0.1:6379/_x",
        "http://①②⑦.⓪.⓪.①/",
        "http://good.example@127.0.0.1/",
    ]
    for target in targets:
        yield redirecting(f"http://{REDIRECTOR}", target)
        yield redirecting(f"https://{REDIRECTOR}", target)
    for status in (301, 303, 307, 308):
        yield redirecting(f"http://{REDIRECTOR}", "http://127.0.0.1/", status=status)
    here, there = f"https://{REDIRECTOR}", "https://good.example"
    yield redirecting(here, there, "https://10.0.0.5/")
    yield redirecting(here, there, here, "https://six-loop.example/")
    yield redirecting(f"http://{REDIRECTOR}", here, there, "http://192.168.1.1/")
    yield redirecting(here, there, here, there, here, "https://good.example/")
    yield f"https://{CHANGING_HOST}/to/302/{quote(f'https://{CHANGING_HOST}/', safe='')}"
