"""What remote engines make where [engines] is silent: all they can, what `models` names, or nothing."""

from typing import ClassVar

import pytest

from mediamill.config import InvalidSettings
from mediamill.engines import EngineEntry, Registry, RemoteSetup, SecretSources, VendorKey
from mediamill.engines.sdk import Estimate, Finished, RemoteEngine, RemoteOptions, Request, Vendor
from mediamill.engines.section import ONLY_KEY, SpendingCap, set_up

FOX, DRUMS = ("create-image", "nano-banana"), ("drum-generator", "drumgen")
STUDIO = EngineEntry("studio", "tests.engines.test_default_models:Studio", frozenset({FOX, DRUMS}), kind="remote")
OWN = EngineEntry("own", "tests.engines.test_default_models:Own", frozenset({FOX, DRUMS}), kind="remote")
PAINTER = EngineEntry("painter", "tests.engines.faulty:Whole", frozenset({FOX, DRUMS}))
NO_SECRETS = SecretSources(environment=lambda _: None, file=str, stored=lambda _: None)


class Studio(RemoteEngine):
    """A vendor that is asked for all it has."""

    base_url: ClassVar[str] = "https://studio.example.com"

    def estimate(self, request: Request) -> Estimate | None:
        return None

    async def submit(self, request: Request, vendor: Vendor) -> Finished:
        raise NotImplementedError


class Own(Studio):
    """A server of the operator's own: what it has is for them to say."""

    default_models: ClassVar[tuple[str, ...] | None] = ()


def setup_of(entry: EngineEntry, kind: type[RemoteEngine], *models: str, named: bool = False) -> RemoteSetup:
    options = RemoteOptions(models=models if models or named else None)
    return RemoteSetup(entry.name, kind(options), (VendorKey(ONLY_KEY, None),), SpendingCap(), is_configured=True)


def test_a_configured_vendor_makes_all_it_can() -> None:
    registry = Registry([PAINTER, STUDIO], {}, setups=[setup_of(STUDIO, Studio)])

    assert registry.engines_for(*FOX) == registry.engines_for(*DRUMS) == (STUDIO,)


def test_models_says_which_of_them() -> None:
    registry = Registry([PAINTER, STUDIO], {}, setups=[setup_of(STUDIO, Studio, "create-image/nano-banana")])

    assert registry.engines_for(*FOX) == (STUDIO,)
    assert registry.engines_for(*DRUMS) == (PAINTER,)


def test_an_empty_list_leaves_everything_to_others() -> None:
    registry = Registry([PAINTER, STUDIO], {}, setups=[setup_of(STUDIO, Studio, named=True)])

    assert registry.engines_for(*FOX) == registry.engines_for(*DRUMS) == (PAINTER,)


def test_an_engine_may_wait_to_be_named() -> None:
    silent = Registry([PAINTER, OWN], {}, setups=[setup_of(OWN, Own)])
    listed = Registry([PAINTER, OWN], {}, setups=[setup_of(OWN, Own, "create-image/nano-banana")])
    chosen = Registry([PAINTER, OWN], {"drum-generator/drumgen": ["own", "painter"]}, setups=[setup_of(OWN, Own)])

    assert silent.engines_for(*FOX) == (PAINTER,)
    assert listed.engines_for(*FOX) == (OWN,)
    assert chosen.engines_for(*DRUMS) == (OWN, PAINTER)


@pytest.mark.parametrize("name", ["create-image/nano", "nano-banana", "text-to-3d/beta-v6"])
def test_a_model_that_it_does_not_serve_is_an_error_that_says_what_it_does(name: str) -> None:
    with pytest.raises(InvalidSettings) as caught:
        Registry([PAINTER, STUDIO], {}, setups=[setup_of(STUDIO, Studio, name)])

    assert f'engine."studio".models: it does not serve `{name}`; it serves: create-image/nano-banana' in str(
        caught.value
    )


def test_the_option_is_read_from_the_section() -> None:
    listed = set_up("studio", Studio, {"models": ["create-image/nano-banana"]}, NO_SECRETS)
    silent = set_up("studio", Studio, {}, NO_SECRETS)

    assert listed.engine.options.models == ("create-image/nano-banana",)
    assert silent.engine.options.models is None
    with pytest.raises(InvalidSettings, match="models"):
        set_up("studio", Studio, {"models": 7}, NO_SECRETS)
