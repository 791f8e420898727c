"""Every input of a model that its engine offers to work on, for hypothesis."""

from pathlib import Path

from hypothesis import strategies as st

from mediamill.catalogue import Field, FieldKind, Model
from mediamill.engines.sdk import InputValue, Offer, RemoteEngine, Request
from tests.remote.conftest import MODELS

LONG_TEXT = 4_000  # characters, of a prompt without a limit


def values_of(field: Field) -> st.SearchStrategy[InputValue]:
    """The values of a field that the interface takes."""
    match field.kind:
        case FieldKind.CHOICE:
            return st.sampled_from(field.allowed)
        case FieldKind.TEXT:
            return texts(field.length_max or LONG_TEXT)
        case FieldKind.NUMBER:
            assert field.minimum is not None
            assert field.maximum is not None
            return st.floats(field.minimum, field.maximum)
        case FieldKind.URL:
            return st.just("https://example.com/file")
        case _:
            return st.integers(0, 2**53 - 1)


def texts(length_max: int) -> st.SearchStrategy[str]:
    """Texts that JSON can say."""
    return st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=length_max)


def offered(offer: Offer) -> st.SearchStrategy[InputValue]:
    """The values that an engine can do."""
    return texts(offer.length_max) if offer.length_max else st.sampled_from(sorted(offer.values, key=str))


def requests_for(engine: RemoteEngine, name: str) -> st.SearchStrategy[Request]:
    """Every request of a model that an engine offers to work on."""
    model: Model = MODELS[name]
    offers = engine.offers(model.tool, model.slug)
    fields = {
        field.name: offered(offers[field.name]) if field.name in offers else values_of(field) for field in model.fields
    }
    files = {field.name: Path("/nowhere") / f"{field.name}.wav" for field in model.url_fields}
    return st.builds(
        lambda values, seed: Request("gen_1", model.tool, model.slug, values, Path("/nowhere"), files, seed=seed),
        st.fixed_dictionaries(fields),
        st.integers(0, 2**53 - 1),
    )
