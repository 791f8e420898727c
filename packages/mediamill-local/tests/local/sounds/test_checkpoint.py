"""What a file of HTDemucs' weights has to say of itself before its class is made."""

import json
from fractions import Fraction
from typing import Any

import pytest

from mediamill_local.sounds.checkpoint import UnusableWeights, arguments_of

# As the authors' file has them, those alone that say what the rest of the engine builds on.
ARGUMENTS = {
    "sources": ["drums", "bass", "other", "vocals"],
    "audio_channels": 2,
    "samplerate": 44_100,
    "segment": {"_type": "fraction", "numerator": 39, "denominator": 5},
    "bottom_channels": 512,
    "channels_time": None,
    "multi_freqs": [],
}


def said(**others: str) -> dict[str, str]:
    return {"klass": "demucs.htdemucs.HTDemucs", "args": "[]", "kwargs": json.dumps(ARGUMENTS), **others}


def with_argument(name: str, value: Any) -> dict[str, str]:
    return said(kwargs=json.dumps({**ARGUMENTS, name: value}))


def test_the_authors_own_file_says_what_the_model_is_made_with() -> None:
    made = arguments_of(said())

    assert made["segment"] == Fraction(39, 5)
    assert made == {**ARGUMENTS, "segment": Fraction(39, 5)}


def test_what_the_class_takes_for_granted_need_not_be_said() -> None:
    made = arguments_of(said(kwargs=json.dumps({"sources": ARGUMENTS["sources"]})))

    assert (made["audio_channels"], made["samplerate"]) == (2, 44_100)


@pytest.mark.parametrize(
    ("metadata", "told"),
    [
        (None, "of the class None"),
        (said(klass="os.system"), "of the class 'os.system'"),
        (said(klass="demucs.hdemucs.HDemucs"), "not of demucs.htdemucs.HTDemucs"),
        (said(structure="{}"), "quantised"),
        (said(args="[1]"), "does not name"),
        (said(kwargs="[]"), "does not name"),
        (said(kwargs="{"), "does not say"),
        ({"klass": "demucs.htdemucs.HTDemucs", "args": "[]"}, "does not say"),
        (with_argument("sources", ["drums", "bass", "other", "vocals", "guitar", "piano"]), "'guitar'"),
        (with_argument("sources", "drums"), "into drums"),
        (with_argument("samplerate", 48_000), "44100 Hz"),
        (with_argument("audio_channels", 1), "2 channels"),
    ],
)
def test_another_class_or_another_kind_of_model_is_not_made(metadata: dict[str, str] | None, told: str) -> None:
    with pytest.raises(UnusableWeights, match=told.replace("'", ".")):
        arguments_of(metadata)
