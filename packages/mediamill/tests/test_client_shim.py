"""`mediamill.client`, the client's former place, still works for one version and says where it has gone."""

import importlib
import sys

import pytest

import mediamill_client


def test_the_former_place_hands_on_every_public_name_with_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "mediamill.client", raising=False)
    with pytest.warns(DeprecationWarning, match="is now the package mediamill_client"):
        former = importlib.import_module("mediamill.client")

    assert mediamill_client.__all__
    assert all(getattr(former, name) is getattr(mediamill_client, name) for name in mediamill_client.__all__)
