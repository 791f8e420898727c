"""The packaged catalogue, read once, and short ways to ask it."""

from collections.abc import Mapping

from mediamill.catalogue import Checked, FieldFault, Model, Value, load

CATALOGUE = load()


def model_named(slug: str) -> Model:
    """The one model of this slug."""
    [model] = [model for model in CATALOGUE.models() if model.slug == slug]
    return model


def values_of(slug: str, **given: object) -> Mapping[str, Value]:
    """What becomes of an input that must be without fault."""
    checked = model_named(slug).check({"model": slug, **given})
    assert isinstance(checked, Checked), checked
    return checked.values


def faults_of(slug: str, **given: object) -> list[tuple[str, str]]:
    """(field, code) of every fault of an input that must have some."""
    checked = model_named(slug).check({"model": slug, **given})
    assert not isinstance(checked, Checked), checked.values
    return [(fault.field, fault.code.value) for fault in checked]


def only_fault(slug: str, **given: object) -> FieldFault:
    """The one fault of an input."""
    checked = model_named(slug).check({"model": slug, **given})
    assert not isinstance(checked, Checked), checked.values
    [fault] = checked
    return fault
