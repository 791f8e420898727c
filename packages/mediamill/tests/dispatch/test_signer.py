"""Outputs are signed with the operator's certificate, judged by the C2PA library, which trusts the operator's root."""

import asyncio
import hashlib
import io
import json
import logging
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import av
import c2pa
import numpy as np
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from PIL import Image

from mediamill.codecs import Tags, VideoWriter, encode_audio, mark_generated, probe
from mediamill.dispatch import OutputSigner
from mediamill.dispatch.signer import OneSignature
from mediamill.engines import SIGNABLE, Artifact, EngineHost
from mediamill.signing import open_identity
from tests.certificates import Signer, signer
from tests.codecs.samples import tone
from tests.engines.mill import Mill, running

IPTC = "http://cv.iptc.org/newscodes/digitalsourcetype/"
GENERATION: Any = SimpleNamespace(id="gen_ada", tool="create-image", model="nano-banana")
PICTURES = {".png": "PNG", ".jpg": "JPEG", ".webp": "WEBP", ".gif": "GIF", ".avif": "AVIF"}


@pytest.fixture
async def host(tmp_path: Path) -> AsyncIterator[EngineHost]:
    async with running(Mill(tmp_path / "spool")) as mill:
        yield mill.host


@pytest.fixture(scope="module")
def ada(tmp_path_factory: pytest.TempPathFactory) -> Signer:
    return signer(tmp_path_factory.mktemp("ada"))


def made(suffix: str, folder: Path) -> Path:
    """Something of every format."""
    path = folder / f"result{suffix}"
    if suffix in PICTURES:
        noise = np.random.default_rng(7).integers(0, 256, (48, 64, 3), np.uint8)
        Image.fromarray(noise).save(path, PICTURES[suffix])
    elif suffix == ".mp4":
        with VideoWriter(path, 64, 48, fps=12, tags=Tags("clip", {})) as writer:
            for number in range(12):
                writer.write(np.full((48, 64, 3), 20 * number, np.uint8))
    elif suffix == ".m4a":
        with av.open(str(path), "w", format="ipod") as opened:
            stream = opened.add_stream("aac", 48_000)
            frame = av.AudioFrame.from_ndarray(tone(1.0)[None, :], format="fltp", layout="mono")
            frame.rate = 48_000
            opened.mux(stream.encode(frame))
            opened.mux(stream.encode(None))
    else:
        encode_audio(tone(1.0), 48_000, path, tags=Tags("tone", {}))
    return path


def decoded(path: Path) -> list[bytes]:
    with av.open(str(path)) as opened:
        frames = opened.decode(opened.streams[0])
        return [bytes(frame.to_ndarray()) for frame in frames if isinstance(frame, av.VideoFrame | av.AudioFrame)]


def read(path: Path, root: str) -> tuple[str, dict[str, Any]]:
    """What the library makes of a file that trusts one root, and the manifest that counts."""
    context = c2pa.Context.from_dict({"trust": {"user_anchors": root}, "verify": {"verify_trust": True}})
    with path.open("rb") as file:
        reader = c2pa.Reader(SIGNABLE[path.suffix], file, context=context)
        told = json.loads(reader.json())
    return told["validation_state"], told["manifests"][told["active_manifest"]]


def actions_in(manifest: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        action
        for one in manifest["assertions"]
        if one["label"].startswith("c2pa.actions")
        for action in one["data"]["actions"]
    ]


async def signed(
    host: EngineHost, who: Signer, suffix: str, keep: Path, change: Callable[[Path], object] = str, **facts: Any
) -> Path:
    """What is delivered of an output; a copy of it, which outlives the host's folder."""
    identity = open_identity(who.certificate, who.key)
    async with host.folder_for("gen_ada", 1) as folder:
        path = made(suffix, folder)
        change(path)
        before = Artifact(path, provenance=facts)
        after = await OutputSigner(host, identity).sign(GENERATION, before, folder, "algorithmicMedia")
        assert after.provenance == {**facts, "contentCredentials": True}
        copy = keep / f"delivered{suffix}"
        copy.write_bytes(after.path.read_bytes())
    return copy


@pytest.mark.parametrize("suffix", SIGNABLE)
async def test_every_format_that_can_be_signed_says_what_it_is(
    host: EngineHost, ada: Signer, tmp_path: Path, suffix: str
) -> None:
    plain = made(suffix, tmp_path)

    delivered = await signed(host, ada, suffix, tmp_path)

    state, manifest = read(delivered, ada.root)
    (created,) = actions_in(manifest)
    assert state == "Trusted"
    assert (created["action"], created["digitalSourceType"]) == ("c2pa.created", f"{IPTC}algorithmicMedia")
    assert manifest["signature_info"]["issuer"] == "The Heron Mill"
    assert manifest["claim_generator_info"][0]["name"] == "mediamill"
    assert manifest["title"] == "create-image/nano-banana"
    assert "ingredients" not in manifest
    assert decoded(delivered) == decoded(plain)


@pytest.mark.parametrize(
    "key",
    [
        ec.generate_private_key(ec.SECP384R1()),
        ec.generate_private_key(ec.SECP521R1()),
        rsa.generate_private_key(65_537, 3_072),
    ],
    ids=["es384", "es512", "ps256"],
)
async def test_every_kind_of_key_signs(host: EngineHost, tmp_path: Path, key: Any) -> None:
    who = signer(tmp_path / "who", key=key)

    assert read(await signed(host, who, ".png", tmp_path), who.root)[0] == "Trusted"


async def test_a_changed_file_is_not_what_was_signed(host: EngineHost, ada: Signer, tmp_path: Path) -> None:
    delivered = await signed(host, ada, ".png", tmp_path)
    content = bytearray(delivered.read_bytes())
    content[-20] ^= 1
    delivered.write_bytes(content)

    assert read(delivered, ada.root)[0] == "Invalid"


async def test_a_mark_stays_and_its_word_is_what_is_signed(host: EngineHost, ada: Signer, tmp_path: Path) -> None:
    delivered = await signed(
        host, ada, ".png", tmp_path, mark_generated, digitalSourceType=f"{IPTC}trainedAlgorithmicMedia"
    )

    (created,) = actions_in(read(delivered, ada.root)[1])
    assert created["digitalSourceType"] == f"{IPTC}trainedAlgorithmicMedia"
    with Image.open(delivered) as opened:
        assert "trainedAlgorithmicMedia" in str(opened.info["xmp"])


def sign_as(vendor: Signer) -> Callable[[Path], None]:
    """Have a vendor sign a file in its place."""

    def change(path: Path) -> None:
        identity = open_identity(vendor.certificate, vendor.key)
        by = c2pa.Signer.from_callback(
            lambda content: identity.sign(hashlib.sha256(content).digest()), c2pa.C2paSigningAlg.ES256, identity.chain
        )
        action = {"action": "c2pa.created", "digitalSourceType": f"{IPTC}trainedAlgorithmicMedia"}
        actions = {"label": "c2pa.actions.v2", "data": {"actions": [action]}}
        target = io.BytesIO()
        with path.open("rb") as file:
            c2pa.Builder({"assertions": [actions]}).sign(by, SIGNABLE[path.suffix], file, target)
        path.write_bytes(target.getvalue())

    return change


@pytest.mark.parametrize("suffix", [".png", ".jpg", ".mp4"])
async def test_what_a_vendor_signed_stays_as_the_parent(
    host: EngineHost, ada: Signer, tmp_path: Path, suffix: str
) -> None:
    vendor = signer(tmp_path / "vendor", "Vendor")

    delivered = await signed(host, ada, suffix, tmp_path, sign_as(vendor))

    state, manifest = read(delivered, ada.root)
    assert state == "Trusted"
    assert [action["action"] for action in actions_in(manifest)] == ["c2pa.opened"]
    (parent,) = manifest["ingredients"]
    assert parent["relationship"] == "parentOf"
    with delivered.open("rb") as file:
        theirs = json.loads(c2pa.Reader(SIGNABLE[suffix], file).json())["manifests"][parent["active_manifest"]]
    assert theirs["signature_info"]["issuer"] == "Vendor"
    assert [action["action"] for action in actions_in(theirs)] == ["c2pa.created"]


async def delivered_as_it_is(host: EngineHost, who: Signer | None, path: Path, folder: Path) -> bool:
    before = Artifact(path)
    identity = None if who is None else open_identity(who.certificate, who.key)
    content = await asyncio.to_thread(path.read_bytes)
    after = await OutputSigner(host, identity).sign(GENERATION, before, folder, "algorithmicMedia")
    return after == before and await asyncio.to_thread(path.read_bytes) == content


async def test_without_a_certificate_nothing_is_signed(host: EngineHost) -> None:
    async with host.folder_for("gen_ada", 1) as folder:
        assert await delivered_as_it_is(host, None, made(".png", folder), folder)


async def test_a_format_without_a_place_is_delivered_as_it_is(host: EngineHost, ada: Signer) -> None:
    async with host.folder_for("gen_ada", 1) as folder:
        path = folder / "result.glb"
        path.write_bytes(b"glTF")
        assert await delivered_as_it_is(host, ada, path, folder)


@pytest.mark.parametrize("valid", [(-90, -1), (1, 90)], ids=["over", "not yet"])
async def test_a_certificate_that_does_not_count_signs_nothing(
    host: EngineHost, tmp_path: Path, valid: tuple[float, float], caplog: pytest.LogCaptureFixture
) -> None:
    who = signer(tmp_path / "who", valid=valid)
    async with host.folder_for("gen_ada", 1) as folder:
        assert await delivered_as_it_is(host, who, made(".png", folder), folder)
    assert "gen_ada is not signed: the certificate is not valid now" in caplog.text


async def test_a_file_that_the_library_cannot_read_is_delivered_as_it_is(
    host: EngineHost, ada: Signer, caplog: pytest.LogCaptureFixture
) -> None:
    async with host.folder_for("gen_ada", 1) as folder:
        path = folder / "result.png"
        path.write_bytes(b"\x89PNG\r\n\x1a\nheron")
        assert await delivered_as_it_is(host, ada, path, folder)
    assert "gen_ada is not signed: " in caplog.text


async def test_one_signature_is_given_for_one_file(ada: Signer) -> None:
    one = OneSignature(open_identity(ada.certificate, ada.key))

    assert len(bytes.fromhex(await one.give("ab" * 32))) == 64
    with pytest.raises(ValueError, match="one signature"):
        await one.give("cd" * 32)


@pytest.mark.parametrize("asked", ["", "heron", "ab" * 31, "ab" * 48])
async def test_only_a_digest_is_signed(ada: Signer, asked: str) -> None:
    with pytest.raises(ValueError, match=r"digest|hex"):
        await OneSignature(open_identity(ada.certificate, ada.key)).give(asked)


async def test_the_key_stays_where_it_is(
    host: EngineHost, ada: Signer, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)

    delivered = await signed(host, ada, ".png", tmp_path)

    secret = "".join(ada.key.read_text().splitlines()[1:-1])
    assert secret[:40] not in caplog.text.replace("\n", "")
    assert secret[:40].encode() not in delivered.read_bytes()


async def test_the_length_of_a_recording_is_as_it_was(host: EngineHost, ada: Signer, tmp_path: Path) -> None:
    before = probe(made(".mp3", tmp_path)).seconds

    assert probe(await signed(host, ada, ".mp3", tmp_path)).seconds == before
