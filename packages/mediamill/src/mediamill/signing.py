"""The operator's certificate for Content Credentials (C2PA), and the signatures that its key makes.

Only this process has the key. What is signed comes from the one that reads the file, as a digest.
"""

from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mediamill.errors import MediamillError

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.hashes import HashAlgorithm

RSA_BITS_MIN = 2_048
HOW_TO_INSTALL = 'pip install "mediamill[c2pa]"'


class UnusableCertificate(MediamillError):
    """Outputs cannot be signed: {fault}"""

    code = "unusable_certificate"


@dataclass(frozen=True, slots=True)
class Algorithm:
    """One of those that C2PA allows."""

    name: str  # as C2PA calls it
    digest: str  # as hashlib calls it
    digest_bytes: int


# By the bits of an elliptic curve, and for RSA.
OF_CURVE = {
    256: Algorithm("es256", "sha256", 32),
    384: Algorithm("es384", "sha384", 48),
    521: Algorithm("es512", "sha512", 64),
}
OF_RSA = Algorithm("ps256", "sha256", 32)


@dataclass(frozen=True, slots=True)
class SigningIdentity:
    """Who signs, as whom, and until when."""

    chain: str  # PEM: the certificate of the key first, then who vouches for it
    algorithm: Algorithm
    subject: str
    valid_from: int  # ms since 1970
    valid_until: int
    key: Any = field(repr=False)  # a private key of `cryptography`

    def is_valid(self, now: int) -> bool:
        """Whether the certificate counts at that instant."""
        return self.valid_from <= now < self.valid_until

    def sign(self, digest: bytes) -> bytes:
        """The signature of a digest, as COSE has it. Raises ValueError for what is none of the algorithm's."""
        from cryptography.hazmat.primitives.asymmetric import ec, padding, utils  # noqa: PLC0415 (an extra)

        if len(digest) != self.algorithm.digest_bytes:
            raise ValueError("it is no digest of this algorithm")
        hashed = utils.Prehashed(hash_of(self.algorithm))
        if self.algorithm is OF_RSA:
            salted = padding.PSS(mgf=padding.MGF1(hash_of(self.algorithm)), salt_length=self.algorithm.digest_bytes)
            return bytes(self.key.sign(digest, salted, hashed))
        width = (self.key.curve.key_size + 7) // 8
        pair = utils.decode_dss_signature(self.key.sign(digest, ec.ECDSA(hashed)))
        return b"".join(number.to_bytes(width, "big") for number in pair)


def open_identity(certificate: Path, key: Path) -> SigningIdentity:
    """The certificate and its key, both in PEM. Raises UnusableCertificate, which never shows the key."""
    if find_spec("c2pa") is None:
        raise UnusableCertificate(fault=f"what signs is not installed: {HOW_TO_INSTALL}")
    from cryptography import x509  # noqa: PLC0415 (an extra)
    from cryptography.hazmat.primitives.serialization import load_pem_private_key  # noqa: PLC0415

    chain = read(certificate)
    try:
        certificates = x509.load_pem_x509_certificates(chain)
    except ValueError:
        raise UnusableCertificate(fault=f"{certificate} holds no certificate in PEM") from None
    try:
        private = load_pem_private_key(read(key), password=None)
    except (ValueError, TypeError):
        raise UnusableCertificate(fault=f"{key} holds no private key in PEM without a password") from None
    first = certificates[0]
    if first.public_key() != private.public_key():
        raise UnusableCertificate(fault=f"the first certificate in {certificate} is not that of the key in {key}")
    return SigningIdentity(
        chain=chain.decode(),
        algorithm=algorithm_of(private, key),
        subject=first.subject.rfc4514_string(),
        valid_from=round(first.not_valid_before_utc.timestamp() * 1_000),
        valid_until=round(first.not_valid_after_utc.timestamp() * 1_000),
        key=private,
    )


def read(path: Path) -> bytes:
    """What a file holds. Raises UnusableCertificate."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise UnusableCertificate(fault=f"{path} cannot be read: {error.strerror or error}") from None


def algorithm_of(private: object, path: Path) -> Algorithm:
    """What a key signs with. Raises UnusableCertificate."""
    from cryptography.hazmat.primitives.asymmetric import ec, rsa  # noqa: PLC0415 (an extra)

    if isinstance(private, ec.EllipticCurvePrivateKey) and private.curve.key_size in OF_CURVE:
        return OF_CURVE[private.curve.key_size]
    if isinstance(private, rsa.RSAPrivateKey) and private.key_size >= RSA_BITS_MIN:
        return OF_RSA
    raise UnusableCertificate(
        fault=f"the key in {path} is neither of P-256, P-384, P-521 nor RSA of {RSA_BITS_MIN} bits"
    )


def hash_of(algorithm: Algorithm) -> "HashAlgorithm":
    """As `cryptography` has it."""
    from cryptography.hazmat.primitives import hashes  # noqa: PLC0415 (an extra)

    return {"sha256": hashes.SHA256(), "sha384": hashes.SHA384(), "sha512": hashes.SHA512()}[algorithm.digest]
