"""The operator's certificate: which are taken, what is said of others, and what signatures are worth."""

import hashlib
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, padding, rsa, utils

from mediamill.signing import UnusableCertificate, open_identity
from tests.certificates import private, signer

RSA = rsa.generate_private_key(65_537, 2_048)
CURVES = {"es256": ec.SECP256R1(), "es384": ec.SECP384R1(), "es512": ec.SECP521R1()}
HASHES: dict[str, Any] = {"sha256": hashes.SHA256(), "sha384": hashes.SHA384(), "sha512": hashes.SHA512()}
DAY_MS = 86_400_000
TEXT = b"what the manifest claims"


@pytest.mark.parametrize("name", CURVES)
def test_a_signature_of_a_curve_is_both_numbers_one_after_the_other(tmp_path: Path, name: str) -> None:
    made = signer(tmp_path, key=ec.generate_private_key(CURVES[name]))
    identity = open_identity(made.certificate, made.key)

    signature = identity.sign(hashlib.new(identity.algorithm.digest, TEXT).digest())

    width = len(signature) // 2
    pair = utils.encode_dss_signature(*(int.from_bytes(half) for half in (signature[:width], signature[width:])))
    public = x509.load_pem_x509_certificate(made.certificate.read_bytes()).public_key()
    assert isinstance(public, ec.EllipticCurvePublicKey)
    public.verify(pair, TEXT, ec.ECDSA(HASHES[identity.algorithm.digest]))
    assert (identity.algorithm.name, width) == (name, (CURVES[name].key_size + 7) // 8)


def test_a_signature_of_rsa_is_salted(tmp_path: Path) -> None:
    made = signer(tmp_path, key=RSA)
    identity = open_identity(made.certificate, made.key)

    signature = identity.sign(hashlib.sha256(TEXT).digest())

    salted = padding.PSS(padding.MGF1(hashes.SHA256()), 32)
    RSA.public_key().verify(signature, TEXT, salted, hashes.SHA256())
    assert identity.algorithm.name == "ps256"


def test_who_signs_is_known_until_when(tmp_path: Path) -> None:
    made = signer(tmp_path, valid=(-1, 90))
    identity = open_identity(made.certificate, made.key)

    assert identity.subject == "CN=The Heron Mill,O=The Heron Mill"
    assert identity.chain == made.certificate.read_text()
    assert round((identity.valid_until - identity.valid_from) / DAY_MS) == 91
    moments = (identity.valid_from - 1, identity.valid_from, identity.valid_until - 1, identity.valid_until)
    assert [identity.is_valid(now) for now in moments] == [False, True, True, False]
    assert "key" not in repr(identity)


@pytest.mark.parametrize("length", [0, 31, 33, 48])
def test_only_a_digest_is_signed(tmp_path: Path, length: int) -> None:
    made = signer(tmp_path)

    with pytest.raises(ValueError, match="digest"):
        open_identity(made.certificate, made.key).sign(bytes(length))


def unusable(tmp_path: Path, certificate: bytes | None = None, key: bytes | None = None) -> str:
    """What is said of files with these contents in place of good ones."""
    made = signer(tmp_path)
    for path, content in ((made.certificate, certificate), (made.key, key)):
        if content is not None:
            path.write_bytes(content)
    with pytest.raises(UnusableCertificate) as refused:
        open_identity(made.certificate, made.key)
    assert "PRIVATE" not in str(refused.value)
    return str(refused.value).removeprefix("Outputs cannot be signed: ")


@pytest.mark.parametrize("key", [ed25519.Ed25519PrivateKey.generate(), rsa.generate_private_key(65_537, 1_024)])
def test_other_kinds_of_keys_are_not_taken(tmp_path: Path, key: Any) -> None:
    made = signer(tmp_path, key=key)

    with pytest.raises(UnusableCertificate, match="neither of P-256, P-384, P-521 nor RSA of 2048 bits"):
        open_identity(made.certificate, made.key)


def test_what_is_no_certificate_or_no_key_is_named(tmp_path: Path) -> None:
    locked = private(ec.generate_private_key(ec.SECP256R1()), b"heron")
    another = private(ec.generate_private_key(ec.SECP256R1()))

    assert unusable(tmp_path, certificate=b"") == f"{tmp_path}/chain.pem holds no certificate in PEM"
    for key in (b"", b"heron", locked):
        assert unusable(tmp_path, key=key) == f"{tmp_path}/key.pem holds no private key in PEM without a password"
    assert unusable(tmp_path, key=another) == (
        f"the first certificate in {tmp_path}/chain.pem is not that of the key in {tmp_path}/key.pem"
    )


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    made = signer(tmp_path)
    made.key.unlink()

    with pytest.raises(UnusableCertificate, match=r"key\.pem cannot be read: No such file or directory"):
        open_identity(made.certificate, made.key)


def test_without_the_library_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = signer(tmp_path)
    monkeypatch.setattr("mediamill.signing.find_spec", lambda _: None)

    with pytest.raises(UnusableCertificate, match=r'pip install "mediamill\[c2pa\]"'):
        open_identity(made.certificate, made.key)
