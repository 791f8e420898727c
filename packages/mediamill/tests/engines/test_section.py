"""What `[engine."name"]` says of keys."""

import pytest

from mediamill.config import InvalidSettings
from mediamill.engines import SecretSources
from mediamill.engines.section import set_up
from tests.engines.test_default_models import Studio
from tests.engines.vendor.seal import SealedStudio

NOTHING = SecretSources(environment=lambda _: None, file=str, stored=lambda _: None)
UNSENDABLE = ("two words", "line\nbreak", "clé", "x" * 4_097)


@pytest.mark.parametrize("key", UNSENDABLE, ids=["blank", "line break", "accent", "long"])
@pytest.mark.parametrize("origin", ["key_file", "key_env", "stored"])
def test_a_key_that_no_header_can_carry_is_refused_by_its_place_and_not_shown(origin: str, key: str) -> None:
    section = {} if origin == "stored" else {origin: "PLACE"}
    sources = SecretSources(environment=lambda _: key, file=lambda _: key, stored=lambda _: key)

    with pytest.raises(InvalidSettings) as caught:
        set_up("studio", Studio, section, sources)

    place = "mediamill secrets set studio" if origin == "stored" else "PLACE"
    assert f'engine."studio": the key of {place} cannot be sent' in str(caught.value)
    assert key not in str(caught.value)


class OpenStudio(Studio):
    """Its door stands open, and a key is looked at all the same."""

    key_header = ("Authorization", "Bearer {key}")
    needs_key = False


@pytest.mark.parametrize("key", [None, "s3cret"])
def test_a_key_that_is_not_needed_is_sent_where_there_is_one(key: str | None) -> None:
    sources = SecretSources(environment=lambda _: None, file=lambda _: "", stored=lambda _: key)

    setup = set_up("studio", OpenStudio, {"base_url": "http://10.0.0.7"}, sources)

    assert setup.missing is None
    assert [one.secret for one in setup.usable_keys()] == [key]


def test_a_key_of_a_form_that_the_signer_cannot_use_is_refused_by_its_place_and_not_shown() -> None:
    sources = SecretSources(environment=lambda _: None, file=lambda _: "half-a-secret", stored=lambda _: None)

    with pytest.raises(InvalidSettings) as caught:
        set_up("studio", SealedStudio, {"key_file": "/etc/studio.key"}, sources)

    assert 'engine."studio": the key of /etc/studio.key has to be id:secret' in str(caught.value)
    assert "half-a-secret" not in str(caught.value)


def test_an_engine_that_signs_lacks_a_key_until_it_has_one() -> None:
    keys = {"studio": None, "other": "an-id:a-secret"}
    sources = SecretSources(environment=keys.__getitem__, file=lambda _: "", stored=lambda _: None)

    without, with_key = (set_up("studio", SealedStudio, {"key_env": name}, sources) for name in keys)

    assert without.missing is not None
    assert "key_env" in without.missing
    assert (without.usable_keys(), with_key.missing) == ([], None)
