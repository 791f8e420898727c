"""What operators may see of settings: never a secret."""

from typing import Any

import pytest

from mediamill.masking import MASK, masked


@pytest.mark.parametrize(
    ("name", "value", "shown"),
    [
        ("secret_key", "hush", MASK),
        ("secret_key_file", "/run/secrets/key", "/run/secrets/key"),
        ("secret_key", None, None),
        ("database_url", "postgresql://mill:hush@db/mill?sslpassword=hush", f"postgresql://{MASK}@db/mill?{MASK}"),
        ("alert_url", "https://hooks.example.com/T0/hush", f"https://hooks.example.com/{MASK}"),
        ("webhook_delays", (5.0, 15.0), "5.0, 15.0"),
        ("tries", 3, "3"),
        ("rehearsal", False, "False"),
        ("engine", {"fal": {"key_env": "FAL_KEY", "api_key": "hush"}}, f"fal: key_env: FAL_KEY, api_key: {MASK}"),
        ("engine", {"fal": {"keys": [{"secret": "hush"}]}}, f"fal: keys: {MASK}"),
    ],
)
def test_secrets_are_masked(name: str, value: Any, shown: str | None) -> None:
    assert masked(name, value) == shown
