"""The service's own secret: from the settings, else from a 0600 file made once in the data folder."""

import hashlib
import hmac
import os
import secrets
from pathlib import Path

from mediamill.errors import MediamillError
from mediamill.fsync import make_data_folder

SECRET_BYTES = 32
FILE = "secret.key"


class EmptySecret(MediamillError):
    """The secret in {file} is empty: restore it from a backup, or delete the file to make every key invalid."""

    code = "empty_secret"


class Secrets:
    """Secrets for each purpose, all derived from one."""

    def __init__(self, master: bytes) -> None:
        self.master = master

    @classmethod
    def open(cls, secret_key: str | None, data_dir: Path) -> "Secrets":
        """Use the operator's secret, or the one in the data folder (created at the first start). Raises EmptySecret."""
        return cls(secret_key.encode() if secret_key else load_or_create(data_dir / FILE))

    def derived(self, purpose: str) -> bytes:
        """32 bytes for one purpose, such as `api-keys`; other purposes tell nothing about it."""
        return hmac.new(self.master, f"mediamill/{purpose}".encode(), hashlib.sha256).digest()


def load_or_create(file: Path) -> bytes:
    """Read the secret from a file, or create it; two starting processes may do so at the same time."""
    if not file.exists():
        make_data_folder(file.parent)
        made = file.with_name(f".{file.name}.{secrets.token_hex()}")
        descriptor = os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as stream:
            stream.write(secrets.token_hex(SECRET_BYTES))
            stream.flush()
            os.fsync(stream.fileno())
        try:
            os.link(made, file)  # fails when another process was first: then its secret counts
        except FileExistsError:
            pass
        finally:
            made.unlink()
    text = file.read_text().strip()
    if not text:
        raise EmptySecret(file=file)
    return text.encode()
