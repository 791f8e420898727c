"""The service's own secret: from the settings, else from a 0600 file made once in the data folder."""

import hashlib
import hmac
import os
import secrets
from pathlib import Path
from urllib.parse import quote, unquote

from mediamill.errors import MediamillError
from mediamill.fsync import FILE_MODE, make_data_folder, make_folder, sync

SECRET_BYTES = 32
FILE = "secret.key"
MARK_CHARACTERS = 32


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

    @property
    def api_key_pepper(self) -> bytes:
        """What API keys are hashed with."""
        return self.derived("api-keys")

    @property
    def admin_key_pepper(self) -> bytes:
        """What admin keys are hashed with."""
        return self.derived("admin-keys")

    @property
    def voucher_pepper(self) -> bytes:
        """What codes of vouchers are hashed with."""
        return self.derived("vouchers")

    @property
    def mark(self) -> str:
        """What tells it from other secrets and says nothing else about it."""
        return self.derived("mark").hex()[:MARK_CHARACTERS]


class SecretFiles:
    """Vendors' keys that the operator has stored, each in a private file of the data folder, named after its engine."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def names(self) -> list[str]:
        """What is stored."""
        return sorted(unquote(path.name) for path in self.folder.iterdir()) if self.folder.is_dir() else []

    def get(self, name: str) -> str | None:
        """The secret; None where there is none."""
        try:
            return self._file(name).read_text(encoding="utf-8") or None
        except FileNotFoundError:
            return None

    def set_at(self, name: str) -> int:
        """When it was stored, in milliseconds since 1970. Raises FileNotFoundError."""
        return self._file(name).stat().st_mtime_ns // 1_000_000

    def set(self, name: str, secret: str) -> None:
        """Store it durably in place of an earlier one. Raises OSError."""
        make_folder(self.folder)
        made = self.folder.parent / f".secret.{secrets.token_hex(8)}"
        descriptor = os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE_MODE)
        try:
            with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
                stream.write(secret)
                stream.flush()
                os.fsync(stream.fileno())
            made.rename(self._file(name))
        except BaseException:
            made.unlink(missing_ok=True)
            raise
        sync(self.folder)

    def remove(self, name: str) -> bool:
        """Delete it; False where there is none."""
        try:
            self._file(name).unlink()
        except FileNotFoundError:
            return False
        sync(self.folder)
        return True

    def _file(self, name: str) -> Path:
        return self.folder / quote(name, safe="")


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
