"""The secret that signs alerts, derived from the service's own."""

import base64

from mediamill.secret import Secrets

PURPOSE = "alerts"


def secret_text(secrets: Secrets) -> str:
    """What the receiver checks signatures with: `whsec_` and 32 bytes in base64 (Standard Webhooks 1.0.0)."""
    return f"whsec_{base64.b64encode(secrets.derived(PURPOSE)).decode()}"
