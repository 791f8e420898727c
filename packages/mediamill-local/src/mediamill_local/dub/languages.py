"""The languages of the interface, and which of them can be spoken."""

import tomllib
from collections.abc import Mapping
from pathlib import Path

from mediamill.engines.sdk import Offer

_TABLES = tomllib.loads(Path(__file__).with_name("languages.toml").read_text("utf-8"))
NAMES: Mapping[str, str] = _TABLES["names"]
SPOKEN: Mapping[str, frozenset[str]] = {voice: frozenset(codes) for voice, codes in _TABLES["spoken"].items()}
_M2M100: Mapping[str, str] = _TABLES["m2m100"]
MORE = '[engine."local.dub"] voice = "voxcpm2" speaks 24 of them'


def in_m2m100(code: str) -> str:
    """What the translator calls a language of ours or of Whisper's."""
    return _M2M100.get(code, code)


def offer_of(voice: str) -> Offer:
    """What is spoken by a voice, and what another one would add."""
    here = [NAMES[code] for code in NAMES if code in SPOKEN[voice]]
    spoken = f"{', '.join(here[:-1])} and {here[-1]}" if len(here) > 1 else f"{here[0]} only"
    more = "" if voice == "voxcpm2" else f" the operator can add others with a cloning voice ({MORE}), and"
    return Offer(
        values=frozenset(SPOKEN[voice]),
        note=f"{spoken} on this installation",
        sentence=f"This installation dubs into {spoken};{more} the operator can add languages with another engine for "
        "translate-audio.",
    )
