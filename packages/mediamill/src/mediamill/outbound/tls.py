"""Whom we believe on the way out: the system's certificate authorities, or SSL_CERT_FILE in their place."""

import ssl

import httpcore2

from mediamill.config import InvalidSettings


def outgoing_trust() -> ssl.SSLContext:
    """TLS 1.2 or later, the chain and the name checked. Raises InvalidSettings when SSL_CERT_FILE cannot be used.

    SSL_CERT_FILE (or SSL_CERT_DIR) replaces the system's authorities, as it does for OpenSSL, Go and httpx2: who wants
    both puts both into the file.
    """
    try:
        trust = httpcore2.default_ssl_context()
    except (OSError, ssl.SSLError) as error:
        raise InvalidSettings(fault=f"SSL_CERT_FILE: {error}") from None
    trust.minimum_version = ssl.TLSVersion.TLSv1_2
    # Python 3.13 turns this on for some contexts only. It refuses hand-made authorities for missing key identifiers,
    # which proves nothing about the receiver; every Python judges alike without it.
    trust.verify_flags &= ~ssl.VerifyFlags.VERIFY_X509_STRICT
    return trust
