"""A certificate authority of our own, and the certificates it gives out."""

import datetime
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

DAY = datetime.timedelta(days=1)


@dataclass(frozen=True)
class Signer:
    """Somebody with a certificate."""

    certificate: Path
    key: Path
    root: str  # PEM: who vouches for them


def signer(
    folder: Path, name: str = "The Heron Mill", key: Any = None, valid: tuple[float, float] = (-1, 90)
) -> Signer:
    """Somebody whose certificate is valid from a number of days from now to another."""
    folder.mkdir(exist_ok=True)
    root_key, own = ec.generate_private_key(ec.SECP256R1()), key or ec.generate_private_key(ec.SECP256R1())
    root = certificate(f"{name}'s root", root_key, None, root_key, (-400, 4_000))
    leaf = certificate(name, own, root, root_key, valid)
    made = Signer(folder / "chain.pem", folder / "key.pem", pem(root).decode())
    made.certificate.write_bytes(pem(leaf) + pem(root))
    made.key.write_bytes(private(own))
    made.key.chmod(0o600)
    return made


def certificate(
    name: str, key: Any, issuer: x509.Certificate | None, issuer_key: Any, valid: tuple[float, float]
) -> x509.Certificate:
    """One, which vouches for others where it has no issuer."""
    is_root, now = issuer is None, datetime.datetime.now(datetime.UTC)
    subject = x509.Name(
        [x509.NameAttribute(NameOID.ORGANIZATION_NAME, name), x509.NameAttribute(NameOID.COMMON_NAME, name)]
    )
    builder = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject if issuer is None else issuer.subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now + valid[0] * DAY)
        .not_valid_after(now + valid[1] * DAY)
        .add_extension(x509.BasicConstraints(is_root, None), critical=True)
        .add_extension(
            x509.KeyUsage(not is_root, False, False, False, False, is_root, is_root, False, False), critical=True
        )
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(issuer_key.public_key()), critical=False)
    )
    if not is_root:
        builder = builder.add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.EMAIL_PROTECTION]), critical=False)
    return builder.sign(issuer_key, hashes.SHA256())


def pem(certificate: x509.Certificate) -> bytes:
    return certificate.public_bytes(serialization.Encoding.PEM)


def private(key: Any, password: bytes | None = None) -> bytes:
    how = serialization.BestAvailableEncryption(password) if password else serialization.NoEncryption()
    return bytes(key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, how))
